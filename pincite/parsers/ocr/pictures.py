"""The picture of a page as an array: where its ink is, turning it upright, straightening it."""

from __future__ import annotations

import statistics
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.limits import OCR_PIXELS
from pincite.parsers.ocr.tesseract import Grey

Ink = NDArray[np.bool_]  # [row, column]
_T = TypeVar("_T", bound=np.generic)

DPI = 300
_LOOK_DPI = 100  # for questions about the whole page
_MOST_POINTS = 60_000  # of ink that the slope is measured on
_STEEPEST = 12.0  # degrees
_LEVEL = 0.2  # degrees; lines of less slope are level enough
_DARK = 0.2  # of the light of the paper: less is no shadow
_GLARE = 1.25  # of the light of the ground: brighter letters than this are no noise
_SHADE = 0.85  # of the light of the paper: a shadow that matters
_SHADED = 0.1  # share of the picture
_SPECK = 60  # of 255: a pixel that differs more from all around it is a speck
_SPECKLED = 0.002  # share of the picture; sound scans have a tenth of that
_COARSEST, _FINEST = 120, 600  # dpi; strokes of coarser pictures are no wider than specks


class Picture(NamedTuple):
    """A page as displayed: ``width`` and ``height`` in points, ``scale`` pixels a point."""

    pixels: Grey
    width: float
    height: float
    scale: float

    @property
    def dpi(self) -> int:
        return round(self.scale * 72)


def scale_for(width: float, height: float, dpi: float = DPI) -> float:
    """Pixels a point for a page of this size in points: as many as small print needs, less where the page is huge."""
    return float(min(dpi / 72, (OCR_PIXELS / max(width * height, 1.0)) ** 0.5))


def ink_of(pixels: Grey) -> Ink:
    """Where the picture is clearly darker than its paper, which is taken for the brightest of what there is much of;
    on a dark ground, where it is clearly brighter."""
    counts = np.bincount(pixels[::4, ::4].ravel(), minlength=256)
    threshold = _otsu(counts)
    is_dark_ground = counts[: threshold + 1].sum() > counts[threshold + 1 :].sum()
    return np.asarray(pixels > threshold if is_dark_ground else pixels <= threshold)


def _otsu(counts: NDArray[np.int_]) -> int:
    """The grey value that parts a histogram into two classes best."""
    values = np.arange(256)
    below = np.cumsum(counts)
    above = below[-1] - below
    mass = np.cumsum(counts * values)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = below * above * (mass / below - (mass[-1] - mass) / above) ** 2
    return int(np.nanargmax(spread)) if np.isfinite(spread).any() else 128


def shrunk(picture: Picture, dpi: int = _LOOK_DPI) -> Ink:
    """The ink of the picture, small: a pixel has some where any of the pixels that it stands for has. A dark rim is
    none."""
    step = max(1, round(picture.dpi / dpi))
    ink = _without_rim(ink_of(picture.pixels))
    rows, columns = ink.shape[0] // step * step, ink.shape[1] // step * step
    if not rows or not columns:
        return ink
    tiles = ink[:rows, :columns].reshape(rows // step, step, columns // step, step)
    return np.asarray(tiles.any(axis=(1, 3)))


def _without_rim(ink: Ink) -> Ink:
    """The ink without what reaches in from the edges: lids and tables beside the paper."""
    out = ink.copy()
    for side in (out, out[::-1], out.T, out.T[::-1]):
        side &= ~np.logical_and.accumulate(side, axis=0)
    return out


def runs_down(ink: Ink) -> bool:
    """Whether its lines of text seem to run up or down the page, not across it."""
    return slope(ink.T)[1] > 1.3 * slope(ink)[1]


def slope(ink: Ink) -> tuple[float, float]:
    """By how many degrees lines of text fall to the right, and how sharply they stand apart at that slope."""
    ys, xs = np.nonzero(ink)
    if len(ys) < 50:
        return 0.0, 0.0
    every = len(ys) // _MOST_POINTS + 1
    down, across = ys[::every].astype(np.float32), xs[::every].astype(np.float32)
    best, sharp = 0.0, -1.0
    for step, reach in ((1.0, _STEEPEST), (0.2, 1.0), (0.05, 0.2)):
        middle = best
        for degrees in np.arange(middle - reach, middle + reach + step / 2, step):
            found = _sharpness(down, across, float(degrees))
            if found > sharp * (1.0 if step < 1 else 1.02) or (found == sharp and abs(degrees) < abs(best)):
                best, sharp = float(degrees), found
    return (best if abs(best) >= _LEVEL else 0.0), sharp


def _sharpness(ys: NDArray[np.float32], xs: NDArray[np.float32], degrees: float) -> float:
    """How unevenly the ink falls on lines of this slope: between lines of text there is none."""
    rows = np.rint(ys - xs * np.float32(np.tan(np.radians(degrees)))).astype(np.int32)
    counts = np.bincount(rows - rows.min()).astype(np.float64)
    steps = np.diff(counts)
    return float((steps * steps).sum() / len(ys))


def turned(pixels: Grey, angle: int) -> Grey:
    """The picture such that text read in the direction ``angle`` is read from left to right."""
    return np.ascontiguousarray(np.rot90(pixels, angle // 90)) if angle else pixels


def straightened(pixels: Grey, degrees: float) -> Grey:
    """The picture such that lines that fall by so many degrees to the right are level. It grows by its corners; its
    middle stays the middle."""
    from PIL import Image

    image = Image.fromarray(pixels)
    paper = int(np.median(pixels[:: max(1, pixels.shape[0] // 200), :: max(1, pixels.shape[1] // 200)]))
    return np.asarray(image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=paper))


def evened(pixels: Grey, dpi: int) -> Grey:
    """The picture as if its paper were lit evenly; itself where it is. The ground of each quarter of an inch is what a
    tenth of it is brighter than; where letters are clearly brighter still, or hardly any light is left, it is no paper
    in a shadow and stays."""
    from PIL import Image

    step = max(8, dpi // 4)
    rows, columns = pixels.shape[0] // step, pixels.shape[1] // step
    if rows < 3 or columns < 3:
        return pixels
    tiles = pixels[: rows * step : 2, : columns * step : 2]
    high = tiles.shape[0] // rows
    tiles = tiles[: rows * high, : columns * high].reshape(rows, high, columns, high).swapaxes(1, 2)
    ground, glare = np.percentile(tiles.reshape(rows, columns, -1), (90, 99.5), axis=2)
    paper = float(np.percentile(ground, 95))
    lit = np.where((glare > _GLARE * ground) | (ground < _DARK * paper), paper, np.minimum(ground, paper))
    lit = _middle_of_nine(lit)
    if (lit < _SHADE * paper).mean() < _SHADED:
        return pixels
    size = (pixels.shape[1], pixels.shape[0])
    light = np.asarray(Image.fromarray(lit.astype(np.float32)).resize(size, Image.Resampling.BILINEAR))
    return np.asarray(np.minimum(pixels * (paper / light), 255.0).astype(np.uint8))


def can_be_speckled(dpi: float) -> bool:
    """Whether specks can be told from strokes in a picture of this resolution."""
    return _COARSEST <= dpi <= _FINEST


def is_speckled(pixels: Grey) -> bool:
    """Whether the picture is full of lone pixels that differ from all around them, as bad lines and sensors leave them.
    Some bands across it are looked at."""
    high = len(pixels)
    shares = [_lone(pixels[top : top + high // 32 + 3]) for top in range(0, high, high // 8 + 1)]
    return bool(shares) and statistics.mean(shares) > _SPECKLED


def _lone(band: Grey) -> float:
    """The share of pixels that are much darker or much brighter than all eight around them."""
    if min(band.shape) < 3:
        return 0.0
    around = _nine(band.astype(np.int16))
    inner = around.pop(4)
    lone = inner < np.minimum.reduce(around) - _SPECK
    lone |= inner > np.maximum.reduce(around) + _SPECK
    return float(lone.mean())


def despeckled(pixels: Grey) -> Grey:
    """The picture with each pixel as the median of the nine around it."""
    from PIL import Image, ImageFilter

    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.MedianFilter(3)))


def _middle_of_nine(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of each value and the eight around it."""
    return np.asarray(np.median(_nine(np.pad(values, 1, mode="edge")), axis=0))


def _nine(values: NDArray[_T]) -> list[NDArray[_T]]:
    """The values that have eight around them, as the fifth of nine views; the others are their neighbours."""
    rows, columns = values.shape[0] - 2, values.shape[1] - 2
    return [values[i : i + rows, j : j + columns] for i in range(3) for j in range(3)]


def enlarged(pixels: Grey, columns: int, rows: int) -> Grey:
    """The picture with so many pixels."""
    from PIL import Image

    return np.asarray(Image.fromarray(pixels).resize((columns, rows), Image.Resampling.LANCZOS))


def ground_of(pixels: Grey, reach: int) -> Grey:
    """The mean of what lies around each pixel, up to ``reach`` pixels away."""
    from PIL import Image, ImageFilter

    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.BoxBlur(reach)))
