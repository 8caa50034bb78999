"""Takes out of a table what is there for its looks only: columns that hold a sign or nothing, rows without words."""

from __future__ import annotations

import re

from pincite.parsers.html.grid import Grid, GridCell
from pincite.parsers.html.items import Para, Run

_BEFORE = re.compile(
    r"[-\u2013\u2014(]?(?:[A-Z]{1,3})?[$\u20ac\u00a3\u00a5\u20b9\u20a9][(\-\u2013\u2014]?|\(|(?:US|C|A|HK|NZ|S)\$|RMB|CHF|EUR|USD|GBP"
)
_AFTER = re.compile(r"[)%]+|\)?\s?%\s?\)?|(?:bps?|pts?|x|pp)\)?|\)\s*\(\w{1,2}\)")
_MARK = re.compile(r"\((?:\d{1,2}|[a-z]{1,2})\)|[*\u2020\u2021]{1,3}|\d{1,2}")


def tidy(grid: Grid) -> Grid:
    """The grid with signs joined to their numbers, without spacer columns and empty rows."""
    cells = _join_signs(grid)
    cells = _drop_empty_rows(grid, cells)
    return _drop_spacers(grid, cells)


def _join_signs(grid: Grid) -> list[GridCell]:
    """Currency signs and opening brackets go to the number on their right, closing brackets, percent signs and note
    marks to the one on their left."""
    out: list[GridCell] = []
    for row in grid.rows():
        pending: GridCell | None = None
        last: GridCell | None = None  # the number that a closing sign belongs to
        for cell in row:
            text = cell.text
            if not text:
                if pending is not None and cell.col > pending.col + pending.colspan + 1:
                    out.append(pending)
                    pending = None
                continue
            if pending is not None:
                _absorb(cell, pending, before=True)
                pending = None
            elif _BEFORE.fullmatch(text) and cell is not row[0] and not cell.is_header:
                pending = cell
                continue
            if (
                last is not None
                and (_AFTER.fullmatch(text) or _is_mark(cell, last))
                and cell.col - (last.col + last.colspan) <= 1
                and last.rowspan == cell.rowspan
            ):
                _absorb(last, cell, before=False)
                continue
            out.append(cell)
            last = cell if any(map(str.isdigit, cell.text)) or cell.text in "\u2014\u2013-" else None
        if pending is not None:
            out.append(pending)
    return out


def _is_mark(cell: GridCell, number: GridCell) -> bool:
    """Whether a cell holds the mark of a note to the number before it: a letter or star, or a number set smaller
    (else ``(5)`` is an amount)."""
    if not _MARK.fullmatch(cell.text):
        return False
    return not any(map(str.isdigit, cell.text)) or cell.size < 0.85 * number.size


def _absorb(cell: GridCell, sign: GridCell, *, before: bool) -> None:
    end = max(cell.col + cell.colspan, sign.col + sign.colspan)
    cell.col = min(cell.col, sign.col)
    cell.colspan = end - cell.col
    paras = [item for item in cell.items if isinstance(item, Para)]
    signs = [run for item in sign.items if isinstance(item, Para) for run in item.runs]
    if not paras or not signs:
        return
    mark = _MARK.fullmatch(sign.text) is not None
    if before:
        paras[0].runs[:0] = signs
        cell.text = sign.text + cell.text
    else:
        if mark:
            paras[-1].runs.append(Run(" ", signs[0].look))
        paras[-1].runs += signs
        cell.text += (" " if mark else "") + sign.text


def _drop_empty_rows(grid: Grid, cells: list[GridCell]) -> list[GridCell]:
    full = {cell.row for cell in cells if cell.text}
    place = {row: i for i, row in enumerate(sorted(full))}
    kept = [cell for cell in cells if cell.row in place]
    for cell in kept:
        rows = [r for r in range(cell.row, cell.row + cell.rowspan) if r in place]
        cell.row, cell.rowspan = place[cell.row], max(1, len(rows))
    grid.n_head = sum(row < grid.n_head for row in full)
    grid.n_rows = len(full)
    return kept


def _drop_spacers(grid: Grid, cells: list[GridCell]) -> Grid:
    """Columns of the markup that make one column of the table become one."""
    column = _columns(cells, grid.n_cols)
    for cell in cells:
        last = column[cell.col + cell.colspan - 1]
        cell.col = column[cell.col]
        cell.colspan = last - cell.col + 1
    n_cols = max((cell.col + cell.colspan for cell in cells), default=0)
    return Grid(cells, grid.n_rows, n_cols, grid.captions, grid.is_drawn, grid.is_layout, grid.n_head)


def _columns(cells: list[GridCell], n_cols: int) -> list[int]:
    """For each column of the markup the column of the table that it is a part of. Neighbours are one where no row has
    different cells in them and a narrow cell spans both, or where nothing begins in one of them."""
    begins: list[set[int]] = [set() for _ in range(n_cols)]  # rows in which a cell with words begins in the column
    spans: dict[int, int] = {}  # column -> narrowest cell that spans it and the column before it
    for cell in cells:
        begins[cell.col].update(range(cell.row, cell.row + cell.rowspan))
        for k in range(cell.col + 1, min(cell.col + cell.colspan, n_cols)):
            spans[k] = min(spans.get(k, cell.colspan), cell.colspan)
    out: list[int] = []
    group = -1
    rows: set[int] = set()
    started = 0
    for k in range(n_cols):
        own = begins[k]
        if group >= 0 and (not own or not rows or (k in spans and not own & rows and spans[k] <= k - started + 3)):
            rows |= own
        else:
            group, rows, started = group + 1, set(own), k
        out.append(group)
    return out
