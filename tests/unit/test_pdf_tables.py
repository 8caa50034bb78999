"""Tables of PDFs: borderless and half-ruled ones, grids, what is no table, tables over pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from pincite.parsers.assemble import DraftTable
from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.layout import Layout, LayoutTable, PageLayout, Style, Word
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.tables.cells import pieces
from pincite.parsers.pdf.tables.continued import join_tables
from pincite.parsers.pdf.tables.tables import find_tables
from pincite.parsers.pdf.text.blocks import make_blocks
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.text.lines import make_lines
from tests.pdfs import Pdf

PROSE = (
    "The Company offers its products and services to customers in many parts of the world, and results of a quarter "
    "are therefore not always a good guide to those of the year as a whole, because demand differs. "
)


def layout_of(pdf: Pdf) -> Layout:
    layout = read_layout(pdf.bytes())
    make_lines(layout)
    mark_furniture(layout)
    find_tables(layout)
    return layout


def tables_of(pdf: Pdf) -> list[LayoutTable]:
    return [t for page in layout_of(pdf).pages for t in page.tables]


def rows_of(table: DraftTable) -> list[list[str]]:
    """The texts of all places; a cell that spans stands at its first place."""
    rows = [[""] * table.n_cols for _ in range(table.n_rows)]
    for cell in table.cells:
        rows[cell.row][cell.col] = "".join(p.text for p in cell.pieces)
    return rows


def only(pdf: Pdf) -> DraftTable:
    (table,) = tables_of(pdf)
    return table.table


def spans(table: DraftTable) -> dict[str, tuple[int, int]]:
    """Text of each spanning cell -> (rowspan, colspan)."""
    return {
        "".join(p.text for p in c.pieces): (c.rowspan, c.colspan) for c in table.cells if c.rowspan > 1 or c.colspan > 1
    }


def headers(table: DraftTable) -> set[str]:
    return {"".join(p.text for p in c.pieces) for c in table.cells if c.is_header}


def statement(pdf: Pdf, top: float, rows: Sequence[Sequence[str]], *, rights: Sequence[float], left: float = 72) -> Pdf:
    """Rows of a label and amounts set to the right; the currency sign stands apart at the left of its column."""
    for i, (label, *amounts) in enumerate(rows):
        y = top + 14 * i
        if label:
            pdf.text(left + (10 if label.startswith(" ") else 0), y, label.strip())
        for right, amount in zip(rights, amounts, strict=False):
            if amount.startswith("$ "):
                pdf.text(right - 60, y, "$").text(right, y, amount[2:], align="right")
            elif amount:
                pdf.text(right, y, amount, align="right")
    return pdf


INCOME = [
    ["Net sales:", ""],
    [" Products", "$ 294,866", "$ 298,085"],
    [" Services", "96,169", "85,200"],
    [" Total net sales", "391,035", "383,285"],
    ["Other income/(expense), net", "269", "(565)"],
    ["Impairment", "—", "12"],
]


class TestStatements:
    def test_amounts_stand_alone_in_cells_under_their_year(self) -> None:
        pdf = Pdf().page().paragraph(72, 72, 460, PROSE).text(400, 140, "2024", align="right", bold=True)
        pdf.text(500, 140, "2023", align="right", bold=True)
        table = only(statement(pdf, 156, INCOME, rights=(400, 500)))
        assert rows_of(table) == [
            ["", "2024", "2023"],
            ["Net sales:", "", ""],
            ["Products", "$294,866", "$298,085"],
            ["Services", "96,169", "85,200"],
            ["Total net sales", "391,035", "383,285"],
            ["Other income/(expense), net", "269", "(565)"],
            ["Impairment", "—", "12"],
        ]
        assert headers(table) == {"2024", "2023"}

    def test_percent_signs_and_brackets_join_their_amount(self) -> None:
        pdf = Pdf().page().text(300, 100, "2024", align="right").text(400, 100, "Change", align="right")
        rows = [("Americas", "167,045", "3"), ("Europe", "101,328", "(7)"), ("Japan", "25,052", "12")]
        for i, (label, amount, change) in enumerate(rows):
            y = 116 + 14 * i
            pdf.text(72, y, label).text(300, y, amount, align="right").text(390, y, change, align="right")
            pdf.text(394, y, "%")
        assert rows_of(only(pdf))[1:] == [
            ["Americas", "167,045", "3%"],
            ["Europe", "101,328", "(7)%"],
            ["Japan", "25,052", "12%"],
        ]

    def test_amounts_one_blank_apart_are_two_cells(self) -> None:
        pdf = Pdf().page()
        for i, (a, b, c) in enumerate(
            [("5,193", "62,093", "(614)"), ("5,249", "63,820", "(606)"), ("-", "3,314", "-")]
        ):
            y = 100 + 14 * i
            pdf.text(72, y, f"Balance {i}").text(300, y, a, align="right").text(303, y, "$" if i < 2 else "")
            pdf.text(340, y, b, align="right").text(343, y, "$" if i < 2 else "").text(375, y, c, align="right")
        assert rows_of(only(pdf)) == [
            ["Balance 0", "5,193", "$62,093", "$(614)"],
            ["Balance 1", "5,249", "$63,820", "$(606)"],
            ["Balance 2", "-", "3,314", "-"],
        ]

    def test_a_header_over_several_columns_spans_them(self) -> None:
        pdf = Pdf().page().text(350, 86, "Three Months Ended", align="center", bold=True)
        for x, year in ((300, "2024"), (400, "2023")):
            pdf.text(x, 100, year, align="center", bold=True)
        for i in range(4):
            y = 116 + 14 * i
            pdf.text(72, y, f"Line item {i}").text(315, y, f"1,{i}01", align="right")
            pdf.text(415, y, f"2,{i}02", align="right")
        table = only(pdf)
        assert rows_of(table)[:3] == [
            ["", "Three Months Ended", ""],
            ["", "2024", "2023"],
            ["Line item 0", "1,001", "2,002"],
        ]
        assert spans(table) == {"Three Months Ended": (1, 2)}
        assert headers(table) == {"Three Months Ended", "2024", "2023"}

    def test_lines_of_a_header_are_one_cell(self) -> None:
        pdf = Pdf().page()
        for x, day in ((300, "28"), (400, "30")):
            pdf.text(x, 90, f"September {day},", align="center", bold=True)
            pdf.text(x, 102, "2024" if day == "28" else "2023", align="center", bold=True)
        statement(pdf, 118, INCOME[1:], rights=(315, 415))
        assert rows_of(only(pdf))[0] == ["", "September 28, 2024", "September 30, 2023"]

    def test_a_label_over_two_lines_is_one_cell(self) -> None:
        pdf = Pdf().page()
        labels = ["Operating leases", "Finance leases", "Variable lease cost", "Short-term leases"]
        for i, label in enumerate(labels):
            y = 100 + 18 * i
            pdf.text(72, y, label).text(400, y, f"{i + 1},234", align="right").text(
                480, y, f"{i + 1},567", align="right"
            )
        y = 100 + 18 * len(labels)
        pdf.text(72, y, "Common stock withheld related to net share settlement").text(82, y + 11, "of equity awards")
        pdf.text(400, y + 11, "(3,993)", align="right").text(480, y + 11, "(3,521)", align="right")
        assert rows_of(only(pdf))[-1] == [
            "Common stock withheld related to net share settlement of equity awards",
            "(3,993)",
            "(3,521)",
        ]

    def test_each_line_of_a_cell_is_a_piece_with_its_place(self) -> None:
        pdf = Pdf().page().grid([72, 200, 300], [100, 120, 160, 180], [["Item", "Amount"], ["", "5"], ["Rent", "7"]])
        pdf.text(75, 132, "Wages and").text(75, 146, "salaries")
        table = only(pdf)
        cell = next(c for c in table.cells if (c.row, c.col) == (1, 0))
        assert [p.text for p in cell.pieces] == ["Wages and ", "salaries"]
        boxes = [p.bbox for p in cell.pieces]
        assert all(b is not None and 70 < b.x0 < 78 for b in boxes)
        assert [round(b.y1) for b in boxes if b] == [134, 148]
        assert {p.page for p in cell.pieces} == {1}

    def test_leader_dots_are_neither_cells_nor_text(self) -> None:
        pdf = Pdf().page()
        for i, (label, a, b) in enumerate(
            [("Revenues", "969.9", "749.5"), ("Costs", "(78.5)", "(207.7)"), ("Tax", "(0.8)", "6.2")]
        ):
            y = 100 + 14 * i
            pdf.text(72, y, f"{label} {'. ' * 30}").text(400, y, a, align="right").text(480, y, b, align="right")
        assert rows_of(only(pdf)) == [
            ["Revenues", "969.9", "749.5"],
            ["Costs", "(78.5)", "(207.7)"],
            ["Tax", "(0.8)", "6.2"],
        ]


class TestGrids:
    CELLS = (("Name", "Role", "Since"), ("Ada", "Chair", "2019"), ("Grace", "Secretary", "2021"))

    def test_a_ruled_table(self) -> None:
        pdf = Pdf().page().grid([72, 180, 300, 400], [100, 120, 140, 160], self.CELLS)
        table = only(pdf)
        assert rows_of(table) == [list(row) for row in self.CELLS]
        assert headers(table) == {"Name", "Role", "Since"}

    def test_a_missing_inner_rule_makes_a_span(self) -> None:
        pdf = Pdf().page()
        for y in (100, 120, 140, 160):
            pdf.rule(72, y, 400, y)
        for x in (72, 180, 400):
            pdf.rule(x, 100, x, 160)
        pdf.rule(300, 120, 300, 160)
        pdf.text(75, 114, "City").text(183, 114, "Population of the city")
        pdf.text(75, 134, "Oslo").text(183, 134, "700").text(303, 134, "710")
        pdf.text(75, 154, "Bergen").text(183, 154, "290").text(303, 154, "291")
        table = only(pdf)
        assert spans(table) == {"Population of the city": (1, 2)}
        assert rows_of(table)[1:] == [["Oslo", "700", "710"], ["Bergen", "290", "291"]]

    def test_a_cell_over_two_rows(self) -> None:
        pdf = Pdf().page()
        for x in (72, 180, 300):
            pdf.rule(x, 100, x, 160)
        for y, x in ((100, 72), (120, 72), (140, 180), (160, 72)):
            pdf.rule(x, y, 300, y)
        pdf.text(75, 114, "Group").text(183, 114, "Member").text(75, 144, "First").text(183, 134, "Ada")
        pdf.text(183, 154, "Grace")
        assert spans(only(pdf)) == {"First": (2, 1)}

    def test_a_grid_of_filled_tiles(self) -> None:
        pdf = Pdf().page()
        for r, row in enumerate(self.CELLS):
            for c, text in enumerate(row):
                x, y = 72 + 110 * c, 100 + 18 * r
                pdf.box(x, y, x + 110, y + 18, fill="#dddddd" if r % 2 else "#eeeeff", stroke=False)
                pdf.text(x + 3, y + 13, text)
        assert rows_of(only(pdf)) == [list(row) for row in self.CELLS]

    def test_thin_rectangles_are_rules(self) -> None:
        pdf = Pdf().page()
        for y in (100, 120, 140, 160):
            pdf.box(72, y, 400, y + 0.7, fill="black", stroke=False)
        for x in (72, 180, 300, 400):
            pdf.box(x, 100, x + 0.7, 160, fill="black", stroke=False)
        for r, row in enumerate(self.CELLS):
            for c, text in enumerate(row):
                pdf.text((75, 183, 303)[c], 114 + 20 * r, text)
        assert rows_of(only(pdf)) == [list(row) for row in self.CELLS]

    def test_bars_between_rows_give_rows_of_several_lines(self) -> None:
        pdf = Pdf().page()
        rows = [("Fees", "The customer pays the fees within thirty days"), ("Term", "One year from the first day"),
                ("Law", "The laws of the State of Delaware"), ("Courts", "The courts of Wilmington")]  # fmt: skip
        for i, (term, text) in enumerate(rows):
            y = 100 + 40 * i
            pdf.rule(72, y, 500, y).text(76, y + 20, term, bold=True).text(200, y + 14, text)
            pdf.text(200, y + 27, "unless the parties agree otherwise.")
        pdf.rule(72, 260, 500, 260)
        assert rows_of(only(pdf)) == [[t, f"{text} unless the parties agree otherwise."] for t, text in rows]

    def test_a_caption_stays_in_the_flow(self) -> None:
        pdf = Pdf().page().text(72, 92, "Table 3. Members of the board")
        pdf.grid([72, 180, 300, 400], [100, 120, 140, 160], self.CELLS)
        layout = layout_of(pdf)
        assert layout.pages[0].tables[0].table.caption == "Table 3. Members of the board"
        assert [n.text for n in layout.pages[0].lines if n.table is None] == ["Table 3. Members of the board"]


class TestNoTables:
    def test_paragraphs(self) -> None:
        assert tables_of(Pdf().page().paragraph(72, 72, 460, PROSE * 3)) == []

    def test_two_columns_of_text(self) -> None:
        pdf = Pdf().page().paragraph(60, 72, 230, PROSE * 5).paragraph(320, 72, 230, PROSE * 5)
        assert tables_of(pdf) == []

    def test_contents_with_leaders(self) -> None:
        pdf = Pdf().page().text(72, 72, "Contents", bold=True)
        for i, title in enumerate(("Introduction", "Scope of the work", "Terms and definitions", "References")):
            pdf.text(72, 100 + 16 * i, f"{title} {'. ' * 40}").text(500, 100 + 16 * i, str(3 * i + 1), align="right")
        assert tables_of(pdf) == []

    def test_contents_without_leaders(self) -> None:
        pdf = Pdf().page()
        titles = ("Risk Factors", "Unresolved Staff Comments", "Legal Proceedings", "Mine Safety Disclosures",
                  "Executive Compensation", "Principal Accountant Fees")  # fmt: skip
        for i, title in enumerate(titles):
            y = 100 + 16 * i
            pdf.text(72, y, f"Item {i + 1}.").text(140, y, title).text(500, y, str(4 * i + 5), align="right")
        assert tables_of(pdf) == []

    @pytest.mark.parametrize("marks", [["•"] * 5, ["1.", "2.", "3.", "4.", "5."], ["(a)", "(b)", "(c)", "(d)", "(e)"]])
    def test_lists_with_hanging_marks(self, marks: list[str]) -> None:
        pdf = Pdf().page()
        for i, mark in enumerate(marks):
            pdf.text(72, 100 + 16 * i, mark).text(110, 100 + 16 * i, f"the point number {i} of the list")
        assert tables_of(pdf) == []

    def test_signature_blocks(self) -> None:
        pdf = Pdf().page().text(72, 100, "Franchisor").text(320, 100, "Franchisee")
        for i, label in enumerate(("By:", "Name:", "Title:", "Date:")):
            pdf.text(72, 116 + 14 * i, label).text(320, 116 + 14 * i, label)
        assert tables_of(pdf) == []

    def test_a_box_around_text(self) -> None:
        pdf = Pdf().page().box(60, 90, 540, 200).paragraph(72, 110, 440, PROSE)
        assert tables_of(pdf) == []

    def test_labels_of_a_chart_with_the_caption_of_a_figure(self) -> None:
        pdf = Pdf().page()
        for i in range(5):
            pdf.text(100, 100 + 30 * i, str(50 - 10 * i), align="right").text(150 + 60 * i, 90 + 20 * i, f"{i + 3}.{i}")
        for i, year in enumerate(range(2019, 2024)):
            pdf.text(150 + 60 * i, 240, str(year))
        pdf.text(100, 262, "Figure 2: Growth of the market")
        assert tables_of(pdf) == []


class TestPages:
    def _two_pages(self, *, repeat: bool) -> Layout:
        xs, first = [72, 130, 400, 500], [["No.", "Part", "Stock"], *(["1", "Bolt M1", "101"],) * 1]
        pdf = Pdf().page()
        cells = [*first, *([str(i), f"Bolt M{i}", str(100 + i)] for i in range(2, 30))]
        pdf.grid(xs, [100 + 20 * i for i in range(len(cells) + 1)], cells, bold_rows=1)
        more = [["No.", "Part", "Stock"]] * repeat + [[str(i), f"Bolt M{i}", str(100 + i)] for i in range(30, 36)]
        pdf.page().grid(xs, [72 + 20 * i for i in range(len(more) + 1)], more, bold_rows=int(repeat))
        pdf.text(72, 72 + 20 * len(more) + 40, "The list ends here.")
        layout = layout_of(pdf)
        make_blocks(layout)
        join_tables(layout)
        return layout

    @pytest.mark.parametrize("repeat", [True, False])
    def test_a_table_over_two_pages_is_one(self, repeat: bool) -> None:
        layout = self._two_pages(repeat=repeat)
        tables = [b.table for page in layout.pages for b in page.blocks if b.table]
        (table,) = tables
        rows = rows_of(table.table)
        assert [r[0] for r in rows] == ["No.", *(str(i) for i in range(1, 36))]
        cell = next(c for c in table.table.cells if "".join(p.text for p in c.pieces) == "Bolt M33")
        assert (cell.col, [p.page for p in cell.pieces]) == (1, [2])

    def test_text_between_keeps_tables_apart(self) -> None:
        cells = [["No.", "Part"], ["1", "Nut"], ["2", "Bolt"]]
        pdf = Pdf().page().grid([72, 130, 400], [600, 620, 640, 660], cells)
        pdf.page().text(72, 72, "Another list:").grid([72, 130, 400], [100, 120, 140, 160], cells)
        assert [t.continues for t in tables_of(pdf)] == [False, False]


def _words(layout: Layout) -> Counter[str]:
    return Counter(w.text for page in layout.pages for line in page.lines if line.table is not None for w in line.words)


def _cell_words(layout: Layout) -> Counter[str]:
    texts = [p.text for page in layout.pages for t in page.tables for c in t.table.cells for p in c.pieces]
    return Counter("".join("".join(texts).split()))


class TestComplete:
    """What the tables take out of the flow stands in their cells, no more and no less."""

    @staticmethod
    def _documents() -> list[Pdf]:
        pdf = Pdf().page().paragraph(72, 72, 460, PROSE).text(400, 140, "2024", align="right")
        pdf.text(500, 140, "2023", align="right")
        statement(pdf, 156, INCOME, rights=(400, 500)).paragraph(72, 300, 460, PROSE)
        grid = (
            Pdf().page().grid([72, 180, 300, 400], [100, 120, 140, 160], TestGrids.CELLS).paragraph(72, 200, 400, PROSE)
        )
        beside = Pdf().page().grid([72, 180, 280], [100, 120, 140], [["a", "b"], ["c", "d"]])
        beside.text(290, 114, "Beside the table").text(290, 134, "stands a text.")
        return [pdf, grid, beside]

    @pytest.mark.parametrize("index", range(3))
    def test_every_character_is_claimed_once(self, index: int) -> None:
        pdf = self._documents()[index]
        layout = read_layout(pdf.bytes())
        make_lines(layout)
        before = Counter(w.text for page in layout.pages for line in page.lines for w in line.words)
        find_tables(layout)
        after = Counter(w.text for page in layout.pages for line in page.lines for w in line.words)
        assert after == before
        claimed = Counter("".join(word * n for word, n in _words(layout).items()))
        assert claimed == _cell_words(layout)
        assert claimed


def test_a_number_that_its_narrow_cell_broke_is_whole() -> None:
    words = [Word("169,92", 100, 100, 130, 110, 0), Word("3", 100, 112, 105, 122, 0)]
    found = pieces(words, 1, Joints(Layout([PageLayout(1, 612, 792, 0)], [Style("Test", 10, False, False, False, 0)])))
    assert "".join(piece.text for piece in found) == "169,923"
