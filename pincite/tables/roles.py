"""What a cell is for."""

from __future__ import annotations

import re
from enum import StrEnum

from pincite.model import Cell
from pincite.tables.grid import Grid
from pincite.tables.values import Number

_NOTE = re.compile(
    r"^(?:\(\d{1,2}\)|\[\d{1,2}\]|\d{1,2}[).]|[*†‡§¹²³⁴-⁹]+|(?:notes?|sources?)\b\s*:?)\s*\S", re.IGNORECASE
)


class CellRole(StrEnum):
    """``header``: names columns; ``row_label``: names its row; ``number``: a value (see ``Number``); ``footnote``: a
    remark below the rows; ``text``: all else, empty cells too."""

    HEADER = "header"
    ROW_LABEL = "row_label"
    NUMBER = "number"
    FOOTNOTE = "footnote"
    TEXT = "text"


def cell_role(grid: Grid, cell: Cell, number: Number | None) -> CellRole:
    """The role of a cell of the grid. ``number`` is what its text says, ``None`` where it is no number."""
    if cell.row < grid.head:
        return CellRole.HEADER
    if _is_footnote(grid, cell):
        return CellRole.FOOTNOTE
    if cell.text and cell.col in grid.naming(cell.row) and grid.table.n_cols > 1:
        return CellRole.ROW_LABEL
    return CellRole.TEXT if number is None else CellRole.NUMBER


def _is_footnote(grid: Grid, cell: Cell) -> bool:
    """Whether the cell is all that its row says, begins as remarks do, and no row with values comes below it."""
    if not _NOTE.match(cell.text) or any(c.text for c in grid.row(cell.row) if c is not cell):
        return False
    if grid.table.n_cols < 2:
        return False
    below = [c for row in range(cell.row + 1, grid.table.n_rows) for c in grid.row(row) if c.text]
    return all(_NOTE.match(c.text) and c.col == cell.col for c in below)
