"""Writes PNG files."""

from __future__ import annotations

import struct
import zlib


def write_png(width: int, height: int, rows: bytes) -> bytes:
    """A PNG of 8-bit RGB pixels. ``rows`` holds ``height`` rows of ``3 * width`` bytes, top first."""
    if len(rows) != 3 * width * height:
        raise ValueError("the number of bytes does not fit the size")
    step = 3 * width
    filtered = b"".join(b"\0" + rows[i : i + step] for i in range(0, len(rows), step))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(filtered, 6))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
