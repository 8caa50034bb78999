"""The characters of a text file, whatever encoding it is in."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from pincite.errors import ParseError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 20_000
_MOSTLY_FOREIGN = 0.15  # western texts have fewer bytes than that above 127


class Decoded(NamedTuple):
    """``guessed``: the file does not say what encoding it is in, and its bytes leave it open."""

    text: str
    encoding: str
    guessed: bool


def decode(data: bytes, name: str, charset: str | None = None) -> Decoded:
    """The text with ``\\n`` line ends; ``charset`` is what its server says of its encoding. Raises ``ParseError``
    (corrupt) for what is no text at all."""
    found = _decode(data, charset)
    if "\x00" in found.text[:_SAMPLE]:
        raise ParseError(f"{name} holds binary data, not text.", code="corrupt", hint="Open the original file.")
    return found._replace(text=found.text.replace("\r\n", "\n").replace("\r", "\n"))


def _decode(data: bytes, charset: str | None) -> Decoded:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), encoding, False)
    if wide := _unmarked_utf16(data[:_SAMPLE]):
        return Decoded(data.decode(wide, "replace"), wide, False)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", False)
    except UnicodeDecodeError:
        pass
    if charset is not None:  # after UTF-8: servers say "Latin 1" of whatever they do not know
        try:
            return Decoded(data.decode(charset), charset.lower(), False)
        except (LookupError, UnicodeDecodeError):
            pass
    encoding = _guess(data)
    return Decoded(data.decode(encoding, "replace"), encoding, True)


def _unmarked_utf16(sample: bytes) -> str | None:
    """UTF-16 without its mark shows by a zero in every second byte of Latin text."""
    pairs = len(sample) // 2
    if pairs < 4:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.4 * pairs and even < 0.02 * pairs:
        return "utf-16-le"
    if even > 0.4 * pairs and odd < 0.02 * pairs:
        return "utf-16-be"
    return None


def _guess(data: bytes) -> str:
    """An encoding for bytes that are not UTF-8: that of western Windows, or what other scripts make likely."""
    high = [b for b in data[:_SAMPLE] if b > 127]
    letters = sum(1 for b in data[:_SAMPLE] if b > 127 or chr(b).isalpha())
    if letters and len(high) / letters > _MOSTLY_FOREIGN:
        from charset_normalizer import from_bytes

        best = from_bytes(data[:_SAMPLE]).best()
        if best is not None:
            return best.encoding
    return "cp1252"
