"""Lines -> rows of units: the words that stand side by side on one base line, cut where a table would cut them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import attrgetter

from pincite.parsers.pdf.layout import Line, Style, Word
from pincite.parsers.pdf.tables.amounts import LEADS, Token, token_of

WIDE_GAP = 0.9  # of the size: wider than a word space of justified text
MONO_WIDE_GAP = 1.4
SIGN_REACH = 40.0  # of the size: how far a currency sign may stand from its amount
TAIL_REACH = 1.1  # of the size: how far a bracket may stand from its amount
PERCENT_REACH = 4.0  # the same for a percent sign: nothing else can be before it
RANGE_GAP = 0.4  # of the size: between the parts of a range
FRACTION_GAP = 0.7  # of the size: between a number and its decimals
MIDDLE_DOT, DOT_GAP = "·", 1.6  # of the size: a wider blank parts it from the next text
NARROW = 0.36  # of the size: no blank between two words of a line that is not justified is wider
BOX = 1.5  # of the size: the width of a tick box set as "[   ]"
AREA_CODE, NUMBER = re.compile(r"\(\d{3}\)"), re.compile(r"\d{3}[-–]\d{4}")  # of a telephone
SMALLEST, SMALLER = 0.4, 0.75  # of the height of a line: so high is a raised mark
GROUPS = re.compile(r"[(+\-–−]?\d{1,3}(?: \d{3})*")  # of a number, set apart
GROUP = re.compile(r"\d{3}(?:[.,]\d+)?[)%]{0,2}")
MARK = re.compile(r"[(\[]\w{1,2}[)\]]|[*†‡§]{1,3}")  # of a note
WITHIN = 0.6  # of a raised mark lie within the height of its line
WIDEST_GAP = 1.7  # of the size: only signs belong together over a wider blank
SAME_ROW = 0.45  # of the smaller height: how far the middles of the lines of a row may differ


_LEFT = attrgetter("x0")
_TEXT, _SIGN, _TAIL, _LEADER = Token.TEXT, Token.SIGN, Token.TAIL, Token.LEADER


class Unit:
    """Words that are one cell, or part of one. ``kind`` is the token of an amount, else ``TEXT`` (or ``MARK``)."""

    __slots__ = ("kind", "words", "x0", "x1", "y0", "y1")

    def __init__(self, words: list[Word], kind: Token) -> None:
        self.words = words
        self.kind = kind
        if len(words) == 1:
            self.x0, self.y0, self.x1, self.y1 = words[0][1:5]
            return
        seen = [w for w in words if w.text[0] not in LEADS or token_of(w.text) is not Token.LEADER] or words
        _, lefts, tops, rights, bottoms, *_ = zip(*seen, strict=True)
        self.x0, self.y0, self.x1, self.y1 = min(lefts), min(tops), max(rights), max(bottoms)

    @property
    def text(self) -> str:
        return " ".join([w.text for w in self.words])

    @property
    def is_amount(self) -> bool:
        return self.kind.is_amount

    def __repr__(self) -> str:
        return f"Unit({self.text!r}, {self.x0:.0f}-{self.x1:.0f})"


class Row:
    """Units that stand side by side, left to right. ``size`` is that of their largest line; ``y0`` and ``y1`` are given
    where raised marks should not count."""

    __slots__ = ("size", "units", "x0", "x1", "y0", "y1")

    def __init__(self, units: list[Unit], size: float, y0: float | None = None, y1: float | None = None) -> None:
        self.units = units
        self.size = size
        self.x0 = min([u.x0 for u in units])
        self.x1 = max([u.x1 for u in units])
        self.y0 = min([u.y0 for u in units]) if y0 is None else y0
        self.y1 = max([u.y1 for u in units]) if y1 is None else y1

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def text(self) -> str:
        return " ".join([u.text for u in self.units])

    def __repr__(self) -> str:
        return f"Row({self.y0:.0f}, {[u.text for u in self.units]})"


def make_rows(lines: Iterable[Line], styles: Sequence[Style]) -> list[Row]:
    """The rows from top to bottom."""
    return [make_row(group, styles) for group in level_lines(lines)]


def level_lines(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines that stand side by side, from top to bottom."""
    groups: list[list[Line]] = []
    top = bottom = 0.0
    for line in sorted(lines, key=lambda line: line.y0 + line.y1):
        middle = (line.y0 + line.y1) / 2
        reach = SAME_ROW * min(line.y1 - line.y0, bottom - top)
        if groups and (middle - (top + bottom) / 2 <= reach or _is_marked(groups[-1][0], line)):
            groups[-1].append(line)
        else:
            groups.append([line])
            top, bottom = line.y0, line.y1
    return groups


def _is_marked(first: Line, line: Line) -> bool:
    """Whether one of two lines is a small mark that lies within the height of the other for the most part."""
    small, large = (first, line) if first.y1 - first.y0 < line.y1 - line.y0 else (line, first)
    height = small.y1 - small.y0
    if not MARK.fullmatch(small.text) or not SMALLEST < height / ((large.y1 - large.y0) or 1.0) < SMALLER:
        return False
    return min(first.y1, line.y1) - max(first.y0, line.y0) >= WITHIN * height


def make_row(lines: Sequence[Line], styles: Sequence[Style]) -> Row:
    """The row that lines side by side make."""
    if len(lines) == 1:
        line = lines[0]
        return Row(cut_units(line.words, styles), line.size, line.y0, line.y1)
    y0, y1 = min([line.y0 for line in lines]), max([line.y1 for line in lines])
    words = [w for line in lines for w in line.words]
    return Row(cut_units(words, styles), max([line.size for line in lines]), y0, y1)


def cut_units(words: Sequence[Word], styles: Sequence[Style]) -> list[Unit]:
    """Words of one base line -> units. A currency sign goes to the amount on its right, a percent sign or bracket to
    the one on its left; amounts side by side are cut apart unless they belong to a text ("June 30, 2025")."""
    units: list[Unit] = []
    run: list[Word] = []
    kind = before = Token.TEXT
    words = sorted(words, key=_LEFT)
    trailing = len(words) > 2 and _is_trailing(words[-1], words[-2], styles)
    for i, word in enumerate(words):
        last, token = before, token_of(word.text)
        before = token
        if run and kind is not _SIGN and token is not _TAIL and token is not _LEADER:
            gap, size = word.x0 - run[-1].x1, styles[word.style].size or 1.0
            if kind is token is last is _TEXT and gap <= WIDE_GAP * size:
                run.append(word)  # most words
                continue
            if gap > WIDEST_GAP * size and not (trailing and token is _SIGN):
                units.append(Unit(run, kind if len(run) == 1 else _settle(run, kind)))  # most cells
                run, kind = [word], token
                continue
        if trailing and token is Token.SIGN:
            token = Token.TAIL
        if token is Token.DASH and kind.is_amount and run and _is_range(words, i, styles):
            kind = Token.TEXT
        if token is Token.LEADER and run:
            run.append(word)
            continue
        if run and _parted(run, kind, word, token, styles):
            units.append(Unit(run, _settle(run, kind)))
            run = []
        kind = _joined(kind, token, word.text) if run else token
        run.append(word)
    if run:
        units.append(Unit(run, _settle(run, kind)))
    return units


def _is_trailing(word: Word, before: Word, styles: Sequence[Style]) -> bool:
    """Whether the last word of a line is a currency sign after its amount ("1.234 €"), not one before a blank that
    somebody is to fill in."""
    return token_of(word.text) is Token.SIGN and word.x0 - before.x1 <= TAIL_REACH * styles[word.style].size


def _is_range(words: Sequence[Word], i: int, styles: Sequence[Style]) -> bool:
    """Whether the dash at ``i`` stands between two words as in "2024 - 2062", or a line ends there: "1 –"."""
    reach = RANGE_GAP * styles[words[i].style].size
    if words[i].x0 - words[i - 1].x1 >= reach:
        return False
    if i + 1 < len(words) and words[i + 1].x0 - words[i].x1 < reach:
        return True
    return i == 1 and words[0].text.isdigit() and len(words[0].text) < 3


def _parted(run: list[Word], kind: Token, word: Word, token: Token, styles: Sequence[Style]) -> bool:
    """Whether a unit ends before ``word``."""
    last = run[-1]
    if last.text == MIDDLE_DOT and len(run) > 1 and not token.is_amount:  # between two items of one line
        return word.x0 - last.x1 > DOT_GAP * styles[word.style].size
    if token_of(last.text) is Token.LEADER and (len(run) > 1 or token.is_amount):
        return True
    style = styles[word.style]
    size = style.size or 1.0
    gap = word.x0 - last.x1
    if kind.is_amount and token is Token.SIGN:
        return True
    if gap < 0.12 * size or (last.text == "[" and word.text[0] in "]xX✓✔" and gap < BOX * size):
        return False
    if kind is Token.SIGN:
        return gap > (SIGN_REACH * size if token.is_amount else WIDE_GAP * size)
    if token is Token.TAIL and kind.is_amount:
        return gap > (PERCENT_REACH if word.text.endswith("%") else TAIL_REACH) * size
    if _is_fraction(word.text) and kind is Token.NUMBER and gap < FRACTION_GAP * size:
        return False
    if gap > (MONO_WIDE_GAP if style.mono else WIDE_GAP) * size:
        return True
    if kind is token is Token.NUMBER and gap < NARROW * size and not style.mono and _goes_on(run, word.text):
        return False
    if AREA_CODE.fullmatch(last.text) and NUMBER.fullmatch(word.text):
        return False
    if kind.is_amount:
        return token.is_amount and not last.text.endswith(",")  # "due 2022, 3.2%" is part of a sentence
    return token is Token.SIGN and gap > 0.55 * size


def _goes_on(run: Sequence[Word], text: str) -> bool:
    """Whether a word a narrow blank after a number is of its cell: the next three of its digits ("1 234 567"), or what
    goes with it in brackets ("113 (14.2)")."""
    if text[0] in "([":
        return len(run) == 1 and run[0].text[-1].isdigit()
    return bool(GROUP.fullmatch(text) and GROUPS.fullmatch(" ".join([w.text for w in run])))


def _is_fraction(text: str) -> bool:
    """The part of a number from its point on, set apart so that the points stand below each other."""
    return text[0] == "." and text[1:2].isdigit()


def _joined(kind: Token, token: Token, text: str) -> Token:
    if kind is Token.SIGN:
        return token if token.is_amount else Token.TEXT
    if kind.is_amount and (token is Token.TAIL or _is_fraction(text)):
        return Token.NUMBER
    if kind is token is Token.NUMBER and (text[0] in "([" or GROUP.fullmatch(text)):
        return Token.NUMBER
    return Token.TEXT


def _settle(run: list[Word], kind: Token) -> Token:
    """A lone sign or tail is a text like any other; a range of amounts is an amount."""
    if kind is Token.TEXT and len(run) == 3:
        kind = token_of("".join(w.text for w in run))
    return Token.TEXT if kind in (Token.SIGN, Token.TAIL) else kind
