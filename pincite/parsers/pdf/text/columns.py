"""Reading order: what lies on a page -> flows, each read straight down.

The white spaces between columns decide. A gutter is an upright strip that no line crosses, with text on both sides;
what stands above and below it is read before and after its columns. Where the two sides of a gap are pieces of the
same rows (a form, a contents page, a table without rules), the rows are read instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from pincite.parsers.pdf.layout import LayoutTable, Line

Item = Line | LayoutTable
Flow = list[Item]

MIN_GUTTER = 0.7  # of the size of the text beside it
RUN = 5  # lines that running text has at least
PROSE = 15  # characters in a typical line from which a column counts as running text
ENTRIES = 4  # parts that begin level on both sides make entries; one fewer where there is much more text than labels
MOST = 0.8  # of the parts on the side of the labels; and no more of the rows beside them begin parts
TELLING = 12  # characters in a typical line of their texts: numbers beside them are read in rows
APART = 0.25  # of the height of a line: so much more white space than usual parts entries
LEVEL = 0.35  # of the height of a line: how far the beginnings may differ


class _Spot(NamedTuple):
    """Where an item lies."""

    x0: float
    y0: float
    x1: float
    y1: float
    item: Item


class _Gutter(NamedTuple):
    """A strip of white space ``x0..x1`` beside the spots ``first:last`` (ordered by y)."""

    x0: float
    x1: float
    first: int
    last: int


def reading_order(lines: Sequence[Line], tables: Sequence[LayoutTable] = (), *, rtl: bool = False) -> list[Flow]:
    """The flows of a page in the order in which they are read; columns go from right to left with ``rtl``."""
    spots = [_Spot(n.x0, n.y0, n.x1, n.y1, n) for n in lines]
    spots += [_Spot(*t.box, t) for t in tables]
    flows: list[Flow] = []
    _read(spots, flows, rtl, 0)
    return flows


def _read(spots: list[_Spot], flows: list[Flow], rtl: bool, depth: int) -> None:
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
    for label, text in _entries(first, second) or [(first, second)]:
        _read(label, flows, rtl, depth + 1)
        _read(text, flows, rtl, depth + 1)
    _read(spots[gutter.last :], flows, rtl, depth + 1)


def _entries(labels: list[_Spot], texts: list[_Spot]) -> list[tuple[list[_Spot], list[_Spot]]]:
    """Labels with the texts beside them, where the two sides of a strip are entries (terms and what they mean): what
    stands apart on the one side begins level with what stands apart on the other. Empty where they are not."""
    if min(len(labels), len(texts)) < ENTRIES or _chars(texts) < TELLING:
        return []
    height = median(s.y1 - s.y0 for s in texts)
    gaps = sorted(_gaps(texts, height))
    sparse = 2 * len(labels) <= len(texts)
    if len(_gaps(labels, height)) + 1 < len(labels) or (not sparse and len(gaps) + 1 < len(texts)):
        return []  # several columns on one side
    apart = gaps[len(gaps) // 4] + APART * height if gaps else 0.0
    begins, others = _begins(labels, apart), _begins(texts, apart)
    shared = [y for y in begins if any(abs(y - o) <= LEVEL * height for o in others)]
    if len(shared) < ENTRIES - sparse or len(shared) < MOST * len(begins) or len(others) > MOST * (len(gaps) + 1):
        return []
    cuts = [float("-inf"), *(y - LEVEL * height for y in shared[1:]), float("inf")]
    return [
        ([s for s in labels if low <= s.y0 < high], [s for s in texts if low <= s.y0 < high])
        for low, high in pairwise(cuts)
    ]


def _gaps(side: list[_Spot], height: float) -> list[float]:
    """The white spaces between the rows of one side."""
    gaps: list[float] = []
    top, reach = side[0].y0, side[0].y1
    for spot in side[1:]:
        if spot.y0 - top > 0.5 * height:
            gaps.append(spot.y0 - reach)
            top = spot.y0
        reach = max(reach, spot.y1)
    return gaps


def _begins(side: list[_Spot], apart: float) -> list[float]:
    """Where the parts of one side begin that white space of more than ``apart`` points parts."""
    begins: list[float] = []
    reach = float("-inf")
    for spot in side:
        if spot.y0 - reach > apart:
            begins.append(spot.y0)
        reach = max(reach, spot.y1)
    return begins


def _rows(spots: list[_Spot], rtl: bool) -> Flow:
    """Items in rows, each in the direction of reading. Items are of one row when their middles are."""
    rows: list[list[_Spot]] = []
    for spot in sorted(spots, key=lambda s: s.y0 + s.y1):
        height = min(spot.y1 - spot.y0, rows[-1][0].y1 - rows[-1][0].y0) if rows else 0
        if rows and (spot.y0 + spot.y1 - rows[-1][0].y0 - rows[-1][0].y1) / 2 < 0.4 * height:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return [s.item for row in rows for s in sorted(row, key=lambda s: -s.x1 if rtl else s.x0)]


def _best_gutter(spots: list[_Spot]) -> _Gutter | None:
    """The gutter with the most text on its thinner side."""
    best, most = None, 0
    tried: list[_Gutter] = []
    for at, (x0, x1) in _side_by_side(spots):
        if any(t.first <= at < t.last and x0 <= t.x0 + 0.5 and t.x1 - 0.5 <= x1 for t in tried):
            continue
        gutter = _trim(_grow(spots, at, x0, x1), spots)
        tried.append(gutter)
        left, right = _sides(gutter, spots)
        if min(len(left), len(right)) > most and (_are_columns(left, right) or _entries(left, right)):
            best, most = gutter, min(len(left), len(right))
    return best


def _side_by_side(spots: list[_Spot]) -> list[tuple[int, tuple[float, float]]]:
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


def _grow(spots: list[_Spot], at: int, x0: float, x1: float) -> _Gutter:
    """Follows a gap up and down, as far as no spot runs over it."""
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
            if high - low < MIN_GUTTER * _size(spot):
                break
            x0, x1 = low, high
            first, last = min(first, i), max(last, i + 1)
            i += step
    return _Gutter(x0, x1, first, last)


def _size(spot: _Spot) -> float:
    return spot.item.size if isinstance(spot.item, Line) else 6.0


def _sides(gutter: _Gutter, spots: list[_Spot]) -> tuple[list[_Spot], list[_Spot]]:
    middle = (gutter.x0 + gutter.x1) / 2
    band = spots[gutter.first : gutter.last]
    return [s for s in band if s.x1 <= middle + 1], [s for s in band if s.x1 > middle + 1]


def _trim(gutter: _Gutter, spots: list[_Spot]) -> _Gutter:
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


def _are_columns(left: list[_Spot], right: list[_Spot]) -> bool:
    """Whether two sides of a strip are read one after the other, and not row by row."""
    if min(len(left), len(right)) < 2:
        return False
    if min(_chars(left), _chars(right)) >= PROSE and min(len(left), len(right)) >= 3:
        return True
    few, many = sorted((left, right), key=len)
    level = sum(1 for s in few if any(abs(s.y1 - o.y1) <= 1 for o in many))
    return level < 0.5 * len(few) and _chars(few) >= 8


def _chars(side: list[_Spot]) -> float:
    return median(len(s.item.text) if isinstance(s.item, Line) else PROSE for s in side)


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
