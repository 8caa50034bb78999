"""The objects of a page for ``objects.Walk``, through functions that take addresses."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

from pincite.parsers.pdf.reader.objects import Paint, Segment
from pincite.parsers.pdf.reader.space import Matrix

Rgba = tuple[int, int, int, int]


class ObjectCalls(NamedTuple):
    """The functions of pdfium that tell of page objects, in the names of its headers. All take addresses as integers,
    also for what they write to."""

    count_page: Any
    get_of_page: Any
    count_form: Any
    get_of_form: Any
    kind: Any
    bounds: Any
    matrix: Any
    fill_color: Any
    stroke_color: Any
    stroke_width: Any
    has_transparency: Any
    draw_mode: Any
    count_segments: Any
    get_segment: Any
    segment_kind: Any
    segment_point: Any
    segment_closes: Any


class PageObjects:
    """Implements ``objects.Objects`` for the page at an address."""

    def __init__(self, calls: ObjectCalls, page: int) -> None:
        self._calls = calls
        self._page = page
        self._floats = (ctypes.c_float * 6)()
        self._at = [ctypes.addressof(self._floats) + 4 * i for i in range(6)]
        self._mode = (ctypes.c_int * 2)()
        self._mode_at = ctypes.addressof(self._mode)
        self._rgba = (ctypes.c_uint * 4)()
        self._rgba_at = [ctypes.addressof(self._rgba) + 4 * i for i in range(4)]

    def count(self, container: int) -> int:
        return int(self._calls.count_form(container) if container else self._calls.count_page(self._page))

    def get(self, container: int, index: int) -> int:
        calls = self._calls
        return (calls.get_of_form(container, index) if container else calls.get_of_page(self._page, index)) or 0

    def kind(self, item: int) -> int:
        return int(self._calls.kind(item))

    def bounds(self, item: int) -> tuple[float, float, float, float]:
        if not self._calls.bounds(item, *self._at[:4]):
            return (0.0, 0.0, 0.0, 0.0)
        left, bottom, right, top = self._floats[:4]
        return left, bottom, right, top

    def matrix(self, item: int) -> Matrix:
        return Matrix(*self._floats) if self._calls.matrix(item, self._at[0]) else Matrix()

    def paint(self, item: int) -> Paint:
        self._calls.draw_mode(item, self._mode_at, self._mode_at + 4)
        filled, stroked = self._mode
        fill_color = self.fill_color(item) if filled else None
        if not stroked:
            return Paint(filled != 0, None, fill_color, None)
        width = self._floats[0] if self._calls.stroke_width(item, self._at[0]) else 0.0
        return Paint(filled != 0, width, fill_color, self.stroke_color(item))

    def fill_color(self, item: int) -> Rgba | None:
        """Red, green, blue and alpha; ``None`` for a pattern."""
        return self._color() if self._calls.fill_color(item, *self._rgba_at) else None

    def stroke_color(self, item: int) -> Rgba | None:
        """Red, green, blue and alpha; ``None`` for a pattern."""
        return self._color() if self._calls.stroke_color(item, *self._rgba_at) else None

    def _color(self) -> Rgba:
        red, green, blue, alpha = self._rgba
        return red, green, blue, alpha

    def n_segments(self, item: int) -> int:
        return int(self._calls.count_segments(item))

    def segments(self, item: int, n: int) -> Iterator[Segment]:
        get, kind, point = self._calls.get_segment, self._calls.segment_kind, self._calls.segment_point
        floats, (at_x, at_y) = self._floats, self._at[:2]
        for index in range(n):
            segment = get(item, index)
            point(segment, at_x, at_y)
            yield kind(segment), floats[0], floats[1]

    def closes(self, item: int, index: int) -> bool:
        return bool(self._calls.segment_closes(self._calls.get_segment(item, index)))

    def is_opaque(self, item: int) -> bool:
        return not self._calls.has_transparency(item)
