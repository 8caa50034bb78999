"""Headers with a rule of their own below each: what stands over one rule is one header, however near the next is."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.edges import Edge
from pincite.parsers.pdf.tables.rows import Row, Unit

LEAST = 3  # rules side by side
SAME = 1.2  # points: rules this near are on one line
APART = 60.0  # points: rules further apart head different tables
BELOW = 6.0  # points: how far below its header a rule may be
NEXT = 0.6  # of the height of a line: white space between two lines of a header
LINES = 8  # of a header
HANG = 1.5  # points: how far a header may reach over the end of its rule


def cut_over_rules(rows: Sequence[Row], underlines: Sequence[Edge]) -> list[Row]:
    """The rows with their units cut between the rules that stand side by side below them."""
    sets = _side_by_side(underlines)
    if not sets:
        return list(rows)
    out = list(rows)
    bottoms = [row.y1 for row in rows]
    for rules in sets:
        at = bisect_left(bottoms, rules[0].at + HANG) - 1
        bottom, reach = rules[0].at, BELOW
        for index in range(at, max(at - LINES, -1), -1):
            row = out[index]
            if bottom - row.y1 > reach:
                break
            units = _cut(row, rules)
            if units is None:
                break
            if len(units) > len(row.units):
                out[index] = Row(units, row.size, row.y0, row.y1)
            bottom, reach = row.y0, NEXT * (row.y1 - row.y0)
    return out


def _side_by_side(underlines: Sequence[Edge]) -> list[list[Edge]]:
    """The rules that stand on one line with white space between them, left to right."""
    sets: list[list[Edge]] = []
    for edge in sorted(underlines, key=lambda e: (round(e.at), e.lo)):
        last = sets[-1][-1] if sets else None
        if last is not None and abs(edge.at - last.at) <= SAME and 0 < edge.lo - last.hi <= APART:
            sets[-1].append(edge)
        else:
            sets.append([edge])
    return [rules for rules in sets if len(rules) >= LEAST]


def _cut(row: Row, rules: Sequence[Edge]) -> list[Unit] | None:
    """The units of a row by the rules they stand over; ``None`` where one stands over several or beside all."""
    units: list[Unit] = []
    for unit in row.units:
        homes: list[int] = []
        for word in unit.words:
            home = _home(word, rules)
            if home is None or (homes and home < homes[-1]):
                return None
            homes.append(home)
        if homes[0] == homes[-1]:
            units.append(unit)
            continue
        parts = [
            [unit.words[i] for i, _ in group]
            for _, group in itertools.groupby(enumerate(homes), key=lambda pair: pair[1])
        ]
        units += [_unit(words) for words in parts]
    return units


def _home(word: Word, rules: Sequence[Edge]) -> int | None:
    """The rule that a word stands over."""
    x0, x1 = word.x0 + HANG, word.x1 - HANG
    for i, (_, lo, hi) in enumerate(rules):
        if lo <= x0 and x1 <= hi:
            return i
    return None


def _unit(words: list[Word]) -> Unit:
    return Unit(words, token_of("".join(w.text for w in words)) if len(words) < 4 else Token.TEXT)
