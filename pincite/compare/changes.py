"""What changed between two versions of a document, as records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class ChangeKind(StrEnum):
    """``CHANGED``: other words; ``MOVED``: the same words elsewhere (``text`` marks what changed on the way);
    ``RENUMBERED``: the same words under another number; ``ADDED``, ``REMOVED``: on one side only, a clause, a row of a
    table or a whole section; ``CELL``: a cell of a table says something else; ``COLUMNS``: a table has other
    columns."""

    CHANGED = "changed"
    MOVED = "moved"
    RENUMBERED = "renumbered"
    ADDED = "added"
    REMOVED = "removed"
    CELL = "cell"
    COLUMNS = "columns"


class Side(NamedTuple):
    """A place in one of the two documents: its short reference, physical pages (``()``: unknown) and section."""

    ref: str
    pages: tuple[int, ...]
    section: int


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed. ``old`` and ``new`` are its places (``None`` on a side that lacks it). ``text``: the
    words, with what differs as ``[-old-]{+new+}`` (empty where only the place or the number changed). ``what`` names a
    cell by row and column, or says what a whole section holds; ``number`` is what stands before a clause, before and
    now."""

    kind: ChangeKind
    old: Side | None
    new: Side | None
    text: str = ""
    what: str = ""
    number: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All changes in the order of the new version; what was removed stands where it would have stood. ``unchanged``
    counts the clauses, ``unchanged_rows`` the rows of tables that are the same on both sides."""

    changes: tuple[Change, ...]
    unchanged: int
    unchanged_rows: int

    @property
    def is_same(self) -> bool:
        """Whether nothing changed but, at most, format and layout."""
        return not self.changes

    def count(self, kind: ChangeKind) -> int:
        return sum(change.kind is kind for change in self.changes)
