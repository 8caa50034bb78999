"""The objects of a page for ``objects.Walk``, through functions that take addresses."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from ctypes import c_void_p
from functools import partial
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.reader.paths import Paint, Rgba, Segment
from pincite.parsers.pdf.reader.rows import Rows
from pincite.parsers.pdf.reader.space import Matrix

_NUMBERS = Rows(1)  # its users hold the lock of the process
_four_floats = Struct("4f").unpack_from
_six_floats = Struct("6f").unpack_from
_four_numbers = Struct("4I").unpack_from
_two_numbers = Struct("2i").unpack_from


class ObjectCalls(NamedTuple):
    """The functions of pdfium that tell of page objects, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects, also of what they write to: that costs half of what integers cost."""

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
        self._page = c_void_p(page)
        self._item = c_void_p()  # of the object that is asked about, set anew for each
        self._floats = (ctypes.c_float * 6)()
        self._at = [c_void_p(ctypes.addressof(self._floats) + 4 * i) for i in range(4)]
        self._mode = (ctypes.c_int * 2)()
        self._mode_at = [c_void_p(ctypes.addressof(self._mode) + 4 * i) for i in range(2)]
        self._rgba = (ctypes.c_uint * 4)()
        self._rgba_at = [c_void_p(ctypes.addressof(self._rgba) + 4 * i) for i in range(4)]

    def count(self, container: int) -> int:
        calls = self._calls
        return int(calls.count_form(c_void_p(container)) if container else calls.count_page(self._page))

    def getter(self, container: int) -> Callable[[int], int | None]:
        calls = self._calls
        if not container:
            return partial(calls.get_of_page, self._page)
        form, get = c_void_p(container), calls.get_of_form
        return lambda index: get(form, ctypes.c_ulong(index))

    def kind(self, item: int) -> int:
        at = self._item
        at.value = item
        kind: int = self._calls.kind(at)
        return kind

    def bounds(self, item: int) -> tuple[float, float, float, float]:
        at = self._item
        at.value = item
        left, bottom, right, top = self._at
        if not self._calls.bounds(at, left, bottom, right, top):
            return (0.0, 0.0, 0.0, 0.0)
        box: tuple[float, float, float, float] = _four_floats(self._floats)
        return box

    def boxes(self, items: Sequence[int]) -> NDArray[np.float32]:
        n = 4 * len(items)
        numbers, at = _NUMBERS.take(n)
        deque(map(self._calls.bounds, map(c_void_p, items), *(at[k:n:4] for k in range(4))), 0)
        return numbers.reshape(-1, 4)

    def matrix(self, item: int) -> Matrix:
        at = self._item
        at.value = item
        return Matrix(*_six_floats(self._floats)) if self._calls.matrix(at, self._at[0]) else Matrix()

    def paint(self, item: int) -> Paint:
        at, calls, rgba = self._item, self._calls, self._rgba_at
        at.value = item
        calls.draw_mode(at, *self._mode_at)
        filled, stroked = _two_numbers(self._mode)
        fill_color = _four_numbers(self._rgba) if filled and calls.fill_color(at, *rgba) else None
        if not stroked:
            return Paint(filled != 0, None, fill_color, None)
        width = self._floats[0] if calls.stroke_width(at, self._at[0]) else 0.0
        ink = _four_numbers(self._rgba) if calls.stroke_color(at, *rgba) else None
        return Paint(filled != 0, width, fill_color, ink)

    def fill_color(self, item: int) -> Rgba | None:
        """Red, green, blue and alpha; ``None`` for a pattern."""
        return self._color(self._calls.fill_color, item)

    def stroke_color(self, item: int) -> Rgba | None:
        """Red, green, blue and alpha; ``None`` for a pattern."""
        return self._color(self._calls.stroke_color, item)

    def _color(self, call: Any, item: int) -> Rgba | None:
        at = self._item
        at.value = item
        red, green, blue, alpha = self._rgba_at
        if not call(at, red, green, blue, alpha):
            return None
        color: Rgba = _four_numbers(self._rgba)
        return color

    def n_segments(self, item: int) -> int:
        return int(self._calls.count_segments(c_void_p(item)))

    def segments(self, item: int, n: int) -> Iterator[Segment]:
        get, kind, point = self._calls.get_segment, self._calls.segment_kind, self._calls.segment_point
        floats, (at_x, at_y, *_) = self._floats, self._at
        path, segment = c_void_p(item), c_void_p()
        for index in range(n):
            segment.value = get(path, index)
            point(segment, at_x, at_y)
            yield kind(segment), floats[0], floats[1]

    def closes(self, item: int, index: int) -> bool:
        return bool(self._calls.segment_closes(c_void_p(self._calls.get_segment(c_void_p(item), index))))

    def is_opaque(self, item: int) -> bool:
        return not self._calls.has_transparency(c_void_p(item))
