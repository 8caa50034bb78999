"""Lines become paragraphs, list items, captions, footnotes and code."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.layout import Joint, Layout, LayoutBlock, Tag
from pincite.parsers.pdf.text.blocks import make_blocks
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out

# Each character is half the size wide: 60 characters are 300 points at size 10.
FULL = "a line of running text that goes on to the right edge of it"


def run(*sheets: Sheet, tagged: bool = False) -> Layout:
    layout = lay_out(*sheets, tagged=tagged)
    make_lines(layout)
    mark_furniture(layout)
    make_blocks(layout)
    return layout


def text(block: LayoutBlock) -> str:
    """The text of a block as the engine puts it together."""
    out = ""
    for i, line in enumerate(block.lines):
        last = i == len(block.lines) - 1
        out += line.text if last else line.text[:-1] if line.joint is Joint.JOIN else line.text + _tail(line.joint)
    return out


def _tail(joint: Joint) -> str:
    return "" if joint in (Joint.KEEP, Joint.NONE) else joint.value


def blocks(sheet: Sheet) -> list[tuple[Kind, str]]:
    return [(b.kind, text(b)) for b in run(sheet).pages[0].blocks]


def texts(sheet: Sheet) -> list[str]:
    return [t for _, t in blocks(sheet)]


def test_lines_of_a_paragraph_are_one_block() -> None:
    assert texts(Sheet().lines(72, 100, [FULL, FULL, "and ends here."])) == [f"{FULL} {FULL} and ends here."]


def test_white_space_parts_paragraphs() -> None:
    sheet = Sheet().lines(72, 100, [FULL, FULL]).lines(72, 136, [FULL, FULL])
    assert texts(sheet) == [f"{FULL} {FULL}"] * 2


def test_a_short_last_line_ends_a_paragraph() -> None:
    assert texts(Sheet().lines(72, 100, [FULL, "It ends.", FULL, FULL])) == [f"{FULL} It ends.", f"{FULL} {FULL}"]


def test_a_ragged_line_does_not() -> None:
    ragged = "a line of running text that goes on to the"
    assert texts(Sheet().lines(72, 100, [FULL, ragged, "extraordinarily long word"])) == [
        f"{FULL} {ragged} extraordinarily long word"
    ]


def test_a_text_of_its_own_leading_among_closer_lines_is_a_paragraph() -> None:
    sheet = Sheet().lines(72, 60, [FULL] * 8).lines(72, 180, [FULL, FULL, FULL, FULL, "It ends."], leading=24)
    sheet.lines(72, 320, ["One", "Two", "Three", "Four"], leading=20)
    assert texts(sheet)[1:] == [f"{FULL} {FULL} {FULL} {FULL} It ends.", "One", "Two", "Three", "Four"]


def test_an_indent_begins_a_paragraph() -> None:
    full = FULL[:-2] + "it."
    first = FULL[:-6]
    sheet = Sheet().line(84, 100, first).line(72, 112, full).line(84, 124, first).line(72, 136, "and on.")
    assert texts(sheet) == [f"{first} {full}", f"{first} and on."]


def test_a_bold_line_above_is_a_block_of_its_own() -> None:
    sheet = Sheet().line(72, 100, "The heading", bold=True).lines(72, 112, [FULL, FULL])
    assert texts(sheet) == ["The heading", f"{FULL} {FULL}"]


def test_a_bold_lead_in_stays_in_its_paragraph() -> None:
    sheet = Sheet().line(72, 100, "Term means", bold=True).line(124.5, 100, FULL[:45]).line(72, 112, "the rest of it.")
    assert texts(sheet) == [f"Term means {FULL[:45].strip()} the rest of it."]


def test_a_heading_of_two_lines_is_one_block() -> None:
    sheet = (
        Sheet()
        .line(72, 100, "A heading so long that it", size=16, bold=True)
        .line(72, 119, "needs two lines", size=16, bold=True)
    )
    assert texts(sheet.lines(72, 150, [FULL, FULL]))[0] == "A heading so long that it needs two lines"


def test_bullets_make_list_items_with_hanging_lines() -> None:
    sheet = Sheet()
    for i in (0, 1):
        sheet.line(72, 100 + 24 * i, "•").line(84, 100 + 24 * i, FULL[:50]).line(84, 112 + 24 * i, "and hangs.")
    assert blocks(sheet) == [(Kind.LIST_ITEM, f"• {FULL[:50].strip()} and hangs.")] * 2


def test_numbers_make_list_items() -> None:
    sheet = Sheet().lines(72, 100, ["(a) the first of them;", "(b) the second of them; and", "(c) the last."])
    assert [k for k, _ in blocks(sheet)] == [Kind.LIST_ITEM] * 3


def test_a_number_at_the_start_of_a_line_is_no_item() -> None:
    full = "a line of running text that goes on and ends with page"
    assert texts(Sheet().lines(72, 100, [FULL, full, "12. Then it goes on to"])) == [
        f"{FULL} {full} 12. Then it goes on to"
    ]


def test_a_section_number_cited_at_the_start_of_a_line_is_no_item() -> None:
    sheet = (
        Sheet()
        .line(72, 100, "8.8.2")
        .line(120, 100, f"{FULL[:42]}Section")
        .line(120, 112, "8.8.1 above, you agree to it.")
    )
    assert len(texts(sheet)) == 1


def test_captions() -> None:
    sheet = (
        Sheet()
        .line(72, 100, "Figure 3: The layout of the plant")
        .line(72, 140, "Table 2. Results")
        .lines(72, 170, [FULL])
    )
    assert [k for k, _ in blocks(sheet)] == [Kind.CAPTION, Kind.CAPTION, Kind.PARAGRAPH]


def test_a_sentence_that_begins_with_a_table_number_is_no_caption() -> None:
    (kind, _), *_ = blocks(Sheet().lines(72, 100, ["Table 2 shows the results", "of all the years."]))
    assert kind is Kind.PARAGRAPH


def test_footnotes_come_last() -> None:
    sheet = (
        Sheet()
        .lines(72, 100, ["left column has the text"] * 48)
        .line(72, 688, "1 See the annex to this report.", size=7)
    )
    sheet.lines(330, 100, ["right column has the text"] * 50)
    found = blocks(sheet)
    assert found[-1] == (Kind.FOOTNOTE, "1 See the annex to this report.")
    assert "right" in found[-2][1]


def test_a_short_rule_announces_notes() -> None:
    sheet = Sheet().lines(72, 100, [FULL] * 10).rule(72, 690, 172, 690).line(72, 700, "without any mark", size=7)
    assert blocks(sheet)[-1] == (Kind.FOOTNOTE, "without any mark")


def test_a_rule_drawn_with_signs_announces_notes() -> None:
    sheet = Sheet().lines(72, 100, [FULL] * 10).line(72, 690, "________", size=7).line(72, 700, "1 a note", size=7)
    assert [k for k, _ in blocks(sheet)] == [Kind.PARAGRAPH, Kind.FOOTNOTE, Kind.FOOTNOTE]


def test_small_print_without_mark_or_rule_is_text() -> None:
    sheet = Sheet().lines(72, 100, [FULL] * 10).line(72, 700, "without any mark", size=7)
    assert blocks(sheet)[-1] == (Kind.PARAGRAPH, "without any mark")


def test_code_keeps_its_lines() -> None:
    sheet = Sheet().lines(72, 100, [FULL] * 4).lines(72, 160, ["def f(x):", "return x"], mono=True)
    assert blocks(sheet)[-1] == (Kind.CODE, "def f(x):\nreturn x")


def test_titles_in_a_typewriter_face_are_no_code() -> None:
    sheet = Sheet().line(72, 80, "Getting started", size=16, mono=True).lines(72, 110, [FULL] * 4)
    sheet.lines(72, 180, ["make all", "make install"], mono=True).line(72, 230, "Next steps", size=13, mono=True)
    sheet.lines(72, 260, [FULL] * 4)
    assert [k for k, _ in blocks(sheet)] == [
        Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.CODE, Kind.PARAGRAPH, Kind.PARAGRAPH,
    ]  # fmt: skip


def test_furniture_comes_first() -> None:
    sheets = [
        Sheet().lines(72, 100, [f"{FULL} {w}"] * 3).line(300, 760, n)
        for n, w in zip("789", ("a", "b", "c"), strict=True)
    ]
    for number, page in zip("789", run(*sheets).pages, strict=True):
        assert [b.kind for b in page.blocks] == [Kind.PAGE_LABEL, Kind.PARAGRAPH]
        assert text(page.blocks[0]) == number


def test_hyphens_at_line_ends() -> None:
    sheet = Sheet().lines(72, 100, ["a line of running text that goes on to the right infor-", "mation that is here."])
    assert texts(sheet) == ["a line of running text that goes on to the right information that is here."]


def test_rows_of_a_form_stay_apart() -> None:
    sheet = Sheet()
    for i, name in enumerate(["Name", "Street", "Town"]):
        sheet.line(72, 100 + 12 * i, name).line(200, 100 + 12 * i, "Value")
    assert texts(sheet) == ["Name Value", "Street Value", "Town Value"]


def test_tags_part_paragraphs_that_look_like_one() -> None:
    sheet = Sheet().line(72, 100, FULL, mcid=1).line(72, 112, FULL, mcid=2).line(72, 124, FULL, mcid=2)
    sheet.page.tags = [Tag("P", -1), Tag("P", -1), Tag("Span", 1)]
    sheet.page.mcids = {1: 0, 2: 2}
    layout = run(sheet, tagged=True)
    assert [len(b.lines) for b in layout.pages[0].blocks] == [1, 2]


def test_hebrew_paragraphs_end_at_the_left() -> None:
    full = " ".join(["מילים"] * 8)
    sheet = Sheet()
    for y, line, x in ((100, full, 72), (112, "סוף.", 255), (124, full, 72)):
        words = line.split()
        for i, word in enumerate(reversed(words)):
            sheet.line(x + 27.5 * i, y, word)
    assert [len(b.lines) for b in run(sheet).pages[0].blocks] == [2, 1]


def test_values_of_a_chart_are_no_items() -> None:
    sheet = Sheet().line(72, 100, "76.11 75.65").line(72, 140, "6.2 Scope").line(72, 180, "4.1 3.75%")
    assert [kind for kind, _ in blocks(sheet)] == [Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.PARAGRAPH]
