"""The body of an answer: unpacked piece by piece, so that no small answer unpacks to more than is allowed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from pincite.errors import SourceError

ENCODINGS = "gzip, deflate"
_PIECE = 1 << 18


def unpacked(pieces: Iterable[bytes], encoding: str, where: str) -> Iterator[bytes]:
    """The bytes of the document, at most ``_PIECE`` at a time. Raises ``SourceError`` bad_response."""
    names = [name.strip().lower() for name in encoding.split(",") if name.strip().lower() not in ("", "identity")]
    if not names:
        return iter(pieces)
    if len(names) > 1 or names[0] not in ("gzip", "x-gzip", "deflate"):
        raise _bad(where, f"it is packed in a way that was not asked for ({encoding[:40]})")
    return _inflated(pieces, names[0] == "deflate", where)


def _inflated(pieces: Iterable[bytes], deflate: bool, where: str) -> Iterator[bytes]:
    inflater = None
    for piece in pieces:
        if inflater is None and piece:
            raw = deflate and piece[0] & 0x0F != 8  # "deflate" without its head, as some servers send it
            inflater = zlib.decompressobj(-zlib.MAX_WBITS if raw else zlib.MAX_WBITS | 32)
        while piece and inflater is not None:
            try:
                yield inflater.decompress(piece, _PIECE)
            except zlib.error:
                raise _bad(where, "its packing is damaged") from None
            piece = inflater.unconsumed_tail
            if inflater.eof and inflater.unused_data:
                piece = inflater.unused_data
                inflater = zlib.decompressobj(zlib.MAX_WBITS | 32)
    if inflater is not None and not inflater.eof:
        raise _bad(where, "its packing is cut short")


def _bad(where: str, why: str) -> SourceError:
    return SourceError(f"The answer of {where} cannot be read: {why}.", code="bad_response", hint="Try again later.")
