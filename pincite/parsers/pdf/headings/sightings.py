"""What is seen of the order of two classes of headings as a document goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Any

from pincite.parsers.pdf.headings.candidates import Candidate

Key = tuple[Any, ...]  # the look and, of numbered headings, kind word, depth and scheme


class Sightings:
    """What is seen of pairs of classes: how often the first stands directly over the second; how often its numbers run
    on over the second; how often the second's numbers begin anew under the first."""

    def __init__(self, heads: Sequence[Candidate], keys: Sequence[Key]) -> None:
        self.directly: Counter[tuple[Key, Key]] = Counter()
        self.spanned: Counter[tuple[Key, Key]] = Counter()
        self.restarted: Counter[tuple[Key, Key]] = Counter()
        last_of: dict[int, int] = {}  # chain -> its last heading
        last_in: dict[Key, int] = {}  # class -> its last heading
        for i, head in enumerate(heads):
            if i and head.place == heads[i - 1].place + 1 and keys[i] != keys[i - 1]:
                self.directly[keys[i - 1], keys[i]] += 1
            if head.counted is not None:
                self._follow(i, head, keys, last_of, last_in)
            last_in[keys[i]] = i

    def _follow(
        self, i: int, head: Candidate, keys: Sequence[Key], last_of: dict[int, int], last_in: dict[Key, int]
    ) -> None:
        assert head.counted is not None
        chain = id(head.counted.chain)
        before = last_of.get(chain)
        if before is not None:
            for k in set(keys[before + 1 : i]):
                self.spanned[keys[i], k] += 1
        elif head.counted.number.value == 1 and keys[i] in last_in:
            for k in set(keys[last_in[keys[i]] + 1 : i]):
                self.restarted[k, keys[i]] += 1
        last_of[chain] = i

    @staticmethod
    def odds(counts: Counter[tuple[Key, Key]], a: Key, b: Key) -> float:
        """Logarithm of how much oftener it is seen of (a, b) than of (b, a)."""
        return log((counts[a, b] + 0.5) / (counts[b, a] + 0.5))
