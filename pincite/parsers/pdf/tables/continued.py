"""Tables that go on over a page break: the last of one page and the first of the next, with the same columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from pincite.parsers.assemble import DraftCell, DraftTable
from pincite.parsers.pdf.layout import Layout, LayoutBlock, LayoutTable, PageLayout
from pincite.parsers.pdf.tables.amounts import is_amount, is_value
from pincite.parsers.pdf.tables.grid import Interval

SAME_SIDE = 8.0  # points: how far the sides of the two parts differ
SAME_EDGE = 2.5  # points: how far the edges of a column differ in the two parts
LABELS = 2  # rows with a label: more show that every row has one
ROOM = 72.0  # points: more white space at the end of a page would have held the next row
_CONTINUED = re.compile(r"\(?\s*(?:\w+ ){0,4}(?:continued|cont['’]?d|cont\.|fortsetzung|suite)\b", re.IGNORECASE)
_OPEN_END = re.compile(r"[^.!?:;]$")


def mark_continued(layout: Layout) -> None:
    """Sets ``LayoutTable.continues`` on the tables that go on from the page before."""
    foot = _foot(layout.pages)
    for before, page in zip(layout.pages, layout.pages[1:], strict=False):
        if before.tables and page.tables and page.number == before.number + 1:
            last, first = _last(before), first_table(page)
            if last is not None and first is not None and _fills(last, first, foot) and _goes_on(last, first):
                first.continues = True
                first.evidence.append("goes on from the page before")


def join_tables(layout: Layout) -> None:
    """Puts the blocks of tables that continue into the block where they began; repeated header rows are dropped."""
    root: LayoutBlock | None = None
    for page in layout.pages:
        blocks = [b for b in page.blocks if b.table is not None]
        first = blocks[0] if blocks else None
        if root is not None and first is not None and first.table is not None and first.table.continues:
            if root.table is not None:
                append(root.table.table, first.table.table)
                root.evidence.append(f"goes on on page {page.number}")
            page.blocks = [b for b in page.blocks if b is not first]
            root = blocks[-1] if len(blocks) > 1 else root
        else:
            root = blocks[-1] if blocks else None


def _last(page: PageLayout) -> LayoutTable | None:
    """The table with nothing below it on its page."""
    table = max(page.tables, key=lambda t: t.box.y1)
    below = [n for n in page.lines if n.furniture is None and n.table is None and n.y0 > table.box.y1 - 2]
    return None if any(not _CONTINUED.match(n.text) for n in below) else table


def first_table(page: PageLayout) -> LayoutTable | None:
    """The table with nothing above it on its page."""
    if not page.tables:
        return None
    table = min(page.tables, key=lambda t: t.box.y0)
    above = [n for n in page.lines if n.furniture is None and n.table is None and n.y1 < table.box.y0 + 2]
    return None if any(not _CONTINUED.search(n.text) for n in above) else table


def _foot(pages: Sequence[PageLayout]) -> float:
    """Where the text of full pages ends."""
    ends = sorted(max((n.y1 for n in page.lines if n.furniture is None), default=0.0) for page in pages)
    return ends[ceil(0.9 * (len(ends) - 1))] if ends else 0.0


def _fills(last: LayoutTable, first: LayoutTable, foot: float) -> bool:
    """Whether the first part ends where its page ends: there was no room for the next row."""
    row = _body_row(first.table)
    boxes = [p.bbox for c in first.table.cells if c.row == row for p in c.pieces if p.bbox]
    needed = max(b.y1 for b in boxes) - min(b.y0 for b in boxes) if boxes else 0.0
    return foot - last.box.y1 <= max(ROOM, 2 * needed)


def _goes_on(last: LayoutTable, first: LayoutTable) -> bool:
    """Whether the second part has the columns of the first and either its header again or none of its own."""
    if abs(last.box.x0 - first.box.x0) > SAME_SIDE and abs(last.box.x1 - first.box.x1) > SAME_SIDE:
        return False
    columns = extents_of(last.table), extents_of(first.table)
    if _mapping(*columns) is None:
        return False
    head = _body_row(first.table)
    if head or _repeated(last.table, first.table):
        return _repeated(last.table, first.table) >= max(head, 1)
    if _is_title(first.table) or _is_headlike(first.table, last.table):
        return False
    return _body_row(last.table) > 0 or _same_box(last, first) or _are_set_alike(*columns)


def _body_row(table: DraftTable) -> int:
    """The first row below the header: the rows with header cells at the top, titles between them included."""
    heads = {c.row for c in table.cells if c.is_header}
    body = {c.row for c in table.cells if c.col > 0 and not c.is_header}
    end = min(body, default=table.n_rows)
    return max((r for r in heads if r < end), default=-1) + 1


def _is_title(table: DraftTable) -> bool:
    """Whether a table begins with a line over all its columns that does not say that it goes on."""
    top = [c for c in table.cells if c.row == 0]
    whole = len(top) == 1 and table.n_cols > 1 and top[0].colspan == table.n_cols
    return whole and not _CONTINUED.search(_text(top[0]))


def _is_headlike(table: DraftTable, before: DraftTable) -> bool:
    """Whether the values of the first row are years or texts, where the table before has amounts in their columns."""
    top = [c for c in table.cells if c.row == 0 and c.col > 0]
    for cell in top:
        column = [_text(c) for c in before.cells if c.col == cell.col and not c.is_header]
        amounts = sum(is_value(t) for t in column)
        if is_value(_text(cell)) or amounts < 0.6 * len(column) or not amounts:
            return False
    return bool(top)


def _text(cell: DraftCell) -> str:
    return "".join(p.text for p in cell.pieces).strip()


def _same_box(last: LayoutTable, first: LayoutTable) -> bool:
    """Whether both parts have the same sides and as many columns."""
    sides = max(abs(last.box.x0 - first.box.x0), abs(last.box.x1 - first.box.x1))
    return last.table.n_cols == first.table.n_cols and sides <= SAME_EDGE / 2


def _are_set_alike(first: Sequence[Interval], second: Sequence[Interval]) -> bool:
    """Whether each column has the same left or right edge in both parts."""
    return len(first) == len(second) and all(
        min(abs(a - c), abs(b - d)) <= SAME_EDGE for (a, b), (c, d) in zip(first, second, strict=True)
    )


def _row_texts(table: DraftTable, row: int) -> list[str]:
    cells = sorted((c for c in table.cells if c.row == row), key=lambda c: c.col)
    return ["".join("".join(p.text for p in c.pieces).split()).casefold() for c in cells]


def _repeated(last: DraftTable, first: DraftTable) -> int:
    """How many rows at the top of the second part repeat the top of the first."""
    limit = max(_body_row(last), 1)
    count = 0
    while count < min(limit, last.n_rows, first.n_rows):
        texts = _row_texts(first, count)
        if not texts or texts != _row_texts(last, count):
            break
        count += 1
    return count


def extents_of(table: DraftTable) -> list[Interval]:
    """Where the text of each column lies."""
    spans: list[list[float]] = [[] for _ in range(table.n_cols)]
    for cell in table.cells:
        if cell.colspan == 1:
            for piece in cell.pieces:
                if piece.bbox is not None:
                    spans[cell.col] += (piece.bbox.x0, piece.bbox.x1)
    return [(min(s), max(s)) if s else (0.0, 0.0) for s in spans]


def _mapping(first: Sequence[Interval], second: Sequence[Interval]) -> list[int] | None:
    """For each column of the second part the column of the first that it stands under; ``None`` where they do not
    agree."""
    if len(second) > len(first):
        return None
    out: list[int] = []
    for a, b in second:
        over = [min(b, q) - max(a, p) for p, q in first]
        best = max(range(len(first)), key=lambda i: over[i])
        if over[best] <= 0 or (out and best <= out[-1]):
            return None
        out.append(best)
    return out


def append(table: DraftTable, more: DraftTable) -> None:
    """Appends the rows of the second part to the first, without a repeated header."""
    mapping = _mapping(extents_of(table), extents_of(more)) or list(range(more.n_cols))
    skip = _repeated(table, more)
    rows = [c for c in more.cells if c.row >= skip]
    if rows and _is_rest_of_row(table, [c for c in rows if c.row == skip]):
        _extend_row(table, [c for c in rows if c.row == skip], mapping)
        rows, skip = [c for c in rows if c.row > skip], skip + 1
    shift = table.n_rows - skip
    for cell in rows:
        end = min(cell.col + cell.colspan, more.n_cols) - 1
        cell.row += shift
        cell.colspan = mapping[end] - mapping[cell.col] + 1
        cell.col = mapping[cell.col]
        cell.is_header = False
    table.cells += rows
    table.n_rows += more.n_rows - skip


def _is_rest_of_row(table: DraftTable, row: Sequence[DraftCell]) -> bool:
    """Whether the first row of the second part is the rest of a row that the page break cut: it has no label, where all
    rows have one or a text goes on."""
    if not row or any(c.col == 0 or c.colspan > 1 for c in row) or table.n_cols > 3:
        return False
    if not any(is_amount(_text(c)) for c in row) and _are_labelled(table):
        return True
    ends = {c.col: "".join(p.text for p in c.pieces).rstrip() for c in table.cells if c.row == table.n_rows - 1}
    text = "".join(p.text for p in row[0].pieces).lstrip()
    before = ends.get(row[0].col, "")
    return bool(before) and text[:1].islower() and _OPEN_END.search(before) is not None


def _are_labelled(table: DraftTable) -> bool:
    """Whether every row of a table has a label: one without is none of its own."""
    labelled = {row for c in table.cells if c.col == 0 for row in range(c.row, c.row + c.rowspan)}
    return table.n_rows > LABELS and len(labelled) == table.n_rows


def _extend_row(table: DraftTable, row: Sequence[DraftCell], mapping: Sequence[int]) -> None:
    cells = {c.col: c for c in table.cells if c.row == table.n_rows - 1}
    for cell in row:
        home = cells.get(mapping[cell.col])
        if home is None:
            cell.row, cell.col = table.n_rows - 1, mapping[cell.col]
            table.cells.append(cell)
            continue
        last = home.pieces[-1]
        home.pieces[-1] = last._replace(text=last.text.rstrip() + " ")
        home.pieces += cell.pieces
