from __future__ import annotations

import pytest

from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import Sheets, outline


def read(*titles: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The headings of a document with these titles over tables, and the texts of the first page's blocks."""
    doc = Sheets().page().title("Item 8. Financial statements", size=13, bold=True).text()
    for lines in titles:
        doc.page().title(*lines, bold=True, centred=True)
        doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "10")]]).text()
    mark_headings(doc.layout)
    found = [title for _, title in outline(doc.layout)]
    blocks = [" ".join(n.text for n in b.lines) for b in doc.layout.pages[1].blocks if b.lines]
    return found[1:], blocks[:-1]


@pytest.mark.parametrize("company", ["Acme Corp. and Subsidiaries", "ACME WHOLESALE COMPANY", "Acme plc & subsidiary"])
@pytest.mark.parametrize(
    "under", ["($ in millions, except per share data)", "Years ended December 31", "As of June 30, 2024", "(Unaudited)"]
)
def test_only_the_line_between_company_and_unit_is_the_title(company: str, under: str) -> None:
    lines = (company, "Consolidated Statements of Income", under)
    assert read(lines) == (["Consolidated Statements of Income"], list(lines))


def test_a_title_over_two_lines_stays_whole() -> None:
    lines = ("Acme Inc.", "Consolidated Statements of Operations and", "Comprehensive Income", "(in thousands)")
    assert read(lines)[0] == ["Consolidated Statements of Operations and Comprehensive Income"]


def test_what_is_no_company_belongs_to_the_title() -> None:
    lines = ("Deed of Cross Guarantee", "Consolidated Balance Sheets", "($ in millions)")
    assert read(lines)[0] == ["Deed of Cross Guarantee Consolidated Balance Sheets"]


def test_a_statement_that_goes_on_is_told_by_its_mark() -> None:
    whole = ("Acme Inc.", "Consolidated Balance Sheets", "(in millions)")
    rest = ("Acme Inc.", "Consolidated Balance Sheets", "(Continued)")
    assert read(whole, rest)[0] == ["Consolidated Balance Sheets"]
    assert read(rest)[1] == ["Acme Inc.", "Consolidated Balance Sheets (Continued)"]


def test_a_list_of_statements_is_left_alone() -> None:
    lines = ("Consolidated Balance Sheets", "Consolidated Statements of Income", "Years ended December 31")
    assert read(lines)[1] == [" ".join(lines)]


def test_a_sentence_about_a_statement_is_left_alone() -> None:
    lines = ("The company closes its books in the", "Consolidated Statements of Income", "for the year.")
    assert read(lines)[1] == [" ".join(lines)]


@pytest.mark.parametrize("apart", [False, True])
def test_what_stands_between_company_and_unit_is_a_title(apart: bool) -> None:
    lines = ["ACME RESORTS AND SUBSIDIARIES", "SUPPLEMENTAL DATA", "(In thousands)", "(Unaudited)"]
    doc = Sheets().page().title("Highlights of the year", size=13, bold=True).text().text().page()
    for some in [[line] for line in lines] if apart else [lines]:
        doc.block(some, size=8, bold=True, centred=True, after=2)
    doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "10")]])
    mark_headings(doc.layout)
    assert [title for _, title in outline(doc.layout)] == ["Highlights of the year", "SUPPLEMENTAL DATA"]
    assert [" ".join(n.text for n in b.lines) for b in doc.layout.pages[1].blocks if b.lines] == lines[:2] + (
        lines[2:] if apart else [" ".join(lines[2:])]
    )
