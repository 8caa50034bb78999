"""What a file is, by its first and last bytes; its name decides only where they say nothing."""

from __future__ import annotations

import re
from pathlib import PurePath

from pincite.errors import SourceError

SUPPORTED = frozenset({"pdf"})  # the formats that have a parser; ``parsers.formats`` holds them
HEAD_BYTES = 8192
TAIL_BYTES = 65536

_PDF = re.compile(rb"%PDF-\d")
_PDF_WITHIN = 1024 + 8  # readers accept the header anywhere in the first 1024 bytes
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta)\b", re.I | re.S
)
_ZIP_PARTS = ((b"word/", "docx"), (b"ppt/", "pptx"), (b"xl/", "xlsx"), (b"META-INF/container.xml", "epub"))
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"BM", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "postscript"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
)
_EXTENSIONS = {
    "pdf": "pdf", "docx": "docx", "docm": "docx", "doc": "ole", "pptx": "pptx", "pptm": "pptx", "ppt": "ole",
    "xlsx": "xlsx", "xlsm": "xlsx", "xls": "ole", "html": "html", "htm": "html", "xhtml": "html", "rtf": "rtf",
    "epub": "epub", "ps": "postscript", "png": "image", "jpg": "image", "jpeg": "image", "gif": "image", "tif": "image",
    "tiff": "image", "bmp": "image", "webp": "image", "txt": "text", "md": "text", "csv": "text", "json": "text",
    "xml": "text", "zip": "archive", "gz": "archive", "7z": "archive",
}  # fmt: skip


_NAMES = {
    "pdf": "a PDF",
    "docx": "a Word document",
    "pptx": "a PowerPoint presentation",
    "xlsx": "an Excel workbook",
    "html": "an HTML page",
    "image": "an image",
    "ole": "an Office file of the old binary kind, or one with a password",
    "rtf": "an RTF document",
    "epub": "an EPUB book",
    "postscript": "a PostScript file",
    "text": "a plain text file",
    "archive": "an archive",
    "unknown": "a file of unknown kind",
}
_ADVICE = {
    "html": "If it should be a PDF, the download brought a web page: fetch it again, or print the page as a PDF.",
    "text": "A plain text file needs no parser: read it directly.",
    "archive": "Unpack it first.",
    "unknown": "",
}
_EXPORT = "Save or export it as a PDF and open that."


def sniff(head: bytes, tail: bytes, name: str) -> str:
    """The format: ``pdf``, ``docx``, ``pptx``, ``xlsx``, ``html``, ``image``, ``ole`` (old Office files, and new ones
    with a password), ``rtf``, ``epub``, ``postscript``, ``text``, ``archive`` or ``unknown``. ``head`` and ``tail``
    are the first ``HEAD_BYTES`` and the last ``TAIL_BYTES``."""
    return _by_content(head, tail) or _by_name(head, name)


def by_extension(name: str) -> str:
    """The format that the name promises, ``unknown`` where it promises none."""
    return _EXTENSIONS.get(PurePath(name).suffix[1:].lower(), "unknown")


def supported(format: str) -> bool:
    """Whether this version has a parser for the format."""
    return format in SUPPORTED


def describe(format: str) -> str:
    """The format in words, with its article."""
    return _NAMES.get(format, _NAMES["unknown"])


def unsupported(name: str, format: str) -> SourceError:
    """The error for a file that no parser here reads."""
    return SourceError(
        f"{name} is {describe(format)}; this version reads PDF files only.",
        code="unsupported_format",
        hint=_ADVICE.get(format, _EXPORT),
    )


def _by_content(head: bytes, tail: bytes) -> str | None:
    text = _as_ascii(head)
    if _HTML_START.match(text):
        return "html"
    # before the other signs: a PDF may begin with a few bytes of anything, such as the headers of a download
    if _PDF.search(head[:_PDF_WITHIN]):
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _zip_format(head + tail)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image"
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)


def _zip_format(names: bytes) -> str:
    """By the names of its parts, which stand in clear at the end of the file (and partly at its start)."""
    return next((kind for part, kind in _ZIP_PARTS if part in names), "archive")


def _by_name(head: bytes, name: str) -> str:
    promised = by_extension(name)
    readable = promised in ("html", "text") and b"\x00" not in _as_ascii(head)
    if readable or promised == "pdf":  # a PDF without its header may still be repaired
        return promised
    return "text" if _is_text(head) else "unknown"


def _is_text(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:  # a character cut by the end of the sample is no sign of anything
            return False
    return b"\x00" not in head


def _as_ascii(head: bytes) -> bytes:
    """The sample with its byte order mark gone, UTF-16 narrowed to one byte a character."""
    for mark, codec in ((b"\xef\xbb\xbf", None), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            body = head[len(mark) :]
            return body if codec is None else body.decode(codec, "replace").encode("ascii", "replace")
    return head
