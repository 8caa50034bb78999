"""The cells of a table with what each is for and what its number is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pincite.model import Cell, Document, Fact, Kind, Span, Table
from pincite.tables.grid import Grid
from pincite.tables.roles import CellRole, cell_role
from pincite.tables.values import Number, currency_of, decimal_mark, parse_number, stated_scale

_LEAD = 3  # blocks above a table that may say what its numbers count
_LEADING = (Kind.PARAGRAPH, Kind.CAPTION, Kind.HEADING)
_UNSCALED = ("per share", "per common share", "per unit", "je aktie", "par action")


class TableCell(NamedTuple):
    """A cell as ``model.Cell`` has it, with its ``role`` and, where its text is a number, that ``number``."""

    row: int
    col: int
    rowspan: int
    colspan: int
    is_header: bool
    start: int
    end: int
    text: str
    fact: Fact | None
    role: CellRole
    number: Number | None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def value(self) -> Decimal | None:
        """The number as printed, with its sign; ``None`` where the text is none."""
        return self.number.value if self.number else None


def read_cells(table: Table, stated: str = "") -> tuple[TableCell, ...]:
    """The cells in the table's order. ``stated`` is what stands above the table (``in millions of euros``)."""
    return tuple(_Reader(Grid(table), stated).cells())


def lead_of(doc: Document, table: Table) -> str:
    """What stands right above the table and may say what its numbers count."""
    above = doc.blocks[max(0, table.block - _LEAD) : table.block]
    return "\n".join(doc.text[b.start : b.end] for b in reversed(above) if b.kind in _LEADING)


class _Reader:
    def __init__(self, grid: Grid, stated: str) -> None:
        self._grid = grid
        table = grid.table
        heads = [cell.text for row in range(grid.head) for cell in grid.row(row)]
        found = (stated_scale(text) for text in (table.caption or "", *heads, stated))
        self._scale, self._currency = next((each for each in found if each != (1, None)), (1, None))
        self._mark = decimal_mark(cell.text for cell in table.cells)

    def cells(self) -> Iterator[TableCell]:
        for cell in self._grid.table.cells:
            number = None if cell.row < self._grid.head else self._number(cell)
            role = cell_role(self._grid, cell, number)
            number = number if role in (CellRole.NUMBER, CellRole.ROW_LABEL) else None
            yield TableCell(*cell, role, number)

    def _number(self, cell: Cell) -> Number | None:
        read: Callable[[int], Number | None] = lambda scale: parse_number(  # noqa: E731 - read with two scales
            cell.text, self._mark, scale, self._currency_beside(cell) or self._currency
        )
        number = read(self._scale)
        if number is None or cell.fact is not None:
            return _told(number, cell.fact)
        header = self._grid.column_header(cell.col)
        if number.unit is None and number.currency in (None, self._currency) and header.rstrip(" )").endswith("%"):
            return number._replace(unit="%", scale=1, currency=None)
        if any(words in self._grid.row_header(cell.row).casefold() for words in _UNSCALED):
            return read(1)
        return number

    def _currency_beside(self, cell: Cell) -> str | None:
        """The sign that stands alone in the cell to the left."""
        before = self._grid.cell(cell.row, cell.col - 1)
        return currency_of(before.text) if before else None


def _told(number: Number | None, fact: Fact | None) -> Number | None:
    """The number with the scale that the file gives it; the file's own value where the text alone tells none."""
    if fact is None:
        return number
    try:
        value = Decimal(fact.value)
    except InvalidOperation:
        return number
    if not value.is_finite():
        return number
    if number is None:
        return Number(value, fact.unit)
    if number.value and abs(number.value) <= abs(value):
        scale = abs(value / number.value)
        power = scale.adjusted()
        if scale == Decimal(1).scaleb(power):
            return number._replace(scale=10**power)
    return number
