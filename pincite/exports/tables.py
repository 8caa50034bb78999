"""One table in the forms that programs read."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Sequence
from typing import Any

from pincite.model import Table
from pincite.tables.cells import TableCell
from pincite.tables.forms import STEP, column_names, melted_row
from pincite.tables.grid import Grid

VALUE_COLUMNS = ("row", "column", "text", "value", "unit", "currency", "scale", "amount")


def names(table: Table) -> list[str]:
    """A name for each column, the rows of its header joined by `` > ``; no two are the same."""
    return column_names(Grid(table))


def to_rows(table: Table) -> list[dict[str, str]]:
    """Each row below the header by column; what a spanning cell covers and what is empty is ``""``."""
    grid = Grid(table)
    columns = column_names(grid)
    return [
        {name: grid.text(row, col) for col, name in enumerate(columns)} for row in range(grid.head, table.n_rows)
    ]  # fmt: skip


def to_csv(table: Table) -> str:
    """Comma-separated with one header line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names(table))
    writer.writerows(row.values() for row in to_rows(table))
    return out.getvalue()


def to_jsonl(table: Table) -> str:
    """A JSON object a row."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in to_rows(table))


def to_melted(table: Table) -> str:
    """``row | column | value``, a line for each value."""
    grid = Grid(table)
    rows = [melted_row(grid, row) for row in range(grid.head, table.n_rows)]
    return "".join(row + "\n" for row in rows if row)


def to_html(table: Table) -> str:
    """An HTML table; ``colspan`` and ``rowspan`` as in the document, header cells as ``th``."""
    grid = Grid(table)
    parts = ["<table>"]
    if table.caption:
        parts.append(f"<caption>{html.escape(table.caption)}</caption>")
    for row in range(table.n_rows):
        parts.append("<tr>" + "".join(_html_cell(grid, row, col) for col in range(table.n_cols)) + "</tr>")
    return "\n".join([*parts, "</table>"])


def _html_cell(grid: Grid, row: int, col: int) -> str:
    cell = grid.cell(row, col)
    if cell is None:
        return "" if grid.covering(row, col) else "<td></td>"
    tag = "th" if cell.is_header else "td"
    spans = "".join(
        f' {n}="{value}"' for n, value in (("rowspan", cell.rowspan), ("colspan", cell.colspan)) if value > 1
    )
    return f"<{tag}{spans}>{html.escape(cell.text)}</{tag}>"


def values(table: Table, cells: Sequence[TableCell]) -> list[dict[str, Any]]:
    """A row for each cell that holds a number; ``value`` and ``amount`` (value times scale) are floats."""
    grid = Grid(table)
    return [
        {
            "row": grid.row_header(cell.row, STEP),
            "column": grid.column_header(cell.col, STEP),
            "text": cell.text,
            "value": float(cell.number.value),
            "unit": cell.number.unit,
            "currency": cell.number.currency,
            "scale": cell.number.scale,
            "amount": float(cell.number.amount),
        }
        for cell in cells
        if cell.number is not None and cell.role == "number"
    ]
