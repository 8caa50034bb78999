"""Contents with neither a title nor leaders: page numbers rise at the right edge of titles that come again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.previews import Later, position
from pincite.parsers.pdf.headings.tocrows import Row
from pincite.parsers.pdf.layout import PageLayout

_LEAST = 8  # rows with a number
_RISING = 0.9  # share of the numbers that are no smaller than the one before
_AGAIN = 0.4  # share of the titles that stand again further on
_GAPS = 3  # rows without a number between two with one: parts, titles over several lines
_EDGE = 6.0  # points within which the numbers end
_FRONT = 5  # numbers may exceed the count of pages by so many


def may_rise(page: PageLayout, pages: int) -> bool:
    """Whether enough numbers that end lines at one edge rise down the page; seen without making its rows."""
    by_edge: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for line in page.lines:
        last = line.words[-1].text
        if last.isdecimal() and len(last) < 5 and line.furniture is None:
            by_edge[round(line.x1 / _EDGE)].append((line.y1, int(last)))
    edge = max(by_edge, key=lambda e: len(by_edge[e]), default=0)
    numbers = [n for _, n in sorted(by_edge[edge])]
    return 2 * len(numbers) >= _LEAST and _rise(numbers, pages)


def find_rising(rows: Sequence[Row], start: int, later: Later, pages: int) -> int | None:
    """The row at which such a list begins (the parts above its first number included); ``None``: there is none."""
    run: list[int] = []
    for i in range(start, len(rows) + 1):
        if i < len(rows) and rows[i].label is None:
            continue
        if i < len(rows) and (not run or i - run[-1] <= _GAPS + 1):
            run.append(i)
            continue
        if _is_list([rows[j] for j in run], later, pages):
            return _with_parts(rows, run[0], start, later)
        run = [i]
    return None


def _is_list(rows: Sequence[Row], later: Later, pages: int) -> bool:
    numbers = [int(r.label) for r in rows if r.label and r.label.isdecimal()]
    if len(numbers) < max(_LEAST, _RISING * len(rows)) or not _rise(numbers, pages):
        return False
    ends = sorted(r.lines[-1].x1 for r in rows)
    if ends[-1] - ends[len(ends) // 10] > _EDGE:
        return False
    again = sum(bool(later.places(r.title, position(r.page, r.lines[0].y1))) for r in rows)
    return again >= _AGAIN * len(rows)


def _rise(numbers: Sequence[int], pages: int) -> bool:
    """Whether numbers run through a good part of the document in order."""
    rising = sum(a <= b for a, b in pairwise(numbers))
    return (
        rising >= _RISING * (len(numbers) - 1)
        and max(numbers) <= pages + _FRONT
        and len(set(numbers)) > len(numbers) / 3
    )


def _with_parts(rows: Sequence[Row], first: int, start: int, later: Later) -> int:
    """The first row, or the one above it where that is a part whose title comes again ("PART I")."""
    above = rows[first - 1] if first > start else None
    if above is None:
        return first
    numbers = readings(above.text)
    if (numbers and numbers[0].label in RANKS) or later.places(above.text, position(above.page, above.lines[0].y1)):
        return first - 1
    return first
