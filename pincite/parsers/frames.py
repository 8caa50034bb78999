"""What a worker process and its parent say to each other: frames of a kind, a length and a payload.

child                      parent
READY  ->
                        <- JOB       (JobMessage as JSON)
STARTED ->
PROGRESS ->                          (two counts), any number of times
RESULT or ERROR ->                   (bytes of cache.codec, or ErrorMessage as JSON)
READY, or the end of the stream from a child that retires
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import Any, BinaryIO, NamedTuple, Self

from pincite.errors import ParseError, PinciteError, RequestError, SourceError
from pincite.limits import ANSWER_BYTES

_HEAD = struct.Struct("<BQ")
_COUNTS = struct.Struct("<II")
_PIECE = 1 << 20


class FrameKind(IntEnum):
    READY = 1
    JOB = 2
    STARTED = 3
    PROGRESS = 4
    RESULT = 5
    ERROR = 6


class Frame(NamedTuple):
    kind: FrameKind
    payload: bytes


class FrameError(Exception):
    """The stream does not hold frames: the other side is broken."""


@dataclass(frozen=True, slots=True)
class JobMessage:
    """What a child is to parse. ``doc_id`` is what the bytes of its file must still give; ``options`` are the fields of
    ``ParseOptions``; ``processes`` is how many may work on it side by side; ``shows`` is the id of the
    document where it is another; ``wish`` is what is wanted of the file where it is not to be parsed."""

    path: str
    format: str
    doc_id: str
    name: str
    password: str | None = field(default=None, repr=False)  # no log may show it
    options: dict[str, Any] = field(default_factory=dict)
    processes: int = 1
    shows: str | None = None
    wish: dict[str, Any] | None = None

    def encode(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        return cls(**json.loads(payload))


_ERRORS: dict[str, type[PinciteError]] = {c.__name__: c for c in (PinciteError, ParseError, SourceError, RequestError)}


def encode_error(error: PinciteError) -> bytes:
    """An error as a payload: its class, message, code and hint."""
    kind = next(c.__name__ for c in type(error).__mro__ if c.__name__ in _ERRORS)
    return json.dumps([kind, error.message, error.code, error.hint]).encode()


def decode_error(payload: bytes) -> PinciteError:
    """The error of a payload; one of our own classes, whatever the payload says. Raises ``FrameError``."""
    try:
        kind, message, code, hint = (str(part) for part in json.loads(payload))
    except (ValueError, TypeError) as error:
        raise FrameError("not an error") from error
    return _ERRORS.get(kind, ParseError)(message, code=code, hint=hint)


def encode_progress(done: int, total: int) -> bytes:
    return _COUNTS.pack(done, total)


def decode_progress(payload: bytes) -> tuple[int, int]:
    """(Pages done, pages in all). Raises ``FrameError``."""
    try:
        done, total = _COUNTS.unpack(payload)
    except struct.error as error:
        raise FrameError("not progress") from error
    return done, total


def write_frame(stream: BinaryIO, kind: FrameKind, payload: bytes = b"") -> None:
    """Writes one frame and flushes. Raises ``OSError`` where the other side is gone."""
    stream.write(_HEAD.pack(kind, len(payload)))
    stream.write(payload)
    stream.flush()


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame, ``None`` at the end of the stream (also in the middle of a frame). Raises ``FrameError``."""
    head = _read_exactly(stream, _HEAD.size)
    if head is None:
        return None
    kind, length = _HEAD.unpack(head)
    if kind not in FrameKind._value2member_map_ or length > ANSWER_BYTES:
        raise FrameError(f"kind {kind}, length {length}")
    payload = _read_exactly(stream, length)
    return None if payload is None else Frame(FrameKind(kind), payload)


def _read_exactly(stream: BinaryIO, length: int) -> bytes | None:
    pieces = []
    while length:
        piece = stream.read(min(length, _PIECE))
        if not piece:
            return None
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
