"""Footnotes: found at the foot of their column, one block each, and whole over breaks."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.layout import Rule
from pincite.parsers.pdf.text.joins import join_pages
from tests.unit.test_pdf_blocks import FULL, blocks, run, text
from tests.words import Sheet

BODY = [FULL, FULL, "and it ends here."]


def noted(y: float, *notes: tuple[str, str], x: float = 72, indent: float = 36) -> Sheet:
    """A page of text with notes from base line ``y`` down: marks raised at ``x``, texts an indent further in."""
    sheet = Sheet()
    for top in range(100, int(y) - 60, 60):
        sheet.lines(72, top, BODY)
    for i, (mark, note) in enumerate(notes):
        if mark:
            sheet.line(x, y + 12 * i - 3, mark, size=5)
        sheet.line(x + indent, y + 12 * i, note, size=8)
    return sheet


def ruled(sheet: Sheet, y: float, width: float) -> Sheet:
    sheet.page.rules.append(Rule(72, y, 72 + width, y, 0.5))
    return sheet


def notes(sheet: Sheet) -> list[str]:
    return [t for kind, t in blocks(sheet) if kind is Kind.FOOTNOTE]


def test_a_mark_stands_with_its_note_over_an_indent() -> None:
    sheet = noted(700, ("1", "See the annex to this report."), ("2", "See the annex to the other report."))
    assert notes(sheet) == ["1 See the annex to this report.", "2 See the annex to the other report."]


def test_notes_of_a_line_each_are_blocks_of_their_own() -> None:
    sheet = noted(700, ("23", "Smith (2006) and others"), ("24", "Jones (2005)."), ("25", "Ibid."), indent=8)
    assert notes(sheet) == ["23 Smith (2006) and others", "24 Jones (2005).", "25 Ibid."]


def test_a_mark_beside_a_figure_does_not_open_the_text_beside_it() -> None:
    sheet = Sheet().line(72, 700, "4,512").line(97.5, 697, "1", size=5).line(120, 700, "thousand of them")
    found = [t for _, t in blocks(sheet)]
    assert "1 thousand of them" not in " | ".join(found).split(" | ")


def test_small_print_all_over_a_page_holds_no_notes() -> None:
    large = Sheet().lines(72, 100, [FULL] * 40, size=11)
    small = Sheet().lines(72, 100, [FULL] * 20 + ["dealing. Pp. 11-22."], size=9)
    small.line(72, 400, "656 F. 3d 1222, affirmed.", size=9)
    assert [b.kind for b in run(large, small).pages[1].blocks] == [Kind.PARAGRAPH, Kind.PARAGRAPH]


def test_the_rest_of_a_note_stands_under_a_long_rule() -> None:
    one = ruled(noted(700, ("6", "See the form and the amendments to it, which the Board calls")), 690, 144)
    two = ruled(noted(700, ("", "Adoption of the form in the release."), ("7", "See the proposal.")), 690, 468)
    layout = run(one, two)
    assert [text(b) for b in layout.pages[1].blocks if b.kind is Kind.FOOTNOTE] == [
        "Adoption of the form in the release.", "7 See the proposal.",
    ]  # fmt: skip
    join_pages(layout)
    whole = [b for page in layout.pages for b in page.blocks if b.kind is Kind.FOOTNOTE]
    assert [text(b) for b in whole] == [
        "6 See the form and the amendments to it, which the Board calls Adoption of the form in the release.",
        "7 See the proposal.",
    ]
    assert [n.page for n in whole[0].lines] == [1, 2]


def test_a_note_that_has_ended_is_left_alone() -> None:
    one = ruled(noted(700, ("6", "See the form and all of the amendments to it.")), 690, 144)
    two = ruled(noted(700, ("", "Adoption of the form in the release.")), 690, 144)
    layout = run(one, two)
    join_pages(layout)
    assert [text(b) for b in layout.pages[0].blocks][-1] == "6 See the form and all of the amendments to it."


def test_a_rule_above_the_text_of_a_page_announces_no_notes() -> None:
    sheet = ruled(noted(700, ("", "A line of small print at the foot of the page")), 690, 468)
    assert notes(sheet) == []


def test_a_rule_in_small_print_announces_no_notes() -> None:
    cover = Sheet().lines(72, 100, [FULL] * 40, size=11)
    sheet = ruled(Sheet().lines(72, 400, BODY, size=7).lines(72, 450, BODY, size=7), 440, 144)
    assert [b.kind for b in run(cover, sheet).pages[1].blocks] == [Kind.PARAGRAPH, Kind.PARAGRAPH]


def test_what_underlines_a_title_announces_no_notes() -> None:
    cover = Sheet().lines(72, 100, [FULL] * 40, size=11)
    names = Sheet().line(72, 500, "Managers of it", size=10.5).rule(72, 501, 140, 501)
    names.lines(72, 514, ["Ann Lee who is a consultant"], size=9.5)
    found = [b.kind for b in run(cover, names).pages[1].blocks]
    assert found == [Kind.PARAGRAPH, Kind.PARAGRAPH]
