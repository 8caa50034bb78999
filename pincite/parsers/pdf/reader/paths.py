"""Reads paths into a drawing: many boxes at a time, and the outlines of those alone that may be areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.limits import PAGE_SEGMENTS
from pincite.model import BBox
from pincite.parsers.pdf.reader.drawnbullets import are_bullets
from pincite.parsers.pdf.reader.rulings import NO_OUTLINE, THIN, WHITE, Drawing, Outline, Path
from pincite.parsers.pdf.reader.space import IDENTITY, Matrix, PageSpace

MOVE, LINE, CURVE = 2, 0, 1

_LONGEST_PATH = 4_000
_CROOKED = 12  # curves and slanted lines after which a path is a chart or a letter

# A step of a path, in the space of its object: kind (move, line, curve), x, y.
Segment = tuple[int, float, float]
Rgba = tuple[int, int, int, int]


class Paint(NamedTuple):
    """How a path is painted; colours are (red, green, blue, alpha), ``None`` for patterns and for what is not
    painted."""

    filled: bool
    stroke: float | None
    fill_color: Rgba | None
    ink: Rgba | None


class PathObjects(Protocol):
    """Access to paths, which are known by their addresses."""

    def boxes(self, items: Sequence[int]) -> NDArray[np.float32]:
        """As ``bounds``, one row each."""

    def matrix(self, item: int) -> Matrix: ...

    def paint(self, item: int) -> Paint: ...

    def n_segments(self, item: int) -> int: ...

    def segments(self, item: int, n: int) -> Iterator[Segment]: ...

    def closes(self, item: int, index: int) -> bool:
        """Whether a line leads from the end of this segment back to the begin of its part."""

    def is_opaque(self, item: int) -> bool: ...


class Paths:
    """The paths of one page. Boxes that may be bullets are added to ``discs``."""

    def __init__(self, objects: PathObjects, space: PageSpace, drawing: Drawing, discs: list[BBox]) -> None:
        self._objects = objects
        self._space = space
        self._drawing = drawing
        self._discs = discs
        self._segments_left = PAGE_SEGMENTS

    def draw(self, paths: Sequence[tuple[int, int]], outer: Matrix, opaque: bool) -> None:
        """Adds paths of one container, given by address and order of painting, to the drawing."""
        if not paths:
            return
        boxes = self._objects.boxes([item for item, _ in paths]).astype(np.float64)
        boxes = self._space.boxes(boxes if outer is IDENTITY else outer.boxes(boxes))
        rows = boxes.tolist()
        self._discs += [BBox(*rows[i]) for i in np.flatnonzero(are_bullets(boxes)).tolist()]
        for i in np.flatnonzero(~_are_dots(boxes)).tolist():
            item, order = paths[i]
            self._add(item, order, rows[i], outer, opaque)

    def _add(self, item: int, order: int, box: Sequence[float], outer: Matrix, opaque: bool) -> None:
        objects, drawing, outline = self._objects, self._drawing, NO_OUTLINE
        filled, stroke, fill_color, ink_color = objects.paint(item)
        fill = on_white(fill_color) if filled else None
        ink = on_white(ink_color) if stroke is not None else None
        if fill is None and ink is None:
            return
        inner, width = None, None
        if stroke is not None and ink is not None:
            inner = objects.matrix(item).before(outer)
            width = stroke * inner.scale
            box = _shrunk(box, width)  # the bounds of a stroked path are wider by the stroke
        x0, y0, x1, y1 = box
        if x1 - x0 > THIN and y1 - y0 > THIN:
            if fill != WHITE or width is not None or not drawing.is_unseen(WHITE, box):
                inner = objects.matrix(item).before(outer) if inner is None else inner
                outline = self._area(item, inner) if width is None else self._outline(item, inner)
                if not outline.parts:
                    return
            if opaque and fill is not None:
                opaque = objects.is_opaque(item)
        drawing.add(Path(BBox(x0, y0, x1, y1), order, fill, opaque, width, WHITE if ink is None else ink, outline))

    def _area(self, item: int, inner: Matrix) -> Outline:
        """The outline of a path that is filled only. Most are rectangles: one part of a few straight lines, of which
        the corners tell all."""
        n = self._objects.n_segments(item)
        if not 4 <= n <= min(_CROOKED, self._segments_left):
            return self._outline(item, inner, fewest=4)
        segments = list(self._objects.segments(item, n))
        kinds = [kind for kind, _, _ in segments]
        if kinds[0] != MOVE or kinds.count(LINE) != n - 1:
            return self._outline(item, inner, fewest=4)
        self._segments_left -= n
        a, b, c, d, e, f = inner.before(self._space.to_display)
        return Outline([[(a * x + c * y + e, b * x + d * y + f) for _, x, y in segments]])

    def _outline(self, item: int, inner: Matrix, fewest: int = 3) -> Outline:
        """The corners of a path as displayed; nothing where it is too long or has too few steps to hold an area or a
        level line, or is more crooked than straight."""
        n = self._objects.n_segments(item)
        outline = Outline()
        if not fewest <= n <= min(_LONGEST_PATH, self._segments_left):
            return outline
        self._segments_left -= n
        m = inner.before(self._space.to_display)
        crooked = steps = curve = 0
        for i, (kind, x, y) in enumerate(self._objects.segments(item, n)):
            point = m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f
            if kind == MOVE or not outline.parts:
                self._close(outline, item, i - 1)
                outline.parts.append([point])
                continue
            curve = curve + 1 if kind == CURVE else 0
            if curve % 3:  # a curve is three segments, of which only the end point counts
                continue
            straight = outline.add(point, curved=kind == CURVE)
            crooked, steps = crooked + (not straight), steps + 1
            if crooked > _CROOKED and 2 * crooked > steps:
                return Outline()
        self._close(outline, item, n - 1)
        return outline

    def _close(self, outline: Outline, item: int, last: int) -> None:
        """Adds the closing line of the last part, which ends with segment ``last``."""
        part = outline.parts[-1] if outline.parts else []
        if part and part[-1] != part[0] and self._objects.closes(item, last):
            outline.add(part[0], curved=False)


@lru_cache(maxsize=1_024)
def on_white(color: Rgba | None) -> int | None:
    """0xRRGGBB of a colour on white paper; -1 for a pattern, ``None`` where nothing is seen."""
    if color is None:
        return -1
    red, green, blue, alpha = color
    if alpha != 255:
        if alpha == 0:
            return None
        red, green, blue = (round(255 - (255 - c) * alpha / 255) for c in (red, green, blue))
    return red << 16 | green << 8 | blue


def _are_dots(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether the bounds of paths, with their strokes, are those of dots: charts draw them by the thousand."""
    sides = boxes[:, 2:] - boxes[:, :2]
    short, long = sides.min(axis=1), sides.max(axis=1)
    dots: NDArray[np.bool_] = (long < 2 * short) & (short <= THIN)
    return dots


def _shrunk(box: Sequence[float], by: float) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    x, y = min((x1 - x0) / 2, by), min((y1 - y0) / 2, by)
    return x0 + x, y0 + y, x1 - x, y1 - y
