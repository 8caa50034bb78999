"""Headers found apart from their tables: tiles with walls between them above rows that only bars part."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.tables.amounts import is_value
from pincite.parsers.pdf.tables.grid import Grid

SAME_SIDE = 3.0  # points
TOUCH = 6.0  # points: from a header to its first row


def join_heads(grids: Sequence[Grid]) -> list[Grid]:
    """The grids with each header put on top of the table right below it that has as many columns and the same sides.
    ``grids`` are from top to bottom."""
    out: list[Grid] = []
    for grid in grids:
        head = out[-1] if out else None
        if head is not None and _heads(head, grid):
            out[-1] = put_on(head, grid)
        else:
            out.append(grid)
    return out


def _heads(head: Grid, grid: Grid) -> bool:
    """Whether one grid is the header of the next."""
    a, b = head.box, grid.box
    if head.n_cols != grid.n_cols or max(abs(a.x0 - b.x0), abs(a.x1 - b.x1)) > SAME_SIDE:
        return False
    if any(c.col and is_value(c.text) for c in head.cells):
        return False
    top = min(c.box.y0 for c in grid.cells)
    bottom = max(c.box.y1 for c in head.cells)
    if top < bottom - 1.0 or top - a.y1 > TOUCH + min(c.box.y1 - c.box.y0 for c in grid.cells):
        return False
    return any(is_value(c.text) for c in grid.cells)


def put_on(head: Grid, grid: Grid) -> Grid:
    """The table with its header, which has as many columns, on top."""
    for cell in grid.cells:
        cell.row += head.n_rows
    for cell in head.cells:
        cell.is_header = True
    box = grid.box._replace(y0=min(head.box.y0, grid.box.y0), y1=max(head.box.y1, grid.box.y1))
    return Grid(
        head.n_rows + grid.n_rows, grid.n_cols, head.cells + grid.cells, box, [*head.evidence, *grid.evidence],
        framed=head.framed and grid.framed,
    )  # fmt: skip
