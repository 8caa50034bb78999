"""The rows of text at the edges of a page, where furniture may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line, PageLayout
from pincite.parsers.pdf.turning import turning

REACH = 0.2  # of the page: how far a margin may go
ROWS = 4  # so many rows of an edge are looked at
CELLS = 4  # a row of so many lines is taken as a whole
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True, eq=False)
class Edge:
    """A line in a margin. ``box`` is upright as the line is read; ``depth`` is the distance of its middle from the
    edge of the page, in points."""

    line: Line
    box: BBox
    row: EdgeRow
    depth: float

    @property
    def page(self) -> int:
        """The index of the page."""
        return self.row.page

    @property
    def place(self) -> str:
        """The margin: "top" or "bottom", with the angle of turned text."""
        return self.row.place

    @property
    def text(self) -> str:
        """What is compared with other pages: the line, or the whole row where it has the look of a table's."""
        return self.row.text if len(self.row.edges) >= CELLS else self.line.text

    @property
    def key(self) -> str:
        """The text without its numbers."""
        return _DIGITS.sub("#", self.text.casefold())


@dataclass(slots=True, eq=False)
class EdgeRow:
    """Lines of one height in a margin, from left to right. ``rank`` counts rows from the edge of the page, from 0;
    ``inner`` is the next row inwards, ``gap`` the white space up to it (``None`` where nothing follows)."""

    page: int
    place: str
    rank: int
    edges: list[Edge] = field(default_factory=list)
    inner: list[tuple[BBox, Line]] = field(default_factory=list)
    gap: float | None = None

    @property
    def text(self) -> str:
        return " ".join(edge.line.text for edge in self.edges)

    @property
    def is_furniture(self) -> bool:
        return any(edge.line.furniture is not None for edge in self.edges)


def margin_rows(index: int, lines: Sequence[Line], page: PageLayout) -> Iterator[EdgeRow]:
    """The rows that ``lines`` of a page make in its margins, from the edge inwards, for each direction of reading."""
    groups: dict[int, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.words[0].angle, []).append(line)
    for angle, lines in groups.items():
        if angle:
            turn = turning(angle, page.width, page.height)
            placed = [(turn(*line.box), line) for line in lines]
        else:
            placed = [(line.box, line) for line in lines]
        height = page.height if angle % 180 == 0 else page.width
        rows = _rows(placed)
        name = str(angle) if angle else ""
        yield from _margin(index, rows, "top" + name, height)
        yield from _margin(index, rows[::-1], "bottom" + name, height)


Row = list[tuple[BBox, Line]]


def _rows(placed: Sequence[tuple[BBox, Line]]) -> list[Row]:
    rows: list[Row] = []
    last = (0.0, 0.0)
    for box, line in sorted(placed, key=lambda p: p[0][1] + p[0][3]):
        middle = (box[1] + box[3]) / 2
        if rows and middle - last[0] < 0.4 * min(last[1], line.size):
            rows[-1].append((box, line))
        else:
            rows.append([(box, line)])
            last = (middle, line.size)
    return rows


def _margin(index: int, rows: list[Row], place: str, height: float) -> Iterator[EdgeRow]:
    top = place.startswith("top")
    for rank, row in enumerate(rows[:ROWS]):
        middle = (row[0][0].y0 + row[0][0].y1) / 2
        depth = middle if top else height - middle
        if depth > REACH * height and (rank or top):  # the last row of a page may be its foot wherever the text ends
            return
        out = EdgeRow(index, place, rank)
        if rank + 1 < len(rows):
            out.inner = rows[rank + 1]
            outer, inner = (row, out.inner) if top else (out.inner, row)
            out.gap = min(b.y0 for b, _ in inner) - max(b.y1 for b, _ in outer)
        out.edges = [Edge(line, box, out, depth) for box, line in sorted(row, key=lambda p: p[0][0])]
        yield out
