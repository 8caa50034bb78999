"""OLE compound files for tests: a header, one sector of the allocation table, a directory, streams."""

from __future__ import annotations

import struct

_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SECTOR = 512


def compound_file(*streams: str) -> bytes:
    """A file with these streams (all empty)."""
    entries = [_entry("Root Entry", 5), *(_entry(name, 2) for name in streams)]
    sectors = [b"".join(entries[i : i + 4]).ljust(_SECTOR, b"\0") for i in range(0, len(entries), 4)]
    # the directory is linked backwards, so that who reads it in order of the file finds the wrong end
    order = [1, *range(len(sectors), 1, -1)]
    table = [_FREE] * (_SECTOR // 4)
    table[0] = _TABLE
    for this, following in zip(order, [*order[1:], _END], strict=True):
        table[this] = following
    placed = dict(zip(order, sectors, strict=True))
    header = struct.pack("<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 62, 3, 0xFFFE, 9, 6, 0, 1, 1, 0,
                         4096, _END, 0, _END, 0)  # fmt: skip
    header += struct.pack("<109I", 0, *[_FREE] * 108)
    body = struct.pack(f"<{len(table)}I", *table)
    return header + body + b"".join(placed[n] for n in sorted(placed))


def compound_with(name: str, content: bytes) -> bytes:
    """A file with one stream of at least 4,096 bytes and at most 60,000."""
    assert 4096 <= len(content) < 60_000
    n = -(-len(content) // _SECTOR)
    table = [_TABLE, _END, *range(3, n + 2), _END]
    table += [_FREE] * (_SECTOR // 4 - len(table))
    header = struct.pack("<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 62, 3, 0xFFFE, 9, 6, 0, 1, 1, 0,
                         4096, _END, 0, _END, 0)  # fmt: skip
    header += struct.pack("<109I", 0, *[_FREE] * 108)
    directory = _entry("Root Entry", 5, child=1) + _entry(name, 2, start=2, size=len(content))
    return header + struct.pack("<128I", *table) + directory.ljust(_SECTOR, b"\0") + content.ljust(n * _SECTOR, b"\0")


def _entry(name: str, kind: int, *, child: int = _FREE, start: int = _END, size: int = 0) -> bytes:
    coded = name.encode("utf-16-le")
    return coded.ljust(64, b"\0") + struct.pack(
        "<HBBIII36xIQ", len(coded) + 2, kind, 1, _FREE, _FREE, child, start, size
    )
