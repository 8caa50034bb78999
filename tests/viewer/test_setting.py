"""Words of a page, line by line, where the format tells their lines and where it does not."""

from __future__ import annotations

from pincite.model import BBox, Kind, Page
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.registry import OpenDocument
from pincite.server.viewer.setting import Line, is_upright, lines
from tests.contract.fakes import Draft

SHAPE = BBox(100, 100, 400, 300)


def slide(*texts: str, box: BBox = SHAPE) -> OpenDocument:
    draft = Draft("Deck")
    draft.pages.append(Page(1, "1", 720, 540))
    draft.blocks += [DraftBlock(Kind.PARAGRAPH, [Piece(text, 1, box)]) for text in texts]
    return draft.open("deck.pptx")


def words(opened: OpenDocument, line: Line) -> str:
    return opened.document.text[line.start : line.end]


def test_a_line_keeps_its_box() -> None:
    opened = slide("A line of text.", box=BBox(72, 72, 150, 84))
    (line,) = lines(opened, 1)
    assert (words(opened, line), line.box) == ("A line of text.", BBox(72, 72, 150, 84))
    assert lines(opened, 2) == []


def test_paragraphs_of_a_shape_share_its_box() -> None:
    texts = ("The goal is to have the highest share of graduates. " * 3, "Second. " * 30)
    opened = slide(*texts)
    made = lines(opened, 1)
    assert len(made) > 4
    assert " ".join(words(opened, line) for line in made).split() == " ".join(texts).split()
    tops = [line.box.y0 for line in made]
    assert tops == sorted(tops)
    assert all(SHAPE.x0 <= line.box.x0 < line.box.x1 <= SHAPE.x1 for line in made)
    assert made[-1].box.y1 <= SHAPE.y1 + 1
    assert {round(line.box.y1 - line.box.y0, 3) for line in made} == {round(made[0].box.y1 - made[0].box.y0, 3)}


def test_a_long_word_is_not_broken() -> None:
    opened = slide("short " + "x" * 400)
    assert [words(opened, line) for line in lines(opened, 1)] == ["short", "x" * 400]


def test_upright_lines() -> None:
    assert is_upright("sideways", 12, 48)
    assert not is_upright("a paragraph in a narrow and high box " * 9, 100, 300)
    assert not is_upright("ab", 5, 40)
    opened = slide("sideways", box=BBox(10, 10, 22, 58))
    assert [line.box for line in lines(opened, 1)] == [BBox(10, 10, 22, 58)]
