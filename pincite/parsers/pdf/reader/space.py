"""From PDF page space (origin bottom left, before /Rotate) to the page as displayed (origin top left)."""

from __future__ import annotations

from math import atan2, degrees
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.model import BBox


class Matrix(NamedTuple):
    """An affine map: ``x' = a x + c y + e``, ``y' = b x + d y + f``."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def before(self, outer: Matrix) -> Matrix:
        """This map first, ``outer`` after it."""
        if outer is IDENTITY:
            return self
        return Matrix(
            self.a * outer.a + self.b * outer.c, self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c, self.c * outer.b + self.d * outer.d,
            self.e * outer.a + self.f * outer.c + outer.e, self.e * outer.b + self.f * outer.d + outer.f,
        )  # fmt: skip

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """The box around a mapped box."""
        a, b, c, d, e, f = self
        if not (b or c):
            x0, x1, y0, y1 = a * left + e, a * right + e, d * bottom + f, d * top + f
            if x0 > x1:
                x0, x1 = x1, x0
            return (x0, y0, x1, y1) if y0 <= y1 else (x0, y1, x1, y0)
        xs, ys = zip(*(self.point(x, y) for x in (left, right) for y in (bottom, top)), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def boxes(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """As ``box``, for one box a row."""
        x, y = rows[:, [0, 0, 2, 2]], rows[:, [1, 3, 1, 3]]
        u, v = self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f
        return np.array([u.min(axis=1), v.min(axis=1), u.max(axis=1), v.max(axis=1)]).T

    @property
    def scale(self) -> float:
        """The factor by which it enlarges lengths, on average over directions."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)


IDENTITY = Matrix()


class PageSpace:
    """The visible part of a page in PDF space, and its /Rotate (0, 90, 180, 270 clockwise). ``to_display`` maps PDF
    space to the page as displayed."""

    __slots__ = ("rotation", "to_display")

    def __init__(self, left: float, bottom: float, right: float, top: float, rotation: int) -> None:
        self.rotation = rotation
        self.to_display = {
            90: Matrix(0, 1, 1, 0, -bottom, -left),
            180: Matrix(-1, 0, 0, 1, right, -bottom),
            270: Matrix(0, -1, -1, 0, top, right),
        }.get(rotation, Matrix(1, 0, 0, -1, -left, top))

    def box(self, left: float, bottom: float, right: float, top: float) -> BBox:
        """A box of PDF space as displayed."""
        return BBox(*self.to_display.box(left, bottom, right, top))

    def boxes(self, rows: NDArray[np.floating]) -> NDArray[np.float64]:
        """Rows of (left, top, right, bottom) of PDF space as displayed (left, top, right, bottom)."""
        m = self.to_display
        x, y = rows[:, 0::2].astype(np.float64), rows[:, 1::2].astype(np.float64)
        if m.b or m.c:
            u, v = m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f
        else:
            u, v = m.a * x + m.e, m.d * y + m.f
        out = np.empty(rows.shape)
        np.minimum(u[:, 0], u[:, 1], out=out[:, 0])
        np.minimum(v[:, 0], v[:, 1], out=out[:, 1])
        np.maximum(u[:, 0], u[:, 1], out=out[:, 2])
        np.maximum(v[:, 0], v[:, 1], out=out[:, 3])
        return out

    def angle(self, a: float, b: float) -> int:
        """Direction of reading of text whose base line runs along (a, b): 0, 90 (downwards), 180 or 270 (upwards)."""
        return round((self.rotation - degrees(atan2(b, a))) / 90) * 90 % 360
