"""Header rows of a table: lines above its body that stand over its columns."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from pincite.parsers.pdf.tables.captions import LARGER, is_caption, is_section
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, Interval
from pincite.parsers.pdf.tables.headlevels import cells_of, levels_of
from pincite.parsers.pdf.tables.headlines import Placed, leave_to_body, open_columns
from pincite.parsers.pdf.tables.headplaces import place_row, spans_near
from pincite.parsers.pdf.tables.rows import Row

MAX_LINES = 9  # of a header above a body
FIRST_GAP = 2.3  # of the height of a line: between the last header line and the body
NEXT_GAP = 1.3  # between two lines of a header
TALL = 1.35  # times the height of the lines of the body: a title that stands over the table
ANNOUNCED = 6  # words of a line that announces a table


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
    if not rows:
        return False
    columns = extents(grid)
    lines = _lines_above(grid, rows, columns, underlines)
    opened = open_columns(grid, lines, columns)
    if opened is not None:
        lines = _lines_above(grid, rows, opened, underlines)
    leave_to_body(grid, lines)
    if not lines:
        return False
    levels = levels_of(lines, underlines)
    shift = len(levels)
    for cell in grid.cells:
        cell.row += shift
    grid.n_rows += shift
    for row, level in enumerate(levels):
        cells = cells_of(level, row)
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
    body_top = min([c.box.y0 for c in grid.cells])
    usual = 0.0
    found: list[list[Placed]] = []
    pending: list[list[Placed]] = []
    top, reach = body_top, FIRST_GAP
    for row in reversed(rows):
        if row.middle > body_top or row.x1 < columns[0][0] - 20 or row.x0 > columns[-1][1] + 20:
            continue
        if top - row.y1 > reach * (row.y1 - row.y0) or len(found) + len(pending) >= MAX_LINES:
            break
        usual = usual or _usual_height(grid)
        height = min(w.y1 - w.y0 for u in row.units for w in u.words)
        if height > TALL * usual or (height > LARGER * usual and is_section(row.text)):
            break
        line = None if is_caption(row.text) else place_row(row, columns, underlines, spans_near(row, rows))
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


def _usual_height(grid: Grid) -> float:
    words = [w for c in grid.cells for w in c.words]
    return median([w.y1 - w.y0 for w in [w for w in words if w.text[0].isalpha()] or words])


def _is_short(row: Row) -> bool:
    """Whether a row may be a title inside a table."""
    return len(row.units) == 1 and len(row.units[0].words) <= 6 and not row.units[0].text.endswith((".", ":", ","))


def _announces(row: Row) -> bool:
    """Whether a row is a clause that ends in a colon."""
    return len(row.units) == 1 and row.text.endswith(":") and len(row.units[0].words) >= ANNOUNCED


def _is_title(line: Sequence[Placed], columns: Sequence[Interval]) -> bool:
    """A single unit centred over the whole table is its title, not a header."""
    if len(line) > 1 or len(columns) < 3:
        return False
    unit = line[0].unit
    middle = (unit.x0 + unit.x1) / 2
    whole = (columns[0][0] + columns[-1][1]) / 2
    part = (columns[line[0].first][0] + columns[line[0].end - 1][1]) / 2
    return abs(middle - whole) < 4 and abs(middle - part) > 8
