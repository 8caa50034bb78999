"""Rows alone at the foot of a page: the header, or the first rows, of a table whose others stand on the next page."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.assemble import DraftTable
from pincite.parsers.pdf.layout import LayoutTable, Line, PageLayout, Style, hull
from pincite.parsers.pdf.tables.cells import claim, draft
from pincite.parsers.pdf.tables.continued import first_table
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.rows import Row, make_rows
from pincite.parsers.pdf.text.hyphens import Joints

EDGE = 1.5  # points: how exactly the texts stand on the edges of the columns
WORDS = 7  # of a text in such a row: more is running text
GAP = 1.8  # of the height of a row: white space above another row
MOST = 6  # rows: more would have been found as a table


def take_foot_rows(before: PageLayout, page: PageLayout, styles: Sequence[Style], joints: Joints) -> None:
    """Makes a table of the rows at the foot of a page, if they stand in the columns of the table at the top of the
    next one."""
    first = first_table(page)
    if first is None or first.table.n_cols < 2 or any(c.is_header for c in first.table.cells):
        return
    floor = max((t.box.y1 for t in before.tables), default=0.0)
    free = [n for n in before.lines if n.furniture is None]
    if not free or any(n.words[0].angle for n in free):
        return
    rows = _foot(free, floor, styles)
    columns = _columns(first.table)
    taken: list[tuple[Row, list[int]]] = []
    for row in rows:
        places = _places(row, columns)
        if places is None or (taken and taken[-1][0].y0 - row.y1 > GAP * (row.y1 - row.y0)):
            break
        taken.append((row, places))
    if taken and len(taken) <= MOST and any(len(p) == len(columns) for _, p in taken):
        _add(before, taken[::-1], len(columns), styles, joints)
        first.continues = True
        first.evidence.append("goes on from the rows at the foot of the page before")


def _foot(lines: Sequence[Line], floor: float, styles: Sequence[Style]) -> list[Row]:
    """The lowest free rows, from the lowest one up."""
    end = max(n.y1 for n in lines)
    low = [n for n in lines if n.y0 > end - (MOST + 1) * 3 * n.size]
    rows = make_rows([n for n in low if n.table is None and n.y0 > floor], styles)
    return rows[::-1] if rows and rows[-1].y1 >= end - 1 else []


def _columns(table: DraftTable) -> list[list[Interval]]:
    """For each column where the texts of its cells begin and end."""
    out: list[list[Interval]] = [[] for _ in range(table.n_cols)]
    for cell in table.cells:
        boxes = [p.bbox for p in cell.pieces if p.bbox is not None]
        if boxes and cell.colspan == 1:
            out[cell.col].append((min(b.x0 for b in boxes), max(b.x1 for b in boxes)))
    return out


def _places(row: Row, columns: Sequence[Sequence[Interval]]) -> list[int] | None:
    """The columns that the texts of a row stand in, each set to an edge of its own; ``None`` where they do not."""
    out: list[int] = []
    if len(row.units) < 2:
        return None
    for unit in row.units:
        over = [i for i, cells in enumerate(columns) if any(unit.x0 < b and unit.x1 > a for a, b in cells)]
        if len(over) != 1 or over[0] in out or len(unit.words) > WORDS:
            return None
        cells = columns[over[0]]
        set_alike = sum(min(abs(unit.x0 - a), abs(unit.x1 - b)) <= EDGE for a, b in cells)
        if set_alike < 0.5 * len(cells):
            return None
        out.append(over[0])
    return out


def _add(
    page: PageLayout, rows: Sequence[tuple[Row, list[int]]], n_cols: int, styles: Sequence[Style], joints: Joints
) -> None:
    cells = [
        GridCell(i, col, 1, 1, unit.words, is_header=all(styles[w.style].bold for u in row.units for w in u.words))
        for i, (row, places) in enumerate(rows)
        for unit, col in zip(row.units, places, strict=True)
    ]
    grid = Grid(len(rows), n_cols, cells, hull([row for row, _ in rows]))
    owner = {id(w): len(page.tables) for cell in cells for w in cell.words}
    evidence = ["in the columns of the table on the next page"]
    page.tables.append(LayoutTable(grid.box, page.number, draft(grid, page.number, joints, None), evidence))
    page.lines = claim(page.lines, owner, styles)
