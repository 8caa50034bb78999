"""Tab stops: places at which words begin in many rows, after more white space than stands between two words. They part
cells whose texts nearly touch, where a wide gap shows in some rows only."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import inf
from statistics import median
from typing import NamedTuple

from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.rows import Row, Unit

WIDER = 1.1  # of the usual blank: as much is more than a blank
SAME = 0.9  # points: words that begin this near begin at one stop
ROWS = 3  # at least, with a word at the stop
SAMPLE = 3000  # lines of the document that tell the usual blanks
RUNNING = 7  # words of a line of running text
REACH = 4  # rows without the stop between two with it


class _Mark(NamedTuple):
    """A word that begins after more than a blank."""

    x: float
    row: int
    text: str  # of the unit that goes on over the gap; empty where one begins


class _Stop(NamedTuple):
    """A stop and the rows for which it holds."""

    x: float
    first: int
    last: int


def cut_at_stops(rows: Sequence[Row], blanks: dict[int, float]) -> list[Row]:
    """The rows with their units cut where they cross a stop. ``blanks`` are the usual ones (``usual_blanks``)."""
    marks = _marks(rows, blanks)
    if not marks:
        return list(rows)
    stops = _stops(marks)
    if not stops:
        return list(rows)
    out: list[Row] = []
    for i, row in enumerate(rows):
        xs = [s.x for s in stops if s.first - 1 <= i <= s.last + 1]
        units = [part for unit in row.units for part in _cut(unit, xs, blanks)] if xs else row.units
        out.append(Row(units, row.size, row.y0, row.y1) if len(units) > len(row.units) else row)
    return out


def usual_blanks(layout: Layout) -> dict[int, float]:
    """The usual blank of each style, in points: that of all text of its size. Lines of running text tell it; a page
    that is one table would take the white space between its columns for it."""
    gaps: dict[float, list[float]] = {}
    few: dict[float, list[float]] = {}
    sizes = [-s.size if s.mono else s.size for s in layout.styles]
    lines = [line for page in layout.pages for line in page.lines if len(line.words) > 1]
    for line in lines[:: 1 + len(lines) // SAMPLE]:
        found = gaps if len(line.words) >= RUNNING else few
        end, last = line.words[0].x1, sizes[line.words[0].style]
        for word in line.words[1:]:
            gap, size = word.x0 - end, sizes[word.style]
            if gap > 0.5 and size == last:  # between two looks it is the blank of either
                if size in found:
                    found[size].append(gap)
                else:
                    found[size] = [gap]
            end, last = word.x1, size
    usual = {size: median(values) for size, values in (few | gaps).items()}
    return {style: usual[size] for style, size in enumerate(sizes) if size in usual}


def _wider(unit: Unit, blanks: dict[int, float]) -> list[int]:
    """The words of a unit before which more than a blank stands; in justified lines the blanks of the line decide."""
    words = unit.words
    if len(words) == 1:
        return []
    gaps = [b.x0 - a.x1 for a, b in itertools.pairwise(words)]
    usual = [blanks.get(w.style, inf) for w in words]
    wide = [i for i, gap in enumerate(gaps, 1) if gap > WIDER * min(usual[i - 1], usual[i]) > 0]
    if not wide:
        return []
    own = median(gaps) if len(words) > 4 else 0.0
    return [i for i in wide if gaps[i - 1] > WIDER * own and token_of(words[i].text) is not Token.LEADER]


def _marks(rows: Sequence[Row], blanks: dict[int, float]) -> list[_Mark]:
    """The marks from left to right; none where no unit goes on over a gap."""
    marks: list[_Mark] = []
    for index, row in enumerate(rows):
        for unit in row.units:
            wider = _wider(unit, blanks) if not unit.is_amount and len(unit.words) > 1 else ()
            if wider:
                text = unit.text
                marks += [_Mark(unit.words[i].x0, index, text) for i in wider]
    if marks:
        marks += [_Mark(unit.x0, index, "") for index, row in enumerate(rows) for unit in row.units[1:]]
    return sorted(marks)


def _stops(marks: Sequence[_Mark]) -> list[_Stop]:
    """Marks that stand below each other in enough rows."""
    out: list[_Stop] = []
    group: list[_Mark] = []
    for mark in marks:
        if group and mark.x - group[0].x > SAME:
            out += _runs(group)
            group = []
        group.append(mark)
    return out + _runs(group)


def _runs(group: Sequence[_Mark]) -> list[_Stop]:
    """The stops among marks at one place. The same text again and again has its blanks at the same places, too."""
    out: list[_Stop] = []
    if len(group) >= ROWS and len({m.text for m in group}) == 1 and group[0].text:
        return out
    run: list[int] = []
    for row in [*sorted({m.row for m in group}), 1 << 30]:
        if run and row - run[-1] > REACH:
            if len(run) >= ROWS:
                out.append(_Stop(median(m.x for m in group), run[0], run[-1]))
            run = []
        run.append(row)
    return out


def _cut(unit: Unit, xs: Sequence[float], blanks: dict[int, float]) -> list[Unit]:
    if unit.is_amount:
        return [unit]
    at = [i for i in _wider(unit, blanks) if any(abs(unit.words[i].x0 - x) <= SAME for x in xs)]
    if not at:
        return [unit]
    parts = [unit.words[a:b] for a, b in zip([0, *at], [*at, len(unit.words)], strict=True)]
    return [Unit(p, token_of("".join(w.text for w in p)) if len(p) < 4 else Token.TEXT) for p in parts]
