"""What is in an OLE compound file (the container of the old Office formats, and of new ones with a password), by the
names of its streams."""

from __future__ import annotations

import struct
from typing import BinaryIO

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED = "encrypted"

# the stream that each format must have
_STREAMS = {
    "encryptedpackage": ENCRYPTED,
    "worddocument": "doc",
    "powerpoint document": "ppt",
    "workbook": "xls",
    "book": "xls",
    "__properties_version1.0": "msg",
}
_HEADER = 512
_FAT_IN_HEADER = 109  # sectors of the allocation table that the header itself lists
_ENTRY = 128
_MAX_SECTORS = 256  # of the directory: more than any real file has before the names that count


def compound_kind(file: BinaryIO) -> str | None:
    """``doc``, ``ppt``, ``xls``, ``msg``, or ``encrypted`` for a new Office file with a password; ``None`` for any
    other compound file, and for one whose directory cannot be read. Raises ``OSError``."""
    names = {name.casefold() for name in _stream_names(file)}
    return next((kind for stream, kind in _STREAMS.items() if stream in names), None)


def _stream_names(file: BinaryIO) -> list[str]:
    file.seek(0)
    header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(MAGIC):
        return []
    shift = struct.unpack_from("<H", header, 30)[0]
    if shift not in (9, 12):
        return []
    size = 1 << shift
    table = struct.unpack_from(f"<{_FAT_IN_HEADER}I", header, 76)
    names: list[str] = []
    sector = struct.unpack_from("<I", header, 48)[0]
    for _ in range(_MAX_SECTORS):
        content = _sector(file, sector, size)
        names += [_name(content[i : i + _ENTRY]) for i in range(0, len(content), _ENTRY)]
        page = sector * 4 // size
        if len(content) < size or page >= _FAT_IN_HEADER:
            break
        links = _sector(file, table[page], size)
        at = sector * 4 % size
        if len(links) < at + 4:
            break
        sector = struct.unpack_from("<I", links, at)[0]
    return names


def _sector(file: BinaryIO, number: int, size: int) -> bytes:
    if number >= 0xFFFFFFFA:  # marks of the table, not sectors
        return b""
    file.seek((number + 1) * size)
    return file.read(size)


def _name(entry: bytes) -> str:
    if len(entry) < _ENTRY:
        return ""
    length = min(64, struct.unpack_from("<H", entry, 64)[0])
    return entry[: max(0, length - 2)].decode("utf-16-le", "replace")
