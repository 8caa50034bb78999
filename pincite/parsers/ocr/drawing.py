"""Pictures of pages, or of a part of them, for OCR: without the words that the file gives by itself."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from pincite.model import BBox
from pincite.parsers.ocr.pictures import (
    Picture,
    can_be_speckled,
    despeckled,
    enlarged,
    evened,
    is_speckled,
    scale_for,
)
from pincite.parsers.ocr.sight import SIGHT_DPI
from pincite.parsers.ocr.tesseract import Grey
from pincite.parsers.pdf.layout import PageLayout

_COARSE = 0.6  # times the pixels that are wanted


class Pictures(Protocol):
    """Where the pictures of pages come from."""

    def grey(self, index: int, scale: float) -> Grey:
        """Page ``index`` (from 0) as displayed, ``scale`` pixels a point. Raises ``ParseError``. Called from several
        threads, as the others are."""

    def picture_scale(self, index: int) -> float | None:
        """How many pixels a point the pictures on it have; ``None`` where that does not matter."""


def small_picture(pictures: Pictures, page: PageLayout, part: BBox | None, *, blank: bool) -> Grey:
    """The page, or a part of it, for a first look. ``blank``: without the words of the file. Raises ``ParseError``."""
    scale = scale_for(page.width, page.height, SIGHT_DPI)
    return _part(pictures.grey(page.number - 1, scale), page, scale, part, blank)


def full_picture(pictures: Pictures, page: PageLayout, part: BBox | None, *, blank: bool) -> Picture:
    """The same in the size that is read. A coarse picture is enlarged here: smoother than a renderer does it, and read
    better. So is one full of specks, when they are gone: at another size than their own they are not told from dots."""
    scale, index = scale_for(page.width, page.height), page.number - 1
    own = pictures.picture_scale(index)
    is_coarse = own is not None and own <= _COARSE * scale
    pixels = pictures.grey(index, own) if own is not None and can_be_speckled(72 * own) else None
    if pixels is not None and is_speckled(pixels):
        pixels, is_coarse = despeckled(pixels), True
    drawn = own if own is not None and is_coarse else scale
    if pixels is None or not is_coarse:
        pixels = pictures.grey(index, drawn)
    pixels = _part(pixels, page, drawn, part, blank)
    width, height = (part.x1 - part.x0, part.y1 - part.y0) if part else (page.width, page.height)
    if drawn != scale:
        pixels = enlarged(pixels, round(width * scale), round(height * scale))
    return Picture(evened(pixels, round(72 * scale)), width, height, scale)


def _part(pixels: Grey, page: PageLayout, scale: float, part: BBox | None, blank: bool) -> Grey:
    if blank:
        for word in page.words:
            _blank(pixels, BBox(word.x0, word.y0, word.x1, word.y1), scale)
    if part is None:
        return pixels
    x0, y0, x1, y1 = (round(value * scale) for value in part)
    return np.ascontiguousarray(pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)])


def _blank(pixels: Grey, box: BBox, scale: float) -> None:
    """Fills a box with its ground: letters cover less than half of theirs."""
    x0, y0, x1, y1 = (max(0, round(value * scale)) for value in box)
    cut = pixels[max(0, y0 - 1) : y1 + 1, max(0, x0 - 1) : x1 + 1]
    if cut.size:
        cut[:] = np.median(cut)
