"""What two rows of keys have in common, in order."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

_FIRST_LETTER, _LETTERS = 0xE000, 0x100000  # a word as a character: of private use, and above


class Letters:
    """Sequences of words as strings of one character a word, which are compared many times faster."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def spell(self, words: Iterable[str]) -> str:
        """The words, one character for each; the same for the same word."""
        letters = self._letters
        return "".join(
            [letters.get(w) or letters.setdefault(w, chr(_FIRST_LETTER + len(letters) % _LETTERS)) for w in words]
        )


_SMALL = 40_000  # comparisons that a plain search may cost


def heaviest_increasing(values: Sequence[int], weights: Sequence[int]) -> set[int]:
    """The indexes of the strictly increasing subsequence with the greatest weight."""
    ranks = sorted(set(values))
    best: list[tuple[int, int]] = [(0, -1)] * (len(ranks) + 1)  # a Fenwick tree of (weight, index of its last)
    before: list[int] = [-1] * len(values)
    end, most = -1, 0
    for i, value in enumerate(values):
        rank = bisect_left(ranks, value)
        weight, before[i] = _best_below(best, rank)
        weight += weights[i]
        if weight > most:
            end, most = i, weight
        at = rank + 1
        while at < len(best):
            best[at] = max(best[at], (weight, i))
            at += at & -at
    out: set[int] = set()
    while end >= 0:
        out.add(end)
        end = before[end]
    return out


def _best_below(best: Sequence[tuple[int, int]], rank: int) -> tuple[int, int]:
    found = (0, -1)
    while rank > 0:
        found = max(found, best[rank])
        rank -= rank & -rank
    return found


def in_order(a: Sequence[str], b: Sequence[str], weights: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of equal keys that ascend on both sides: those that are unique hold the others in place."""
    pairs: list[tuple[int, int]] = []
    todo = [(0, len(a), 0, len(b))]
    while todo:
        a0, a1, b0, b1 = todo.pop()
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            pairs.append((a0, b0))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            pairs.append((a1, b1))
        if a0 == a1 or b0 == b1:
            continue
        fixed = _unique_pairs(a, b, weights, (a0, a1, b0, b1))
        if not fixed:
            pairs.extend(_small(a, b, (a0, a1, b0, b1)))
            continue
        pairs.extend(fixed)
        edges = [(a0 - 1, b0 - 1), *fixed, (a1, b1)]
        todo.extend((i + 1, k, j + 1, m) for (i, j), (k, m) in pairwise(edges))
    return sorted(pairs)


Range = tuple[int, int, int, int]


def _unique_pairs(a: Sequence[str], b: Sequence[str], weights: Sequence[int], within: Range) -> list[tuple[int, int]]:
    a0, a1, b0, b1 = within
    once_a, once_b = Counter(a[a0:a1]), Counter(b[b0:b1])
    place = {b[j]: j for j in range(b0, b1) if once_b[b[j]] == 1}
    pairs = [(i, place[a[i]]) for i in range(a0, a1) if once_a[a[i]] == 1 and a[i] in place]
    kept = heaviest_increasing([j for _, j in pairs], [weights[i] for i, _ in pairs])
    return [pair for n, pair in enumerate(pairs) if n in kept]


def _small(a: Sequence[str], b: Sequence[str], within: Range) -> Iterator[tuple[int, int]]:
    a0, a1, b0, b1 = within
    if (a1 - a0) * (b1 - b0) > _SMALL:
        return
    for i, j, n in SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False).get_matching_blocks():
        yield from ((a0 + i + k, b0 + j + k) for k in range(n))
