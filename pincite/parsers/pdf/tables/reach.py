"""Rows that belong to a table between edges although its edges do not enclose them: no tile or rule was drawn for
them."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.heads import extents
from pincite.parsers.pdf.tables.rows import Row

TOUCH = 1.0  # points
NEAR = 0.9  # of the height of a row: white space to the rows of the table


def add_rows(grid: Grid, rows: Sequence[Row]) -> bool:
    """Adds the free rows right above and below the grid whose label and amounts stand in its columns. Returns whether
    there were any. ``rows`` are the free rows near the grid, top to bottom."""
    above, below = _beyond(grid, rows)
    if not above and not below:
        return False
    for cell in grid.cells:
        cell.row += len(above)
    fresh = [(i, cells) for i, cells in enumerate(reversed(above))]
    fresh += [(grid.n_rows + len(above) + i, cells) for i, cells in enumerate(below)]
    for index, cells in fresh:
        for cell in cells:
            cell.row = index
        grid.cells += cells
    grid.n_rows += len(above) + len(below)
    boxes = [c.box for _, cells in fresh for c in cells]
    grid.box = grid.box._replace(
        x0=min(grid.box.x0, *(b.x0 for b in boxes)),
        y0=min(grid.box.y0, *(b.y0 for b in boxes)),
        x1=max(grid.box.x1, *(b.x1 for b in boxes)),
        y1=max(grid.box.y1, *(b.y1 for b in boxes)),
    )
    grid.evidence.append(f"{len(above)} rows above, {len(below)} below the edges")
    return True


def is_part(grid: Grid, rows: Sequence[Row]) -> bool:
    """Whether the rows of a table go on above or below the edges of a grid: they only set off a few of its rows."""
    return sum(map(len, _beyond(grid, rows))) > 1


def _beyond(grid: Grid, rows: Sequence[Row]) -> tuple[list[list[GridCell]], list[list[GridCell]]]:
    columns = extents(grid)
    above = _reach(grid.box.y0, [r for r in reversed(rows) if r.middle < grid.box.y0], columns, -1)
    return above, _reach(grid.box.y1, [r for r in rows if r.middle > grid.box.y1], columns, 1)


def _reach(edge: float, rows: Sequence[Row], columns: Sequence[Interval], way: int) -> list[list[GridCell]]:
    """The rows that follow each other from the edge, nearest first."""
    out: list[list[GridCell]] = []
    for row in rows:
        gap = edge - row.y1 if way < 0 else row.y0 - edge
        cells = _cells(row, columns) if gap < NEAR * (row.y1 - row.y0) else None
        if cells is None:
            break
        out.append(cells)
        edge = row.y0 if way < 0 else row.y1
    return out


def _cells(row: Row, columns: Sequence[Interval]) -> list[GridCell] | None:
    """The units as cells if each stands in a column of its own, a label before and an amount among the others."""
    cells: list[GridCell] = []
    for unit in row.units:
        over = [i for i, (a, b) in enumerate(columns) if unit.x0 < b - TOUCH and unit.x1 > a + TOUCH]
        if len(over) != 1 or (cells and over[0] <= cells[-1].col):
            return None
        cells.append(GridCell(0, over[0], 1, 1, unit.words))
    has_label = (cells[0].col == 0 and not row.units[0].is_amount) or (
        row.units[0].kind is Token.YEAR and len(cells) > 1
    )
    amounts = any(u.kind in (Token.NUMBER, Token.DASH) for u, c in zip(row.units, cells, strict=True) if c.col > 0)
    return cells if has_label and amounts else None
