"""Cuts the text of a page into words: at white space, at changes of look, and at jumps between columns, cells and lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from pincite.parsers.pdf.layout import Flag, Word

LINE_END_HYPHEN = "\ufffe"  # how pdfium marks a hyphen that it takes for a word division
UNKNOWN = "\ufffd"

_WORD = re.compile(f"[^\\s{LINE_END_HYPHEN}]+{LINE_END_HYPHEN}?|{LINE_END_HYPHEN}")
_MIXED = re.compile(r"[0-9][^\W\d]|[^\W\d][0-9]|[)\]][0-9]")  # where a raised or lowered mark may stand inside
_CJK = "\u2e80"

Box = tuple[float, float, float, float]  # left, top, right, bottom on the page as displayed


class Look(NamedTuple):
    """How a text object is drawn. ``angle`` as in ``Word``; ``hidden`` where it is not painted at all."""

    style: int
    size: float
    angle: int
    mcid: int
    hidden: bool


class Glyphs(Protocol):
    """Access to the characters of a page; ``text[i]`` is character ``i``."""

    text: str

    def box(self, index: int) -> Box: ...

    def owner(self, index: int) -> int:
        """An id of the text object of the character, 0 if it has none."""

    def look(self, index: int, owner: int) -> Look: ...

    def same_look(self, first: int, last: int) -> bool:
        """A cheap check of two text objects that usually look the same."""


class Piece(NamedTuple):
    """A word with the id of its text object and its look."""

    word: Word
    owner: int
    look: Look


def _expansions() -> dict[int, str | None]:
    """Characters that are spelled otherwise in plain text: ligatures, presentation forms, radicals, symbol fonts."""
    table: dict[int, str | None] = {}
    for first, last in ((0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0x2E80, 0x2FD5)):
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code)).replace(" ", "")
            if plain and plain != chr(code):
                table[code] = plain
    for code in (0x200B, 0x200C, 0x2060, 0xFEFF, 0x00AD, *range(0x202A, 0x202F), 0x200E, 0x200F):
        table[code] = None
    table[0x200C] = "\u200c"  # Persian words need it
    for code, plain in _SYMBOLS.items():
        table[code] = plain
    for i in range(10):
        table[0xF730 + i] = str(i)  # old-style figures
    for i in range(26):
        table[0xF761 + i] = chr(0x41 + i)  # small capitals
    for code in (*range(0x20), *range(0x7F, 0xA0), 0xFFFF):
        table[code] = UNKNOWN
    return table


# Code points at which symbol fonts keep their bullets, boxes and arrows when they have no Unicode values.
_SYMBOLS = {
    0xF0B7: "\u2022", 0xF0A7: "\u25aa", 0xF06F: "\u25a1", 0xF0A8: "\u25fb", 0xF0D8: "\u27a2", 0xF076: "\u2756",
    0xF0FC: "\u2713", 0xF0FB: "\u2717", 0xF0FE: "\u2612", 0xF078: "\u2612", 0xF06E: "\u25a0", 0xF06C: "\u25cf",
    0xF0E0: "\u2192", 0xF0DF: "\u2190", 0xF0B0: "\u00b0", 0xF0B1: "\u00b1", 0xF0B4: "\u00d7", 0xF0B3: "\u2265",
    0xF0A3: "\u2264", 0xF0D2: "\u00ae", 0xF0D3: "\u00a9", 0xF0D4: "\u2122", 0xF06D: "\u03bc", 0xF02D: "\u2212",
    0xF09F: "\u2022", 0xF0BE: "\u2014", 0xF071: "\u2751", 0xF0F0: "\u21e8", 0xF077: "\u2b25", 0xF073: "\u2b27",
}  # fmt: skip
_EXPANSIONS = _expansions()
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")


def clean(raw: str) -> tuple[str, int]:
    """Plain text of a word's characters, and its flags (``HYPHEN``, ``GARBLED``)."""
    if raw.isascii() and raw.isprintable():
        return raw, 0
    flags = 0
    if raw[-1] in (LINE_END_HYPHEN, "\u00ad"):
        raw, flags = raw[:-1] + "-", Flag.HYPHEN.value
    text = raw.translate(_EXPANSIONS)
    text = _PRIVATE.sub(UNKNOWN, text)
    if UNKNOWN in text:
        flags |= Flag.GARBLED.value
    return text, flags


def read_words(glyphs: Glyphs) -> Iterator[Piece]:
    """Words in the order of the page's text."""
    text, box, owner, look = glyphs.text, glyphs.box, glyphs.owner, glyphs.look
    glued_to = -1  # index after a line-end hyphen: a word that starts there follows without white space
    for match in _WORD.finditer(text):
        start, end = match.span()
        last = end - 1
        first_box, first_owner = box(start), owner(start)
        if last == start:
            last_box, last_owner = first_box, first_owner
        else:
            last_box, last_owner = box(last), owner(last)
        style = look(start, first_owner)
        raw = match.group()
        if _is_plain(raw, style, first_box, last_box) and (
            first_owner == last_owner or (glyphs.same_look(first_owner, last_owner) and not _MIXED.search(raw))
        ):
            piece = _piece(raw, first_box, last_box, first_owner, style, 0)
            if piece:
                yield piece
        else:
            yield from _split(glyphs, start, end)


def _is_plain(raw: str, look: Look, first: Box, last: Box) -> bool:
    """Whether the extent of a word is what its letters need, on one base line."""
    size = look.size
    x0, y0, x1, y1 = first
    X0, Y0, X1, Y1 = last
    if look.angle % 180 == 0:
        drift, extent = abs(Y1 - y1) + abs(Y0 - y0), max(x1, X1) - min(x0, X0)
    else:
        drift, extent = abs(X1 - x1) + abs(X0 - x0), max(y1, Y1) - min(y0, Y0)
    wide = 1.05 if raw[0] >= _CJK else 0.75
    return drift < 0.1 * size and extent < (wide * len(raw) + 0.5) * size


def _split(glyphs: Glyphs, start: int, end: int) -> Iterator[Piece]:
    """Cuts one run of characters where they change their look, leave their base line or jump."""
    raw = glyphs.text[start:end]
    boxes = [glyphs.box(i) for i in range(start, end)]
    owners = [glyphs.owner(i) for i in range(start, end)]
    looks = [glyphs.look(start + k, owner) for k, owner in enumerate(owners)]
    gaps = [_gap(a, b, look.angle) for a, b, look in zip(boxes, boxes[1:], looks, strict=False)]
    usual = sorted(gaps)[len(gaps) // 2] if gaps else 0.0
    at, flags = 0, 0
    for k in range(1, len(raw) + 1):
        cut = 0 if k < len(raw) else 1
        glued = False
        if k < len(raw):
            size = max(looks[k - 1].size, looks[k].size)
            cut, glued = _cut(gaps[k - 1], max(usual, 0.0), _drift(boxes[k - 1], boxes[k], looks[k].angle), size, looks[k - 1] == looks[k])
        if not cut:
            continue
        piece = _piece(raw[at:k], _union(boxes[at:k]), None, owners[at], looks[at], flags)
        if piece:
            yield piece
        at, flags = k, Flag.GLUED.value if glued else 0


def _cut(gap: float, usual: float, drift: float, size: float, same: bool) -> tuple[int, bool]:
    """Whether to cut between two characters, and whether the second is glued to the first."""
    if gap > max(0.6 * size, 2.5 * usual) or drift > 0.8 * size:
        return 1, False
    return int(not same or drift > 0.15 * size), True


def _gap(a: Box, b: Box, angle: int) -> float:
    """Distance of two characters in the direction of reading; negative where they overlap."""
    return max(b[0] - a[2], a[0] - b[2]) if angle % 180 == 0 else max(b[1] - a[3], a[1] - b[3])


def _drift(a: Box, b: Box, angle: int) -> float:
    """How far the second character is off the base line of the first."""
    if angle % 180 == 0:
        return abs((b[1] + b[3]) - (a[1] + a[3])) / 2
    return abs((b[0] + b[2]) - (a[0] + a[2])) / 2


def _union(boxes: list[Box]) -> Box:
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _piece(raw: str, first: Box, last: Box | None, owner: int, look: Look, flags: int) -> Piece | None:
    text, more = clean(raw)
    if not text:
        return None
    x0, y0, x1, y1 = first if last is None or last is first else _union([first, last])
    return Piece(Word(text, x0, y0, x1, y1, look.style, look.mcid, flags | more, look.angle), owner, look)
