"""Workbooks: sheets as pages, cells as Excel shows them. The files are made by XlsxWriter."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
import xlsxwriter

from pincite.errors import ParseError
from pincite.model import Document, Kind
from pincite.parsers.options import ParseOptions, ParseTask
from pincite.parsers.xlsx.cells import parse_range
from pincite.parsers.xlsx.engine import parse_xlsx
from tests.packages import OFFICE, package, relations

X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = ["Region", "Sold", "Share"]
ROWS = [["North", 1200, 0.4], ["South", 1800.5, 0.6]]


def made(fill: Callable[[Any], None], **options: Any) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, options) as book:
        fill(book)
    return out.getvalue()


def parsed(data: bytes | Callable[[Any], None], **options: Any) -> Document:
    content = data if isinstance(data, bytes) else made(data)
    return parse_xlsx(ParseTask(content, "doc", "book.xlsx", options=ParseOptions(**options)))


def told(doc: Document) -> list[tuple[Kind, str]]:
    return [(b.kind, doc.text[b.start : b.end]) for b in doc.blocks]


def grid(doc: Document, table: int = 0) -> list[list[str]]:
    found = doc.tables[table]
    rows = [[""] * found.n_cols for _ in range(found.n_rows)]
    for cell in found.cells:
        rows[cell.row][cell.col] = cell.text
    return rows


def write(sheet: Any, rows: list[list[Any]], row: int = 0, col: int = 0) -> None:
    for n, values in enumerate(rows):
        sheet.write_row(row + n, col, values)


def sales(book: Any) -> None:
    sheet = book.add_worksheet("Sales 2024")
    money, percent = book.add_format({"num_format": "#,##0.00"}), book.add_format({"num_format": "0%"})
    sheet.write_row(0, 0, HEAD)
    for n, (name, sold, share) in enumerate(ROWS, 1):
        sheet.write(n, 0, name)
        sheet.write(n, 1, sold, money)
        sheet.write(n, 2, share, percent)


def test_sheets_are_pages_with_a_table_each() -> None:
    def fill(book: Any) -> None:
        sales(book)
        write(book.add_worksheet("Notes"), [["Only a remark"]])

    doc = parsed(fill)
    assert [(p.number, p.label) for p in doc.pages] == [(1, "Sales 2024"), (2, "Notes")]
    assert grid(doc) == [HEAD, ["North", "1,200.00", "40%"], ["South", "1,800.50", "60%"]]
    assert [c.is_header for c in doc.tables[0].cells][:4] == [True, True, True, False]
    assert told(doc)[2:] == [(Kind.HEADING, "Notes"), (Kind.PARAGRAPH, "Only a remark")]
    assert doc.tables[0].pages == (1,)
    assert doc.format == "xlsx"


def test_dates_times_and_truth() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write_datetime(0, 0, date(2024, 3, 9), book.add_format({"num_format": "d mmm yyyy"}))
        sheet.write(0, 1, 0.75, book.add_format({"num_format": "h:mm AM/PM"}))
        sheet.write_boolean(0, 2, True)
        sheet.write_formula(0, 3, "=1/0", value="#DIV/0!")

    assert grid(parsed(fill)) == [["9 Mar 2024", "6:00 PM", "TRUE", "#DIV/0!"]]


def test_dates_of_workbooks_that_count_from_1904() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write(0, 0, date(2024, 3, 9), book.add_format({"num_format": "yyyy-mm-dd"}))

    assert "2024-03-09" in parsed(made(fill, date_1904=True)).text


def test_formulas_show_the_value_that_was_saved() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write_formula(0, 0, "=SUM(1,2)", book.add_format({"num_format": "0.0"}), 3)
        sheet.write_formula(0, 1, '="a"&"b"', None, "ab")

    assert grid(parsed(fill)) == [["3.0", "ab"]]


def test_merged_cells() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.merge_range("B1:C1", "Price")
        sheet.write_row("A2", ["Size", "Net", "Gross"])
        sheet.write_row("A3", ["Large", 100, 119])
        sheet.merge_range("A4:A5", "Small")
        sheet.write_row("B4", [50, 60])
        sheet.write_row("B5", [51, 61])

    doc = parsed(fill)
    assert grid(doc) == [
        ["", "Price", ""], ["Size", "Net", "Gross"], ["Large", "100", "119"], ["Small", "50", "60"], ["", "51", "61"],
    ]  # fmt: skip
    spans = {c.text: (c.rowspan, c.colspan, c.is_header) for c in doc.tables[0].cells}
    assert spans["Price"] == (1, 2, True)
    assert spans["Net"] == (1, 1, True)
    assert spans["Small"] == (2, 1, False)


def test_titles_and_notes_around_a_table_are_lines() -> None:
    def fill(book: Any) -> None:
        write(book.add_worksheet(), [["Sales by region"], HEAD, *ROWS, ["Source: our own books"]])

    kinds = told(parsed(fill))
    assert kinds[1] == (Kind.PARAGRAPH, "Sales by region")
    assert kinds[2][0] is Kind.TABLE
    assert kinds[3] == (Kind.PARAGRAPH, "Source: our own books")


def test_empty_rows_and_columns_divide_tables() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        write(sheet, [HEAD, *ROWS])
        write(sheet, [["Item", "Count"], ["Pump", 3]], col=5)
        write(sheet, [["Year", "Staff"], ["2023", 14], ["2024", 15]], row=6)

    doc = parsed(fill)
    assert [grid(doc, n)[0] for n in range(3)] == [HEAD, ["Item", "Count"], ["Year", "Staff"]]


def test_an_empty_row_inside_a_table_does_not_end_it() -> None:
    def fill(book: Any) -> None:
        write(book.add_worksheet(), [HEAD, *ROWS, [], ["Total", 3000.5, 1]])

    doc = parsed(fill)
    assert grid(doc) == [HEAD, ["North", "1200", "0.4"], ["South", "1800.5", "0.6"], ["Total", "3000.5", "1"]]


def test_a_table_of_words_has_a_header_where_it_is_bold() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Name", "Town"], book.add_format({"bold": True}))
        write(sheet, [["Ann", "Oslo"], ["Bo", "Lund"]], row=1)
        write(book.add_worksheet(), [["Ann", "Oslo"], ["Bo", "Lund"]])

    doc = parsed(fill)
    assert [any(c.is_header for c in t.cells) for t in doc.tables] == [True, False]


def test_years_may_head_a_table() -> None:
    def fill(book: Any) -> None:
        write(book.add_worksheet(), [["Segment", 2024, 2023], ["Shoes", 51362, 48763]])
        write(book.add_worksheet(), [[2024, 2023], [51362, 48763]])

    doc = parsed(fill)
    assert [any(c.is_header for c in t.cells) for t in doc.tables] == [True, False]


def test_declared_tables_have_their_header() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "A title right above")
        columns = [{"header": "Name"}, {"header": "Town"}]
        sheet.add_table("A2:B4", {"data": [["Ann", "Oslo"], ["Bo", "Lund"]], "columns": columns})

    doc = parsed(fill)
    assert grid(doc) == [["Name", "Town"], ["Ann", "Oslo"], ["Bo", "Lund"]]
    assert doc.tables[0].cells[0].is_header
    assert told(doc)[1] == (Kind.PARAGRAPH, "A title right above")


def test_a_column_of_lines_is_text() -> None:
    def fill(book: Any) -> None:
        write(book.add_worksheet(), [["First remark"], ["Second remark"]])

    assert told(parsed(fill))[1:] == [(Kind.PARAGRAPH, "First remark"), (Kind.PARAGRAPH, "Second remark")]


def test_hidden_sheets_rows_and_columns_are_read_and_marked() -> None:
    def fill(book: Any) -> None:
        sales(book)
        hidden = book.add_worksheet("Secret")
        write(hidden, [["a", "b"]])
        hidden.hide()
        rows = book.add_worksheet("Rows")
        write(rows, [["a", "b"], ["c", "d"]])
        rows.set_row(1, None, None, {"hidden": True})

    doc = parsed(fill)
    assert [(w.code, w.page) for w in doc.warnings] == [("hidden_sheet", 2), ("hidden_cells", 3)]
    assert "| c | d |" in doc.text


def test_rich_text_and_links() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write_rich_string(0, 0, "plain ", book.add_format({"bold": True}), "bold", " plain")
        sheet.write_url(0, 1, "https://example.org/law", string="the law")

    doc = parsed(fill)
    assert grid(doc) == [["plain bold plain", "the law"]]
    assert [(doc.text[k.start : k.end], k.uri) for b in doc.blocks for k in b.links] == [
        ("the law", "https://example.org/law")
    ]


def test_charts() -> None:
    def fill(book: Any) -> None:
        sales(book)
        chart = book.add_chart({"type": "column"})
        chart.add_series(
            {
                "name": "Sold",
                "categories": "='Sales 2024'!$A$2:$A$3",
                "values": "='Sales 2024'!$B$2:$B$3",
                "categories_data": ["North", "South"],
                "values_data": [1200, 1800.5],
            }
        )
        chart.set_title({"name": "Sold by region"})
        book.worksheets()[0].insert_chart("F2", chart)

    doc = parsed(fill)
    assert (Kind.CAPTION, "Sold by region") in told(doc)
    assert doc.charts[0].series == (("Sold", (("North", 1200.0), ("South", 1800.5))),)


def commented(book: Any) -> None:
    sheet = book.add_worksheet()
    write(sheet, [["a", "b"]])
    sheet.write_comment("B1", "Check this", {"author": "Ann Lee"})


def test_comments_are_counted_and_left_out() -> None:
    doc = parsed(commented)
    assert [(w.code, w.message) for w in doc.warnings] == [("comments", "1 comments of reviewers were left out.")]
    assert "Check this" not in doc.text


def test_comments_when_they_are_asked_for() -> None:
    doc = parsed(commented, comments=True)
    assert told(doc)[-1] == (Kind.COMMENT, "Comment on B1 by Ann Lee: Check this")
    assert doc.warnings == ()


def test_an_empty_sheet_keeps_its_page() -> None:
    def fill(book: Any) -> None:
        book.add_worksheet("Empty")
        sales(book)

    doc = parsed(fill)
    assert [p.label for p in doc.pages] == ["Empty", "Sales 2024"]
    assert {r.page for b in doc.blocks for r in b.regions} == {2}


def test_the_limit_of_sheets() -> None:
    def fill(book: Any) -> None:
        sales(book)
        book.add_worksheet("More")

    doc = parsed(fill, max_pages=1)
    assert len(doc.pages) == 1
    assert [w.code for w in doc.warnings] == ["partial"]


def book(*rows: str, parts: dict[str, str] | None = None) -> bytes:
    """A workbook of one sheet with these rows, as raw XML."""
    return package(
        {
            "xl/workbook.xml": f'<workbook xmlns="{X}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="S" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{X}"><sheetData>{"".join(rows)}</sheetData></worksheet>',
            **(parts or {}),
        },
        main="xl/workbook.xml",
    )


class TestOddFiles:
    def test_rows_and_cells_without_references(self) -> None:
        assert grid(parsed(book("<row><c><v>1</v></c><c><v>2</v></c></row>", "<row><c><v>3</v></c></row>"))) == [
            ["1", "2"], ["3", ""],
        ]  # fmt: skip

    def test_rows_with_numbers_that_no_sheet_has(self) -> None:
        rows = ('<row r="0"><c><v>1</v></c></row>', '<row r="99999999999999999999"><c><v>2</v></c></row>')
        assert "2" in parsed(book(*rows)).text

    def test_texts_and_styles_that_are_missing(self) -> None:
        missing = '<c r="A1" t="s"><v>9</v></c><c r="B1" s="77"><v>2.5</v></c>'
        row = f'<row r="1">{missing}<c r="C1" t="inlineStr"><is><t>x</t></is></c></row>'
        assert grid(parsed(book(row))) == [["2.5", "x"]]

    def test_a_number_that_is_none(self) -> None:
        assert "12,5 kg" in parsed(book('<row r="1"><c r="A1"><v>12,5 kg</v></c></row>')).text

    def test_broken_xml_gives_what_can_be_had(self) -> None:
        assert "7" in parsed(book('<row r="1"><c r="A1"><v>7</v></c></row><row r="2"><c r="A2"><v>8<')).text

    def test_a_sheet_that_the_file_has_lost(self) -> None:
        parts = {"xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "worksheets/none.xml"))}
        doc = parsed(book(parts=parts))
        assert [(w.code, w.page) for w in doc.warnings] == [("partial", 1)]

    def test_a_workbook_without_sheets(self) -> None:
        main = {"xl/workbook.xml": f'<workbook xmlns="{X}"/>'}
        with pytest.raises(ParseError, match="holds no sheets"):
            parsed(book(parts=main))

    def test_more_cells_than_are_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.xlsx.engine.SHEET_CELLS", 5)
        doc = parsed(lambda made: write(made.add_worksheet(), [[1, 2, 3], [4, 5, 6]]))
        assert [w.code for w in doc.warnings] == ["partial"]
        assert grid(doc) == [["1", "2", "3"], ["4", "5", ""]]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("A1", (0, 0, 0, 0)), ("$B$2:C7", (1, 1, 6, 2)), ("XFD1048576", (1048575, 16383, 1048575, 16383)),
        ("A0", None), ("B2:A1", None), ("ZZZ1", None), ("A1:B2:C3", None), ("", None), (None, None), ("x", None),
    ],
)  # fmt: skip
def test_references(reference: str | None, expected: tuple[int, ...] | None) -> None:
    assert parse_range(reference) == expected
