"""The header rows of a finished grid: which of its rows head the columns, and wide header cells cut at the columns."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Style, Word
from pincite.parsers.pdf.tables.amounts import Token, is_amount, token_of
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.grid import Grid, GridCell, Interval
from pincite.parsers.pdf.tables.heads import extents

SPACE = 0.45  # of the size: wider than the blank between two words of a header


def spread_heads(grid: Grid, styles: Sequence[Style]) -> None:
    """Cuts the cells above the first amounts that lie over several columns where wide blanks part a header for each of
    these columns: no upright rule was drawn between them."""
    rows = grid.rows()
    body = next((i for i, row in enumerate(rows) if any(c.col and is_amount(c.text) for c in row)), 0)
    if not any(c.colspan > 1 for row in rows[:body] for c in row):
        return
    columns = extents(grid)
    for row in rows[:body]:
        for cell in row:
            if cell.colspan > 1:
                groups = _spread(cell, columns, styles)
                if groups:
                    grid.cells.remove(cell)
                    grid.cells += [GridCell(cell.row, col, cell.rowspan, 1, words) for col, words in groups.items()]


def _spread(cell: GridCell, columns: Sequence[Interval], styles: Sequence[Style]) -> dict[int, list[Word]]:
    """The words of a cell by column; empty where some column has none, a narrow blank would be cut or no line has
    words of two columns."""
    groups: dict[int, list[Word]] = {}
    parted = False
    span = range(cell.col, min(cell.end, len(columns)))
    for line in text_lines(cell.words):
        last = -1
        for i, word in enumerate(line):
            middle = (word.x0 + word.x1) / 2
            col = min(span, key=lambda c: max(columns[c][0] - middle, middle - columns[c][1]))
            if i and word.x0 - line[i - 1].x1 <= SPACE * styles[word.style].size:
                col = last
            elif col < last or (i and col == last):
                return {}
            parted = parted or (i > 0 and col != last)
            groups.setdefault(col, []).append(word)
            last = col
    return groups if parted and len(groups) == len(span) else {}


def mark_head(grid: Grid, styles: Sequence[Style]) -> None:
    """Sets ``is_header`` on the rows at the top that head the columns: those above the first amounts, or bold ones."""
    rows = grid.rows()
    if grid.heads_end:
        return
    count = _head_by_amounts(rows) or _head_by_weight(rows, styles)
    for row in rows[:count]:
        for cell in row:
            cell.is_header = True


def _head_by_amounts(rows: Sequence[Sequence[GridCell]]) -> int:
    """How many rows stand above the first row with an amount, where amounts fill most of the columns."""
    count = last = 0
    for row in rows:
        values = [c for c in row if c.col > 0]
        if any(is_amount(c.text) and token_of(_squeeze(c.text)) is not Token.YEAR for c in values):
            break
        count += 1
        if values or (row and row[0].colspan > 1):
            last = count
    if count == len(rows) or not last:
        return 0
    if count > 2 and count > len(rows) - count and all(len(row) > 1 and row[0].col == 0 for row in rows[:count]):
        return 0  # labels with their values, of which one happens to be an amount
    amounts = sum(1 for row in rows[count:] for c in row if c.col > 0 and is_amount(c.text))
    others = sum(1 for row in rows[count:] for c in row if c.col > 0) - amounts
    return last if amounts >= others and last <= 6 else 0


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _head_by_weight(rows: Sequence[Sequence[GridCell]], styles: Sequence[Style]) -> int:
    """How many rows at the top are bold in all of their cells, where the others are not."""
    bold = [bool(row) and all(styles[w.style].bold for c in row for w in c.words) for row in rows]
    count = next((i for i, b in enumerate(bold) if not b), len(bold))
    most = max(1, min(4, (len(rows) + 1) // 2))  # more are labels with their values
    return count if 0 < count < len(rows) and count <= most and sum(bold[count:]) <= 0.3 * (len(rows) - count) else 0
