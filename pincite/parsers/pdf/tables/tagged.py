"""Tables of the tag tree: rows, cells, header cells and spans as the author's program wrote them, where they agree with
what stands on the page."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from pincite.parsers.pdf.layout import Line, PageLayout, Word, hull
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.doubts import is_contents
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval, columns_of, compact, glue_signs
from pincite.parsers.pdf.tables.heads import add_head
from pincite.parsers.pdf.tables.rows import Row, Unit
from pincite.parsers.pdf.tables.stacking import OVERLAP, head_count, place

_CELLS = frozenset({"TD", "TH"})
STRAY = 12.0  # points beside its column
_LONG = 45  # words of a cell in the mean: more is a page laid out by a table
_MAX_SPAN = 200
_REFERENCE = re.compile(r"\[\s?\w{1,12}\s?\]")


def find_tagged(page: PageLayout, lines: Sequence[Line], underlines: Sequence[Edge] = ()) -> list[Grid]:
    """The tables of a page that are tagged as such and look like it. ``underlines`` tell which columns a header heads
    where the tags leave empty cells out."""
    tables = [i for i, tag in enumerate(page.tags) if tag.role == "Table"]
    if not tables:
        return []
    homes = _homes(page)
    words = _words_by_cell(page, lines, homes)
    out: list[Grid] = []
    for table in tables:
        grid = _grid(page, table, words, underlines)
        if grid is None or not _agrees(grid):
            continue
        if _is_data(grid, page):
            out.append(grid)
    return out


def _homes(page: PageLayout) -> list[int]:
    """For each tag the cell that it lies in (itself, where it is one), -1 where there is none."""
    homes: list[int] = []
    for i, tag in enumerate(page.tags):
        if tag.role in _CELLS:
            homes.append(i)
        elif tag.role == "Table" or not 0 <= tag.parent < i:
            homes.append(-1)
        else:
            homes.append(homes[tag.parent])
    return homes


def _words_by_cell(page: PageLayout, lines: Sequence[Line], homes: Sequence[int]) -> dict[int, list[Word]]:
    found: dict[int, list[Word]] = {}
    for line in lines:
        for word in line.words:
            tag = page.mcids.get(word.mcid, -1) if word.mcid >= 0 else -1
            if tag >= 0 and homes[tag] >= 0:
                found.setdefault(homes[tag], []).append(word)
    return found


def _grid(page: PageLayout, table: int, words: dict[int, list[Word]], underlines: Sequence[Edge]) -> Grid | None:
    """The cells of a table on its rows and columns; ``None`` where it holds another table or too little."""
    cells: list[GridCell] = []
    taken: dict[int, int] = {}  # column -> first row in which it is free again
    widths: dict[int, int] = {}  # row -> columns that it covers
    row = -1
    current = -1
    col = 0
    for i in range(table + 1, len(page.tags)):
        tag = page.tags[i]
        if tag.parent < table:
            break
        if tag.role == "Table":
            return None
        if tag.role not in _CELLS:
            continue
        if tag.parent != current:
            row, current, col = row + 1, tag.parent, 0
        while taken.get(col, 0) > row:
            col += 1
        rowspan, colspan = max(1, tag.rowspan), min(max(1, tag.colspan), _MAX_SPAN)
        for c in range(col, col + colspan):
            taken[c] = row + rowspan
        if i in words:
            cells.append(GridCell(row, col, rowspan, colspan, words[i], tag.role == "TH"))
        col += colspan
        widths[row] = max(col, max(c + 1 for c, free in taken.items() if free > row))
    if len(cells) < 3:
        return None
    n_cols = max(widths.values())
    box = hull([w for c in cells for w in c.words])
    grid = Grid(row + 1, n_cols, cells, box, [f"tags: {row + 1} x {n_cols}"])
    glue_signs(grid)
    regular = all(width == n_cols for width in widths.values())
    trial = replace(grid, cells=[replace(c) for c in grid.cells])
    compact(trial)
    return trial if regular and _in_columns(trial) else _by_place(grid, underlines)


def _in_columns(grid: Grid) -> bool:
    """Whether the cells of a column stand below each other: each overlaps the extent of most cells of its column."""
    spans: dict[int, list[tuple[float, float]]] = {}
    for c in grid.cells:
        if c.colspan == 1:
            spans.setdefault(c.col, []).append((c.box.x0, c.box.x1))
    astray = 0
    for column in spans.values():
        x0, x1 = median(a for a, _ in column), median(b for _, b in column)
        astray += sum(b < x0 - STRAY or a > x1 + STRAY for a, b in column)
    return astray <= 0.02 * len(grid.cells)


def _by_place(grid: Grid, underlines: Sequence[Edge]) -> Grid | None:
    """The same rows and cells with columns by where the cells stand: some programs leave empty cells out."""
    rows = [[_unit(c) for c in row] for row in grid.rows() if row]
    columns = columns_of([[(u.x0, u.x1) for u in row] for row in rows if len(row) > 1], overlap=OVERLAP)
    if len(columns) < 2:
        return None
    cells: list[GridCell] = []
    heads = [Row(row, row[0].y1 - row[0].y0) for row in rows[: head_count(rows, columns)]]
    for index, row in enumerate(rows[len(heads) :]):
        for unit in row:
            _, first, end = place(unit, columns)
            cells.append(GridCell(index, first, 1, end - first, unit.words))
    out = Grid(len(rows) - len(heads), len(columns), cells, grid.box, [*grid.evidence, "columns by place"])
    if heads:
        add_head(out, heads, underlines)
        _add_rest(out, heads, columns)
    return out


def _add_rest(grid: Grid, heads: Sequence[Row], columns: Sequence[Interval]) -> None:
    """Puts the header rows that stand over no columns of the body on top, as they are: tags say they belong to it."""
    taken = {id(w) for c in grid.cells for w in c.words}
    rest = [row for row in heads if id(row.units[0].words[0]) not in taken]
    for cell in grid.cells:
        cell.row += len(rest)
    grid.n_rows += len(rest)
    for index, row in enumerate(rest):
        for unit, first, end in (place(u, columns) for u in row.units):
            grid.cells.append(GridCell(index, first, 1, end - first, unit.words, is_header=True))


def _unit(cell: GridCell) -> Unit:
    kind = token_of("".join(w.text for w in cell.words)) if len(cell.words) < 6 else Token.TEXT
    return Unit(cell.words, kind)


def _agrees(grid: Grid) -> bool:
    """Whether rows follow each other down the page and the cells of a row stand side by side."""
    rows = [row for row in grid.rows() if row]
    good = total = 0
    for row in rows:
        for left, right in itertools.pairwise(row):
            total += 1
            good += left.box.x0 < right.box.x1 and right.box.x0 > left.box.x0 - 2 and _beside(left, right)
    for above, below in itertools.pairwise(rows):
        total += 1
        good += min(c.box.y0 for c in above) <= min(c.box.y1 for c in below)
    return good >= 0.9 * total


def _beside(left: GridCell, right: GridCell) -> bool:
    return left.box.y0 < right.box.y1 + 3 and right.box.y0 < left.box.y1 + 3


def _is_data(grid: Grid, page: PageLayout) -> bool:
    """Whether it is a table of data, not a page laid out by a table or a table of contents."""
    if grid.n_rows < 2 or grid.n_cols < 2 or len(grid.cells) < 4:
        return False
    if sum(len(c.words) for c in grid.cells) > _LONG * len(grid.cells):
        return False
    return not is_contents(grid, grid.rows(), page) and not _are_references(grid)


def _are_references(grid: Grid) -> bool:
    """Whether the rows are works that are cited, each after its mark."""
    marks = [c for c in grid.cells if c.col == 0]
    return grid.n_cols == 2 and sum(bool(_REFERENCE.fullmatch(c.text)) for c in marks) >= 0.8 * grid.n_rows
