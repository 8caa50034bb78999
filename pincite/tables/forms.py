"""The rows of a table in the forms that programs and retrieval read: a JSON object, or a line for each value."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from pincite.tables.grid import Grid

Representation = Literal["markdown", "jsonl", "melted"]
STEP = " > "  # between the rows of a header, and the columns that name a row


def column_names(grid: Grid) -> list[str]:
    """A name for each column, no two the same: its headers joined by `` > ``. A column without one is ``row`` where it
    names the rows, else ``column 3`` (from 1); a name that comes again gets its number, ``2024 (2)``."""
    stub = set(grid.naming(grid.head)) if grid.head < grid.table.n_rows else {0}
    out: list[str] = []
    for col in range(grid.table.n_cols):
        name = grid.column_header(col, STEP) or ("row" if col in stub and not out else f"column {col + 1}")
        n, unique = 1, name
        while unique in out:
            n += 1
            unique = f"{name} ({n})"
        out.append(unique)
    return out


def json_row(grid: Grid, row: int, names: Sequence[str]) -> str:
    """The filled cells of a row by column, as one JSON object; empty where nothing is filled."""
    cells = {name: text for col, name in enumerate(names) if (text := grid.text(row, col))}
    return json.dumps(cells, ensure_ascii=False) if cells else ""


def melted_rows(grid: Grid, row: int) -> list[tuple[str, str, str]]:
    """(row, column, value) of each filled cell of a row that does not name it; where only its name is filled, that as
    the value."""
    name, told = grid.row_header(row, STEP), set(grid.naming(row))
    filled = [(col, text) for col in range(grid.table.n_cols) if (text := grid.text(row, col))]
    values = [(col, text) for col, text in filled if col not in told]
    return [(name, grid.column_header(col, STEP), text) for col, text in values] or [
        ("", grid.column_header(col, STEP), text) for col, text in filled
    ]


def melted_row(grid: Grid, row: int) -> str:
    """``row | column | value``, a line for each value of the row."""
    return "\n".join(" | ".join(part for part in parts if part) for parts in melted_rows(grid, row))
