"""What can be had of damaged archives: entries found by their own headers, data as far as they unpack."""

from __future__ import annotations

import re
import struct
import zlib
from typing import IO, NamedTuple

from pincite.limits import OFFICE_BYTES, OFFICE_PART_BYTES, OFFICE_PARTS

_HEADER = struct.Struct("<4sHHHHHIIIHH")  # of an entry; its name and its extra field follow
_MARKS = re.compile(rb"PK(?:\x03\x04|\x01\x02|\x05\x06|\x07\x08)")
_STORED, _DEFLATED = 0, 8
_STEP = 1 << 12


class Salvaged(NamedTuple):
    """Entries by name, and the names of those that are not whole."""

    entries: dict[str, bytes]
    cut: list[str]


def salvage(data: bytes) -> Salvaged:
    """The entries of an archive without a directory, at most as many and as large as any archive may have."""
    found = Salvaged({}, [])
    left, at = OFFICE_BYTES >> 3, data.find(b"PK\x03\x04")
    while at >= 0 and len(found.entries) < OFFICE_PARTS and left > 0:
        name, content, end, whole = _entry(data, at, min(left, OFFICE_PART_BYTES >> 2))
        if name and not name.endswith("/") and content:
            found.entries[name] = content
            left -= len(content)
            if not whole:
                found.cut.append(name)
        at = data.find(b"PK\x03\x04", end)
    return found


def _entry(data: bytes, at: int, limit: int) -> tuple[str, bytes, int, bool]:
    """Name and content of the entry whose header is at a place, where it ends, and whether all of it is there."""
    if len(data) < at + _HEADER.size:
        return "", b"", len(data), False
    _, _, flags, method, _, _, crc, packed, _, name_length, extra_length = _HEADER.unpack_from(data, at)
    begin = at + _HEADER.size + name_length + extra_length
    name = data[at + _HEADER.size : at + _HEADER.size + name_length].decode(
        "utf-8" if flags & 0x800 else "cp437", "replace"
    )
    if flags & 1 or method not in (_STORED, _DEFLATED):
        return "", b"", at + 4, False
    if method == _STORED:
        after = _MARKS.search(data, begin)
        end = begin + packed if packed else after.start() if after else len(data)
        content = data[begin : min(end, begin + limit)]
        return name, content, max(end, at + 4), end <= len(data) and (not crc or zlib.crc32(content) == crc)
    content, used, whole = _inflated(data, begin, limit)
    return name, content, begin + max(used, 0), whole and (not crc or zlib.crc32(content) == crc)


def _inflated(data: bytes, begin: int, limit: int) -> tuple[bytes, int, bool]:
    """What unpacks before the first fault, how many bytes that took, and whether it came to its end."""
    inflater, out, size, at = zlib.decompressobj(-zlib.MAX_WBITS), [], 0, begin
    try:
        while at < len(data) and not inflater.eof and size < limit:
            piece = inflater.decompress(inflater.unconsumed_tail + data[at : at + _STEP], 64 * _STEP)
            at += _STEP
            size += len(piece)
            out.append(piece)
    except zlib.error:
        return b"".join(out), max(0, at - begin), False
    used = min(at, len(data)) - begin - len(inflater.unused_data)
    return b"".join(out), used, inflater.eof


def read_as_far_as_possible(file: IO[bytes]) -> bytes:
    """The data of an open entry up to the first fault."""
    out = []
    try:
        while piece := file.read(_STEP):
            out.append(piece)
    except (zlib.error, EOFError, OSError, ValueError):
        pass
    return b"".join(out)
