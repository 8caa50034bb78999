"""Columns of plain values in one byte string: integers in the narrowest width that holds them, floats as they are.

A record that occurs by the ten thousand is stored column by column, so that reading it back is a few calls of C code
and no loop over records. Everything is little-endian.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

_HEAD = struct.Struct("<cI")
_WIDTHS = (("b", 1 << 7), ("h", 1 << 15), ("i", 1 << 31), ("q", 1 << 63))
_TYPES = frozenset("bhiqd")
_SWAP = sys.byteorder == "big"


class ColumnWriter:
    """Collects columns; ``getvalue`` gives the bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def integers(self, values: Sequence[int]) -> None:
        """Appends a column of signed integers. Raises OverflowError beyond 64 bits."""
        bound = max(max(values, default=0), -1 - min(values, default=0))
        code = next((code for code, limit in _WIDTHS if bound < limit), "q")
        self._add(array(code, values))

    def steps(self, values: Sequence[int]) -> None:
        """Appends a column of integers that mostly ascend, as differences: they pack into fewer bytes."""
        self.integers([b - a for a, b in zip(chain((0,), values), values, strict=False)])

    def floats(self, values: Iterable[float]) -> None:
        """Appends a column of floats, bit by bit as they are."""
        self._add(array("d", values))

    def text(self, text: str) -> None:
        """Appends a string; lone surrogates pass."""
        self._add(array("b", text.encode("utf-8", "surrogatepass")))

    def getvalue(self) -> bytes:
        return b"".join(self._parts)

    def _add(self, column: array[int] | array[float]) -> None:
        if _SWAP:
            column.byteswap()
        self._parts.append(_HEAD.pack(column.typecode.encode(), len(column)))
        self._parts.append(column.tobytes())


class ColumnReader:
    """Reads the columns back, in the order in which they were written. Raises ValueError where the bytes do not hold
    them."""

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._at = 0

    def integers(self) -> array[int]:
        code, raw = self._next()
        if code == "d":
            raise ValueError("floats where integers were expected")
        return self._column(code, raw)

    def steps(self) -> list[int]:
        return list(accumulate(self.integers()))

    def floats(self) -> array[float]:
        code, raw = self._next()
        if code != "d":
            raise ValueError("integers where floats were expected")
        column: array[float] = array("d")
        column.frombytes(raw)
        if _SWAP:
            column.byteswap()
        return column

    def text(self) -> str:
        return str(self._next()[1], "utf-8", "surrogatepass")

    def finish(self) -> None:
        """Raises ValueError unless everything was read."""
        if self._at != len(self._data):
            raise ValueError("bytes left over after the last column")

    @staticmethod
    def _column(code: str, raw: memoryview) -> array[int]:
        column: array[int] = array(code)
        column.frombytes(raw)
        if _SWAP:
            column.byteswap()
        return column

    def _next(self) -> tuple[str, memoryview]:
        if self._at + _HEAD.size > len(self._data):
            raise ValueError("a column is missing")
        raw_code, count = _HEAD.unpack_from(self._data, self._at)
        code = raw_code.decode("latin-1")
        if code not in _TYPES:
            raise ValueError(f"unknown column type {code!r}")
        start = self._at + _HEAD.size
        self._at = start + count * array(code).itemsize
        if self._at > len(self._data):
            raise ValueError("a column is cut off")
        return code, self._data[start : self._at]
