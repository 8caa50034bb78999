"""A table by row and column: what stands in a cell, which headers it belongs to, which line of the text a row is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pincite.model import Block, Cell, Fact, Span, Table


@dataclass(frozen=True)
class Grid:
    """A table by row and column, both from 0. A spanning cell has its text at the top left corner; as a header it
    counts for all that it covers."""

    table: Table

    @cached_property
    def _corners(self) -> dict[tuple[int, int], Cell]:
        return {(c.row, c.col): c for c in self.table.cells}

    @cached_property
    def _covered(self) -> dict[tuple[int, int], Cell]:
        return {
            (r, c): cell
            for cell in self.table.cells
            for r in range(cell.row, min(cell.row + cell.rowspan, self.table.n_rows))
            for c in range(cell.col, min(cell.col + cell.colspan, self.table.n_cols))
        }

    @cached_property
    def head(self) -> int:
        """Number of header rows at the top."""
        first_body = min((c.row for c in self.table.cells if not c.is_header), default=self.table.n_rows)
        heads = [c.row + c.rowspan for c in self.table.cells if c.is_header and c.row < first_body]
        return min(first_body, max(heads, default=0))

    def cell(self, row: int, col: int) -> Cell | None:
        """The cell whose top left corner is here."""
        return self._corners.get((row, col))

    def covering(self, row: int, col: int) -> Cell | None:
        """The cell that covers the place, spans counted; ``None`` for a hole."""
        return self._covered.get((row, col))

    @cached_property
    def _rows(self) -> dict[int, list[Cell]]:
        out: dict[int, list[Cell]] = {}
        for cell in self.table.cells:
            out.setdefault(cell.row, []).append(cell)
        return out

    def row(self, row: int) -> list[Cell]:
        """The cells that begin in the row, from the left as the table has them."""
        return self._rows.get(row, [])

    def text(self, row: int, col: int) -> str:
        cell = self._corners.get((row, col))
        return cell.text if cell else ""

    def fact(self, row: int, col: int) -> Fact | None:
        """What the file says of the number in a cell."""
        cell = self._corners.get((row, col))
        return cell.fact if cell else None

    def column_header(self, col: int, between: str = " / ") -> str:
        """The header cells above a column from the top, each once; empty where there are none."""
        return between.join(_texts(self._covered.get((row, col)) for row in range(self.head)))

    def row_header(self, row: int, between: str = " / ") -> str:
        """The header cells of a row; where the table marks none, its first cell."""
        return between.join(_texts(self._covered.get((row, col)) for col in self.naming(row)))

    def naming(self, row: int) -> list[int]:
        """The columns that name a row: those of its header cells; where the table marks none with words, the first."""
        cells = [(col, self._covered.get((row, col))) for col in range(self.table.n_cols)]
        return [col for col, cell in cells if cell is not None and cell.is_header and cell.text] or [0]


def _texts(cells: Iterable[Cell | None]) -> list[str]:
    """The texts of cells, a spanning cell once, empty ones left out."""
    distinct = dict.fromkeys(c for c in cells if c is not None)
    return [c.text for c in distinct if c.text]


def row_spans(text: str, block: Block, grid: Grid) -> tuple[Span, list[Span]]:
    """Where the header of a table stands in ``Document.text`` (with its ruler), and each row below it. Together they
    are the block; each span ends with its line break."""
    lines = []
    start = block.start
    while start < block.end:
        stop = text.find("\n", start, block.end) + 1 or block.end
        lines.append(Span(start, stop))
        start = stop
    ruler = "|" + " --- |" * grid.table.n_cols
    found = (i + 1 for i, line in enumerate(lines) if text[line.start : line.end].rstrip("\n") == ruler)
    n = next(found, 0)
    return Span(block.start, lines[n - 1].end if n else block.start), lines[n:]
