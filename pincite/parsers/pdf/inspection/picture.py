"""Draws on the picture of a page how the page was understood."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from pincite.model import BBox, Kind
from pincite.parsers.assemble import DraftCell
from pincite.parsers.pdf.inspection.palette import DESK, HIDDEN, PAPER, PICTURE, Color, color_of
from pincite.parsers.pdf.inspection.parts import Part
from pincite.parsers.pdf.layout import LayoutTable, PageLayout

GUTTER = 64  # pixels
_TAG_SIZE = 12  # pixels; smaller letters cannot be read
_TAG_PAD = 2
_FAINT, _SOLID = 26, 255  # of 255: how much a fill and an outline hide


class PagePicture:
    """A picture of ``scale`` pixels a point that is drawn on; ``image`` is the result, with room on its left for the
    labels of blocks."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image = Image.new("RGB", (image.width + GUTTER, image.height), DESK)
        self.image.paste(image, (GUTTER, 0))
        self._scale = scale
        self._draw = ImageDraw.Draw(self.image, "RGBA")
        self._font = ImageFont.load_default(_TAG_SIZE)
        self._tags: list[tuple[float, float, float, float]] = []

    def mark(self, page: PageLayout, parts: Sequence[Part]) -> None:
        """Draws everything that was found on the page."""
        for box in page.images:
            self._dashed(box, PICTURE)
        for part in parts:
            self._part(part)
        for word in page.hidden:
            if word.x1 > 0 and word.y1 > 0 and word.x0 < page.width and word.y0 < page.height:  # else beside the page
                box = BBox(word.x0, word.y0, word.x1, word.y1)
                self._box(box, HIDDEN, fill=70)
                self._draw.line([*self._pixels(box)], fill=HIDDEN)
        for part in parts:  # above all else
            self._tag(part)

    def _part(self, part: Part) -> None:
        color = color_of(part.block.kind)
        if part.block.kind.is_furniture:
            self._box(part.box, color, fill=50)
            self._dashed(part.box, color)
            return
        for line in part.lines:
            self._box(line.box, (*color, 110), pad=0)
        if part.table is not None:
            self._grid(part.table, part.box, color)
        self._box(part.box, color, fill=_FAINT, width=2, pad=2)

    def _grid(self, table: LayoutTable, box: BBox, color: Color) -> None:
        """The cells between the rows and columns that their words give; header cells are shaded."""
        cells = [cell for cell in table.table.cells if any(p.page == table.page for p in cell.pieces)]
        if not cells:
            return
        first, last = min(c.row for c in cells), max(c.row + c.rowspan for c in cells)
        rows = _edges([_extent(cells, first + i, of_rows=True) for i in range(last - first)], box.y0, box.y1)
        columns = [_extent(cells, i, of_rows=False) for i in range(table.table.n_cols)]
        xs = _edges(columns, box.x0, box.x1)
        for cell in cells:
            x1 = xs[min(cell.col + cell.colspan, len(xs) - 1)]
            y1 = rows[min(cell.row - first + cell.rowspan, len(rows) - 1)]
            area = BBox(xs[cell.col], rows[cell.row - first], x1, y1)
            self._box(area, color, fill=90 if cell.is_header else 0, pad=0)

    def _tag(self, part: Part) -> None:
        """A label at the top left corner of the block: its id, and the level of a heading."""
        text = tag_text(part)
        color = color_of(part.block.kind)
        left, top, right, bottom = self._font.getbbox(text)
        wide, high = right - left + 2 * _TAG_PAD, bottom - top + 2 * _TAG_PAD
        x0, y0, *_ = self._pixels(part.box)
        x, y = max(0.0, x0 - wide - 4), max(0.0, y0 - 2)
        while any(x < t[2] and x + wide > t[0] and y < t[3] and y + high > t[1] for t in self._tags):
            y += high + 1
        self._tags.append((x, y, x + wide, y + high))
        self._draw.rectangle([x, y, x + wide, y + high], fill=(*color, 230))
        self._draw.text((x + _TAG_PAD - left, y + _TAG_PAD - top), text, fill=PAPER, font=self._font)

    def _box(
        self, box: BBox, color: Color | tuple[int, int, int, int], *, fill: int = 0, width: int = 1, pad: int = 1
    ) -> None:
        x0, y0, x1, y1 = self._pixels(box)
        inner = (*color[:3], fill) if fill else None
        self._draw.rectangle([x0 - pad, y0 - pad, x1 + pad, y1 + pad], outline=color, fill=inner, width=width)

    def _dashed(self, box: BBox, color: Color) -> None:
        x0, y0, x1, y1 = self._pixels(box)
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
        for (ax, ay), (bx, by) in pairwise(corners):
            length = max(abs(bx - ax), abs(by - ay), 1.0)
            for at in range(0, int(length), 8):
                a, b = at / length, min(1.0, (at + 4) / length)
                ends = [ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b]
                self._draw.line(ends, fill=color)

    def _pixels(self, box: BBox) -> tuple[float, float, float, float]:
        """The box in pixels, within the picture and never inside out."""
        s, (wide, high) = self._scale, self.image.size
        x0, y0 = min(max(box.x0 * s + GUTTER, 0.0), wide - 1.0), min(max(box.y0 * s, 0.0), high - 1.0)
        return x0, y0, min(max(box.x1 * s + GUTTER, x0), wide - 1.0), min(max(box.y1 * s, y0), high - 1.0)


def tag_text(part: Part) -> str:
    """``12``, ``12 H2`` for a heading of level 2; an ellipsis where the block comes from, or goes on to, another
    page."""
    text = "-" if part.id is None else str(part.id)
    if part.block.kind is Kind.HEADING:
        text += f" H{part.block.level or '?'}"
    return f"{'…' if part.began else ''}{text}{'…' if part.goes_on else ''}"


def _extent(cells: Sequence[DraftCell], index: int, *, of_rows: bool) -> tuple[float, float] | None:
    """From where to where the words of a row or column reach; cells that span others do not count."""
    found: list[tuple[float, float]] = []
    for cell in cells:
        at, span = (cell.row, cell.rowspan) if of_rows else (cell.col, cell.colspan)
        if at == index and span == 1:
            boxes = [p.bbox for p in cell.pieces if p.bbox is not None]
            found += [(b.y0, b.y1) if of_rows else (b.x0, b.x1) for b in boxes]
    return (min(a for a, _ in found), max(b for _, b in found)) if found else None


def _edges(extents: Sequence[tuple[float, float] | None], low: float, high: float) -> list[float]:
    """The edges between neighbours, ascending, midway between their words; one more than there are extents."""
    edges = [low]
    for before, after in pairwise(extents):
        at = edges[-1]
        if before and after:
            at = (before[1] + after[0]) / 2
        elif before or after:
            at = before[1] if before else after[0] if after else at
        edges.append(min(max(at, edges[-1]), high))
    return [*edges, max(high, edges[-1])]
