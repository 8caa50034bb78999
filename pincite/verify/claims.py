"""Where a caller says that a quote stands: an anchor, a page, both or neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.anchors import Anchor, cell_at, pages_named, resolve
from pincite.errors import UnknownReferenceError
from pincite.model import Cell, Document, Span, Table
from pincite.outline import Outline
from pincite.spans import page_spans, pages_of


@dataclass(frozen=True, slots=True)
class Claim:
    """``by_anchor`` are the places that the anchor names, ``pages`` the physical pages claimed, ``cells`` the claimed
    table cell. ``problem`` says why the claim leads nowhere; then ``foreign`` (another document), ``stale`` (another
    revision) or ``page_unknown`` may say more."""

    name: str = ""
    made: bool = False
    by_anchor: tuple[Span, ...] | None = None
    pages: tuple[int, ...] | None = None
    cells: tuple[tuple[Table, Cell], ...] = ()
    problem: str | None = None
    foreign: bool = False
    stale: bool = False
    page_unknown: bool = False

    def spans(self, doc: Document) -> tuple[Span, ...]:
        """The claimed places; ``()`` without a claim that leads somewhere."""
        if self.by_anchor is not None:
            return self.by_anchor
        return tuple(span for number in self.pages or () for span in page_spans(doc, number))

    def holds(self, doc: Document, spans: Sequence[Span]) -> bool:
        """Whether a quote that stands at ``spans`` stands where it was said to."""
        if self.problem or not self.made:
            return False
        if self.by_anchor is not None and not any(_meets(claimed, spans) for claimed in self.by_anchor):
            return False
        return self.pages is None or not set(self.pages).isdisjoint(pages_of(doc, spans))


def claim_of(doc: Document, outline: Outline, anchor: Anchor | None, page: str | None) -> Claim:
    """What ``anchor`` and ``page`` claim of this document; never raises."""
    if anchor is not None and anchor.doc_id != doc.doc_id:
        return Claim(problem=f"The anchor names document {anchor.doc_id}; this is {doc.doc_id}.", foreign=True)
    if anchor is not None and anchor.rev != doc.rev:
        problem = f"The anchor names revision {anchor.rev}; the document is now at {doc.rev}."
        return Claim(name=str(anchor.ref), made=True, problem=problem, stale=True)
    names = [str(anchor.ref)] if anchor else []
    by_anchor: tuple[Span, ...] | None = None
    numbers: tuple[int, ...] | None = None
    cells: tuple[tuple[Table, Cell], ...] = ()
    if anchor is not None:
        try:
            by_anchor = resolve(doc, outline, anchor.ref)
        except UnknownReferenceError as error:
            return Claim(name=str(anchor.ref), made=True, problem=error.message)
        cells = _cells(doc, anchor)
    if page is not None and page.strip():
        pages = pages_named(doc, page)
        if not pages:
            problem = f"There is no page {page.strip()[:40]!r} in the document."
            return Claim(name=f"page {page.strip()[:40]}", made=True, problem=problem, page_unknown=True)
        numbers = tuple(p.number for p in pages)
        names.append(f"page {pages[0].cite}")
    return Claim(", ".join(names), bool(names), by_anchor, numbers, cells)


def _cells(doc: Document, anchor: Anchor) -> tuple[tuple[Table, Cell], ...]:
    if anchor.ref.cell is None:
        return ()
    table = doc.tables[anchor.ref.first]
    cell = cell_at(table, *anchor.ref.cell)
    return ((table, cell),) if cell else ()


def _overlap(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _meets(claimed: Span, spans: Sequence[Span]) -> bool:
    """Whether most of the quote lies in the claimed place, or the claimed place in the quote."""
    shared = sum(_overlap(claimed, s) for s in spans)
    return 2 * shared >= sum(s.end - s.start for s in spans) or (0 < shared == claimed.end - claimed.start)
