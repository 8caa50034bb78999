"""Makes the documents that the examples work on: what a company that does not exist would publish.

    python scripts/make_documents.py DIR

``annual-report.pdf`` (with statements), ``contract.docx`` (numbered clauses), ``deck.pptx`` (with a chart),
``filing.html`` (a quarterly report). Needs reportlab, for the PDF.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
COMPANY = "Halden Instruments plc"
CLAUSES = {
    "Delivery": (
        "The Supplier shall deliver the flow meters within 30 days of an order.",
        "Risk passes to the Buyer when the goods are handed to the carrier.",
    ),
    "Price and payment": (
        "Prices are fixed until 31 December 2026.",
        "Invoices are due within 45 days; late payments bear interest of 6 percent a year.",
    ),
    "Warranty": ("The Supplier warrants the goods for 24 months from delivery.",),
    "Liability": ("Liability is limited to EUR 2,500,000 for each calendar year.",),
    "Governing law": ("This agreement is governed by the laws of Norway.",),
}
QUARTERS = {"Q1 2026": (171.2, 22.4), "Q2 2026": (178.9, 24.1), "Q3 2026": (183.5, 26.0)}


def make_contract(path: Path) -> None:
    """A supply contract: a heading for each section, its clauses numbered 1.1, 1.2, a table of prices."""
    import docx

    document = docx.Document()
    document.add_heading("Supply Agreement", 0)
    document.add_paragraph(f"between {COMPANY} (the Supplier) and Nordvann AS (the Buyer)")
    for number, (title, clauses) in enumerate(CLAUSES.items(), 1):
        document.add_heading(f"{number}. {title}", 1)
        for part, clause in enumerate(clauses, 1):
            document.add_paragraph(f"{number}.{part} {clause}")
    document.add_heading("Schedule A: Prices", 1)
    rows = (("Part", "Price in EUR"), ("Flow meter FM-20", "1,240.00"), ("Pressure sensor PS-7", "385.50"))
    table = document.add_table(len(rows), 2, style="Table Grid")
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, text in zip(cells.cells, row, strict=True):
            cell.text = text
    document.save(str(path))


def make_deck(path: Path) -> None:
    """Three slides: a title, points with speaker notes, revenue as a chart."""
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Third quarter 2026"
    first.placeholders[1].text = COMPANY
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Where we stand"
    second.placeholders[1].text = "Order intake rose by 9 percent\nThe plant in Gdansk opened in July"
    second.notes_slide.notes_text_frame.text = "Mention that Gdansk was finished under budget."
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "Revenue by quarter"
    data = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = list(QUARTERS)
    data.add_series("Revenue (EUR million)", [revenue for revenue, _ in QUARTERS.values()])  # type: ignore[no-untyped-call]
    place = (Inches(1), Inches(2), Inches(8), Inches(4.5))
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    deck.save(str(path))


def make_filing(path: Path) -> None:
    """A quarterly report as filing sites have them: headings that are only bold, one table of figures."""
    rows = "".join(
        f"<tr><td>{quarter}</td><td>{revenue}</td><td>{profit}</td></tr>"
        for quarter, (revenue, profit) in QUARTERS.items()
    )
    path.write_text(
        f"<!doctype html><html><head><title>{COMPANY}: quarterly report</title></head><body>"
        f"<p style='text-align:center;font-size:18pt'><b>{COMPANY}</b></p>"
        "<p><b>Item 1. Financial information</b></p>"
        "<p>Revenue in the third quarter of 2026 was EUR 183.5 million, 3 percent more than in the quarter before.</p>"
        f"<table><tr><th>Quarter</th><th>Revenue (EUR million)</th><th>Operating profit</th></tr>{rows}</table>"
        "<p><b>Item 2. Risk factors</b></p>"
        "<p>The company depends on two suppliers of sensor elements. A failure of either would delay deliveries.</p>"
        "</body></html>",
        encoding="utf-8",
    )


def make_documents(directory: Path) -> None:
    """Writes all four into the directory."""
    from scripts.make_sample import make_sample

    directory.mkdir(parents=True, exist_ok=True)
    make_sample(directory / "annual-report.pdf")
    make_contract(directory / "contract.docx")
    make_deck(directory / "deck.pptx")
    make_filing(directory / "filing.html")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make_documents(Path(sys.argv[1]))
