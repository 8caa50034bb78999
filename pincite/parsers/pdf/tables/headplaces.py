"""Where the units of a header line stand: over which of the columns below."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Interval
from pincite.parsers.pdf.tables.headlines import Placed
from pincite.parsers.pdf.tables.rows import Row, Unit

OVER = 0.3  # of the narrower: as much overlap puts a header over a column
LONG = 12  # words: a longer unit over several columns is a sentence
EVEN = 1.6  # times the usual blank of a line: no wider are its blanks
SET = 1.6  # points: how exactly headers meet the edges or middles of their columns
EXACT = 1.0  # the same for two headers
WIDER = 1.2  # times the other blanks of a header: the one between two columns
NEAR = 1.7  # of the height of a line: from it to the lines above and below
SPACE = 0.45  # of the size: wider than the blank between two words of a header
UNDERLINE = 5.0  # points: how far below a header its underline may be


def spans_near(row: Row, rows: Sequence[Row]) -> list[Interval]:
    """Where the units of the lines next to a row stand, of the line with most units."""
    reach = NEAR * (row.y1 - row.y0)
    near = [r for r in rows if r is not row and abs(r.middle - row.middle) <= reach]
    most = max(near, key=lambda r: len(r.units), default=None)
    return [(u.x0, u.x1) for u in most.units] if most else []


def place_row(
    row: Row, columns: Sequence[Interval], underlines: Sequence[Edge], near: Sequence[Interval]
) -> list[Placed] | None:
    """Where the units of a row stand; ``None`` where it is no header line: a sentence, an amount, or beside the
    table."""
    placed: list[Placed] = []
    if any(_is_long(unit) and _is_even(unit) for unit in row.units):
        return None
    units = [part for unit in row.units for part in _recut(unit, row.size, columns, near)]
    for unit in units:
        if unit.kind in (Token.NUMBER, Token.DASH) or _is_long(unit):
            return None
        span = _span(unit, columns)
        if span is None or (span[0] == 0 and span[1] > 1):
            return None
        under = _underline(unit, units, underlines)
        if under is not None:
            covered = [i for i, (a, b) in enumerate(columns) if under.lo - 1 <= (a + b) / 2 <= under.hi + 1]
            if covered and covered[0] <= span[0] and covered[-1] >= span[1] - 1:
                span = (covered[0], covered[-1] + 1)
        placed.append(Placed(unit, *span))
    return placed


def _is_long(unit: Unit) -> bool:
    """Whether a line of a unit is as long as a sentence; the units of tags have several."""
    return len(unit.words) > LONG and any(len(line) > LONG for line in text_lines(unit.words))


def _is_even(unit: Unit) -> bool:
    """Whether the blanks of a unit are about as wide as each other, as in a line of a sentence."""
    gaps = sorted(b.x0 - a.x1 for a, b in itertools.pairwise(unit.words))
    return gaps[-1] < EVEN * max(gaps[len(gaps) // 2], 0.5)


def _span(unit: Unit, columns: Sequence[Interval]) -> tuple[int, int] | None:
    """The columns that a unit stands over: those it overlaps, else the nearest."""
    over = []
    for i, (a, b) in enumerate(columns):
        common = min(b, unit.x1) - max(a, unit.x0)
        if common > OVER * min(b - a, unit.x1 - unit.x0):
            over.append(i)
    if over:
        return over[0], over[-1] + 1
    middle = (unit.x0 + unit.x1) / 2
    if unit.x1 < columns[0][0] - 30 or unit.x0 > columns[-1][1] + 30:
        return None
    nearest = min(range(len(columns)), key=lambda i: max(columns[i][0] - middle, middle - columns[i][1]))
    return nearest, nearest + 1


def _recut(unit: Unit, size: float, columns: Sequence[Interval], near: Sequence[Interval]) -> list[Unit]:
    """The headers of narrow columns side by side: cut where a blank is wider than between words of one header, or where
    all words stand on the edges or middles of columns of their own, or of what stands in the next line (``near``)."""
    if sum(unit.x0 < (a + b) / 2 < unit.x1 for a, b in columns) < 2:
        return [unit]
    parts: list[list[Word]] = [[unit.words[0]]]
    for left, right in zip(unit.words, unit.words[1:], strict=False):
        if right.x0 - left.x1 > SPACE * size:
            parts.append([right])
        else:
            parts[-1].append(right)
    if len(parts) == 1:
        parts = _on_columns(unit.words, columns) or _on_columns(unit.words, near) or parts
    return [Unit(p, token_of(p[0].text) if len(p) == 1 else Token.TEXT) for p in parts]


def _on_columns(words: Sequence[Word], columns: Sequence[Interval]) -> list[list[Word]] | None:
    """The words by the columns whose middles they lie over, if each group is set to its column: three at least, or two
    with the widest blank between them."""
    over = [(a, b) for a, b in columns if words[0].x0 < (a + b) / 2 < words[-1].x1]
    if not 1 < len(over) <= len(words):
        return None
    if len(over) > 2:
        return _fit(list(words), over, SET)
    gaps = sorted(b.x0 - a.x1 for a, b in itertools.pairwise(words))
    parts = _fit(list(words), over, EXACT)
    if parts is None or (len(gaps) > 1 and gaps[-1] < WIDER * gaps[-2]):
        return None
    return parts if parts[1][0].x0 - parts[0][-1].x1 == gaps[-1] else None


def _fit(words: list[Word], columns: Sequence[Interval], limit: float) -> list[list[Word]] | None:
    """Words parted so that each part is set to its column, from left to right; ``None`` where they cannot be."""
    if len(columns) == 1:
        return [words] if _is_set(words, columns[0], limit) else None
    for i in range(1, len(words) - len(columns) + 2):
        if _is_set(words[:i], columns[0], limit):
            rest = _fit(words[i:], columns[1:], limit)
            if rest is not None:
                return [words[:i], *rest]
    return None


def _is_set(words: Sequence[Word], column: Interval, limit: float) -> bool:
    """Whether words share the left edge, the right edge or the middle of a column."""
    (a, b), x0, x1 = column, words[0].x0, words[-1].x1
    return min(abs(x0 - a), abs(x1 - b), abs(x0 + x1 - a - b) / 2) <= limit


def _underline(unit: Unit, units: Sequence[Unit], underlines: Sequence[Edge]) -> Edge | None:
    """The rule right below a unit, if no other unit of the row stands on it."""
    for edge in underlines:
        if -2.0 <= edge.at - unit.y1 <= UNDERLINE and edge.lo <= unit.x0 + 2 and edge.hi >= unit.x1 - 2:
            if any(u is not unit and u.x0 < edge.hi and u.x1 > edge.lo for u in units):
                return None
            return edge
    return None
