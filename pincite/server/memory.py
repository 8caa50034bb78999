"""Memory that a server no longer needs goes back to the machine."""

from __future__ import annotations

import sys

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # of mallopt
_LARGE = 1 << 20  # bytes; from here on a piece is given back as soon as it is free
_ARENAS = 2


def give_back_what_is_free() -> None:
    """Tells the C library not to keep what was freed. By itself glibc has heaps for every thread that the index starts
    and keeps large pieces in them: after some hundred documents, most of a server's memory is free and held. Does
    nothing with other libraries."""
    if sys.platform != "linux":
        return
    import ctypes

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, _ARENAS)
        mallopt(_MMAP_THRESHOLD, _LARGE)
