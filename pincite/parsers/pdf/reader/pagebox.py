"""The visible part of a page, kept within bounds."""

from __future__ import annotations

from typing import Any

import pypdfium2_raw as raw

from pincite.limits import PAGE_UNITS
from pincite.parsers.pdf.reader.space import PageSpace


def bounded(document: Any, page: Any, index: int) -> Any:
    """A page that was just loaded, made smaller where it is absurdly large: what lies beyond is off the page."""
    if not page:
        return page
    box = _box_of(page)
    if max(box.right - box.left, box.top - box.bottom) <= PAGE_UNITS:
        return page
    (left, right), (bottom, top) = within(box.left, box.right), within(box.bottom, box.top)
    raw.FPDFPage_SetMediaBox(page, left, bottom, right, top)
    raw.FPDFPage_SetCropBox(page, left, bottom, right, top)
    raw.FPDF_ClosePage(page)
    return raw.FPDF_LoadPage(document, index)


def within(low: float, high: float) -> tuple[float, float]:
    """``PAGE_UNITS`` of a side, the origin in the middle of them where it is on the page."""
    low = min(max(low, -PAGE_UNITS / 2), max(high - PAGE_UNITS, low))
    return low, min(high, low + PAGE_UNITS)


def space_of(page: Any) -> PageSpace:
    """The space of a loaded page."""
    box = _box_of(page)
    return PageSpace(box.left, box.bottom, box.right, box.top, 90 * max(0, raw.FPDFPage_GetRotation(page)))


def _box_of(page: Any) -> Any:
    """The visible part of a page in its own units."""
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, box)
    return box
