"""The tables of a worksheet: stretches of cells that empty rows and columns divide, with the lines of text around
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.parsers.xlsx.cells import Grid, Place, Range

_ALIKE = 0.8  # of the columns of two stretches must be shared for them to be one table


@dataclass(slots=True)
class Region:
    """``range`` is a table with ``heads`` header rows; a region of a single cell is a line of text."""

    range: Range
    heads: int = 0

    @property
    def is_line(self) -> bool:
        return self.range.top == self.range.bottom and self.range.left == self.range.right


def find_regions(grid: Grid) -> list[Region]:
    """The regions in reading order."""
    covered = _covered(grid)
    rows: dict[int, list[int]] = {}
    for row, col in covered:
        rows.setdefault(row, []).append(col)
    out: list[Region] = []
    for table in _declared(grid):
        out.append(Region(table, heads=1))
        for row in range(table.top, table.bottom + 1):
            rows[row] = [col for col in rows.get(row, ()) if not table.left <= col <= table.right]
    bands = _bands(rows)
    for band in _joined(bands, grid):
        for part in _columns(band):
            out += _with_lines(grid, part)
    return sorted(out, key=lambda region: (region.range.top, region.range.left))


def _declared(grid: Grid) -> list[Range]:
    """The tables that their author has declared, one above another where they overlap."""
    out: list[Range] = []
    for table in grid.tables:
        if not any(_overlap(table, other) for other in out):
            out.append(table)
    return out


def _covered(grid: Grid) -> set[Place]:
    """The places of all texts, with what merged cells cover."""
    places = set(grid.cells)
    for merge in grid.merges:
        if (
            (merge.top, merge.left) in grid.cells
            and merge.bottom - merge.top < 1000
            and merge.right - merge.left < 1000
        ):
            places.update(
                (r, c) for r in range(merge.top, merge.bottom + 1) for c in range(merge.left, merge.right + 1)
            )
    return places


Band = dict[int, list[int]]  # the columns in use by row


def _bands(rows: Band) -> list[Band]:
    """Rows that follow each other."""
    out: list[Band] = []
    last = -2
    for row in sorted(row for row, cols in rows.items() if cols):
        if row != last + 1:
            out.append({})
        out[-1][row] = sorted(rows[row])
        last = row
    return out


def _joined(bands: list[Band], grid: Grid) -> list[Band]:
    """An empty row within a table does not end it: what follows has the same columns and no header of its own."""
    out: list[Band] = []
    for band in bands:
        before = out[-1] if out else None
        if before and min(band) - max(before) == 2 and _alike(before, band) and not _looks_like_head(grid, band):
            before.update(band)
        else:
            out.append(band)
    return out


def _alike(one: Band, other: Band) -> bool:
    a, b = ({col for cols in band.values() for col in cols} for band in (one, other))
    return len(a) > 1 and len(b) > 1 and len(a & b) >= _ALIKE * len(a | b)


def _looks_like_head(grid: Grid, band: Band) -> bool:
    first = min(band)
    cells = [grid.cells[first, col] for col in band[first] if (first, col) in grid.cells]
    return len(cells) > 1 and all(cell.heads for cell in cells) and len(band) > 1


def _columns(band: Band) -> Iterator[Range]:
    """The band cut at columns that are empty in all its rows."""
    used = sorted({col for cols in band.values() for col in cols})
    start = used[0]
    for col, following in zip(used, [*used[1:], -1], strict=True):
        if following != col + 1:
            rows = [row for row, cols in band.items() if any(start <= c <= col for c in cols)]
            yield Range(min(rows), start, max(rows), col)
            start = following


def _with_lines(grid: Grid, whole: Range) -> Iterator[Region]:
    """A title above a table and the notes under it are lines of text, not rows."""
    used = [grid.used(row, whole) for row in range(whole.top, whole.bottom + 1)]
    first, last = 0, len(used) - 1
    if any(len(cols) > 1 for cols in used):
        while first < last and _is_line(grid, whole, whole.top + first, used[first]):
            first += 1
        while last > first and _is_line(grid, whole, whole.top + last, used[last]):
            last -= 1
    if first == last and len(used[first]) < 2:
        first, last = 0, len(used) - 1
    lines = [*range(first), *range(last + 1, len(used))]
    for i in lines:
        for col in used[i]:
            yield Region(Range(whole.top + i, col, whole.top + i, col))
    table = Range(whole.top + first, whole.left, whole.top + last, whole.right)
    if table.left == table.right:  # a single column is a list of lines
        for row in range(table.top, table.bottom + 1):
            if (row, table.left) in grid.cells:
                yield Region(Range(row, table.left, row, table.left))
        return
    yield Region(table, _head_rows(grid, table))


def _is_line(grid: Grid, whole: Range, row: int, cols: Sequence[int]) -> bool:
    """Words alone in a row at its left edge; merged, over the whole width."""
    if not cols:
        return True
    if len(cols) > 1 or cols[0] != whole.left or not grid.cells[row, cols[0]].is_text:
        return False
    merge = next((m for m in grid.merges if (m.top, m.left) == (row, cols[0])), None)
    return merge is None or (merge.bottom == merge.top and merge.right >= whole.right)


def _head_rows(grid: Grid, table: Range) -> int:
    """The first row is a header where it holds words only and something else stands below, or where it alone is bold;
    further rows where a merged cell of the one above spans them."""
    first = [grid.cells[table.top, col] for col in grid.used(table.top, table)]
    if table.top == table.bottom or not first or not all(cell.heads for cell in first):
        return 0
    below = [
        grid.cells[row, col]
        for row in range(table.top + 1, min(table.bottom, table.top + 50) + 1)
        for col in grid.used(row, table)
    ]
    bold = all(cell.bold for cell in first) and not all(cell.bold for cell in below)
    if not bold and (all(cell.heads for cell in below) or not any(cell.is_text for cell in first)):
        return 0
    heads = 1
    while table.top + heads < table.bottom and _spans_down(grid, table, heads):
        heads += 1
    return heads


def _spans_down(grid: Grid, table: Range, heads: int) -> bool:
    """Whether the row after ``heads`` header rows belongs to them: merged cells above it, and words only."""
    row = table.top + heads
    cells = [grid.cells[row, col] for col in grid.used(row, table)]
    merged = any(
        table.left <= m.left <= table.right
        and ((m.top <= row - 1 <= m.bottom and m.right > m.left) or (m.top < row <= m.bottom))
        for m in grid.merges
    )
    return merged and bool(cells) and all(cell.heads for cell in cells)


def _overlap(one: Range, other: Range) -> bool:
    return not (one.bottom < other.top or other.bottom < one.top or one.right < other.left or other.right < one.left)
