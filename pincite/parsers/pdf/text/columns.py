"""Reading order: what lies on a page -> flows, each read straight down.

The white spaces between columns decide. A gutter is an upright strip that no line crosses, with text on both sides;
what stands above and below it is read before and after its columns. Where the two sides of a gap are pieces of the
same rows (a form, a contents page, a table without rules), the rows are read instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from pincite.parsers.pdf.layout import LayoutTable, Line
from pincite.parsers.pdf.text.coderows import Rows
from pincite.parsers.pdf.text.entries import PROSE, Item, Spot, are_fields, entries, has_words, in_step, typical

Flow = list[Item]
NO_ROWS: Rows = {}

MIN_GUTTER = 0.7  # of the size of the text beside it
WHOLE = 0.8  # of the items of a side stand beside white space that cuts it into columns
COLUMN = 8  # lines of a column beside a longer one at least; fewer are notes to what they stand beside
EVEN = 0.6  # of the steps from row to row in a list are the same
ABOUT = 0.2  # of the height of a line: what stands about as low may be of one row
LINE = 0.75  # of the width of a column: lines of running text are longer
RUN = 5  # lines that running text has at least


class _Gutter(NamedTuple):
    """A strip of white space ``x0..x1`` beside the spots ``first:last`` (ordered by y)."""

    x0: float
    x1: float
    first: int
    last: int


def reading_order(
    lines: Sequence[Line], tables: Sequence[LayoutTable] = (), *, rtl: bool = False, rows: Rows = NO_ROWS
) -> list[Flow]:
    """The flows of a page in the order in which they are read; columns go from right to left with ``rtl``. What
    ``rows`` holds together is never taken for columns."""
    spots = [Spot(n.x0, n.y0, n.x1, n.y1, n) for n in lines]
    spots += [Spot(*t.box, t) for t in tables]
    if rows:
        inner = {id(line) for row in rows.values() for line in row[1:]}
        spots = [
            s._replace(x1=rows[id(s.item)][-1].x1) if id(s.item) in rows else s
            for s in spots
            if id(s.item) not in inner
        ]
    flows: list[Flow] = []
    _read(spots, flows, rtl, 0)
    return [[n for item in flow for n in rows.get(id(item), (item,))] for flow in flows] if rows else flows


def _read(spots: list[Spot], flows: list[Flow], rtl: bool, depth: int) -> None:
    spots.sort(key=lambda s: (s.y0, s.x0))
    gutter = _best_gutter(spots) if depth < 12 and len(spots) > 3 else None
    if gutter is None:
        if spots:
            flows.append(_rows(spots, rtl))
        return
    band = spots[gutter.first : gutter.last]
    middle = (gutter.x0 + gutter.x1) / 2
    left, right = [s for s in band if s.x1 <= middle + 1], [s for s in band if s.x1 > middle + 1]
    first, second = (right, left) if rtl else (left, right)
    _read(spots[: gutter.first], flows, rtl, depth + 1)
    for parts in entries(first, second) or _steps(first, second, rtl) or [(first, second)]:
        for part in parts:
            _read(part, flows, rtl, depth + 1)
    _read(spots[gutter.last :], flows, rtl, depth + 1)


def _steps(first: list[Spot], second: list[Spot], rtl: bool) -> list[list[list[Spot]]]:
    """The rows that two columns in step make, each as its parts in the order of reading; a side may be several columns
    itself."""
    rows = in_step(first, second)
    if not rows:
        return []
    cuts = [_cut(first), _cut(second)]
    return [[p for part, cut in zip(row, cuts, strict=True) for p in _cut_at(part, cut, rtl)] for row in rows]


def _cut(side: list[Spot]) -> float | None:
    """The middle of the white space that parts a side from top to bottom into columns."""
    gutter = _best_gutter(side) if len(side) > 3 else None
    if gutter is None or gutter.last - gutter.first < WHOLE * len(side):
        return None
    return (gutter.x0 + gutter.x1) / 2


def _cut_at(part: list[Spot], x: float | None, rtl: bool) -> list[list[Spot]]:
    if x is None:
        return [part]
    halves = [s for s in part if s.x1 <= x + 1], [s for s in part if s.x1 > x + 1]
    return [half for half in (reversed(halves) if rtl else halves) if half]


def _rows(spots: list[Spot], rtl: bool) -> Flow:
    """Items in rows, each in the direction of reading. Items are of one row when their middles are."""
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda s: s.y0 + s.y1):
        height = min(spot.y1 - spot.y0, rows[-1][0].y1 - rows[-1][0].y0) if rows else 0
        if rows and (spot.y0 + spot.y1 - rows[-1][0].y0 - rows[-1][0].y1) / 2 < 0.4 * height:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return [s.item for row in rows for s in sorted(row, key=lambda s: -s.x1 if rtl else s.x0)]


def _best_gutter(spots: list[Spot]) -> _Gutter | None:
    """The gutter with the most text on its thinner side."""
    best, most = None, 0
    tried: list[_Gutter] = []
    usual = median(map(_size, spots))
    for at, (x0, x1) in _side_by_side(spots):
        if any(t.first <= at < t.last and x0 <= t.x0 + 0.5 and t.x1 - 0.5 <= x1 for t in tried):
            continue
        gutter = _trim(_grow(spots, at, x0, x1, usual), spots)
        tried.append(gutter)
        left, right = _sides(gutter, spots)
        if min(len(left), len(right)) > most and _are_read_apart(left, right):
            best, most = gutter, min(len(left), len(right))
    return best


def _side_by_side(spots: list[Spot]) -> list[tuple[int, tuple[float, float]]]:
    """Gaps between neighbours of one height: (index of the lower spot, (x0, x1))."""
    found: list[tuple[int, tuple[float, float]]] = []
    for i, (x0, y0, x1, y1, _) in enumerate(spots):
        height = 0.3 * (y1 - y0)
        for left, top, right, bottom, _ in reversed(spots[max(0, i - 7) : i]):  # none of them begins lower
            shared = (bottom if bottom < y1 else y1) - y0
            if shared < height and shared < 0.3 * (bottom - top):
                continue
            if right < x0:
                found.append((i, (right, x0)))
            elif x1 < left:
                found.append((i, (x1, left)))
    return found


def _grow(spots: list[Spot], at: int, x0: float, x1: float, usual: float) -> _Gutter:
    """Follows a gap up and down, as far as no spot runs over it; beside a title it need be no wider than beside text of
    the ``usual`` size."""
    first, last = at, at + 1
    for step in (-1, 1):
        i = at + step if step > 0 else at
        while 0 <= i < len(spots):
            spot = spots[i]
            low, high = x0, x1
            if spot.x1 <= (x0 + x1) / 2:
                low = max(x0, spot.x1)
            elif spot.x0 >= (x0 + x1) / 2:
                high = min(x1, spot.x0)
            elif spot.x0 > x0 or spot.x1 < x1:
                low, high = (max(x0, spot.x1), x1) if x1 - spot.x1 > spot.x0 - x0 else (x0, min(x1, spot.x0))
            else:
                break
            if high - low < MIN_GUTTER * min(_size(spot), usual):
                break
            x0, x1 = low, high
            first, last = min(first, i), max(last, i + 1)
            i += step
    return _Gutter(x0, x1, first, last)


def _size(spot: Spot) -> float:
    return spot.item.size if isinstance(spot.item, Line) else 6.0


def _sides(gutter: _Gutter, spots: list[Spot]) -> tuple[list[Spot], list[Spot]]:
    middle = (gutter.x0 + gutter.x1) / 2
    band = spots[gutter.first : gutter.last]
    return [s for s in band if s.x1 <= middle + 1], [s for s in band if s.x1 > middle + 1]


def _trim(gutter: _Gutter, spots: list[Spot]) -> _Gutter:
    """Leaves out what stands above or below, apart by white space, where one of the sides has no text any more."""
    left, right = _sides(gutter, spots)
    if not left or not right:
        return gutter
    top, bottom = max(left[0].y0, right[0].y0), min(max(s.y1 for s in left), max(s.y1 for s in right))
    first, last = gutter.first, gutter.last
    height = median(s.y1 - s.y0 for s in spots[first:last])
    reach = 0.0
    for i in range(first, last):
        if spots[i].y0 > bottom and spots[i].y0 - reach > 0.9 * height:
            short, long = sorted((left, right), key=lambda side: side[-1].y0)
            if len(short) < COLUMN or not _goes_on(spots[i:last], long):
                last = i
            break
        reach = max(reach, spots[i].y1)
    reach = spots[first].y1
    for i in range(first + 1, last):
        if spots[i].y0 > top:
            break
        if spots[i].y0 - reach > 0.9 * height:
            first = i
        reach = max(reach, spots[i].y1)
    return gutter._replace(first=first, last=last)


def _goes_on(below: list[Spot], column: list[Spot]) -> bool:
    """Whether what stands below the shorter of two columns is the text of the longer one."""
    wide = LINE * (max(s.x1 for s in column) - min(s.x0 for s in column))
    return sum(1 for s in below if s.x1 - s.x0 > wide and isinstance(s.item, Line)) >= RUN


def _are_read_apart(left: list[Spot], right: list[Spot]) -> bool:
    return _are_columns(left, right) or bool(entries(left, right) or in_step(left, right))


def _are_columns(left: list[Spot], right: list[Spot]) -> bool:
    """Whether two sides of a strip are read one after the other, and not row by row."""
    if min(len(left), len(right)) < 2 or are_fields(left, right):
        return False
    if min(typical(left), typical(right)) >= PROSE and min(len(left), len(right)) >= 3:
        return True
    few, many = sorted((left, right), key=len)
    level = sum(1 for s in few if any(abs(s.y1 - o.y1) <= 1 for o in many))
    if level >= 0.5 * len(few):
        return False
    return typical(few) >= 8 or (len(few) >= RUN and typical(many) >= PROSE and _is_list_beside(few, many))


def _is_list_beside(side: list[Spot], others: list[Spot]) -> bool:
    """Whether a side is a list of words, its rows as far apart as each other whatever stands beside them."""
    steps = Counter(round(b.y1 - a.y1) for a, b in pairwise(side))
    if not has_words(side) or steps.most_common(1)[0][1] < EVEN * (len(side) - 1):
        return False
    level = sum(1 for s in side if any(abs(s.y1 - o.y1) <= ABOUT * (s.y1 - s.y0) for o in others))
    return level < 0.5 * len(side)


def running_text(lines: Sequence[Line]) -> set[int]:
    """Ids (``id(line)``) of the lines that stand in running text: at least ``RUN`` lines of one left edge and one
    size, evenly spaced, of which many break in the middle of a sentence. Cells of tables are hardly ever so tall."""
    found: set[int] = set()
    columns: dict[tuple[int, float], list[Line]] = {}
    for line in sorted(lines, key=lambda n: n.y0):
        columns.setdefault((round(line.x0 / 4), line.size), []).append(line)
    for column in columns.values():
        for run in _even_runs(column):
            if _is_running(run):
                found.update(id(line) for line in run)
    return found


def _even_runs(column: list[Line]) -> list[list[Line]]:
    """Parts of a column (ordered by y) without white space inside."""
    runs = [column[:1]]
    for line in column[1:]:
        if 0 < line.y0 - runs[-1][-1].y0 < 1.6 * line.size:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _is_running(run: list[Line]) -> bool:
    if len(run) < RUN:
        return False
    widest = max(n.x1 - n.x0 for n in run)
    full = sum(1 for n in run if n.x1 - n.x0 > 0.75 * widest)
    cut = sum(1 for a, b in pairwise(run) if b.text[0].islower() and a.text[-1] not in ".!?:")
    return full >= 0.6 * len(run) and cut >= 0.5 * (len(run) - 1)
