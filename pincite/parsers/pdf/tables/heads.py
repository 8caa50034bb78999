"""Header rows of a table: lines above its body that stand over its columns, and rows at its top that head the
columns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from pincite.parsers.pdf.layout import Style, Word
from pincite.parsers.pdf.tables.amounts import Token, is_amount, token_of
from pincite.parsers.pdf.tables.captions import is_caption
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.headlines import Placed, leave_to_body, open_columns
from pincite.parsers.pdf.tables.rows import Row, Unit

MAX_LINES = 9  # of a header above a body
FIRST_GAP = 2.3  # of the height of a line: between the last header line and the body
NEXT_GAP = 1.3  # between two lines of a header
TALL = 1.35  # times the height of the lines of the body: a title that stands over the table
OVER = 0.3  # of the narrower: as much overlap puts a header over a column
LONG = 12  # words: a longer unit over several columns is a sentence
EVEN = 1.6  # times the usual blank of a line: no wider are its blanks
SET = 1.6  # points: how exactly headers meet the edges or middles of their columns
EXACT = 1.0  # the same for two headers
CENTRED = 2.5  # points: how far the middles of the lines of a header differ
ANNOUNCED = 6  # words of a line that announces a table
WIDER = 1.2  # times the other blanks of a header: the one between two columns
NEAR = 1.7  # of the height of a line: from it to the lines above and below
SPACE = 0.45  # of the size: wider than the blank between two words of a header
UNDERLINE = 5.0  # points: how far below a header its underline may be


def extents(grid: Grid) -> list[Interval]:
    """For each column where its text lies: (left, right), from the cells that lie in it alone."""
    spans: list[list[float] | None] = [None] * grid.n_cols
    for cell in grid.cells:
        if cell.colspan > 1:
            continue
        x0, _, x1, _ = cell.box
        span = spans[cell.col]
        if span is None:
            spans[cell.col] = [x0, x1]
        else:
            span[0], span[1] = min(span[0], x0), max(span[1], x1)
    out: list[Interval] = []
    for known in spans:
        edge = out[-1][1] if out else grid.box.x0
        out.append((known[0], known[1]) if known else (edge, edge))
    return out


def add_head(grid: Grid, rows: Sequence[Row], underlines: Sequence[Edge]) -> bool:
    """Adds the free lines right above the body that stand over its columns as header rows. ``rows`` are the free rows
    of the page, top to bottom. Returns whether there were any."""
    columns = extents(grid)
    lines = _lines_above(grid, rows, columns, underlines)
    opened = open_columns(grid, lines, columns)
    if opened is not None:
        lines = _lines_above(grid, rows, opened, underlines)
    leave_to_body(grid, lines)
    if not lines:
        return False
    levels = _levels(lines, underlines)
    shift = len(levels)
    for cell in grid.cells:
        cell.row += shift
    grid.n_rows += shift
    for row, level in enumerate(levels):
        cells = _cells(level, row)
        if len(cells) == 1 and cells[0].colspan == grid.n_cols:
            cells[0].is_header = False  # a title within the table
        grid.cells += cells
    top = min(p.unit.y0 for line in lines for p in line)
    left = min(grid.box.x0, *(p.unit.x0 for line in lines for p in line))
    right = max(grid.box.x1, *(p.unit.x1 for line in lines for p in line))
    grid.box = grid.box._replace(x0=left, y0=min(top, grid.box.y0), x1=right)
    grid.evidence.append(f"{sum(map(len, lines))} header units above")
    return True


def _lines_above(
    grid: Grid, rows: Sequence[Row], columns: Sequence[Interval], underlines: Sequence[Edge]
) -> list[list[Placed]]:
    """The header lines, top to bottom; titles of the whole table between them and the body included."""
    body_top = min(c.box.y0 for c in grid.cells)
    words = [w for c in grid.cells for w in c.words]
    tall = TALL * median(w.y1 - w.y0 for w in [w for w in words if w.text[0].isalpha()] or words)
    found: list[list[Placed]] = []
    pending: list[list[Placed]] = []
    top, reach = body_top, FIRST_GAP
    for row in reversed(rows):
        if row.middle > body_top or row.x1 < columns[0][0] - 20 or row.x0 > columns[-1][1] + 20:
            continue
        if top - row.y1 > reach * (row.y1 - row.y0) or len(found) + len(pending) >= MAX_LINES:
            break
        if min(w.y1 - w.y0 for u in row.units for w in u.words) > tall:
            break
        line = None if is_caption(row.text) else _place_row(row, columns, underlines, _spans_near(row, rows))
        if line is None and is_caption(row.text):
            break
        if line is not None and _announces(row):
            break
        if line is None or _is_title(line, columns):
            if found or not _is_short(row):
                break
            line = [Placed(row.units[0], 0, len(columns))]
        pending.append(line)
        if any(p.first > 0 for p in line):
            found += pending
            pending = []
        top, reach = row.y0, NEXT_GAP
    return found[::-1]


def _is_short(row: Row) -> bool:
    """Whether a row may be a title inside a table."""
    return len(row.units) == 1 and len(row.units[0].words) <= 6 and not row.units[0].text.endswith((".", ":", ","))


def _announces(row: Row) -> bool:
    """Whether a row is a clause that ends in a colon."""
    return len(row.units) == 1 and row.text.endswith(":") and len(row.units[0].words) >= ANNOUNCED


def _spans_near(row: Row, rows: Sequence[Row]) -> list[Interval]:
    """Where the units of the lines next to a row stand, of the line with most units."""
    reach = NEAR * (row.y1 - row.y0)
    near = [r for r in rows if r is not row and abs(r.middle - row.middle) <= reach]
    most = max(near, key=lambda r: len(r.units), default=None)
    return [(u.x0, u.x1) for u in most.units] if most else []


def _place_row(
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


def _is_title(line: Sequence[Placed], columns: Sequence[Interval]) -> bool:
    """A single unit centred over the whole table is its title, not a header."""
    if len(line) > 1 or len(columns) < 3:
        return False
    unit = line[0].unit
    middle = (unit.x0 + unit.x1) / 2
    whole = (columns[0][0] + columns[-1][1]) / 2
    part = (columns[line[0].first][0] + columns[line[0].end - 1][1]) / 2
    return abs(middle - whole) < 4 and abs(middle - part) > 8


def _levels(lines: Sequence[list[Placed]], underlines: Sequence[Edge]) -> list[list[list[Placed]]]:
    """Lines -> header rows: a line over several columns is a row of its own, lines under each other in one column are
    one."""
    lines = [list(line) for line in lines]
    _widen(lines)
    _go_on(lines)
    levels: list[list[list[Placed]]] = [[lines[0]]]
    for line in lines[1:]:
        above = levels[-1][-1]
        if _nests(above, line) or _ruled_between(above, line, underlines):
            levels.append([line])
        else:
            levels[-1].append(line)
    return levels


def _nests(above: Sequence[Placed], line: Sequence[Placed]) -> bool:
    """Whether a unit of one line stands over several of the other, or over more columns."""
    return any(
        p.first < q.end and q.first < p.end and (p.first, p.end) != (q.first, q.end) for p in above for q in line
    )


def _ruled_between(above: Sequence[Placed], line: Sequence[Placed], underlines: Sequence[Edge]) -> bool:
    top, bottom = max(p.unit.y1 for p in above) - 3, min(p.unit.y0 for p in line) + 3
    return any(
        top <= e.at <= bottom and any(e.lo <= p.unit.x0 + 2 and e.hi >= p.unit.x1 - 2 for p in above)
        for e in underlines
    )


def _go_on(lines: list[list[Placed]]) -> None:
    """Two lines of one header have the same middle: both stand over the columns of the one over more."""
    for i in range(len(lines) - 2, -1, -1):
        for k, p in enumerate(lines[i]):
            for m, q in enumerate(lines[i + 1]):
                wide, other = (q, lines[i]) if q.end - q.first > p.end - p.first else (p, lines[i + 1])
                if p.first and wide.first <= min(p.first, q.first) and wide.end >= max(p.end, q.end):
                    centred = abs(p.unit.x0 + p.unit.x1 - q.unit.x0 - q.unit.x1) <= 2 * CENTRED
                    if centred and sum(n.first < wide.end and n.end > wide.first for n in other) == 1:
                        lines[i][k], lines[i + 1][m] = (
                            p._replace(first=wide.first, end=wide.end),
                            q._replace(first=wide.first, end=wide.end),
                        )


def _widen(lines: list[list[Placed]]) -> None:
    """A header line with fewer units than there are below it: each is centred over the columns it heads."""
    for i in range(len(lines) - 2, -1, -1):
        tops = [p for p in lines[i] if p.first > 0]
        below = _heads_of(lines[i + 1 :])
        if not tops or len(below) < 2 or len(tops) >= len(below):
            continue
        groups = _shares(tops, below)
        if groups is None or any(p.first < g[0][0] or p.end > g[-1][1] for p, g in zip(tops, groups, strict=True)):
            continue
        stub = [p for p in lines[i] if p.first == 0]
        lines[i] = stub + [Placed(p.unit, g[0][0], g[-1][1]) for p, g in zip(tops, groups, strict=True)]


Head = tuple[int, int, float, float]  # columns ``first`` to before ``end``, left, right


def _heads_of(lines: Sequence[Sequence[Placed]]) -> list[Head]:
    """What stands below, column by column: lines under each other are one head."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for line in lines:
        for p in line:
            if p.first == 0:
                continue
            key = next((k for k in found if k[0] < p.end and p.first < k[1]), None)
            x0, x1 = found.pop(key) if key else (p.unit.x0, p.unit.x1)
            span = (min(key[0], p.first), max(key[1], p.end)) if key else (p.first, p.end)
            found[span] = (min(x0, p.unit.x0), max(x1, p.unit.x1))
    return sorted((a, b, x0, x1) for (a, b), (x0, x1) in found.items())


def _shares(tops: Sequence[Placed], below: Sequence[Head]) -> list[list[Head]] | None:
    """The heads below that each unit above is centred over; ``None`` where they do not fall into centred groups."""
    groups: list[list[Head]] = [[] for _ in tops]
    middles = [(p.unit.x0 + p.unit.x1) / 2 for p in tops]
    for head in below:
        at = (head[2] + head[3]) / 2
        groups[min(range(len(tops)), key=lambda i: abs(middles[i] - at))].append(head)
    for middle, group in zip(middles, groups, strict=True):
        if not group:
            return None
        center = (group[0][2] + group[-1][3]) / 2
        pitch = (group[-1][3] - group[0][2]) / len(group)
        if abs(center - middle) > max(0.3 * pitch, 6):
            return None
    return groups if any(len(g) > 1 for g in groups) else None


def _cells(lines: Sequence[Sequence[Placed]], row: int) -> list[GridCell]:
    """The cells of a header row of one or more lines."""
    cells: dict[tuple[int, int], list[Word]] = {}
    for line in lines:
        for p in line:
            key = next((k for k in cells if k[0] < p.end and p.first < k[1]), None)
            words = cells.pop(key, []) if key else []
            span = (min(key[0], p.first), max(key[1], p.end)) if key else (p.first, p.end)
            cells[span] = words + p.unit.words
    return [GridCell(row, a, 1, b - a, words, is_header=True) for (a, b), words in sorted(cells.items())]


def spread_heads(grid: Grid, styles: Sequence[Style]) -> None:
    """Cuts the cells above the first amounts that lie over several columns where wide blanks part a header for each of
    these columns: no upright rule was drawn between them."""
    rows = grid.rows()
    body = next((i for i, row in enumerate(rows) if any(c.col and is_amount(c.text) for c in row)), 0)
    if not any(c.colspan > 1 for row in rows[:body] for c in row):
        return
    columns = extents(grid)
    for row in rows[:body]:
        for cell in row:
            if cell.colspan > 1:
                groups = _spread(cell, columns, styles)
                if groups:
                    grid.cells.remove(cell)
                    grid.cells += [GridCell(cell.row, col, cell.rowspan, 1, words) for col, words in groups.items()]


def _spread(cell: GridCell, columns: Sequence[Interval], styles: Sequence[Style]) -> dict[int, list[Word]]:
    """The words of a cell by column; empty where some column has none, a narrow blank would be cut or no line has
    words of two columns."""
    groups: dict[int, list[Word]] = {}
    parted = False
    span = range(cell.col, min(cell.end, len(columns)))
    for line in text_lines(cell.words):
        last = -1
        for i, word in enumerate(line):
            middle = (word.x0 + word.x1) / 2
            col = min(span, key=lambda c: max(columns[c][0] - middle, middle - columns[c][1]))
            if i and word.x0 - line[i - 1].x1 <= SPACE * styles[word.style].size:
                col = last
            elif col < last or (i and col == last):
                return {}
            parted = parted or (i > 0 and col != last)
            groups.setdefault(col, []).append(word)
            last = col
    return groups if parted and len(groups) == len(span) else {}


def mark_head(grid: Grid, styles: Sequence[Style]) -> None:
    """Sets ``is_header`` on the rows at the top that head the columns: those above the first amounts, or bold ones."""
    rows = grid.rows()
    if grid.heads_end:
        return
    count = _head_by_amounts(rows) or _head_by_weight(rows, styles)
    for row in rows[:count]:
        for cell in row:
            cell.is_header = True


def _head_by_amounts(rows: Sequence[Sequence[GridCell]]) -> int:
    """How many rows stand above the first row with an amount, where amounts fill most of the columns."""
    count = last = 0
    for row in rows:
        values = [c for c in row if c.col > 0]
        if any(is_amount(c.text) and token_of(_squeeze(c.text)) is not Token.YEAR for c in values):
            break
        count += 1
        if values or (row and row[0].colspan > 1):
            last = count
    if count == len(rows) or not last:
        return 0
    if count > 2 and count > len(rows) - count and all(len(row) > 1 and row[0].col == 0 for row in rows[:count]):
        return 0  # labels with their values, of which one happens to be an amount
    amounts = sum(1 for row in rows[count:] for c in row if c.col > 0 and is_amount(c.text))
    others = sum(1 for row in rows[count:] for c in row if c.col > 0) - amounts
    return last if amounts >= others and last <= 6 else 0


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _head_by_weight(rows: Sequence[Sequence[GridCell]], styles: Sequence[Style]) -> int:
    """How many rows at the top are bold in all of their cells, where the others are not."""
    bold = [bool(row) and all(styles[w.style].bold for c in row for w in c.words) for row in rows]
    count = next((i for i, b in enumerate(bold) if not b), len(bold))
    most = max(1, min(4, (len(rows) + 1) // 2))  # more are labels with their values
    return count if 0 < count < len(rows) and count <= most and sum(bold[count:]) <= 0.3 * (len(rows) - count) else 0
