"""Strings out of C functions that fill a buffer."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from pincite.parsers.pdf.reader.glyphtext import join_surrogates

# Reused for short strings, which spares asking for the size first. Its users hold the lock of the process.
_ROOM = 512
_SCRATCH: Any = (ctypes.c_char * _ROOM)()  # a slice of it is bytes


def read_wide(call: Callable[[Any, int], int]) -> str:
    """The UTF-16 string that ``call(buffer, size)`` writes; it returns the size that it needs, in bytes with two
    zeros."""
    size = call(_SCRATCH, _ROOM)
    if size <= 2:
        return ""
    found: bytes = _SCRATCH[: size - 2] if size <= _ROOM else _read(call, 2)
    text = found.decode("utf-16-le", "surrogatepass")
    return text if text.isascii() else join_surrogates(text)


def read_narrow(call: Callable[[Any, int], int]) -> str:
    """The same for UTF-8 with one zero at the end."""
    return _read(call, 1).decode("utf-8", "replace")


def _read(call: Callable[[Any, int], int], end: int) -> bytes:
    buffer = _SCRATCH
    size = call(buffer, _ROOM)
    if size > _ROOM:
        buffer = (ctypes.c_char * size)()
        size = call(buffer, size)
    found: bytes = buffer[: size - end] if size > end else b""
    return found
