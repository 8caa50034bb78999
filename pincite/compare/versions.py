"""Two versions of a document beside each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from pincite.compare.aligning import Pair, align
from pincite.compare.tables import TablePair
from pincite.compare.units import Unit, units_of
from pincite.model import Document
from pincite.outline import Outline, Section
from pincite.spans import pages_of

_ROWS_SHARED = 0.4  # of the smaller table: then the two are versions of each other


class Version:
    """One of the two documents: its units, and which of them are in which section."""

    def __init__(self, doc: Document, outline: Outline) -> None:
        self.doc = doc
        self.outline = outline
        self.units = units_of(doc, outline)

    def pages(self, units: Iterable[Unit]) -> tuple[int, ...]:
        return pages_of(self.doc, [unit.span for unit in units])

    @cached_property
    def headings(self) -> dict[int, int]:
        """The section that begins with a heading, by the index of that unit."""
        starts = {s.start: s.id for s in self.outline.sections if s.kind == "heading"}
        found: dict[int, int] = {}
        for index, unit in enumerate(self.units):
            if unit.is_heading and unit.section not in found.values() and unit.block >= 0:
                found[index] = starts.get(unit.block, unit.section)
        return found

    @cached_property
    def rows_of(self) -> Counter[int]:
        """How many rows of each table are units."""
        return Counter(unit.row[0] for unit in self.units if unit.row)

    def inside(self, section: Section) -> range:
        """The sections of a subtree: they are numbered in reading order."""
        last = section.id
        for other in self.outline.sections[section.id :]:
            if other.start >= section.end:
                break
            last = other.id
        return range(section.id, last + 1)


class Versions:
    """An old and a new version with their clauses paired. Made once (seconds for 500 pages), then read often."""

    def __init__(self, old: Version, new: Version) -> None:
        self.old = old
        self.new = new
        self.pairs: Sequence[Pair] = align(old.units, new.units)

    @cached_property
    def headings(self) -> dict[int, int]:
        """The new section of each old one whose heading has stayed, or was only changed."""
        ours, theirs = self.old.headings, self.new.headings
        return {
            ours[i]: theirs[j] for pair in self.pairs for i in pair.old for j in pair.new if i in ours and j in theirs
        }

    @cached_property
    def headings_back(self) -> dict[int, int]:
        return {new: old for old, new in self.headings.items()}

    @cached_property
    def sections(self) -> dict[int, int]:
        """The new section that holds most of what an old one held."""
        votes: dict[int, Counter[int]] = defaultdict(Counter)
        for pair in self.pairs:
            one, other = self.old.units[pair.old[0]], self.new.units[pair.new[0]]
            votes[one.section][other.section] += one.weight
        return {old: found.most_common(1)[0][0] for old, found in votes.items()} | self.headings

    def moved_to_section(self, pair: Pair) -> bool:
        """Whether a clause has gone to another section: the headings of both have counterparts, and others."""
        one, other = self.old.units[pair.old[0]].section, self.new.units[pair.new[0]].section
        there, back = self.headings.get(one, other), self.headings_back.get(other, one)
        if there == other or back == one:
            return False
        path = {s.id for s in self.new.outline.path(other)}
        return there not in path and other not in {s.id for s in self.new.outline.path(there)}

    @cached_property
    def tables(self) -> dict[int, int]:
        """The new table of each old one that has one."""
        shared: Counter[tuple[int, int]] = Counter()
        for pair in self.pairs:
            one, other = self.old.units[pair.old[0]].row, self.new.units[pair.new[0]].row
            if one and other:
                shared[one[0], other[0]] += 1
        found: dict[int, int] = {}
        for (old, new), rows in shared.most_common():
            fewer = min(self.old.rows_of[old], self.new.rows_of[new])
            if old not in found and new not in found.values() and rows >= _ROWS_SHARED * fewer:
                found[old] = new
        return found

    def table_pair(self, old: int, new: int) -> TablePair:
        key = (old, new)
        if key not in self._table_pairs:
            self._table_pairs[key] = TablePair(self.old.doc.tables[old], self.new.doc.tables[new])
        return self._table_pairs[key]

    @cached_property
    def _table_pairs(self) -> dict[tuple[int, int], TablePair]:
        return {}

    def free(self) -> tuple[set[int], set[int]]:
        """The units of the old and of the new side that have no counterpart."""
        old = set(range(len(self.old.units))).difference(i for pair in self.pairs for i in pair.old)
        new = set(range(len(self.new.units))).difference(j for pair in self.pairs for j in pair.new)
        return old, new

    def places_of_old(self) -> Iterator[int]:
        """For each old unit the last new unit before it: where it would stand."""
        placed = {i: pair.new[-1] for pair in self.pairs if not pair.moved for i in pair.old}
        last = -1
        for i in range(len(self.old.units)):
            last = max(last, placed.get(i, -1))
            yield last
