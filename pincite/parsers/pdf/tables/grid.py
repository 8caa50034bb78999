"""A table while it is being recognised: cells of words on rows and columns, before they are written as text."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from pincite.model import BBox
from pincite.parsers.pdf.layout import Word, hull_of
from pincite.parsers.pdf.tables.amounts import Token, token_of

TAIL_GAP = 1.1  # of the height of a word: how far "%" or ")" may stand from its amount
COLLISIONS = 3  # pairs of cells that would fall on one place: more is no slip
_COLUMN = attrgetter("col")
SIGN_CELLS = 3  # how many empty fine columns may lie between a currency sign and its amount


@dataclass(slots=True, eq=False)
class GridCell:
    """A cell: its place, and its words in reading order (line by line)."""

    row: int
    col: int
    rowspan: int
    colspan: int
    words: list[Word]
    is_header: bool = False
    _box: BBox | None = field(default=None, init=False, repr=False)
    _text: str = field(default="", init=False, repr=False)
    _known: list[Word] | None = field(default=None, init=False, repr=False)  # the words of box and text
    _count: int = field(default=0, init=False, repr=False)  # and how many they were

    def _renew(self) -> None:
        """Forgets box and text: the words are others than they were made of."""
        self._known, self._count, self._box, self._text = self.words, len(self.words), None, ""

    @property
    def end(self) -> int:
        """The column after its last."""
        return self.col + self.colspan

    @property
    def text(self) -> str:
        if self._known is not self.words or self._count != len(self.words):
            self._renew()
        if not self._text:
            self._text = " ".join([w.text for w in self.words])
        return self._text

    @property
    def box(self) -> BBox:
        if self._known is not self.words or self._count != len(self.words):
            self._renew()
        if self._box is None:
            self._box = hull_of(self.words)
        return self._box


@dataclass(slots=True, eq=False)
class Grid:
    """Cells on ``n_rows`` x ``n_cols``. ``box`` is where the table is on its page; ``framed`` says that drawn rules
    close it above and below, so that nothing outside belongs to it; ``heads_end``, that no row below the header cells
    is one of the header."""

    n_rows: int
    n_cols: int
    cells: list[GridCell]
    box: BBox
    evidence: list[str] = field(default_factory=list)
    framed: bool = False
    heads_end: bool = False

    def rows(self) -> list[list[GridCell]]:
        """The cells that begin in each row, left to right."""
        out: list[list[GridCell]] = [[] for _ in range(self.n_rows)]
        for cell in sorted(self.cells, key=_COLUMN):
            out[cell.row].append(cell)
        return out


def glue_signs(grid: Grid) -> None:
    """Puts currency signs, brackets and percent signs that stand in cells of their own into the cell of their
    amount."""
    out: list[GridCell] = []
    for row in grid.rows():
        kept: list[GridCell] = []
        for cell in row:
            if not cell.words:
                continue
            last = kept[-1] if kept else None
            if (last is not None and _is_sign(last) and _follows(last, cell) and _takes_sign(cell)) or (
                last is not None and _is_tail(cell, last)
            ):
                _join(last, cell)
            else:
                kept.append(cell)
        out += kept
    grid.cells = out


def _kind(cell: GridCell) -> Token:
    return token_of("".join(w.text for w in cell.words)) if len(cell.words) < 6 else Token.TEXT


def _is_sign(cell: GridCell) -> bool:
    return len(cell.words) < 3 and _kind(cell) is Token.SIGN


def _follows(left: GridCell, right: GridCell) -> bool:
    return left.row == right.row and left.rowspan == right.rowspan and right.col - left.end <= SIGN_CELLS


def _takes_sign(cell: GridCell) -> bool:
    return token_of(cell.words[0].text).is_amount or _kind(cell).is_amount


def _is_tail(cell: GridCell, left: GridCell) -> bool:
    if len(cell.words) > 2 or cell.row != left.row or _kind(cell) is not Token.TAIL:
        return False
    first, last = cell.words[0], left.words[-1]
    near = first.x0 - last.x1 < TAIL_GAP * (last.y1 - last.y0)
    return near and token_of(last.text) is not Token.TEXT


def _join(left: GridCell, right: GridCell) -> None:
    left.words = left.words + right.words
    left.colspan = right.end - left.col


def compact(grid: Grid) -> None:
    """Drops rows and columns without text, and puts fine columns together that are parts of one (the places of currency
    signs and spacers): a column is a set of cells that overlap each other, where cells that lie over two others do not
    count."""
    grid.cells = [c for c in grid.cells if c.words]
    _drop_rows(grid)
    _drop_columns(grid)


def _drop_rows(grid: Grid) -> None:
    used = sorted({c.row for c in grid.cells})
    for cell in grid.cells:
        first = bisect_left(used, cell.row)
        cell.rowspan = max(1, bisect_left(used, cell.row + cell.rowspan) - first)
        cell.row = first
    grid.n_rows = len(used)


def _drop_columns(grid: Grid) -> None:
    spans = columns_of([[(c.col, c.end) for c in row] for row in _covering_rows(grid)])
    places = _places(grid, [a for a, _ in spans], [b for _, b in spans])
    if _collide(grid, places):  # rows with different columns: each place where a cell begins is a column
        starts = sorted({float(c.col) for c in grid.cells})
        places = _places(grid, starts, [*starts[1:], max(c.end for c in grid.cells)])
    for cell, (first, end) in zip(grid.cells, places, strict=True):
        cell.col, cell.colspan = first, end - first
    grid.n_cols = max(end for _, end in places)


def _places(grid: Grid, starts: Sequence[float], ends: Sequence[float]) -> list[tuple[int, int]]:
    """For each cell its columns, ``first`` to before ``end``, among columns that start and end at these fine ones."""
    out: list[tuple[int, int]] = []
    for cell in grid.cells:
        first = min(bisect_right(ends, cell.col), len(ends) - 1)
        out.append((first, max(bisect_left(starts, cell.end), first + 1)))
    return out


def _collide(grid: Grid, places: Sequence[tuple[int, int]]) -> bool:
    """Whether several rows would have two cells begin in one column."""
    starts = [(cell.row, first) for cell, (first, _) in zip(grid.cells, places, strict=True)]
    twice = len(starts) - len(set(starts))
    return twice >= COLLISIONS


def settle(grid: Grid) -> None:
    """Makes places unique: cells of a row that fell on one column become one cell, spans end before the next cell."""
    for row in grid.rows():
        last: GridCell | None = None
        for cell in row:
            if last is not None and cell.col <= last.col:
                last.words = last.words + cell.words
                last.colspan = max(last.end, cell.end) - last.col
                last.is_header = last.is_header and cell.is_header
                cell.words = []
                continue
            if last is not None and last.end > cell.col:
                last.colspan = cell.col - last.col
            last = cell
    grid.cells = [c for c in grid.cells if c.words]
    _clip_rowspans(grid)


def _clip_rowspans(grid: Grid) -> None:
    """A cell that spans rows ends above the next cell in its columns."""
    for cell in grid.cells:
        if cell.rowspan == 1:
            continue
        below = [c.row for c in grid.cells if c.row > cell.row and c.col < cell.end and cell.col < c.end]
        cell.rowspan = max(1, min([cell.row + cell.rowspan, grid.n_rows, *below]) - cell.row)


def _covering_rows(grid: Grid) -> list[list[GridCell]]:
    rows: list[list[GridCell]] = [[] for _ in range(grid.n_rows)]
    for cell in grid.cells:
        for row in range(cell.row, min(cell.row + cell.rowspan, grid.n_rows)):
            rows[row].append(cell)
    return rows


Interval = tuple[float, float]


def columns_of(rows: Sequence[Sequence[Interval]], *, overlap: float = 0.0) -> list[Interval]:
    """The columns of rows of intervals (each row left to right): connected sets of intervals that overlap by more than
    ``overlap`` of the smaller one. An interval that lies over two neighbours of another row is a spanning cell and
    joins nothing."""
    intervals = sorted({i for row in rows for i in row})
    gaps = _Gaps(rows, overlap)
    columns: list[Interval] = []
    for a, b in intervals:
        if gaps.lie_within(a, b):
            continue
        if columns and _overlaps(columns[-1], (a, b), overlap):
            columns[-1] = (columns[-1][0], max(columns[-1][1], b))
        else:
            columns.append((a, b))
    return columns or intervals[:1]


class _Gaps:
    """The gaps between neighbours in rows, each widened by ``overlap`` of its neighbours."""

    def __init__(self, rows: Sequence[Sequence[Interval]], overlap: float) -> None:
        found = {
            (b - overlap * (b - a), c + overlap * (d - c)) for row in rows for (a, b), (c, d) in itertools.pairwise(row)
        }
        ordered = sorted(found)
        self._starts = [lo for lo, _ in ordered]
        self._least_end = [hi for _, hi in ordered]  # of all gaps from here on
        for i in range(len(ordered) - 2, -1, -1):
            self._least_end[i] = min(self._least_end[i], self._least_end[i + 1])

    def lie_within(self, a: float, b: float) -> bool:
        """Whether an interval reaches over a gap on both sides."""
        first = bisect_right(self._starts, a)
        return first < len(self._starts) and self._least_end[first] < b


def _overlaps(left: Interval, right: Interval, overlap: float) -> bool:
    common = min(left[1], right[1]) - max(left[0], right[0])
    return common > overlap * min(left[1] - left[0], right[1] - right[0])
