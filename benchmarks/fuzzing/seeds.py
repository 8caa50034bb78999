"""The documents that are damaged: those that the tests make, and the small files of folders."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

import pikepdf
import xlsxwriter

from benchmarks.fuzzing import packages, pages, pdfs, texts
from tests import decks, docxs, rawpdfs, scans
from tests.contract.conftest import report_pdf
from tests.pdfs import Pdf

Mutate = Callable[..., bytes]
MUTATORS: Mapping[str, Mutate] = {
    "pdf": pdfs.mutated,
    "scan": pdfs.mutated,
    "docx": packages.mutated,
    "pptx": packages.mutated,
    "xlsx": packages.mutated,
    "html": pages.mutated,
    "text": texts.mutated,
    "markdown": texts.mutated,
}
SUFFIXES = {
    "pdf": (".pdf",),
    "scan": (".pdf",),
    "docx": (".docx",),
    "pptx": (".pptx",),
    "xlsx": (".xlsx",),
    "html": (".html", ".htm", ".mhtml"),
    "text": (".txt",),
    "markdown": (".md",),
}
_WORDS = "The board met in May and agreed that revenue of 1,234 million euros would be reported in the second quarter. "


def seeds_of(format: str, folders: Iterable[Path], largest_kb: int) -> list[bytes]:
    """All seeds of a format: our own twice for each file of the folders, whose parse takes longer."""
    own = [make() for make in _OWN[format]]
    found = [
        path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in SUFFIXES[format] and path.is_file() and path.stat().st_size <= largest_kb * 1000
    ]
    if format == "pdf":
        found = [_unpacked(data) for data in found]
    return [*own * max(1, -(-2 * len(found) // len(own))), *found]


def _unpacked(data: bytes) -> bytes:
    """The file with all its objects in the open, where they can be damaged one by one."""
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            out = io.BytesIO()
            pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
            return out.getvalue()
    except pikepdf.PdfError:
        return data


def _raw_pdf() -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        rawpdfs.add_image(pdf)
        rawpdfs.add_form(pdf, "BT /F1 9 Tf 10 10 Td (in a form) Tj ET")
        rawpdfs.add_annotation(pdf, "/Text", (10, 10, 20, 20), Contents="a comment")
        rawpdfs.add_annotation(pdf, "/Widget", (10, 40, 90, 60), FT=pikepdf.Name.Tx, V="a value", T="field")

    text = (
        "BT /F1 12 Tf 72 700 Td (Some words of a page) Tj 0 -20 Td (1,234) Tj ET q 50 0 0 50 72 500 cm /Im Do Q /Fm Do"
    )
    return rawpdfs.raw_pdf(
        text, "0 0 m 100 100 l S BT /F2 18 Tf 72 700 Td (Chapter 2) Tj ET", change=change, plain=True
    )


def _tagged_pdf() -> bytes:
    content = (
        "/H1 <</MCID 0>> BDC BT /F2 18 Tf 72 700 Td (Results) Tj ET EMC "
        "/TD <</MCID 1>> BDC BT /F1 10 Tf 72 660 Td (Shoes) Tj ET EMC "
        "/TD <</MCID 2>> BDC BT /F1 10 Tf 172 660 Td (51,362) Tj ET EMC"
    )

    def change(pdf: pikepdf.Pdf) -> None:
        tags = rawpdfs.Tagger(pdf, role_map={"Cell": "TD"})
        tags.element("H1", 0)
        row = tags.element("TR", parent=tags.element("Table"))
        tags.element("TD", 1, parent=row)
        tags.element("Cell", 2, parent=row)
        tags.finish()

    return rawpdfs.raw_pdf(content, change=change, plain=True)


def _locked_pdf() -> bytes:
    """Encrypted for everybody: it opens without a password."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_raw_pdf())) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=""))
    return out.getvalue()


def _book_pdf() -> bytes:
    pdf = Pdf(title="A book")
    for n in range(4):
        pdf.page().bookmark(f"Chapter {n}", 1, 60).text(72, 60, f"Chapter {n}", size=18, bold=True)
        pdf.paragraph(72, 100, 200, _WORDS * 6).paragraph(320, 100, 200, _WORDS * 6)
        pdf.text(72, 700, "1 A footnote.", size=7).link(72, 100, 200, 120, "https://example.org/")
    return pdf.label(1, "r").label(3, "D").bytes()


def _scan(*layer: tuple[float, float, str]) -> bytes:
    """The head of a page as a picture, which OCR reads within a second."""
    page = scans.picture(report_pdf(), dpi=120)
    return scans.scan(page.crop((0, 0, page.width, page.height // 3)), dpi=120, layer=layer)


def _layered_scan() -> bytes:
    return _scan((72, 70, "Summary"), (72, 130, "words of a layer"))


def _mixed_scan() -> bytes:
    return scans.joined(report_pdf().bytes(), _scan())


def _word() -> bytes:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    body = (
        docxs.p("Report", style="Title") + docxs.p("Scope", docxs.num(0), style="heading1")
        + docxs.p(
            docxs.r("Text") + '<w:r><w:footnoteReference w:id="1"/></w:r><w:ins w:id="1">' + docxs.r("new") + "</w:ins>"
            + '<w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:br w:type="page"/></w:r>'
        )
        + docxs.tbl(
            docxs.tr(docxs.tc("a", '<w:gridSpan w:val="2"/>')), docxs.tr("b", docxs.tc("c", '<w:vMerge w:val="restart"/>')),
            docxs.tr(docxs.tc(docxs.tbl(docxs.tr("in", "side"))), docxs.tc("", "<w:vMerge/>")),
        )
        + docxs.p(mark.format("begin") + "<w:r><w:instrText>PAGE</w:instrText></w:r>" + mark.format("end"))
        + docxs.p("Points", docxs.num(1), style="heading2") + docxs.p(_WORDS * 3)
        + '<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:pgNumType w:fmt="lowerRoman" w:start="2"/></w:sectPr>'
    )  # fmt: skip
    return docxs.docx(
        body, styles=docxs.HEADINGS, numbering=docxs.numbering(docxs.level(0, "%1."), docxs.level(1, "%1.%2", "lowerRoman")),
        footnotes='<w:footnote w:id="1"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>', settings="<w:zoom/>",
        comments='<w:comment w:id="0" w:author="A"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment>',
        parts={"word/header1.xml": "<w:hdr/>"}, links=(("h", "header", "header1.xml"),),
    )  # fmt: skip


def _deck() -> bytes:
    deck = decks.Deck(sections=(("Begin", 1), ("End", 2)))
    deck.slide(decks.title("Plan"), decks.body("One", decks.para("deeper", level=1)), notes="What to say")
    grid = decks.table([["Region", "Sold"], ["North", "1,200"]], [100, 100])
    inner = decks.group(decks.box(0, 0, 9, 9, "in"), frame=(72, 300, 90, 90), inner=(0, 0, 9, 9))
    deck.slide(decks.title("Numbers"), grid, inner, decks.picture(300, 300, 50, 50, alt="A chart"))
    return deck.slide(decks.body(decks.para("first", bullet=decks.numbers())), hidden=True).bytes()


def _book_xlsx() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        book.set_properties({"created": datetime(2024, 1, 1)})  # the same bytes each time
        sheet, money = book.add_worksheet("Sales"), book.add_format({"num_format": "#,##0.00;[Red](#,##0.00)"})
        sheet.write_row(0, 0, ["Region", "Sold", "On", "Share"])
        for n in range(1, 6):
            sheet.write_row(n, 0, [f"Region {n}", n * 1000.5, 45000 + n, n / 7], money)
        sheet.write_formula(6, 1, "=SUM(B2:B6)", money, 15007.5)
        sheet.merge_range("A9:D9", "A note over four columns")
        sheet.add_table("F1:G4", {"columns": [{"header": "Key"}, {"header": "Value"}]})
        hidden = book.add_worksheet("Hidden")
        hidden.write_column(0, 0, [True, False, "text", 1e99])
        hidden.hide()
        book.define_name("Total", "=Sales!$B$7")
    return out.getvalue()


def _page() -> bytes:
    rows = "".join(f"<tr><td>Line {n}</td><td align=right>$</td><td>{n * 1000:,}</td></tr>" for n in range(6))
    return (
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A page</title><style>h2{font-size:20px}.x{display:none}"
        f"</style></head><body><h1>Report</h1><p>{_WORDS}</p><h2 id=a>Results</h2><table border=1><tr><th>Item<th colspan=2>2024"
        f'</tr>{rows}</table><ul><li>one<ul><li>two</ul></ul><p class=x>hidden</p><p style="font-weight:bold;font-size:14pt">'
        f'Item 1. Business</p><p>{_WORDS * 3}<a href="/b">more</a></p><hr style="page-break-after:always"><pre>a\n b</pre>'
        '<p>12</p><ix:header><ix:hidden><ix:nonNumeric name="a">x</ix:nonNumeric></ix:hidden></ix:header></body></html>'
    ).encode()


def _archive() -> bytes:
    head = b'From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
    part = b"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    return head + part + _page().replace(b"=", b"=3D") + b"\r\n--b--\r\n"


def _notes() -> bytes:
    return (
        f"REPORT\n\n1. Scope\n\n{_WORDS}\n\n2. Results\n\n  - one\n  - two\n\nName   Sold\nA      12\n\n" * 3
    ).encode()


def _markdown() -> bytes:
    table = "| Item | 2024 |\n|------|-----:|\n| Shoes | 51,362 |\n"
    return f"# Report\n\n{_WORDS}\n\n## Results\n\n{table}\n- one\n  - two\n\n> quoted\n\n```py\nx = 1\n```\n\n[a](b)\n".encode()


_OWN: Mapping[str, tuple[Callable[[], bytes], ...]] = {
    "pdf": (_raw_pdf, _tagged_pdf, _book_pdf, lambda: report_pdf().bytes(), _locked_pdf),
    "scan": (_scan, _layered_scan, _mixed_scan),
    "docx": (_word,),
    "pptx": (_deck,),
    "xlsx": (_book_xlsx,),
    "html": (_page, _page, _archive),
    "text": (_notes,),
    "markdown": (_markdown,),
}
