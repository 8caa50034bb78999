"""Cuts the text of a page into words: at white space, at changes of look, and at jumps between columns, cells and
lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.layout import Flag, Word
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN, UNKNOWN, is_unusual, spell
from pincite.parsers.pdf.reader.unmapped import unmapped_characters

Boxes = NDArray[np.float64]  # one row a character: left, top, right, bottom on the page as displayed

_WORD = re.compile(f"[^\\s{LINE_END_HYPHEN}]+{LINE_END_HYPHEN}?|{LINE_END_HYPHEN}")
_MIXED = re.compile(r"[0-9][^\W\d]|[^\W\d][0-9]|[)\]][0-9]")  # where a raised or lowered mark may stand inside
_CJK = "\u2e80"
_GLUED = Flag.GLUED.value
_HYPHEN = Flag.HYPHEN.value


class Look(NamedTuple):
    """How a text object is drawn. ``angle`` as in ``Word``, and ``slanted`` where its base line is neither level nor
    upright; ``painted`` is false where it leaves no ink at all. ``group`` tells paragraphs and cells of tagged files
    apart, ``font`` the fonts of a page."""

    style: int
    size: float
    angle: int
    mcid: int
    painted: bool
    slanted: bool
    group: int
    font: int

    def goes_with(self, other: Look) -> bool:
        """Whether text in both looks can be one word."""
        return self is other or (
            self.style == other.style
            and self.group == other.group
            and self.angle == other.angle
            and self.painted == other.painted
        )


class Glyphs(Protocol):
    """Access to the characters of a page, in batches because single calls are dear; ``text[i]`` is character ``i``."""

    text: str

    def boxes(self, indices: Sequence[int]) -> Boxes: ...

    def owners(self, indices: Sequence[int]) -> list[int]:
        """Ids of the text objects that the characters belong to, 0 where there is none."""

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]: ...

    def is_unmapped(self, index: int) -> bool:
        """Whether the font does not say which character this is."""

    def alike(self, first: int, last: int) -> bool:
        """Whether two text objects have font and group in common; much cheaper than their looks."""


# A word, the text objects of its first and of its last character, and whether it is painted at all.
Found = tuple[Word, int, int, bool]


def read_words(glyphs: Glyphs) -> list[Found]:
    """Words in the order of the page's text."""
    out: list[Found] = []
    page = glyphs.text
    spans = [match.span() for match in _WORD.finditer(page)]
    if not spans:
        return out
    n = len(spans)
    starts, ends = [a for a, _ in spans], [b - 1 for _, b in spans]
    edges = glyphs.boxes(starts + ends)
    heads, tails = edges[:n], edges[n:]
    firsts = glyphs.owners(starts)
    lasts = _last_owners(glyphs, ends, firsts)
    looks = glyphs.looks(starts, firsts)
    raws = [page[a:b] for a, b in spans]
    plain = _plain(raws, heads, tails, looks)
    boxes = np.hstack((np.minimum(heads[:, :2], tails[:, :2]), np.maximum(heads[:, 2:], tails[:, 2:]))).tolist()
    alike, mixed = glyphs.alike, _MIXED.search
    whole = [
        ok and (a == b or (alike(a, b) and not mixed(raw)))
        for ok, a, b, raw in zip(plain, firsts, lasts, raws, strict=True)
    ]
    rough = _read_characters(glyphs, [span for span, ok in zip(spans, whole, strict=True) if not ok])
    unmapped = unmapped_characters(zip(raws, starts, (look.font for look in looks), strict=True), glyphs.is_unmapped)
    unusual = bool(unmapped) or is_unusual(page)
    for raw, box, a, b, look, ok in zip(raws, boxes, firsts, lasts, looks, whole, strict=True):
        if not ok:
            out += _split(next(rough))
            continue
        if unmapped and (table := unmapped.get(look.font)):
            raw = raw.translate(table)
        text, flags = spell(raw) if unusual else (raw, 0)
        if text:
            style, _, angle, mcid, painted, _, _, _ = look
            x0, y0, x1, y1 = box
            out.append((Word(text, x0, y0, x1, y1, style, mcid, flags, angle), a, b, painted))
    if unusual:
        _mend_hyphens(out)
    return out


def _last_owners(glyphs: Glyphs, ends: list[int], firsts: list[int]) -> list[int]:
    """The text objects of the last characters. A word between two beginnings of one object lies in it."""
    lasts = list(firsts)
    open_ends = [i for i, (a, b) in enumerate(pairwise((*firsts, 0))) if a != b or not a]
    for i, owner in zip(open_ends, glyphs.owners([ends[i] for i in open_ends]), strict=True):
        lasts[i] = owner
    return lasts


def _plain(raws: list[str], heads: Boxes, tails: Boxes, looks: list[Look]) -> list[bool]:
    """For each word whether it keeps its base line and is as long as its letters need."""
    size = np.array([look.size for look in looks])
    upright = np.array([look.angle % 180 == 0 for look in looks])
    need = np.array([len(raw) * (1.05 if raw[0] >= _CJK else 0.75) + 0.5 for raw in raws]) * size
    shift = np.abs(heads - tails)
    drift = np.where(upright, shift[:, 1] + shift[:, 3], shift[:, 0] + shift[:, 2])
    across = np.maximum(heads[:, 2], tails[:, 2]) - np.minimum(heads[:, 0], tails[:, 0])
    down = np.maximum(heads[:, 3], tails[:, 3]) - np.minimum(heads[:, 1], tails[:, 1])
    slanted = np.array([look.slanted for look in looks])
    extent = np.where(slanted, np.hypot(across, down), np.where(upright, across, down))
    result: list[bool] = (((drift < 0.1 * size) | slanted) & (extent < need)).tolist()
    return result


class Run(NamedTuple):
    """Characters without white space between them, one by one. All lists have the same length as the text."""

    text: str
    boxes: list[list[float]]
    owners: list[int]
    looks: list[Look]


def _read_characters(glyphs: Glyphs, spans: list[tuple[int, int]]) -> Iterator[Run]:
    """The characters of some words, asked for in one go."""
    indices = [i for a, b in spans for i in range(a, b)]
    if not indices:
        return
    boxes = glyphs.boxes(indices).tolist()
    owners = glyphs.owners(indices)
    looks = glyphs.looks(indices, owners)
    text = "".join(UNKNOWN if glyphs.is_unmapped(i) else glyphs.text[i] for i in indices)
    at = 0
    for a, b in spans:
        here = slice(at, at + b - a)
        at = here.stop
        yield Run(text[here], boxes[here], owners[here], looks[here])


def _split(run: Run) -> Iterator[Found]:
    """The parts of a run, cut where it changes its look, leaves its base line or jumps."""
    at, glue = 0, 0
    for k, glued in _cuts(run.boxes, run.looks):
        text, flags = spell(run.text[at:k])
        if text:
            left, top, right, bottom = zip(*run.boxes[at:k], strict=True)
            style, _, angle, mcid, painted, _, _, _ = run.looks[at]
            word = Word(text, min(left), min(top), max(right), max(bottom), style, mcid, flags | glue, angle)
            yield word, run.owners[at], run.owners[k - 1], painted
        at, glue = k, _GLUED if glued else 0


def _cuts(boxes: list[list[float]], looks: list[Look]) -> Iterator[tuple[int, bool]]:
    """Where to cut, and whether the part after the cut is glued to the one before; the last cut is the end."""
    steps = [_stride(a, b, look) for (a, b), look in zip(pairwise(boxes), looks, strict=False)]
    usual = max(0.0, sorted(gap for gap, _ in steps)[len(steps) // 2]) if steps else 0.0
    for k, (gap, drift) in enumerate(steps, 1):
        size = max(looks[k - 1].size, looks[k].size)
        if gap > max(0.6 * size, 2.5 * usual) or drift > 0.8 * size:
            yield k, False
        elif drift > 0.15 * size or not looks[k - 1].goes_with(looks[k]):
            yield k, True
    yield len(boxes), False


def _stride(a: list[float], b: list[float], look: Look) -> tuple[float, float]:
    """As ``_step``; along a slanted line only the distance of the middles counts."""
    if not look.slanted:
        return _step(a, b, look.angle)
    return hypot(b[0] + b[2] - a[0] - a[2], b[1] + b[3] - a[1] - a[3]) / 2 - 0.5 * look.size, 0.0


def _step(a: Sequence[float], b: Sequence[float], angle: int) -> tuple[float, float]:
    """From one character to the next: the free space between them (negative: overlap), and how far off the line it
    is."""
    along, off = (0, 1) if angle % 180 == 0 else (1, 0)
    gap = max(b[along] - a[along + 2], a[along] - b[along + 2])
    return gap, abs((b[off] + b[off + 2]) - (a[off] + a[off + 2])) / 2


def _mend_hyphens(found: list[Found]) -> None:
    """A hyphen that pdfium takes for a word division though the word goes on in the same line is an ordinary one."""
    for i in [i for i, (word, *_) in enumerate(found[:-1]) if word.flags & _HYPHEN]:
        word, after = found[i][0], found[i + 1][0]
        if _goes_on(word, after):
            found[i] = (word._replace(flags=word.flags & ~_HYPHEN), *found[i][1:])
            found[i + 1] = (after._replace(flags=after.flags | _GLUED), *found[i + 1][1:])


def _goes_on(a: Word, b: Word) -> bool:
    gap, off = _step(a[1:5], b[1:5], a.angle)
    height = (a.y1 - a.y0) if a.angle % 180 == 0 else (a.x1 - a.x0)
    return a.angle == b.angle and off < 0.2 * height and gap < 0.15 * height
