"""The streams of a file, found by scanning: where their packed bytes are, and what unpacks them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pincite.errors import ParseError
from pincite.limits import STREAMS_OVERLAPPING

_LONGEST_DICTIONARY = 4_096

_STREAM = re.compile(rb"stream(?:\r\n?|\n)")
_FILTER = re.compile(rb"/Filter\s*(\[[^\]]*\]|/[\w#]+|\d+\s+\d+\s+R)")
_NAME = re.compile(rb"/([\w#]+)")
_LENGTH = re.compile(rb"/Length\s+(\d+)(?!\d|\s+\d+\s+R)")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_FONT = re.compile(rb"/Length1\b|/Subtype\s*/(?:Type1C|CIDFontType0C|OpenType)\b")
_OBJECT = re.compile(rb"obj\b")
_NUMBER = re.compile(rb"(?<!\d)(\d{1,9})\s+\d+\s+\Z")
_LONGEST_NUMBERS = 64  # before the word
_DIGITS = 18  # of a length: longer ones lead behind the end as well
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


class Overlaps:
    """Counts what is looked through, for a file whose streams lie within each other."""

    def __init__(self, data: bytes) -> None:
        self._left = STREAMS_OVERLAPPING * len(data)

    def add(self, n_bytes: int) -> None:
        """Raises ``ParseError`` unsafe where a file has to be looked through again and again."""
        self._left -= n_bytes
        if self._left < 0:
            raise ParseError(
                "The PDF is not safe to read: its streams lie within each other.",
                code="unsafe",
                hint="No program writes such a file: ask its sender for another copy.",
            )


def streams(data: bytes) -> Iterator[Stream]:
    """All of them, in the order of the file; one whose dictionary names filters twice comes twice. Raises
    ``ParseError`` unsafe where too many lie within each other."""
    overlaps = Overlaps(data)
    next_end = -1  # found once for all that begin before it
    for match in _STREAM.finditer(data):
        start = match.end()
        if data.startswith(b"end", match.start() - 3):
            continue
        begin = max(0, match.start() - _LONGEST_DICTIONARY)
        begin = max(begin, data.rfind(b"endobj", begin, match.start()) + 1)
        head = data[begin : match.start()]
        length, misled = _LENGTH.search(head), None
        end = start + int(length[1][:_DIGITS]) if length else -1
        if end < 0 or not _END.match(data, end):
            if next_end < start:
                next_end = data.find(b"endstream", start)
                next_end = len(data) if next_end < 0 else next_end
            end = next_end
            if length and head.rstrip().endswith(b">>"):  # else the word stands in what a stream holds
                misled = begin + length.start()
        number = _number(head)
        image, font = _IMAGE.search(head) is not None, _FONT.search(head) is not None
        for names in dict.fromkeys(_FILTER.findall(head)) or [b""]:
            overlaps.add(end - start if names else 0)
            yield Stream(start, end, _filters(names), image, font, number, misled)


def _number(head: bytes) -> int:
    """That of the last object that begins there."""
    for word in reversed([word.start() for word in _OBJECT.finditer(head)]):
        if numbers := _NUMBER.search(head, max(0, word - _LONGEST_NUMBERS), word):
            return int(numbers[1])
    return 0


@lru_cache(256)
def _filters(names: bytes) -> tuple[bytes, ...]:
    """The filters that a dictionary names; those named elsewhere or in a roundabout way may be any."""
    if not names:
        return ()
    filters = tuple(_LONG_NAMES.get(name, name) for name in _NAME.findall(names))
    return (b"FlateDecode", b"FlateDecode") if not filters or b"#" in names else filters
