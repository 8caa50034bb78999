"""What a link marks: the characters of a reference, and the lines that they take up on their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pincite.anchors import Anchor, Ref, cell_at, parse_ref, resolve
from pincite.citations import MAX_REFS, exact_refs
from pincite.errors import RequestError, UnknownReferenceError
from pincite.model import BBox, Cell, Document, Span, Table
from pincite.server.references import SCHEME, section_page, short_form
from pincite.spans import block_at, page_number
from pincite.verify.claims import claim_of

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk

_MARKED = 1000  # lines of a page
_SHOWN = 700  # characters of the words that a link marks


class Place(NamedTuple):
    """A place to show. ``refs`` name it; ``spans`` are the characters that are marked, of a section those of its
    heading and of a page none; ``page`` is the physical page where it begins (``None``: unknown), ``char`` its first
    character."""

    refs: tuple[Ref, ...]
    spans: tuple[Span, ...]
    page: int | None
    char: int

    @property
    def name(self) -> str:
        return ",".join(str(ref) for ref in self.refs)


def find_place(opened: OpenDocument, asked: str, rev: str = "") -> Place:
    """The place that ``b12:40-95``, several of these with commas between, or a whole anchor name; ``rev`` is the
    revision that a link was made for, empty where it does not say. Raises ``UnknownReferenceError`` (stale_revision: of
    another revision) and ``RequestError`` (bad_argument: too many)."""
    names = [name for name in asked.split(",") if name.strip()]
    if not 1 <= len(names) <= MAX_REFS:
        raise RequestError(f"The link names {len(names)} places.", hint=f"A link names 1 to {MAX_REFS}.")
    refs = tuple(_ref(opened.document, name.strip()) for name in names)
    if rev:
        _check_revision(opened, rev, refs[0])
    return place_of(opened, refs)


def _check_revision(opened: OpenDocument, rev: str, ref: Ref) -> None:
    """A link is stale when an anchor of its revision is."""
    claim = claim_of(opened.document, opened.outline, Anchor(opened.document.doc_id, rev, ref), None)
    if claim.stale:
        raise UnknownReferenceError(
            "This link was made for another version of the text: the document has been read anew since, and the place "
            "it names may hold other words now.",
            code="stale_revision",
            hint="Paste the quote into the box below: it says where the words stand now.",
        )


def place_of(opened: OpenDocument, refs: tuple[Ref, ...]) -> Place:
    """Raises ``UnknownReferenceError``."""
    doc = opened.document
    all_of_it = [span for ref in refs for span in resolve(doc, opened.outline, ref)]
    marked = tuple(span for ref in refs for span in _marked(opened, ref))
    char = min((span.start for span in all_of_it), default=0)
    return Place(refs, marked, _page(opened, refs[0], char), char)


def _ref(doc: Document, name: str) -> Ref:
    return parse_ref(short_form(doc, name) if name.startswith(SCHEME) else name)


def _marked(opened: OpenDocument, ref: Ref) -> tuple[Span, ...]:
    if ref.kind == "p":
        return ()
    if ref.kind == "s":
        section = opened.outline.sections[ref.first]
        return (opened.document.blocks[section.start].span,) if section.kind == "heading" else ()
    return resolve(opened.document, opened.outline, ref)


def _page(opened: OpenDocument, ref: Ref, char: int) -> int | None:
    if ref.kind == "p":
        return ref.first
    if ref.kind == "s":
        return section_page(opened.document, opened.outline.sections[ref.first])
    block = block_at(opened.document, char)
    return page_number(block, char) if block else None


def boxes_of(desk: Desk, opened: OpenDocument, place: Place) -> dict[int, list[BBox]]:
    """The lines that are marked, cut to the letter, by physical page."""
    out: dict[int, list[BBox]] = {}
    for span in place.spans:
        for number, boxes in desk.registry.marked_boxes(opened, span).items():
            out.setdefault(number, []).extend(boxes)
    return {number: boxes[:_MARKED] for number, boxes in out.items()}


def words_of(opened: OpenDocument, place: Place) -> str:
    """The document's own words at the place, shortened; empty for a page."""
    words = " … ".join(opened.document.text[span.start : span.end].strip() for span in place.spans)
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1].rstrip() + "…"


def table_of(opened: OpenDocument, place: Place) -> tuple[Table, Cell | None] | None:
    """The table that the place is, or lies in, and the cell that it names; ``None`` outside tables."""
    doc, ref = opened.document, place.refs[0]
    if ref.kind == "t":
        table = doc.tables[ref.first]
        return table, cell_at(table, *ref.cell) if ref.cell else None
    if ref.kind != "b" or not place.spans:
        return None
    block = doc.blocks[ref.first]
    if block.table is None or ref.last not in (None, ref.first):
        return None
    table, span = doc.tables[block.table], place.spans[0]
    inside = [c for c in table.cells if c.start <= span.start and span.end <= c.end and span != block.span]
    return table, inside[0] if inside else None


def anchor_of(opened: OpenDocument, place: Place) -> Anchor:
    return Anchor(opened.document.doc_id, opened.document.rev, place.refs[0])


def selected(doc: Document, start: int, end: int) -> str:
    """The references that name exactly the characters ``start:end``, as a link has them. Raises
    ``UnknownReferenceError`` (unknown_block) where no words stand there."""
    refs = exact_refs(doc, (Span(start, end),)) if start < end else ""
    if not refs:
        raise UnknownReferenceError("Nothing is selected.", code="unknown_block", hint="Select some words.")
    return refs
