"""The streams of a file, found by scanning: where their packed bytes are, and what unpacks them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LONGEST_DICTIONARY = 4_096

_STREAM = re.compile(rb"stream(?:\r\n?|\n)")
_FILTER = re.compile(rb"/Filter\s*(\[[^\]]*\]|/[\w#]+|\d+\s+\d+\s+R)")
_NAME = re.compile(rb"/([\w#]+)")
_LENGTH = re.compile(rb"/Length\s+(\d+)(?!\d|\s+\d+\s+R)")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_FONT = re.compile(rb"/Length1\b|/Subtype\s*/(?:Type1C|CIDFontType0C|OpenType)\b")
_NUMBER = re.compile(rb"(?<!\d)(\d{1,9})\s+\d+\s+obj\b")
_END = re.compile(rb"[\x00\t\n\f\r ]*endstream")
_LONG_NAMES = {b"Fl": b"FlateDecode", b"LZW": b"LZWDecode", b"RL": b"RunLengthDecode", b"A85": b"ASCII85Decode",
               b"AHx": b"ASCIIHexDecode"}  # fmt: skip


class Stream(NamedTuple):
    """A stream: where its packed bytes are, and the filters that unpack them, the first one first. ``number``: of its
    object, 0 where it has none; ``misled``: where a length stands that does not lead to its end."""

    start: int
    end: int
    filters: tuple[bytes, ...]
    is_image: bool
    is_font: bool
    number: int
    misled: int | None


def streams(data: bytes) -> Iterator[Stream]:
    """All of them, in the order of the file; one whose dictionary names filters twice comes twice."""
    for match in _STREAM.finditer(data):
        start = match.end()
        if data.startswith(b"end", match.start() - 3):
            continue
        begin = max(0, match.start() - _LONGEST_DICTIONARY)
        begin = max(begin, data.rfind(b"endobj", begin, match.start()) + 1)
        head = data[begin : match.start()]
        end = data.find(b"endstream", start)
        end = len(data) if end < 0 else end
        misled = None
        if length := _LENGTH.search(head):
            told = start + int(length[1])
            if _END.match(data, told):
                end = told
            elif head.rstrip().endswith(b">>"):  # else the word stands in what a stream holds
                misled = begin + length.start()
        found = _NUMBER.findall(head)
        number = int(found[-1]) if found else 0
        for names in _FILTER.findall(head) or [b""]:
            image, font = _IMAGE.search(head) is not None, _FONT.search(head) is not None
            yield Stream(start, end, _filters(names), image, font, number, misled)


def _filters(names: bytes) -> tuple[bytes, ...]:
    """The filters that a dictionary names; those named elsewhere or in a roundabout way may be any."""
    if not names:
        return ()
    filters = tuple(_LONG_NAMES.get(name, name) for name in _NAME.findall(names))
    return (b"FlateDecode", b"FlateDecode") if not filters or b"#" in names else filters
