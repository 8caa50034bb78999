"""Pictures of loaded pages: in colour to look at, or to see which words are visible; in shades of grey for OCR. Whoever
calls holds the lock of ``pdfium``."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float, c_uint
from math import floor
from typing import Any

import numpy as np
import pypdfium2_raw as raw
from numpy.typing import NDArray

from pincite.errors import ParseError
from pincite.limits import LOOK_PIXELS
from pincite.model import BBox
from pincite.parsers.pdf.layout import Word, hull
from pincite.parsers.pdf.reader.visibility import Picture

_LOOK = 1.5  # pixels a point that show whether a word is visible
_FEW = 4  # words that are drawn one by one
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
    columns, rows = _size(page, scale)
    pixels = np.full((rows, columns), 255, np.uint8)
    bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_Gray, pixels.ctypes.data, columns)
    if not bitmap:
        raise ParseError("There is not enough memory to draw the page.", code="too_large")
    try:
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, raw.FPDF_ANNOT | raw.FPDF_GRAYSCALE)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return pixels


class PageLook:
    """Implements ``composing.Look`` for a loaded page."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def whole(self, words: Sequence[Word]) -> Picture:
        return _render_words(self._page, words)

    def without(self, items: Iterable[int], words: Sequence[Word]) -> Picture:
        objects = [ctypes.cast(item, raw.FPDF_PAGEOBJECT) for item in items]
        try:
            for item in objects:
                raw.FPDFPageObj_SetIsActive(item, False)
            return _render_words(self._page, words)
        finally:
            for item in objects:
                raw.FPDFPageObj_SetIsActive(item, True)


def render_colours(page: Any, scale: float, part: BBox | None = None) -> Picture:
    """The page, or the part of it that a box touches."""
    picture = _blank(page, scale, part)
    _draw(page, picture)
    return picture


def _render_words(page: Any, words: Sequence[Word]) -> Picture:
    """The part of the page where words are; of a few, which may be far apart, the spots alone, and white between."""
    picture = _blank(page, _LOOK, hull(words))
    if len(words) > _FEW:
        _draw(page, picture)
        return picture
    for word in words:
        spot = _blank(page, _LOOK, hull([word]))
        _draw(page, spot)
        place = picture.pixels[spot.top - picture.top :, spot.left - picture.left :]
        rows, columns = min(len(place), len(spot.pixels)), min(place.shape[1], spot.pixels.shape[1])
        place[:rows, :columns] = spot.pixels[:rows, :columns]
    return picture


def _blank(page: Any, scale: float, part: BBox | None) -> Picture:
    """White, as large as the page or the part of it that a box touches."""
    width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
    scale = min(scale, (LOOK_PIXELS / max(width * height, 1.0)) ** 0.5)
    columns, rows = _size(page, scale)
    left, top, right, bottom = (0, 0, columns, rows) if part is None else (floor(edge * scale) for edge in part)
    left, top = min(max(left, 0), columns - 1), min(max(top, 0), rows - 1)
    wide, high = min(max(right + 2, left + 1), columns) - left, min(max(bottom + 2, top + 1), rows) - top
    return Picture(np.full((high, wide, 4), 255, np.uint8)[:, :, 2::-1], scale, left, top)


def _size(page: Any, scale: float) -> tuple[int, int]:
    """Columns and rows of the whole page."""
    return max(1, round(raw.FPDF_GetPageWidthF(page) * scale)), max(1, round(raw.FPDF_GetPageHeightF(page) * scale))


def _draw(page: Any, picture: Picture) -> None:
    """Draws the page into a blank picture."""
    pixels: Any = picture.pixels.base
    high, wide, _ = pixels.shape
    bitmap = raw.FPDFBitmap_CreateEx(wide, high, raw.FPDFBitmap_BGRx, pixels.ctypes.data, 4 * wide)
    if not bitmap:
        raise ParseError("There is not enough memory to draw the page.", code="too_large")
    try:
        columns, rows = _size(page, picture.scale)
        raw.FPDF_RenderPageBitmap(bitmap, page, -picture.left, -picture.top, columns, rows, 0, raw.FPDF_ANNOT)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
