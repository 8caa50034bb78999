"""Levels of headings, consistent over the document.

Headings fall into classes: one look, and one family of numbers where they are numbered. The classes are put in order by what is seen
of each pair: levels given by bookmarks or tags, kinds of parts, depth of numbers, prominence of the look, which stands
directly over which, which series of numbers goes on over which. Then headings are read in order with a stack of those that are
open, where numbers that contain each other decide first and the order of the classes second.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, tanh
from statistics import median

from pincite.parsers.pdf.candidates import Candidate
from pincite.parsers.pdf.numbering import RANKS, Number
from pincite.parsers.pdf.typography import prominence

Key = tuple[object, ...]
_MAX_CLASSES = 60  # beyond these the rarest classes are ordered by prominence alone


def assign_levels(heads: Sequence[Candidate], title: Candidate | None = None) -> list[int]:
    """Levels from 1 for headings in document order; a child is always one deeper than its parent. ``title`` is the one that
    names the whole document: everything after it stands below it."""
    if not heads:
        return []
    order = _Order(heads)
    stack: list[int] = []
    levels = []
    for i in range(len(heads)):
        while stack and heads[stack[-1]] is not title and not order.above(stack, i):
            stack.pop()
        stack.append(i)
        levels.append(len(stack))
    return levels


@dataclass(slots=True, eq=False)
class _Class:
    """Headings of one look and one family of numbers."""

    members: list[int] = field(default_factory=list)
    prominence: float = 0.0
    label: str = ""
    depth: int = 0
    given: float | None = None  # median of the levels that bookmarks or tags give
    tops: float = 0.0  # share that stands first on its page
    listed: float = 0.0  # share that the contents list


class _Order:
    """Who stands above whom."""

    def __init__(self, heads: Sequence[Candidate]) -> None:
        self._heads = heads
        self._keys = [_key(h) for h in heads]
        self._classes = _classes(heads, self._keys)
        self._seen = _Sightings(heads, self._keys)
        self._ranks = self._rank()

    def above(self, stack: Sequence[int], i: int) -> bool:
        """Whether the innermost open heading contains heading ``i``."""
        top, head = self._heads[stack[-1]], self._heads[i]
        given = _given(top), _given(head)
        if given[0] is not None and given[1] is not None:
            return given[0] < given[1]
        a, b = top.number, head.number
        if a is not None and b is not None:
            decided = _by_number(a, b)
            if decided is not None:
                return decided
        return self._ranks[self._keys[stack[-1]]] < self._ranks[self._keys[i]]

    def _rank(self) -> dict[Key, int]:
        """The classes in order, the highest first; classes that do not differ share a rank."""
        ordered = sorted(self._classes, key=lambda k: (-self._classes[k].prominence, self._classes[k].members[0]))
        head = ordered[:_MAX_CLASSES]
        for _ in head:
            swapped = False
            for i in range(len(head) - 1):
                if self._preference(head[i + 1], head[i]) > 0:
                    head[i], head[i + 1] = head[i + 1], head[i]
                    swapped = True
            if not swapped:
                break
        ordered[:_MAX_CLASSES] = head
        ranks: dict[Key, int] = {}
        for i, k in enumerate(ordered):
            equal = i and self._equal(ordered[i - 1], k)
            ranks[k] = ranks[ordered[i - 1]] if equal else i
        return ranks

    def _equal(self, a: Key, b: Key) -> bool:
        """An unnumbered class in the look of a numbered one stands beside it (Abstract, 1 Introduction, References)."""
        x, y = self._classes[a], self._classes[b]
        return a[0] == b[0] and min(x.depth, y.depth) == 0 and max(x.depth, y.depth) <= 1 and self._preference(a, b) < 1.0

    def _preference(self, a: Key, b: Key) -> float:
        """How much speaks for class ``a`` above class ``b``; negative: the other way round."""
        x, y = self._classes[a], self._classes[b]
        out = 1.2 * tanh((x.prominence - y.prominence) / 12)
        if x.given is not None and y.given is not None and x.given != y.given:
            out += 4.0 if x.given < y.given else -4.0
        if x.label in RANKS and y.label in RANKS and RANKS[x.label] != RANKS[y.label]:
            out += 3.0 if RANKS[x.label] < RANKS[y.label] else -3.0
        if x.label == y.label and x.depth and y.depth and x.depth != y.depth:
            out += 3.0 if x.depth < y.depth else -3.0
        out += 0.8 * self._seen.odds(self._seen.directly, a, b)
        out += 1.0 * self._seen.odds(self._seen.spanned, a, b)
        out += 0.8 * self._seen.odds(self._seen.restarted, a, b)
        return out + 1.0 * (x.tops - y.tops) + 1.0 * (x.listed - y.listed)


class _Sightings:
    """What is seen of pairs of classes: how often the first stands directly over the second; how often its numbers run on over
    the second; how often the second's numbers begin anew under the first."""

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


def _key(head: Candidate) -> Key:
    number = head.number
    look = head.look
    face = (look.size, look.bold, look.italic, look.color, look.family, look.caps and len(head.key) > 5)
    if number is None:
        return face, "", 0, ""
    return face, number.label, number.depth, number.root.value if not number.label else ""


def _classes(heads: Sequence[Candidate], keys: Sequence[Key]) -> dict[Key, _Class]:
    out: dict[Key, _Class] = defaultdict(_Class)
    for i, k in enumerate(keys):
        out[k].members.append(i)
    for found in out.values():
        members = [heads[i] for i in found.members]
        n = len(members)
        found.prominence = prominence(members[0].look, centred=sum(m.centred for m in members) > n / 2)
        number = members[0].number
        found.label, found.depth = (number.label, number.depth) if number else ("", 0)
        given = [g for g in map(_given, members) if g is not None]
        found.given = median(given) if given else None
        found.tops = sum(m.first_on_page for m in members) / n
        found.listed = sum(m.listed for m in members) / n
    return dict(out)


def _given(head: Candidate) -> int | None:
    return head.bookmark if head.bookmark is not None else head.tag or None


def _by_number(a: Number, b: Number) -> bool | None:
    """Whether a heading numbered ``a`` contains one numbered ``b``; ``None`` where the numbers do not tell."""
    if a.label in RANKS and b.label in RANKS and RANKS[a.label] != RANKS[b.label]:
        return RANKS[a.label] < RANKS[b.label]
    if a.label == b.label and a.root == b.root:
        return a.depth < b.depth if a.depth != b.depth or a.form == b.form else None
    if a.depth < b.depth and b.parts[: a.depth] == a.parts:
        return True
    return None
