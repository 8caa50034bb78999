"""The file in a form that a browser or curl sends, bit by bit: nothing of it stays in memory or in temporary files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header

from pincite.errors import RequestError

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks
    from starlette.requests import Request

_LONGEST_HEADER = 8192


class _Parts:
    """What the parser has found of the first part that is a file."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.data: list[bytes] = []
        self.ended = False
        self._header = [b"", b""]

    def callbacks(self) -> MultipartCallbacks:
        return {
            "on_header_field": self.on_header_field,
            "on_header_value": self.on_header_value,
            "on_header_end": self.on_header_end,
            "on_part_data": self.on_part_data,
            "on_part_end": self.on_part_end,
        }

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header[0] += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header[1] += data[start:end]
        if len(self._header[1]) > _LONGEST_HEADER:
            raise _bad_form()

    def on_header_end(self) -> None:
        field, value = self._header
        self._header = [b"", b""]
        if field.lower() == b"content-disposition" and self.name is None:
            _, options = parse_options_header(value)
            if b"filename" in options:
                self.name = options[b"filename"].decode("utf-8", "replace")

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self.name is not None and not self.ended:
            self.data.append(data[start:end])

    def on_part_end(self) -> None:
        self.ended = self.ended or self.name is not None


async def first_file(request: Request) -> tuple[str, AsyncIterator[bytes]]:
    """The name of the first file in the form, and its bytes as they come. Raises ``RequestError`` (bad_argument) for a
    form without one; so may the iterator, for one that is cut."""
    _, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if not 1 <= len(boundary) <= 200:
        raise _bad_form()
    parts = _Parts()
    parser = MultipartParser(boundary, parts.callbacks())
    stream = request.stream()
    async for chunk in stream:
        _feed(parser, chunk)
        if parts.name is not None:
            return parts.name, _rest(parser, parts, stream)
    raise _bad_form()


async def _rest(parser: MultipartParser, parts: _Parts, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    while True:
        for data in parts.data:
            yield data
        parts.data.clear()
        try:
            chunk = await anext(stream)
        except StopAsyncIteration:
            break
        _feed(parser, chunk)
    if not parts.ended:
        raise _bad_form()


def _feed(parser: MultipartParser, chunk: bytes) -> None:
    try:
        parser.write(chunk)
    except MultipartParseError:
        raise _bad_form() from None


def _bad_form() -> RequestError:
    return RequestError(
        "The form holds no whole file.", hint="Send one file: curl -F file=@FILE, or the bytes as they are."
    )
