"""Layers that are switched off: what may stand in them. pdfium hands out their text as if it were seen."""

from __future__ import annotations

from ctypes import addressof, c_char, c_ulong, c_void_p
from typing import Any, NamedTuple

_MOST_MARKS = 100  # of one object
_OC = "OC".encode("utf-16-le") + bytes(2)


class MarkCalls(NamedTuple):
    """The functions of pdfium that tell of marked content, in the names of its headers."""

    count: Any
    get: Any
    name: Any


class Layers:
    """Tells which page objects stand in a layer: their marked content is called /OC."""

    def __init__(self, calls: MarkCalls) -> None:
        self._calls = calls
        self._name: Any = (c_char * len(_OC))()  # longer names do not fit and are not written
        self._size = c_ulong()

    def holds(self, item: int) -> bool:
        """Whether an object belongs to a layer. Objects of a form XObject do not tell what the form belongs to."""
        at = c_void_p(item)
        n = min(self._calls.count(at), _MOST_MARKS)
        return any(self._is_layer(self._calls.get(at, c_ulong(index))) for index in range(n))

    def _is_layer(self, mark: int | None) -> bool:
        self._name[:] = bytes(len(_OC))
        at, size = c_void_p(addressof(self._name)), c_void_p(addressof(self._size))
        self._calls.name(c_void_p(mark), at, c_ulong(len(_OC)), size)
        return bool(self._name[:] == _OC)
