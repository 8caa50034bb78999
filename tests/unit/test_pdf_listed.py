"""What the contents say of headings: titles, and the pages that they stand on."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.toc import mark_contents, read_entries
from tests.layouts import PROSE, Sheets, outline


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return outline(doc.layout)


def contents(doc: Sheets, *entries: tuple[str, str], title: str | None = "Contents") -> Sheets:
    doc.page()
    if title:
        doc.title(title, size=16, bold=True)
    for name, label in entries:
        doc.row((72, name), (500, label))
    return doc


def report(labels: tuple[str, ...] = ("2", "3", "4"), printed: bool = True, bold: bool = False) -> Sheets:
    """Three chapters set as plain as the text, and "Overview" as a line of each of them."""
    doc = contents(Sheets(), *zip(("Overview", "Fisheries", "Forests"), labels, strict=True))
    for name in ("Overview", "Fisheries", "Forests"):
        doc.page().title(name, bold=bold).text().title("Overview", bold=bold).text()
    for page in doc.layout.pages[1:] if printed else ():
        page.printed_label = labels[page.number - 2]
    return doc


def test_title_and_page_label_agree() -> None:
    found = headings(report())
    assert [t for _, t in found if t != "Contents"] == ["Overview", "Fisheries", "Forests"]


def test_the_printed_label_counts_not_the_number_of_the_sheet() -> None:
    found = headings(report(labels=("iv", "1", "2")))
    assert [t for _, t in found if t != "Contents"] == ["Overview", "Fisheries", "Forests"]


def test_pages_without_labels_are_counted() -> None:
    found = headings(report(labels=("11", "12", "13"), printed=False))
    assert [t for _, t in found if t != "Contents"] == ["Overview", "Fisheries", "Forests"]


def test_labels_that_prove_wrong_say_nothing() -> None:
    doc = report(labels=("40", "41", "58"), printed=False, bold=True)
    names = [t for _, t in headings(doc)]
    assert {"Overview", "Fisheries", "Forests"} <= set(names), "the titles alone are evidence"


def test_an_entry_worded_a_little_differently_finds_the_title_on_its_page() -> None:
    doc = contents(Sheets(), ("Scope", "2"), ("Results of operations", "3"), ("Terms used", "4"), ("Prices", "5"))
    for name in ("Scope", "Item 7. Results of operations (in millions)", "Terms used", "Prices"):
        doc.page().title(name).text()
        doc.sheet.printed_label = str(doc.sheet.number)
    assert [t for _, t in headings(doc)][-3] == "Item 7. Results of operations (in millions)"


def test_the_title_of_a_part_at_the_top_of_later_pages_is_no_heading() -> None:
    doc = contents(Sheets(), ("DIAGNOSTICS", "2"), ("Chapter 1. Samples", "3"), ("Chapter 2. Tests", "4"))
    doc.page().title("DIAGNOSTICS", size=24, bold=True)
    for name in ("Chapter 1. Samples", "Chapter 2. Tests"):
        doc.page().title("DIAGNOSTICS", above=0, size=11, bold=True).title(name, size=24, bold=True).text()
    for page in doc.layout.pages:
        page.printed_label = str(page.number)
    assert [t for _, t in headings(doc)].count("DIAGNOSTICS") == 1


NAMES = ("Business", "Risk Factors", "Properties", "Proceedings", "Market", "Analysis", "Statements", "Controls")


def filing() -> Sheets:
    """Contents without a title and without leaders, its parts centred, over the sections that it lists."""
    doc = Sheets().page().title("PART I", centred=True)
    for i, name in enumerate(NAMES):
        doc.row((72, f"Item {i + 1}"), (120, name), (500, str(i + 2)))
        if i == 3:
            doc.block(["PART II"], centred=True)
    for i, name in enumerate(NAMES):
        doc.page()
        if i in (0, 4):
            doc.title("PART I" if i == 0 else "PART II", centred=True, bold=True)
        doc.title(f"Item {i + 1}. {name.upper()}", bold=True).text().text()
    return doc


def test_page_numbers_that_rise_beside_titles_that_come_again_are_contents() -> None:
    doc = filing()
    mark_contents(doc.layout)
    found = read_entries(doc.layout)
    assert [e.title for e in found] == [
        "PART I", *(f"Item {i + 1} {n}" for i, n in enumerate(NAMES[:4])),
        "PART II", *(f"Item {i + 5} {n}" for i, n in enumerate(NAMES[4:])),
    ]  # fmt: skip
    assert [e.label for e in found if e.label] == [str(i + 2) for i in range(8)]
    assert {e.level for e in found if e.title.startswith("PART")} == {1}, "centred names of parts stand above"


def test_sections_of_such_contents() -> None:
    doc = filing()
    found = headings(doc)
    assert found[0] == (1, "PART I")
    assert [level for level, t in found if t.startswith("Item")] == [2] * 8
    assert all(b.kind is not Kind.HEADING for b in doc.layout.pages[0].blocks)


def test_a_table_whose_numbers_happen_to_rise_is_no_contents() -> None:
    doc = Sheets().page().text()
    for i in range(10):
        doc.row((72, f"Region {chr(65 + i)} of the north"), (500, str(i + 1)))
    for _ in range(10):
        doc.page().text().text()
    mark_contents(doc.layout)
    assert read_entries(doc.layout) == []


def test_titles_over_two_lines_in_contents_with_links() -> None:
    doc = Sheets().page().title("Contents", size=16, bold=True)
    doc.row((72, "CHAPTER 1. WHAT THE BOARD DID"), (500, "2")).link(page=2)
    doc.block(["CHAPTER 2. ASSESSMENT OF THE RESPONSE TO TREATMENT IN THE FIRST YEAR"], after=0).link(page=3)
    doc.row((72, "AND THE YEARS AFTER IT"), (500, "3")).link(page=3)
    doc.row((72, "CHAPTER 3. WHAT REMAINS"), (500, "4")).link(page=4)
    doc.page().text(PROSE)
    mark_contents(doc.layout)
    assert [e.title for e in read_entries(doc.layout)][1].endswith("FIRST YEAR AND THE YEARS AFTER IT")
