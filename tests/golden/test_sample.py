"""The sample report as a careful reader sees it: pages, labels, outline, tables, quotes, search."""

from __future__ import annotations

from pincite.library import ParseResult
from pincite.model import Kind, Role

OUTLINE = """
Halden Instruments plc
Letter to shareholders
About this report
Contents
PART I
  Item 1. Business
    Overview and history
    Products and services
    Markets and customers
    Research and development
    Supply chain
    Competition
    People
  Item 1A. Risk factors
    Demand depends on capital spending by utilities
    We rely on single suppliers for ceramic membranes
    Currency movements affect our reported results
    A failure of our information systems could stop production
    Product liability claims may exceed our insurance
    Changes in export rules may limit our sales
    We may not attract the engineers we need
    Acquisitions may not deliver the benefits expected
    Climate policy may alter the use of our products
    Pension obligations may require further funding
  Item 2. Properties
  Item 3. Legal proceedings
PART II
  Item 5. Market for the company's shares
  Item 7. Management's discussion and analysis
    Results of operations
    Nordic
    Central Europe
    North America
    Asia Pacific
    Liquidity and capital resources
  Item 7A. Quantitative and qualitative disclosures about market risk
PART III
  Item 10. Directors and governance
    Policy
    Work in the year
    Outlook
  Item 11. Remuneration report
    Policy
    Work in the year
    Outlook
  Item 12. Share ownership
    Policy
    Work in the year
    Outlook
PART IV
  Item 15. Financial statements
    Consolidated income statement
    Consolidated balance sheet
    Consolidated cash flow statement
  Notes to the financial statements
    Note 1. General information
    Note 2. Basis of preparation
    Note 3. Revenue
    Note 4. Segment information
    Note 5. Employee costs
    Note 6. Research and development
    Note 7. Finance costs
    Note 8. Income tax
    Note 9. Earnings per share
    Note 10. Property, plant and equipment
    Note 11. Intangible assets
    Note 12. Inventories
    Note 13. Trade receivables
    Note 14. Borrowings
    Note 15. Provisions
    Note 16. Leases
    Note 17. Related parties
    Note 18. Events after the reporting period
  Appendix A. Glossary
"""


def test_pages_carry_the_labels_that_are_printed_on_them(sample: ParseResult) -> None:
    labels = [p.label for p in sample.pages]
    assert len(labels) >= 60
    assert labels[1:4] == ["i", "ii", "iii"]
    assert labels[4] == "1"
    assert "F-1" in labels
    assert labels[-1] == "A-" + str(len(labels) - labels.index("A-1"))
    assert len(set(labels)) == len(labels)


def test_outline_is_what_the_contents_and_the_headings_say(sample: ParseResult) -> None:
    want = [line for line in OUTLINE.strip().splitlines() if line != "Halden Instruments plc"]
    got = [
        "  " * (n.level - 1) + n.text
        for n in sample.hierarchy.flatten()
        if n.text not in ("Halden Instruments plc", "Annual Report 2025")
    ]
    assert got[: len(want)] == want


def test_a_heading_knows_its_printed_page(sample: ParseResult) -> None:
    nodes = {n.text: n for n in sample.hierarchy.flatten()}
    assert nodes["Letter to shareholders"].page_label == "i"
    assert nodes["PART I"].page_label == "1"
    assert nodes["Item 15. Financial statements"].page_label == "F-1"
    assert nodes["Appendix A. Glossary"].page_label == "A-1"


def test_contents_page_is_no_part_of_the_outline(sample: ParseResult) -> None:
    doc = sample.document
    entries = [doc.text[b.start : b.end] for b in doc.blocks if b.kind is Kind.TOC_ENTRY]
    assert any(e.startswith("Item 1A. Risk factors") for e in entries)
    assert all(b.role is Role.TOC for b in doc.blocks if b.kind is Kind.TOC_ENTRY)
    assert sum(n.text == "Item 1A. Risk factors" for n in sample.hierarchy.flatten()) == 1


def test_running_heads_are_kept_apart(sample: ParseResult) -> None:
    assert "Halden Instruments plc | Annual Report 2025" not in sample.export_to_text()
    furniture = [sample.document.text[b.start : b.end] for b in sample.document.blocks if b.kind.is_furniture]
    assert sum("Strategic report" in f for f in furniture) > 20


def cell(sample: ParseResult, page: str, row: str, column: str) -> str:
    """The value in the row and column of that name in a table of a page."""
    for view in sample.tables:
        if view.page_number is None or sample.pages[view.page_number - 1].label != page:
            continue
        for c in view.cells:
            if c.is_header and c.text == column:
                for stub in view.cells:
                    if stub.col == 0 and stub.text == row:
                        return next(v.text for v in view.cells if (v.row, v.col) == (stub.row, c.col))
    raise AssertionError(f"no cell {row} / {column} on page {page}")


def test_statements_without_vertical_rules_are_tables(sample: ParseResult) -> None:
    assert cell(sample, "F-1", "Revenue", "2025") == "720,750"
    assert cell(sample, "F-1", "Cost of sales", "2024") == "(391,540)"
    assert cell(sample, "F-1", "Income tax", "Note") == "8"
    assert cell(sample, "F-2", "Total assets", "2023") == "538,775"
    assert cell(sample, "F-3", "Repayment of borrowings", "2023") == "—"


def test_a_sentence_verifies_on_its_page_and_an_altered_one_does_not(sample: ParseResult) -> None:
    good = sample.verify("Revenue was 720,750 thousand euros in 2025, against 686,616 thousand euros in 2024")
    assert good.status == "verified"
    assert good.anchors[0].section[-1] == "Results of operations"
    assert good.anchors[0].boxes
    for bad in ("720,751", "720,570", "(720,750)"):
        assert sample.verify(f"Revenue was {bad} thousand euros in 2025, against 686,616").status == "drift"


def test_search_leads_to_the_place(sample: ParseResult) -> None:
    hit = sample.search("claim of a former distributor before the court of Vienna")[0]
    assert hit.section[-1] == "Item 3. Legal proceedings"
    assert "4.2 million euros" in hit.snippet


def test_columns_are_read_one_after_the_other(sample: ParseResult) -> None:
    text = sample.text_under(
        next(n for n in sample.hierarchy.flatten() if n.text == "Item 10. Directors and governance")
    )
    assert text.index("Policy") < text.index("Work in the year") < text.index("Outlook")
