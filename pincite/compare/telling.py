"""A comparison in lines: what changed, with its places on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pincite.compare.changes import Change, ChangeKind, Comparison, Side
from pincite.compare.versions import Version, Versions
from pincite.markup import Markup

_PIECE = 900  # characters of one line; a longer change goes on in the next
_TITLE = 80
_NAMES = {
    ChangeKind.CHANGED: "changed",
    ChangeKind.MOVED: "moved",
    ChangeKind.RENUMBERED: "renumbered",
    ChangeKind.ADDED: "added",
    ChangeKind.REMOVED: "removed",
    ChangeKind.CELL: "cells changed",
    ChangeKind.COLUMNS: "tables with other columns",
}


class Line(NamedTuple):
    """A line, and under which head it stands: the section, and the table for its cells."""

    head: str
    text: str


def lines(versions: Versions, comparison: Comparison) -> list[Line]:
    """The changes as lines of bounded length."""
    teller = _Lines(versions)
    return [line for change in comparison.changes for line in teller.of(change)]


def summary(comparison: Comparison) -> str:
    """``3 changed, 1 moved; 212 clauses and 40 table rows unchanged``"""
    counts = [f"{n:,} {_NAMES[kind]}" for kind in ChangeKind if (n := comparison.count(kind))]
    rows = f" and {comparison.unchanged_rows:,} table rows" if comparison.unchanged_rows else ""
    return f"{', '.join(counts) or 'nothing changed'}; {comparison.unchanged:,} clauses{rows} unchanged"


class _Lines:
    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._old, self._new = Markup(versions.old.doc), Markup(versions.new.doc)

    def of(self, change: Change) -> Iterator[Line]:
        head = self._head(change)
        if change.kind is ChangeKind.CELL:
            head += f"\n{self._table(change)}"
        text = f"- {self._lead(change)}"
        if change.text:
            text += f": {change.text}"
        for n, piece in enumerate(_pieces(text)):
            yield Line(head, piece if n == 0 else f"  … {piece}")

    def _head(self, change: Change) -> str:
        """``## s4 Fees -> s5 Charges``; of a removed clause the section that it stood in."""
        old, new = change.old, change.new
        if new is None:
            assert old is not None
            there = self._versions.sections.get(old.section)
            return f"## {self._section(self._versions.old, old.section)} -> " + (
                self._section(self._versions.new, there) if there is not None else "(gone)"
            )
        here = old.section if old and change.kind is not ChangeKind.MOVED else self._counterpart(new.section)
        name = self._section(self._versions.new, new.section)
        return f"## {self._section(self._versions.old, here)} -> {name}" if here is not None else f"## (new) -> {name}"

    def _counterpart(self, section: int) -> int | None:
        back = self._versions.headings_back.get(section)
        if back is not None:
            return back
        return next((old for old, new in self._versions.sections.items() if new == section), None)

    def _section(self, version: Version, section: int) -> str:
        title = version.outline.sections[section].title
        return f"s{section} {title if len(title) <= _TITLE else title[: _TITLE - 1] + '…'}"

    def _table(self, change: Change) -> str:
        """``table t3 (p. 8) -> t4 (p. 9)``"""
        sides = ((change.old, self._old), (change.new, self._new))
        return "table " + " -> ".join(
            self._place(side._replace(ref=side.ref.partition("/")[0]), markup, change) for side, markup in sides if side
        )

    def _cell(self, change: Change) -> str:
        """``r4c2 Shoes / 2023``, with both cells where they differ."""
        cells = dict.fromkeys(side.ref.partition("/")[2] for side in (change.old, change.new) if side)
        return f"{' -> '.join(cells)} {change.what}"

    def _lead(self, change: Change) -> str:
        if change.kind is ChangeKind.CELL:
            return self._cell(change)
        places = " -> ".join(
            self._place(side, markup, change)
            for side, markup in ((change.old, self._old), (change.new, self._new))
            if side is not None
        )
        words = [change.kind.value, places]
        if change.what:
            words.insert(1, f"{change.what},")
        if change.number:
            words.append(f"({change.number[0]} -> {change.number[1]})")
        return " ".join(words)

    def _place(self, side: Side, markup: Markup, change: Change) -> str:
        facts = []
        if side.pages:
            first, last = markup.page_name(side.pages[0]), markup.page_name(side.pages[-1])
            facts.append(f"p. {first}" if first == last else f"pp. {first} to {last}")
        if change.kind is ChangeKind.MOVED and side is change.old and change.what != "section":
            facts.append(f"in {self._section(self._versions.old, side.section)}")
        return f"{side.ref} ({', '.join(facts)})" if facts else side.ref


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces of bounded length, cut between words."""
    while len(text) > _PIECE:
        cut = text.rfind(" ", _PIECE // 2, _PIECE)
        cut = cut if cut > 0 else _PIECE
        yield text[:cut]
        text = text[cut:].lstrip()
    yield text
