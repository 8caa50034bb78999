"""Tables whose bars are drawn cell by cell: no rule stands upright between the columns, but the pieces of all bars meet
at the same places."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.layout import Fill, Rule, Style, Word
from pincite.parsers.pdf.tables.barred import tiles_above
from pincite.parsers.pdf.tables.edges import Edge, Frame
from pincite.parsers.pdf.tables.grid import Grid, compact, glue_signs
from pincite.parsers.pdf.tables.ruled import is_table, read_frame

SAME = 1.2  # points: pieces this near are on one line, ends this near meet
SHORTEST = 18.0  # points of a piece: shorter ones make dashes, or columns of signs
BARS = 2  # of several pieces each, at least
TALLEST = 260.0  # points between two bars
HEAD_ROOM = 200.0  # points: from the bottom of a header between walls to the first bar
END = 2.6  # points: how far the ends of two bars differ
SIDE = 3.0  # points: how far the sides of a header and its table differ
CUT = 1.0  # points of a word on either side of a joint


class Bar(NamedTuple):
    """A horizontal line: where its pieces begin and end, from left to right."""

    at: float
    joints: list[float]


def find_jointed(
    rules: Iterable[Rule], words: Sequence[Word], styles: Sequence[Style], fills: Sequence[Fill], heads: Sequence[Grid]
) -> list[tuple[Grid, Grid | None]]:
    """The tables between such bars among the free ``words``, each with the one of the ``heads`` (grids found before)
    that ends where its first row begins, or ``None``."""
    out: list[tuple[Grid, Grid | None]] = []
    groups = _groups(_bars(rules))
    if not groups or not words:
        return out
    boxes = np.array([w[1:5] for w in words])
    for bars in (part for group in groups for part in _apart(group, boxes)):
        head = _head_above(bars, heads)
        joints = max(bars, key=lambda b: len(b.joints)).joints
        across = [Edge(bar.at, bar.joints[0], bar.joints[-1]) for bar in bars]
        tiles: list[Edge] = []
        if head is None:
            tiles = tiles_above(Edge(bars[0].at, joints[0], joints[-1]), fills, HEAD_ROOM)
            across = tiles + across
        elif bars[0].at - head.box.y1 > SAME:
            across.insert(0, Edge(head.box.y1, joints[0], joints[-1]))
        grid = _grid(across, joints, _inside(across, joints, words, boxes), styles)
        if grid is not None:
            for cell in grid.cells:
                cell.is_header = bool(tiles) and cell.row == 0
            out.append((grid, head))
    return out


def _bars(rules: Iterable[Rule]) -> list[Bar]:
    """The lines in pieces, top to bottom."""
    out: list[Bar] = []
    flat = [r for r in rules if r.y1 - r.y0 < 1 and r.x1 - r.x0 >= SHORTEST]
    for r in sorted(flat, key=lambda r: (round(r.y0), r.x0)):
        if out and abs(out[-1].at - r.y0) <= SAME and abs(out[-1].joints[-1] - r.x0) <= SAME:
            out[-1].joints.append(r.x1)
        else:
            out.append(Bar(r.y0, [r.x0, r.x1]))
    return [bar for bar in out if len(bar.joints) > 2]


def _groups(bars: Sequence[Bar]) -> list[list[Bar]]:
    """Bars below each other whose pieces meet at the same places; one may lack pieces at its ends."""
    groups: list[list[Bar]] = []
    for bar in bars:
        for group in groups:
            widest = max(group, key=lambda b: len(b.joints)).joints
            if bar.at - group[-1].at <= TALLEST and (_within(bar.joints, widest) or _within(widest, bar.joints)):
                group.append(bar)
                break
        else:
            groups.append([bar])
    return [group for group in groups if len(group) >= BARS]


def _apart(bars: Sequence[Bar], boxes: NDArray[np.float64]) -> list[list[Bar]]:
    """The bars of a group parted where text between two of them lies over their joints: it stands between two tables.
    ``boxes`` are those of the words."""
    x0, y0, x1, y1 = boxes.T
    joints = max(bars, key=lambda b: len(b.joints)).joints
    cut = np.zeros(len(boxes), bool)
    for x in joints:
        cut |= (x0 + CUT < x) & (x < x1 - CUT)
    middles = np.sort(((y0 + y1) / 2)[cut])
    out: list[list[Bar]] = [[bars[0]]]
    for above, bar in itertools.pairwise(bars):
        if np.searchsorted(middles, above.at) < np.searchsorted(middles, bar.at):
            out.append([])
        out[-1].append(bar)
    return [part for part in out if len(part) >= BARS]


def _within(joints: Sequence[float], others: Sequence[float]) -> bool:
    ends = [min(abs(x - other) for other in others) for x in (joints[0], joints[-1])]
    return max(ends) <= END and all(any(abs(x - other) <= SAME for other in others) for x in joints[1:-1])


def _head_above(bars: Sequence[Bar], heads: Sequence[Grid]) -> Grid | None:
    joints = max(bars, key=lambda b: len(b.joints)).joints
    for head in heads:
        sides = max(abs(head.box.x0 - joints[0]), abs(head.box.x1 - joints[-1]))
        if sides <= SIDE and -SAME <= bars[0].at - head.box.y1 <= HEAD_ROOM and head.n_cols == len(joints) - 1:
            return head
    return None


def _inside(
    across: Sequence[Edge], joints: Sequence[float], words: Sequence[Word], boxes: NDArray[np.float64]
) -> list[Word]:
    """The words between the first bar and the last, top to bottom; none where a joint cuts one of them. ``boxes`` are
    those of the words."""
    x0, y0, x1, y1 = boxes.T
    middles = (y0 + y1) / 2
    there = (across[0].at < middles) & (middles < across[-1].at) & (x1 > joints[0]) & (x0 < joints[-1])
    if any(np.any(there & (x0 + CUT < x) & (x < x1 - CUT)) for x in joints):
        return []
    return sorted((words[i] for i in np.flatnonzero(there).tolist()), key=lambda w: w.y0 + w.y1)


def _grid(across: list[Edge], joints: list[float], inside: list[Word], styles: Sequence[Style]) -> Grid | None:
    down = [Edge(x, across[0].at, across[-1].at) for x in joints]
    grid = read_frame(Frame(across, down), inside, styles) if inside else None
    if grid is None:
        return None
    glue_signs(grid)
    compact(grid)
    grid.evidence = [f"bars in pieces: {len(across)}"]
    return grid if is_table(grid) and _has_rows(grid) else None


def _has_rows(grid: Grid) -> bool:
    """Whether two rows have several cells: a numbered title between boxes of text is no table."""
    count = [0] * grid.n_rows
    for cell in grid.cells:
        for row in range(cell.row, min(cell.row + cell.rowspan, grid.n_rows)):
            count[row] += 1
    return sum(n > 1 for n in count) > 1
