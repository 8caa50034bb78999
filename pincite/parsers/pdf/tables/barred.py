"""Tables with a bar between every two rows and no upright rules: the bars give the rows, white space gives the
columns."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pincite.model import BBox
from pincite.parsers.pdf.layout import Fill, Line, Style, Word
from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.barparts import part_at_prose
from pincite.parsers.pdf.tables.cells import text_lines
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.grid import Grid, GridCell
from pincite.parsers.pdf.tables.rows import cut_units

OUT = 8.0  # points: how far text runs over the end of a bar
SAME_END = 3.0  # points: how far the ends of the bars of a table differ
MIN_BARS = 4
MIN_WIDTH = 150.0  # points of a bar
GUTTER = 7.0  # points between two columns
FILLED = 0.5  # of the rows have text in two columns, at least
ACROSS = 0.15  # of the rows, and one in any case, may have text over the white strip between two columns
LEFT_WORDS = 14  # of the first column in the mean: more is text in columns
FEW_WORDS = 4  # of the other columns in the mean: no text in columns
PARAGRAPH = 30  # words over all columns
HEAD_ROOM = 40.0  # points: how far above the first bar a header row may be, and how tall
MIN_ROW = 6.0  # points


def find_barred(
    across: Sequence[Edge], lines: Sequence[Line], styles: Sequence[Style], fills: Sequence[Fill] = ()
) -> list[Grid]:
    """The tables between bars. ``lines`` are the free ones of the page; one of the ``fills`` may lie behind a header
    row that no bar begins."""
    out: list[Grid] = []
    groups = _bar_groups(across)
    words = [w for line in lines for w in line.words] if groups else []
    for group in groups:
        for bars in _apart(group, lines):
            bars = _with_head(bars, fills)
            bands = _bands(bars, words)
            grids = [_grid(*part, styles) for part in part_at_prose(bars, bands, _cuts)]
            out += [grid for grid in grids if grid is not None]
    return out


def _apart(bars: Sequence[Edge], lines: Sequence[Line]) -> list[list[Edge]]:
    """The bars of a group parted where text runs out over their ends: it stands between two tables."""
    left, right = bars[0].lo, bars[0].hi
    out = [[bars[0]]]
    between = sorted([n.y0 + n.y1 for n in lines if _runs_over(n, left) or _runs_over(n, right)])
    for bar in bars[1:]:
        at = bisect_left(between, 2 * out[-1][-1].at)
        if at < len(between) and between[at] < 2 * bar.at:
            out.append([])
        out[-1].append(bar)
    return [part for part in out if len(part) >= MIN_BARS]


def _runs_over(line: Line, x: float) -> bool:
    """Whether a line goes on over ``x`` without more than a blank there."""
    if line.x0 > x - OUT or line.x1 < x + OUT:
        return False
    last = max((w.x1 for w in line.words if w.x0 < x), default=x)
    return min((w.x0 for w in line.words if w.x0 >= x), default=x) - last < line.size


def _with_head(bars: list[Edge], fills: Sequence[Fill]) -> list[Edge]:
    """The bars with the edges of the tiles right above the first of them that reach from end to end."""
    return tiles_above(bars[0], fills, HEAD_ROOM) + bars


def tiles_above(first: Edge, fills: Sequence[Fill], reach: float) -> list[Edge]:
    """The upper and lower edge of the row of tiles that ends within ``reach`` above a bar and is as wide; the lower one
    is left out where it is the bar. Empty where there is none."""
    near = [f.box for f in fills if first.at - reach <= f.box.y1 <= first.at + SAME_END]
    near = [box for box in near if box.y0 < first.at - MIN_ROW]
    for y0, y1 in sorted({(round(b.y0), round(b.y1)) for b in near}, reverse=True):
        row = [b for b in near if (round(b.y0), round(b.y1)) == (y0, y1)]
        lo, hi = min(b.x0 for b in row), max(b.x1 for b in row)
        if abs(lo - first.lo) <= SAME_END and abs(hi - first.hi) <= SAME_END and y1 - y0 <= HEAD_ROOM:
            ends = [Edge(row[0].y0, lo, hi)]
            if first.at - row[0].y1 > MIN_ROW:
                ends.append(Edge(row[0].y1, lo, hi))
            return ends
    return []


def _bar_groups(across: Sequence[Edge]) -> list[list[Edge]]:
    """Bars with the same ends, top to bottom."""
    groups: list[list[Edge]] = []
    for edge in across:
        if edge.hi - edge.lo < MIN_WIDTH:
            continue
        for group in groups:
            if abs(group[0].lo - edge.lo) <= SAME_END and abs(group[0].hi - edge.hi) <= SAME_END:
                group.append(edge)
                break
        else:
            groups.append([edge])
    return [g for g in groups if len(g) >= MIN_BARS]


def _bands(bars: Sequence[Edge], words: Sequence[Word]) -> list[list[Word]]:
    """The words between each two bars."""
    bands: list[list[Word]] = [[] for _ in bars[1:]]
    left, right = bars[0].lo - SAME_END, bars[0].hi + SAME_END
    ends = [bar.at for bar in bars[1:]]
    top, bottom = bars[0].at, bars[-1].at
    for word in words:
        _, x0, y0, x1, y1, *_ = word
        middle = (y0 + y1) / 2
        if top < middle < bottom and x0 >= left and x1 <= right:
            bands[bisect_right(ends, middle)].append(word)
    return bands


def _grid(bars: Sequence[Edge], bands: Sequence[Sequence[Word]], styles: Sequence[Style]) -> Grid | None:
    filled = [band for band in bands if band]
    ends = [(a.at, b.at) for (a, b), band in zip(itertools.pairwise(bars), bands, strict=True) if band]
    if len(filled) < MIN_BARS - 1:
        return None
    cuts = _cuts(filled, bars[0].lo, bars[0].hi)
    if not cuts or any(_is_heap(band, styles) for band in filled):
        return None
    cells: list[GridCell] = []
    for row, band in enumerate(filled):
        cells += _cells(row, band, cuts)
    if _is_paragraph([c for c in cells if c.row == 0], len(cuts)):
        return _grid(bars[1:], bands[1:], styles)
    if _is_paragraph([c for c in cells if c.row == len(filled) - 1], len(cuts)):
        return _grid(bars[:-1], bands[:-1], styles)
    wide = sum(
        any(c.col > 0 for c in cells if c.row == row) and any(c.col == 0 for c in cells if c.row == row)
        for row in range(len(filled))
    )
    first = [len(c.words) for c in cells if c.col == 0 and c.colspan == 1]
    others = [len(c.words) for c in cells if c.col > 0]
    if wide < max(2, FILLED * len(filled)) or not first:
        return None
    titles = sum(others) <= FEW_WORDS * len(others) and max(first) <= 2 * LEFT_WORDS
    if sum(first) > LEFT_WORDS * len(first) and not titles:
        return None
    box = BBox(bars[0].lo, ends[0][0], bars[0].hi, ends[-1][1])
    return Grid(len(filled), len(cuts) + 1, cells, box, [f"bars: {len(bars)}"])


def _is_paragraph(row: Sequence[GridCell], cuts: int) -> bool:
    """Whether a row at an end is a paragraph between the table and another bar."""
    return len(row) == 1 and row[0].colspan > cuts and len(row[0].words) > PARAGRAPH


def _is_heap(band: Sequence[Word], styles: Sequence[Style]) -> bool:
    """Whether several rows of amounts stand between two bars."""
    lines = text_lines(band)
    rows = 0
    for left, line in zip(range(len(lines), 0, -1), lines, strict=True):
        if rows + left < 2:
            return False
        units = cut_units(line, styles) if len(line) > 1 else ()
        rows += any(u.kind in (Token.NUMBER, Token.DASH) for u in units[1:])
        if rows > 1:
            return True
    return False


def _cuts(bands: Sequence[Sequence[Word]], left: float, right: float) -> list[float]:
    """The middles of the white strips that hardly any band has text in, with text on both sides."""
    start, width = int(left) - 4, int(right - left) + 8
    steps = [0] * (width + 2)  # in how many more bands than before
    for band in bands:
        end = 0  # of what is covered already
        for a, b in sorted([(int(w.x0 - start), min(int(w.x1 - start) + 1, width)) for w in band]):
            if b > end:
                steps[max(a, end)] += 1
                steps[b] -= 1
                end = b
    counts = itertools.accumulate(steps[: width + 1])
    limit = max(ACROSS * len(bands), 1.0 if len(bands) > MIN_BARS - 1 else 0.0)
    cuts: list[float] = []
    run = 0
    seen = False
    for i, count in enumerate(counts):
        if count <= limit:
            run += 1
            continue
        if seen and run >= GUTTER:
            cuts.append(start + i - run / 2)
        seen, run = True, 0
    return cuts


def _cells(row: int, band: Sequence[Word], cuts: Sequence[float]) -> list[GridCell]:
    """The words of a row by columns; a line across a cut makes a cell over both."""
    groups: dict[int, list[Word]] = {}
    spans: dict[int, int] = {}
    for line in text_lines(band):
        run: list[Word] = []
        for word in line:
            if run and word.x0 - run[-1].x1 > GUTTER - 1:
                _put(run, cuts, groups, spans)
                run = []
            run.append(word)
        _put(run, cuts, groups, spans)
    cells = [GridCell(row, col, 1, spans[col] - col, words) for col, words in sorted(groups.items())]
    for left, right in itertools.pairwise(cells):
        left.colspan = min(left.colspan, right.col - left.col)
    return cells


def _put(run: list[Word], cuts: Sequence[float], groups: dict[int, list[Word]], spans: dict[int, int]) -> None:
    first = sum(cut < run[0].x0 + 1 for cut in cuts)
    last = sum(cut < run[-1].x1 - 1 for cut in cuts) + 1
    groups.setdefault(first, []).extend(run)
    spans[first] = max(spans.get(first, 0), last)
