"""Loads files into pdfium and writes them out again; its error codes become our errors.

Its callers hold the lock of ``pdfium``.
"""

from __future__ import annotations

import ctypes
import re
from typing import Any

import pypdfium2_raw as raw

from pincite.errors import ParseError
from pincite.parsers.pdf.reader.protection import refusal, secrets
from pincite.parsers.pdf.reader.repair import Mended, opened

CORRUPT_HINT = "Open it in a PDF viewer: if that fails too, get the file again."
raw.FPDF_InitLibraryWithConfig(raw.FPDF_LIBRARY_CONFIG(version=2))  # does nothing where it has been initialised
_ENCRYPTED = re.compile(rb"/Encrypt\b")


def load(data: bytes, password: str | None) -> tuple[Any, bool]:
    """The document, which reads from ``data`` until it is closed, and whether the password opened it. Raises
    ``ParseError``."""
    for secret in secrets(password):
        if document := raw.FPDF_LoadMemDocument64(data, len(data), secret):
            if raw.FPDF_GetPageCount(document) > 0:
                return document, secret is not None
            raw.FPDF_CloseDocument(document)
            raise ParseError("The PDF has no pages.", code="corrupt", hint=CORRUPT_HINT)
        if raw.FPDF_GetLastError() != raw.FPDF_ERR_PASSWORD:
            break
    raise error_of(raw.FPDF_GetLastError(), data, has_password=bool(password))


def seems_locked(data: bytes) -> bool:
    """Whether a file speaks of encryption."""
    return _ENCRYPTED.search(data) is not None


def unlocked(data: bytes, password: str | None) -> Mended | None:
    """A file without its encryption, so that all that is looked for in files can be seen, mended where that was
    needed; ``None`` for those that have none, and for those that cannot be written anew. Raises ``ParseError`` where
    the password is missing or wrong, or the file is beyond repair."""
    (document, _), mended = opened(data, lambda data: load(data, password))
    try:
        if raw.FPDF_GetSecurityHandlerRevision(document) < 0:
            return None
        plain = written(document)
        return mended._replace(data=plain) if _n_pages(plain) == raw.FPDF_GetPageCount(document) else None
    finally:
        raw.FPDF_CloseDocument(document)


def written(document: Any) -> bytes:
    """The file as pdfium writes it: without encryption, all objects plain; nothing where it cannot be written."""
    pieces: list[bytes] = []

    def write(_: Any, data: int, size: int) -> int:
        pieces.append(ctypes.string_at(data, size))
        return 1

    writer = raw.FPDF_FILEWRITE(version=1, WriteBlock=dict(raw.FPDF_FILEWRITE._fields_)["WriteBlock"](write))
    raw.FPDF_SaveAsCopy(document, writer, raw.FPDF_NO_INCREMENTAL | raw.FPDF_REMOVE_SECURITY)
    return b"".join(pieces)


def _n_pages(data: bytes) -> int:
    document = raw.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        return 0
    try:
        return int(raw.FPDF_GetPageCount(document))
    finally:
        raw.FPDF_CloseDocument(document)


def error_of(code: int, data: bytes = b"", *, has_password: bool) -> ParseError:
    """Our error for an error code of pdfium."""
    if code in (raw.FPDF_ERR_SECURITY, raw.FPDF_ERR_PASSWORD):
        return refusal(data, has_password=has_password, is_known=code == raw.FPDF_ERR_PASSWORD)
    return ParseError("The file is not a readable PDF.", code="corrupt", hint=CORRUPT_HINT)
