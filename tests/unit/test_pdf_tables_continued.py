"""Tables over page breaks: which go on, and which are tables of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pincite.parsers.assemble import DraftTable
from pincite.parsers.pdf.tables.continued import join_tables
from pincite.parsers.pdf.text.blocks import make_blocks
from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import layout_of, rows_of

ASSETS = [("Cash", "1,060", "1,016"), ("Receivables", "1,915", "1,894"), ("Supplies", "774", "769")]
FLOWS = [("Depreciation", "1,223", "1,190"), ("Taxes", "(123)", "43"), ("Dividends", "(1,599)", "(1,588)")]


def joined(pdf: Pdf) -> list[DraftTable]:
    """The tables of the document after the parts that go on are joined."""
    layout = layout_of(pdf)
    make_blocks(layout)
    join_tables(layout)
    return [b.table.table for page in layout.pages for b in page.blocks if b.table]


def part(
    pdf: Pdf, top: float, rows: Sequence[tuple[str, str, str]], head: tuple[str, str] | None = None, title: str = ""
) -> Pdf:
    """A part of a statement without rules, with its title and its header."""
    if title:
        pdf.text(306, top, title, align="center", bold=True)
        top += 16
    if head:
        for x, text in zip((420, 520), head, strict=True):
            pdf.text(x, top, text, align="right", bold=True)
        top += 14
    for i, (label, *amounts) in enumerate(rows):
        pdf.text(72, top + 14 * i, label)
        for x, amount in zip((420, 520), amounts, strict=True):
            pdf.text(x, top + 14 * i, amount, align="right")
    return pdf


def full(rows: Sequence[tuple[str, str, str]], count: int = 44) -> list[tuple[str, str, str]]:
    """As many rows as fill a page."""
    return [(f"{label} {i}", a, b) for i in range(count) for label, a, b in [rows[i % len(rows)]]]


class TestGoesOn:
    def test_rows_without_a_header_below_a_full_page(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page(), 72, FLOWS).text(72, 150, "See the notes to these statements.")
        (table,) = joined(pdf)
        rows = rows_of(table)
        assert rows[0] == ["", "2024", "2023"]
        assert rows[-3:] == [list(row) for row in FLOWS]
        assert table.n_rows == 1 + 44 + 3

    def test_the_same_header_again_is_dropped(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page(), 72, FLOWS, ("2024", "2023"))
        (table,) = joined(pdf)
        assert [row for row in rows_of(table) if row[1] == "2024"] == [["", "2024", "2023"]]

    def test_a_table_without_any_header_in_the_same_columns(self) -> None:
        cells = [[f"Term {i}", f"What the term {i} says"] for i in range(1, 31)]
        pdf = Pdf().page().grid([72, 200, 500], [90 + 21 * i for i in range(31)], cells, bold_rows=0)
        pdf.page().grid(
            [72, 200, 500], [72, 93, 114], [["Term 31", "What it says"], ["Term 32", "Its sense"]], bold_rows=0
        )
        (table,) = joined(pdf)
        assert [row[0] for row in rows_of(table)] == [f"Term {i}" for i in range(1, 33)]

    def test_a_line_that_says_so_may_stand_between(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page(), 140, FLOWS, ("2024", "2023")).text(72, 120, "(continued)")
        assert len(joined(pdf)) == 1


class TestOwnTable:
    @pytest.mark.parametrize("head", [("2023", "2022"), ("Cost", "Value"), ("2024", "Change")])
    def test_another_header(self, head: tuple[str, str]) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page(), 72, FLOWS, head)
        first, second = joined(pdf)
        assert rows_of(first)[0] == ["", "2024", "2023"]
        assert rows_of(second) == [["", *head], *(list(row) for row in FLOWS)]

    def test_a_header_that_is_the_same_in_part(self) -> None:
        def headed(pdf: Pdf, top: float, name: str, rows: Sequence[tuple[str, str, str]]) -> Pdf:
            pdf.text(470, top, "Six months ended June 30,", align="center", bold=True).rule(380, top + 4, 530, top + 4)
            pdf.text(72, top + 14, name, bold=True)
            return part(pdf, top + 14, rows, ("2025", "2024"))

        pdf = headed(Pdf().page(), 76, "Revenue carloads", full(ASSETS))
        headed(pdf.page(), 72, "Average revenue per car", FLOWS)
        first, second = joined(pdf)
        assert rows_of(first)[1][0] == "Revenue carloads"
        assert rows_of(second)[1] == ["Average revenue per car", "2025", "2024"]

    def test_the_same_header_below_a_page_with_room(self) -> None:
        """Statements of three and of six months, each on its page."""
        pdf = part(Pdf().page(), 90, ASSETS, ("Shares", "Total"))
        part(pdf.page(), 90, FLOWS, ("Shares", "Total")).page().paragraph(72, 72, 460, "Words of a text. " * 330)
        assert len(joined(pdf)) == 2

    def test_a_title_of_its_own(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page(), 72, FLOWS, title="Statements of Cash Flows")
        assert len(joined(pdf)) == 2

    def test_other_columns(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        pdf.page()
        for i, (label, a, b) in enumerate(FLOWS):
            pdf.text(72, 72 + 14 * i, label).text(250, 72 + 14 * i, a, align="right")
            pdf.text(330, 72 + 14 * i, b, align="right")
        assert len(joined(pdf)) == 2

    def test_a_paragraph_between(self) -> None:
        pdf = part(Pdf().page(), 90, full(ASSETS), ("2024", "2023"))
        part(pdf.page().text(72, 72, "The cash flows of the year were these:"), 88, FLOWS)
        assert len(joined(pdf)) == 2
