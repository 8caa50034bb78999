"""Draws the sample that ``make demo`` opens: the annual report of a company that does not exist.

    python scripts/make_sample.py OUT.pdf

Cover, roman front matter with a contents page, parts and items, two-column pages, financial statements numbered F-1
onwards, notes, and an appendix numbered A-1 onwards. The same file comes out each time. Needs reportlab.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

COMPANY = "Halden Instruments plc"
SHORT = "Halden"
TITLE = "Annual Report 2025"
YEARS = (2025, 2024, 2023)
DATE, PDF_DATE = "12 March 2026", "D:20260312090000+00'00'"
REGIONS = ("Nordic", "Central Europe", "North America", "Asia Pacific")
PRODUCTS = ("flow meters", "pressure sensors", "level gauges", "calibration benches", "signal converters")

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12.6, alignment=TA_JUSTIFY, spaceAfter=6)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=9, leading=11)
BULLET = ParagraphStyle("bullet", parent=BODY, leftIndent=16, bulletIndent=4, spaceAfter=3)
PART = ParagraphStyle("part", fontName="Helvetica-Bold", fontSize=18, leading=22, spaceBefore=6, spaceAfter=12)
ITEM = ParagraphStyle(
    "item", fontName="Helvetica-Bold", fontSize=13.5, leading=17, spaceBefore=12, spaceAfter=7, keepWithNext=1
)
SUB = ParagraphStyle(
    "sub", fontName="Helvetica-Bold", fontSize=11, leading=14, spaceBefore=9, spaceAfter=4, keepWithNext=1
)
CAPTION = ParagraphStyle(
    "caption", fontName="Helvetica-Oblique", fontSize=8.5, leading=11, spaceBefore=4, spaceAfter=3, keepWithNext=1
)
CENTER = ParagraphStyle("center", parent=BODY, alignment=TA_CENTER)
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
LEVELS = {"part": 0, "item": 1, "sub": 2}


class Figures(NamedTuple):
    """The statements in thousands of euros, newest year first; every total is the sum of its lines."""

    revenue: dict[str, list[int]]
    cost: list[int]
    research: list[int]
    selling: list[int]
    finance: list[int]
    tax: list[int]

    def total(self) -> list[int]:
        return [sum(line[i] for line in self.revenue.values()) for i in range(3)]

    def gross(self) -> list[int]:
        return [r - c for r, c in zip(self.total(), self.cost, strict=True)]

    def operating(self) -> list[int]:
        return [g - r - s for g, r, s in zip(self.gross(), self.research, self.selling, strict=True)]

    def before_tax(self) -> list[int]:
        return [o - f for o, f in zip(self.operating(), self.finance, strict=True)]

    def profit(self) -> list[int]:
        return [b - t for b, t in zip(self.before_tax(), self.tax, strict=True)]


FIGURES = Figures(
    revenue={
        "Nordic": [184_210, 171_905, 166_480],
        "Central Europe": [241_377, 228_114, 219_052],
        "North America": [198_645, 202_330, 187_941],
        "Asia Pacific": [96_518, 84_267, 71_390],
    },
    cost=[402_118, 391_540, 374_226],
    research=[71_904, 66_235, 61_877],
    selling=[118_460, 112_908, 107_315],
    finance=[9_412, 10_866, 11_204],
    tax=[27_705, 24_398, 21_861],
)


def money(value: int) -> str:
    """Thousands with separators; losses and deductions in parentheses, nothing as a dash."""
    return "—" if not value else f"({-value:,})" if value < 0 else f"{value:,}"


class Prose:
    """Sentences that read like a report's, from a fixed seed: no two paragraphs are the same."""

    OPENERS = (
        "During the year",
        "In the second half",
        "Against a softer market",
        "As planned",
        "With the new plant in Moss",
        "In line with our strategy",
        "Following the review of the portfolio",
        "Over the reporting period",
    )
    ACTS = (
        "we shortened delivery times for {p} from {a} to {b} weeks",
        "orders for {p} in {r} rose by {n} per cent",
        "we moved the assembly of {p} closer to customers in {r}",
        "the installed base of {p} in {r} passed {k},000 units",
        "we renewed {n} framework agreements for {p} with utilities in {r}",
        "scrap rates in the production of {p} fell by {n} per cent",
        "service revenue from {p} grew in {r} for the {o} year running",
    )
    ENDS = (
        "which lowered working capital.",
        "and customers confirmed the change in our annual survey.",
        "although freight costs stayed above the level of two years ago.",
        "while prices were held.",
        "and we expect the effect to continue in 2026.",
        "which is shown under the segment concerned.",
        "so that the target set for the year was met.",
        "and the audit committee reviewed the result in November.",
    )
    FACTS = (
        "The measure covers {n} sites and {k}0 employees.",
        "No single customer accounted for more than {n} per cent of revenue.",
        "The directors consider the exposure to be limited.",
        "Further detail is given in the notes to the financial statements.",
        "Management reviews the indicator each quarter.",
        "The comparative figures have not been restated.",
        "The change was approved by the board on {d} March 2025.",
        "Halden has not entered into hedges for this purpose.",
    )

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _fill(self, template: str) -> str:
        pick = self._random
        return template.format(
            p=pick.choice(PRODUCTS),
            r=pick.choice(REGIONS),
            n=pick.randint(2, 19),
            a=pick.randint(9, 14),
            b=pick.randint(4, 8),
            k=pick.randint(12, 96),
            o=pick.choice(("third", "fourth", "fifth")),
            d=pick.randint(2, 28),
        )

    def sentence(self) -> str:
        pick = self._random
        if pick.random() < 0.3:
            return self._fill(pick.choice(self.FACTS))
        return f"{pick.choice(self.OPENERS)}, {self._fill(pick.choice(self.ACTS))}, {pick.choice(self.ENDS)}"

    def paragraph(self, sentences: int = 5) -> Paragraph:
        return Paragraph(" ".join(self.sentence() for _ in range(sentences)), BODY)

    def paragraphs(self, count: int, sentences: int = 5) -> Iterator[Paragraph]:
        for _ in range(count):
            yield self.paragraph(sentences)


class Report(BaseDocTemplate):  # type: ignore[misc]  # reportlab has no types
    """The document: page templates, labels, bookmarks and the lines of the contents page."""

    def __init__(self, target: str) -> None:
        super().__init__(target, pagesize=letter, title=f"{COMPANY} – {TITLE}", author=COMPANY, invariant=1)
        width, height = letter
        left, top, bottom = 72, 72, 64
        full = Frame(left, bottom, width - 2 * left, height - top - bottom, id="full", leftPadding=0, rightPadding=0)
        half = (width - 2 * left - 18) / 2
        columns = [
            Frame(
                left + i * (half + 18), bottom, half, height - top - bottom, id=f"c{i}", leftPadding=0, rightPadding=0
            )
            for i in (0, 1)
        ]
        self.addPageTemplates(
            [
                PageTemplate("cover", [full]),
                PageTemplate("front", [full], onPage=self._front),
                PageTemplate("body", [full], onPage=self._body),
                PageTemplate("columns", columns, onPage=self._body),
                PageTemplate("financial", [full], onPage=self._financial),
                PageTemplate("appendix", columns, onPage=self._appendix),
            ]
        )
        self.labels: dict[str, int] = {}
        self.last_labels: dict[str, int] = {}

    def _number(self, group: str) -> int:
        page: int = self.page
        return page - self.labels.setdefault(group, page) + 1

    def _head(self, canvas: Any, text: str) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, letter[1] - 46, f"{COMPANY}  |  {TITLE}")
        canvas.drawRightString(letter[0] - 72, letter[1] - 46, text)
        canvas.setLineWidth(0.4)
        canvas.line(72, letter[1] - 52, letter[0] - 72, letter[1] - 52)

    def _foot(self, canvas: Any, label: str) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.drawCentredString(letter[0] / 2, 36, label)

    def _front(self, canvas: Any, _: Any) -> None:
        self._foot(canvas, ROMAN[self._number("front") - 1])

    def _body(self, canvas: Any, _: Any) -> None:
        self._head(canvas, "Strategic report")
        self._foot(canvas, str(self._number("body")))

    def _financial(self, canvas: Any, _: Any) -> None:
        self._head(canvas, "Financial statements")
        self._foot(canvas, f"F-{self._number('financial')}")

    def _appendix(self, canvas: Any, _: Any) -> None:
        self._head(canvas, "Appendix")
        self._foot(canvas, f"A-{self._number('appendix')}")

    def label_of(self, page: int) -> str:
        """The label printed on a physical page in the run before: what the contents page shows."""
        for group, prefix in (("appendix", "A-"), ("financial", "F-"), ("body", "")):
            if page >= self.last_labels.get(group, page + 1):
                return f"{prefix}{page - self.last_labels[group] + 1}"
        return ROMAN[max(0, page - self.last_labels.get("front", page))]

    def beforeDocument(self) -> None:  # noqa: N802 - reportlab's name
        self.last_labels, self.labels = self.labels, {}
        self.canv.setDateFormatter(lambda *_: PDF_DATE)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - reportlab's name
        name = getattr(getattr(flowable, "style", None), "name", "")
        if name not in LEVELS or not isinstance(flowable, Paragraph):
            return
        text, level = flowable.getPlainText(), LEVELS[name]
        key = f"{self.page}-{len(text)}-{self.frame._y:.0f}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level, closed=level > 0)
        if level < 2:
            self.notify("TOCEntry", (level, text, self.page))

    def declare_labels(self) -> None:
        """Writes /PageLabels as printed."""
        canvas = self.canv
        canvas.addPageLabel(0, None, None, "Cover")
        canvas.addPageLabel(1, "ROMAN_LOWER", 1)
        canvas.addPageLabel(self.labels["body"] - 1, "ARABIC", 1)
        canvas.addPageLabel(self.labels["financial"] - 1, "ARABIC", 1, "F-")
        canvas.addPageLabel(self.labels["appendix"] - 1, "ARABIC", 1, "A-")

    def afterPage(self) -> None:  # noqa: N802 - reportlab's name
        if "appendix" in self.labels and self.page == self.labels["appendix"]:
            self.declare_labels()


def statement(
    rows: list[tuple[str, list[int] | None]], *, totals: set[str], note: dict[str, str] | None = None
) -> Table:
    """A financial statement without vertical rules: labels, note numbers, a column a year, totals under a thin rule."""
    notes = note or {}
    data = [["(in thousands of euros)", "Note", *[str(y) for y in YEARS]]]
    for label, values in rows:
        data.append([label, notes.get(label, ""), *([money(v) for v in values] if values else ["", "", ""])])
    style = [
        ("FONT", (0, 0), (-1, -1), "Times-Roman", 9.5),
        ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 8.5),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.6, colors.black),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
    ]
    for i, (label, values) in enumerate(rows, start=1):
        if label in totals:
            style += [("LINEABOVE", (2, i), (-1, i), 0.4, colors.black), ("FONT", (0, i), (-1, i), "Times-Bold", 9.5)]
        elif values is None:
            style.append(("FONT", (0, i), (0, i), "Times-BoldItalic", 9.5))
    return Table(data, colWidths=[238, 40, 64, 64, 64], style=TableStyle(style), hAlign="LEFT")


def grid(rows: list[list[str]], widths: list[float]) -> Table:
    """A fully ruled table with a shaded header row."""
    style = TableStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.4, colors.black),
            ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#dfe6ee")),
            ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 8.5),
            ("FONT", (0, 1), (-1, -1), "Times-Roman", 9),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    cells = [[Paragraph(c, SMALL) if len(c) > 30 else c for c in row] for row in rows]
    return Table(cells, colWidths=widths, style=style, repeatRows=1, hAlign="LEFT")


def front_matter(toc: TableOfContents) -> Iterator[Flowable]:
    """Cover, letter and contents."""
    yield NextPageTemplate("front")
    yield Spacer(1, 190)
    yield Paragraph(COMPANY, ParagraphStyle("cover", fontName="Helvetica-Bold", fontSize=30, leading=36))
    yield Paragraph(TITLE, ParagraphStyle("cover2", fontName="Helvetica", fontSize=20, leading=30))
    yield Paragraph(
        "Measuring what matters", ParagraphStyle("cover3", fontName="Times-Italic", fontSize=13, leading=40)
    )
    yield Paragraph(DATE, ParagraphStyle("cover4", fontName="Times-Roman", fontSize=11, leading=14))
    yield PageBreak()
    yield Paragraph("Letter to shareholders", PART)
    prose = Prose(1)
    yield Paragraph("Dear shareholders,", BODY)
    yield from prose.paragraphs(7)
    yield Paragraph("Ingrid Solberg, Chair of the Board", BODY)
    yield PageBreak()
    yield Paragraph("About this report", PART)
    yield from prose.paragraphs(6)
    yield PageBreak()
    yield Paragraph("Contents", ParagraphStyle("contents", parent=PART))
    yield toc
    yield NextPageTemplate("body")
    yield PageBreak()


RISKS = (
    "Demand depends on capital spending by utilities",
    "We rely on single suppliers for ceramic membranes",
    "Currency movements affect our reported results",
    "A failure of our information systems could stop production",
    "Product liability claims may exceed our insurance",
    "Changes in export rules may limit our sales",
    "We may not attract the engineers we need",
    "Acquisitions may not deliver the benefits expected",
    "Climate policy may alter the use of our products",
    "Pension obligations may require further funding",
)


def strategic_report() -> Iterator[Flowable]:
    """Parts I to III."""
    prose = Prose(2)
    yield Paragraph("PART I", PART)
    yield Paragraph("Item 1. Business", ITEM)
    yield from prose.paragraphs(3)
    for title in (
        "Overview and history",
        "Products and services",
        "Markets and customers",
        "Research and development",
        "Supply chain",
        "Competition",
        "People",
    ):
        yield Paragraph(title, SUB)
        yield from prose.paragraphs(5, 6)
        for _ in range(3):
            yield Paragraph(prose.sentence(), BULLET, bulletText="•")
    yield Paragraph("Table 1. Production sites", CAPTION)
    sites = [["Site", "Country", "Products", "Employees"]]
    for town, land, n in (
        ("Moss", "Norway", 612),
        ("Linz", "Austria", 480),
        ("Dayton", "United States", 355),
        ("Penang", "Malaysia", 268),
        ("Brno", "Czechia", 194),
    ):
        sites.append([town, land, ", ".join(prose._random.sample(PRODUCTS, 2)), str(n)])
    yield grid(sites, [90, 90, 200, 80])
    yield Paragraph("Item 1A. Risk factors", ITEM)
    yield prose.paragraph()
    for risk in RISKS:
        yield Paragraph(risk, SUB)
        yield from prose.paragraphs(5, 6)
    yield Paragraph("Item 2. Properties", ITEM)
    yield from prose.paragraphs(5, 6)
    yield Paragraph("Item 3. Legal proceedings", ITEM)
    yield Paragraph(
        "In June 2024 a former distributor brought a claim against a subsidiary before the commercial court of Vienna "
        "for 4.2 million euros. The court dismissed the claim on 17 September 2025; the judgment is final. No "
        "provision is held.",
        BODY,
    )
    yield from prose.paragraphs(2)
    yield PageBreak()
    yield Paragraph("PART II", PART)
    yield Paragraph("Item 5. Market for the company's shares", ITEM)
    yield from prose.paragraphs(5, 6)
    yield Paragraph("Item 7. Management's discussion and analysis", ITEM)
    yield from review(prose)
    yield Paragraph("Item 7A. Quantitative and qualitative disclosures about market risk", ITEM)
    yield from prose.paragraphs(6)
    yield NextPageTemplate("columns")
    yield PageBreak()
    yield Paragraph("PART III", PART)
    for title in ("Item 10. Directors and governance", "Item 11. Remuneration report", "Item 12. Share ownership"):
        yield Paragraph(title, ITEM)
        for part in ("Policy", "Work in the year", "Outlook"):
            yield Paragraph(part, SUB)
            yield from prose.paragraphs(9, 6)


def review(prose: Prose) -> Iterator[Flowable]:
    """The discussion of the year, with the tables that it speaks of."""
    total = FIGURES.total()
    change = (total[0] - total[1]) / total[1] * 100
    yield Paragraph("Results of operations", SUB)
    yield Paragraph(
        f"Revenue was {total[0]:,} thousand euros in 2025, against {total[1]:,} thousand euros in 2024, an increase of "
        f"{change:.1f} per cent. Operating profit rose to {FIGURES.operating()[0]:,} thousand euros.",
        BODY,
    )
    yield Paragraph("Table 2. Revenue by region", CAPTION)
    yield statement([*FIGURES.revenue.items(), ("Total revenue", total)], totals={"Total revenue"})
    yield from prose.paragraphs(5)
    for region in REGIONS:
        yield Paragraph(region, SUB)
        yield from prose.paragraphs(5, 6)
    yield Paragraph("Liquidity and capital resources", SUB)
    yield from prose.paragraphs(5)
    yield Paragraph("Table 3. Key ratios", CAPTION)
    rows = [["Ratio", *[str(y) for y in YEARS]]]
    rows.append(["Gross margin", *[f"{g / t:.1%}" for g, t in zip(FIGURES.gross(), total, strict=True)]])
    rows.append(["Operating margin", *[f"{o / t:.1%}" for o, t in zip(FIGURES.operating(), total, strict=True)]])
    rows.append(["Research share of revenue", *[f"{r / t:.1%}" for r, t in zip(FIGURES.research, total, strict=True)]])
    yield grid(rows, [200, 80, 80, 80])


NOTES = (
    "General information",
    "Basis of preparation",
    "Revenue",
    "Segment information",
    "Employee costs",
    "Research and development",
    "Finance costs",
    "Income tax",
    "Earnings per share",
    "Property, plant and equipment",
    "Intangible assets",
    "Inventories",
    "Trade receivables",
    "Borrowings",
    "Provisions",
    "Leases",
    "Related parties",
    "Events after the reporting period",
)


def financial_statements() -> Iterator[Flowable]:
    """The statements and their notes, on pages F-1 onwards."""
    prose, f = Prose(3), FIGURES
    yield NextPageTemplate("financial")
    yield PageBreak()
    yield Paragraph("PART IV", PART)
    yield Paragraph("Item 15. Financial statements", ITEM)
    yield Paragraph("Consolidated income statement", SUB)
    rows: list[tuple[str, list[int] | None]] = [
        ("Revenue", f.total()),
        ("Cost of sales", [-c for c in f.cost]),
        ("Gross profit", f.gross()),
        ("Operating expenses", None),
        ("Research and development", [-r for r in f.research]),
        ("Selling and administration", [-s for s in f.selling]),
        ("Operating profit", f.operating()),
        ("Finance costs", [-x for x in f.finance]),
        ("Profit before tax", f.before_tax()),
        ("Income tax", [-t for t in f.tax]),
        ("Profit for the year", f.profit()),
    ]
    totals = {"Gross profit", "Operating profit", "Profit before tax", "Profit for the year"}
    yield statement(rows, totals=totals, note={"Revenue": "3", "Finance costs": "7", "Income tax": "8"})
    yield from prose.paragraphs(2)
    yield PageBreak()
    yield Paragraph("Consolidated balance sheet", SUB)
    assets: list[tuple[str, list[int] | None]] = [
        ("Non-current assets", None),
        ("Property, plant and equipment", [212_604, 205_118, 198_743]),
        ("Intangible assets", [88_310, 91_455, 93_020]),
        ("Current assets", None),
        ("Inventories", [97_226, 101_874, 95_390]),
        ("Trade receivables", [121_908, 118_233, 110_467]),
        ("Cash and cash equivalents", [64_519, 47_802, 41_155]),
        ("Total assets", [584_567, 564_482, 538_775]),
    ]
    yield statement(assets, totals={"Total assets"}, note={"Inventories": "12", "Trade receivables": "13"})
    yield from prose.paragraphs(2)
    yield PageBreak()
    yield Paragraph("Consolidated cash flow statement", SUB)
    cash: list[tuple[str, list[int] | None]] = [
        ("Profit for the year", f.profit()),
        ("Depreciation and amortisation", [38_226, 36_941, 35_208]),
        ("Change in working capital", [4_816, -9_077, -3_350]),
        ("Investments in plant", [-45_712, -43_316, -40_002]),
        ("Repayment of borrowings", [-25_000, -25_000, 0]),
        ("Dividends paid", [-48_000, -44_000, -41_000]),
    ]
    yield statement(cash, totals=set())
    yield from prose.paragraphs(2)
    yield PageBreak()
    yield Paragraph("Notes to the financial statements", ITEM)
    for number, title in enumerate(NOTES, start=1):
        yield Paragraph(f"Note {number}. {title}", SUB)
        yield from prose.paragraphs(6, 6)
        if number in (3, 10, 14):
            values = {
                name: [prose._random.randint(8_000, 90_000) for _ in YEARS] for name in ("Land", "Plant", "Other")
            }
            sums = [sum(v[i] for v in values.values()) for i in range(3)]
            yield statement([*values.items(), ("Total", sums)], totals={"Total"})
        yield CondPageBreak(90)


def appendix() -> Iterator[Flowable]:
    """A glossary in two columns, on pages A-1 onwards."""
    prose = Prose(4)
    yield NextPageTemplate("appendix")
    yield PageBreak()
    yield Paragraph("Appendix A. Glossary", ITEM)
    for term in (
        "Backlog",
        "Calibration interval",
        "Capital employed",
        "Conformity assessment",
        "Free cash flow",
        "Gauge factor",
        "Installed base",
        "Like-for-like growth",
        "Metrology",
        "Net debt",
        "Order intake",
        "Read-out error",
        "Signal drift",
        "Span",
        "Turn-down ratio",
        "Zero point",
    ):
        yield Paragraph(term, SUB)
        yield from prose.paragraphs(2, 3)


def make_sample(target: Path) -> None:
    """Writes the report to ``target``."""
    toc = TableOfContents()
    toc.levelStyles = [
        ParagraphStyle("toc0", fontName="Helvetica-Bold", fontSize=10, leading=16),
        ParagraphStyle("toc1", fontName="Times-Roman", fontSize=10, leading=14, leftIndent=16),
    ]
    toc.dotsMinLevel = 1
    report = Report(str(target))
    toc.formatter = report.label_of
    story = [*front_matter(toc), *strategic_report(), *financial_statements(), *appendix()]
    target.parent.mkdir(parents=True, exist_ok=True)
    report.multiBuild(story)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make_sample(Path(sys.argv[1]))
