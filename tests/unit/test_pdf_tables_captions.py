"""Captions of tables in PDF files: all their lines and the units below them, but no line of the text around."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.tables.captions import is_units
from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, layout_of

NAME = "Table 3. Loans by kind of borrower"
CELLS = [["Kind", "2025", "2024"], ["Private", "1,020", "980"], ["Public", "310", "295"]]


def caption(*lines: str, below: str | None = None, **look: bool) -> str | None:
    """The caption of a ruled table under these lines."""
    pdf = Pdf().page().paragraph(72, 40, 400, PROSE)
    pdf.lines(72, 146 - 12 * len(lines), lines, **look)
    pdf.grid([72, 240, 340, 440], [150, 170, 190, 210], CELLS)
    if below:
        pdf.text(72, 224, below)
    (table,) = layout_of(pdf).pages[0].tables
    return table.table.caption


@pytest.mark.parametrize(
    "units", ["(in millions, except per share data)", "Dollars in thousands", "(unaudited; € million)", "$ in millions"]
)
def test_the_units_between_caption_and_table_belong_to_it(units: str) -> None:
    assert caption(NAME, units) == f"{NAME} {units}"


def test_a_caption_of_several_lines() -> None:
    lines = ("Table 3. Loans by kind of borrower, before provisions and", "with the interest that is due at the end of",
             "the year")  # fmt: skip
    assert caption(*lines) == " ".join(lines)
    assert caption(*lines, "(in millions)") == f"{' '.join(lines)} (in millions)"


def test_a_sentence_between_caption_and_table_is_not_of_the_caption() -> None:
    assert caption(f"{NAME}.", "All of them are paid in time by those who owe them.") == f"{NAME}."


def test_the_caption_of_another_table_ends_it() -> None:
    assert caption("Table 2. None in this year", NAME) == NAME


def test_a_caption_below_the_table() -> None:
    assert caption(below=NAME) == NAME


def test_no_caption() -> None:
    assert caption("The loans were paid back.") is None
    assert caption("(in millions)") is None


@pytest.mark.parametrize(
    "text",
    ["(1) See the notes.", "In 2020 the company grew.", "In millions of homes people use gas.", "", "(a)"],
)
def test_what_tells_no_units(text: str) -> None:
    assert not is_units(text)


@pytest.mark.parametrize(
    "text", ["Millions of dollars", "In Mio. €", "单位：百万元", "Amounts in USD thousands", "(000s)"]
)
def test_what_tells_units(text: str) -> None:
    assert is_units(text)


def test_lines_of_the_caption_stay_in_the_text() -> None:
    pdf = Pdf().page().lines(72, 122, (NAME, "(in millions)"))
    layout = layout_of(pdf.grid([72, 240, 340, 440], [150, 170, 190, 210], CELLS))
    assert [n.text for n in layout.pages[0].lines if n.table is None] == [NAME, "(in millions)"]
