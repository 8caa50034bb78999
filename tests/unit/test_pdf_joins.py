"""Paragraphs go on over page and column breaks."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.layout import Joint
from pincite.parsers.pdf.text.joins import join_pages
from tests.unit.test_pdf_blocks import FULL, run, text
from tests.words import Sheet


def joined(*sheets: Sheet) -> list[list[str]]:
    """Texts of the blocks of each page, without furniture."""
    layout = run(*sheets)
    join_pages(layout)
    return [[text(b) for b in page.blocks if not b.kind.is_furniture] for page in layout.pages]


def test_a_sentence_goes_on_over_a_page_break() -> None:
    one, two = (
        Sheet().lines(72, 700, [FULL, FULL]),
        Sheet().lines(72, 60, ["and ends on the next page.", "", "Another one."]),
    )
    assert joined(one, two) == [[f"{FULL} {FULL} and ends on the next page."], ["Another one."]]


def test_lines_keep_their_pages() -> None:
    layout = run(Sheet().lines(72, 700, [FULL]), Sheet().lines(72, 60, ["and ends here."]))
    join_pages(layout)
    (block,) = layout.pages[0].blocks
    assert [n.page for n in block.lines] == [1, 2]
    assert block.page == 1


def test_furniture_between_does_not_cut() -> None:
    bodies = [[FULL], [f"and goes on {FULL[:40]}"], ["and ends here."]]
    sheets = [
        Sheet().line(72, 40, "The Report").lines(72, 400, b).line(300, 760, str(i)) for i, b in enumerate(bodies, 7)
    ]
    assert joined(*sheets) == [[f"{FULL} and goes on {FULL[:40].strip()} and ends here."], [], []]


def test_a_finished_sentence_ends_at_the_page() -> None:
    one, two = Sheet().lines(72, 700, [FULL, "It ends."]), Sheet().lines(72, 60, ["and so on."])
    assert joined(one, two) == [[f"{FULL} It ends."], ["and so on."]]


def test_a_new_sentence_is_not_joined() -> None:
    one, two = Sheet().lines(72, 700, [FULL, "Chapter title"]), Sheet().lines(72, 60, ["The next page begins."])
    assert joined(one, two)[1] == ["The next page begins."]


def test_a_capital_after_an_open_word_is_joined() -> None:
    one, two = (
        Sheet().lines(72, 700, [FULL[:50], "the decision of the"]),
        Sheet().lines(72, 60, ["Board of Directors stands."]),
    )
    assert joined(one, two)[0][-1].endswith("the decision of the Board of Directors stands.")


def test_a_word_is_put_together_over_the_break() -> None:
    one = Sheet().lines(72, 700, ["a line of running text that goes on to the right infor-"])
    two = Sheet().lines(72, 60, ["mation that is here."])
    assert joined(one, two)[0] == ["a line of running text that goes on to the right information that is here."]


def test_over_a_column_break() -> None:
    sheet = Sheet().lines(72, 100, ["left column has the text"] * 5).lines(330, 100, ["right column has the text"] * 5)
    assert joined(sheet) == [[" ".join(["left column has the text"] * 5 + ["right column has the text"] * 5)]]


def test_notes_and_captions_are_passed() -> None:
    one = Sheet().lines(72, 100, [FULL] * 9).line(72, 700, "1 See the annex to this report.", size=7)
    two = Sheet().line(72, 60, "Figure 3: The plant").lines(72, 100, ["and ends here."])
    layout = run(one, two)
    join_pages(layout)
    assert [b.kind for b in layout.pages[0].blocks] == [Kind.PARAGRAPH, Kind.FOOTNOTE]
    assert text(layout.pages[0].blocks[0]).endswith("and ends here.")
    assert [b.kind for b in layout.pages[1].blocks] == [Kind.CAPTION]


def test_list_items_are_not_swallowed() -> None:
    one, two = Sheet().lines(72, 700, [FULL]), Sheet().lines(72, 60, ["(b) the second of them;"])
    assert len(joined(one, two)[1]) == 1


def test_another_size_is_not_joined() -> None:
    one, two = Sheet().lines(72, 700, [FULL]), Sheet().lines(72, 60, ["and larger."], size=14)
    assert joined(one, two)[1] == ["and larger."]


def test_the_joint_at_the_break() -> None:
    layout = run(Sheet().lines(72, 700, [FULL]), Sheet().lines(72, 60, ["and ends here."]))
    join_pages(layout)
    assert layout.pages[0].blocks[0].lines[0].joint is Joint.SPACE


def test_text_that_goes_on_beside_a_figure() -> None:
    narrow = ["Americans in their early", "years have gone online", "more often than others", "and will do so."]
    sheet = Sheet().lines(72, 100, [FULL + " and so", FULL + " and of"]).lines(72, 124, narrow)
    sheet.lines(
        250, 124, ["A figure to the right", "of the text is here", "with words inside", "of a smaller size"], size=7
    )
    assert joined(sheet)[0][0].endswith("and of " + " ".join(narrow))
