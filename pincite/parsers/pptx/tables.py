"""Tables of slides with their merged cells."""

from __future__ import annotations

import re
from itertools import accumulate

from pincite.limits import SPAN
from pincite.model import BBox
from pincite.parsers.assemble import DraftCell, DraftTable, Piece
from pincite.parsers.ooxml.names import A, Element, is_on
from pincite.parsers.pptx.geometry import EMU, number
from pincite.parsers.pptx.paragraphs import Body, read_paragraphs

_AMOUNT = re.compile(r"(?!\s*(?:19|20)\d\d\s*$)[\s$€£¥(+\-–−]*\d[\d.,\s]*[%)\s]*")
_MOST_HEADS = 4


def read_table(table: Element, about: Body) -> DraftTable:
    """An ``a:tbl``; the box of each cell comes from the widths and heights that the file gives."""
    properties = table.find(A + "tblPr")
    headed = properties is not None and is_on(properties.get("firstRow", "0"))
    rows = table.findall(A + "tr")
    widths = [number(col.get("w")) for col in table.iterfind(f"{A}tblGrid/{A}gridCol")]
    xs = _edges(widths, about.box.x0 if about.box else 0)
    ys = _edges([number(row.get("h")) for row in rows], about.box.y0 if about.box else 0)
    cells: list[DraftCell] = []
    for r, row in enumerate(rows):
        for c, node in enumerate(row.iterfind(A + "tc")):
            if is_on(node.get("hMerge", "0")) or is_on(node.get("vMerge", "0")):
                continue
            rowspan, colspan = _span(node, "rowSpan"), _span(node, "gridSpan")
            rowspan, colspan = min(rowspan, len(rows) - r), min(colspan, max(1, len(widths) - c))
            box = None
            if about.box is not None and c + colspan < len(xs):
                box = BBox(xs[c], ys[r], xs[c + colspan], ys[r + rowspan])
            pieces = _cell_pieces(node.find(A + "txBody"), about._replace(box=box or about.box))
            cells.append(DraftCell(r, c, rowspan, colspan, pieces=pieces))
    heads = _head_rows(cells) if headed else 0
    for cell in cells:
        cell.is_header = cell.row < heads
    return DraftTable(len(rows), max(len(widths), 1), cells)


def _head_rows(cells: list[DraftCell]) -> int:
    """The first row, and those below it that merged header cells stand over, as long as they hold words."""
    heads = 1
    while any(cell.row == heads - 1 and cell.colspan > 1 for cell in cells):
        row = ["".join(piece.text for piece in cell.pieces) for cell in cells if cell.row == heads]
        if not any(row) or any(_AMOUNT.fullmatch(text) for text in row) or heads >= _MOST_HEADS:
            break
        heads += 1
    return heads


def is_blank(table: DraftTable) -> bool:
    return not any(cell.pieces for cell in table.cells)


def _cell_pieces(body: Element | None, about: Body) -> list[Piece]:
    out: list[Piece] = []
    for paragraph in read_paragraphs(body, about):
        if out and paragraph.pieces:
            out[-1] = out[-1]._replace(text=out[-1].text + "\n")
        out += [p._replace(text=p.text.replace("\t", " ")) for p in paragraph.labelled()] if paragraph.pieces else []
    return out


def _span(node: Element, name: str) -> int:
    return min(max(1, int(number(node.get(name)))), SPAN)


def _edges(sizes: list[float], start: float) -> list[float]:
    return [round(start + edge / EMU, 2) for edge in accumulate(sizes, initial=0.0)]
