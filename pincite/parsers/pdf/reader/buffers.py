"""Strings out of C functions that fill a buffer."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from pincite.parsers.pdf.reader.glyphtext import join_surrogates

# Reused for short strings, which spares asking for the size first. Its users hold the lock of the process.
_SCRATCH = (ctypes.c_char * 512)()


def read_wide(call: Callable[[Any, int], int]) -> str:
    """The UTF-16 string that ``call(buffer, size)`` writes; it returns the size that it needs, in bytes with two
    zeros."""
    text = _read(call, 2).decode("utf-16-le", "surrogatepass")
    return text if text.isascii() else join_surrogates(text)


def read_narrow(call: Callable[[Any, int], int]) -> str:
    """The same for UTF-8 with one zero at the end."""
    return _read(call, 1).decode("utf-8", "replace")


def _read(call: Callable[[Any, int], int], end: int) -> bytes:
    buffer, room = _SCRATCH, len(_SCRATCH)
    size = call(buffer, room)
    if size > room:
        buffer = (ctypes.c_char * size)()
        size = call(buffer, size)
    return buffer.raw[: max(0, size - end)]
