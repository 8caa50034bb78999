"""Lists of definitions: a term stands with what defines it, as an item of a list."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.model import Kind
from pincite.parsers.html.items import Para, Run


@dataclass(slots=True)
class Terms:
    """The terms that have been read and whose definition is still to come; several may share one."""

    _held: list[tuple[Para, str]] = field(default_factory=list)  # with what parts it from what follows

    def hold(self, term: Para, level: int, *, beside: bool) -> list[Para]:
        """``level`` is that of the list, ``beside`` whether the definition stands on the line of the term. Returns the
        terms held of the list around it, which defines them."""
        term.kind, term.level = Kind.LIST_ITEM, max(1, level)
        outer = self.release() if any(held.level != term.level for held, _ in self._held) else []
        self._held.append((term, " " if beside else "\n"))
        return outer

    def before(self, para: Para, *, defines: bool) -> list[Para]:
        """The paragraph behind its terms: one item where it ``defines`` them, as plain text; else they stand alone."""
        if not self._held or not defines or para.kind is not Kind.PARAGRAPH or para.heading is not None:
            return [*self.release(), para]
        para.runs[:0] = [run for term, gap in self._held for run in (*term.runs, Run(gap, term.runs[-1].look))]
        para.anchors[:0] = [anchor for term, _ in self._held for anchor in term.anchors]
        para.kind, para.level = Kind.LIST_ITEM, self._held[0][0].level
        self._held = []
        return [para]

    def release(self) -> list[Para]:
        """Terms that nothing defines, or a table or list does."""
        held, self._held = self._held, []
        return [term for term, _ in held]
