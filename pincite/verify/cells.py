"""Table cells as evidence: a value quoted alone, or together with the headers of its row and column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pincite.model import Cell, Document, Table
from pincite.verify.gaps import CURRENCY, is_minus, plain
from pincite.verify.letters import Letters
from pincite.verify.searcher import Hit, Searcher, wanted

_BETWEEN = " \t\n|:,;–—-*_"  # what may stand between headers and value
_NOT_KEY = re.compile(r"[\W_]+")
_MAX_VALUE = 60  # letters and digits; a longer cell is prose and found as text


class CellPlace(NamedTuple):
    table: Table
    cell: Cell
    same_case: bool


class Said(NamedTuple):
    """A quote that is a cell's value, or that with its headers; ``same_case`` unless capitals differ."""

    same_case: bool


def cell_says(cell: Cell, rows: list[str], cols: list[str], quote: str) -> Said | None:
    """Whether the quote is the cell's whole text, or that after the headers of its row, its column or both. A currency
    sign in front of the value need not be quoted."""
    value = cell.text.strip()
    bare = value.lstrip(CURRENCY).lstrip()
    for found in (place for words in dict.fromkeys((value, bare)) if words for place in _places(words, quote)):
        if is_minus(quote[: found.start], "") or not _ends_there(quote, found.end):
            continue
        head = _trimmed(quote[: found.start])
        for order in _orders(rows, cols):
            said = _are(head, order)
            if said is not None:
                return Said(said.same_case and found.same_case)
    return None


def _places(words: str, quote: str) -> list[Hit]:
    """Where the quote has the words. Here the quote is the text that is searched: it must have all that belongs to a
    number, and no sign or unit more."""
    want = wanted(words)
    if want is None:  # a dash, a check mark
        at = quote.rfind(words)
        return [Hit(at, at + len(words), True)] if at >= 0 else []
    return list(Searcher(Letters(quote)).find(want))


def _ends_there(quote: str, at: int) -> bool:
    return plain(quote[at:] + " ") in {"", "."}


def _are(text: str, headers: Sequence[str]) -> Said | None:
    """Whether the text is these headers, one after the other."""
    same_case = True
    for header in headers:
        found = next(iter(_places(header.strip(), text)), None)
        if found is None or text[: found.start].strip(_BETWEEN):
            return None
        text = _trimmed(text[found.end :], text[found.end - 1])
        same_case = same_case and found.same_case
    return None if text else Said(same_case)


def _trimmed(text: str, left: str = "") -> str:
    """The text without what may stand between headers and value, but with the minus of a number at its start. ``left``
    is the character before it."""
    bare = text.strip(_BETWEEN)
    before = (left + text)[: len(left) + text.find(bare)]
    return "-" + bare if bare[:1].isdigit() and is_minus(before, "") else bare


class Headers:
    """What names the cells of a table: header cells, else the first column and the first row."""

    def __init__(self, table: Table) -> None:
        self._of_row: dict[int, list[Cell]] = {}
        self._of_cols = [c for c in table.cells if (c.is_header or c.row == 0) and c.text.strip()]
        for cell in table.cells:
            if (cell.is_header or cell.col == 0) and cell.text.strip():
                for row in range(cell.row, cell.row + cell.rowspan):
                    self._of_row.setdefault(row, []).append(cell)

    def of(self, cell: Cell) -> tuple[list[str], list[str]]:
        """The texts that name the cell's row and its column, outermost first."""
        rows = dict.fromkeys(
            head
            for row in range(cell.row, cell.row + cell.rowspan)
            for head in self._of_row.get(row, ())
            if head.col < cell.col
        )
        cols = [
            head
            for head in self._of_cols
            if head.row < cell.row and head.col < cell.col + cell.colspan and cell.col < head.col + head.colspan
        ]
        return [c.text for c in rows], [c.text for c in cols]


class ValueCells:
    """The cells with numbers in them, by what they say."""

    def __init__(self, doc: Document) -> None:
        self._headers: dict[int, Headers] = {}
        self._by_key: dict[str, list[tuple[Table, Cell]]] = {}
        for table in doc.tables:
            for cell in table.cells:
                key = _key(cell.text)
                if 0 < len(key) <= _MAX_VALUE and any(c.isdigit() for c in key):
                    self._by_key.setdefault(key, []).append((table, cell))

    def says(self, table: Table, cell: Cell, quote: str) -> Said | None:
        """See ``cell_says``."""
        if table.id not in self._headers:
            self._headers[table.id] = Headers(table)
        return cell_says(cell, *self._headers[table.id].of(cell), quote)

    def find(self, quote: str) -> Iterator[CellPlace]:
        """Cells whose headers and value are together what the quote says."""
        want = wanted(quote)
        if want is None:
            return
        for length in range(1, min(len(want.text) - 1, _MAX_VALUE) + 1):
            for table, cell in self._by_key.get(want.text[-length:], ()):
                said = self.says(table, cell, quote)
                if said:
                    yield CellPlace(table, cell, said.same_case)


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
