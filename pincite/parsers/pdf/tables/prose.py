"""Running text, told from the cells of tables: lines of a paragraph stand close below each other at one left edge."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from pincite.parsers.pdf.layout import Line, Word
from pincite.parsers.pdf.tables.amounts import Token, token_of

LONG = 28  # characters of a line of running text, at least
WORDS = 4
WIDE = "\u2e80"  # from here on a character is as wide as two
EDGE = 2.0  # points: how far left edges of a paragraph differ
PITCH = 1.75  # of the size: no larger is the distance of base lines in a paragraph
REGULAR = 1.15  # times the distance before
FILLED = 0.55  # of the lines of a paragraph are full, at least
RUNNING = 0.65  # of the lines of a paragraph go on with a small letter
CHAIN = 4  # as many lines are running text wherever they stand
SHORT_CHAIN = 2  # as many where they are as wide as half the page
COLUMN_LINES = 6  # of running text on each side of a gutter
MIN_COLUMN = 0.2  # of the width of the page
STUBBED = 0.8  # of the lines of a chain with a short text on their left: more is the last column of a table
FLUSH = 0.4  # of the lines of a column end at its right edge, where it is justified
INDENT = 2.5  # of the size: the first line of a paragraph
STOP = 1.0  # points: how far from the edge of its column a word begins
LABELLED = 0.3  # of the lines of a chain with an amount on their right: more is the stub of a table


_TOP, _BOTTOM = attrgetter("y0"), attrgetter("y1")


class Page(NamedTuple):
    """The lines that are not running text, and the middles of the white strips between columns of running text, from
    left to right."""

    free: list[Line]
    gutters: list[float]


def part_prose(lines: Sequence[Line], width: float) -> Page:
    """Takes the running text away."""
    prose: set[int] = set()
    chains: list[list[Line]] = []
    long = [n for n in lines if _is_long(n)]
    if len(long) < SHORT_CHAIN:
        return Page(list(lines), [])
    labels = _labels(lines)
    ordered = sorted(lines, key=_TOP)
    for line in sorted(long, key=_TOP):
        for chain in chains:
            last = chain[-1]
            if abs(last.x0 - line.x0) <= EDGE and line.size == last.size and _goes_on(chain, line):
                chain.append(line)
                break
        else:
            chains.append([line])
            if len(chains) > 24:  # a paragraph that ended far above takes no more lines
                old = [c for c in chains if line.y1 - c[-1].y1 > 60]
                for chain in old:
                    prose.update(_prose(chain, width, labels, ordered))
                chains = [c for c in chains if line.y1 - c[-1].y1 <= 60]
    for chain in chains:
        prose.update(_prose(chain, width, labels, ordered))
    text = [n for n in ordered if id(n) in prose]
    gutters = _gutters(text, width)
    if gutters:
        prose.update(_short(text, [n for n in long if id(n) not in prose], gutters, labels))
        text = [n for n in ordered if id(n) in prose]
    prose.update(_ends(text, ordered))
    return Page([n for n in lines if id(n) not in prose], gutters)


def _short(prose: Sequence[Line], lines: Sequence[Line], gutters: Sequence[float], labels: _Labels) -> list[int]:
    """The ids of the lines of short paragraphs in a page of columns: they begin and end where most text of their column
    does."""
    columns: dict[int, list[Line]] = {}
    for line in prose:
        columns.setdefault(bisect_right(gutters, line.x0), []).append(line)
    edges = {}
    for side, text in columns.items():
        x0 = Counter(round(n.x0) for n in text).most_common(1)[0][0]
        x1, full = Counter(round(n.x1) for n in text).most_common(1)[0]
        if full >= FLUSH * len(text):
            edges[side] = (x0, x1, text[0].size)
    out: list[int] = []
    for line in lines:
        x0, x1, size = edges.get(bisect_right(gutters, line.x0), (0, 0, 0.0))
        fills = x0 - EDGE <= line.x0 <= x0 + INDENT * size and abs(line.x1 - x1) <= EDGE and line.size == size
        if fills and id(line) not in labels.labels:
            out.append(id(line))
    return out


def _ends(prose: Sequence[Line], lines: Sequence[Line]) -> list[int]:
    """The ids of the short last lines of paragraphs: nothing stands beside them but what stood beside the lines above.
    Both ascend by their tops."""
    out: list[int] = []
    for line in prose:
        at = bisect_left(lines, line.y0 + 0.5 * line.size, key=_TOP)
        end = bisect_right(lines, line.y0 + REGULAR * 1.3 * line.size, key=_TOP, lo=at)
        for below in lines[at:end]:
            if abs(below.x0 - line.x0) <= EDGE and below.size == line.size and below.x1 < line.x1 - line.size:
                goes_on = line.text[-1] not in ".!?:" and (below.text[0].islower() or below.text[-1] in ".!?")
                if goes_on:
                    out.append(id(below))
    return out


def _is_long(line: Line) -> bool:
    if len(line.text) >= LONG:
        return len(line.words) >= WORDS or _width(line.text) > 1.5 * len(line.text)
    return _width(line.text) >= LONG


def _width(text: str) -> int:
    """The length of a text in characters of the Latin alphabet."""
    return len(text) if text.isascii() else len(text) + sum(c >= WIDE for c in text)


def _gutters(prose: Sequence[Line], width: float) -> list[float]:
    """Where columns of running text meet: enough lines end before and begin there, hardly any runs over it."""
    columns = [n for n in prose if n.x1 - n.x0 > MIN_COLUMN * width]
    out: list[float] = []
    starts = Counter(round(n.x0) for n in columns)
    for start in sorted(x for x, count in starts.items() if count >= COLUMN_LINES):
        left = [n.x1 for n in columns if n.x1 <= start]
        right = sum(n.x0 >= start - EDGE for n in columns)
        if min(len(left), right) >= COLUMN_LINES and len(left) + right >= 0.8 * len(columns):
            gutter = (max(left) + start) / 2
            if not out or gutter - out[-1] > MIN_COLUMN * width:
                out.append(gutter)
    return out


def _goes_on(chain: Sequence[Line], line: Line) -> bool:
    """Whether a line follows at the distance of the lines before."""
    step = line.y1 - chain[-1].y1
    if not 0 < step <= PITCH * line.size:
        return False
    return len(chain) == 1 or step <= REGULAR * (chain[-1].y1 - chain[-2].y1)


def _is_filled(chain: Sequence[Line]) -> bool:
    """Whether lines break where the next word found no room, as in a paragraph."""
    right = max(n.x1 for n in chain)
    full = sum(
        above.x1 + 0.25 * above.size + below.words[0].x1 - below.words[0].x0 > right
        for above, below in itertools.pairwise(chain)
    )
    return full >= FILLED * (len(chain) - 1)


def _prose(chain: Sequence[Line], width: float, labels: _Labels, lines: Sequence[Line]) -> list[int]:
    """The ids of the lines if the chain is running text."""
    if len(chain) < SHORT_CHAIN:
        return []
    if len(chain) < CHAIN and sum([n.x1 - n.x0 > 0.5 * width for n in chain]) < len(chain) - 1:
        return []
    if not _is_filled(chain):
        return []
    if len(chain) >= COLUMN_LINES and _is_running(chain):
        return [id(n) for n in chain]
    if sum(id(n) in labels.labels for n in chain) > LABELLED * len(chain):
        return []
    if sum(id(n) in labels.labelled for n in chain) > STUBBED * len(chain) or _is_hemmed(chain, lines):
        return []
    if len(chain) < CHAIN and (id(chain[0]) in labels.labelled or _are_rows(chain, lines)):
        return []
    return [id(n) for n in chain]


def _is_running(chain: Sequence[Line]) -> bool:
    """Whether most lines break in the middle of a sentence."""
    inside = sum(b.text[0].islower() and a.text[-1] not in ".!?:;" for a, b in itertools.pairwise(chain))
    return inside >= RUNNING * (len(chain) - 1)


def _are_rows(chain: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether lines are rows whose cells nearly touch: the pieces of the row right above or below begin where words of
    all of them begin. ``lines`` are all of the page by their tops."""
    reach = PITCH * chain[0].size
    starts: list[list[float]] = []
    for edge, way in ((chain[0], -1), (chain[-1], 1)):
        low, high = (edge.y0 - reach, edge.y0 - 1) if way < 0 else (edge.y1 - 1, edge.y0 + reach)
        at = bisect_left(lines, low, key=_TOP)
        end = bisect_right(lines, high, key=_TOP, lo=at)
        cells = [n.x0 for n in lines[at:end] if n.x0 > edge.x0 + EDGE]
        if len(cells) < 2:
            continue
        starts = starts or [[w.x0 for w in n.words] for n in chain]
        if all(any(abs(x - s) <= STOP for s in row) for row in starts for x in cells):
            return True
    return False


def _is_hemmed(chain: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether a short text stands on the left of the lines and another on the right, each of few lines: they are a cell
    between cells, not a column between columns. ``lines`` are all of the page by their tops."""
    x0, x1 = min(n.x0 for n in chain), max(n.x1 for n in chain)
    step = max(chain[1].y0 - chain[0].y0 + 1, chain[0].size)  # the first line of a cell may begin further left
    top, bottom = chain[0].y0 - step, chain[-1].y1 + chain[0].size
    at = bisect_left(lines, top, key=_TOP)
    end = bisect_right(lines, bottom - 1, key=_BOTTOM, lo=at)
    left = right = 0
    for line in lines[at:end]:
        before = [w for w in line.words if w.x1 < x0]
        after = [w for w in line.words if w.x0 > x1]
        if max(_length(before), _length(after)) >= LONG:
            return False
        left, right = left + bool(before), right + bool(after)
    few = len(chain) / 2
    return 0 < left <= few and 0 < right <= few * 2


def _length(words: Sequence[Word]) -> int:
    return sum(len(w.text) + 1 for w in words)


class _Labels(NamedTuple):
    """The ids of the lines with an amount as their next neighbour on the right, and of those with a short text on their
    left that is no key of a reference: each may be part of a row of a table."""

    labels: set[int]
    labelled: set[int]


def _labels(lines: Sequence[Line]) -> _Labels:
    out = _Labels(set(), set())
    ordered = sorted(lines, key=lambda n: n.y0 + n.y1)
    row: list[Line] = []
    for line in ordered:
        if row and line.y0 + line.y1 - row[0].y0 - row[0].y1 > row[0].y1 - row[0].y0:
            _note_labels(row, out)
            row = []
        row.append(line)
    _note_labels(row, out)
    return out


def _note_labels(row: list[Line], out: _Labels) -> None:
    if len(row) < 2:
        return
    row.sort(key=lambda n: n.x0)
    for left, right in itertools.pairwise(row):
        first = token_of(right.words[0].text)
        if first.is_amount or first is Token.SIGN:
            out.labels.add(id(left))
        if _width(left.text) < LONG and left.text[0] != "[" and len(list(filter(str.isalpha, left.text))) > 1:
            out.labelled.add(id(right))
