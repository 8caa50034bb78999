"""Blocks of lines -> text, regions and links."""

from __future__ import annotations

from pincite.model import BBox, Document, Kind, LabelSource
from pincite.parsers.pdf.engine import build
from pincite.parsers.pdf.layout import Flag, Joint, Layout, LayoutBlock, Line, LinkArea, PageLayout, Style, Word

LOOK = Style("F", 10.0, False, False, False, 0)


def line(text: str, y: float = 100, *, page: int = 1, joint: Joint = Joint.SPACE, x: float = 50) -> Line:
    """A line whose words are 6 points a character wide, with a space between them."""
    words, at = [], x
    for part in text.split(" "):
        words.append(Word(part, at, y, at + 6 * len(part), y + 10, 0))
        at += 6 * (len(part) + 1)
    return Line(words, x, y, at - 6, y + 10, page, 10.0, 0, text, joint=joint)


def document(
    *lines: Line, links: tuple[LinkArea, ...] = (), label: str | None = None, declared: str | None = None
) -> Document:
    page = PageLayout(1, 600, 800, 90, links=list(links), printed_label=label, declared_label=declared)
    page.blocks = [LayoutBlock(Kind.PARAGRAPH, list(lines), 1, lines[0].box)]
    return build(Layout([page, PageLayout(2, 600, 800, 0)], [LOOK]), doc_id="d", name="n.pdf")


def test_lines_are_joined_as_their_joint_says() -> None:
    doc = document(
        line("the infor-", joint=Joint.JOIN),
        line("mation on price-", joint=Joint.KEEP),
        line("determining", joint=Joint.SPACE),
        line("factors", joint=Joint.BREAK),
        line("東京", joint=Joint.NONE),
        line("都-"),
    )
    assert doc.text == "the information on price-determining factors\n東京都-"


def test_a_region_covers_a_line_without_its_dropped_hyphen() -> None:
    doc = document(line("the infor-", 100, joint=Joint.JOIN), line("mation", 112))
    regions = doc.blocks[0].regions
    assert [doc.text[r.start : r.end] for r in regions] == ["the infor", "mation"]
    assert [r.bbox and r.bbox.y0 for r in regions] == [100, 112]


def test_a_block_over_two_pages_has_regions_on_both() -> None:
    doc = document(line("first half", page=1), line("second half", page=2))
    assert [(doc.text[r.start : r.end], r.page) for r in doc.blocks[0].regions] == [
        ("first half", 1),
        ("second half", 2),
    ]


def test_a_link_covers_its_words_only() -> None:
    area = LinkArea(BBox(74, 98, 116, 112), "https://example.org/", None)
    doc = document(line("see the-page now"), links=(area,))
    (link,) = doc.blocks[0].links
    assert doc.text[link.start : link.end] == "the-page"
    assert link.uri == "https://example.org/"
    assert doc.text == "see the-page now"


def test_glued_words_stay_glued_beside_a_link() -> None:
    made = line("note 1 here")
    made.words[1] = made.words[1]._replace(flags=Flag.GLUED)
    made.text = "note1 here"
    area = LinkArea(BBox(made.words[1].x0, 98, made.words[1].x1, 112), None, 7)
    doc = document(made, links=(area,))
    assert doc.text == "note1 here"
    (link,) = doc.blocks[0].links
    assert (doc.text[link.start : link.end], link.page) == ("1", 7)


def test_the_printed_label_comes_before_the_declared_one() -> None:
    printed, declared, none = (
        document(line("x"), label="iv", declared="4").pages[0],
        document(line("x"), declared="4").pages[0],
        document(line("x")).pages[0],
    )
    assert (printed.label, printed.label_source) == ("iv", LabelSource.PRINTED)
    assert (declared.label, declared.label_source) == ("4", LabelSource.DECLARED)
    assert (none.label, none.label_source, none.cite) == (None, LabelSource.NONE, "1")
    assert printed.rotation == 90
