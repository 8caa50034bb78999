"""The straight edges of a page: drawn rules and the sides of filled tiles, as long clean segments in connected sets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from pincite.parsers.pdf.layout import Fill, PageLayout, Rule

SAME_LINE = 0.9  # points: edges this near are one edge
MEND = 2.5  # points: gaps in an edge that are closed
REACH = 2.0  # points: how far two edges may miss each other and still meet
SHORTEST = 5.0  # points: shorter edges (after mending) are dots and ticks
TILE_HEIGHT = (4.0, 400.0)
TILE_WIDTH = 0.8
UNDERLINE = 4.0  # points: shorter is no line under a cell
SPACER = 3.0  # points: between two tiles of a row


_BEGIN = attrgetter("lo")


class Edge(NamedTuple):
    """A horizontal (``at`` = y, from x ``lo`` to ``hi``) or vertical (``at`` = x) segment."""

    at: float
    lo: float
    hi: float


class Frame(NamedTuple):
    """Edges that hang together."""

    across: list[Edge]  # horizontal
    down: list[Edge]  # vertical


def mend(edges: Iterable[Edge]) -> list[Edge]:
    """Joins edges on one line that overlap or nearly touch; drops those that stay short."""
    out: list[Edge] = []
    band: list[Edge] = []
    for edge in sorted(edges):
        if band and edge.at - band[-1].at > SAME_LINE:
            out += _mend_band(band)
            band = []
        band.append(edge)
    if band:
        out += _mend_band(band)
    return out


def _mend_band(band: list[Edge]) -> list[Edge]:
    if len(band) == 1:  # most edges have a line of their own
        return band if band[0].hi - band[0].lo >= SHORTEST else []
    out: list[Edge] = []
    band.sort(key=_BEGIN)
    at, lo, hi = band[0]
    for edge in band[1:]:
        if edge.lo <= hi + MEND:
            hi = max(hi, edge.hi)
        else:
            out.append(Edge(at, lo, hi))
            at, lo, hi = edge
    out.append(Edge(at, lo, hi))
    return [e for e in out if e.hi - e.lo >= SHORTEST]


def rule_edges(rules: Iterable[Rule]) -> tuple[list[Edge], list[Edge]]:
    """(horizontal, vertical) edges of the drawn rules."""
    across: list[Edge] = []
    down: list[Edge] = []
    for r in rules:
        if r.x1 - r.x0 >= r.y1 - r.y0:
            across.append(Edge((r.y0 + r.y1) / 2, r.x0, r.x1))
        else:
            down.append(Edge((r.x0 + r.x1) / 2, r.y0, r.y1))
    return mend(across), mend(down)


def underlines(rules: Iterable[Rule]) -> list[Edge]:
    """The horizontal rules as they are drawn under single cells: joined only where they touch. Some programs draw one
    rule in many short pieces."""
    out: list[Edge] = []
    for r in sorted((r for r in rules if r.y1 - r.y0 < 1 <= r.x1 - r.x0), key=lambda r: (round(r.y0), r.x0)):
        if out and abs(out[-1].at - r.y0) < 1.2 and r.x0 - out[-1].hi <= 0.6:
            out[-1] = Edge(out[-1].at, out[-1].lo, max(out[-1].hi, r.x1))
        else:
            out.append(Edge(r.y0, r.x0, r.x1))
    return [e for e in out if e.hi - e.lo > UNDERLINE]


def tiles(page: PageLayout) -> list[Fill]:
    """The filled rectangles that lie side by side as the cells of a row do."""
    rows: dict[tuple[int, int], list[Fill]] = {}
    for f in page.fills:
        x0, y0, x1, y1 = f.box
        if TILE_HEIGHT[0] <= y1 - y0 <= TILE_HEIGHT[1] and x1 - x0 >= TILE_WIDTH:
            rows.setdefault((round(y0), round(y1)), []).append(f)
    out: list[Fill] = []
    for row in rows.values():
        row.sort(key=lambda f: f.box.x0)
        run = row[:1]
        for f in row[1:]:
            if abs(f.box.x0 - run[-1].box.x1) <= SPACER:
                run.append(f)
                continue
            if len(run) > 1:
                out += run
            run = [f]
        if len(run) > 1:
            out += run
    return out


def tile_edges(fills: Iterable[Fill]) -> tuple[list[Edge], list[Edge]]:
    """(horizontal, vertical) sides of the tiles."""
    across: list[Edge] = []
    down: list[Edge] = []
    for (x0, y0, x1, y1), _ in fills:
        across += (Edge(y0, x0, x1), Edge(y1, x0, x1))
        down += (Edge(x0, y0, y1), Edge(x1, y0, y1))
    return mend(across), mend(down)


def frames(across: list[Edge], down: list[Edge]) -> list[Frame]:
    """Connected sets of edges that have both directions, from top to bottom. ``across`` ascends."""
    parent = list(range(len(across) + len(down)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    n, heights = len(across), [e.at for e in across]
    for j, (x, top, bottom) in enumerate(down):
        for i in range(bisect_left(heights, top - REACH), n):
            y, left, right = across[i]
            if y > bottom + REACH:
                break
            if left - REACH <= x <= right + REACH:
                parent[find(i)] = find(n + j)
    sets: dict[int, Frame] = {}
    for i, edge in enumerate(across):
        sets.setdefault(find(i), Frame([], [])).across.append(edge)
    for j, edge in enumerate(down):
        sets.setdefault(find(n + j), Frame([], [])).down.append(edge)
    found = [f for f in sets.values() if len(f.across) > 1 and f.down]
    return sorted(found, key=lambda f: min(e.lo for e in f.down))
