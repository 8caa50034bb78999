"""The names of the codes of a CFF font program."""

from __future__ import annotations

import struct

import pytest

from pincite.parsers.pdf.reader.cff import names_of_codes

ALPHA, OWN = 66, 391  # "a" among the standard names; the first name of the font's own


def index(*items: bytes) -> bytes:
    if not items:
        return b"\0\0"
    ends = [1]
    for item in items:
        ends.append(ends[-1] + len(item))
    return struct.pack(f">HB{len(ends)}B", len(items), 1, *ends) + b"".join(items)


def number(value: int) -> bytes:
    return b"\x1d" + struct.pack(">i", value)


def program(charset: bytes, encoding: bytes, glyphs: int = 4, strings: tuple[bytes, ...] = (b"own", b"other")) -> bytes:
    """A font of some empty glyphs; an empty charset or encoding is the predefined one."""

    def head(charset_at: int, encoding_at: int, glyphs_at: int) -> bytes:
        italic = b"\x1e\xe2\xa2\x5f\x0c\x02"  # -2.25, with an operator of two bytes
        top = italic + number(charset_at) + b"\x0f" + number(encoding_at) + b"\x10" + number(glyphs_at) + b"\x11"
        return b"\1\0\4\1" + index(b"Font") + index(top) + index(*strings) + index()

    size = len(head(0, 0, 0))
    places = size if charset else 0, size + len(charset) if encoding else 0, size + len(charset) + len(encoding)
    return head(*places) + charset + encoding + index(*[b"\x0e"] * glyphs)


LISTED = b"\0" + struct.pack(">3H", ALPHA, OWN, OWN + 1)
NAMES = ["a", "own", "other"]


@pytest.mark.parametrize("charset", [LISTED, b"\1" + struct.pack(">HBHB", ALPHA, 0, OWN, 1),
                                     b"\2" + struct.pack(">HHHH", ALPHA, 0, OWN, 9)])  # fmt: skip
@pytest.mark.parametrize("encoding", [b"\0\3\x41\x50\x51", b"\1\2\x41\0\x50\1"])
def test_all_forms_of_the_tables(charset: bytes, encoding: bytes) -> None:
    assert names_of_codes(program(charset, encoding)) == dict(zip([0x41, 0x50, 0x51], NAMES, strict=True))


def test_a_glyph_with_two_codes() -> None:
    encoding = b"\x80\1\x41\1\x61" + struct.pack(">H", ALPHA)
    assert names_of_codes(program(LISTED, encoding)) == {0x41: "a", 0x61: "a"}


def test_codes_of_glyphs_that_the_font_does_not_have() -> None:
    assert names_of_codes(program(LISTED, b"\1\1\x41\xc8")) == dict(zip([0x41, 0x42, 0x43], NAMES, strict=True))


@pytest.mark.parametrize(("charset", "encoding"), [(LISTED, b""), (b"", b"\0\1\x41")])
def test_predefined_tables_tell_nothing_of_the_font(charset: bytes, encoding: bytes) -> None:
    assert names_of_codes(program(charset, encoding)) == {}


@pytest.mark.parametrize("data", [b"", b"\1\0\4\1", program(LISTED, b"\0\1\x41")[:40]])
def test_what_is_no_font_program(data: bytes) -> None:
    with pytest.raises((ValueError, IndexError, struct.error)):
        names_of_codes(data)
