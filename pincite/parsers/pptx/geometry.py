"""Where shapes stand: boxes in points, groups with their own coordinates, turned shapes."""

from __future__ import annotations

from typing import NamedTuple, Self

from pincite.model import BBox
from pincite.parsers.ooxml.names import A, Element

EMU = 12_700.0  # of them are a point
_QUARTER = 90 * 60_000
_BEYOND = 1e15
_A_LEAST = 0.1  # points: a line has no height, a box has


class Frame(NamedTuple):
    """From the coordinates of a group's children (in EMU) to points on the slide."""

    scale_x: float = 1 / EMU
    scale_y: float = 1 / EMU
    left: float = 0.0
    top: float = 0.0

    def box(self, x: float, y: float, width: float, height: float) -> BBox:
        x0, y0 = self.left + x * self.scale_x, self.top + y * self.scale_y
        x1, y1 = x0 + max(width * self.scale_x, _A_LEAST), y0 + max(height * self.scale_y, _A_LEAST)
        return BBox(round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))

    def inner(self, transform: Element | None) -> Self:
        """The frame of the children of a group with this ``a:xfrm``."""
        place, extent = _pair(transform, "off", "x", "y"), _pair(transform, "ext", "cx", "cy")
        inner_place, inner_extent = _pair(transform, "chOff", "x", "y"), _pair(transform, "chExt", "cx", "cy")
        if place is None or extent is None or inner_place is None or inner_extent is None:
            return self
        if not inner_extent[0] or not inner_extent[1]:
            return self
        scale_x = self.scale_x * extent[0] / inner_extent[0]
        scale_y = self.scale_y * extent[1] / inner_extent[1]
        left = self.left + place[0] * self.scale_x - inner_place[0] * scale_x
        top = self.top + place[1] * self.scale_y - inner_place[1] * scale_y
        return self._replace(scale_x=scale_x, scale_y=scale_y, left=left, top=top)


def own_box(transform: Element | None, frame: Frame) -> BBox | None:
    """The box that an ``a:xfrm`` (or ``p:xfrm``) gives, ``None`` where it gives none."""
    place, extent = _pair(transform, "off", "x", "y"), _pair(transform, "ext", "cx", "cy")
    if transform is None or place is None or extent is None:
        return None
    (x, y), (width, height) = place, extent
    turn = round(number(transform.get("rot")) / _QUARTER) % 4
    if turn % 2:  # lying on its side, about its middle
        x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
    return frame.box(x, y, width, height)


def number(value: str | None) -> float:
    """The number in an attribute; 0 where there is none, or one beyond all measure."""
    try:
        found = float(value or 0)
    except ValueError:
        return 0.0
    return found if abs(found) < _BEYOND else 0.0


def _pair(transform: Element | None, name: str, first: str, second: str) -> tuple[float, float] | None:
    node = transform.find(A + name) if transform is not None else None
    return None if node is None else (number(node.get(first)), number(node.get(second)))
