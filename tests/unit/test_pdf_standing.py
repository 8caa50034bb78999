from __future__ import annotations

from typing import Any

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import Sheets, outline

H: dict[str, Any] = {"size": 13, "bold": True}


def headings(doc: Sheets) -> list[str]:
    mark_headings(doc.layout)
    return [title for _, title in outline(doc.layout)]


def test_a_stamp_over_the_pages_is_no_heading() -> None:
    doc = Sheets()
    for name in ("Claims", "Payments", "Appeals", "Forms"):
        doc.page().title(name, **H).text()
        doc._y = 400
        doc.block(["SPECIMEN"], size=40, x=200).text()
    assert headings(doc) == ["Claims", "Payments", "Appeals", "Forms"]


def test_labels_that_each_entry_of_a_form_has_are_no_headings() -> None:
    doc = Sheets()
    goals = [f"Roads of district {n}ville" for n in "ABCDEFGHIJKL"]
    for goal in goals:
        doc.page().title(goal, size=16, bold=True).text().title("Progress update", **H).text()
        doc.title("Outcome", **H).text()
    assert headings(doc) == goals


def test_the_company_over_each_statement_is_no_heading() -> None:
    doc = Sheets()
    doc.page().title("Item 8. Financial statements", **H).text()
    statements = [
        "CONSOLIDATED BALANCE SHEETS",
        "CONSOLIDATED STATEMENTS OF INCOME",
        "CONSOLIDATED STATEMENTS OF EQUITY",
    ]
    for statement in statements:
        doc.page().title("ACME CORPORATION", bold=True, centred=True, after=2)
        doc.title(statement, bold=True, centred=True, above=2)
        doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "10")]]).text()
    assert headings(doc) == ["Item 8. Financial statements", *statements]


def test_a_statement_is_a_heading_with_the_unit_behind_it() -> None:
    doc = Sheets().page().title("Item 8. Financial statements", **H).text()
    doc.page().title(
        "ACME WHOLESALE CORPORATION", "CONSOLIDATED BALANCE SHEETS",
        "(amounts in millions, except par value and share data)", bold=True, centred=True,
    )  # fmt: skip
    doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "10")]]).text()
    assert len(headings(doc)) == 2


def test_parties_that_sign_are_no_headings() -> None:
    doc = Sheets().page().title("1. Grant", **H).text().title("2. Term", **H).text()
    doc.title("ACME HOLDINGS, LLC", bold=True).block(["By: ________________"]).block(["Name: A. Smith"])
    doc.title("BETA SYSTEMS INC.", bold=True).block(["/s/ B. Jones"])
    assert headings(doc) == ["1. Grant", "2. Term"]


def test_names_of_files_and_of_authors_are_no_headings() -> None:
    doc = Sheets().page().title("EX-10.2 12 d8176dex102.htm EX-10.2", bold=True)
    doc.title("A model of rivers", size=16, bold=True, centred=True)
    doc.title("Ann Lee 1,2 Bo Chen3 Cy Day 1 Di Fox2", size=12, bold=True, centred=True)
    doc.block(["University of the North, Department of Waters"], centred=True)
    doc.title("Abstract", size=12, bold=True).text().title("1 Introduction", size=12, bold=True).text()
    doc.title("2 Data", size=12, bold=True).text()
    assert headings(doc) == ["A model of rivers", "Abstract", "1 Introduction", "2 Data"]


def test_labels_of_a_figure_are_no_headings() -> None:
    doc = Sheets().page().title("1 Method", **H).text()
    doc.block(["Source"], size=8, font="Arial").title("Functions", size=8.5, bold=True, font="Arial")
    doc.block(["Checker"], size=8, font="Arial").block(["Reader"], size=8, font="Arial")
    doc.title("2 Results", **H).text()
    assert headings(doc) == ["1 Method", "2 Results"]


def test_glyphs_without_words_are_no_headings() -> None:
    doc = Sheets().page().title("1 Notes", **H).text().title("ª h ª h", size=20).text().title("2 Rests", **H).text()
    assert headings(doc) == ["1 Notes", "2 Rests"]


def test_numbered_lines_of_one_block_are_a_list() -> None:
    doc = Sheets().page().title("1. Section", **H).text()
    doc.block(["Paragraph 2.1", "Paragraph 2.2"]).block(["2.2.1 deeper"], kind=Kind.LIST_ITEM)
    doc.title("2. Section", **H).text()
    assert headings(doc) == ["1. Section", "2. Section"]


def test_a_company_over_one_statement_is_no_heading() -> None:
    doc = Sheets().page().title("Item 1. Financial Statements", **H).text()
    doc.title("Acme Inc.", bold=True, centred=True, after=2)
    doc.title("CONSOLIDATED BALANCE SHEETS", bold=True, centred=True, above=2)
    doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "10")]]).text()
    assert headings(doc) == ["Item 1. Financial Statements", "CONSOLIDATED BALANCE SHEETS"]


def test_a_box_to_tick_begins_no_heading() -> None:
    doc = Sheets().page().title("Reports", **H).text().title("☒ ANNUAL REPORT UNDER SECTION 13", **H).text()
    doc.title("Fees", **H).text()
    assert headings(doc) == ["Reports", "Fees"]
