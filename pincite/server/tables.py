"""What ``get_table`` returns: one line of facts, the rows between delimiters, and the next rows where it was cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.costs import count_tokens
from pincite.errors import RequestError, UnknownReferenceError
from pincite.fold import fold_text
from pincite.model import Document, Kind, Table
from pincite.server.budget import NoRoomError, fit
from pincite.server.fence import fence, line
from pincite.server.grids import Grid, ranges
from pincite.server.pages import PageNames
from pincite.server.references import SCHEME, short_form
from pincite.server.table_forms import Rows, TableFormat

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

_REF = re.compile(r"^t(\d{1,9})(?:/.*)?$")
_CELL_LENGTHS = (2000, 800, 300, 120, 40, 15)
_LISTED = 6
_NAME_LENGTH = 240
_LEAD_LINES, _LEAD_LENGTH = 3, 120
_LEADING = (Kind.HEADING, Kind.PARAGRAPH, Kind.CAPTION)


class Wish(NamedTuple):
    """The arguments of ``get_table`` as the client sent them."""

    table: str
    form: TableFormat = "markdown"
    rows: str | None = None
    columns: str | None = None


class Window(NamedTuple):
    """The part of a table that a client wants."""

    grid: Grid
    form: TableFormat
    rows: list[int]
    columns: list[int]

    @property
    def all_columns(self) -> bool:
        return len(self.columns) == self.grid.table.n_cols


def table_text(opened: OpenDocument, wish: Wish, limit: int) -> str:
    """A window of a table in at most ``limit`` tokens, cut after the last row that fits.

    Raises ``UnknownReferenceError`` (unknown_table) and ``RequestError``: bad_argument (no such rows or
    columns), bad_budget (a row is too wide).
    """
    grid = Grid(find_table(opened, wish.table))
    window = Window(grid, wish.form, grid.rows(wish.rows), grid.columns(wish.columns))
    try:
        return fit(lambda room: _compose(opened, window, room), limit)
    except RequestError as error:
        raise RequestError(
            f"Not even one row of {len(window.columns)} columns fits into a result.",
            code="bad_budget",
            hint='Name fewer columns, as columns="0-5".',
        ) from error


def find_table(opened: OpenDocument, text: str) -> Table:
    """The table of ``t3``, an anchor of it or of a cell in it, or words of its caption.

    Raises ``UnknownReferenceError`` with the tables there are.
    """
    doc = opened.document
    asked = text.strip()
    if asked.startswith(SCHEME):
        asked = short_form(doc, asked)
    match = _REF.match(asked)
    if match:
        found = [t for t in doc.tables if t.id == int(match[1])]
    else:
        words = fold_text(asked)
        found = [t for t in doc.tables if words and t.caption and words in fold_text(t.caption)]
    if len(found) == 1:
        return found[0]
    raise _unknown(opened, asked, found)


def _unknown(opened: OpenDocument, asked: str, found: Sequence[Table]) -> UnknownReferenceError:
    doc = opened.document
    if not doc.tables:
        return UnknownReferenceError("This document has no tables.", code="unknown_table", hint="Use read or search.")
    names = PageNames(opened)
    listed = "; ".join(_listed(t, names) for t in (found or doc.tables)[:_LISTED])
    if found:
        problem = f'{len(found)} tables match "{line(asked, 40)}".'
        return UnknownReferenceError(problem, code="ambiguous_table", hint=f"Name one of them: {listed}.")
    return UnknownReferenceError(
        f'No table "{line(asked, 40)}" here.',
        code="unknown_table",
        hint=f"Its tables are t0 to t{len(doc.tables) - 1}: {listed}.",
    )


def _listed(table: Table, names: PageNames) -> str:
    return f"t{table.id}{f' {line(table.caption, 50)}' if table.caption else ''}" + (
        f" (p. {names.name(table.pages[0])})" if table.pages else ""
    )


def _compose(opened: OpenDocument, window: Window, room: int) -> str:
    text, shown, cut = _take(window, room)
    notes = [f'Long cells are cut (…): read("{opened.document.doc_id}", ["t{window.grid.table.id}"])'] if cut else []
    return "\n".join([_facts(opened, window, shown), fence(text), *notes, *_next_step(opened, window, shown)])


def _take(window: Window, room: int) -> tuple[str, int, bool]:
    """Text, number of rows shown and whether cells had to be shortened.

    Raises ``NoRoomError`` where not even the header and one row of short cells fit.
    """
    for length in (None, *_CELL_LENGTHS):
        writer = Rows(window.grid, window.columns, window.form, length)
        rows, size = _fitting(writer, window.rows, room)
        if size <= room and (rows or not window.rows):
            return writer.text(rows), len(rows), length is not None
    raise NoRoomError(size + count_tokens(writer.row(window.rows[0]) + "\n") if window.rows else size)


def _fitting(writer: Rows, numbers: Sequence[int], room: int) -> tuple[list[str], int]:
    """As many rows as fit under the header, and the size of both."""
    size = count_tokens(writer.text([]))
    rows: list[str] = []
    for number in numbers:
        row = writer.row(number)
        cost = count_tokens(row + "\n")
        if size + cost > room:
            break
        size += cost
        rows.append(row)
    return rows, size


def _facts(opened: OpenDocument, window: Window, shown: int) -> str:
    table = window.grid.table
    name = line(table.caption or lead_in(opened.document, table), _NAME_LENGTH)
    facts = [line(opened.document.title, 60), f"t{table.id}" + (f" {name}" if name else "")]
    facts.append(PageNames(opened).range_name(table.pages))
    rows = f"rows {ranges(window.rows[:shown], 8)} of {table.n_rows}" if shown else f"{table.n_rows} rows"
    columns = (
        f"{table.n_cols} columns" if window.all_columns else f"columns {ranges(window.columns, 8)} of {table.n_cols}"
    )
    heads = f" ({window.grid.head} header)" if window.grid.head else ""
    return " | ".join(f for f in [*facts, f"{rows}{heads}, {columns}"] if f)


def lead_in(doc: Document, table: Table) -> str:
    """The short lines directly above a table without a caption, which often are its title and its unit: at most three,
    from a heading on if there is one. Of a longer paragraph that ends in a colon the last clause, which tells the units
    ("… in millions:"); empty where there is nothing of the kind."""
    lines: list[str] = []
    for block in reversed(doc.blocks[max(0, table.block - _LEAD_LINES) : table.block]):
        text = doc.text[block.start : block.end]
        if block.kind not in _LEADING or len(text) > _LEAD_LENGTH:
            if block.kind in _LEADING and not lines and text.endswith(":"):
                lines.append(_clause(text))
            break
        lines.insert(0, text)
        if block.kind is Kind.HEADING:
            break
    return " ".join(lines)


def _clause(text: str) -> str:
    """The end of a paragraph: its last sentence, or the last words of it."""
    sentence = re.split(r"(?<=[.!?])\s+(?=[A-Z])", text)[-1]
    return sentence if len(sentence) <= _LEAD_LENGTH else "…" + sentence[-_LEAD_LENGTH:].partition(" ")[2]


def _next_step(opened: OpenDocument, window: Window, shown: int) -> list[str]:
    rest = window.rows[shown:]
    if not rest:
        first, last = window.grid.head, window.grid.table.n_rows - 1
        return [f"These rows are the header; rows {first}-{last} follow."] if not window.rows and first <= last else []
    arguments = [f'"{opened.document.doc_id}", "t{window.grid.table.id}", rows="{ranges(rest)}"']
    if not window.all_columns:
        arguments.append(f'columns="{ranges(window.columns)}"')
    if window.form != "markdown":
        arguments.append(f'format="{window.form}"')
    return [f"{len(rest):,} more rows: get_table({', '.join(arguments)})"]
