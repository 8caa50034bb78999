"""One worksheet -> its blocks: lines of text, tables, charts, pictures, comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece
from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.charts import chart_blocks
from pincite.parsers.ooxml.drawings import alt_text
from pincite.parsers.ooxml.names import C, R, X, local
from pincite.parsers.xlsx.cells import Grid, Place, Range, SheetCell
from pincite.parsers.xlsx.regions import Region, find_regions
from pincite.parsers.xlsx.workbook import SheetRef, Workbook, rich_text

_XDR = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def grid_blocks(grid: Grid, page: int) -> Iterator[DraftBlock]:
    """The cells of a worksheet as tables and lines of text."""
    merges = {(m.top, m.left): m for m in grid.merges}
    for region in find_regions(grid):
        area = region.range
        if region.is_line:
            yield DraftBlock(Kind.PARAGRAPH, [_piece(grid.cells[area.top, area.left], page)])
        else:
            yield DraftBlock(Kind.TABLE, table=_table(grid, region, merges, page))


def drawing_blocks(workbook: Workbook, ref: SheetRef) -> Iterator[DraftBlock]:
    """Charts, text boxes and the alternative texts of pictures, in the order of the file."""
    package = workbook.package
    for relation in package.related(ref.part or "", "drawing"):
        root = package.xml(relation.target)
        for node in root.iter() if root is not None else ():
            if node.tag == C + "chart":
                target = package.target(relation.target, node.get(R + "id"))
                yield from chart_blocks(package.xml(target) if target else None, ref.number)
            elif node.tag == _XDR + "txBody":
                for paragraph in node.iterfind(_A + "p"):
                    text = "".join(t.text or "" for t in paragraph.iter(_A + "t"))
                    yield DraftBlock(Kind.PARAGRAPH, [Piece(text, ref.number)])
            elif node.tag == _XDR + "pic":
                text = alt_text(node.find(f"{_XDR}nvPicPr/{_XDR}cNvPr"))
                yield DraftBlock(Kind.FIGURE, [Piece(text, ref.number)])


def read_remarks(workbook: Workbook, ref: SheetRef) -> list[str]:
    """The comments on cells, ``B7, Author: text``; threads of the newer kind with their replies."""
    package = workbook.package
    threaded = [relation.target for relation in package.related(ref.part or "", "threadedComment")]
    if threaded:
        return [text for part in threaded for text in _threads(workbook, part)]
    out: list[str] = []
    for relation in package.related(ref.part or "", "comments"):
        root = package.xml(relation.target)
        if root is None:
            continue
        authors = [node.text or "" for node in root.iterfind(f"{X}authors/{X}author")]
        for node in root.iterfind(f"{X}commentList/{X}comment"):
            text = node.find(X + "text")
            index = node.get("authorId") or ""
            author = authors[int(index)] if is_count(index) and int(index) < len(authors) else ""
            words = " ".join(rich_text(text).split()) if text is not None else ""
            words = words.removeprefix(f"{author}:").strip() if author else words
            if words:
                out.append(_remark(node.get("ref") or "", author, words))
    return out


def _threads(workbook: Workbook, part: str) -> Iterator[str]:
    persons: dict[str, str] = {}
    for relation in workbook.package.related(workbook.package.main, "person"):
        people = workbook.package.xml(relation.target)
        for node in people if people is not None else ():
            persons[node.get("id") or ""] = node.get("displayName") or ""
    root = workbook.package.xml(part)
    for node in root if root is not None else ():
        words = " ".join("".join(t.text or "" for t in node if local(t.tag) == "text").split())
        if words:
            yield _remark(node.get("ref") or "", persons.get(node.get("personId") or "", ""), words)


def _remark(place: str, author: str, words: str) -> str:
    return f"Comment on {place} by {author or 'an unknown author'}: {words}"


def _table(grid: Grid, region: Region, merges: Mapping[Place, Range], page: int) -> DraftTable:
    area = region.range
    rows = [row for row in range(area.top, area.bottom + 1) if grid.used(row, area) or row in grid.spanned_rows]
    numbers = {row: n for n, row in enumerate(rows)}  # rows without a cell say nothing and are left out
    cells: list[DraftCell] = []
    for row in rows:
        for col in grid.used(row, area):
            piece = _piece(grid.cells[row, col], page)
            cell = DraftCell(numbers[row], col - area.left, is_header=row - area.top < region.heads, pieces=[piece])
            merge = merges.get((row, col))
            if merge is not None:
                cell.rowspan = sum(row <= r <= min(merge.bottom, area.bottom) for r in rows[numbers[row] :][:1000])
                cell.colspan = min(merge.right, area.right) - col + 1
            cells.append(cell)
    return DraftTable(len(rows), area.right - area.left + 1, cells)


def _piece(cell: SheetCell, page: int) -> Piece:
    return Piece(cell.text, page, uri=cell.link)
