"""Table cells as evidence: a value quoted alone, or together with the headers of its row and column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pincite.match import Letters, Searcher, Wanted
from pincite.model import Cell, Document, Table

_SEPARATORS = (" | ", ": ", ", ", "; ", " – ", " ")
_NOT_KEY = re.compile(r"[\W_]+")
_MAX_VALUE = 60  # letters and digits; a longer cell is prose and found as text


class CellPlace(NamedTuple):
    table: Table
    cell: Cell


def cell_says(table: Table, cell: Cell, want: Wanted) -> bool:
    """Whether the quote is the cell's whole text, or that after the headers of its row, its column or both."""
    for heads in _orders(*headers_of(table, cell)):
        text = _joined([*heads, cell.text], want)
        if text is not None and next(Searcher(Letters(text)).find(want), None):
            return True
    return False


def _joined(parts: list[str], want: Wanted) -> str | None:
    """The headers and the value with the quote's own separators between them, ``None`` where it has other words, or other
    marks than separate."""
    letters = [wanted(part) for part in parts]
    at, out = 0, parts[0]
    for one, next_, part in zip(letters, letters[1:], parts[1:], strict=False):
        if one is None:
            return None
        at += len(one.text)
        lead = next_.lead if next_ else part
        between = want.gaps.get(at, "").removesuffix(lead) if next_ else want.trail.strip().removesuffix(lead)
        separator = between.strip().removeprefix(one.trail.strip()) if one.trail.strip() else between
        if not _SEPARATOR.fullmatch(separator):
            return None
        out += f"{separator if next_ else ' '}{part}"
    same = "".join(w.text for w in letters if w) == want.text
    return out if same else None


def headers_of(table: Table, cell: Cell) -> tuple[list[str], list[str]]:
    """The texts that name a cell: of its row (header cells, else the first column) and of its column, outermost
    first."""
    rows: list[str] = []
    cols: list[str] = []
    for other in table.cells:
        if other is cell or not other.text.strip():
            continue
        in_row = other.row < cell.row + cell.rowspan and cell.row < other.row + other.rowspan
        in_col = other.col < cell.col + cell.colspan and cell.col < other.col + other.colspan
        if in_row and other.col < cell.col and (other.is_header or other.col == 0):
            rows.append(other.text)
        elif in_col and other.row < cell.row and (other.is_header or other.row == 0):
            cols.append(other.text)
    return rows, cols


class ValueCells:
    """The cells with numbers in them, by what they say."""

    def __init__(self, doc: Document) -> None:
        self._by_key: dict[str, list[CellPlace]] = {}
        for table in doc.tables:
            for cell in table.cells:
                key = _key(cell.text)
                if 0 < len(key) <= _MAX_VALUE and any(c.isdigit() for c in key):
                    self._by_key.setdefault(key, []).append(CellPlace(table, cell))

    def find(self, want: Wanted) -> Iterator[CellPlace]:
        """Cells whose headers and value are together what the quote says."""
        for length in range(1, min(len(want.text) - 1, _MAX_VALUE) + 1):
            for place in self._by_key.get(want.text[-length:], ()):
                if cell_says(place.table, place.cell, want):
                    yield place


def _orders(rows: list[str], cols: list[str]) -> Iterable[tuple[str, ...]]:
    """The headers that may stand before a value: none, of the row, of the column, both; all of them or the innermost
    only."""
    row_forms = dict.fromkeys([tuple(rows), tuple(rows[-1:])])
    col_forms = dict.fromkeys([tuple(cols), tuple(cols[-1:])])
    out: dict[tuple[str, ...], None] = {(): None}
    for row in row_forms:
        for col in col_forms:
            out.update(dict.fromkeys([row, col, row + col, col + row]))
    return out


def _key(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return _NOT_KEY.sub("", text).casefold()
