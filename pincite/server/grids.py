"""A table by row and column: what stands in a cell, which headers it belongs to, and which rows and columns a client
means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.errors import RequestError
from pincite.fold import fold_text
from pincite.model import Cell, Fact, Table
from pincite.server.fence import line

_NUMBERS = re.compile(r"^(\d{1,9})(?:\s*([-–])\s*(\d{1,9})?)?$")
_SHOWN_HEADERS = 12


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

    def text(self, row: int, col: int) -> str:
        cell = self._corners.get((row, col))
        return cell.text if cell else ""

    def fact(self, row: int, col: int) -> Fact | None:
        """What the file says of the number in a cell."""
        cell = self._corners.get((row, col))
        return cell.fact if cell else None

    def column_header(self, col: int) -> str:
        """The header cells above a column from the top, each once, joined by `` / ``; empty where there are none."""
        return " / ".join(_texts(self._covered.get((row, col)) for row in range(self.head)))

    def row_header(self, row: int) -> str:
        """The header cells of a row; where the table marks none, its first cell."""
        return " / ".join(_texts(self._covered.get((row, col)) for col in self.naming(row)))

    def naming(self, row: int) -> list[int]:
        """The columns that name a row: those of its header cells; where the table marks none with words, the first."""
        cells = [(col, self._covered.get((row, col))) for col in range(self.table.n_cols)]
        return [col for col, cell in cells if cell is not None and cell.is_header and cell.text] or [0]

    def rows(self, asked: str | None) -> list[int]:
        """The body rows that a client means by ``0-20``, ``3,7`` or the beginning of a row; all without a wish.

        Raises ``RequestError`` (bad_argument) that names the rows there are.
        """
        names = [self.row_header(row) if row >= self.head else "" for row in range(self.table.n_rows)]
        return [row for row in _select(asked, names, "rows") if row >= self.head]

    def columns(self, asked: str | None) -> list[int]:
        """The same for columns, by number or header."""
        return _select(asked, [self.column_header(col) for col in range(self.table.n_cols)], "columns")


def _texts(cells: Iterable[Cell | None]) -> list[str]:
    """The texts of cells, a spanning cell once, empty ones left out."""
    distinct = dict.fromkeys(c for c in cells if c is not None)
    return [c.text for c in distinct if c.text]


def _select(asked: str | None, names: Sequence[str], what: str) -> list[int]:
    """Indexes for a wish: a whole name, or numbers, ranges and names with commas between; all without a wish."""
    if asked is None or not asked.strip():
        return list(range(len(names)))
    folded = [fold_text(name) for name in names]
    chosen = _called(asked, folded)
    if not chosen:
        parts = [_part(part, folded) for part in asked.split(",")]
        chosen = sorted({i for part in parts for i in part}) if all(parts) else _like(asked, folded)
    if not chosen:
        raise _no_such(asked, names, what)
    return chosen


def _part(text: str, names: Sequence[str]) -> list[int]:
    """One name, number or range; empty where it means nothing. A name wins: 2024 is a year before it is a number."""
    return _called(text, names) or _numbered(text, len(names)) or _like(text, names)


def _called(text: str, names: Sequence[str]) -> list[int]:
    wanted = fold_text(text)
    return [i for i, name in enumerate(names) if wanted and name == wanted]


def _numbered(text: str, count: int) -> list[int]:
    match = _NUMBERS.match(text.strip())
    if match is None:
        return []
    first = int(match[1])
    last = int(match[3]) if match[3] else (count - 1 if match[2] else first)
    return list(range(first, min(last, count - 1) + 1))


def _like(text: str, names: Sequence[str]) -> list[int]:
    """Those that begin with the text, else those that hold it."""
    wanted = fold_text(text)
    if not wanted:
        return []
    beginning = [i for i, name in enumerate(names) if name.startswith(wanted)]
    return beginning or [i for i, name in enumerate(names) if wanted in name]


def _no_such(asked: str, names: Sequence[str], what: str) -> RequestError:
    titled = [line(name, 30) for name in names if name]
    shown = ", ".join(titled[:_SHOWN_HEADERS]) + (", …" if len(titled) > _SHOWN_HEADERS else "")
    return RequestError(
        f'No {what} "{line(asked, 40)}" in this table.',
        hint=f"It has {what} 0-{len(names) - 1}" + (f": {shown}." if shown else "."),
    )


def ranges(numbers: Sequence[int], limit: int = 40) -> str:
    """``0-3,7`` for ascending numbers; at most ``limit`` ranges."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ",".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs[:limit])
