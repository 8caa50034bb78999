"""The cells of a table where HTML puts them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pincite.errors import ParseError
from pincite.limits import PAGE_CELLS, PAGE_CELLS_PASSED, SPAN
from pincite.parsers.html.elements import is_hidden, is_never_shown
from pincite.parsers.html.items import Item, Para, TableItem
from pincite.parsers.html.looks import inherit

if TYPE_CHECKING:
    from pincite.parsers.html.flow import Context, Frame

_GROUPS = frozenset({"thead", "tbody", "tfoot"})
_NUMBER = re.compile(r"\d{1,9}")


@dataclass(slots=True, eq=False)
class GridCell:
    """A cell: its place, what is in it, and whether the markup calls it a header."""

    row: int
    col: int
    rowspan: int
    colspan: int
    is_header: bool
    items: list[Item] = field(default_factory=list)
    text: str = ""
    bold: bool = False
    indent: float = 0.0
    size: float = 0.0  # of most of its characters


@dataclass(slots=True, eq=False)
class Grid:
    """A table. ``captions`` are the paragraphs of its caption; ``is_drawn`` says that the markup has headers, a caption
    or lines; ``is_layout`` that it calls the table a means of layout."""

    cells: list[GridCell]
    n_rows: int
    n_cols: int
    captions: list[Para]
    is_drawn: bool
    is_layout: bool
    n_head: int = 0  # rows of <thead>

    def rows(self) -> list[list[GridCell]]:
        """The cells that begin in each row, from left to right."""
        out: list[list[GridCell]] = [[] for _ in range(self.n_rows)]
        for cell in self.cells:
            out[cell.row].append(cell)
        for row in out:
            row.sort(key=lambda cell: cell.col)
        return out


def read_grid(table: Any, frame: Frame, context: Context, depth: int) -> Grid:
    """Reads a table with all that is in its cells. Raises ``ParseError`` (too_large)."""
    from pincite.parsers.html.flow import Flow

    cells: list[GridCell] = []
    captions: list[Para] = []
    taken: dict[int, int] = {}  # column -> first row that is free again
    n_rows = n_cols = n_head = passed = 0
    for row, group in _rows(table):
        if row.tag == "caption":
            inner = _enter(row, frame, context)
            captions += [item for item in Flow(context, depth).read(row, inner) if isinstance(item, Para)]
            continue
        styles = context.sheets.styles_of(row)
        if is_hidden(row, styles):
            context.note_hidden(row, row.tag)
            continue
        at_row = _enter(row, frame, context)
        col = 0
        for node in _cells(row):
            while taken.get(col, 0) > n_rows:
                col += 1
                passed += 1
            cell = _read_cell(node, n_rows, col, at_row, context, depth)
            if cell is None:
                continue
            cells.append(cell)
            for k in range(col, col + cell.colspan):
                taken[k] = n_rows + cell.rowspan
            col += cell.colspan
            n_cols = max(n_cols, col)
            if len(cells) > PAGE_CELLS or passed > PAGE_CELLS_PASSED:
                raise ParseError("A table of this page has too many cells.", code="too_large")
        n_rows += 1
        n_head += group == "thead"
    for cell in cells:
        cell.rowspan = max(1, min(cell.rowspan, n_rows - cell.row))
    border = (table.get("border") or "0").strip()
    drawn = n_head > 0 or bool(captions) or any(c.is_header for c in cells) or border not in ("0", "")
    layout = (table.get("role") or "").lower() in ("presentation", "none")
    return Grid(cells, n_rows, n_cols, captions, drawn, layout, n_head)


def _read_cell(node: Any, row: int, col: int, at_row: Frame, context: Context, depth: int) -> GridCell | None:
    from pincite.parsers.html.flow import Flow

    styles = context.sheets.styles_of(node)
    if is_never_shown(node, node.tag) or is_hidden(node, styles):
        context.note_hidden(node, node.tag)
        return None
    frame = _enter(node, at_row, context)
    items = Flow(context, depth).read(node, frame)
    cell = GridCell(row, col, _span(node, "rowspan"), _span(node, "colspan"), node.tag == "th", items)
    paras = [item for item in items if isinstance(item, (Para, TableItem))]
    cell.text = " ".join(" ".join(item.text for item in paras).split())
    runs = [run for item in paras if isinstance(item, Para) for run in item.runs if run.text.strip()]
    cell.bold = bool(runs) and all(run.look.bold for run in runs)
    cell.size = max((run.look.size for run in runs), default=0.0)
    cell.indent = next((item.indent for item in paras if isinstance(item, Para)), 0.0)
    if anchor := node.get("id"):
        first = next((item for item in items if isinstance(item, (Para, TableItem))), None)
        if first is not None:
            first.anchors.insert(0, anchor)
    return cell


def _enter(node: Any, outer: Frame, context: Context) -> Frame:
    """The frame inside a row, a cell or a caption."""
    from pincite.model import Kind
    from pincite.parsers.html.flow import Frame, indent_of

    styles = context.sheets.styles_of(node)
    look = inherit(outer.look, node.tag, node.attrib, styles)
    return Frame(
        node.tag, look, True, kind=Kind.CAPTION if node.tag == "caption" else Kind.PARAGRAPH, heading=outer.heading,
        indent=indent_of(node.tag, styles, look.size), is_furniture=outer.is_furniture, in_article=outer.in_article,
    )  # fmt: skip


def _rows(table: Any, group: str = "") -> Iterator[tuple[Any, str]]:
    """The rows of a table, and its captions, with the group that each is in; what stands between rows by mistake is a
    row."""
    for child in table:
        if not isinstance(child.tag, str):
            continue
        if child.tag in ("tr", "caption"):
            yield child, group
        elif child.tag in _GROUPS:
            yield from _rows(child, child.tag)
        elif child.tag in ("td", "th"):
            yield child, group
        elif child.tag not in ("colgroup", "col", "table") and child.find(".//tr") is not None:
            yield from _rows(child, group)


def _cells(row: Any) -> Iterator[Any]:
    if row.tag in ("td", "th"):
        yield row
        return
    for child in row:
        if child.tag in ("td", "th"):
            yield child
        elif isinstance(child.tag, str) and (child.find("td") is not None or child.find("th") is not None):
            yield from _cells(child)


def _span(node: Any, name: str) -> int:
    found = _NUMBER.match((node.get(name) or "1").strip())
    if found is None:
        return 1
    number = int(found[0])
    if number == 0 and name == "rowspan":
        return SPAN  # to the end
    return min(max(number, 1), SPAN)
