"""Where the entries of a list of contents begin, as if all of it stood on one page with one margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.tocrows import Row

NEAR = 4.0  # points: one edge
_MIRRORED = 6.0  # points that the margins of left and right pages differ by, at least
_FLUSH = 0.6  # share of the page labels that end at the right edge
_COLUMN = 0.8  # share of the titles behind numbers that begin at one edge


def left_edges(rows: Sequence[Row]) -> dict[int, float]:
    """The left edge of each row by its id. Pages whose margins are mirrored are put on top of each other; where numbers
    of all depths begin at one edge, what has none and begins where their titles do is no part of what stands above."""
    shifts = _shifts(rows)
    edges = {id(row): row.lines[0].x0 - shifts.get(row.page, 0.0) for row in rows}
    flat = _flat(rows, edges)
    if flat is not None:
        left, title = flat
        for row in rows:
            if abs(edges[id(row)] - title) <= NEAR and not _counts(row):
                edges[id(row)] = left
    return edges


def centred_rows(rows: Sequence[Row]) -> set[int]:
    """The ids of the rows without a page number that stand in the middle of the list, as the names of its parts do:
    not at an edge where wider or narrower rows begin too."""
    left, right = min(r.lines[0].x0 for r in rows), max(r.lines[-1].x1 for r in rows)
    width = right - left
    ends: dict[int, list[float]] = {}
    for row in rows:
        ends.setdefault(round(row.lines[0].x0), []).append(row.lines[-1].x1)
    out = set()
    for row in rows:
        x0, x1 = row.lines[0].x0, row.lines[-1].x1
        if row.label is not None or row.leader or x0 - left <= 0.2 * width:
            continue
        shared = ends[round(x0)]
        if abs(x0 + x1 - left - right) < 0.1 * width and max(shared) - min(shared) <= 2 * NEAR:
            out.add(id(row))
    return out


def _shifts(rows: Sequence[Row]) -> dict[int, float]:
    """How far the labels of each page end to the right of those of the page where they end leftmost."""
    rights: dict[int, list[float]] = {}
    for row in rows:
        if row.label is not None:
            rights.setdefault(row.page, []).append(row.lines[-1].x1)
    if len(rights) < 2 or any(_flush(ends) < _FLUSH for ends in rights.values()):
        return {}
    edge = {page: max(ends) for page, ends in rights.items()}
    least = min(edge.values())
    return {page: right - least for page, right in edge.items() if right - least > _MIRRORED}


def _flush(ends: Sequence[float]) -> float:
    return sum(x > max(ends) - 2 for x in ends) / len(ends)


def _flat(rows: Sequence[Row], edges: Mapping[int, float]) -> tuple[float, float] | None:
    """The edges at which all numbers and all titles behind them begin; ``None``: deeper numbers are set in."""
    counted = [row for row in rows if _counts(row)]
    if len(counted) < 3:
        return None
    left = min(edges[id(row)] for row in counted)
    flush = [row for row in counted if edges[id(row)] <= left + NEAR]
    if len(flush) < len(counted) or len({readings(row.text)[0].depth for row in counted}) < 2:
        return None
    titles = [edges[id(row)] + _title_x(row) - row.lines[0].x0 for row in counted]
    middle = median(titles)
    near = sum(abs(x - middle) <= NEAR for x in titles)
    return (left, middle) if near >= _COLUMN * len(titles) else None


def _counts(row: Row) -> bool:
    """Whether a row begins with a number without a kind word."""
    numbers = readings(row.text)
    return bool(numbers) and not numbers[0].label


def _title_x(row: Row) -> float:
    words = [word for line in row.lines for word in line.words]
    return words[1].x0 if len(words) > 1 else words[0].x0
