"""Header lines -> header rows: which lines are one header, and over how many columns it stands."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import GridCell
from pincite.parsers.pdf.tables.headlines import Placed

CENTRED = 2.5  # points: how far the middles of the lines of a header differ


def levels_of(lines: Sequence[list[Placed]], underlines: Sequence[Edge]) -> list[list[list[Placed]]]:
    """Lines -> header rows: a line over several columns is a row of its own, lines under each other in one column are
    one."""
    lines = [list(line) for line in lines]
    _widen(lines)
    _go_on(lines)
    levels: list[list[list[Placed]]] = [[lines[0]]]
    for line in lines[1:]:
        above = levels[-1][-1]
        if any(_nests(part, line) for part in levels[-1]) or _ruled_between(above, line, underlines):
            levels.append([line])
        else:
            levels[-1].append(line)
    return levels


def _nests(above: Sequence[Placed], line: Sequence[Placed]) -> bool:
    """Whether a unit of one line stands over several of the other, or over more columns."""
    return any(
        p.first < q.end and q.first < p.end and (p.first, p.end) != (q.first, q.end) for p in above for q in line
    )


def _ruled_between(above: Sequence[Placed], line: Sequence[Placed], underlines: Sequence[Edge]) -> bool:
    top, bottom = max(p.unit.y1 for p in above) - 3, min(p.unit.y0 for p in line) + 3
    return any(
        top <= e.at <= bottom and any(e.lo <= p.unit.x0 + 2 and e.hi >= p.unit.x1 - 2 for p in above)
        for e in underlines
    )


def _go_on(lines: list[list[Placed]]) -> None:
    """Two lines of one header have the same middle: both stand over the columns of the one over more."""
    for i in range(len(lines) - 2, -1, -1):
        for k, p in enumerate(lines[i]):
            for m, q in enumerate(lines[i + 1]):
                wide, other = (q, lines[i]) if q.end - q.first > p.end - p.first else (p, lines[i + 1])
                if p.first and wide.first <= min(p.first, q.first) and wide.end >= max(p.end, q.end):
                    centred = abs(p.unit.x0 + p.unit.x1 - q.unit.x0 - q.unit.x1) <= 2 * CENTRED
                    if centred and sum(n.first < wide.end and n.end > wide.first for n in other) == 1:
                        lines[i][k], lines[i + 1][m] = (
                            p._replace(first=wide.first, end=wide.end),
                            q._replace(first=wide.first, end=wide.end),
                        )


def _widen(lines: list[list[Placed]]) -> None:
    """A header line with fewer units than there are below it: each is centred over the columns it heads."""
    for i in range(len(lines) - 2, -1, -1):
        tops = [p for p in lines[i] if p.first > 0]
        below = _heads_of(lines[i + 1 :])
        if not tops or len(below) < 2 or len(tops) >= len(below):
            continue
        groups = _shares(tops, below)
        if groups is None or any(p.first < g[0][0] or p.end > g[-1][1] for p, g in zip(tops, groups, strict=True)):
            continue
        stub = [p for p in lines[i] if p.first == 0]
        lines[i] = stub + [Placed(p.unit, g[0][0], g[-1][1]) for p, g in zip(tops, groups, strict=True)]


Head = tuple[int, int, float, float]  # columns ``first`` to before ``end``, left, right


def _heads_of(lines: Sequence[Sequence[Placed]]) -> list[Head]:
    """What stands below, column by column: lines under each other are one head."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for line in lines:
        for p in line:
            if p.first == 0:
                continue
            key = next((k for k in found if k[0] < p.end and p.first < k[1]), None)
            x0, x1 = found.pop(key) if key else (p.unit.x0, p.unit.x1)
            span = (min(key[0], p.first), max(key[1], p.end)) if key else (p.first, p.end)
            found[span] = (min(x0, p.unit.x0), max(x1, p.unit.x1))
    return sorted((a, b, x0, x1) for (a, b), (x0, x1) in found.items())


def _shares(tops: Sequence[Placed], below: Sequence[Head]) -> list[list[Head]] | None:
    """The heads below that each unit above is centred over; ``None`` where they do not fall into centred groups."""
    groups: list[list[Head]] = [[] for _ in tops]
    middles = [(p.unit.x0 + p.unit.x1) / 2 for p in tops]
    for head in below:
        at = (head[2] + head[3]) / 2
        groups[min(range(len(tops)), key=lambda i: abs(middles[i] - at))].append(head)
    for middle, group in zip(middles, groups, strict=True):
        if not group:
            return None
        center = (group[0][2] + group[-1][3]) / 2
        pitch = (group[-1][3] - group[0][2]) / len(group)
        if abs(center - middle) > max(0.3 * pitch, 6):
            return None
    return groups if any(len(g) > 1 for g in groups) else None


def cells_of(lines: Sequence[Sequence[Placed]], row: int) -> list[GridCell]:
    """The cells of a header row of one or more lines."""
    cells: dict[tuple[int, int], list[Word]] = {}
    for line in lines:
        for p in line:
            key = next((k for k in cells if k[0] < p.end and p.first < k[1]), None)
            words = cells.pop(key, []) if key else []
            span = (min(key[0], p.first), max(key[1], p.end)) if key else (p.first, p.end)
            cells[span] = words + p.unit.words
    return [GridCell(row, a, 1, b - a, words, is_header=True) for (a, b), words in sorted(cells.items())]
