"""What changed between two versions of a document.

Clauses are paired first, whatever their headings (``units``, ``aligning``): by their letters, in order, then those
that were moved, then by their words. From the pairs follow the sections and tables that belong together
(``versions``, ``tables``), and from those what a reader is told (``comparing``, ``telling``): changed words, moved,
added, removed and renumbered clauses, cells with other values. What is the same but for format and layout is counted.
"""

from __future__ import annotations

from pincite.compare.changes import Change, ChangeKind, Comparison, Side
from pincite.compare.comparing import compare
from pincite.compare.telling import Line, lines, summary
from pincite.compare.versions import Version, Versions
from pincite.derived import Derived

__all__ = [
    "Change", "ChangeKind", "Comparison", "Line", "Side", "Version", "Versions", "compare", "lines", "summary",
    "versions_of",
]  # fmt: skip


def versions_of(old: Derived, new: Derived) -> Versions:
    """The two documents with their clauses paired."""
    return Versions(Version(old.document, old.outline), Version(new.document, new.outline))
