"""Lists that are tables because they have a header: "Exhibit No." over short labels and "Description" over texts of one
or more lines, evenly spaced."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line, Style
from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.doubts import is_signed
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, GridCell
from pincite.parsers.pdf.tables.rows import Row, Unit, level_lines, make_row

SHORT = 4  # words of a header
LABEL = 3  # words of a label
ROWS = 3  # with a label, at least
WIDE = 0.9  # of the size: between the headers of two columns
DEEPER = 40.0  # points: how far a text under a text of its own may begin to the right
SAME = 2.0  # points: texts of a column begin this near
FIRST_GAP = 2.6  # of the height of a row: from the header to the first row
TIGHT = 0.4  # of the size: white space between two lines of one text
NEXT_GAP = 1.6  # from a row to the next
BELOW = 6.0  # points: how far below a header its rule may be


def find_listed(lines: Sequence[Line], styles: Sequence[Style], underlines: Sequence[Edge]) -> list[Grid]:
    """The lists with a header among the free lines of a page."""
    top = min(_places(lines, underlines), default=None)
    if top is None:
        return []
    level = level_lines([n for n in lines if n.y0 >= top - 1])
    headers = [at for at in range(len(level) - ROWS) if _is_header(level, at, styles, underlines)]
    if not headers:
        return []
    out: list[Grid] = []
    end = 0
    for at in headers:
        if at < end:
            continue
        head, *body = _reach(level[at:], styles)
        grid, count = _read(head, body)
        end = at + 1 + count
        if grid is not None and not is_signed([row for row in grid.rows() if len(row) > 1]):
            out.append(grid)
    return out


def _places(lines: Sequence[Line], underlines: Sequence[Edge]) -> list[float]:
    """The tops of few words, bold or above rules, with a wide blank between them: most pages have none."""
    found: dict[int, list[Line]] = {}
    for line in lines:
        if len(line.words) <= 2 * SHORT:
            found.setdefault(round(line.y1), []).append(line)
    out: list[float] = []
    for same in found.values():
        if not 1 < sum([len(n.words) for n in same]) <= 2 * SHORT:
            continue
        if not all(n.bold for n in same) and sum(-2.0 <= e.at - same[0].y1 <= BELOW for e in underlines) < 2:
            continue
        words = sorted((w for n in same for w in n.words), key=lambda w: w.x0)
        if any(b.x0 - a.x1 > WIDE * same[0].size for a, b in itertools.pairwise(words)):
            out.append(same[0].y0)
    return out


def _is_header(level: Sequence[Sequence[Line]], at: int, styles: Sequence[Style], underlines: Sequence[Edge]) -> bool:
    """Whether lines side by side are two short texts, both bold and the lines next to them not, or each with a rule of
    its own below it."""
    lines = level[at]
    if not 1 < sum(len(n.words) for n in lines) <= 2 * SHORT:
        return False
    row = make_row(lines, styles)
    if len(row.units) != 2 or any(u.is_amount or len(u.words) > SHORT or u.text.endswith(":") for u in row.units):
        return False
    if _is_bold(lines, styles):
        above = level[at - 1] if at else []
        tight = bool(above) and row.y0 - max(n.y1 for n in above) < TIGHT * row.size
        return not _is_bold(level[at + 1], styles) and not (tight and _is_bold(above, styles))
    under = [{i for i, e in enumerate(underlines) if _lies_under(e, u)} for u in row.units]
    return bool(under[0]) and bool(under[1]) and not under[0] & under[1]


def _is_bold(lines: Sequence[Line], styles: Sequence[Style]) -> bool:
    return all(styles[w.style].bold for n in lines for w in n.words)


def _lies_under(edge: Edge, unit: Unit) -> bool:
    return -2.0 <= edge.at - unit.y1 <= BELOW and edge.lo <= unit.x0 + 2 and edge.hi >= unit.x1 - 2


def _read(header: Row, body: Sequence[Row]) -> tuple[Grid | None, int]:
    """The table under a header, and how many rows it has."""
    head = header.units
    starts = Counter(round(row.units[-1].x0) for row in body if 1 < len(row.units) < 4)
    if not starts:
        return None, 0
    x = float(max(starts, key=lambda s: starts[s]))
    taken = _entries(body, x)
    labelled = [row for row in taken if len(row.units) > 1]
    if len(labelled) < ROWS or len(taken[0].units) < 2 or head[0].x0 >= x or head[1].x1 <= x:
        return None, 0
    if taken[0].units[0].x0 > head[0].x1 + SAME:
        return None, 0
    return _grid(header, taken), len(taken)


def _reach(level: Sequence[Sequence[Line]], styles: Sequence[Style]) -> list[Row]:
    """A header and the rows that follow each other below it."""
    out = [make_row(level[0], styles)]
    for lines in level[1:]:
        row = make_row(lines, styles)
        if row.y0 - out[-1].y1 > (NEXT_GAP if len(out) > 1 else FIRST_GAP) * (row.y1 - row.y0):
            break
        out.append(row)
    return out


def _entries(rows: Sequence[Row], x: float) -> list[Row]:
    """The rows whose texts begin at ``x``, or deeper after a label, each with its lines."""
    out: list[Row] = []
    left = x
    for row in rows:
        *labels, text = row.units
        if labels:
            fits = -SAME <= text.x0 - x <= DEEPER and not text.is_amount and all(_is_label(u, text.x0) for u in labels)
            left = text.x0
        else:
            fits = min(abs(text.x0 - left), abs(text.x0 - x)) <= SAME
        if not fits:
            break
        out.append(row)
    return out


def _is_label(unit: Unit, x: float) -> bool:
    return len(unit.words) <= LABEL and unit.x1 < x


def _grid(head: Row, rows: Sequence[Row]) -> Grid:
    dashed = any(len(row.units) > 2 for row in rows)
    last = 2 if dashed else 1
    cells = [
        GridCell(0, 0, 1, 1, list(head.units[0].words), is_header=True),
        GridCell(0, last, 1, 1, list(head.units[1].words), is_header=True),
    ]
    index = 0
    for row in rows:
        if len(row.units) == 1:
            cells[-1].words += row.units[0].words
            continue
        index += 1
        for unit in row.units[:-1]:
            col = 1 if dashed and (unit.kind is Token.DASH or unit is not row.units[0]) else 0
            cells.append(GridCell(index, col, 1, 1, list(unit.words)))
        cells.append(GridCell(index, last, 1, 1, list(row.units[-1].words)))
    everything = [head, *rows]
    box = BBox(
        min(r.x0 for r in everything), head.y0, max(r.x1 for r in everything), max(r.y1 for r in everything)
    )  # fmt: skip
    return Grid(index + 1, last + 1, cells, box, [f"list with a header: {index + 1} x {last + 1}"])
