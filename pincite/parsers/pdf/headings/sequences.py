"""Numbers that continue each other: which reading of a number is right, and what it counts.

A chain is a run of numbers of one series in one look (1, 2, 3 or 2.1, 2.2). That a number continues a chain, or begins
one under the number it belongs to, says that it is part of the document's own counting and no year, amount or stray
initial.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from pincite.parsers.pdf.headings.numbering import Number


@dataclass(slots=True, eq=False)
class Chain:
    """Consecutive numbers: ``members`` are indexes into the items given, ``rooted`` whether it begins at its first
    value under a known parent (or has no parent)."""

    look: Hashable
    members: list[int] = field(default_factory=list)
    last: Number | None = None
    rooted: bool = False


@dataclass(slots=True, frozen=True)
class Counted:
    """The right reading of an item's number, the chain that it is in, and the item that its number follows (``None``:
    first)."""

    number: Number
    chain: Chain
    after: int | None


def find_chains(items: Sequence[tuple[tuple[Number, ...], Hashable]]) -> list[Counted | None]:
    """Reads items, given as (readings, look) in document order, as chains; ``None`` where an item has no number."""
    tracker = _Tracker()
    return [tracker.take(i, readings, look) if readings else None for i, (readings, look) in enumerate(items)]


class _Tracker:
    """The chains seen so far, the most recent of a series last."""

    def __init__(self) -> None:
        self.open: dict[tuple[object, ...], list[Chain]] = {}
        self.seen: dict[tuple[int, ...], int] = {}  # where the number with these parts was seen last

    def take(self, index: int, readings: tuple[Number, ...], look: Hashable) -> Counted:
        best: tuple[tuple[int, int], Number, Chain] | None = None
        for number in readings:
            for chain in self.open.get(number.series, ()):
                if chain.last is not None and follows(chain.last, number):
                    rank = (int(chain.look == look), chain.members[-1])
                    if best is None or rank > best[0]:
                        best = (rank, number, chain)
        first = next((n for n in readings if n.value == 1 and n.suffix == 0), None)
        if best is None or (first is not None and not best[0][0]):
            number = first or readings[0]
            chain = Chain(look, rooted=first is not None and (number.depth == 1 or number.parts[:-1] in self.seen))
            self.open.setdefault(number.series, []).append(chain)
            after = None
        else:
            _, number, chain = best
            after = chain.members[-1]
        chain.members.append(index)
        chain.last = number
        chain.look = look
        self.seen[number.parts] = index
        return Counted(number, chain, after)


def follows(before: Number, number: Number) -> bool:
    """Whether ``number`` is the next after ``before`` of the same series: 2 after 1, 7A after 7, 8 after 7A; one that
    is missing between them (a reserved item, a heading not seen) is forgiven."""
    if number.value == before.value:
        return number.suffix == before.suffix + 1
    return before.value < number.value <= before.value + 2 and number.suffix <= 1
