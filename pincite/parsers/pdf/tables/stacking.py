"""Rows of units -> a grid: columns by overlap, and lines that belong to one cell put together."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from statistics import median

from pincite.parsers.pdf.layout import PageLayout, hull
from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval, columns_of
from pincite.parsers.pdf.tables.rows import Row, Unit

_END = itemgetter(1)
Placed = tuple[Unit, int, int]  # with the columns ``first`` to before ``end``
OVERLAP = 0.25
FEWER = 0.7  # of the lines have a label
WIDEST = 3.0  # of the size: no more white space is within a table
WIDER = 0.12  # of the size: more white space than this parts rows from the lines of their cells
JUMPS = 3  # widths of white space that are tried
TIGHT = 0.86  # of the usual distance of rows: lines this near are one row
JOINING = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "net",
        "of",
        "on",
        "or",
        "other",
        "per",
        "related",
        "the",
        "to",
        "under",
        "with",
    ]
)


def stack(rows: Sequence[Row], page: PageLayout) -> Grid | None:
    """The grid of the rows of a region; ``None`` where they have one column."""
    columns = columns_of([[(u.x0, u.x1) for u in row.units] for row in rows if len(row.units) > 1], overlap=OVERLAP)
    if len(columns) < 2:
        return None
    placed = [[place(u, columns) for u in row.units] for row in rows]
    bands = _bands(rows, page) or _barred(rows, placed, page)
    cells: list[GridCell] = []
    n_rows = 0
    for group in _groups(rows, placed, columns, bands):
        cells += _cells([placed[i] for i in group], n_rows)
        n_rows += 1
    box = hull(rows)
    return Grid(n_rows, len(columns), cells, box, [f"aligned: {n_rows} x {len(columns)}"])


def place(unit: Unit, columns: Sequence[Interval]) -> Placed:
    """The unit with the columns that it overlaps, else the nearest."""
    first = end = -1
    x0, x1 = unit.x0, unit.x1
    for i in range(bisect_right(columns, x0, key=_END), len(columns)):
        a, b = columns[i]
        if a >= x1:
            break
        common = (b if b < x1 else x1) - (a if a > x0 else x0)
        if common > OVERLAP * (b - a) or common > OVERLAP * (x1 - x0):
            first, end = (i if first < 0 else first), i + 1
    if end > 0:
        return unit, first, end
    middle = (unit.x0 + unit.x1) / 2
    nearest = min(range(len(columns)), key=lambda i: max(columns[i][0] - middle, middle - columns[i][1]))
    return unit, nearest, nearest + 1


def head_count(rows: Sequence[Sequence[Unit]], columns: Sequence[Interval]) -> int:
    """How many rows at the top belong to the header of columns of amounts: those over the columns before the first row
    of amounts."""
    body = next((i for i, row in enumerate(rows) if len(row) > 1 and any(is_value(u) for u in row)), 0)
    over = [i for i, row in enumerate(rows[:body]) if any(u.x0 > columns[0][1] - 1 for u in row)]
    return over[-1] + 1 if over else 0


def is_value(unit: Unit) -> bool:
    """Whether a unit is an amount that is not a year."""
    return unit.kind in (Token.NUMBER, Token.DASH)


def _bands(rows: Sequence[Row], page: PageLayout) -> list[tuple[float, float]]:
    """The stripes of colour behind rows: lines on one stripe are one row."""
    x0, x1 = min(r.x0 for r in rows), max(r.x1 for r in rows)
    top, bottom = rows[0].y0, rows[-1].y1
    found: dict[tuple[float, float], float] = {}
    for f in page.fills:
        a, y0, b, y1 = f.box
        if y1 < top or y0 > bottom or y1 - y0 > 0.5 * (bottom - top) or y1 - y0 < 6:
            continue
        key = (round(y0, 1), round(y1, 1))
        found[key] = found.get(key, 0.0) + max(0.0, min(b, x1) - max(a, x0))
    return sorted(k for k, width in found.items() if width > 0.3 * (x1 - x0))


def _barred(rows: Sequence[Row], placed: Sequence[Sequence[Placed]], page: PageLayout) -> list[tuple[float, float]]:
    """The strips between rules, where the rules part single rows of the table."""
    x0, x1 = min(r.x0 for r in rows), max(r.x1 for r in rows)
    covered: dict[float, float] = {}
    for rule in page.rules:
        if rule.x1 - rule.x0 > rule.y1 - rule.y0 and rows[0].y0 < rule.y0 < rows[-1].y1:
            y = round(rule.y0)
            covered[y] = covered.get(y, 0.0) + max(0.0, min(rule.x1, x1) - max(rule.x0, x0))
    marks = sorted(y for y, width in covered.items() if width > 0.7 * (x1 - x0))
    if len(marks) < 2 or len(marks) < 0.25 * len(rows):
        return []
    bands = list(itertools.pairwise([rows[0].y0 - 1, *marks, rows[-1].y1 + 1]))
    for band in bands:
        group = [i for i, row in enumerate(rows) if band[0] <= row.middle <= band[1]]
        if any(_collides(placed, i, group[:k]) for k, i in enumerate(group) if k):
            return []
    return bands


def _groups(
    rows: Sequence[Row], placed: Sequence[Sequence[Placed]], columns: Sequence[Interval], bands: Sequence[Interval]
) -> list[list[int]]:
    """Which lines are one row of the table."""
    amounts = sum(u.is_amount for p in placed for u, first, _ in p if first > 0)
    if not bands and amounts < 0.25 * sum(len(p) for p in placed):
        return _text_groups(rows, placed)
    full = [i for i, p in enumerate(placed) if len(p) > 1]
    steps = [rows[j].middle - rows[i].middle for i, j in itertools.pairwise(full) if j == i + 1]
    pitch = median(steps) if steps else 1.6 * (rows[0].y1 - rows[0].y0)
    groups: list[list[int]] = [[0]]
    for i in range(1, len(rows)):
        if _belongs(rows, placed, i, groups[-1], columns, bands, pitch):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _text_groups(rows: Sequence[Row], placed: Sequence[Sequence[Placed]]) -> list[list[int]]:
    """Rows of a table of texts: parted by wider steps; where all steps are alike, a row begins in the first column."""
    apart = _apart(rows, placed)
    if apart:
        return apart
    steps = [b.middle - a.middle for a, b in itertools.pairwise(rows)]
    limit = _row_step(steps, rows[0].size)
    groups: list[list[int]] = [[0]]
    for i, step in enumerate(steps, 1):
        begins = step > limit if limit else bool(placed[i]) and placed[i][0][1] == 0
        if begins or any(p[2] - p[1] > 1 for p in placed[i]):
            groups.append([i])
        else:
            groups[-1].append(i)
    return groups


def _apart(rows: Sequence[Row], placed: Sequence[Sequence[Placed]]) -> list[list[int]]:
    """Rows parted by wider white space, where each has its label, wherever on its height; else empty."""
    if any(p[2] - p[1] > 1 for row in placed for p in row):
        return []
    gaps = [max(b.y0 - a.y1, 0.0) for a, b in itertools.pairwise(rows)]
    size = rows[0].size
    ordered = sorted(gaps)
    if not ordered or ordered[-1] > WIDEST * size:
        return []
    jumps = sorted(((b - a, (a + b) / 2) for a, b in itertools.pairwise(ordered)), reverse=True)[:JUMPS]
    for wider, at in jumps:
        if wider < WIDER * size:
            break
        if ordered[0] <= at - WIDER * size / 2:
            groups = _grouped(gaps, at)
            if _are_labelled(groups, rows, placed):
                return groups
    return []


def _grouped(gaps: Sequence[float], at: float) -> list[list[int]]:
    groups: list[list[int]] = [[0]]
    for i, gap in enumerate(gaps, 1):
        if gap > at:
            groups.append([i])
        else:
            groups[-1].append(i)
    return groups


def _are_labelled(groups: Sequence[Sequence[int]], rows: Sequence[Row], placed: Sequence[Sequence[Placed]]) -> bool:
    """Whether each group of lines has one label, of one or more lines on end or around a line of text."""
    labels = [[i for i in group if any(p[1] == 0 for p in placed[i])] for group in groups]
    full = [sum(len(placed[i]) > 1 for i in found) for found in labels]
    whole = all(found and found[-1] - found[0] <= len(found) for found in labels) and max(full) == 1
    most = FEWER * len(rows)  # as many lines on both sides: columns of text
    beside = sum(any(p[1] > 0 for p in row) for row in placed)
    return whole and min(sum(map(len, labels)), beside) <= most


def _row_step(steps: Sequence[float], size: float) -> float:
    """The step that parts rows from lines of a cell, or 0 where the steps do not tell."""
    ordered = sorted(steps)
    if len(ordered) < 3 or ordered[0] > 1.45 * size:
        return 0.0
    jump, at = max((b / max(a, 0.1), (a + b) / 2) for a, b in itertools.pairwise(ordered))
    return at if jump > 1.18 else 0.0


def _belongs(
    rows: Sequence[Row],
    placed: Sequence[Sequence[Placed]],
    i: int,
    group: Sequence[int],
    columns: Sequence[Interval],
    bands: Sequence[Interval],
    pitch: float,
) -> bool:
    """Whether line ``i`` goes on with the row of the lines before."""
    here, before = rows[i], rows[i - 1]
    band, band_before = _band(here, bands), _band(before, bands)
    if band is not None or band_before is not None:
        if band != band_before:
            return False
        return not _collides(placed, i, group)
    if _collides(placed, i, group) or any(p[2] - p[1] > 1 for p in placed[i]):
        return False
    step = here.middle - before.middle
    if step < TIGHT * pitch and step < 1.45 * here.size * 1.1:
        return True
    return _wraps(placed, i, columns) if step < 1.15 * pitch else False


def _band(row: Row, bands: Sequence[Interval]) -> Interval | None:
    return next((b for b in bands if b[0] <= row.middle <= b[1]), None)


def _collides(placed: Sequence[Sequence[Placed]], i: int, group: Sequence[int]) -> bool:
    """Whether the line has an amount where its row has one already, or both are full rows."""
    for unit, first, end in placed[i]:
        for j in group:
            for other, a, b in placed[j]:
                if a < end and first < b and first > 0 and (unit.is_amount or other.is_amount):
                    return True
    stub = [any(p[1] == 0 for p in placed[j]) for j in group]
    return (
        len(placed[i]) > 1
        and any(p[1] == 0 for p in placed[i])
        and any(stub)
        and any(len(placed[j]) > 1 for j in group)
    )


def _wraps(placed: Sequence[Sequence[Placed]], i: int, columns: Sequence[Interval]) -> bool:
    """Whether the label of the line before goes on in this line."""
    if not placed[i] or not placed[i - 1] or placed[i][0][1] != 0 or placed[i - 1][0][1] != 0:
        return False
    above, here = placed[i - 1][0][0], placed[i][0][0]
    if above.is_amount or here.is_amount:
        return False
    text, last = here.text, above.text
    if last.endswith(":") or (len(placed[i - 1]) > 1 and len(placed[i]) > 1):
        return False
    fits = above.x1 + (here.words[0].x1 - here.words[0].x0) + 4 < columns[0][1]
    joined = (
        last.split()[-1].casefold() in JOINING
        or last.endswith((",", "-", "–", "—"))
        or last.count("(") > last.count(")")
    )
    if joined or (text[0].islower() and not fits):
        return True
    return not fits and here.x0 > above.x0 + 3 and len(placed[i - 1]) == 1


def _cells(lines: Sequence[Sequence[Placed]], row: int) -> list[GridCell]:
    found: dict[tuple[int, int], list[Unit]] = {}
    for line in lines:
        for unit, first, end in line:
            key = next((k for k in found if k[0] < end and first < k[1]), None)
            units = found.pop(key) if key else []
            span = (min(key[0], first), max(key[1], end)) if key else (first, end)
            found[span] = [*units, unit]
    return [GridCell(row, a, 1, b - a, [w for u in units for w in u.words]) for (a, b), units in sorted(found.items())]
