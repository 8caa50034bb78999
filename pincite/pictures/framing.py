"""Which part of a page a picture shows, and how finely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pincite.errors import RequestError
from pincite.limits import PICTURE_COLUMNS
from pincite.model import BBox
from pincite.pictures.picture import Clip

PIXELS = 1_150_000
"""Of a picture whose size nobody asked for: what models look at without making it smaller."""
FINEST = 4.0
"""Pixels a point of such a picture."""

_SIDE = 1568  # pixels, as PIXELS
_NARROWEST = 16  # pixels
_MARGIN = 36.0  # points around marks that are shown by themselves
_LEAST_SHARE = 0.6  # of the width of a page that such a part has at least


class Frame(NamedTuple):
    """The part of a page that is shown (``None``: all), and pixels a point."""

    part: BBox | None
    scale: float


def frame(page: tuple[float, float], width: int | None, clip: Clip | None, marks: Sequence[BBox]) -> Frame:
    """For a page of this width and height in points. Raises ``RequestError`` for what cannot be shown."""
    check_width(width)
    whole = BBox(0.0, 0.0, max(page[0], 1.0), max(page[1], 1.0))
    part = None if clip is None or (clip == "marks" and not marks) else _part(whole, clip, marks)
    shown = part or whole
    wide, high = shown.x1 - shown.x0, shown.y1 - shown.y0
    if width is not None:
        return Frame(part, width / wide)
    return Frame(part, float(min((PIXELS / (wide * high)) ** 0.5, _SIDE / max(wide, high), FINEST)))


def check_width(width: int | None) -> None:
    """Raises ``RequestError`` for a picture that would be too narrow or too wide."""
    if width is not None and not _NARROWEST <= width <= PICTURE_COLUMNS:
        raise RequestError(
            f"A picture cannot be {width} pixels wide.", hint=f"Ask for {_NARROWEST} to {PICTURE_COLUMNS}."
        )


def _part(whole: BBox, clip: Clip, marks: Sequence[BBox]) -> BBox:
    if clip == "marks":
        clip = _around(marks, whole.x1)
    part = BBox(max(0.0, clip[0]), max(0.0, clip[1]), min(whole.x1, clip[2]), min(whole.y1, clip[3]))
    if part.x1 - part.x0 < 1 or part.y1 - part.y0 < 1:
        raise RequestError(
            "The clip lies outside the page.",
            hint=f"The page has {whole.x1:g} x {whole.y1:g} points, from its top left.",
        )
    return part


def _around(boxes: Sequence[BBox], width: float) -> BBox:
    x0, x1 = min(b.x0 for b in boxes) - _MARGIN, max(b.x1 for b in boxes) + _MARGIN
    more = max(0.0, _LEAST_SHARE * width - (x1 - x0)) / 2
    shift = max(0.0, more - x0) - max(0.0, x1 + more - width)  # what does not fit at one side goes to the other
    top, bottom = min(b.y0 for b in boxes) - _MARGIN, max(b.y1 for b in boxes) + _MARGIN
    return BBox(x0 - more + shift, top, x1 + more + shift, bottom)
