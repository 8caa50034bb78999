"""What a process that draws sends back: some facts, and bytes."""

from __future__ import annotations

import json
import struct
from typing import Any

_HEAD = struct.Struct("<I")


def packed(facts: dict[str, Any], data: bytes) -> bytes:
    head = json.dumps(facts).encode()
    return _HEAD.pack(len(head)) + head + data


def unpacked(parcel: bytes) -> tuple[dict[str, Any], bytes]:
    """Raises ``ValueError`` where it is none."""
    try:
        (length,) = _HEAD.unpack_from(parcel)
    except struct.error as error:
        raise ValueError("not a parcel") from error
    end = _HEAD.size + length
    return json.loads(parcel[_HEAD.size : end]), parcel[end:]
