from __future__ import annotations

from typing import Any

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.toc import mark_contents
from tests.layouts import PROSE, Sheets, outline

H: dict[str, Any] = {"size": 13, "bold": True}
SUB: dict[str, Any] = {"size": 11, "bold": True}


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return outline(doc.layout)


def test_parts_of_a_row_are_headings_as_the_others() -> None:
    doc = Sheets().page()
    doc.block(["1. DEFINITIONS"], kind=Kind.LIST_ITEM).text()
    for n, name in enumerate(("GRANT", "FEES", "TRAINING"), 2):
        doc.title(f"{n}. {name}").block([f"{n}.1 The parties meet each year"]).text()
    doc.block(["5. LIABILITY"], kind=Kind.LIST_ITEM).text()
    assert [t for _, t in headings(doc)] == ["1. DEFINITIONS", "2. GRANT", "3. FEES", "4. TRAINING", "5. LIABILITY"]


def test_items_in_brackets_of_a_larger_size_are_headings() -> None:
    doc = Sheets().page().title("1 Problems", size=16, bold=True).text()
    for item in ("(1) Terms of the policy", "(2) Practice of insurers", "(3) Role of the authority"):
        doc.title(item, size=11.5, kind=Kind.LIST_ITEM).text().text()
    doc.title("2 Proposals", size=16, bold=True).text()
    assert [t for _, t in headings(doc)][1:4] == [
        "(1) Terms of the policy", "(2) Practice of insurers", "(3) Role of the authority"
    ]  # fmt: skip


def test_a_list_within_a_section_does_not_end_its_chapter() -> None:
    doc = Sheets().page().title("9 Cures", size=16, bold=True).text().title("9.1 Evidence", **H).text()
    doc.title("9.2 Practice", **H).text().title("1. Timing of tests", **SUB).text().title("2. Cost", **SUB).text()
    doc.title("9.3 Gaps", **H).text()
    assert headings(doc) == [
        (1, "9 Cures"), (2, "9.1 Evidence"), (2, "9.2 Practice"), (3, "1. Timing of tests"), (3, "2. Cost"),
        (2, "9.3 Gaps"),
    ]  # fmt: skip


def test_an_unnumbered_title_does_not_end_a_chapter_whose_parts_go_on() -> None:
    doc = Sheets().page().title("5 Examples", size=16, bold=True).text().title("5.1 Simple", **H).text()
    doc.title("Sample output", size=16, bold=True).text().title("5.2 Advanced", **H).text()
    doc.title("6 Questions", size=16, bold=True).text()
    found = {t: level for level, t in headings(doc)}
    assert found["5.2 Advanced"] == found["5.1 Simple"] == 2
    assert found["6 Questions"] == 1


def test_exhibits_bound_in_count_anew() -> None:
    doc = Sheets().page()
    for name in ("1. Grant", "2. Fees", "3. Term"):
        doc.title(name, **H).text()
    doc.page().title("EXHIBIT A", **H, centred=True).text()
    for name in ("1. Software", "2. Support"):
        doc.title(name, **H).text()
    doc.page().title("EXHIBIT B", **H, centred=True).text()
    doc.title("1. Prices", **H).text()
    assert headings(doc) == [
        (1, "1. Grant"), (1, "2. Fees"), (1, "3. Term"),
        (1, "EXHIBIT A"), (2, "1. Software"), (2, "2. Support"), (1, "EXHIBIT B"), (2, "1. Prices"),
    ]  # fmt: skip


def test_contents_contain_nothing() -> None:
    doc = Sheets().page().title("TABLE OF CONTENTS", size=16, bold=True)
    doc.text("Part I............ 2").text("Part II.......... 3")
    doc.page().title("Part I", **H).text().page().title("Part II", **H).text()
    assert [level for level, _ in headings(doc)] == [1, 1, 1]


def test_statements_stand_under_their_item_and_notes_under_their_title() -> None:
    doc = Sheets().page().title("PART II", **H, centred=True).title("Item 8. Financial Statements", **H).text()
    doc.title("Consolidated Balance Sheets", **H, centred=True).text()
    doc.title("Notes to Consolidated Financial Statements", **H, centred=True).text()
    doc.title("Note 1. Policies", **H).text().title("Basis of presentation", **H).text()
    doc.title("Note 2. Debt", **H).text().title("Term loan", **H).text().title("Note 3. Leases", **H).text()
    doc.title("Item 9. Controls", **H).text().page().title("SIGNATURES", **H, centred=True).text()
    assert headings(doc) == [
        (1, "PART II"), (2, "Item 8. Financial Statements"), (3, "Consolidated Balance Sheets"),
        (3, "Notes to Consolidated Financial Statements"), (4, "Note 1. Policies"), (5, "Basis of presentation"),
        (4, "Note 2. Debt"), (5, "Term loan"), (4, "Note 3. Leases"), (2, "Item 9. Controls"), (1, "SIGNATURES"),
    ]  # fmt: skip


def test_the_cover_of_a_filing_contains_nothing() -> None:
    doc = Sheets().page().title("SECURITIES AND EXCHANGE COMMISSION", size=16, bold=True, centred=True)
    doc.text(PROSE * 2).page().title("PART I", **H).text().title("Item 1. Business", **H).text()
    doc.title("Item 2. Properties", **H).text().title("PART II", **H).text()
    assert headings(doc) == [
        (1, "SECURITIES AND EXCHANGE COMMISSION"), (1, "PART I"), (2, "Item 1. Business"),
        (2, "Item 2. Properties"), (1, "PART II"),
    ]  # fmt: skip


def test_a_word_that_looks_like_a_number_makes_no_row() -> None:
    doc = Sheets().page().title("Networks", size=16, bold=True).text()
    for name in ("Spectrum", "4G LTE", "Fiber", "A new plant"):
        doc.title(name, **H).text()
    assert [level for level, _ in headings(doc)] == [1, 2, 2, 2, 2]


def test_an_appendix_at_the_back_ends_the_last_section() -> None:
    doc = Sheets().page().title("10 Duties", size=16, bold=True).text().title("10.1 Claims", **H).text()
    doc.page().title("Appendix: Technical data", size=16, bold=True).text()
    assert headings(doc) == [(1, "10 Duties"), (2, "10.1 Claims"), (1, "Appendix: Technical data")]


def test_a_numbered_part_stands_directly_under_its_number() -> None:
    doc = Sheets().page().title("9.7 Patterns", **H).text().title("Operators and examples", **H).text()
    doc.title("9.7.1 Details", size=10.5, bold=True).text().title("9.7.2 Limits", size=10.5, bold=True).text()
    doc.title("9.8 Dates", **H).text()
    found = {t: level for level, t in headings(doc)}
    assert found["9.7.1 Details"] == found["9.7.2 Limits"] == found["9.7 Patterns"] + 1


def test_numbered_examples_end_no_section() -> None:
    doc = Sheets().page().title("14.5 Rules", size=14, bold=True).text().title("14.5.1 Files", **H).text()
    doc.title("Example 14.2. A file", size=11, bold=True).text().title("14.5.2 Types", **H).text()
    doc.title("Example 14.3. A type", size=11, bold=True).text().title("14.6 Users", size=14, bold=True).text()
    found = {t: level for level, t in headings(doc)}
    assert found["14.5.1 Files"] == found["14.5.2 Types"] == found["14.5 Rules"] + 1
    assert found["Example 14.2. A file"] == found["Example 14.3. A type"] == found["14.5.1 Files"] + 1


def test_a_deep_number_in_sequence_needs_no_look() -> None:
    doc = Sheets().page().title("2 Terms", size=16, bold=True).text().title("2.1 Words", **H).text()
    for n, name in enumerate(("Bracket expressions", "Escapes", "Limits"), 1):
        doc.title(f"2.1.{n}. {name}", size=9.5, color=0x666666).text()
    assert [level for level, _ in headings(doc)] == [1, 2, 3, 3, 3]


def test_the_authority_stays_where_the_file_has_it_for_a_heading() -> None:
    doc = Sheets().page()
    for mcid, (title, level) in enumerate([("SECURITIES AND EXCHANGE COMMISSION", "H2"), ("FORM 6-K", "H2")]):
        doc.title(title, size=16, bold=True, centred=True, mcid=mcid).tag(mcid, "Document", level)
    for mcid in range(2, 8):
        doc.text(mcid=mcid).tag(mcid, "Document", "P")
    mark_headings(doc.layout)
    assert [title for _, title in outline(doc.layout)] == ["SECURITIES AND EXCHANGE COMMISSION", "FORM 6-K"]
