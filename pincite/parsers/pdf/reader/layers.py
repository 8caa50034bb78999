"""Layers that are switched off: whether a file has any, and what may stand in them. pdfium hands out their text as if
it were seen."""

from __future__ import annotations

import re
import zlib
from ctypes import addressof, c_char, c_ulong, c_void_p
from typing import Any, NamedTuple

_OFF = re.compile(rb"/OFF\s*\[\s*\d|/BaseState\s*/OFF")
_PACKED = re.compile(rb"/ObjStm\b")
_MOST_PACKED = 3_000  # object streams
_LONGEST = 4 << 20  # bytes of one, unpacked
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


def has_hidden_layers(data: bytes) -> bool:
    """Looks for the list of such layers, which stands in the catalog or near it, plain or in an object stream."""
    if _OFF.search(data):
        return True
    for number, match in enumerate(_PACKED.finditer(data)):
        if number >= _MOST_PACKED:
            return False
        start = data.find(b"stream", match.end(), match.end() + 1_024)
        if start >= 0 and _OFF.search(_unpacked(data, start + len(b"stream"))):
            return True
    return False


def _unpacked(data: bytes, start: int) -> bytes:
    start += 2 if data.startswith(b"\r\n", start) else 1
    end = data.find(b"endstream", start)
    try:
        return zlib.decompressobj().decompress(data[start : end if end >= 0 else len(data)], _LONGEST)
    except zlib.error:
        return b""
