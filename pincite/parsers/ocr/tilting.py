"""Scans lie a little askew. Their words are laid out as if they lay straight; here what was found goes back to where it
lies on the page."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from pincite.model import BBox
from pincite.parsers.assemble import DraftCell
from pincite.parsers.pdf.layout import Layout, Line, PageLayout, Word


class _Tilt:
    """Turns boxes around the middle of a page."""

    def __init__(self, page: PageLayout, degrees: float) -> None:
        self._cos, self._sin = cos(radians(degrees)), sin(radians(degrees))
        self._x, self._y = page.width / 2, page.height / 2

    def box(self, box: BBox) -> BBox:
        """The smallest box that holds a box of the straightened page as it lies on the page."""
        corners = [(x - self._x, y - self._y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
        xs = [self._x + x * self._cos - y * self._sin for x, y in corners]
        ys = [self._y + x * self._sin + y * self._cos for x, y in corners]
        return BBox(min(xs), min(ys), max(xs), max(ys))

    def word(self, word: Word) -> Word:
        x0, y0, x1, y1 = self.box(BBox(word.x0, word.y0, word.x1, word.y1))
        return word._replace(x0=x0, y0=y0, x1=x1, y1=y1)


def tilt_pages(layout: Layout) -> None:
    """Gives everything on pages that were straightened its box on the page as displayed."""
    tilts = {p.number: _Tilt(p, p.recognition.degrees) for p in layout.pages if p.recognition and p.recognition.degrees}
    if not tilts:
        return
    for page in layout.pages:
        if page.number in tilts and page.recognition is not None:
            page.words = [tilts[page.number].word(word) for word in page.words]
            page.recognition.words = [tilts[page.number].word(word) for word in page.recognition.words]
    for line in _lines(layout):
        if line.page in tilts:
            line.x0, line.y0, line.x1, line.y1 = tilts[line.page].box(line.box)
            line.words = [tilts[line.page].word(word) for word in line.words]
    for block in [block for page in layout.pages for block in page.blocks]:
        if block.page in tilts:
            block.box = tilts[block.page].box(block.box)
        if block.table is not None:
            for cell in block.table.table.cells:
                _tilt_cell(cell, tilts)


def _lines(layout: Layout) -> Iterator[Line]:
    """Each line of the layout once; passes may have made new ones for their blocks."""
    seen: set[int] = set()
    for page in layout.pages:
        for line in [*page.lines, *(line for block in page.blocks for line in block.lines)]:
            if id(line) not in seen:
                seen.add(id(line))
                yield line


def _tilt_cell(cell: DraftCell, tilts: dict[int, _Tilt]) -> None:
    cell.pieces = [
        piece._replace(bbox=tilts[piece.page].box(piece.bbox)) if piece.bbox and piece.page in tilts else piece
        for piece in cell.pieces
    ]
