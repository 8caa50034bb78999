"""Frames: what is written is read, and nothing else is taken for one."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import ParseError, PinciteError, RequestError, SourceError
from pincite.limits import ANSWER_BYTES
from pincite.parsers.frames import (
    Frame,
    FrameError,
    FrameKind,
    JobMessage,
    decode_error,
    decode_progress,
    encode_error,
    encode_progress,
    read_frame,
    write_frame,
)


@given(st.lists(st.tuples(st.sampled_from(FrameKind), st.binary(max_size=200))))
def test_what_is_written_is_read(frames: list[tuple[FrameKind, bytes]]) -> None:
    stream = io.BytesIO()
    for kind, payload in frames:
        write_frame(stream, kind, payload)
    stream.seek(0)
    assert [read_frame(stream) for _ in frames] == [Frame(*frame) for frame in frames]
    assert read_frame(stream) is None


def test_a_large_payload_comes_in_one_piece() -> None:
    stream = io.BytesIO()
    write_frame(stream, FrameKind.RESULT, b"ab" * 3_000_000)
    stream.seek(0)
    assert read_frame(stream) == (FrameKind.RESULT, b"ab" * 3_000_000)


@given(st.integers(min_value=1, max_value=20))
def test_a_frame_cut_off_is_the_end(kept: int) -> None:
    stream = io.BytesIO()
    write_frame(stream, FrameKind.RESULT, b"0123456789ab")
    assert read_frame(io.BytesIO(stream.getvalue()[:kept])) is None


@pytest.mark.parametrize(
    "head", [struct.pack("<BQ", 99, 0), struct.pack("<BQ", 1, ANSWER_BYTES + 1), b"some other text"]
)
def test_other_bytes_are_no_frame(head: bytes) -> None:
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(head))


def test_a_job() -> None:
    job = JobMessage("/tmp/\udcff ü.pdf", "pdf", "abc", "ü.pdf", password="p", options={"max_pages": 3}, processes=2)
    assert JobMessage.decode(job.encode()) == job


def test_progress() -> None:
    assert decode_progress(encode_progress(3, 500)) == (3, 500)


class OurOwnError(ParseError):
    """A subclass that the other side need not know."""


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ParseError("m", code="corrupt", hint="h"), ParseError),
        (SourceError("m", code="unreadable", hint="h"), SourceError),
        (RequestError("m", code="bad_argument", hint="h"), RequestError),
        (PinciteError("m", code="c", hint="h"), PinciteError),
        (OurOwnError("m", code="c", hint="h"), ParseError),
    ],
)
def test_errors_keep_class_message_code_and_hint(error: PinciteError, kind: type[PinciteError]) -> None:
    copy = decode_error(encode_error(error))
    assert type(copy) is kind
    assert (copy.message, copy.code, copy.hint) == (error.message, error.code, error.hint)


@pytest.mark.parametrize("payload", [b"", b"no sense at all", b"[]", b"7", b"\xff", b'["a", "b"]'])
def test_what_is_no_error_and_no_progress(payload: bytes) -> None:
    with pytest.raises(FrameError):
        decode_error(payload)
    with pytest.raises(FrameError):
        decode_progress(payload)


def test_an_unknown_class_of_error_is_one_of_ours() -> None:
    assert type(decode_error(b'["os.system", "m", "c", "h"]')) is ParseError
