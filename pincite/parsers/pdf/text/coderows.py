"""Rows of typewritten text that wide white space cuts: an option and what it does, a statement and its comment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pincite.parsers.pdf.layout import Line, Style, Word

FEWEST = 3  # rows on a page that go on after white space
Rows = Mapping[int, list[Line]]  # the pieces of a row from left to right, by the ``id`` of the first


def code_rows(lines: Sequence[Line], words: Sequence[Word], styles: Sequence[Style]) -> Rows:
    """The rows in a typewriter font whose pieces follow each other in the file (``words`` are in its order). Two
    listings side by side stand there one after the other."""
    pairs = _level_pairs([n for n in lines if _is_mono(n, styles)])
    if len(pairs) < FEWEST:
        return {}
    place = {id(word): i for i, word in enumerate(words)}
    rows: dict[int, list[Line]] = {}
    last: list[Line] = []
    for left, right in pairs:
        if place.get(id(right.words[0]), -1) - 1 != place.get(id(left.words[-1])):
            continue
        if not last or last[-1] is not left:
            last = rows[id(left)] = [left]
        last.append(right)
    return rows if len(rows) >= max(FEWEST, len(pairs) / 2) else {}


def _is_mono(line: Line, styles: Sequence[Style]) -> bool:
    return styles[line.style].mono and all(styles[w.style].mono for w in line.words)


def _level_pairs(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Neighbours on one base line, row by row from left to right."""
    rows: dict[tuple[float, int], list[Line]] = {}
    for line in lines:
        rows.setdefault((line.size, round(line.y1)), []).append(line)
    return [pair for row in rows.values() for pair in pairwise(sorted(row, key=lambda n: n.x0))]
