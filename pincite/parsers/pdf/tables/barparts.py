"""Bars of several tables under each other: the text between two tables lies over their columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pincite.parsers.pdf.layout import Word, hull
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.edges import Edge

GUTTER = 6.0  # points: no narrower is the blank between two columns
PROSE = 12  # words over the columns, right below a row of them: less is a long label
LINES = 2  # over the columns on end: one is a title or a note within the table
HEAD_ROOM = 40.0  # points: how far above the first bar its header row may be

Bands = Sequence[list[Word]]
Part = tuple[list[Edge], list[list[Word]]]


def part_at_prose(
    bars: Sequence[Edge], bands: Bands, cuts_of: Callable[[Bands, float, float], Sequence[float]]
) -> Iterator[Part]:
    """The bars of each table with the words between every two of them. ``cuts_of`` finds the white strips between the
    columns."""
    cuts = cuts_of([band for band in bands if band], bars[0].lo, bars[0].hi)
    first: Edge | None = None
    top: list[Word] = []
    begin = 0
    for i, band in enumerate(bands):
        parted = _part(band, cuts) if cuts else None
        if parted is None:
            continue
        above, below = parted
        yield _with_ends(first, top, bars[begin : i + 1], bands[begin:i], above)
        begin = i + 1
        near = bool(below) and bars[begin].at - hull(below).y1 < HEAD_ROOM
        first, top = (bars[begin]._replace(at=hull(below).y0 - 1), below) if near else (None, [])
    yield _with_ends(first, top, bars[begin:], bands[begin:], [])


def _with_ends(first: Edge | None, top: list[Word], bars: Sequence[Edge], bands: Bands, last: list[Word]) -> Part:
    """The bars with one more above the row ``top`` and one more below the row ``last``, where there are such."""
    head, foot = [first] if first is not None else [], [bars[0]._replace(at=hull(last).y1 + 1)] if last else []
    return [*head, *bars, *foot], [*([top] if head else []), *bands, *([last] if last else [])]


def _part(band: Sequence[Word], cuts: Sequence[float]) -> tuple[list[Word], list[Word]] | None:
    """The words above the prose between two bars, and those of the row below it; ``None`` where there is no prose."""
    if len(band) < PROSE:
        return None
    lines = text_lines(band)
    wide = [i for i, line in enumerate(lines) if any(_crosses(line, cut) for cut in cuts)]
    if len(wide) < LINES or not wide[0] or wide[LINES - 1] >= wide[0] + LINES:
        return None
    if sum(len(lines[i]) for i in wide) < PROSE:
        return None
    below = lines[-1] if wide[-1] < len(lines) - 1 and _is_row(lines[-1], cuts) else []
    return [w for line in lines[: wide[0]] for w in line], below


def _crosses(line: Sequence[Word], cut: float) -> bool:
    """Whether a line goes on over the middle of a white strip."""
    lefts = [w.x1 for w in line if w.x0 < cut]
    if not lefts:
        return False
    left = max(lefts)
    if left > cut + 1 or len(lefts) == len(line):
        return left > cut + 1
    return 0 < min([w.x0 for w in line if w.x0 >= cut]) - left < GUTTER


def _is_row(line: Sequence[Word], cuts: Sequence[float]) -> bool:
    """Whether text stands in more than one column."""
    return len({sum(cut < w.x0 + 1 for cut in cuts) for w in line}) > 1
