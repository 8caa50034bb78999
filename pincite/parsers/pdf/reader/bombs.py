"""Takes the charge out of streams that unpack to far more than any page needs, before pdfium unpacks them.

The bytes of such a stream are blanked where they stand: all offsets of the file stay true, and the rest of it can be
read. Files that are encrypted hide what is in their streams; the memory limit of the worker has to do for them.
"""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from binascii import unhexlify
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from math import prod
from typing import Any, NamedTuple

import numpy as np

from pincite.limits import DENSE_BYTES, OPEN_MARKS, OPEN_STATES, STREAM_BYTES, STREAM_FILTERS
from pincite.parsers.pdf.reader.brokenfonts import needless_programs
from pincite.parsers.pdf.reader.endless import endless
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.streams import Stream, streams

_REPETITIVE = 100  # bytes from each packed byte; drawings of millions of lines have 20
_CHUNK = 1 << 16

_ENCRYPTED = re.compile(rb"/Encrypt\b")
_STATE = re.compile(rb"(?<![^\x00\s\]>)])[qQ](?![^\x00\s\[<(/])")
_SHORT = len(b"BMC") * OPEN_MARKS  # bytes that cannot hold too many
_SUSPICIOUS = 10_000  # in a piece of content
_NO_LENGTH = b"/Told__"  # in place of the key
_GROWING = {b"FlateDecode": 1_032, b"LZWDecode": 2_700, b"RunLengthDecode": 64, b"ASCII85Decode": 4}  # from one byte

Chunks = Iterable[bytes]


class Defused(NamedTuple):
    """A file that may be given to pdfium. ``n_bombs``: streams that were blanked; ``damaged``: the numbers of the
    objects whose streams cannot be unpacked in full; ``objects``: those of the file as it is now."""

    data: bytes
    n_bombs: int
    damaged: frozenset[int]
    objects: RawObjects


def defuse(data: bytes, *, locked: bool = False) -> Defused:
    """The file with such streams blanked: those that unpack to too much, and those whose content would be unfolded
    without end. Blanked are also damaged fonts that text is read better without, and lengths that are wrong: pdfium
    looks for the end then, else it may believe one. Of a ``locked`` file, only what opening it would unpack."""
    bombs: list[tuple[int, int]] = []
    damaged: set[int] = set()
    fonts: dict[int, tuple[int, int]] = {}
    misled: list[int] = []
    pictures: list[tuple[int, int]] = []
    readable = not locked and _ENCRYPTED.search(data) is None
    for stream in streams(data):
        if stream.misled is not None:
            misled.append(stream.misled)
        if stream.is_image:
            pictures.append((stream.start, stream.end))
        if readable and stream.filters == (b"FlateDecode",) and not stream.is_image:
            state = _content(data, stream)
            if state is None:
                bombs.append((stream.start, stream.end))
            elif not state:
                damaged.add(stream.number)
                if stream.is_font:
                    fonts[stream.number] = stream.start, stream.end
        elif len(stream.filters) > STREAM_FILTERS or (_may_explode(stream) and _explodes(data, stream)):
            bombs.append((stream.start, stream.end))
    objects = RawObjects(data, pictures)
    bombs += [] if locked else endless(objects)
    needless = [fonts[number] for number in needless_programs(objects, fonts)] if fonts else []
    if not bombs and not misled and not needless:
        return Defused(data, 0, frozenset(damaged), objects)
    safe = bytearray(data)
    for start in misled:
        safe[start : start + len(_NO_LENGTH)] = _NO_LENGTH
    for start, end in bombs + needless:
        safe[start:end] = bytes(end - start)
    data = bytes(safe)
    return Defused(data, len(bombs), frozenset(damaged), RawObjects(data, pictures))


def _may_explode(stream: Stream) -> bool:
    """Whether it could unpack to too much. An image is only unpacked as far as its size in pixels goes, if one filter
    does it."""
    growth = [_GROWING[name] for name in stream.filters if name in _GROWING]
    if stream.is_image and len(growth) == 1:
        return False
    return (stream.end - stream.start) * prod(growth) > DENSE_BYTES


def _content(data: bytes, stream: Stream) -> bool | None:
    """Whether a stream is whole; ``None`` where it unpacks to too much, or pdfium, which keeps what is open, would need
    memory without end."""
    inflater = zlib.decompressobj()
    most = _most(stream.end - stream.start)
    total = marks = states = 0
    whole = True
    try:
        for out in _pieces(inflater, data, stream.start, stream.end):
            total += len(out)
            if total > most:
                return None
            marks += _at_most(out, b"BMC", b"C")
            states += _at_most(out, b"q ", b"q")
    except zlib.error:
        whole = False
    if (marks > OPEN_MARKS or states > OPEN_STATES) and _leaves_open(data, stream):
        return None
    if not whole or inflater.eof:
        return whole
    return not data[stream.start : stream.end].strip() or _is_only_unsigned(data, stream)


def _at_most(text: bytes, word: bytes, letter: bytes) -> int:
    """How many such words there may be: to count one letter is cheaper than to look for words."""
    if len(text) <= _SHORT:
        return len(text) // len(word)
    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == letter[0]))


def _leaves_open(data: bytes, stream: Stream) -> bool:
    """Whether it opens absurdly many marks, or saves absurdly many states, before it ends or breaks."""
    opened = saved = 0
    try:
        for out in _pieces(zlib.decompressobj(), data, stream.start, stream.end):
            opened += out.count(b"BMC") + out.count(b"BDC") - out.count(b"EMC")
            if out.count(b"q") > max(_SUSPICIOUS, len(out) // 20):
                states = _STATE.findall(out)
                saved += 2 * states.count(b"q") - len(states)
            if opened > OPEN_MARKS or saved > OPEN_STATES:
                return True
    except zlib.error:
        pass
    return False


def _is_only_unsigned(data: bytes, stream: Stream) -> bool:
    """Whether the data are all there, though not what should follow: many programs leave out the sum behind them, or
    the mark of the last block."""
    if data[stream.start : stream.end].rstrip().endswith(b"\x00\x00\xff\xff"):
        return True
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        deque(_pieces(inflater, data, stream.start + 2, stream.end), maxlen=0)
    except zlib.error:
        return False
    return inflater.eof


def _pieces(inflater: Any, data: bytes, start: int, end: int) -> Iterator[bytes]:
    """What comes out, in pieces. Raises ``zlib.error``."""
    for at in range(start, end, _CHUNK):
        chunk = data[at : min(at + _CHUNK, end)]
        while chunk and not inflater.eof:
            yield inflater.decompress(chunk, 16 * _CHUNK)
            chunk = inflater.unconsumed_tail


def _explodes(data: bytes, stream: Stream) -> bool:
    packed = stream.end - stream.start
    chunks: Iterator[bytes] = (
        data[at : min(at + _CHUNK, stream.end)] for at in range(stream.start, stream.end, _CHUNK)
    )
    stages = []
    for name in stream.filters:
        if name not in DECODERS:
            break
        chunks = _limited(DECODERS[name](chunks), packed)
        stages.append(chunks)
    try:
        for stage in reversed(stages):  # also where a later one gives up: pdfium unpacks one after the other in full
            for _ in stage:
                pass
    except _TooMuchError:
        return True
    return False


class _TooMuchError(Exception):
    """More came out of a filter than may."""


def _most(packed: int) -> int:
    """What so many bytes may unpack to."""
    return max(DENSE_BYTES, min(STREAM_BYTES, packed * _REPETITIVE))


def _limited(chunks: Chunks, packed: int) -> Iterator[bytes]:
    most = _most(packed)
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > most:
            raise _TooMuchError
        yield chunk


def _inflate(chunks: Chunks) -> Iterator[bytes]:
    """What comes out before the first fault; pdfium, too, takes that."""
    inflater = zlib.decompressobj()
    for chunk in chunks:
        out = None
        while not inflater.eof and (chunk or out is None or len(out) == _CHUNK):
            try:
                out = inflater.decompress(chunk, _CHUNK)
            except zlib.error:
                return
            yield out
            chunk = inflater.unconsumed_tail


def _unpack_lzw(chunks: Chunks) -> Iterator[bytes]:
    from pdfminer.lzw import LZWDecoder

    try:
        yield from LZWDecoder(BytesIO(b"".join(chunks))).run()
    except LookupError:  # a code that stands for nothing
        return


def _unpack_runs(chunks: Chunks) -> Iterator[bytes]:
    packed = b"".join(chunks)
    at = 0
    while at < len(packed) and (length := packed[at]) != 128:
        if length < 128:
            yield packed[at + 1 : at + 2 + length]
            at += 2 + length
        else:
            yield packed[at + 1 : at + 2] * (257 - length)
            at += 2


def _read_ascii85(chunks: Chunks) -> Iterator[bytes]:
    text = b"".join(b"".join(chunks).split()).removeprefix(b"<~").partition(b"~>")[0]
    try:
        for run in _RUNS_OF_ZEROS.finditer(text):  # one letter for four zeros: the only way to grow
            for at in range(run.start(), run.end(), _RUN):
                yield a85decode(text[at : min(at + _RUN, run.end())])
    except ValueError:
        return


def _read_hex(chunks: Chunks) -> Iterator[bytes]:
    digits = b"".join(b"".join(chunks).partition(b">")[0].split())
    try:
        yield unhexlify(digits[: len(digits) // 2 * 2])
    except ValueError:
        return


_RUNS_OF_ZEROS = re.compile(rb"z+|[^z]+")
_RUN = 5 << 12  # letters that are decoded at a time
DECODERS: dict[bytes, Callable[[Chunks], Iterator[bytes]]] = {
    b"FlateDecode": _inflate,
    b"LZWDecode": _unpack_lzw,
    b"RunLengthDecode": _unpack_runs,
    b"ASCII85Decode": _read_ascii85,
    b"ASCIIHexDecode": _read_hex,
}
