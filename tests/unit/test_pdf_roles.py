"""Roles of blocks: cover, exhibit, signature, index at the back."""

from __future__ import annotations

from typing import Any

from pincite.model import Kind, Role
from pincite.parsers.pdf.engine import analyse, build
from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import PROSE, Sheets
from tests.pdfs import Pdf

H: dict[str, Any] = {"size": 14, "bold": True}


def roles(doc: Sheets, page: int) -> list[Role]:
    return [block.role for block in doc.layout.pages[page - 1].blocks]


def filing() -> Sheets:
    doc = Sheets().page().title("FORM 10-K", size=20, bold=True, centred=True)
    doc.title("Acme Corporation", size=16, bold=True, centred=True).block(["(Exact name of registrant)"], centred=True)
    doc.page().title("PART I", **H).text().title("Item 1. Business", size=12, bold=True).text().text()
    doc.title("Item 2. Properties", size=12, bold=True).text().title("Item 15. Exhibits", size=12, bold=True)
    doc.block(["10.1 Credit Agreement of May 4, 2020"]).block(["10.2* Lease of the head office"])
    doc.block(["21 Subsidiaries"]).text("The schedules were left out.")
    doc.page().title("SIGNATURES", **H).text().block(["/s/ A. Smith"]).block(["Chief Executive"])
    doc.page().title("EXHIBIT 10.1", **H).text().title("1. Loans", size=12, bold=True).text()
    doc.page().text()
    return doc


def test_the_parts_of_a_filing() -> None:
    doc = filing()
    mark_headings(doc.layout)
    assert set(roles(doc, 1)) == {Role.COVER}
    assert set(roles(doc, 3)) == {Role.SIGNATURE}
    assert set(roles(doc, 4)) == set(roles(doc, 5)) == {Role.EXHIBIT}


def test_a_list_of_exhibits_gives_an_entry_for_each() -> None:
    doc = filing()
    mark_headings(doc.layout)
    blocks = doc.layout.pages[1].blocks
    found = [b for b in blocks if b.kind is Kind.EXHIBIT]
    assert [b.lines[0].text.split()[0] for b in found] == ["10.1", "10.2*", "21"]
    assert {b.role for b in found} == {Role.EXHIBIT}
    assert {b.role for b in blocks if b.kind is not Kind.EXHIBIT} == {Role.BODY}


def test_a_table_of_exhibits_stays_a_table() -> None:
    pdf = Pdf().page().text(72, 72, "Item 6. Exhibits", bold=True, size=14).paragraph(72, 300, 400, PROSE)
    pdf.grid([72, 160, 400], [90, 110, 130, 150], [["No.", "Exhibit"], ["31.1", "Certification"], ["32", "Report"]])
    pdf.text(72, 180, "Item 7. Prices", bold=True, size=14)
    pdf.grid([72, 160, 400], [200, 220, 240, 260], [["Good", "Price"], ["Oil", "31.1"], ["Gas", "32"]])
    doc = build(analyse(pdf.bytes()), doc_id="d", name="a.pdf")
    tables = [b for b in doc.blocks if b.table is not None]
    assert [(b.kind, b.role) for b in tables] == [(Kind.TABLE, Role.EXHIBIT), (Kind.TABLE, Role.BODY)]


def test_who_signs_a_contract_signs_on_that_page() -> None:
    doc = Sheets().page().title("1. Term", **H).text().title("2. Notices", **H).text()
    doc.text("IN WITNESS WHEREOF, the parties have signed this agreement on the day first written above.")
    doc.block(["ACME CORP."]).block(["By: ________", "Name: A. Smith", "Title: President"])
    doc.page().title("3. Prices", **H).text().block(["Name: the name of the goods."])
    mark_headings(doc.layout)
    assert roles(doc, 1) == [Role.BODY] * 4 + [Role.SIGNATURE] * 3
    assert set(roles(doc, 2)) == {Role.BODY}


def test_the_fields_of_a_signature_need_no_words_above_them() -> None:
    doc = Sheets().page().title("1. Term", **H).text().block(["By: ________", "Name: A. Smith", "Its: President"])
    mark_headings(doc.layout)
    assert roles(doc, 1) == [Role.BODY, Role.BODY, Role.SIGNATURE]


def test_the_index_at_the_back() -> None:
    doc = Sheets().page().title("1 Use", **H).text().page().title("2 Care", **H).text().page().title("3 Help", **H)
    doc.text().page().title("Index", **H).block(["boiler, 3"]).block(["pump, 1, 3"])
    mark_headings(doc.layout)
    assert set(roles(doc, 4)) == {Role.INDEX}
    assert set(roles(doc, 3)) == {Role.BODY}


def test_entries_keep_their_links() -> None:
    pdf = Pdf().page().text(72, 72, "Item 6. Exhibits", bold=True, size=14)
    for i, text in enumerate(("10.1 Credit Agreement of May 4, 2020", "31 Certification of the officer")):
        pdf.text(72, 110 + 30 * i, text).link(72, 100 + 30 * i, 250, 114 + 30 * i, uri=f"https://example.org/{i}")
    doc = build(analyse(pdf.bytes()), doc_id="d", name="a.pdf")
    assert [[a.uri for a in b.links] for b in doc.blocks if b.kind is Kind.EXHIBIT] == [
        ["https://example.org/0"],
        ["https://example.org/1"],
    ]
