"""Two versions of a table: which column of one is which of the other, and which cells say something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pincite.compare.words import same_words
from pincite.fold import fold_text
from pincite.model import Cell, Table
from pincite.tables import Grid
from pincite.tables.values import decimal_mark, parse_number
from pincite.verify.gaps import CURRENCY

_ONLY_SIGNS = re.compile(rf"[\s{CURRENCY}%()—–-]*")
_DIGITS = re.compile(r"\d+")


class CellChange(NamedTuple):
    """A cell that says something else; ``None`` on the side that has no such cell. ``column`` names it on the new
    side, with the old name where that differs."""

    old: Cell | None
    new: Cell | None
    row: str
    column: str


class TablePair:
    """Two tables that are versions of each other. Columns belong together by their headers, those without by their
    order."""

    def __init__(self, old: Table, new: Table) -> None:
        self.old, self.new = _Columns(old), _Columns(new)

    @cached_property
    def columns(self) -> list[tuple[int, int]]:
        """(old, new) columns, in the order of the old table."""
        by_name: dict[str, list[int]] = {}
        for col in reversed(self.new.columns):
            by_name.setdefault(self.new.name(col), []).append(col)
        pairs = []
        for col in self.old.columns:
            name = self.old.name(col)
            if name and by_name.get(name):
                pairs.append((col, by_name[name].pop()))
        if not pairs and len(self.old.columns) == len(self.new.columns):
            return list(zip(self.old.columns, self.new.columns, strict=True))
        return sorted([*pairs, *self._renamed(pairs)])

    def _renamed(self, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Columns that stand between the same neighbours under another header; not another year or quarter."""
        edges = [(-1, -1), *sorted(pairs), (1 << 30, 1 << 30)]
        for (a0, b0), (a1, b1) in pairwise(edges):
            ours = [c for c in self.old.columns if a0 < c < a1]
            theirs = [c for c in self.new.columns if b0 < c < b1]
            if len(ours) != len(theirs):
                continue
            for one, other in zip(ours, theirs, strict=True):
                if _DIGITS.findall(self.old.title(one)) == _DIGITS.findall(self.new.title(other)):
                    yield one, other

    @property
    def removed(self) -> list[str]:
        """The headers of columns that only the old table has."""
        known = {old for old, _ in self.columns}
        return [self.old.title(c) for c in self.old.columns if c not in known and self.old.title(c)]

    @property
    def added(self) -> list[str]:
        known = {new for _, new in self.columns}
        return [self.new.title(c) for c in self.new.columns if c not in known and self.new.title(c)]

    @property
    def renamed(self) -> list[tuple[str, str]]:
        """Old and new header of the columns that changed theirs."""
        titles = [(self.old.title(a), self.new.title(b)) for a, b in self.columns]
        both = [(one, other) for one, other in titles if one and other]  # a header may only have been read as a row
        return [(one, other) for one, other in both if not same_words(one, other, any_case=True)]

    @property
    def comparable(self) -> bool:
        """Whether values can be held against each other: not where no column of one is a column of the other."""
        return bool(self.columns) or self._unnamed or not (self.old.columns and self.new.columns)

    @cached_property
    def _unnamed(self) -> bool:
        """Whether one of the two has no headers to tell its columns apart."""
        return any(not any(side.title(c) for c in side.columns) for side in (self.old, self.new))

    def cells(self, old_row: int, new_row: int) -> Iterator[CellChange]:
        """The cells of a row that changed. Where columns have no headers, the values are taken in order; columns of
        other years or quarters are not held against each other."""
        label = self.new.grid.row_header(new_row) or self.old.grid.row_header(old_row)
        for one, other, column in self._beside(old_row, new_row):
            if (one or other) and not self._same(one, other):
                yield CellChange(one, other, " ".join(label.split()), column)

    def _beside(self, old_row: int, new_row: int) -> Iterator[tuple[Cell | None, Cell | None, str]]:
        if self.columns:
            for a, b in self.columns:
                before, now = self.old.title(a), self.new.title(b)
                column = now if same_words(before, now, any_case=True) else f"{before} -> {now}"
                yield self.old.cell(old_row, a), self.new.cell(new_row, b), column
            return
        if not self._unnamed:
            return
        ours, theirs = self.old.values(old_row), self.new.values(new_row)
        for n in range(max(len(ours), len(theirs))):
            one = ours[n] if n < len(ours) else None
            other = theirs[n] if n < len(theirs) else None
            yield one, other, self.new.title(other.col) if other else self.old.title(one.col) if one else ""

    def _same(self, one: Cell | None, other: Cell | None) -> bool:
        a, b = one.text.strip() if one else "", other.text.strip() if other else ""
        if a == b or (_ONLY_SIGNS.fullmatch(a) and _ONLY_SIGNS.fullmatch(b) and _dashless(a) == _dashless(b)):
            return True
        if not a or not b:
            return False
        if same_words(a, b):
            return True
        left, right = parse_number(a, self.old.mark), parse_number(b, self.new.mark)
        if left is None or right is None:
            return False
        signs = left.currency is None or right.currency is None or left.currency == right.currency
        return signs and (left.value, left.unit, left.scale) == (right.value, right.unit, right.scale)


class _Columns:
    """The columns of a table that hold values: not those that name rows, nor those of lone signs."""

    def __init__(self, table: Table) -> None:
        self.grid = Grid(table)
        self.table = table
        self.mark = decimal_mark(cell.text for cell in table.cells)

    @cached_property
    def columns(self) -> list[int]:
        body = [c for c in self.table.cells if c.row >= self.grid.head and not _ONLY_SIGNS.fullmatch(c.text)]
        names = {col for c in body for col in self.grid.naming(c.row)}
        return sorted({c.col for c in body} - names)

    def title(self, col: int) -> str:
        return " ".join(self.grid.column_header(col).split())

    def name(self, col: int) -> str:
        return fold_text(self.title(col))

    def cell(self, row: int, col: int) -> Cell | None:
        return self.grid.cell(row, col)

    def values(self, row: int) -> Sequence[Cell]:
        names = self.grid.naming(row)
        return [c for c in self.grid.row(row) if c.col not in names and not _ONLY_SIGNS.fullmatch(c.text)]


def _dashless(text: str) -> str:
    return re.sub(r"[\s—–-]", "", text)
