"""Which pages have lost something, where streams of a damaged file are cut, garbled or gone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import Any

from pincite.limits import PDF_PAGES_COMPARED
from pincite.model import DocumentWarning

_FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, RecursionError, struct.error,
           zlib.error)  # fmt: skip


def warnings_of_losses(
    data: bytes, password: str | None, damaged: Collection[int], known: Collection[int] | None = None
) -> list[DocumentWarning]:
    """A warning for each page whose content is in one of the ``damaged`` objects, or in none of the ``known`` ones
    (``None``: all are there); one without a page for damage that belongs to none."""
    warnings: list[DocumentWarning] = []
    left = set(damaged)
    for page, contents in enumerate(_contents_of_pages(data, password), 1):
        missing = {number for number in contents if known is not None and number not in known}
        hit = contents & left
        left -= hit
        if hit or missing or not contents.isdisjoint(damaged):
            message = "Part of what is drawn on this page is damaged or missing: text may be lost or wrong."
            warnings.append(DocumentWarning("partial", message, page))
    if left:
        message = f"Some of the file's streams are damaged ({len(left)}): text or fonts may be missing in part."
        warnings.append(DocumentWarning("partial", message))
    return warnings


def _contents_of_pages(data: bytes, password: str | None) -> Iterator[set[int]]:
    """The numbers of the objects that each page is drawn from."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.psexceptions import PSException

    try:
        document = PDFDocument(PDFParser(BytesIO(data)), password=password or "")
        for number, page in enumerate(PDFPage.create_pages(document)):
            if number >= PDF_PAGES_COMPARED:
                return
            yield _numbers(page.attrs.get("Contents")) | _forms(page.resources)
    except (PSException, *_FAULTS):
        return


def _numbers(value: Any) -> set[int]:
    """The object behind a reference, or those in the list behind it."""
    from pdfminer.pdftypes import resolve1

    own = {number} if (number := getattr(value, "objid", None)) is not None else set()
    found = resolve1(value) if own else value
    if isinstance(found, list):
        return {number for item in found if (number := getattr(item, "objid", None)) is not None}
    return own


def _forms(resources: Any) -> set[int]:
    from pdfminer.pdftypes import resolve1

    objects = resolve1(resolve1(resources or {}).get("XObject")) or {}
    return {number for item in objects.values() if (number := getattr(item, "objid", None)) is not None}
