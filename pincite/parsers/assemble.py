"""Drafts -> Document: the only place that makes one.

A parser of any format hands over its pages and a list of ``DraftBlock`` in reading order. Text, spans, regions,
links, table cells and ids come from here, so that the invariants of the model are kept in one place.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import (
    BBox,
    Block,
    Cell,
    Chart,
    Document,
    DocumentWarning,
    Kind,
    Link,
    Metadata,
    Page,
    Region,
    Role,
    Table,
)

BLOCK_SEPARATOR = "\n\n"


class Piece(NamedTuple):
    """Consecutive characters of a block that stand in one place. The text carries its own white space: the pieces of
    a block are put together with nothing between them."""

    text: str
    page: int
    bbox: BBox | None = None
    uri: str | None = None
    target_page: int | None = None


@dataclass(slots=True)
class DraftCell:
    """A cell to be: ``pieces`` are its lines in order (their texts carry the white space between them)."""

    row: int
    col: int
    rowspan: int = 1
    colspan: int = 1
    is_header: bool = False
    pieces: list[Piece] = field(default_factory=list)


@dataclass(slots=True)
class DraftTable:
    """A table to be. ``n_rows`` and ``n_cols`` may exceed what the cells cover (empty rows stay)."""

    n_rows: int
    n_cols: int
    cells: list[DraftCell]
    caption: str | None = None


@dataclass(slots=True)
class DraftChart:
    """A chart to be; see ``model.Chart``. Its readable form is the pieces of its block."""

    kind: str
    title: str | None = None
    axes: tuple[str, ...] = ()
    series: tuple[tuple[str, tuple[tuple[str, float | None], ...]], ...] = ()


@dataclass(slots=True)
class DraftBlock:
    """A block to be. Give ``pieces``, or a ``table`` (whose text is made here). ``evidence`` says who decided what
    and why; it is shown by ``pincite inspect`` and dropped when the document is assembled."""

    kind: Kind
    pieces: list[Piece] = field(default_factory=list)
    level: int | None = None
    role: Role = Role.BODY
    table: DraftTable | None = None
    chart: DraftChart | None = None
    evidence: list[str] = field(default_factory=list)


class _Text:
    """The canonical text while it grows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> int:
        """Appends and returns the offset at which the text begins."""
        at = self.length
        self.parts.append(text)
        self.length += len(text)
        return at


def assemble(
    *,
    doc_id: str,
    source: str,
    format: str,  # the model's own field name
    parser: str,
    pages: Sequence[Page],
    blocks: Sequence[DraftBlock],
    metadata: Metadata | None = None,
    warnings: Sequence[DocumentWarning] = (),
) -> Document:
    """Builds the document; drafts without any text are left out. Lone surrogates and NUL are replaced by U+FFFD."""
    text = _Text()
    done: list[Block] = []
    tables: list[Table] = []
    charts: list[Chart] = []
    for draft in blocks:
        if text.length:
            text.add(BLOCK_SEPARATOR)
        mark = (len(text.parts), text.length)
        block_id = len(done)
        regions: list[Region] = []
        links: list[Link] = []
        start = text.length
        table_id = chart_id = None
        if draft.table is not None:
            cells = _write_table(text, draft.table, regions, links)
            table_id = len(tables)
            seen_pages = tuple(sorted({r.page for r in regions}))
            tables.append(
                Table(
                    table_id, block_id, draft.table.n_rows, draft.table.n_cols, cells, draft.table.caption, seen_pages
                )
            )
        else:
            _write_pieces(text, draft.pieces, regions, links)
            if draft.chart is not None:
                chart_id = len(charts)
                c = draft.chart
                charts.append(Chart(chart_id, block_id, c.kind, c.title, c.axes, c.series))
        if text.length == start and draft.table is None:
            del text.parts[mark[0] - bool(done) :]
            text.length = start - (len(BLOCK_SEPARATOR) if done else 0)
            continue
        done.append(
            Block(
                block_id,
                draft.kind,
                start,
                text.length,
                tuple(regions),
                draft.level,
                draft.role,
                table_id,
                chart_id,
                tuple(links),
            )
        )
    body = "".join(text.parts)
    return Document(
        doc_id=doc_id,
        rev=revision(body, done),
        source=source,
        format=format,
        parser=parser,
        text=body,
        pages=tuple(pages),
        blocks=tuple(done),
        tables=tuple(tables),
        charts=tuple(charts),
        warnings=tuple(warnings),
        metadata=metadata or Metadata(),
    )


def revision(text: str, blocks: Sequence[Block]) -> str:
    """Eight characters that change when the text, or the kind, span or level of a block does."""
    digest = hashlib.sha256(text.encode("utf-8"))
    for b in blocks:
        digest.update(f"{b.kind.value},{b.start},{b.end},{b.level or 0};".encode())
    return base64.b32encode(digest.digest())[:8].decode().lower()


def _clean(text: str) -> str:
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8") if _has_bad(text) else text


def _has_bad(text: str) -> bool:
    return "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text)


def _write_pieces(
    text: _Text, pieces: Sequence[Piece], regions: list[Region], links: list[Link], *, in_cell: bool = False
) -> None:
    """Writes the pieces, outer white space trimmed; a region for each piece covers its characters without outer
    spaces."""
    texts = [_clean(p.text) for p in pieces]
    if in_cell:
        texts = [" ".join(t.split("\n")).replace("|", "\\|") for t in texts]
    first = next((i for i, t in enumerate(texts) if t.strip()), None)
    if first is None:
        return
    last = max(i for i, t in enumerate(texts) if t.strip())
    for i in range(first, last + 1):
        t, piece = texts[i], pieces[i]
        if i == first:
            t = t.lstrip()
        if i == last:
            t = t.rstrip()
        if not t:
            continue
        at = text.add(t)
        core = t.strip()
        if not core:
            continue
        a = at + len(t) - len(t.lstrip())
        regions.append(Region(a, a + len(core), piece.page, piece.bbox))
        if piece.uri is not None or piece.target_page is not None:
            links.append(Link(a, a + len(core), piece.uri, piece.target_page))


def _write_table(text: _Text, table: DraftTable, regions: list[Region], links: list[Link]) -> tuple[Cell, ...]:
    """Writes the table as Markdown; a ruler row follows the header rows (or stands first, under an empty header,
    where there is none). A cell that spans is written at its top left corner."""
    grid = {(c.row, c.col): c for c in table.cells}
    n_head = _header_rows(table)
    ruler = "|" + " --- |" * table.n_cols
    out: list[Cell] = []
    if not n_head:
        text.add("|" + "  |" * table.n_cols + "\n" + ruler + "\n")
    for row in range(table.n_rows):
        if row and row == n_head:
            text.add(ruler + "\n")
        text.add("|")
        for col in range(table.n_cols):
            text.add(" ")
            cell = grid.get((row, col))
            if cell is not None:
                start = text.length
                _write_pieces(text, cell.pieces, regions, links, in_cell=True)
                raw = "".join(text.parts[_part_at(text, start) :]) if text.length > start else ""
                out.append(
                    Cell(
                        row,
                        col,
                        cell.rowspan,
                        cell.colspan,
                        cell.is_header,
                        start,
                        text.length,
                        raw.replace("\\|", "|"),
                    )
                )
            text.add(" |")
        if row + 1 < table.n_rows:
            text.add("\n")
    if n_head and n_head == table.n_rows:
        text.add("\n" + ruler)
    return tuple(out)


def _header_rows(table: DraftTable) -> int:
    """How many rows at the top are header rows: all their cells are headers (a header cell in the stub alone is not
    enough)."""
    body = [c.row for c in table.cells if not c.is_header]
    first_body = min(body, default=table.n_rows)
    heads = [c.row + c.rowspan for c in table.cells if c.is_header and c.row < first_body]
    return min(first_body, max(heads, default=0))


def _part_at(text: _Text, start: int) -> int:
    """Index of the part that begins at ``start`` (parts are short: counted from the end)."""
    at, i = text.length, len(text.parts)
    while at > start:
        i -= 1
        at -= len(text.parts[i])
    return i
