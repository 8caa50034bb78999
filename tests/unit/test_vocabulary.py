"""Which formats yield which kinds of blocks: the README's table, held by documents made here and by the tests named."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
import xlsxwriter

import pincite
from pincite.model import Kind
from tests.decks import Deck, body, holder, picture, title
from tests.decks import frame as deck_frame
from tests.decks import table as deck_table
from tests.docxs import HEADINGS, docx, level, num, numbering, p, r, style, tbl, tr
from tests.pdfs import Pdf

ROOT = Path(__file__).parents[2]
FORMATS = {
    "PDF": "pdf",
    "Word": "docx",
    "PowerPoint": "pptx",
    "web page": "html",
    "Excel": "xlsx",
    "Markdown": "markdown",
}


def a_pdf() -> bytes:
    pdf = Pdf()
    for n in range(1, 6):
        pdf.page().text(72, 40, "Annual report").text(72, 770, "Confidential draft").text(300, 770, str(n))
        pdf.bookmark(f"{n} Section", 1, 80)
        pdf.text(72, 90, f"{n} Section", bold=True, size=14)
        pdf.paragraph(72, 120, 440, "Prices are fixed until December and are stated in the table below. " * 3)
        pdf.text(72, 190, "• a pump of the large kind").text(72, 204, "• a valve")
        pdf.text(72, 230, "Table 1: Prices of all parts")
        pdf.grid([72, 250, 350], [240, 260, 280, 300], [["Part", "Price"], ["Pump", "1,200"], ["Valve", "85"]])
    return pdf.bytes()


CHART = (
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>'
    "<c:ser><c:tx><c:v>Sold</c:v></c:tx><c:cat><c:strLit><c:pt idx='0'><c:v>North</c:v></c:pt></c:strLit></c:cat>"
    "<c:val><c:numLit><c:pt idx='0'><c:v>12</c:v></c:pt></c:numLit></c:val></c:ser>"
    "</c:barChart></c:plotArea></c:chart></c:chartSpace>"
)


def a_docx() -> bytes:
    styles = HEADINGS + style("caption") + style("Quote") + style("HTML Preformatted")
    inline = '<wp:inline><wp:docPr id="1" name="P" descr="A gate with two wings"/><a:graphic/></wp:inline>'
    drawing = f"<w:drawing>{inline}</w:drawing>"
    equation = "<m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara>"
    graphic = '<a:graphic><a:graphicData><c:chart r:id="rIdC"/></a:graphicData></a:graphic>'
    content = (
        p("Terms", style="heading1")
        + p(r("Words of a paragraph.") + '<w:r><w:footnoteReference w:id="1"/></w:r>')
        + p("one", num(0))
        + tbl(tr("Part", "Price"), tr("Pump", "12"))
        + p("Figure 1", style="caption")
        + p("Wise words", style="Quote")
        + p("a = 1", style="HTMLPreformatted")
        + p(f"<w:r>{drawing}</w:r>")
        + p(equation)
        + p(f"<w:r><w:drawing><wp:inline>{graphic}</wp:inline></w:drawing></w:r>")
        + p('<w:commentRangeStart w:id="0"/>' + r("All.") + '<w:commentRangeEnd w:id="0"/>'
            '<w:r><w:commentReference w:id="0"/></w:r>')
    )  # fmt: skip
    return docx(
        content,
        parts={"word/charts/chart1.xml": CHART},
        links=(("rIdC", "chart", "charts/chart1.xml"),),
        styles=styles,
        numbering=numbering(level(0, "%1.")),
        footnotes='<w:footnote w:id="1"><w:p><w:r><w:t>By hand.</w:t></w:r></w:p></w:footnote>',
        comments='<w:comment w:id="0" w:author="B"><w:p><w:r><w:t>Is that so?</w:t></w:r></w:p></w:comment>',
    )


def a_pptx() -> bytes:
    cells = deck_table([["Part", "Price"], ["Pump", "12"]], [50, 50])
    return (
        Deck()
        .slide(title("Plan"), body("Salt the ramps", "Clear the gates"), notes="Thank the staff.")
        .slide(title("Prices"), deck_frame(40, 150, 100, 40, cells), picture(300, 300, 80, 80, alt="A gate"))
        .slide(title("End"), holder("sldNum", "3", idx=11))
        .bytes()
    )


def an_xlsx() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet("Sales")
        chart = book.add_chart({"type": "column"})
        sold = {"categories_data": ["North", "South"], "values_data": [1200, 1800]}
        chart.add_series({"name": "Sold", "categories": "=Sales!$A$4:$A$5", "values": "=Sales!$B$4:$B$5", **sold})
        sheet.insert_chart("E2", chart)
        sheet.write(0, 0, "All figures are of the last year and were not audited by anybody.")
        for row, values in enumerate([["Region", "Sold"], ["North", 1200], ["South", 1800]], 2):
            sheet.write_row(row, 0, values)
        sheet.write_comment(3, 1, "Is that so?")
    return out.getvalue()


HTML = b"""<!doctype html><title>t</title><h1>Terms</h1><p>Words of a paragraph.<ul><li>one<li>two</ul><table>
<caption>Prices of parts</caption><tr><th>Part<th>Price<tr><td>Pump<td>12</table><pre>x = 1</pre>
<blockquote>As they say.</blockquote><nav><a href=/a>Home</a></nav><footer>Follow us</footer>"""
MARKDOWN = b"# Terms\n\nWords.\n\n- one\n\n> Wise words\n\n```\ny\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n![A gate](a.png)\n"
DOCUMENTS: Mapping[str, Callable[[], bytes]] = {
    "pdf": a_pdf,
    "docx": a_docx,
    "pptx": a_pptx,
    "html": lambda: HTML,
    "xlsx": an_xlsx,
    "markdown": lambda: MARKDOWN,
}
# kinds whose documents take more to make: the tests that have them
ELSEWHERE: Mapping[tuple[str, Kind], str] = {
    ("pdf", Kind.FOOTNOTE): "tests/unit/test_pdf_footnotes.py",
    ("pdf", Kind.TOC_ENTRY): "tests/unit/test_pdf_toc.py",
    ("pdf", Kind.FORM_FIELD): "tests/unit/test_pdf_forms.py",
    ("pdf", Kind.COMMENT): "tests/unit/test_pdf_annotations.py",
    ("pdf", Kind.CODE): "tests/unit/test_pdf_blocks.py",
    ("pdf", Kind.EXHIBIT): "tests/unit/test_pdf_roles.py",
    ("docx", Kind.TOC_ENTRY): "tests/unit/test_docx_headings.py",
    ("docx", Kind.HEADER): "tests/unit/test_docx_notes.py",
    ("docx", Kind.FOOTER): "tests/unit/test_docx_notes.py",
    ("pptx", Kind.CHART): "tests/unit/test_pptx_objects.py",
    ("pptx", Kind.CAPTION): "tests/unit/test_pptx_objects.py",
    ("pptx", Kind.COMMENT): "tests/unit/test_pptx.py",
    ("pptx", Kind.EQUATION): "tests/unit/test_pptx.py",
    ("pptx", Kind.FOOTER): "tests/unit/test_pptx.py",
    ("pptx", Kind.PARAGRAPH): "tests/unit/test_pptx.py",
    ("html", Kind.TOC_ENTRY): "tests/unit/test_html_flow.py",
    ("html", Kind.HEADER): "tests/unit/test_html_flow.py",
    ("html", Kind.EXHIBIT): "tests/unit/test_html_exhibits.py",
}


def table() -> dict[Kind, set[str]]:
    """The README's table: the formats that yield each kind."""
    rows = (ROOT / "README.md").read_text().split("### Blocks")[1].split("\n#")[0].splitlines()
    head, _, *body_rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("|")]
    formats = [FORMATS[name] for name in head[1:]]
    return {
        Kind(row[0].strip("`")): {f for f, mark in zip(formats, row[1:], strict=True) if mark} for row in body_rows
    }  # fmt: skip


def test_every_kind_is_in_the_table() -> None:
    assert set(table()) == set(Kind)


@pytest.mark.parametrize("format", DOCUMENTS)
def test_each_format_yields_what_the_table_says(format: str) -> None:
    parse = partial(pincite.parse_document, include_comments=True, name="a.md" if format == "markdown" else None)
    here = {block.kind for block in parse(DOCUMENTS[format]()).document.blocks}
    there = {kind for (f, kind) in ELSEWHERE if f == format}
    assert {kind.value for kind, formats in table().items() if format in formats} == {k.value for k in here | there}


@pytest.mark.parametrize(("of", "path"), ELSEWHERE.items(), ids=str)
def test_the_tests_named_have_the_kind(of: tuple[str, Kind], path: str) -> None:
    source = (ROOT / path).read_text()
    assert f"Kind.{of[1].name}" in source or f"Role.{of[1].name}" in source
