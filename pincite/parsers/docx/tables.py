"""Tables: grid, spans, header rows; what stands in a cell stays in it, other tables too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.limits import SPAN
from pincite.parsers.assemble import DraftCell, DraftTable, Piece
from pincite.parsers.counts import is_count
from pincite.parsers.docx.content import Node, Ready, Run, TableNode, pieces_of
from pincite.parsers.docx.styles import is_shaded, switch
from pincite.parsers.ooxml.names import Element, W

if TYPE_CHECKING:
    from pincite.parsers.docx.reading import Reader

_VAL = W + "val"
_MAX_HEAD_ROWS = 4
_WRAPPERS = frozenset({W + "customXml", W + "sdtContent", W + "sdt", W + "smartTag"})


def table_nodes(reader: Reader, node: Element) -> list[Node]:
    """The table, with what is anchored in it after it. Frames around
    text (a single column) give their contents instead."""
    rows = [row for row in _children(node, W + "tr") if _stands(reader, row.find(W + "trPr"), "ins", "del")]
    frames = _frames(rows)
    if frames is not None:
        return [inner for frame in frames for inner in _framed(reader, frame)]
    made = _Table(reader, node)
    for index, row in enumerate(rows):
        made.read_row(index, row)
    table = DraftTable(len(rows), made.n_cols, made.cells)
    _mark_heads(table, made.head_rows or _likely_heads(made, len(rows)))
    return [TableNode(table, made.page, made.after)]


class _Table:
    """A table while it is read. ``bold`` and ``shaded`` say for each row whether all its words are so."""

    def __init__(self, reader: Reader, node: Element) -> None:
        properties = node.find(W + "tblPr")
        self.reader = reader
        self.page = reader.page
        self.cells: list[DraftCell] = []
        self.after: list[Node] = []
        self.n_cols = 0
        self.head_rows = 0
        self.styled_head = _has_styled_head(reader, properties)
        self.bold: list[bool] = []
        self.shaded: list[bool] = []
        self._ground = reader.on_ground or is_shaded(properties) or _style_of(properties) is not None
        self._above: dict[int, DraftCell] = {}

    def read_row(self, index: int, row: Element) -> None:
        pages, properties = self.reader.shared.pages, row.find(W + "trPr")
        if index == self.head_rows and switch(properties, "tblHeader", inherited=False):
            self.head_rows += 1
        if self.reader.paged and _begins_page(row):
            pages.row_break()
        first = last = pages.number
        col = _count(properties, "gridBefore", 0)
        bold, shaded = [], []
        for cell in _children(row, W + "tc"):
            facts = cell.find(W + "tcPr")
            if not _stands(self.reader, facts, "cellIns", "cellDel"):
                continue
            pages.side_by_side(first)
            span = min(_count(facts, "gridSpan", 1) or 1, SPAN)
            made, looks = self._cell(index, col, span, cell, facts)
            if made is not None and looks:
                bold.append(all(run.look.bold for run in looks))
                shaded.append(is_shaded(facts))
            col += span
            last = max(last, pages.number)
        pages.end_row(last)
        self.n_cols = max(self.n_cols, min(col + _count(properties, "gridAfter", 0), SPAN))
        self.bold.append(bool(bold) and all(bold))
        self.shaded.append(bool(shaded) and all(shaded))

    def _cell(
        self, row: int, col: int, span: int, node: Element, facts: Element | None
    ) -> tuple[DraftCell | None, list[Run]]:
        """The cell, ``None`` where it only goes on with another one; and its runs."""
        merge = facts.find(W + "vMerge") if facts is not None else None
        if merge is not None and merge.get(_VAL) != "restart" and col in self._above:
            above = self._above[col]
            above.rowspan = row - above.row + 1
            return None, []
        flat = facts.find(W + "hMerge") if facts is not None else None
        if flat is not None and flat.get(_VAL) != "restart" and self.cells and self.cells[-1].row == row:
            self.cells[-1].colspan += span
            return None, []
        made = DraftCell(row, col, 1, span)
        ground, self.reader.on_ground = self.reader.on_ground, self._ground or is_shaded(facts)
        self.reader.in_table += 1
        carried = self.reader.lay_down()
        nodes = self.reader.blocks(node)
        self.reader.take_up(carried)
        self.reader.in_table -= 1
        self.reader.on_ground = ground
        looks: list[Run] = []
        made.pieces = _cell_pieces(nodes, looks, self.after)
        self.cells.append(made)
        self._above = {c: d for c, d in self._above.items() if not col <= c < col + span}
        if merge is not None:
            self._above[col] = made
        return made, looks


def _cell_pieces(nodes: list[Node], looks: list[Run], after: list[Node]) -> list[Piece]:
    """The contents of a cell as pieces; what cannot stand in one (charts, notes) goes to ``after``."""
    out: list[Piece] = []
    for node in nodes:
        if isinstance(node, Ready):
            after.append(node)
            continue
        if isinstance(node, TableNode):
            inner = _nested(node.table)
            after += node.after
        else:
            looks += [run for run in node.runs if run.text.strip()]
            inner = pieces_of(node.runs, node.label)
            inner += _below(_cell_pieces(node.after, looks, after))
        out += _below(inner) if out else inner
    return out


def _below(pieces: list[Piece]) -> list[Piece]:
    """The pieces on a line of their own."""
    if not any(piece.text.strip() for piece in pieces):
        return []
    return [pieces[0]._replace(text="\n" + pieces[0].text), *pieces[1:]]


def _nested(table: DraftTable) -> list[Piece]:
    """A table inside a cell as lines, its cells divided by bars."""
    out: list[Piece] = []
    row = -1
    for cell in table.cells:
        if not any(piece.text.strip() for piece in cell.pieces):
            continue
        lead = "" if not out else "\n" if cell.row != row else " | "
        row = cell.row
        out += [cell.pieces[0]._replace(text=lead + cell.pieces[0].text), *cell.pieces[1:]]
    return out


def _children(parent: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, also those inside content controls."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS or child.tag in (W + "ins", W + "moveTo", W + "del", W + "moveFrom"):
            yield from _children(child, tag)


def _begins_page(row: Element) -> bool:
    """Whether Word saved the beginning of a page before the first words of the row."""
    for node in row.iter(W + "lastRenderedPageBreak", W + "t"):
        return bool(node.tag != W + "t")
    return False


def _stands(reader: Reader, properties: Element | None, added: str, removed: str) -> bool:
    """Whether a row or cell is there, as tracked changes are read."""
    if properties is None:
        return True
    if properties.find(W + removed) is not None and not reader.removes():
        return False
    return properties.find(W + added) is None or reader.adds()


def _frames(rows: list[Element]) -> list[Element] | None:
    """The cells of a table of a single column, which only draws boxes around text."""
    cells = [list(_children(row, W + "tc")) for row in rows]
    return [row[0] for row in cells] if all(len(row) == 1 for row in cells) else None


def _framed(reader: Reader, cell: Element) -> list[Node]:
    ground, reader.on_ground = reader.on_ground, True
    carried = reader.lay_down()
    nodes = reader.blocks(cell)
    reader.take_up(carried)
    reader.on_ground = ground
    return nodes


def _mark_heads(table: DraftTable, rows: int) -> None:
    for cell in table.cells:
        cell.is_header = cell.row < rows


def _likely_heads(made: _Table, n_rows: int) -> int:
    """How many rows at the top are heads by their looks: bold or shaded as the rows below are not."""
    for looks in (made.bold, made.shaded):
        heads = next((i for i, look in enumerate(looks) if not look), n_rows)
        if 0 < heads <= _MAX_HEAD_ROWS and heads < n_rows:
            return heads
    return 1 if made.styled_head and n_rows > 1 else 0


def _has_styled_head(reader: Reader, properties: Element | None) -> bool:
    look = properties.find(W + "tblLook") if properties is not None else None
    if look is None:
        return False
    value = look.get(_VAL) or "0"
    first = look.get(W + "firstRow")
    flagged = first in ("1", "true", "on") if first is not None else _hex(value) & 0x20 > 0
    return flagged and reader.shared.styles.heads_first_row(_style_of(properties))


def _hex(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        return 0


def _style_of(properties: Element | None) -> str | None:
    node = properties.find(W + "tblStyle") if properties is not None else None
    return node.get(_VAL) if node is not None else None


def _count(properties: Element | None, name: str, default: int) -> int:
    node = properties.find(W + name) if properties is not None else None
    text = (node.get(_VAL) or "") if node is not None else ""
    return min(int(text), SPAN) if is_count(text) else default
