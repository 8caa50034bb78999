"""Tables under each other that are drawn alike, with text between them; and text next to tables."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.recuts import cut_at_columns
from pincite.parsers.pdf.tables.rows import Row, Unit
from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, layout_of, only, rows_of, tables_of
from tests.unit.test_pdf_tables_jointed import bar
from tests.words import Sheet

HEAD = ("Kind", "Default", "Needed")
SIDES = (150, 230, 320, 420)


def parts_of(pdf: Pdf) -> tuple[list[list[list[str]]], str]:
    """The rows of the tables on the page, and its other text."""
    page = layout_of(pdf).pages[0]
    return [rows_of(t.table) for t in page.tables], " ".join(n.text for n in page.lines if n.table is None)


def setting(pdf: Pdf, y: float, values: tuple[str, ...]) -> Pdf:
    """A table of a header on tiles and one row, between bars in pieces."""
    for (a, b), text in zip(pairwise(SIDES), HEAD, strict=True):
        pdf.box(a, y, b, y + 18, fill="#eeddee", stroke=False).text(a + 4, y + 12, text, bold=True)
    for a, text in zip(SIDES, values, strict=False):
        pdf.text(a + 4, y + 31, text)
    return bar(bar(pdf, y + 18, SIDES), y + 37, SIDES)


def test_text_wider_than_the_bars_parts_two_tables() -> None:
    pdf = setting(Pdf().page(), 100, ("UID", "system", "no")).paragraph(60, 160, 480, PROSE)
    setting(pdf, 260, ("GID", "group", "yes"))
    tables, text = parts_of(pdf)
    assert tables == [[list(HEAD), ["UID", "system", "no"]], [list(HEAD), ["GID", "group", "yes"]]]
    assert PROSE[:60] in text


def test_text_as_wide_as_the_bars_parts_two_tables() -> None:
    pdf = Pdf().page()
    types = [("Type", "Stored as"), ("whole", "no change"), ("number", "float"), ("truth", "object")]
    for i, (left, right) in enumerate(types):
        pdf.rule(72, 100 + 24 * i, 540, 100 + 24 * i).text(76, 115 + 24 * i, left).text(300, 115 + 24 * i, right)
    pdf.paragraph(72, 220, 460, PROSE)
    more = [("Class", "Members"), ("floating", "small, large"), ("integer", "short, long"), ("object", "object")]
    for i, (left, right) in enumerate(more):
        pdf.rule(72, 320 + 24 * i, 540, 320 + 24 * i).text(76, 335 + 24 * i, left).text(300, 335 + 24 * i, right)
    pdf.rule(72, 416, 540, 416)
    tables, text = parts_of(pdf)
    assert tables == [[list(row) for row in types], [list(row) for row in more]]
    assert PROSE[:60] in text


def test_one_line_over_all_columns_stays_a_row_between_bars() -> None:
    pdf = Pdf().page()
    title = "Changes to the terms that follow: delete each of the rows below that you do not need"
    rows = [["Term", "A year"], ["Start", "The first day"], [title], ["Law", "The north"], ["Court", "The south"]]
    for i, row in enumerate(rows):
        pdf.rule(72, 100 + 20 * i, 540, 100 + 20 * i)
        for x, text in zip((76, 300), row, strict=False):
            pdf.text(x, 113 + 20 * i, text)
    table = only(pdf.rule(72, 200, 540, 200))
    assert [[text for text in row if text] for row in rows_of(table)] == rows


def test_a_bullet_right_below_a_table_is_no_row_of_it() -> None:
    pdf = Pdf().page()
    for i, (left, right) in enumerate(
        (("Header", "Pins"), ("1 (SDI)", "DATA"), ("2 (VCC)", "VCC"), ("6 (GND)", "GND"))
    ):
        pdf.text(90, 100 + 12 * i, left, bold=not i).text(230, 100 + 12 * i, right, bold=not i)
    pdf.text(227, 148, "- How do I connect all of the pins and", align="right")
    pdf.text(230, 148, "program a small device through them, and which")
    assert rows_of(only(pdf))[-1] == ["6 (GND)", "GND"]


def test_a_number_that_hangs_out_of_a_worksheet_begins_a_row_of_it() -> None:
    columns = [(46.4, 54.0), (56.9, 306.0), (330.4, 338.0)]
    for mark, units in (("10.", 2), ("-", 1)):
        words = Sheet().line(42, 133, mark, size=8.5).line(56.9, 133, "Deduction for it.", size=8.5).page.words
        row = cut_at_columns(Row([Unit(words, Token.TEXT)], 8.5, 126, 135), columns)
        assert (1 if row is None else len(row.units)) == units


@pytest.mark.parametrize(
    ("x", "title", "size"),
    [(72, "11.1.2 Calculated totals", 13), (130, "11.1.2 Calculated totals", 13), (72, "Calculated totals", 16)],
)
def test_the_larger_title_of_a_section_parts_two_tables(x: float, title: str, size: float) -> None:
    pdf, parts = Pdf().page(), []
    for top, names in ((100, ["Depth", "Count", "Real", "Cost"]), (210, ["Total", "Number", "Sum", "Mean"])):
        rows = [[name, f"What the {name.lower()} of it means"] for name in names]
        for i, (left, right) in enumerate(rows):
            pdf.text(72, top + 20 * i, left).text(130, top + 20 * i, right)
        parts.append(rows)
    tables, text = parts_of(pdf.text(x, 185, title, size=size, bold=True))
    assert (tables, text) == (parts, title)


def test_three_dots_are_text_where_none_lead_the_eye() -> None:
    pdf = Pdf().page()
    rows = [["Tag", "Fields"], ["98", "Creation ..."], ["99", "D(0) ... D(n-1)"], ["100", "Length"]]
    for i, row in enumerate(rows):
        for x, text in zip((76, 160), row, strict=True):
            pdf.text(x, 113 + 20 * i, text)
    for i in range(5):
        pdf.rule(72, 100 + 20 * i, 300, 100 + 20 * i)
    for x in (72, 150, 300):
        pdf.rule(x, 100, x, 180)
    assert rows_of(only(pdf)) == rows


def test_a_list_beside_a_text_is_no_table() -> None:
    pdf = Pdf().page()
    names = ["Time", "Patterns", "Reports", "Carriers", "Nodes", "Formats", "Drivers", "Settings", "Limits"]
    for i, name in enumerate(names):
        pdf.text(60, 100 + 16 * i, name)
    said = ["The format", "An overview", "It is used", "As there are", "Both of them", "The calls", "More of it"]
    for i, text in enumerate(said):
        pdf.text(200, 100 + 20.5 * i, text)
    assert not tables_of(pdf)


def test_texts_in_another_font_on_the_same_lines_are_a_table() -> None:
    pdf = Pdf().page()
    rows = [
        ["Name", "Meaning"],
        ["Time", "The hour"],
        ["Node", "A machine"],
        ["Port", "A channel"],
        ["Pid", "A process"],
    ]
    for i, (left, right) in enumerate(rows):
        pdf.text(60, 100 + 16 * i, left, bold=not i).text(200, 100 + 16 * i, right, bold=not i, italic=i == 2)
    table = only(pdf)
    assert rows_of(table) == rows
    assert headers(table) == {"Name", "Meaning"}


def walled(rows: list[list[list[str]]], sides: tuple[int, ...], heights: list[int]) -> Pdf:
    """A table with rules around each cell, the cells given as lines."""
    pdf, y = Pdf().page(), 100
    for row, height in zip(rows, heights, strict=True):
        for (a, b), lines in zip(pairwise(sides), row, strict=True):
            pdf.box(a, y, b, y + height)
            for i, text in enumerate(lines):
                pdf.text((a + b) / 2, y + 12 + 14 * i, text, align="center")
        y += height
    return pdf


def test_values_under_each_other_are_one_cell_where_each_row_has_one_label() -> None:
    rows = [
        [["Node"], ["n0"], ["n1"]],
        [["Tasks"], ["6"], ["3"]],
        [["Tasks by node"], ["0", "2", "4"], ["1", "3", "5"]],
    ]
    table = only(walled(rows, (72, 200, 260, 320), [20, 20, 50]))
    assert rows_of(table) == [["Node", "n0", "n1"], ["Tasks", "6", "3"], ["Tasks by node", "0 2 4", "1 3 5"]]


def test_numbers_a_blank_apart_are_one_cell_over_narrow_columns() -> None:
    sides = (72, 160, 170, 180, 190, 200)
    rows = [[["Core"], ["0"], ["1"], ["2"], ["3"]]]
    pdf = walled(rows, sides, [20])
    for i, (label, value) in enumerate((("Count", "4"), ("Cores of it", "0 1 2 3"))):
        pdf.box(72, 120 + 20 * i, 160, 140 + 20 * i).box(160, 120 + 20 * i, 200, 140 + 20 * i)
        pdf.text(116, 132 + 20 * i, label, align="center").text(180, 132 + 20 * i, value, align="center")
    table = only(pdf)
    assert [[text for text in row if text] for row in rows_of(table)] == [
        ["Core", "0", "1", "2", "3"], ["Count", "4"], ["Cores of it", "0 1 2 3"],
    ]  # fmt: skip
