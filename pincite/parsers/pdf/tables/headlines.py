"""The lines above the body of a table, before they become its header: which of them are rows of the body, and which
columns only they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.rows import Unit

SHORT = 3  # words of the header of an empty column


class Placed(NamedTuple):
    """A unit of a header line and the columns it stands over, ``first`` to before ``end``."""

    unit: Unit
    first: int
    end: int


def leave_to_body(grid: Grid, lines: list[list[Placed]]) -> None:
    """Moves the lowest lines into the body where they fill all columns in the look of the first row below them, and the
    lines above look otherwise: texts over columns of dashes or amounts are no header for that."""
    body = next((row for row in grid.rows() if len(row) == grid.n_cols), None)
    if body is None:
        return
    looks = [cell.words[0].style for cell in body]
    at = len(lines)
    while at > 1 and [p.unit.words[0].style for p in lines[at - 1]] == looks and _fills(lines[at - 1], grid.n_cols):
        at -= 1
    if at == len(lines) or any(w.style in looks for line in lines[:at] for p in line for w in p.unit.words):
        return
    for cell in grid.cells:
        cell.row += len(lines) - at
    for row, line in enumerate(lines[at:]):
        grid.cells += [GridCell(row, p.first, 1, 1, list(p.unit.words)) for p in line]
    grid.n_rows += len(lines) - at
    grid.box = grid.box._replace(y0=min(p.unit.y0 for p in lines[at]))
    del lines[at:]
    grid.heads_end = True


def _fills(line: Sequence[Placed], n_cols: int) -> bool:
    return [(p.first, p.end) for p in line] == [(i, i + 1) for i in range(n_cols)]


def open_columns(grid: Grid, lines: Sequence[Sequence[Placed]], columns: Sequence[Interval]) -> list[Interval] | None:
    """Adds the columns that have nothing but a header: of two short units that would share a column, the one that
    stands wholly beside it. Returns the new columns; ``None`` where there are none to add."""
    found: list[tuple[int, Interval]] = []
    for line in lines:
        for p in line:
            others = [q for q in line if q is not p and (q.first, q.end) == (p.first, p.end)]
            at = _beside(p, columns)
            if at is None or not any(_overlaps(q, columns[p.first]) for q in others):
                continue
            if all(at != i or p.unit.x0 >= b or p.unit.x1 <= a for i, (a, b) in found):
                found.append((at, (p.unit.x0, p.unit.x1)))
    if not found:
        return None
    found.sort()
    for cell in grid.cells:
        first = cell.col + sum(at <= cell.col for at, _ in found)
        cell.colspan += sum(cell.col < at < cell.end for at, _ in found)
        cell.col = first
    grid.n_cols += len(found)
    return sorted([*columns, *(interval for _, interval in found)])


def _beside(p: Placed, columns: Sequence[Interval]) -> int | None:
    """The column before which a unit stands without touching any; ``None`` where it touches one or is no header."""
    if p.end - p.first > 1 or len(p.unit.words) > SHORT or not p.first:
        return None
    at = sum(a < p.unit.x0 for a, _ in columns)
    clear = columns[at - 1][1] <= p.unit.x0 and (at == len(columns) or p.unit.x1 <= columns[at][0])
    return at if clear else None


def _overlaps(p: Placed, column: Interval) -> bool:
    return p.unit.x0 < column[1] and p.unit.x1 > column[0]
