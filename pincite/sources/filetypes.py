"""What a file is, by its first and last bytes; its name decides only where they say nothing."""

from __future__ import annotations

import re
from pathlib import PurePath

from pincite.errors import SourceError
from pincite.sources.compound import ENCRYPTED, MAGIC

# the formats that have a parser; ``parsers.formats`` holds them
SUPPORTED = frozenset({"pdf", "docx", "pptx", "xlsx", "html", "text", "markdown", "image"})
LEGACY = frozenset({"doc", "ppt", "xls"})  # the old binary formats, which LibreOffice can turn into new ones
PLAIN = frozenset({"text", "markdown"})
HEAD_BYTES = 8192
TAIL_BYTES = 65536

_PDF = re.compile(rb"%PDF-\d")
_PDF_WITHIN = 1024 + 8  # readers accept the header anywhere in the first 1024 bytes
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta)\b", re.I | re.S
)
_ZIP_PARTS = (
    ("xl/workbook.bin", "xlsb"),
    ("word/", "docx"),
    ("ppt/", "pptx"),
    ("xl/", "xlsx"),
    ("META-INF/container.xml", "epub"),
)
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
_DIRECTORY_END = b"PK\x05\x06"
_ENTRIES = {b"PK\x01\x02": (28, 46), b"PK\x03\x04": (26, 30)}  # where an entry has the length of its name, and the name
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"BM", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "postscript"),
    (MAGIC, "ole"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
)
_OFFICE = ("docx", "pptx", "xlsx")
_EXTENSIONS = {
    extension: kind
    for kind, extensions in {
        "pdf": "pdf",
        "docx": "docx docm dotx dotm",
        "pptx": "pptx pptm potx potm ppsx ppsm",
        "xlsx": "xlsx xlsm xltx xltm",
        "doc": "doc dot",
        "ppt": "ppt pps pot",
        "xls": "xls xlt",
        "xlsb": "xlsb",
        "opendocument": "odt odp ods",
        "html": "html htm xhtml xht shtml mht mhtml",
        "markdown": "md markdown mdown mkd",
        "text": "txt text log csv tsv json xml rst",
        "rtf": "rtf",
        "epub": "epub",
        "msg": "msg",
        "postscript": "ps eps",
        "image": "png jpg jpeg gif tif tiff bmp webp",
        "archive": "zip gz 7z rar",
    }.items()
    for extension in extensions.split()
}
_NAMES = {
    "pdf": "a PDF",
    "docx": "a Word document",
    "pptx": "a PowerPoint presentation",
    "xlsx": "an Excel workbook",
    "doc": "a Word document of the old binary kind (.doc)",
    "ppt": "a PowerPoint presentation of the old binary kind (.ppt)",
    "xls": "an Excel workbook of the old binary kind (.xls)",
    "xlsb": "a binary Excel workbook (.xlsb)",
    "opendocument": "an OpenDocument file",
    "html": "an HTML page",
    "image": "an image",
    "ole": "a compound file that is no Office document",
    "msg": "an Outlook message",
    "rtf": "an RTF document",
    "epub": "an EPUB book",
    "postscript": "a PostScript file",
    "text": "a plain text file",
    "markdown": "a Markdown file",
    "archive": "an archive",
    "unknown": "a file of unknown kind",
}
_SHORT_NAMES = {
    "pdf": "PDF",
    "docx": "Word",
    "pptx": "PowerPoint",
    "xlsx": "Excel",
    "html": "HTML",
    "markdown": "Markdown",
    "image": "image",
    "text": "text",
}
_ADVICE = {
    "html": "If it should be a PDF, the download brought a web page: fetch it again, or print the page as a PDF.",
    "archive": "Unpack it first.",
    "ole": "",
    "unknown": "",
}
_LEGACY_TARGETS = {"doc": ".docx", "ppt": ".pptx", "xls": ".xlsx"}
_EXPORT = "Save or export it as a PDF and open that."


def sniff(head: bytes, tail: bytes, name: str) -> str:
    """The format: ``pdf``, ``docx``, ``pptx``, ``xlsx``, ``html``, ``markdown``, ``text``, ``image``, ``ole`` (see
    ``sources.compound``), ``rtf``, ``epub``, ``opendocument``, ``xlsb``, ``postscript``, ``archive`` or ``unknown``.
    ``head`` and ``tail`` are the first ``HEAD_BYTES`` and the last ``TAIL_BYTES``."""
    return _by_content(head, tail, name) or _by_name(head, name)


def of_compound(kind: str | None, name: str) -> str:
    """The format of an OLE file whose streams say ``kind``. What an encrypted Office file holds shows only when it is
    decrypted: until then its name decides."""
    if kind == ENCRYPTED:
        promised = by_extension(name)
        return promised if promised in _OFFICE else "docx"
    return kind or "ole"


def by_extension(name: str) -> str:
    """The format that the name promises, ``unknown`` where it promises none."""
    return _EXTENSIONS.get(PurePath(name).suffix[1:].lower(), "unknown")


def supported(format: str) -> bool:
    """Whether this version has a parser for the format."""
    return format in SUPPORTED


def describe(format: str) -> str:
    """The format in words, with its article."""
    return _NAMES.get(format, _NAMES["unknown"])


def readable() -> str:
    """What this version reads, in words: ``PDF, Word and text files``."""
    names = [short for format, short in _SHORT_NAMES.items() if format in SUPPORTED]
    return f"{', '.join(names[:-1])} and {names[-1]} files"


def unsupported(name: str, format: str) -> SourceError:
    """The error for a file that no parser here reads."""
    return SourceError(
        f"{name} is {describe(format)}; this version reads {readable()}.",
        code="unsupported_format",
        hint=_advice(format),
    )


def _advice(format: str) -> str:
    if format in LEGACY:
        return (
            f"Save it as {_LEGACY_TARGETS[format]} or as a PDF and open that; or set PINCITE_LIBREOFFICE=true to have "
            "such files converted by LibreOffice."
        )
    return _ADVICE.get(format, _EXPORT)


_PDF_END = re.compile(rb"startxref\s+\d+\s+%%EOF")


def _by_content(head: bytes, tail: bytes, name: str) -> str | None:
    text = _as_ascii(head)
    if _HTML_START.match(text):
        return "html"
    # before the other signs: a PDF may begin with a few bytes of anything, such as the headers of a download
    if _PDF.search(head[:_PDF_WITHIN]):
        return "pdf"
    if head.startswith(b"PK\x03\x04") or (by_extension(name) in _OFFICE and b"PK\x03\x04" in head):
        return _zip_format(head, tail, name)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image"
    kind = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)
    if (
        kind is None and PurePath(name).suffix.lower() in ("", ".pdf") and _PDF_END.search(tail)
    ):  # its beginning is damaged
        return "pdf"
    return kind


def _zip_format(head: bytes, tail: bytes, name: str) -> str:
    """By the names in its directory at the end; where the end is missing, by those in the headers at its start, or by
    the file's own name."""
    if _OPEN_DOCUMENT in head[:128]:
        return "opendocument"
    end = tail.rfind(_DIRECTORY_END)
    if end < 0:
        names = _entry_names(head, b"PK\x03\x04")
    else:
        size = int.from_bytes(tail[end + 12 : end + 16], "little")
        names = _entry_names(tail[max(0, end - size) : end], b"PK\x01\x02")
    found = next((kind for part, kind in _ZIP_PARTS if any(entry.startswith(part) for entry in names)), None)
    if found is None and end < 0 and by_extension(name) in _OFFICE:
        return by_extension(name)
    return found or "archive"


def _entry_names(entries: bytes, mark: bytes) -> list[str]:
    at_length, at_name = _ENTRIES[mark]
    names = []
    for found in re.finditer(re.escape(mark), entries):
        at = found.start()
        length = int.from_bytes(entries[at + at_length : at + at_length + 2], "little")
        name = entries[at + at_name : at + at_name + length].decode("utf-8", "replace")
        names.append(name.replace("\\", "/").lstrip("/"))
    return names


def _by_name(head: bytes, name: str) -> str:
    promised = by_extension(name)
    readable = (promised == "html" or promised in PLAIN) and b"\x00" not in _as_ascii(head)
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
