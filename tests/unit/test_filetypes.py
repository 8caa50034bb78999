"""What a file is: content first, name second."""

from __future__ import annotations

import io
import zipfile

import pytest

from pincite.parsers.formats import PARSERS
from pincite.sources.filetypes import LEGACY, SUPPORTED, by_extension, readable, sniff, unsupported
from tests.pdfs import Pdf


def office(part: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("docProps/app.xml", "x" * 20_000)
        file.writestr(part, "<x/>")
    return out.getvalue()


def kind(data: bytes, name: str = "x") -> str:
    return sniff(data[:8192], data[-65536:], name)


def test_every_supported_format_has_a_parser() -> None:
    assert set(PARSERS) == SUPPORTED | LEGACY


@pytest.mark.parametrize("name", ["a.pdf", "a.html", "a.md", "a", "a.docx"])
def test_a_pdf_is_a_pdf_whatever_its_name(name: str) -> None:
    assert kind(Pdf().page().text(72, 72, "x").bytes(), name) == "pdf"


def test_a_pdf_may_begin_with_other_bytes() -> None:
    pdf = Pdf().page().bytes()
    assert kind(b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n" + pdf) == "pdf"
    assert kind(b"<br />\n<b>Warning</b>: something in x.php\n" + pdf) == "pdf"
    assert kind(b"\x00" * 1020 + pdf) == "pdf"
    assert kind(b"\x00" * 2000 + pdf, "x.bin") == "unknown"
    assert kind(b"\x00" * 2000 + pdf, "x.pdf") == "pdf"


@pytest.mark.parametrize(
    "page",
    [
        b"<!DOCTYPE html><html><body>Not found</body></html>",
        b"\xef\xbb\xbf\r\n  <!doctype HTML>\n<p>x",
        b"<!-- saved from url -->\n<html lang=en>",
        b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
        b"<html>The file must begin with %PDF-1.4</html>",
        "<html><body>ä".encode("utf-16"),
        b"<HEAD><TITLE>302</TITLE></HEAD>",
    ],
)
def test_a_web_page_is_one_also_when_it_is_named_pdf(page: bytes) -> None:
    assert kind(page, "report.pdf") == "html"


def test_office_files_by_their_parts() -> None:
    assert kind(office("word/document.xml")) == "docx"
    assert kind(office("ppt/presentation.xml"), "x.pdf") == "pptx"
    assert kind(office("xl/workbook.xml")) == "xlsx"
    assert kind(office("other.bin"), "x.docx") == "archive"


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n0000", "scan.pdf", "image"),
        (b"RIFF0000WEBPVP8 ", "x", "image"),
        (b"RIFF\x24\x08\x00\x00WAVEfmt ", "x.wav", "unknown"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x.docx", "ole"),
        (b"{\\rtf1", "x.doc", "rtf"),
        (b"Plain words.\n", "notes.txt", "text"),
        ("Grüße".encode(), "notes", "text"),
        ("Grüße ".encode() * 2000, "notes", "text"),
        (b"\x00\x01\x02\xff" * 100, "notes.txt", "unknown"),
        (b"\xff\xfe\x00", "x.docx", "unknown"),
        (b"not a pdf at all", "x.pdf", "pdf"),
    ],
)
def test_other_kinds(data: bytes, name: str, expected: str) -> None:
    assert kind(data, name) == expected


def test_names_promise() -> None:
    assert by_extension("A.PDF") == "pdf"
    assert by_extension("a.tar.gz") == "archive"
    assert by_extension("a") == "unknown"
    assert by_extension(".pdf") == "unknown"


def test_the_refusal_names_what_it_is_and_what_is_read() -> None:
    error = unsupported("book.epub", "epub")
    assert error.code == "unsupported_format"
    assert str(error) == f"book.epub is an EPUB book; this version reads {readable()}."
    assert error.hint == "Save or export it as a PDF and open that."


def test_what_is_read_in_words() -> None:
    assert readable().startswith("PDF, ")
    assert readable().endswith("Markdown, image and text files")


@pytest.mark.parametrize(("format", "target"), [("doc", ".docx"), ("ppt", ".pptx"), ("xls", ".xlsx")])
def test_old_office_files_are_refused_by_name_with_what_to_do(format: str, target: str) -> None:
    error = unsupported(f"old.{format}", format)
    assert f"of the old binary kind (.{format})" in str(error)
    assert error.hint.startswith(f"Save it as {target} or as a PDF and open that; or set PINCITE_LIBREOFFICE=true")
