"""What a table of HTML is for: data, the layout of text, or a list of contents."""

from __future__ import annotations

import re
from enum import Enum, auto

from pincite.parsers.html.grid import Grid, GridCell
from pincite.parsers.html.items import TableItem, paragraphs

_LABEL = re.compile(
    r"[\u2022\u25cf\u25cb\u25aa\u25a0\u00b7\u2013\u2014*\u2610\u2611\u2612\u2713\u2714\u00a8\u00fe\u0168-]"
    r"|\(?(?:\d{1,3}|[A-Za-z]{1,2}|[ivxlIVXL]{1,6})[.)]|\(\d{1,3}\)|\d{1,3}(?:\.\d{1,3}){1,4}\.?"
    r"|\(?\d{1,3}(?:\.\d{1,3}){1,2}[A-Za-z]?\)?[*+\u2020\u2021]{0,3}|[*\u2020\u2021]+"
    r"|(?:item|part|article|section|note|exhibit|annex|appendix|schedule|question|q|a)\s*[\dIVXLA-Z.:-]{0,8}[.:]?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"[^\w]*\d[\d.,\s]*[^\w]*|[\u2014\u2013-]|N/?A", re.IGNORECASE)
_PROSE = 160  # characters of a cell that is a paragraph


class Use(Enum):
    DATA = auto()
    LAYOUT = auto()  # each cell is text of its own
    LINES = auto()  # the cells of a row make one line: a mark and its text, a title and its number
    CONTENTS = auto()


def use_of(grid: Grid) -> Use:
    """What a tidied table is for."""
    rows = [row for row in grid.rows() if any(cell.text for cell in row)]
    if not rows:
        return Use.LAYOUT
    if _is_contents(rows):
        return Use.CONTENTS
    if grid.is_layout or _holds_tables(grid):
        return Use.LINES if _are_marked(rows) else Use.LAYOUT
    if grid.is_drawn and grid.n_cols > 1 and len(rows) > 1:
        return Use.DATA
    if grid.n_cols < 2:
        return Use.LAYOUT
    if _are_marked(rows):
        return Use.LINES
    if len(rows) == 1:
        return _use_of_row(rows[0])
    wide = [row for row in rows if len(row) > 1]
    if not wide:
        return Use.LAYOUT
    if _holds_headings(grid) or _is_page(grid, rows):
        return Use.LAYOUT
    return Use.DATA


def _use_of_row(row: list[GridCell]) -> Use:
    return Use.LINES if sum(len(cell.text) for cell in row) < 2 * _PROSE and len(row) < 5 else Use.LAYOUT


def _holds_tables(grid: Grid) -> bool:
    inner = [cell for cell in grid.cells if any(isinstance(item, TableItem) for item in cell.items)]
    if not inner:
        return False
    if not grid.is_drawn:
        return True
    return len(inner) > 0.3 * len(grid.cells) or any(len(cell.text) > 0.5 * _words(grid) for cell in inner)


def _words(grid: Grid) -> int:
    return sum(len(cell.text) for cell in grid.cells)


def _holds_headings(grid: Grid) -> bool:
    return any(para.heading for cell in grid.cells for para in paragraphs(cell.items))


def _is_page(grid: Grid, rows: list[list[GridCell]]) -> bool:
    """Whether a cell holds the running text of a page."""
    return any(sum(len(p.text) > _PROSE for p in paragraphs(cell.items)) > 3 for cell in grid.cells) and len(rows) < 4


def _are_marked(rows: list[list[GridCell]]) -> bool:
    """Whether every row is a mark or the number of a part, and one text behind it."""
    wide = [row for row in rows if len(row) > 1]
    if not wide or len(wide) < 0.6 * len(rows):
        return False
    texts = [row[-1].text for row in wide]
    if any(len(row) > 3 for row in wide) or all(_AMOUNT.fullmatch(text) for text in texts):
        return False
    return all(all(len(c.text) <= 16 and _LABEL.fullmatch(c.text) for c in row[:-1]) for row in wide)


def _is_contents(rows: list[list[GridCell]]) -> bool:
    """Whether the titles in most rows lead to places within the page, and the rows say no more than title and page."""
    if len(rows) < 3 or any(cell.is_header for row in rows for cell in row):
        return False
    linked = [row for row in rows if _title(row) is not None]
    if len(linked) < max(3, 0.6 * len(rows)):
        return False
    return all(sum(len(cell.text) for cell in row) < 300 and len(row) <= 5 for row in rows)


def _title(row: list[GridCell]) -> GridCell | None:
    """The cell with most words, where all of them are a link within the page."""
    cell = max(row, key=lambda c: len(c.text))
    return cell if any(p.is_linked for p in paragraphs(cell.items)) else None


def is_mark(text: str) -> bool:
    return len(text) <= 16 and _LABEL.fullmatch(text) is not None
