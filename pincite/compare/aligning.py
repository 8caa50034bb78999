"""Which clauses of two versions belong together.

First those whose letters are the same, in order; then those that were only cut into paragraphs otherwise; then those
that were moved; then, by their words, those that were changed. What is left was added or removed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import accumulate
from math import log
from typing import NamedTuple

from pincite.compare.sequences import Letters, heaviest_increasing, in_order
from pincite.compare.units import Unit

_MIN_MOVED = 20  # letters: shorter clauses stand in many places
_MIN_MOVED_WORDS = 8  # of a clause that was moved and changed
_LIKE_HERE, _LIKE_ELSEWHERE = 0.5, 0.72
_HERE = 0.2  # what standing at the same place is worth
_SAME_LABEL = 0.8
_SURE = 0.95  # so like is what stands at the same place that nobody looks elsewhere
_CANDIDATES = 5
_RAREST = 16  # words by which a unit is looked for
_COMMON = 60  # units that hold a word; a more common one tells nothing
_NEIGHBOURS = 6


class Pair(NamedTuple):
    """Units that belong together, by index; several on a side where a paragraph was divided or joined. ``equal``: their
    letters are the same. ``moved``: others stand before or after them than did."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    equal: bool
    moved: bool = False


def align(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """The pairs in the order of the new side. A unit in none of them was added or removed."""
    pairing = _Pairing(old, new)
    pairing.take_equal()
    pairing.take_reflowed()
    pairing.take_moved()
    pairing.take_changed()
    return pairing.result()


class _Pairing:
    def __init__(self, old: Sequence[Unit], new: Sequence[Unit]) -> None:
        self._old, self._new = old, new
        self._pairs: list[Pair] = []
        self._gaps: tuple[list[int], list[int]] = ([], [])
        self._free_old = set(range(len(old)))
        self._free_new = set(range(len(new)))
        self._letters = Letters()
        self._spelt: tuple[dict[int, str], dict[int, str]] = ({}, {})

    def _take(self, old: Sequence[int], new: Sequence[int], *, equal: bool) -> None:
        self._pairs.append(Pair(tuple(old), tuple(new), equal))
        self._free_old.difference_update(old)
        self._free_new.difference_update(new)

    def take_equal(self) -> None:
        pairs = in_order([u.key for u in self._old], [u.key for u in self._new], [u.weight for u in self._old])
        for i, j in pairs:
            self._take((i,), (j,), equal=True)
        self._gaps = ([i for i, _ in pairs], [j for _, j in pairs])

    def _gap(self, side: int, index: int) -> int:
        """Between which units that are equal and in place the unit stands."""
        return bisect_right(self._gaps[side], index)

    def _free_by_gap(self) -> Iterator[tuple[list[int], list[int]]]:
        gaps: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, free in enumerate((self._free_old, self._free_new)):
            for index in sorted(free):
                gaps[self._gap(side, index)][side].append(index)
        yield from (gap for _, gap in sorted(gaps.items()) if gap[0] and gap[1])

    def take_reflowed(self) -> None:
        """Runs of units with the same letters, divided otherwise."""
        for olds, news in list(self._free_by_gap()):
            for old, new in _reflowed([self._old[i].full for i in olds], [self._new[j].full for j in news]):
                self._take([olds[i] for i in old], [news[j] for j in new], equal=True)

    def take_moved(self) -> None:
        places: dict[str, list[int]] = defaultdict(list)
        for j in sorted(self._free_new, reverse=True):
            places[self._new[j].key].append(j)
        for i in sorted(self._free_old):
            unit = self._old[i]
            there = places[unit.key]
            lone_heading = unit.is_heading and len(there) == 1 and self._new[there[0]].is_heading
            if there and (len(unit.key) >= _MIN_MOVED or lone_heading):
                self._take((i,), (there.pop(),), equal=True)

    def take_changed(self) -> None:
        taken_old: set[int] = set()
        taken_new: set[int] = set()
        for _, i, j in sorted(self._likely()):
            if i not in taken_old and j not in taken_new:
                taken_old.add(i)
                taken_new.add(j)
                self._take((i,), (j,), equal=False)
        for at, pair in enumerate(self._pairs):
            if not pair.equal:
                self._pairs[at] = self._with_neighbours(pair)

    def _likely(self) -> Iterator[tuple[float, int, int]]:
        """(likeness below zero, old, new) of all units that may be versions of each other: the best come first."""
        near: dict[int, set[int]] = defaultdict(set)
        for olds, news in self._free_by_gap():
            for n, i in enumerate(olds):
                middle = n * len(news) // len(olds)
                near[i].update(news[max(0, middle - _NEIGHBOURS) : middle + _NEIGHBOURS])
        index = _WordIndex({j: self._new[j] for j in self._free_new})
        for i in sorted(self._free_old):
            found = {j: self._likeness(i, j) for j in sorted(near[i])}
            if max(filter(None, found.values()), default=0.0) < _SURE:
                found |= {j: self._likeness(i, j) for j in index.like(self._old[i]) if j not in found}
            yield from ((-score, i, j) for j, score in found.items() if score is not None)

    def _likeness(self, i: int, j: int) -> float | None:
        """How like the two are; ``None`` where they are no versions of each other."""
        from rapidfuzz.distance import Indel

        one, other = self._old[i], self._new[j]
        if (one.row is None) != (other.row is None) or one.heads != other.heads:
            return None
        here = self._gap(0, i) == self._gap(1, j)
        if not here and min(len(one.words), len(other.words)) < _MIN_MOVED_WORDS:
            return None
        floor = _LIKE_HERE if here and one.is_heading == other.is_heading else _LIKE_ELSEWHERE
        score = Indel.normalized_similarity(self._spell(0, i), self._spell(1, j))
        if one.row and one.label and one.label == other.label:
            score = max(score, _SAME_LABEL)
        return None if score < floor else score + _HERE * here

    def _with_neighbours(self, pair: Pair) -> Pair:
        """The pair with what is left beside it, where a changed paragraph was also divided or joined."""
        grown = True
        while grown:
            grown = False
            for side, units, free in ((0, self._old, self._free_old), (1, self._new, self._free_new)):
                own = pair.old if side == 0 else pair.new
                for index in (own[0] - 1, own[-1] + 1):
                    if index not in free or units[index].row or units[index].is_heading:
                        continue
                    wider = tuple(sorted((*own, index)))
                    other = Pair(wider, pair.new, False) if side == 0 else Pair(pair.old, wider, False)
                    if self._pair_likeness(other) > self._pair_likeness(pair) + 0.02:
                        pair, grown = other, True
                        free.discard(index)
        return pair

    def _spell(self, side: int, index: int) -> str:
        """The words of a unit, one character for each."""
        spelt = self._spelt[side].get(index)
        if spelt is None:
            unit = (self._new if side else self._old)[index]
            spelt = self._spelt[side][index] = self._letters.spell(unit.words)
        return spelt

    def _pair_likeness(self, pair: Pair) -> float:
        from rapidfuzz.distance import Indel

        old = "".join(self._spell(0, i) for i in pair.old)
        new = "".join(self._spell(1, j) for j in pair.new)
        return Indel.normalized_similarity(old, new)

    def result(self) -> list[Pair]:
        """All pairs, with those marked as moved that stand out of order."""
        pairs = sorted(self._pairs, key=lambda p: p.old[0])
        weights = [sum(self._old[i].weight for i in p.old) for p in pairs]
        placed = heaviest_increasing([p.new[0] for p in pairs], weights)
        return sorted((p._replace(moved=n not in placed) for n, p in enumerate(pairs)), key=lambda p: p.new[0])


class _WordIndex:
    """Units by their words."""

    def __init__(self, units: dict[int, Unit]) -> None:
        self._places: dict[str, list[int]] = defaultdict(list)
        for j, unit in units.items():
            for word in set(unit.words):
                self._places[word].append(j)
        self._total = len(units)

    def like(self, unit: Unit) -> list[int]:
        """The units that share most with this one, rare words counted more."""
        scores: dict[int, float] = defaultdict(float)
        known = [
            places
            for word in dict.fromkeys(unit.words)
            if (places := self._places.get(word)) and len(places) <= _COMMON
        ]
        for places in nsmallest(_RAREST, known, key=len):
            weight = log(1 + self._total / len(places))
            for j in places:
                scores[j] += weight
        return nsmallest(_CANDIDATES, scores, key=lambda j: (-scores[j], j))


def _reflowed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[range, range]]:
    """Runs of the two sides that are the same when they are joined: from the front, and from the back."""
    done_old = done_new = 0
    for i, j in _common_cuts(old, new):
        yield range(done_old, i), range(done_new, j)
        done_old, done_new = i, j
    rest_old, rest_new = old[done_old:], new[done_new:]
    end_old, end_new = len(old), len(new)
    backwards = [key[::-1] for key in reversed(rest_old)], [key[::-1] for key in reversed(rest_new)]
    for i, j in _common_cuts(*backwards):
        yield range(len(old) - i, end_old), range(len(new) - j, end_new)
        end_old, end_new = len(old) - i, len(new) - j


def _common_cuts(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """After how many units of each side what was said so far is the same."""
    one, other = "".join(old), "".join(new)
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    cuts = {end: n for n, end in enumerate(accumulate(map(len, new)), 1)}
    for i, end in enumerate(accumulate(map(len, old)), 1):
        if end > same:
            return
        if end in cuts:
            yield i, cuts[end]
