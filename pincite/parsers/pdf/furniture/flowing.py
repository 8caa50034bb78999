"""Page numbers that end (or open) the text of their page at whatever height that is: filings printed from HTML.

Only the number tells such a line from the text, so a long count is asked for: each number is one more than the one
before, alone in the last row of its page (or behind the same words each time), in one column, in one size, and set off
from the text. Where the text of a numbered page takes two sheets, its number stands on the second one only.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pincite.parsers.pdf.furniture.pagenumbers import Form, Number, number_at, read_numbers
from pincite.parsers.pdf.layout import Furniture, Layout, Line, PageLayout

LONG = 5  # numbers that a count has at least
SHORT = 3  # the same where a longer count stands in the same column
SHEETS = 3  # so many sheets the text of one numbered page may take
HOLE = 4  # sheets without a number inside a count
ONES = 0.7  # of the steps are steps of one
STEADY = 0.8  # of the numbers stand in one column, are of one size, and are set off from the text
COLUMN = 4.0  # points: how far a column of numbers may waver
SET_OFF = 0.45  # of the size: white space between the number and the text
LARGE = 1.15  # of the body size: larger numbers at the head of a page are headings
CELLS = 3  # a row of more lines is a table's
MOST = 100  # characters in such a row
USUAL = 0.5  # of the pages of a count say the same next to their number: a foot
TELLING = 8  # characters beside the number: the same words each time need no white space above
COUNTED = re.compile(  # a word before a number that counts something else
    r"\W*(?:fig(?:ure)?|table|exhibit|chart|graph|box|plate|schedule|annex|appendix|attachment|item|question|problem|exercise"
    r"|case|note|section|article|chapter|part|unit|lesson|step|task|slide|form|no|nr|number|version|v|rev(?:ision)?)\W*",
    re.IGNORECASE,
)
NAMES_PART = re.compile(r"[A-Z]{1,3}[-–](?:\d{1,2}[-–])?\d{1,3}")


@dataclass(slots=True, eq=False)
class Flowing:
    """A number in the last row of a page, or in the first. ``page`` is the index of the page, ``words`` is what stands
    beside the number, ``gap`` the white space between the row and the text (``None`` where there is no text)."""

    page: int
    at_end: bool
    number: Number
    words: str
    row: list[Line]
    gap: float | None

    @property
    def size(self) -> float:
        return self.row[0].size


Count = list[Flowing]


def mark_flowing_numbers(layout: Layout) -> list[Count]:
    """The counts of such numbers, the longest first, each page in one of them at most; marks their lines as
    furniture."""
    seen = [number for i, page in enumerate(layout.pages) for number in _numbers_of(i, page, layout.body_size)]
    counts = _believed(seen)
    counts += _named_parts(seen, counts)
    for count in counts:
        for number in count:
            _furnish(number.row, number)
        _mark_foot(count, layout)
    return counts


def _believed(seen: Count) -> list[Count]:
    """The counts that are long enough (shorter ones are believed in the column of a longer) and set as page numbers
    are."""
    counts: list[Count] = []
    while len(count := _longest(seen)) >= SHORT:
        long = len(count) >= LONG or any(_same_column(count, other) for other in counts)
        believed = long and _is_regular(count)
        if believed:
            counts.append(count)
        ids, pages = {id(number) for number in count}, {number.page for number in count if believed}
        seen = [number for number in seen if id(number) not in ids and number.page not in pages]
    return counts


def _named_parts(seen: Count, counts: Sequence[Count]) -> list[Count]:
    """Numbers that name the part of the document ("B-1"): in the column of a count they need no company."""
    taken = {number.page for count in counts for number in count}
    return [
        [number]
        for number in seen
        if NAMES_PART.fullmatch(number.number.label)
        and number.page not in taken
        and _is_regular([number])
        and any(_same_column([number], count) for count in counts)
    ]


def labels_of(count: Count, layout: Layout) -> dict[int, Number]:
    """The numbers of a count by page, also of the sheets between that show none: those that share a number with the
    next (or last) sheet, and those that are left out of a count that goes on."""
    found = {seen.page: seen.number for seen in count}
    for one, two in pairwise(count):
        sheets = range(one.page + 1, two.page)
        if two.number.value - one.number.value == two.page - one.page:
            found |= {i: number_at(one.number, i - one.page) for i in sheets}
        else:
            found |= {i: two.number if two.at_end else one.number for i in sheets if layout.pages[i].words}
    return found


def _furnish(lines: Sequence[Line], seen: Flowing) -> None:
    for line in lines:
        if line.furniture is None and lines is seen.row and seen.number.form is not Form.INSIDE:
            line.furniture = Furniture.PAGE_LABEL
        elif line.furniture is None:
            line.furniture = Furniture.FOOTER if seen.at_end else Furniture.HEADER


def _mark_foot(count: Count, layout: Layout) -> None:
    """Marks lines next to the numbers that say the same on most of the pages."""
    nearest = [(_next_row(seen, layout.pages[seen.page]), seen) for seen in count]
    often = Counter(row[0].text for row, _ in nearest if len(row) == 1)
    for row, seen in nearest:
        if len(row) == 1 and len(count) >= LONG and often[row[0].text] > USUAL * len(count):
            _furnish(row, seen)


def _next_row(seen: Flowing, page: PageLayout) -> list[Line]:
    rest = [n for n in page.lines if n.furniture is None and not n.words[0].angle]
    return _outer_row(rest, at_end=seen.at_end) if rest else []


def _outer_row(lines: Sequence[Line], *, at_end: bool) -> list[Line]:
    """The last (or first) row of the lines, from left to right."""
    middles = [n.y0 + n.y1 for n in lines]
    middle = max(middles) if at_end else min(middles)
    near = 0.4 * lines[middles.index(middle)].size
    return sorted([n for n, y in zip(lines, middles, strict=True) if abs(y - middle) < near], key=lambda n: n.x0)


def _numbers_of(index: int, page: PageLayout, body_size: float) -> Iterator[Flowing]:
    lines = [n for n in page.lines if n.furniture in (None, Furniture.PAGE_LABEL) and not n.words[0].angle]
    if not lines:
        return
    for at_end in (True, False):
        row = _outer_row(lines, at_end=at_end)
        if len(row) > CELLS or (not at_end and (row[0].size > LARGE * body_size or len(row) == len(lines))):
            continue
        gap = _gap(row, lines, at_end)
        for number, words in _read(row):
            if number.value and (at_end or number.form > Form.INSIDE):
                yield Flowing(index, at_end, number, words, row, gap)


def _read(row: list[Line]) -> Iterator[tuple[Number, str]]:
    """The numbers in a row, each with the words beside it."""
    for line in row:
        others = " ".join(n.text for n in row if n is not line)
        for number in read_numbers(line.text) if len(line.text) + len(others) < MOST else ():
            words = _words_beside(line.text, number)
            if not COUNTED.fullmatch(words):
                yield number, f"{words}|{others}"


def _gap(row: list[Line], lines: Sequence[Line], at_end: bool) -> float | None:
    ids = {id(n) for n in row}
    rest = [n for n in lines if id(n) not in ids]
    if not rest:
        return None
    return row[0].y0 - max(n.y1 for n in rest) if at_end else min(n.y0 for n in rest) - row[0].y1


def _words_beside(text: str, number: Number) -> str:
    """What stands in a line besides the number, which is at its end or at its beginning."""
    if number.form is not Form.INSIDE:
        return ""
    return text.removesuffix(number.label) if text.endswith(number.label) else text.removeprefix(number.label)


def _longest(seen: Sequence[Flowing]) -> Count:
    """The longest chain of numbers in which each follows from the one before."""
    before: dict[int, Flowing] = {}
    length: dict[int, int] = {}
    tracks: dict[tuple[bool, str, str], Count] = defaultdict(list)
    for number in sorted(seen, key=lambda s: s.page):
        track = tracks[number.at_end, number.words, number.number.series]
        length[id(number)] = 1
        for other in reversed(track):
            if number.page - other.page > HOLE + 1:
                break
            if _follows(other, number) and length[id(other)] >= length[id(number)]:
                length[id(number)], before[id(number)] = length[id(other)] + 1, other
        track.append(number)
    at = max(seen, key=lambda s: length[id(s)], default=None)
    count: Count = []
    while at is not None:
        count.append(at)
        at = before.get(id(at))
    return count[::-1]


def _follows(one: Flowing, two: Flowing) -> bool:
    sheets, step = two.page - one.page, two.number.value - one.number.value
    return step == sheets > 0 or (step == 1 and 0 < sheets <= SHEETS)


def _is_regular(count: Count) -> bool:
    """Whether the numbers of a count are set as page numbers are: in one column, alike, apart from the text."""
    steps = [two.number.value - one.number.value for one, two in pairwise(count)]
    size = median(seen.size for seen in count)
    apart = [seen for seen in count if seen.gap is None or seen.gap >= SET_OFF * size or len(seen.words) >= TELLING]
    alike = [seen for seen in count if abs(seen.size - size) <= 0.6]
    needed = STEADY * len(count)
    return steps.count(1) >= ONES * len(steps) and min(len(apart), len(alike)) >= needed and _column(count) is not None


EDGES: tuple[Callable[[Flowing], float], ...] = (
    lambda seen: (seen.row[0].x0 + seen.row[-1].x1) / 2,
    lambda seen: seen.row[-1].x1,
    lambda seen: seen.row[0].x0,
)


def _column(count: Count) -> tuple[int, float] | None:
    """Which edge (index in ``EDGES``) the numbers share, and where it is."""
    for i, edge in enumerate(EDGES):
        usual = median(edge(seen) for seen in count)
        if sum(1 for seen in count if abs(edge(seen) - usual) <= COLUMN) >= STEADY * len(count):
            return i, usual
    return None


def _same_column(count: Count, other: Count) -> bool:
    column = _column(other)
    return (
        column is not None
        and count[0].at_end == other[0].at_end
        and abs(count[0].size - other[0].size) <= 1.1
        and abs(median(EDGES[column[0]](seen) for seen in count) - column[1]) <= COLUMN
    )
