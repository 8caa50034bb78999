"""Files that are attached to a document: their names and sizes. They are never opened."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_ulong, c_void_p
from typing import Any, NamedTuple

from pincite.limits import ATTACHMENTS
from pincite.model import DocumentWarning
from pincite.parsers.pdf.reader.buffers import read_wide

_LONGEST_NAME = 120


class FileCalls(NamedTuple):
    """The functions of pdfium that tell of attached files, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects and come back as integers."""

    count: Any
    get: Any
    name: Any
    content: Any


def attached_files(calls: FileCalls, document: int) -> list[int]:
    """The addresses of the files that are attached to the document at an address."""
    at = c_void_p(document)
    files = [calls.get(at, i) for i in range(min(calls.count(at), ATTACHMENTS))]
    return [file for file in files if file]


def warning_of_files(calls: FileCalls, files: Sequence[int], page: int | None) -> DocumentWarning:
    """Tells of files at some addresses, attached to a page or to the document (``None``)."""
    names = "; ".join(_describe(calls, c_void_p(file)) for file in files)
    return DocumentWarning("attachments", f"Files are attached, which were not opened: {names}", page)


def _describe(calls: FileCalls, file: c_void_p) -> str:
    name = " ".join(read_wide(lambda buffer, size: calls.name(file, buffer, size)).split())
    length = c_ulong()
    known = calls.content(file, None, 0, byref(length))
    return (name[:_LONGEST_NAME] or "without a name") + (f" ({length.value:,} bytes)" if known else "")
