"""A document as text: its blocks as a person reads them, in stretches that load when they come near."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from pincite.markup import first_page
from pincite.model import Block, Cell, Document, Kind, Link, Span, Table
from pincite.server.pages import PageNames
from pincite.server.viewer.markup import Html, join, tag
from pincite.tables.grid import Grid

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

_STRETCH = 9000  # characters
_BLOCKS = 120
_ROWS = 400  # of a table that are shown
_LINE = 85  # characters of a line of text, roughly
_WEB = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_CLASSES = {
    Kind.LIST_ITEM: "item", Kind.CAPTION: "caption", Kind.FOOTNOTE: "note", Kind.SPEAKER_NOTE: "note",
    Kind.COMMENT: "note", Kind.QUOTE: "quote", Kind.TOC_ENTRY: "entry", Kind.HEADER: "running",
    Kind.FOOTER: "running", Kind.PAGE_LABEL: "running", Kind.FIGURE: "figure", Kind.FORM_FIELD: "field",
}  # fmt: skip
_SET = frozenset({Kind.CODE, Kind.CHART, Kind.EQUATION})


class Stretch(NamedTuple):
    """The blocks ``first:end``, and how many lines they make, roughly."""

    first: int
    end: int
    lines: int


_STRETCHES: WeakKeyDictionary[OpenDocument, list[Stretch]] = WeakKeyDictionary()


def stretches(opened: OpenDocument) -> list[Stretch]:
    """The whole document in stretches; made once."""
    found = _STRETCHES.get(opened)
    if found is None:
        found = _STRETCHES[opened] = list(_cut(opened.document))
    return found


def _cut(doc: Document) -> Iterator[Stretch]:
    first = lines = characters = 0
    for block in doc.blocks:
        if block.id > first and (characters > _STRETCH or block.id - first >= _BLOCKS):
            yield Stretch(first, block.id, lines)
            first, lines, characters = block.id, 0, 0
        length = block.end - block.start
        characters += length
        lines += min(_ROWS, doc.tables[block.table].n_rows) if block.table is not None else 1 + length // _LINE
    if first < len(doc.blocks):
        yield Stretch(first, len(doc.blocks), lines)


def stretch_at(opened: OpenDocument, char: int) -> int:
    """The number of the stretch that holds the character, or follows it."""
    starts = [opened.document.blocks[s.first].start for s in stretches(opened)]
    return max(0, bisect_right(starts, char) - 1)


def leaf(opened: OpenDocument, number: int, body: Html | None) -> Html:
    """A stretch; ``None``: its text is fetched when it comes near."""
    stretch = stretches(opened)[number]
    return tag(
        "section",
        tag("div", body, class_="over"),
        id=f"c{number}",
        class_="leaf prose",
        data_src=f"/d/{opened.document.doc_id}/text/{number}",
        data_lines=stretch.lines,
        data_ready=body is not None,
    )


def text_of(opened: OpenDocument, number: int, marks: Sequence[Span]) -> Html:
    """The blocks of a stretch, with the characters of ``marks`` marked."""
    doc, names = opened.document, PageNames(opened)
    stretch = stretches(opened)[number]
    page = first_page(doc.blocks[stretch.first - 1]) if stretch.first else None
    parts: list[Html] = []
    for block in doc.blocks[stretch.first : stretch.end]:
        on = first_page(block)
        if on is not None and on != page:
            page = on
            parts.append(tag("p", f"Page {names.name(on)}", class_="break", id=f"p{on}", data_page=on))
        parts.append(_block(doc, block, marks))
    return join(parts)


def _block(doc: Document, block: Block, marks: Sequence[Span]) -> Html:
    if block.table is not None:
        return table_of_cells(doc, doc.tables[block.table], marks)
    words = join(list(_linked(doc, block, marks)))
    name = f"h{min((block.level or 1) + 1, 6)}" if block.kind.is_heading else "pre" if block.kind in _SET else "p"
    return tag(name, words, id=f"b{block.id}", class_=_CLASSES.get(block.kind), dir="auto", data_start=block.start)


def table_of_cells(doc: Document, table: Table, marks: Sequence[Span], cell: Cell | None = None) -> Html:
    """A table as a table; ``cell``, or the cell that a mark lies in, is marked. Of one with very many rows those around
    it."""
    grid = Grid(table)
    rows = _window(table, marks, cell)
    body = tag(
        "table",
        tag("caption", table.caption) if table.caption else None,
        tag("tbody", _more(table, rows.start, "before"), [_row(doc, grid, row, marks, cell) for row in rows],
            _more(table, table.n_rows - rows.stop, "after")),
    )  # fmt: skip
    name = f"Table t{table.id}" + (f": {table.caption}" if table.caption else "")
    return tag("div", body, class_="table", id=f"b{table.block}", tabindex="0", role="region", aria_label=name)


def _window(table: Table, marks: Sequence[Span], cell: Cell | None) -> range:
    if table.n_rows <= _ROWS:
        return range(table.n_rows)
    inside = (c for c in table.cells if any(m.start < c.end and c.start < m.end for m in marks))
    marked = cell or next(inside, None)
    first = max(0, min((marked.row if marked else 0) - _ROWS // 2, table.n_rows - _ROWS))
    return range(first, first + _ROWS)


def _more(table: Table, count: int, where: str) -> Html | None:
    return tag("tr", tag("td", f"{count:,} rows {where}", colspan=table.n_cols, class_="more")) if count else None


def _row(doc: Document, grid: Grid, row: int, marks: Sequence[Span], cell: Cell | None) -> Html:
    """The cells of a row, each in its column: what no cell covers is left empty."""
    out: list[Html] = []
    empty = 0
    for col in range(grid.table.n_cols):
        one = grid.cell(row, col)
        if one is None and grid.covering(row, col) is None:
            empty += 1
            continue
        out += [_hole(empty)] if empty and one is not None else []
        if one is not None:
            empty = 0
            out.append(_cell(doc, one, marks, cited=one == cell))
    return tag("tr", out, _hole(empty) if empty else None)


def _hole(columns: int) -> Html:
    return tag("td", colspan=columns if columns > 1 else None)


def _cell(doc: Document, cell: Cell, marks: Sequence[Span], *, cited: bool) -> Html:
    inside = [m for m in marks if m.start < cell.end and cell.start < m.end]
    exact = cited or any(m == cell.span for m in inside)
    scope = ("row" if cell.col == 0 and cell.row else "col") if cell.is_header else None
    words = escape_cell(doc, cell) if exact or not inside else join(list(_marked(doc, cell.start, cell.end, inside)))
    return tag(
        "th" if cell.is_header else "td",
        tag("mark", words) if exact and cell.end > cell.start else words,
        rowspan=cell.rowspan if cell.rowspan > 1 else None,
        colspan=cell.colspan if cell.colspan > 1 else None,
        scope=scope,
        class_="cited" if exact else None,
        data_start=cell.start,
        dir="auto",
    )


def escape_cell(doc: Document, cell: Cell) -> Html:
    return join(doc.text[cell.start : cell.end].replace("\\|", "|"))


def _linked(doc: Document, block: Block, marks: Sequence[Span]) -> Iterator[Html]:
    at = block.start
    for link in block.links:
        if link.start < at or link.end > block.end:
            continue
        yield from _marked(doc, at, link.start, marks)
        yield _link(doc, link, join(list(_marked(doc, link.start, link.end, marks))))
        at = link.end
    yield from _marked(doc, at, block.end, marks)


def _link(doc: Document, link: Link, words: Html) -> Html:
    """A link to a page of the document, or out of it where it leads to the web or a mail address."""
    if link.page is not None:
        return tag("a", words, href=f"/d/{doc.doc_id}?a=p{link.page}", data_go=True)
    if link.uri and _WEB.match(link.uri):
        return tag("a", words, href=link.uri, rel="noopener noreferrer nofollow", target="_blank")
    return words


def _marked(doc: Document, start: int, end: int, marks: Sequence[Span]) -> Iterator[Html]:
    at = start
    for mark in marks:
        first, last = max(at, mark.start), min(end, mark.end)
        if first < last:
            yield join(doc.text[at:first])
            yield tag("mark", doc.text[first:last])
            at = last
    yield join(doc.text[at:end])
