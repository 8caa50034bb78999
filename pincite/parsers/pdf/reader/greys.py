"""Pictures of loaded pages in shades of grey, for OCR. Whoever calls holds the lock of ``pdfium``."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float, c_uint
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import ParseError

_LARGE = 0.1  # share of a page that a picture covers to count


def picture_scales(page: Any) -> Iterator[float]:
    """How many pixels a point the pictures that cover a good part of the page have."""
    area = raw.FPDF_GetPageWidthF(page) * raw.FPDF_GetPageHeightF(page)
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    columns, rows = c_uint(), c_uint()
    for i in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, i)
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_IMAGE:
            continue
        raw.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        covered = (right.value - left.value) * (top.value - bottom.value)
        if covered >= _LARGE * area > 0 and raw.FPDFImageObj_GetImagePixelSize(item, columns, rows):
            yield float((columns.value * rows.value / covered) ** 0.5)


def render_grey(page: Any, scale: float) -> NDArray[np.uint8]:
    """The page as displayed, ``scale`` pixels a point: [row, column], 0 is black. Raises ``ParseError`` too_large."""
    columns = max(1, round(raw.FPDF_GetPageWidthF(page) * scale))
    rows = max(1, round(raw.FPDF_GetPageHeightF(page) * scale))
    pixels = np.full((rows, columns), 255, np.uint8)
    bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_Gray, pixels.ctypes.data, columns)
    if not bitmap:
        raise ParseError("There is not enough memory to draw the page.", code="too_large")
    try:
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, raw.FPDF_ANNOT | raw.FPDF_GRAYSCALE)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return pixels
