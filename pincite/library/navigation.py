"""Ways through a document: by heading, by page, by reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.anchors import pages_named, parse_anchor, parse_ref, resolve
from pincite.errors import UnknownReferenceError
from pincite.library.contents import Contents
from pincite.library.hierarchy import Node
from pincite.model import Span
from pincite.spans import page_spans

if TYPE_CHECKING:
    from pincite.chunks import Chunk
    from pincite.costs import Costs
    from pincite.library.tables import ChartView, TableView
    from pincite.library.views import BlockView
    from pincite.render import Slice

_SCHEME = "pincite://"


class Navigation(Contents):
    """Finds parts of a document.

    Where a heading is wanted, a ``Node`` or its text will do; where a page is wanted, its physical number (an ``int``)
    or its printed label (a ``str``; a number as text is taken for a label first). What is not there raises
    ``UnknownReferenceError`` (unknown_section, ambiguous_section, unknown_page).
    """

    def find_heading(self, text: str) -> list[Node]:
        """The headings that hold ``text`` whatever the case, those that are nothing else first; ``Notes > Revenue``
        names one by those above it. Empty where there is none."""
        found = self.hierarchy.find(text)
        if found or ">" not in text:
            return found
        ids = {section.id for section in self.outline.find(text)}
        return [node for node in self.hierarchy if node.id in ids]

    def text_under(self, node: Node | str) -> str:
        """The text below a heading, sub-headings included, the heading itself left out."""
        doc, takes = self.document, self.config.selection.takes
        below = [doc.blocks[i] for i in self._under(node, recursive=True)[1:]]
        return "\n\n".join(doc.text[b.start : b.end] for b in below if takes(b))

    def blocks_under(self, node: Node | str, recursive: bool = True) -> list[BlockView]:
        """The blocks below a heading, itself included; not ``recursive``: those of no heading below it."""
        ids = self._under(node, recursive)
        return [block for block in self.blocks if block.id in ids]

    def chunks_under(self, node: Node | str, recursive: bool = True) -> list[Chunk]:
        """The chunks with text of these blocks; small sections may share one with their neighbours."""
        ids = self._under(node, recursive)
        return [chunk for chunk in self.chunks if any(part.block in ids for part in chunk.parts)]

    def tables_under(self, node: Node | str, recursive: bool = True) -> list[TableView]:
        """The tables among these blocks."""
        ids = self._under(node, recursive)
        return [table for table in self.tables if table.table.block in ids]

    def charts_under(self, node: Node | str, recursive: bool = True) -> list[ChartView]:
        """The charts among these blocks."""
        ids = self._under(node, recursive)
        return [chart for chart in self.charts if chart.chart.block in ids]

    def blocks_by_page(self, page: int | str) -> list[BlockView]:
        """The blocks with text on the page (all that have its label, where several have)."""
        numbers = self._pages(page)
        on = {b.id for b in self.document.blocks if any(r.page in numbers for r in b.regions)}
        return [block for block in self.blocks if block.id in on]

    def chunks_by_page(self, page: int | str) -> list[Chunk]:
        """The chunks with text on the page."""
        numbers = self._pages(page)
        return [chunk for chunk in self.chunks if numbers.intersection(chunk.page_numbers)]

    def tables_by_page(self, page: int | str) -> list[TableView]:
        """The tables with rows on the page."""
        numbers = self._pages(page)
        return [table for table in self.tables if numbers.intersection(table.pages)]

    def charts_by_page(self, page: int | str) -> list[ChartView]:
        """The charts on the page."""
        numbers = self._pages(page)
        return [chart for chart in self.charts if chart.page_number in numbers]

    def read(self, ref: Node | str, max_tokens: int | None = None, start: str | None = None) -> Slice:
        """Reads a part as a model does, with ``[Page iv]`` where pages begin: ``text`` costs ``tokens``, at most
        ``max_tokens``; ``next`` is where to go on (pass ``str(next)`` as ``start``), ``None`` at the end.

        ``ref`` is a heading, a page (``page F-3``), a reference (``s7``, ``t3``, ``b12-b15``) or an anchor. Raises
        ``UnknownReferenceError`` for what is not there (stale_revision for an anchor of another text), ``RequestError``
        bad_budget, bad_cursor.
        """
        from pincite.render import Position, render

        costs: Costs = self.costs
        position = Position.parse(start) if start is not None else None
        return render(self.document, self._spans(ref), costs=costs, max_tokens=max_tokens, start=position)

    def _spans(self, ref: Node | str) -> tuple[Span, ...]:
        if isinstance(ref, Node):
            return resolve(self.document, self.outline, parse_ref(f"s{ref.id}"))
        if ref.startswith(_SCHEME):
            return self._anchored(ref)
        try:
            short = parse_ref(ref)
        except UnknownReferenceError:
            sections = self.outline.find(ref)
            if len(sections) == 1:
                return resolve(self.document, self.outline, parse_ref(f"s{sections[0].id}"))
            pages = pages_named(self.document, ref)
            if pages and not sections:
                return tuple(span for page in pages for span in page_spans(self.document, page.number))
            return self._spans(self._heading(ref))
        return resolve(self.document, self.outline, short)

    def _anchored(self, uri: str) -> tuple[Span, ...]:
        anchor = parse_anchor(uri)
        doc = self.document
        if anchor.doc_id != doc.doc_id:
            raise UnknownReferenceError(f"{uri} is a place in another document.", hint=f"This one is {doc.doc_id}.")
        if anchor.rev != doc.rev:
            raise UnknownReferenceError(
                f"{uri} is a place in another reading of this document.",
                code="stale_revision",
                hint="Parse it with the options it was cited with, or look for the quote with verify.",
            )
        return resolve(doc, self.outline, anchor.ref)

    def _heading(self, node: Node | str) -> Node:
        if isinstance(node, Node):
            return node
        found = self.find_heading(node)
        exact = {section.id for section in self.outline.find(node)}
        found = [n for n in found if n.id in exact] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownReferenceError(
                f"{len(found)} headings hold {node!r}.",
                code="ambiguous_section",
                hint="Pass one of find_heading's, or name it by those above it, as in 'Notes > Revenue'.",
            )
        near = [f"{s.title!r}" for s in self.outline.near(node)]
        raise UnknownReferenceError(
            f"There is no heading {node!r}.",
            code="unknown_section",
            hint=f"Near are {', '.join(near)}." if near else "hierarchy.to_outline() shows all headings.",
        )

    def _under(self, node: Node | str, recursive: bool) -> range:
        section = self.outline.sections[self._heading(node).id]
        children = self.outline.children(section.id)
        end = section.end if recursive or not children else children[0].start
        first = next(b.id for b in self.document.blocks[section.start : section.end] if b.kind.is_heading)
        return range(first, end)

    def _pages(self, page: int | str) -> frozenset[int]:
        doc = self.document
        found = [p for p in doc.pages if p.number == page] if isinstance(page, int) else pages_named(doc, page)
        if not found:
            count = len(doc.pages)
            raise UnknownReferenceError(
                f"There is no page {page!r}.",
                code="unknown_page",
                hint=f"It has {count} pages, {doc.pages[0].cite} to {doc.pages[-1].cite}." if count else "It has none.",
            )
        return frozenset(p.number for p in found)
