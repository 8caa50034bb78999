"""Which pages have lost something, where objects of a damaged file are cut, garbled or gone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from pincite.limits import PDF_PAGES_COMPARED
from pincite.model import DocumentWarning

_FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, RecursionError, struct.error,
           zlib.error)  # fmt: skip
_DRAWN = "Part of what is drawn on this page is damaged or missing: text may be lost or wrong."
_LETTERS = "A font of this page is damaged or missing: letters may be lost or wrong."


def warnings_of_losses(
    data: bytes, password: str | None, damaged: Collection[int], absent: Collection[int] = (), *, is_sure: bool = False
) -> list[DocumentWarning]:
    """A warning for each page that is drawn from one of the ``damaged`` objects, or from one of the ``absent`` ones,
    where it ``is_sure`` that they are or nobody finds them; one without a page for those that belong to none."""
    warnings: list[DocumentWarning] = []
    lost = set(damaged) | set(absent)
    left = set(lost)
    for page in _pages(data, password, lost, () if is_sure else absent):
        left &= lost
        if page.drawn or page.fonts:
            warnings.append(DocumentWarning("partial", _DRAWN if page.drawn else _LETTERS, page.number))
        left -= page.drawn | page.fonts
    if left:
        message = f"Some of the file's objects are damaged or missing ({len(left)}): so may text or fonts, in part."
        warnings.append(DocumentWarning("partial", message))
    return warnings


class _Page(NamedTuple):
    """What a page has lost: the numbers of its contents and forms, and those of its fonts and of what they consist
    of."""

    number: int
    drawn: set[int]
    fonts: set[int]


def _pages(data: bytes, password: str | None, lost: set[int], doubtful: Collection[int]) -> Iterator[_Page]:
    """What each page has lost. Takes those of the ``doubtful`` out of ``lost`` that are there."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.psexceptions import PSException

    try:
        document = PDFDocument(PDFParser(BytesIO(data)), password=password or "")
        lost -= {number for number in doubtful if _is_there(document, number)}
        for number, page in enumerate(PDFPage.create_pages(document), 1):
            if number > PDF_PAGES_COMPARED:
                return
            drawn = _numbers(page.attrs.get("Contents")) | _number(page.attrs.get("Resources"))
            drawn |= _forms(page.resources)
            yield _Page(number, drawn & lost, _fonts(page.resources) & lost)
    except (PSException, *_FAULTS):
        return


def _number(value: Any) -> set[int]:
    """The object behind a reference."""
    return {number} if (number := getattr(value, "objid", None)) is not None else set()


def _numbers(value: Any) -> set[int]:
    """The object behind a reference, or those in the list behind it."""
    from pdfminer.pdftypes import resolve1

    own = _number(value)
    found = resolve1(value) if own else value
    if isinstance(found, list):
        return {number for item in found for number in _number(item)}
    return own


def _entries(resources: Any, key: str) -> list[Any]:
    from pdfminer.pdftypes import resolve1

    found = resolve1((resolve1(resources) or {}).get(key))
    return list(found.values()) if isinstance(found, dict) else []


def _forms(resources: Any) -> set[int]:
    return {number for item in _entries(resources, "XObject") for number in _number(item)}


def _fonts(resources: Any) -> set[int]:
    """The fonts, and what they consist of."""
    from pdfminer.pdftypes import resolve1

    found: set[int] = set()
    for font in _entries(resources, "Font"):
        entries = resolve1(font)
        children = resolve1(entries.get("DescendantFonts")) if isinstance(entries, dict) else None
        for part in (font, *(children if isinstance(children, list) else ())):
            found |= _parts(part)
    return found


def _parts(font: Any) -> set[int]:
    from pdfminer.pdftypes import resolve1

    found = _number(font)
    entries = resolve1(font)
    if isinstance(entries, dict):
        found |= _number(entries.get("ToUnicode")) | _number(entries.get("FontDescriptor"))
        descriptor = resolve1(entries.get("FontDescriptor"))
        if isinstance(descriptor, dict):
            found |= {n for key in ("FontFile", "FontFile2", "FontFile3") for n in _number(descriptor.get(key))}
    return found


def _is_there(document: Any, number: int) -> bool:
    from pdfminer.pdftypes import PDFObjectNotFound

    try:
        document.getobj(number)
    except PDFObjectNotFound:
        return False
    return True
