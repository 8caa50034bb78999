"""From paired clauses to what a reader wants to be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.compare.aligning import Pair
from pincite.compare.changes import Change, ChangeKind, Comparison, Side
from pincite.compare.units import Unit
from pincite.compare.versions import Version, Versions
from pincite.compare.words import marked, same_words
from pincite.model import Cell, Kind
from pincite.outline import Section

_OPENING = 40  # words shown of a section or clause that was moved
_WHOLE = 120  # words shown of one that was added or removed
_MOVED_SHARE = 0.8  # of a section's words; then the section was moved


class _Placed(NamedTuple):
    """A change with where it is told: the new unit that it stands at or after, and its order there."""

    at: tuple[int, int]
    change: Change


def compare(versions: Versions, old: Section | None = None, new: Section | None = None) -> Comparison:
    """What changed; with ``old`` or ``new``, only in that section and its counterpart."""
    return _Teller(versions, old, new).comparison()


class _Teller:
    def __init__(self, versions: Versions, old: Section | None, new: Section | None) -> None:
        self.versions = versions
        self.old, self.new = versions.old, versions.new
        self._within = self._scope(old, new)
        self._told_moved: set[int] = set()
        self._unchanged = self._unchanged_rows = 0
        self._columns_told: set[tuple[int, int]] = set()

    def _scope(self, old: Section | None, new: Section | None) -> tuple[range, range] | None:
        if old is None and new is None:
            return None
        if old is not None and new is None and old.id in self.versions.sections:
            new = self.new.outline.sections[self.versions.sections[old.id]]
        if new is not None and old is None:
            back = {there: here for here, there in self.versions.sections.items()} | self.versions.headings_back
            old = self.old.outline.sections[back[new.id]] if new.id in back else None
        return self.old.inside(old) if old else range(0), self.new.inside(new) if new else range(0)

    def _in_scope(self, old: Sequence[int], new: Sequence[int]) -> bool:
        if self._within is None:
            return True
        return any(self.old.units[i].section in self._within[0] for i in old) or any(
            self.new.units[j].section in self._within[1] for j in new
        )

    def comparison(self) -> Comparison:
        placed = [*self._moved_sections(), *self._pairs(), *self._free()]
        placed.sort(key=lambda p: p.at)
        return Comparison(tuple(p.change for p in placed), self._unchanged, self._unchanged_rows)

    # What is on both sides.

    def _pairs(self) -> Iterator[_Placed]:
        for pair in self.versions.pairs:
            if not self._in_scope(pair.old, pair.new):
                continue
            one, other = self.old.units[pair.old[0]], self.new.units[pair.new[0]]
            changes = list(self._row(one, other) if one.row and other.row else self._clause(pair))
            for change in changes:
                yield _Placed((pair.new[0], 0), change)
            if changes:
                continue
            if one.row and other.row:
                self._unchanged_rows += self._is_compared(one, other)
            else:
                self._unchanged += 1

    def _is_compared(self, one: Unit, other: Unit) -> bool:
        assert one.row is not None
        assert other.row is not None
        return one.full == other.full or self.versions.table_pair(one.row[0], other.row[0]).comparable

    def _clause(self, pair: Pair) -> Iterator[Change]:
        ours, theirs = [self.old.units[i] for i in pair.old], [self.new.units[j] for j in pair.new]
        before, now = (" ".join(u.body for u in us) for us in (ours, theirs))
        whole, wholly = (" ".join(u.text for u in us) for us in (ours, theirs))
        heading = ours[0].is_heading or theirs[0].is_heading
        # a number may be read as one on one side only
        same = _spell_same(ours, theirs) and (
            same_words(before, now, any_case=heading) or same_words(whole, wholly, any_case=heading)
        )
        if len(ours) != len(theirs) and not same:
            before, now = whole, wholly
        notes = Kind.FOOTNOTE in (ours[0].kind, theirs[0].kind)  # they stand where the format has them
        if heading or notes or pair.old[0] in self._told_moved:
            moved = False
        else:
            moved = pair.moved or self.versions.moved_to_section(pair)
        number = (ours[0].number, theirs[0].number)
        renumbered = all(number) and number[0] != number[1]
        told = number if renumbered else None
        if same and not moved and not renumbered:
            return
        kind = ChangeKind.MOVED if moved else ChangeKind.RENUMBERED if same else ChangeKind.CHANGED
        text = "" if kind is ChangeKind.RENUMBERED and not heading else opening(now, _OPENING)
        if not same:
            text = " ".join(marked(before, now))
        yield Change(kind, self._side(self.old, ours), self._side(self.new, theirs), text, number=told)

    def _row(self, one: Unit, other: Unit) -> Iterator[Change]:
        assert one.row is not None
        assert other.row is not None
        tables = (one.row[0], other.row[0])
        both = self.versions.table_pair(*tables)
        if self.versions.tables.get(tables[0]) == tables[1] and tables not in self._columns_told:
            self._columns_told.add(tables)
            yield from self._columns(*tables)
        if one.heads or other.heads or same_words(one.text, other.text):
            return
        cells = list(both.cells(one.row[1], other.row[1]))
        for cell in cells:
            what = " / ".join(filter(None, (cell.row, cell.column)))
            text = f"{_said(cell.old)} -> {_said(cell.new)}"
            if cell.old and cell.new and len(cell.old.text.split()) > 6 and len(cell.new.text.split()) > 6:
                text = " ".join(marked(cell.old.text, cell.new.text))
            sides = self._cell_side(self.old, one, cell.old), self._cell_side(self.new, other, cell.new)
            yield Change(ChangeKind.CELL, *sides, text, what)
        names = both.old.grid.row_header(one.row[1]), both.new.grid.row_header(other.row[1])
        if not same_words(*names):
            text = " ".join(marked(*names))
            yield Change(ChangeKind.CHANGED, self._side(self.old, [one]), self._side(self.new, [other]), text, "row")

    def _columns(self, old: int, new: int) -> Iterator[Change]:
        both = self.versions.table_pair(old, new)
        parts = [f"“{before}” is now “{now}”" for before, now in both.renamed]
        parts += [f"added “{title}”" for title in both.added] + [f"removed “{title}”" for title in both.removed]
        if parts and not both.comparable:
            parts.append("no column in common, so that values are not compared")
        if parts:
            yield Change(
                ChangeKind.COLUMNS, self._table_side(self.old, old), self._table_side(self.new, new), "; ".join(parts)
            )

    def _moved_sections(self) -> Iterator[_Placed]:
        """Sections that stand elsewhere as a whole; their clauses are then not told one by one."""
        within: dict[int, list[Pair]] = defaultdict(list)
        for pair in self.versions.pairs:
            within[self.old.units[pair.old[0]].section].append(pair)
        done: set[int] = set()
        for old, new in sorted(self.versions.headings.items()):
            section, there = self.old.outline.sections[old], self.new.outline.sections[new]
            if old in done:
                continue
            inside = self.old.inside(section)
            pairs = [pair for s in inside for pair in within[s]]
            total = sum(self.old.units[i].weight for p in pairs for i in p.old)
            target = self.new.inside(there)
            gone = [p for p in pairs if p.moved and self.new.units[p.new[0]].section in target]
            share = sum(self.old.units[i].weight for p in gone for i in p.old)
            if not total or share < _MOVED_SHARE * total:
                continue
            done.update(inside)
            self._told_moved.update(i for p in gone for i in p.old)
            heads = [p for p in pairs if p.new[0] in self.new.headings and self.new.headings[p.new[0]] == new]
            head = heads[0] if heads else gone[0]
            if self._in_scope(head.old, head.new):
                sides = (
                    self._section_side(self.old, section),
                    self._section_side(self.new, there),
                )
                change = Change(ChangeKind.MOVED, *sides, opening(there.title, _OPENING), "section")
                yield _Placed((head.new[0], -1), change)

    # What is on one side only.

    def _free(self) -> Iterator[_Placed]:
        old, new = self.versions.free()
        where = list(self.versions.places_of_old())
        for kind, version, free in ((ChangeKind.REMOVED, self.old, old), (ChangeKind.ADDED, self.new, new)):
            for indexes, change in self._one_sided(kind, version, free):
                first = indexes[0]
                scope = (indexes, ()) if kind is ChangeKind.REMOVED else ((), indexes)
                if self._in_scope(*scope):
                    yield _Placed((where[first], 1) if kind is ChangeKind.REMOVED else (first, 0), change)

    def _one_sided(self, kind: ChangeKind, version: Version, free: set[int]) -> Iterator[tuple[list[int], Change]]:
        def make(side: Side, what: str, text: str) -> Change:
            old, new = (side, None) if kind is ChangeKind.REMOVED else (None, side)
            return Change(kind, old, new, text, what)

        left = set(free)
        for section, indexes in _whole_sections(version, free):
            left.difference_update(indexes)
            units = [version.units[i] for i in indexes]
            count = sum(not u.is_heading for u in units)
            what = f"section, {count} {'clause' if count == 1 else 'clauses'}"
            text = opening(" ".join(u.text for u in units[:_OPENING]), _WHOLE)
            yield indexes, make(self._section_side(version, section), what, text)
        for table, indexes in _whole_tables(version, left):
            left.difference_update(indexes)
            units = [version.units[i] for i in indexes]
            caption = version.doc.tables[table].caption or " ; ".join(u.text for u in units[:3])
            what = f"table, {len(units)} {'row' if len(units) == 1 else 'rows'}"
            yield indexes, make(self._table_side(version, table), what, opening(caption, _OPENING))
        for i in sorted(left):
            unit = version.units[i]
            if not unit.heads:
                yield (
                    [i],
                    make(self._side(version, [unit]), "row" if unit.row else "", opening(unit.text, _WHOLE)),
                )

    # Places.

    def _side(self, version: Version, units: Sequence[Unit]) -> Side:
        first, last = units[0], units[-1]
        ref = f"b{first.block}" if first.block == last.block else f"b{first.block}-b{last.block}"
        if first.row and len(units) == 1:
            cell = next(c for c in version.doc.tables[first.row[0]].cells if c.row == first.row[1])
            ref = f"t{first.row[0]}/r{cell.row}c{cell.col}"
        return Side(ref, version.pages(units), first.section)

    def _cell_side(self, version: Version, unit: Unit, cell: Cell | None) -> Side | None:
        if cell is None:
            return self._side(version, [unit])
        assert unit.row is not None
        return Side(f"t{unit.row[0]}/r{cell.row}c{cell.col}", version.pages([unit]), unit.section)

    def _table_side(self, version: Version, table: int) -> Side:
        held = version.doc.tables[table]
        return Side(f"t{table}", held.pages, version.outline.section_of(held.block).id)

    def _section_side(self, version: Version, section: Section) -> Side:
        inside = version.inside(section)
        return Side(f"s{section.id}", version.pages(u for u in version.units if u.section in inside), section.id)


def _spell_same(ours: Sequence[Unit], theirs: Sequence[Unit]) -> bool:
    """Whether the letters are the same, with or without the numbers of the clauses."""
    return "".join(u.key for u in ours) == "".join(u.key for u in theirs) or "".join(u.full for u in ours) == "".join(
        u.full for u in theirs
    )


def opening(text: str, words: int) -> str:
    """The first words of a text on one line."""
    found = text.split()
    return " ".join(found) if len(found) <= words else " ".join(found[:words]) + " …"


def _said(cell: Cell | None) -> str:
    return " ".join(cell.text.split()) or "(empty)" if cell else "(empty)"


def _whole_sections(version: Version, free: set[int]) -> Iterator[tuple[Section, list[int]]]:
    """The topmost sections of which nothing is on the other side."""
    by_section: dict[int, list[int]] = defaultdict(list)
    for i, unit in enumerate(version.units):
        by_section[unit.section].append(i)
    done: set[int] = set()
    for section in version.outline.sections:
        if section.kind != "heading" or section.id in done:
            continue
        inside = version.inside(section)
        indexes = [i for s in inside for i in by_section[s]]
        if len(indexes) > 1 and free.issuperset(indexes):
            done.update(inside)
            yield section, indexes


def _whole_tables(version: Version, free: set[int]) -> Iterator[tuple[int, list[int]]]:
    rows: dict[int, list[int]] = defaultdict(list)
    for i in sorted(free):
        row = version.units[i].row
        if row:
            rows[row[0]].append(i)
    for table, indexes in rows.items():
        if len(indexes) == version.rows_of[table] and len(indexes) > 1:
            yield table, indexes
