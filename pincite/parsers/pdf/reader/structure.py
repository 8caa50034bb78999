"""The structure tree of a tagged page, through pdfium's functions."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float
from typing import Any

from pincite.parsers.pdf.layout import Tag
from pincite.parsers.pdf.reader.buffers import read_wide
from pincite.parsers.pdf.reader.taginfo import Kid, read_tags


def read_structure(pdfium: Any, page: Any) -> tuple[list[Tag], dict[int, int]]:
    """The tags of a page in document order, and which of them each marked content id belongs to. ``pdfium`` has the
    functions under the names of its headers."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return [], {}
    try:
        return read_tags(_PageTags(pdfium, tree))
    finally:
        pdfium.FPDF_StructTree_Close(tree)


class _PageTags:
    """Implements ``taginfo.TagTree``."""

    def __init__(self, pdfium: Any, tree: Any) -> None:
        self._pdfium = pdfium
        self._tree = tree

    def roots(self) -> Iterator[Any]:
        for i in range(self._pdfium.FPDF_StructTree_CountChildren(self._tree)):
            if element := self._pdfium.FPDF_StructTree_GetChildAtIndex(self._tree, i):
                yield element

    def kids(self, element: Any) -> Iterator[Kid[Any]]:
        child_at = self._pdfium.FPDF_StructElement_GetChildAtIndex
        content_at = self._pdfium.FPDF_StructElement_GetChildMarkedContentID
        has_content = self._pdfium.FPDF_StructElement_GetMarkedContentIdCount(element) > 0
        for i in range(self._pdfium.FPDF_StructElement_CountChildren(element)):
            if child := child_at(element, i):
                yield Kid(child, -1)
            elif has_content:
                yield Kid(None, content_at(element, i))

    def role(self, element: Any) -> str:
        return read_wide(lambda buffer, size: self._pdfium.FPDF_StructElement_GetType(element, buffer, size))

    def span(self, element: Any, name: str) -> int:
        number, pdfium = c_float(), self._pdfium
        for i in range(max(0, pdfium.FPDF_StructElement_GetAttributeCount(element))):
            attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, i)
            value = pdfium.FPDF_StructElement_Attr_GetValue(attributes, name.encode()) if attributes else None
            if value and pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number):
                return max(1, int(number.value))
        return 1

    def actual_text(self, element: Any) -> str | None:
        get = self._pdfium.FPDF_StructElement_GetActualText
        return read_wide(lambda buffer, size: get(element, buffer, size)) or None

    def alt(self, element: Any) -> str | None:
        get = self._pdfium.FPDF_StructElement_GetAltText
        return read_wide(lambda buffer, size: get(element, buffer, size)) or None
