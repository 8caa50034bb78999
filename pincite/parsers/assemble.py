"""Drafts -> Document: the only place that makes one.

A parser of any format hands over its pages and a list of ``DraftBlock`` in reading order. Text, spans, regions,
links, table cells and ids come from here, so that the invariants of the model are kept in one place.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import (
    BBox,
    Block,
    Cell,
    Chart,
    Document,
    DocumentWarning,
    Fact,
    HiddenText,
    Hiding,
    Kind,
    Link,
    Metadata,
    Page,
    Region,
    Role,
    Table,
)

BLOCK_SEPARATOR = "\n\n"
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
_LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


class Piece(NamedTuple):
    """Consecutive characters of a block that stand in one place. The text carries its own white space: the pieces of
    a block are put together with nothing between them. ``page`` is ``None`` where the format knows no pages."""

    text: str
    page: int | None
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
    fact: Fact | None = None


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
    hidden: Iterable[HiddenText] = (),
) -> Document:
    """Builds the document; drafts without any text are left out, and what is hidden under something drawn. Lone
    surrogates and NUL are replaced by U+FFFD."""
    text = _Text()
    done: list[Block] = []
    tables: list[Table] = []
    charts: list[Chart] = []
    for draft in blocks:
        if is_empty(draft):
            continue
        if done:
            text.add(BLOCK_SEPARATOR)
        regions: list[Region] = []
        links: list[Link] = []
        start = text.length
        table_id = chart_id = None
        if draft.table is not None:
            table_id = len(tables)
            tables.append(_table(text, draft.table, table_id, len(done), regions, links))
        else:
            _write_pieces(text, draft.pieces, regions, links)
        if draft.chart is not None:
            c = draft.chart
            chart_id = len(charts)
            charts.append(Chart(chart_id, len(done), c.kind, c.title, c.axes, c.series))
        done.append(
            Block(
                len(done), draft.kind, start, text.length, tuple(regions), draft.level, draft.role, table_id, chart_id,
                tuple(links),
            )
        )  # fmt: skip
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
        hidden=tuple(h._replace(text=_clean(h.text)) for h in hidden if h.why is not Hiding.COVERED),
    )


def is_empty(draft: DraftBlock) -> bool:
    """Whether the draft has no place in a document: no text and no table."""
    if draft.table is not None:
        return not draft.table.cells and not (draft.table.n_rows and draft.table.n_cols)
    return not any(piece.text.strip() for piece in draft.pieces)


def plain_text(draft: DraftBlock) -> str:
    """What the draft says, the cells of a table on lines of their own."""
    if draft.table is None:
        return "".join(piece.text for piece in draft.pieces).strip()
    cells = ("".join(piece.text for piece in cell.pieces).strip() for cell in draft.table.cells)
    return "\n".join(filter(None, cells))


def revision(text: str, blocks: Sequence[Block]) -> str:
    """Eight characters that change when the text, or the kind, span or level of a block does."""
    digest = hashlib.sha256(text.encode("utf-8"))
    for b in blocks:
        digest.update(f"{b.kind.value},{b.start},{b.end},{b.level or 0};".encode())
    return base64.b32encode(digest.digest())[:8].decode().lower()


def _clean(text: str) -> str:
    return text if text.isascii() and "\0" not in text else _NOT_TEXT.sub("\ufffd", text)


def _write_pieces(
    text: _Text, pieces: Sequence[Piece], regions: list[Region], links: list[Link], *, in_cell: bool = False
) -> None:
    """Writes the pieces, outer white space trimmed; a region for each piece covers its characters without outer
    spaces."""
    texts = [_clean(p.text) for p in pieces]
    if in_cell:
        texts = [t if t.isprintable() else _LINE_BREAK.sub(" ", t) for t in texts]
        texts = [t.replace("|", "\\|") for t in texts]
    if len(texts) == 1:
        _write_one(text, texts[0].strip(), pieces[0], regions, links)
        return
    said = [i for i, t in enumerate(texts) if t and not t.isspace()]
    if not said:
        return
    first, last = said[0], said[-1]
    for i in range(first, last + 1):
        t, (_, page, box, uri, target) = texts[i], pieces[i]
        if i == first:
            t = t.lstrip()
        if i == last:
            t = t.rstrip()
        if not t:
            continue
        a = text.add(t)
        core = t.strip()
        if not core:
            continue
        if t[0] != core[0]:
            a += len(t) - len(t.lstrip())
        if page is not None:
            regions.append(Region(a, a + len(core), page, box))
        if uri is not None or target is not None:
            links.append(Link(a, a + len(core), uri, target))


def _write_one(text: _Text, core: str, piece: Piece, regions: list[Region], links: list[Link]) -> None:
    if not core:
        return
    a = text.add(core)
    if piece.page is not None:
        regions.append(Region(a, a + len(core), piece.page, piece.bbox))
    if piece.uri is not None or piece.target_page is not None:
        links.append(Link(a, a + len(core), piece.uri, piece.target_page))


def _table(
    text: _Text, draft: DraftTable, table_id: int, block_id: int, regions: list[Region], links: list[Link]
) -> Table:
    n_rows = max([draft.n_rows, *(c.row + 1 for c in draft.cells)])
    n_cols = max([draft.n_cols, *(c.col + 1 for c in draft.cells)])
    cells = _write_table(text, DraftTable(n_rows, n_cols, draft.cells), regions, links)
    return Table(table_id, block_id, n_rows, n_cols, cells, draft.caption, tuple(sorted({r.page for r in regions})))


def _write_table(text: _Text, table: DraftTable, regions: list[Region], links: list[Link]) -> tuple[Cell, ...]:
    """Writes the table as Markdown; a ruler row follows the header rows (or stands first, under an empty header,
    where there is none). A cell that spans is written at its top left corner."""
    grid: dict[tuple[int, int], list[DraftCell]] = {}
    for cell in table.cells:
        grid.setdefault((cell.row, cell.col), []).append(cell)
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
            if (row, col) in grid:
                out.append(_write_cell(text, grid[row, col], regions, links))
            text.add(" |")
        if row + 1 < table.n_rows:
            text.add("\n")
    if n_head and n_head == table.n_rows:
        text.add("\n" + ruler)
    return tuple(out)


def _write_cell(text: _Text, drafts: Sequence[DraftCell], regions: list[Region], links: list[Link]) -> Cell:
    """Writes a cell. Where a parser gave several for one place, none of their text is lost: they become one."""
    first = drafts[0]
    start, part = text.length, len(text.parts)
    for n, draft in enumerate(drafts):
        if n and text.length > start and any(piece.text.strip() for piece in draft.pieces):
            text.add(" ")
        _write_pieces(text, draft.pieces, regions, links, in_cell=True)
    plain = "".join(text.parts[part:]).replace("\\|", "|")
    return Cell(
        first.row, first.col, first.rowspan, first.colspan, first.is_header, start, text.length, plain, first.fact
    )


def _header_rows(table: DraftTable) -> int:
    """How many rows at the top are header rows: all their cells are headers (a header cell in the stub alone is not
    enough)."""
    body = [c.row for c in table.cells if not c.is_header]
    first_body = min(body, default=table.n_rows)
    heads = [c.row + c.rowspan for c in table.cells if c.is_header and c.row < first_body]
    return min(first_body, max(heads, default=0))
