"""Tables whose cells are bounded by rules or filled tiles: a frame of edges -> a grid, with the spans of merged
cells."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line, PageLayout, Style, Word
from pincite.parsers.pdf.tables.captions import is_figure
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.edges import REACH, SAME_LINE, Edge, Frame, frames, mend, tile_edges, tiles
from pincite.parsers.pdf.tables.grid import Grid, GridCell, compact, glue_signs
from pincite.parsers.pdf.tables.rows import Unit, cut_units

SPACE = 0.45  # of the size: wider than the blank between two words
COVERED = 0.6  # of the side of a cell: as much edge makes a wall
SNUG = 0.8  # points: how far a word begins from the edge of the colour that marks it
ENCLOSED = 0.7  # of the area of a frame, at least
MAX_CELLS = 6000  # base cells of a frame; more is a drawing


class Lattice:
    """The base cells of a frame, between all positions ``xs`` and ``ys`` of its edges, and which sides have walls."""

    def __init__(self, frame: Frame, xs: list[float], ys: list[float]) -> None:
        self.xs, self.ys = xs, ys
        self.n_rows, self.n_cols = len(self.ys) - 1, len(self.xs) - 1
        self.above = _walls(frame.across, self.ys, self.xs)  # [edge of row][column]
        self.left = _walls(frame.down, self.xs, self.ys)  # [edge of column][row]

    def tiles(self) -> list[tuple[int, int, int, int]]:
        """The merged cells (row, col, rowspan, colspan): base cells without a wall between them, always rectangles."""
        taken = [[False] * self.n_cols for _ in range(self.n_rows)]
        out: list[tuple[int, int, int, int]] = []
        for row in range(self.n_rows):
            for col in range(self.n_cols):
                if taken[row][col]:
                    continue
                width = self._width(row, col, taken)
                height = self._height(row, col, width, taken)
                for r in range(row, row + height):
                    taken[r][col : col + width] = [True] * width
                out.append((row, col, height, width))
        return out

    def _width(self, row: int, col: int, taken: list[list[bool]]) -> int:
        end = col + 1
        while end < self.n_cols and not self.left[end][row] and not taken[row][end]:
            end += 1
        return end - col

    def _height(self, row: int, col: int, width: int, taken: list[list[bool]]) -> int:
        end = row + 1
        columns = range(col, col + width)
        while end < self.n_rows:
            if any(self.above[end][c] or taken[end][c] for c in columns):
                break
            if any(self.left[c][end] for c in columns[1:]):
                break
            if width > 0 and (self.left[col][row] != self.left[col][end]):
                break
            if self.left[col + width][row] != self.left[col + width][end]:
                break
            end += 1
        return end - row

    def is_closed(self, row: int, col: int, rowspan: int, colspan: int) -> bool:
        """Whether enough sides have walls for a cell: three, or top and bottom, or two for a single base cell."""
        ends = range(col, col + colspan), range(row, row + rowspan)
        top = _share(self.above[row], self.xs, ends[0])
        bottom = _share(self.above[row + rowspan], self.xs, ends[0])
        left = _share(self.left[col], self.ys, ends[1])
        right = _share(self.left[col + colspan], self.ys, ends[1])
        sides = top + bottom + left + right
        return sides >= 3 or (top and bottom) or (sides == 2 and rowspan == colspan == 1)


def _share(walls: Sequence[bool], marks: Sequence[float], parts: range) -> bool:
    """Whether walls cover a side made of these parts."""
    covered = sum(marks[i + 1] - marks[i] for i in parts if walls[i])
    return covered >= COVERED * (marks[parts[-1] + 1] - marks[parts[0]])


def _marks(frame: Frame) -> tuple[list[float], list[float]]:
    """Where columns and rows of a frame begin and end."""
    xs = [e.at for e in frame.down] + [x for e in frame.across for x in (e.lo, e.hi)]
    ys = [e.at for e in frame.across] + [y for e in frame.down for y in (e.lo, e.hi)]
    return _cluster(xs), _cluster(ys)


def _cluster(values: Iterable[float]) -> list[float]:
    out: list[list[float]] = []
    for value in sorted(values):
        if out and value - out[-1][0] <= SAME_LINE + 0.3:
            out[-1].append(value)
        else:
            out.append([value])
    return [sum(group) / len(group) for group in out]


def _walls(edges: Sequence[Edge], lines: Sequence[float], marks: Sequence[float]) -> list[list[bool]]:
    """For each line the parts between two marks that its edges cover."""
    n = len(marks) - 1
    walls = [[False] * n for _ in lines]
    for edge in edges:
        line = walls[_nearest(lines, edge.at)]
        first = max(bisect_right(marks, edge.lo) - 1, 0)
        for i in range(first, n):
            a, b = marks[i], marks[i + 1]
            if a >= edge.hi:
                break
            if min(b, edge.hi) - max(a, edge.lo) >= COVERED * (b - a):
                line[i] = True
    return walls


def _nearest(values: Sequence[float], value: float) -> int:
    i = bisect_left(values, value)
    if i == len(values) or (i and value - values[i - 1] < values[i] - value):
        return i - 1
    return i


def read_frame(frame: Frame, words: Sequence[Word], styles: Sequence[Style]) -> Grid | None:
    """The grid of a frame with the words that stand in its cells, before signs are glued and empty columns dropped;
    ``None`` where the frame has no two rows and columns. ``words`` ascend by their middles."""
    xs, ys = _marks(frame)
    if min(len(xs), len(ys)) <= 2 or (len(xs) - 1) * (len(ys) - 1) > MAX_CELLS:
        return None  # most frames are stripes behind single rows
    lattice = Lattice(frame, xs, ys)
    spots = lattice.tiles()
    place = [[0] * lattice.n_cols for _ in range(lattice.n_rows)]
    cells: list[GridCell] = []
    for i, (row, col, rowspan, colspan) in enumerate(spots):
        cells.append(GridCell(row, col, rowspan, colspan, []))
        for r in range(row, row + rowspan):
            place[r][col : col + colspan] = [i] * colspan
    first = bisect_left(words, 2 * lattice.ys[0], key=_twice_middle)
    for word in words[first : bisect_right(words, 2 * lattice.ys[-1], key=_twice_middle)]:
        r = bisect_right(lattice.ys, (word.y0 + word.y1) / 2) - 1
        c = bisect_right(lattice.xs, (word.x0 + word.x1) / 2) - 1
        if 0 <= r < lattice.n_rows and 0 <= c < lattice.n_cols:
            cells[place[r][c]].words.append(word)
    cells = _closed(cells, lattice)
    if len(cells) < 2:
        return None
    if any(_is_heap(cell, styles) and not _is_listed(cell, cells) for cell in cells):
        return None
    if _is_marked(cells, lattice, styles):
        return None
    if len(cells) > 3 and _enclosed(lattice, spots, min(c.row for c in cells)) < ENCLOSED:
        return None
    cells = [part for cell in cells for part in _split(cell, lattice, styles)]
    box = BBox(lattice.xs[0], lattice.ys[0], lattice.xs[-1], lattice.ys[-1])
    return Grid(lattice.n_rows, lattice.n_cols, cells, box, [f"edges: {lattice.n_rows} x {lattice.n_cols}"])


def _enclosed(lattice: Lattice, spots: Sequence[tuple[int, int, int, int]], top: int) -> float:
    """The share of the area of a frame, from row ``top`` down, that lies in closed cells: boxes of a drawing that lines
    or arrows tie together leave much in the open."""
    total = inside = 0.0
    for row, col, rowspan, colspan in spots:
        if row >= top:
            area = (lattice.xs[col + colspan] - lattice.xs[col]) * (lattice.ys[row + rowspan] - lattice.ys[row])
            total += area
            inside += area * lattice.is_closed(row, col, rowspan, colspan)
    return inside / total if total else 0.0


def _twice_middle(word: Word) -> float:
    return word.y0 + word.y1


def _closed(cells: list[GridCell], lattice: Lattice) -> list[GridCell]:
    """The cells with words that have walls; rows at the top that stand partly in the open are left to the header
    lines."""
    cells = [c for c in cells if c.words]
    closed = [c for c in cells if lattice.is_closed(c.row, c.col, c.rowspan, c.colspan)]
    kept = {id(c) for c in closed}
    ragged = {r for c in cells if id(c) not in kept for r in range(c.row, c.row + c.rowspan)}
    top = min((c.row for c in cells), default=0)
    while top in ragged:
        top += 1
    return [c for c in closed if c.row >= top]


def _is_heap(cell: GridCell, styles: Sequence[Style]) -> bool:
    """Whether a cell holds rows of a table that has no rules between them."""
    if len(cell.words) < 3:
        return False
    lines = text_lines(cell.words)
    stacked = side_by_side = 0
    for line in lines if len(lines) > 1 else ():
        units = cut_units(line, styles)
        stacked += len(units) == 1 and units[0].is_amount
        side_by_side += len(units) > 1 and any(u.is_amount for u in units)
        if side_by_side > 1 or stacked > 2:
            return True
    return False


def _is_listed(heap: GridCell, cells: Sequence[GridCell]) -> bool:
    """Whether one label stands before several lines of values: they are one cell, where each row has a label."""
    label = min((c for c in cells if c.row == heap.row), key=lambda c: c.col)
    if label.rowspan != heap.rowspan or not any(map(str.isalpha, label.text)):
        return False
    return 2 * len(text_lines(label.words)) <= len(text_lines(heap.words))


def _is_marked(cells: Sequence[GridCell], lattice: Lattice, styles: Sequence[Style]) -> bool:
    """Whether the tiles are words marked with colour: most end where their words do, on both sides."""
    snug = 0
    for cell in cells:
        x0, x1 = min(w.x0 for w in cell.words), max(w.x1 for w in cell.words)
        left, right = lattice.xs[cell.col], lattice.xs[cell.end]
        snug += abs(x0 - left) <= SNUG and abs(right - x1) <= SPACE * styles[cell.words[-1].style].size
    return snug > 0.5 * len(cells)


def _split(cell: GridCell, lattice: Lattice, styles: Sequence[Style]) -> list[GridCell]:
    """A wide cell whose words stand in several columns is a row without upright walls: its units are cells."""
    if cell.colspan == 1:
        return [cell]
    found: dict[tuple[int, int], list[Word]] = {}
    parted = False
    for line in text_lines(cell.words):
        units = [part for unit in _near_units(line, styles) for part in _cut_at_walls(unit, lattice.xs, styles)]
        parted = parted or len(units) > 1
        for unit in units:
            span = _columns(lattice.xs, unit.x0, unit.x1, cell)
            found.setdefault(span, []).extend(unit.words)
    spans = sorted(found)
    if not parted or any(b[0] < a[1] for a, b in itertools.pairwise(spans)):
        return [cell]
    return [GridCell(cell.row, a, cell.rowspan, b - a, found[a, b]) for a, b in spans]


def _near_units(line: list[Word], styles: Sequence[Style]) -> list[Unit]:
    """The units of a line, those with no more than a blank between them put together: amounts of one cell."""
    out: list[Unit] = []
    for unit in cut_units(line, styles):
        if out and unit.x0 - out[-1].x1 <= SPACE * styles[unit.words[0].style].size:
            out[-1] = Unit(out[-1].words + unit.words, out[-1].kind)
        else:
            out.append(unit)
    return out


def _cut_at_walls(unit: Unit, xs: Sequence[float], styles: Sequence[Style]) -> list[Unit]:
    """Cuts a unit at blanks, wider than between words, in which other rows have their walls."""
    out: list[Unit] = []
    run: list[Word] = []
    for word in unit.words:
        if run and word.x0 - run[-1].x1 > SPACE * styles[word.style].size:
            at = bisect_left(xs, run[-1].x1)
            if at < len(xs) and xs[at] <= word.x0:
                out.append(Unit(run, unit.kind))
                run = []
        run.append(word)
    return [*out, Unit(run, unit.kind)] if out else [unit]


def _columns(xs: Sequence[float], x0: float, x1: float, cell: GridCell) -> tuple[int, int]:
    first = max(bisect_right(xs, x0 + 1.0) - 1, cell.col)
    last = min(bisect_left(xs, x1 - 1.0), cell.end)
    return min(first, cell.end - 1), max(last, first + 1)


def find_ruled(
    page: PageLayout, lines: Sequence[Line], styles: Sequence[Style], drawn: tuple[list[Edge], list[Edge]]
) -> list[Grid]:
    """The ruled and tiled tables of a page; header lines above them included. ``drawn`` are the horizontal and the
    vertical edges of its rules."""
    if not page.rules and len(page.fills) < 4:
        return []
    across, down = drawn
    tiled = tiles(page)
    if tiled:
        more_across, more_down = tile_edges(tiled)
        across, down = mend(across + more_across), mend(down + more_down)
    out: list[Grid] = []
    found = frames(across, down)
    words = sorted([w for line in lines for w in line.words], key=_twice_middle) if found else []
    for frame in found:
        grid = read_frame(frame, words, styles)
        if grid is None or _is_turned(grid):
            continue
        glue_signs(grid)
        compact(grid)
        grid.framed = _is_framed(grid.box, *drawn)
        if is_table(grid) and (grid.framed or not is_figure(grid.box, lines)):
            out.append(grid)
    return out


def _is_turned(grid: Grid) -> bool:
    """Whether the cells are read upwards or downwards, not their headers only."""
    return sum(c.words[0].angle != 0 for c in grid.cells) > 0.5 * len(grid.cells)


def _is_framed(box: BBox, across: Sequence[Edge], down: Sequence[Edge]) -> bool:
    """Whether drawn rules close the box above and below, with upright rules between them."""
    width = box.x1 - box.x0

    def covered(y: float) -> float:
        return sum(min(e.hi, box.x1) - max(e.lo, box.x0) for e in across if abs(e.at - y) <= REACH and e.hi > box.x0)

    upright = any(box.x0 - REACH <= e.at <= box.x1 + REACH and e.lo < box.y1 and e.hi > box.y0 for e in down)
    return upright and covered(box.y0) > 0.9 * width and covered(box.y1) > 0.9 * width


def is_table(grid: Grid) -> bool:
    """Whether a grid between edges is a table: two rows and columns at least; a box or side-by-side text is not."""
    return grid.n_rows > 1 and grid.n_cols > 1 and len(grid.cells) > 3
