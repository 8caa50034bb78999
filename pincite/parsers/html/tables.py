"""A table of HTML -> a table of data, or the paragraphs that it lays out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pincite.model import Fact, Kind, Role
from pincite.parsers.assemble import DraftCell, DraftTable, Piece
from pincite.parsers.html.grid import Grid, GridCell, read_grid
from pincite.parsers.html.items import Break, Item, Para, Run, TableItem, paragraphs
from pincite.parsers.html.kinds import Use, is_mark, use_of
from pincite.parsers.html.lists import BULLET
from pincite.parsers.html.tidy import tidy

if TYPE_CHECKING:
    from pincite.parsers.html.flow import Context, Frame

_AMOUNT = re.compile(r"[^\w%]*\(?\d[\d.,\s]*\)?[^\w]*|[\u2014\u2013-]")
_YEAR = re.compile(r"(?:19|20)\d\d(?:[A-Z]|\s?\(\w\))?")


def read_table(table: Any, frame: Frame, context: Context, depth: int) -> list[Item]:
    """The items that a table makes."""
    grid = read_grid(table, frame, context, depth)
    breaks = [item for cell in grid.cells for item in cell.items if isinstance(item, Break)]
    grid = tidy(grid)
    match use_of(grid):
        case Use.DATA:
            return _data(grid, frame, breaks)
        case Use.CONTENTS:
            return _data(grid, frame, breaks, entries=_contents(grid))
        case Use.LINES:
            return [*grid.captions, *_lines(grid)]
        case _:
            return [*grid.captions, *(item for row in grid.rows() for cell in row for item in cell.items)]


def _data(grid: Grid, frame: Frame, breaks: list[Break], entries: Sequence[Para] = ()) -> list[Item]:
    head = _head_rows(grid)
    cells = [
        DraftCell(
            cell.row,
            cell.col,
            cell.rowspan,
            cell.colspan,
            cell.row < head or (cell.is_header and cell.col == 0),
            pieces_of(cell.items),
            _fact_of(cell),
        )
        for cell in grid.cells
    ]
    caption = " ".join(" ".join(p.text for p in grid.captions).split()) or None
    table = DraftTable(grid.n_rows, grid.n_cols, cells, caption)
    item = TableItem(table, list(entries), is_furniture=frame.is_furniture)
    item.anchors = [
        anchor for cell in grid.cells for part in cell.items if not isinstance(part, Break) for anchor in part.anchors
    ]
    return [*grid.captions, item, *[found for found in breaks if found.rule is None][:1]]


def _fact_of(cell: GridCell) -> Fact | None:
    """What the page says of the number in a cell; ``None`` where there are several."""
    facts = {run.fact for item in cell.items if isinstance(item, Para) for run in item.runs if run.fact is not None}
    return facts.pop() if len(facts) == 1 else None


def _head_rows(grid: Grid) -> int:
    """How many rows at the top are headers: what the markup calls so, else the rows above the first with amounts."""
    rows = grid.rows()
    if grid.n_head:
        return grid.n_head
    marked = 0
    while marked < len(rows) and rows[marked] and all(cell.is_header for cell in rows[marked]):
        marked += 1
    if marked:
        return marked
    for i, row in enumerate(rows[:8]):
        values = [cell for cell in row if cell.col > 0]
        if any(_AMOUNT.fullmatch(c.text) and not _YEAR.fullmatch(c.text) for c in values):
            return _last_over_values(rows[:i])
    first = rows[0] if rows else []
    return 1 if len(rows) > 1 and len(first) > 1 and all(cell.bold for cell in first) else 0


def _last_over_values(rows: list[list[GridCell]]) -> int:
    """How many of some rows above the first amounts are headers: those below the last that says something of the
    columns are the first labels of the stub."""
    return max((i + 1 for i, row in enumerate(rows) if any(cell.col > 0 for cell in row)), default=0)


def pieces_of(items: list[Item]) -> list[Piece]:
    """What is in a cell, as pieces: paragraphs and the rows of tables inside, a space between."""
    out: list[Piece] = []
    for item in items:
        if isinstance(item, Break):
            continue
        if out:
            out.append(Piece(" ", None))
        if isinstance(item, Para):
            out += [Piece(run.text, None, uri=run.uri) for run in item.runs if run.text != BULLET]
        else:
            for cell in item.table.cells:
                out += [*cell.pieces, Piece(" ", None)]
    return out


def _lines(grid: Grid) -> list[Item]:
    """Each row as one line: the cells before the last are the mark of what stands in it."""
    out: list[Item] = []
    for row in grid.rows():
        cells = [cell for cell in row if cell.text]
        if not cells:
            continue
        label, body = cells[:-1], cells[-1]
        first = next((item for item in body.items if not isinstance(item, Break)), None)
        if not isinstance(first, Para):
            out += [item for cell in cells for item in cell.items]
            continue
        marks = [_joined(cell) for cell in label]
        first.runs[:0] = [run for runs in marks for run in (*runs, Run(" ", runs[-1].look))]
        first.anchors[:0] = [a for cell in label for item in cell.items if isinstance(item, Para) for a in item.anchors]
        if label and is_mark(label[0].text) and first.heading is None and first.kind is Kind.PARAGRAPH:
            first.kind, first.level = Kind.LIST_ITEM, first.level or 1
        first.heading = first.heading or next((p.heading for c in label for p in c.items if isinstance(p, Para)), None)
        if label and not is_mark(label[0].text):
            for para in paragraphs(body.items):
                para.is_row = True
        out += body.items
    return out


def _contents(grid: Grid) -> list[Para]:
    """Each row as an entry of a list of contents."""
    out: list[Para] = []
    for row in grid.rows():
        cells = [cell for cell in row if cell.text]
        if not cells:
            continue
        runs: list[Run] = []
        for cell in cells:
            if runs:
                runs.append(Run(" ", runs[-1].look))
            runs += _joined(cell)
        level = 1 + round(min(cells[0].indent, 100.0) / 18)
        out.append(Para(runs, Kind.TOC_ENTRY, Role.TOC, level=level, indent=cells[0].indent))
    return out


def _joined(cell: GridCell) -> list[Run]:
    runs: list[Run] = []
    for item in cell.items:
        if isinstance(item, Para):
            if runs:
                runs.append(Run(" ", runs[-1].look))
            runs += item.runs
    return [run._replace(text=run.text.replace("\n", " ")) for run in runs]
