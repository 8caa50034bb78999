"""Tables without rules: rows of units that stand in the same columns."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pincite.parsers.pdf.layout import Line, PageLayout, Style, Word, hull
from pincite.parsers.pdf.tables.captions import is_chart, is_figure, is_in_figure, names_figure
from pincite.parsers.pdf.tables.doubts import is_dense, is_plausible
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid
from pincite.parsers.pdf.tables.heads import add_head
from pincite.parsers.pdf.tables.prose import part_prose
from pincite.parsers.pdf.tables.regions import behead, find_regions
from pincite.parsers.pdf.tables.rows import Row, make_rows
from pincite.parsers.pdf.tables.stacking import stack
from pincite.parsers.pdf.tables.stops import cut_at_stops
from pincite.parsers.pdf.tables.underheads import cut_under_heads
from pincite.parsers.pdf.tables.underlined import cut_over_rules
from pincite.parsers.pdf.text.lines import text_of

APART = 0.9  # of the size: no narrower is the blank of a line at a gutter
MANY_ROWS = 12  # without gaps: a table, though its caption calls it a figure
NEAR = 30.0  # points: what lies over the gutter makes a full row of the lines near by


def find_aligned(
    page: PageLayout,
    lines: Sequence[Line],
    styles: Sequence[Style],
    underlines: Sequence[Edge],
    blanks: dict[int, float],
    *,
    typed: bool = True,
) -> list[Grid]:
    """The tables of a page that only their alignment shows, with their header lines. ``blanks`` are the usual ones of
    the styles; ``typed`` says that the document is set in a typewriter font."""
    free, gutters = part_prose(lines, page.width)
    if gutters:
        apart = [part for n in lines for part in _cut_at_gutters(n, gutters)]
        if len(apart) > len(lines):
            free, gutters = part_prose(apart, page.width)
    out: list[Grid] = []
    captioned = lines if any(names_figure(n.text) for n in lines) else ()  # most pages have no figures
    for part in _sides(free, gutters, page):
        rows = cut_over_rules(make_rows(part, styles), underlines)
        if sum(len(r.units) > 1 for r in rows) > 1:
            out += _find(cut_under_heads(cut_at_stops(rows, blanks)), page, captioned, styles, underlines, typed=typed)
    return out


def _cut_at_gutters(line: Line, gutters: Sequence[float]) -> list[Line]:
    """A line that runs over a gutter with a wide blank there, as its parts on both sides."""
    if not any(line.x0 < gutter < line.x1 for gutter in gutters):
        return [line]
    sides = [bisect_right(gutters, w.x0) for w in line.words]
    for left, right in itertools.pairwise(line.words):
        crossed = bisect_right(gutters, right.x0) > bisect_right(gutters, left.x0)
        if crossed and right.x0 - left.x1 < APART * line.size:
            return [line]
    if sides != sorted(sides):
        return [line]
    parts = [[line.words[i] for i, s in enumerate(sides) if s == side] for side in dict.fromkeys(sides)]
    return [_part(line, words) for words in parts] if len(parts) > 1 else [line]


def _part(line: Line, words: list[Word]) -> Line:
    x0, y0, x1, y1 = hull(words)
    return replace(line, words=words, x0=x0, y0=y0, x1=x1, y1=y1, text=text_of(words))


def _sides(lines: list[Line], gutters: Sequence[float], page: PageLayout) -> list[list[Line]]:
    """The lines of the columns of a page apart, except where something lies over a gutter near by."""
    if not gutters:
        return [lines]
    over = [(r.y0, r.y1) for r in page.rules if any(r.x0 < gutter - 20 and r.x1 > gutter + 20 for gutter in gutters)]
    over += [
        (n.y0, n.y1)
        for n in page.lines
        if n.furniture is None and any(n.x0 < gutter - 5 and n.x1 > gutter + 5 for gutter in gutters)
    ]
    parts: list[list[Line]] = [[] for _ in range(len(gutters) + 2)]
    for line in lines:
        if any(y0 - NEAR <= line.y1 and line.y0 <= y1 + NEAR for y0, y1 in over):
            parts[0].append(line)
        else:
            parts[1 + bisect_right(gutters, line.x0)].append(line)
    return [part for part in parts if part]


def _find(
    rows: list[Row],
    page: PageLayout,
    captioned: Sequence[Line],
    styles: Sequence[Style],
    underlines: Sequence[Edge],
    *,
    typed: bool,
) -> list[Grid]:
    """The tables among rows. ``captioned`` are the lines of a page with figures."""
    out: list[Grid] = []
    floor = 0
    for region in find_regions(rows):
        behead(region)
        grid = stack(region.rows, page)
        if grid is None:
            continue
        drawn = is_figure(grid.box, captioned) or is_in_figure(grid.box, captioned)
        if drawn and not (grid.n_rows >= MANY_ROWS and is_dense(grid)):
            continue
        headed = add_head(grid, rows[floor : region.first], underlines)
        if is_chart(grid.box, captioned) and not is_dense(grid):
            continue
        if is_plausible(grid, region.rows, page, styles, headed=headed, typed=typed):
            out.append(grid)
            floor = region.last + 1
    return out
