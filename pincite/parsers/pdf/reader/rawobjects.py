"""The objects of a file as the bytes that they are, found by scanning: for what pdfium does not tell or must not meet.

Whatever the table of objects says, the last object of a number counts. Objects packed into streams are found as well.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pincite.limits import OBJECT_STREAM_BYTES, OBJECT_STREAMS, OBJECT_STREAMS_BYTES

_HEAD = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+$")
_PACKED = re.compile(rb"/ObjStm\b")
_COUNT, _FIRST = re.compile(rb"/N\s+(\d+)"), re.compile(rb"/First\s+(\d+)")
_HEAD_LENGTH = 24
_WHITE = b" \t\n\r\f\v"
_STEP = 1 << 12
_KEPT = 16 << 20  # bytes of unpacked object streams
LONGEST = 1 << 16  # bytes of a dictionary that are looked at


class PackedObjects(NamedTuple):
    """What is in an object stream: ``starts[i]`` is where object ``numbers[i]`` begins in ``text``; starts ascend."""

    text: bytes
    numbers: list[int]
    starts: list[int]

    def number_at(self, position: int) -> int:
        """The number of the object around a position, 0 before the first."""
        index = bisect_right(self.starts, position) - 1
        return self.numbers[index] if index >= 0 else 0

    def objects(self) -> Iterator[tuple[int, bytes]]:
        """Each number with its object."""
        for i, (number, start) in enumerate(zip(self.numbers, self.starts, strict=True)):
            yield number, self.text[start : self.starts[i + 1] if i + 1 < len(self.starts) else len(self.text)]


def _number_before(data: bytes, at: int) -> int | None:
    """The number of the object that begins with the word there."""
    near = data[max(0, at - _HEAD_LENGTH) : at]
    words = near.rsplit(None, 2)[-2:]
    if len(words) == 2 and words[0].isdigit() and words[1].isdigit() and len(words[0]) < 10 and len(words[1]) < 6:
        return int(words[0])
    head = _HEAD.search(near)
    return int(head[1]) if head else None


class RawObjects:
    """The objects of a file that is not encrypted. ``pictures`` are begin and end of streams that hold some, in the
    order of the file."""

    def __init__(self, data: bytes, pictures: Sequence[tuple[int, int]] = ()) -> None:
        self.data = data
        self._pictures = pictures
        self._streams: list[PackedObjects] | None = None

    @cached_property
    def starts(self) -> dict[int, int]:
        """Where the last object of each number begins, behind its ``obj``; in the order of the file."""
        found: dict[int, int] = {}
        data, at = self.data, self.data.find(b"obj")
        while at >= 0:
            number = _number_before(data, at) if data[at - 1] in _WHITE else None  # before half of them stands "end"
            if number is not None:
                found.pop(number, None)
                found[number] = at + 3
            at = data.find(b"obj", at + 3)
        return found

    @cached_property
    def packed(self) -> dict[int, bytes]:
        """The objects inside object streams."""
        return {number: text for stream in self.streams() for number, text in stream.objects()}

    def streams(self) -> Iterator[PackedObjects]:
        """The object streams, unpacked as far as they can be: once where they are not huge."""
        if self._streams is not None:
            yield from self._streams
            return
        kept: list[PackedObjects] = []
        size = 0
        for stream in _packed_objects(self.data):
            size += len(stream.text)
            if size <= _KEPT:
                kept.append(stream)
            yield stream
        self._streams = kept if size <= _KEPT else None

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all objects that are there, from their begin to their end."""
        plain = list(self.starts)
        if plain and self.data.find(b"endobj", self.starts[plain[-1]]) < 0:
            plain.pop()
        return frozenset(plain) | self.packed.keys()

    def beside_pictures(self) -> bytes:
        """The file without the bytes of its pictures."""
        if not self._pictures:
            return self.data
        pieces, at = list[bytes](), 0
        for start, end in self._pictures:
            pieces.append(self.data[at:start])
            at = max(at, end)
        return b"".join([*pieces, self.data[at:]])

    def get(self, number: int) -> bytes:
        """The object without its stream, at most ``LONGEST`` bytes of it; empty where there is none."""
        start = self.starts.get(number)
        if start is None:
            return self.packed.get(number, b"")[:LONGEST]
        text = self.data[start : start + LONGEST]
        ends = [end for end in (text.find(b"endobj"), text.find(b"stream")) if end >= 0]
        return text[: min(ends)] if ends else text


def _packed_objects(data: bytes) -> Iterator[PackedObjects]:
    left = OBJECT_STREAMS_BYTES
    for number, match in enumerate(_PACKED.finditer(data)):
        start = data.find(b"stream", match.end(), match.end() + 1_024)
        if number >= OBJECT_STREAMS or left <= 0:
            return
        if start < 0:
            continue
        head = data[max(0, data.rfind(b"obj", 0, match.start())) : start]
        text = (_unpacked if b"/Filter" in head else _plain)(data, start + len(b"stream"))
        left -= len(text)
        yield _split(text, head)


def _split(text: bytes, head: bytes) -> PackedObjects:
    count, first = _COUNT.search(head), _FIRST.search(head)
    if count is None or first is None:
        return PackedObjects(text, [], [])
    begin = int(first[1])
    try:
        values = list(map(int, text[:begin].split()[: 2 * int(count[1])]))
    except ValueError:
        return PackedObjects(text, [], [])
    pairs = sorted(zip((begin + at for at in values[1::2]), values[0::2], strict=False))
    return PackedObjects(text, [number for _, number in pairs], [start for start, _ in pairs])


def _plain(data: bytes, start: int) -> bytes:
    start += 2 if data.startswith(b"\r\n", start) else 1
    end = data.find(b"endstream", start)
    return data[start : min(end if end >= 0 else len(data), start + OBJECT_STREAM_BYTES)]


def _unpacked(data: bytes, start: int) -> bytes:
    start += 2 if data.startswith(b"\r\n", start) else 1
    end = data.find(b"endstream", start)
    end = end if end >= 0 else len(data)
    try:
        return zlib.decompressobj().decompress(data[start:end], OBJECT_STREAM_BYTES)
    except zlib.error:
        return _before_the_fault(data, start, end)


def _before_the_fault(data: bytes, start: int, end: int) -> bytes:
    inflater = zlib.decompressobj()
    out = b""
    try:
        for at in range(start, end, _STEP):
            out += inflater.decompress(data[at : min(at + _STEP, end)], OBJECT_STREAM_BYTES)
            if inflater.eof or len(out) > OBJECT_STREAM_BYTES:
                break
    except zlib.error:
        pass
    return out
