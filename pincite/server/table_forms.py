"""The rows of a table as text in the forms that ``get_table`` offers, row by row, so that a result can end between two
rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pincite.server.fence import shorten
from pincite.server.grids import Grid

TableFormat = Literal["markdown", "csv", "json", "melted"]


class Rows:
    """A window of a table as text. ``cell_length`` shortens each cell to so many characters, for rows too long to hand
    out."""

    def __init__(self, grid: Grid, columns: Sequence[int], form: TableFormat, cell_length: int | None = None) -> None:
        self._grid = grid
        self._columns = columns
        self._length = cell_length
        self._head, self._row = _FORMS[form]
        self._json = form == "json"

    def head(self) -> str:
        """What stands before the rows, with its line end; may be empty."""
        return self._head(self)

    def row(self, number: int) -> str:
        """One row of the table (melted: a line for each value), without a line end."""
        return self._row(self, number)

    def text(self, rows: Sequence[str]) -> str:
        """The whole window: ``rows`` come from ``row``."""
        if self._json:
            return self.head() + ",\n".join(rows) + "\n]}"
        return (self.head() + "\n".join(row for row in rows if row)).rstrip("\n")

    def cell(self, row: int, col: int) -> str:
        return self._short(self._grid.text(row, col))

    def _short(self, text: str) -> str:
        return text if self._length is None else shorten(text, self._length)

    def cells(self, row: int) -> list[str]:
        return [self.cell(row, col) for col in self._columns]

    def headers(self) -> list[str]:
        """The header of each column of the window."""
        return [self._short(self._grid.column_header(col)) for col in self._columns]

    def markdown_head(self) -> str:
        head = [_markdown_row(self.cells(row)) for row in range(self._grid.head)] or [
            _markdown_row([""] * len(self._columns))
        ]
        return "\n".join([*head, "|" + " --- |" * len(self._columns)]) + "\n"

    def markdown_row(self, row: int) -> str:
        return _markdown_row(self.cells(row))

    def csv_head(self) -> str:
        return _csv_row(self.headers()) + "\n" if self._grid.head else ""

    def csv_row(self, row: int) -> str:
        return _csv_row(self.cells(row))

    def json_head(self) -> str:
        return f'{{"columns": {_json(self.headers())}, "rows": [\n'

    def json_row(self, row: int) -> str:
        return _json([self._json_cell(row, col) for col in self._columns])

    def _json_cell(self, row: int, col: int) -> object:
        """The text of a cell; where the file tells what its number is, with that."""
        text, fact = self.cell(row, col), self._grid.fact(row, col)
        if fact is None:
            return text
        return {"text": text} | {name: value for name, value in fact._asdict().items() if value is not None}

    def melted_head(self) -> str:
        return "cell,row,column,value\n"

    def melted_row(self, row: int) -> str:
        name = self._short(self._grid.row_header(row))
        told = self._grid.naming(row)  # each line says the name of its row already
        filled = [(col, value) for col in self._columns if (value := self.cell(row, col))]
        return "\n".join(
            _csv_row([f"r{row}c{col}", name, self._short(self._grid.column_header(col)), value])
            for col, value in [pair for pair in filled if pair[0] not in told] or filled
        )


_FORMS: Mapping[TableFormat, tuple[Callable[[Rows], str], Callable[[Rows, int], str]]] = {
    "markdown": (Rows.markdown_head, Rows.markdown_row),
    "csv": (Rows.csv_head, Rows.csv_row),
    "json": (Rows.json_head, Rows.json_row),
    "melted": (Rows.melted_head, Rows.melted_row),
}


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _csv_row(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
