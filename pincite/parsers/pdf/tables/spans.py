"""Headers inside a table that stand over several of its columns: "Three months ended June 30, 2024" between two groups
of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.parsers.pdf.tables.amounts import is_amount
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.heads import extents

BELOW = 5.0  # points: how far below a header its rule may be
WIDER = 1.5  # times its column: as wide is a header over several
CENTRED = 6.0  # points: how exactly a header stands in the middle of its columns


def widen_spans(grid: Grid, underlines: Sequence[Edge]) -> None:
    """Gives cells that stand alone in their rows, right of the labels, all columns that they head: those over the rule
    below them, or all columns of values that they are centred over."""
    lone = [row[0] for row in grid.rows() if len(row) == 1 and row[0].col > 0 and not is_amount(row[0].text)]
    if not lone or grid.n_cols < 3:
        return
    columns = extents(replace(grid, cells=[c for c in grid.cells if not any(c is other for other in lone)]))
    for cell in lone:
        span = _ruled(cell, columns, underlines) or _centred(cell, columns)
        if span is not None and span[0] <= cell.col and span[1] >= cell.end:
            cell.col, cell.colspan = span[0], span[1] - span[0]


def _ruled(cell: GridCell, columns: Sequence[Interval], underlines: Sequence[Edge]) -> tuple[int, int] | None:
    """The columns over the rule right below a cell."""
    x0, _, x1, bottom = cell.box
    for edge in underlines:
        if -2.0 <= edge.at - bottom <= BELOW and edge.lo <= x0 + 2 and edge.hi >= x1 - 2:
            over = [i for i, (a, b) in enumerate(columns) if i and edge.lo - 1 <= (a + b) / 2 <= edge.hi + 1]
            return (over[0], over[-1] + 1) if over else None
    return None


def _centred(cell: GridCell, columns: Sequence[Interval]) -> tuple[int, int] | None:
    """All columns of values, if the cell stands in the middle of them and is wider than one."""
    x0, _, x1, _ = cell.box
    left, right = columns[cell.col]
    whole = (columns[1][0] + columns[-1][1]) / 2
    wide = cell.colspan > 1 or x1 - x0 > WIDER * (right - left)
    return (1, len(columns)) if wide and abs((x0 + x1) / 2 - whole) <= CENTRED else None
