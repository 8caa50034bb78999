"""Whether a file has layers that are switched off. pdfium hands out their text as if it were seen."""

from __future__ import annotations

import re
import zlib

_OFF = re.compile(rb"/OFF\s*\[\s*\d|/BaseState\s*/OFF")
_PACKED = re.compile(rb"/ObjStm\b")
_MOST_PACKED = 3_000  # object streams
_LONGEST = 4 << 20  # bytes of one, unpacked


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
