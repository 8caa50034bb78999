"""Lines that look like titles, in forms, figures, tables and signature blocks, and titles set together in one block."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.titles import is_address, is_caption, is_person, is_signing
from pincite.parsers.pdf.headings.toc import mark_contents
from tests.layouts import PROSE, Sheets, outline

BOLD: dict[str, Any] = {"bold": True}


def titles(doc: Sheets) -> list[str]:
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return [t for _, t in outline(doc.layout)]


def letter() -> Sheets:
    return Sheets().page().title("Scope of the work", **BOLD).text().text()


@pytest.mark.parametrize(
    "line",
    [
        "Table 1.01A",
        "Chart 3.1",
        "Box 4.1. Conditions in the Sector",
        "Dated: 02/16/2023 /s/ Warren Luther",
        "[SIGNATURE PAGE FOLLOWS]",
        "Participant: Grant Date: Number of Shares:",
        "“Target Number of",
        "EXECUTION VERSION",
        "83 Tower Road North, Bristol BS30 8XP",
        "John W. Schindler",
        "4052 Bald Cypress Way, Bin A00",
        ": Northern Tobacco Company Ltd.",
        "(“Supplier”) Bank of the North, N.A.",
        "Total Fees Charged In 2019 $0.54",
        "Total Interest For This Period: 14.09",
    ],
)
def test_no_titles(line: str) -> None:
    assert titles(letter().title(line, **BOLD).text()) == ["Scope of the work"]


def test_a_caption_is_no_heading_although_it_is_tagged_as_one() -> None:
    doc = Sheets().page()
    for i, name in enumerate(("Aims", "Table 1.2", "Means")):
        doc.tag(2 * i, "H2").title(name, size=14, mcid=2 * i, **BOLD).tag(2 * i + 1, "P").text(mcid=2 * i + 1)
    assert titles(doc) == ["Aims", "Means"]


def test_fields_of_a_form_one_below_the_other() -> None:
    doc = letter().title("Grant Date:", **BOLD).title("Vesting Schedule:", **BOLD).text()
    assert titles(doc) == ["Scope of the work"]


def test_a_centred_title_of_a_table_and_the_same_continued() -> None:
    doc = letter().title("ESTIMATED COSTS", centred=True, **BOLD)
    doc.table([[(72, "Cash"), (300, "12")], [(72, "Stock"), (300, "7")]])
    doc.page().title("ESTIMATED COSTS—Continued", centred=True, **BOLD)
    doc.table([[(72, "Land"), (300, "31")]])
    assert titles(doc) == ["Scope of the work"]


def test_the_exhibit_that_a_whole_file_is() -> None:
    doc = Sheets().page().title("Exhibit 10.6", **BOLD).title("FRANCHISE AGREEMENT", size=14, **BOLD).text()
    doc.title("1 Grant", **BOLD).text().title("2 Term", **BOLD).text()
    assert titles(doc) == ["FRANCHISE AGREEMENT", "1 Grant", "2 Term"]


def test_long_titles_of_items_that_end_with_a_full_stop() -> None:
    long = (
        "Item 2. Market for the Common Equity of the Registrant, Related Matters of its Stockholders and Issuer "
        "Purchases of Equity Securities."
    )
    doc = Sheets().page()
    for name in ("Item 1. Business.", long, "Item 3. Properties.", "Item 4. Controls."):
        doc.text(name, **BOLD).text()
    assert titles(doc) == ["Item 1. Business.", long, "Item 3. Properties.", "Item 4. Controls."]


def test_a_numbered_title_and_the_subtitle_below_it_are_two() -> None:
    doc = Sheets().page().text()
    doc.title("Item 2. Properties", "Warehouse Properties", **BOLD).text()
    doc.title("Item 3. Legal Proceedings", **BOLD).text()
    assert titles(doc) == ["Item 2. Properties", "Warehouse Properties", "Item 3. Legal Proceedings"]


def test_a_note_below_the_name_of_the_notes() -> None:
    doc = Sheets().page().title("Notes to the Statements", "NOTE 1. Policies", **BOLD).text()
    doc.title("NOTE 2. Debt", **BOLD).text().title("NOTE 3. Taxes", **BOLD).text()
    assert titles(doc) == ["Notes to the Statements", "NOTE 1. Policies", "NOTE 2. Debt", "NOTE 3. Taxes"]


def test_a_title_that_refers_to_a_section_stays_whole() -> None:
    doc = Sheets().page().text()
    doc.title("SECURITIES REGISTERED PURSUANT TO", "SECTION 12 OF THE ACT", **BOLD).text()
    assert titles(doc) == ["SECURITIES REGISTERED PURSUANT TO SECTION 12 OF THE ACT"]


def test_a_clause_title_alone_where_others_begin_their_paragraph() -> None:
    doc = Sheets().page().title("2. LICENSE", size=12, **BOLD)
    for i, name in enumerate(("Grant", "Exclusions", "Sublicenses", "Rights"), 1):
        doc.text(f"2.{i} {name}. {PROSE}")
    doc.text("2.5 Branding.").text("(a) " + PROSE)
    assert titles(doc)[-1] == "2.5 Branding."


@pytest.mark.parametrize("text", ["John W. Schindler", "T. Kirk Odegard", "Mark S. Meder, First Vice President"])
def test_persons(text: str) -> None:
    assert is_person(text)


@pytest.mark.parametrize("text", ["U.S. Pension Plans", "John Snow", "Deed of Trust"])
def test_no_persons(text: str) -> None:
    assert not is_person(text)


def test_captions_addresses_signatures() -> None:
    assert is_caption("Table 1.01A")
    assert not is_caption("Tables and chairs")
    assert is_address("Warmley, Bristol BS30 8XP")
    assert is_signing("By: Jane Roe")
    assert not is_signing("By-laws of the company")


@pytest.mark.parametrize("line", ["Fiscal Year 2019", "Phase 2: Trials of 2021", "Chapter 11 Cases", "20 Ways to Save"])
def test_titles_with_figures(line: str) -> None:
    assert titles(letter().title(line, **BOLD).text()) == ["Scope of the work", line]


def test_a_word_among_the_labels_of_a_figure() -> None:
    doc = letter().row((80, "input"), (300, "output"), size=7)
    doc.title("ENCODER", size=12, font="Sans").row((80, "layer"), (300, "layer"), size=7)
    doc.gap(8).text("Figure 1: The parts of the machine", kind=Kind.CAPTION).text()
    assert titles(doc) == ["Scope of the work"]


def test_the_heads_of_columns_in_a_row() -> None:
    doc = letter().row((92, "Year"), (300, "Milestones"), bold=True)
    for block in doc.sheet.blocks[-1:]:
        doc.sheet.blocks[-2].lines += block.lines
    del doc.sheet.blocks[-1]
    doc.row((92, "Year 1"), (300, "None")).row((92, "Year 2"), (300, "To be agreed")).text()
    assert titles(doc) == ["Scope of the work"]


def test_the_name_over_an_address_in_its_look() -> None:
    look: dict[str, Any] = {"bold": True, "size": 12, "after": 3, "above": 0}
    doc = letter().gap(40).title("Produced by:", **look).title("Northern Department of Health", **look)
    doc.title("4052 Bald Cypress Way, Bin A00", **look).gap(30).text().title("Costs", **BOLD).text()
    assert titles(doc) == ["Scope of the work", "Costs"]


def test_a_title_over_a_plain_address() -> None:
    doc = letter().title("Where to write", **BOLD).block(["83 Tower Road North, Bristol BS30 8XP"]).text()
    assert titles(doc) == ["Scope of the work", "Where to write"]


def test_a_title_whose_second_line_begins_with_the_number_of_a_line() -> None:
    doc = letter().title("Worksheet for the lines", bold=True, centred=True, after=2)
    doc.block(["17a and 17b"], bold=True, centred=True).text()
    assert titles(doc) == ["Scope of the work", "Worksheet for the lines 17a and 17b"]
