"""The names by which a CFF font program knows its codes (Adobe Technical Note 5176)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from struct import unpack_from

from pincite.parsers.pdf.reader.cffnames import STANDARD_NAMES

_CHARSET, _ENCODING, _CHARSTRINGS = 15, 16, 17  # operators of the Top DICT
_PREDEFINED = 2  # charsets and encodings before this offset are those of the specification
_SUPPLEMENT = 0x80


def names_of_codes(data: bytes) -> dict[int, str]:
    """The names of the glyphs of an encoding of the font's own; empty where it uses a predefined one. Raises
    ``IndexError``, ``ValueError`` or ``struct.error`` where the data are no font program."""
    _, at = _read_index(data, data[2])
    tops, at = _read_index(data, at)
    strings, _ = _read_index(data, at)
    top = _read_dict(tops[0])
    encoding, charset = top.get(_ENCODING, 0), top.get(_CHARSET, 0)
    if encoding < _PREDEFINED or charset <= _PREDEFINED:
        return {}
    known = [*STANDARD_NAMES, *(raw.decode("latin-1") for raw in strings)]
    (n_glyphs,) = unpack_from(">H", data, top[_CHARSTRINGS])
    names = [known[sid] for sid in _read_charset(data, charset, n_glyphs)]
    found = {code: names[glyph] for glyph, code in enumerate(_read_codes(data, encoding), 1) if glyph < len(names)}
    return found | {code: known[sid] for code, sid in _read_supplements(data, encoding)}


def _read_index(data: bytes, at: int) -> tuple[list[bytes], int]:
    """The items of an INDEX, and where it ends."""
    (count,) = unpack_from(">H", data, at)
    if not count:
        return [], at + 2
    wide = data[at + 2]
    first = at + 3
    base = first + (count + 1) * wide - 1
    ends = [base + int.from_bytes(data[first + i * wide : first + (i + 1) * wide]) for i in range(count + 1)]
    return [data[a:b] for a, b in pairwise(ends)], ends[-1]


def _read_dict(data: bytes) -> dict[int, int]:
    """The last operand of each operator of one byte."""
    found: dict[int, int] = {}
    at, operand = 0, 0
    while at < len(data):
        first = data[at]
        at += 1
        if first == 12:
            at += 1
        elif first <= 21:
            found[first] = operand
        elif first == 28:
            (operand,) = unpack_from(">h", data, at)
            at += 2
        elif first == 29:
            (operand,) = unpack_from(">i", data, at)
            at += 4
        elif first == 30:
            while data[at] & 15 != 15 and data[at] >> 4 != 15:
                at += 1
            at += 1
        elif first <= 246:
            operand = first - 139
        else:
            operand = (first - 247) * 256 + data[at] + 108 if first <= 250 else -(first - 251) * 256 - data[at] - 108
            at += 1
    return found


def _read_charset(data: bytes, at: int, n_glyphs: int) -> list[int]:
    """The numbers of the names of all glyphs; the first one has none in the table."""
    sids = [0]
    kind = data[at]
    at += 1
    if kind == 0:
        return sids + list(unpack_from(f">{n_glyphs - 1}H", data, at))
    layout, size = (">HB", 3) if kind == 1 else (">HH", 4)
    while len(sids) < n_glyphs:
        first, more = unpack_from(layout, data, at)
        sids += range(first, first + more + 1)
        at += size
    return sids[:n_glyphs]


def _read_codes(data: bytes, at: int) -> Iterator[int]:
    """The codes of the glyphs, from the second one on."""
    count = data[at + 1]
    if data[at] & ~_SUPPLEMENT == 0:
        yield from data[at + 2 : at + 2 + count]
        return
    for i in range(count):
        first, more = data[at + 2 + 2 * i], data[at + 3 + 2 * i]
        yield from range(first, first + more + 1)


def _read_supplements(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Codes of glyphs that have more than one, with the numbers of their names."""
    if not data[at] & _SUPPLEMENT:
        return
    at += 2 + data[at + 1] * (1 if data[at] & ~_SUPPLEMENT == 0 else 2)
    for i in range(data[at]):
        yield unpack_from(">BH", data, at + 1 + 3 * i)
