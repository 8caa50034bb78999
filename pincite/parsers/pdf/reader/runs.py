"""Cuts a run of characters where it is more than one word: where its look changes, where it leaves its base line, and
where there is a gap."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pincite.parsers.pdf.layout import Flag, Word
from pincite.parsers.pdf.reader.glyphtext import spell
from pincite.parsers.pdf.reader.looks import Look

CJK = "\u2e80"
BRACKETLESS = re.compile(
    r"(?=[\x00-\x7f]*[A-Za-z])[!#-'*-;=?-Z\\_a-z|~]+"
)  # brackets are mirrored when a text is turned
_LETTERS = (
    "\u0591-\u05bd\u05bf-\u05ea\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u08ff"
    "\ufb1d-\ufdfd\ufe70-\ufefc"
)
BACKWARD = re.compile(f"[{_LETTERS}]+")  # of scripts that run from right to left; their digits do not
MARKS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc]"
)  # over or under letters
_MISREAD = "\u00e0-\u00fa"  # Hebrew letters read as Latin-1, which pdfium does not turn round with the others
_PIECES = re.compile(
    rf"[{_MISREAD}]*[{_LETTERS}][{_LETTERS}{_MISREAD}]*|[()\[\]{{}}]|[^{_LETTERS}()\[\]{{}}]+?(?=[{_MISREAD}]*[{_LETTERS}]|[()\[\]{{}}]|$)"
)
_GLUED = Flag.GLUED.value
_JUMP = 0.6  # of the size: no letter spacing is as wide, unless all of it is
NARROW = 0.09  # of the size: a narrow word space; pdfium overlooks it between text objects
_CELL = 0.03  # of the size: enough to part what belongs to two cells or paragraphs of a tagged file
_BRACKETS = frozenset("()[]{}")
_SAME_SIZE = 0.85  # small capitals are smaller
_CLOSING = frozenset(",.;:!?%)]}”’»'\"…–—-/")  # what clings to the word before it, even over a gap
_OPENING = frozenset("([{“‘«„$€£¥#'\"–—-/")
_SPACED = re.compile("[\\x00-\u058f\u1e00-\u2e7f\ufb00-\ufb06]")  # not of scripts whose letters hang together
_LAM, _ALEFS = "\u0644", frozenset("\u0627\u0623\u0625\u0622")
_NEXT = 0.001  # points
_LIGATURES = frozenset({"ff", "fi", "fl"})

# A word, the text objects of its first and of its last character, and whether it is painted at all.
Found = tuple[Word, int, int, bool]


class Run(NamedTuple):
    """Characters without white space between them, one by one. All lists have the same length as the text."""

    text: str
    boxes: list[list[float]]
    owners: list[int]
    looks: list[Look]

    def in_order(self) -> Run:
        """The characters as they stand on the line, where they are read from left to right but given otherwise."""
        first, last, look = self.boxes[0], self.boxes[-1], self.looks[0]
        if look.angle or look.slanted or first[0] < last[2] - 0.01 or not BRACKETLESS.fullmatch(self.text):
            return self
        tall = max(b[3] for b in self.boxes) - min(b[1] for b in self.boxes) >= 1.6 * look.size
        return self if tall else self._take(sorted(range(len(self.text)), key=lambda k: self.boxes[k][0]))

    def parts(self) -> Iterator[Run]:
        """Letters that are read from right to left, in that order, apart from what stands between them, where pdfium
        turned round what the file has in the order of reading, and apart from brackets; else the whole."""
        if self.looks[0].angle or not BACKWARD.search(self.text):
            yield self
            return
        pieces = [match.span() for match in _PIECES.finditer(self.text)]
        turned = [(a, b) for a, b in pieces if BACKWARD.search(self.text, a, b) and self._is_turned(a, b)]
        if not turned and not any(self.text[a] in _BRACKETS for a, _ in pieces):
            yield self
            return
        for a, b in pieces:
            yield self._take(self._from_the_right(a, b) if (a, b) in turned else range(a, b))

    def _is_turned(self, start: int, end: int) -> bool:
        """Whether letters that are read from right to left do not stand in that order. Where a mark stands between
        them pdfium turns round some of them only."""
        if self._ascends(start, end) or not BACKWARD.fullmatch(self.text, start, end):
            return True
        letters = [k for k in range(start, end) if not MARKS.match(self.text[k])]
        return len(letters) < end - start and any(
            self.boxes[a][2] <= self.boxes[b][0] + 0.3 * (self.boxes[b][2] - self.boxes[b][0])
            for a, b in pairwise(letters)
        )

    def _from_the_right(self, start: int, end: int) -> list[int]:
        """Characters in the order in which they stand from right to left; marks come after the letters that they are
        over, and the second letter of a glyph after the first."""
        boxes = self.boxes
        letters = [k for k in range(start, end) if not MARKS.match(self.text[k])]
        place = {k: -boxes[k][0] for k in letters}
        for k in letters[1:]:
            if self.text[k] in _ALEFS and self.text[k - 1] == _LAM and _are_halves(boxes[k - 1], boxes[k]):
                place[k] = place[k - 1] + _NEXT
        for k in range(start, end):
            left, _, right, _ = boxes[k]
            over = [n for n in letters if boxes[n][0] <= (left + right) / 2 < boxes[n][2]]
            if k not in place:
                place[k] = place[over[0]] + _NEXT if over else -left
        return sorted(place, key=place.__getitem__)

    def _ascends(self, start: int, end: int) -> bool:
        """Whether characters stand from left to right, each beside the one before."""
        boxes = self.boxes[start:end]
        return boxes[0][0] < boxes[-1][0] and all(a[0] + a[2] <= b[0] + b[2] + 0.01 for a, b in pairwise(boxes))

    def _take(self, order: Sequence[int]) -> Run:
        boxes, owners, looks = self.boxes, self.owners, self.looks
        return Run(
            "".join([self.text[k] for k in order]),
            [boxes[k] for k in order],
            [owners[k] for k in order],
            [looks[k] for k in order],
        )

    @staticmethod
    def spacing(gaps: Sequence[float]) -> float:
        """The usual letter spacing, from the gaps between the characters."""
        return max(0.0, sorted(gaps)[(len(gaps) - 1) // 2]) if gaps else 0.0

    def is_narrow_space(self, k: int, gap: float, spacing: float) -> bool:
        """Whether a gap before character ``k``, between two text objects, is clearly larger than the letter
        spacing."""
        one, two = self.looks[k - 1], self.looks[k]
        size = max(one.size, two.size)
        if gap < max(NARROW * size, spacing + NARROW * size, 1.8 * spacing) or self.owners[k - 1] == self.owners[k]:
            return False
        if one.slanted or two.slanted or min(one.size, two.size) < _SAME_SIZE * size:
            return False
        if not may_part(self.text[k - 1], self.text[k]):
            return False
        return not (self._is_ligature(k - 2) or self._is_ligature(k))

    def _is_ligature(self, k: int) -> bool:
        """Whether two letters are one glyph. pdfium gives each half of its ink, which is narrower than the glyph."""
        if k < 0 or self.text[k : k + 2] not in _LIGATURES:
            return False
        one, two = self.boxes[k], self.boxes[k + 1]
        return abs((one[2] - one[0]) - (two[2] - two[0])) < 0.01

    def are_apart(self, k: int) -> bool:
        """Whether the characters before and after ``k`` belong to two cells or paragraphs of a tagged file."""
        if self.looks[k - 1].group == self.looks[k].group:
            return False
        return self.text[k] not in _CLOSING and self.text[k - 1] not in _OPENING


def _are_halves(one: list[float], two: list[float]) -> bool:
    """Whether two boxes are the halves of one glyph's."""
    return abs(one[2] - two[0]) < 0.01 and abs(one[2] - one[0] - two[2] + two[0]) < 0.01


def may_part(before: str, after: str) -> bool:
    """Whether a narrow space may stand between two characters: not beside punctuation that clings, nor in scripts
    whose letters hang together."""
    if after in _CLOSING or before in _OPENING:
        return False
    return _SPACED.match(before) is not None and _SPACED.match(after) is not None


def split(run: Run) -> Iterator[Found]:
    """The parts of a run, cut where it changes its look, leaves its base line or jumps."""
    for part in (run,) if run.text.isascii() else run.parts():
        yield from _split(part)


def _split(run: Run) -> Iterator[Found]:
    at, glue = 0, 0
    for k, glued in _cuts(run):
        text, flags = spell(run.text[at:k])
        if text:
            left, top, right, bottom = zip(*run.boxes[at:k], strict=True)
            style, _, angle, mcid, painted, *_ = run.looks[at]
            word = Word(text, min(left), min(top), max(right), max(bottom), style, mcid, flags | glue, angle)
            yield word, run.owners[at], run.owners[k - 1], painted
        at, glue = k, _GLUED if glued else 0


def _cuts(run: Run) -> Iterator[tuple[int, bool]]:
    """Where to cut, and whether the part after the cut is glued to the one before; the last cut is the end."""
    looks = run.looks
    steps = [_stride(a, b, look) for (a, b), look in zip(pairwise(run.boxes), looks, strict=False)]
    gaps = [gap for gap, _ in steps]
    usual = max(0.0, sorted(gaps)[len(steps) // 2]) if steps else 0.0
    spacing = run.spacing(gaps)
    for k, (gap, drift) in enumerate(steps, 1):
        size = max(looks[k - 1].size, looks[k].size)
        if gap > max(_JUMP * size, 2.5 * usual) or drift > 0.8 * size or run.is_narrow_space(k, gap, spacing):
            yield k, False
        elif drift > 0.15 * size or not looks[k - 1].goes_with(looks[k]):
            yield k, gap < _CELL * size or not run.are_apart(k)
    yield len(run.text), False


def _stride(a: list[float], b: list[float], look: Look) -> tuple[float, float]:
    """As ``step``; along a slanted line only the distance of the middles counts."""
    if not look.slanted:
        return step(a, b, look.angle)
    return hypot(b[0] + b[2] - a[0] - a[2], b[1] + b[3] - a[1] - a[3]) / 2 - 0.5 * look.size, 0.0


def step(a: Sequence[float], b: Sequence[float], angle: int) -> tuple[float, float]:
    """From one character to the next: the free space between them (negative: overlap), and how far off the line it
    is."""
    along, off = (0, 1) if angle % 180 == 0 else (1, 0)
    gap = max(b[along] - a[along + 2], a[along] - b[along + 2])
    return gap, abs((b[off] + b[off + 2]) - (a[off] + a[off + 2])) / 2
