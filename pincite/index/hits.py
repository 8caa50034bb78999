"""Records of the index -> places in documents, spread over different pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pincite.index.engine import Record, Scope
from pincite.index.passages import reach
from pincite.index.results import SearchHit
from pincite.index.snippets import Snippet, best_window
from pincite.model import Block, Document, Kind, Span
from pincite.outline import Outline
from pincite.spans import page_of

Documents = Callable[[str], tuple[Document, Outline] | None]
_Place = tuple[str, str, int]


class _Passage(NamedTuple):
    doc: Document
    outline: Outline
    first: int
    last: int
    span: Span
    score: float

    @property
    def place(self) -> _Place:
        page = page_of(self.doc, self.span.start)
        return _place(self.doc, page.number if page else None, self.outline.section_of(self.first).id)


class HitMaker:
    """Makes the hits of one search. ``stale`` holds the documents that were indexed in another revision than they
    have, or are gone; their records are passed over."""

    def __init__(
        self,
        scope: Scope,
        weights: Mapping[str, float],
        documents: Documents,
        revisions: Mapping[str, str],
    ) -> None:
        self._scope = scope
        self._weights = weights
        self._documents = documents
        self._revisions = revisions
        self._known: dict[str, tuple[Document, Outline] | None] = {}
        self.stale: set[str] = set()

    def hits(self, records: Iterable[Record], limit: int) -> list[SearchHit]:
        """At most ``limit`` hits. Each place comes once, with its best passage; again only for want of other places."""
        hits: list[SearchHit] = []
        later: list[_Passage] = []
        places: set[_Place] = set()
        for passage in self._passages(records):
            if len(hits) == limit:
                return hits
            if passage.place in places:
                later.append(passage)
            elif hit := self._new_hit(passage, hits):
                places |= {passage.place, _place(passage.doc, hit.page_number, hit.section)}
                hits.append(hit)
        for passage in later:
            if len(hits) < limit and (hit := self._new_hit(passage, hits)):
                hits.append(hit)
        return hits

    def _new_hit(self, passage: _Passage, hits: Sequence[SearchHit]) -> SearchHit | None:
        """The hit, unless an earlier one shows the same words: passages overlap where a block is cut."""
        hit = self._hit(passage)
        if hit and any(_same_words(hit, other) for other in hits):
            return None
        return hit

    def _passages(self, records: Iterable[Record]) -> Iterator[_Passage]:
        for record in records:
            found = self._document(record.doc_id)
            if found:
                yield _Passage(*found, record.first, record.last, Span(record.start, record.end), record.score)

    def _document(self, doc_id: str) -> tuple[Document, Outline] | None:
        if doc_id not in self._known:
            found = self._documents(doc_id)
            if found is None or found[0].rev != self._revisions.get(doc_id):
                self.stale.add(doc_id)
                found = None
            self._known[doc_id] = found
        return self._known[doc_id]

    def _hit(self, passage: _Passage) -> SearchHit | None:
        """``None`` where the part of the passage that is in scope has no words."""
        doc = passage.doc
        read = Span(passage.span.start, reach(doc.blocks[passage.last], passage.span.end))
        snippet = best_window(doc, read, self._weights, self._may_show(doc.blocks[passage.first]))
        return _hit(passage, snippet) if snippet else None

    def _may_show(self, first: Block) -> Callable[[Block], bool]:
        """Blocks in scope; running heads in a passage of running heads and nowhere else."""
        kinds = {Kind(value) for value in self._scope.kinds} if self._scope.kinds is not None else set(Kind)
        start, stop = self._scope.blocks or (0, sys.maxsize)
        furniture = first.kind.is_furniture

        def may_show(block: Block) -> bool:
            return block.kind in kinds and start <= block.id < stop and block.kind.is_furniture == furniture

        return may_show


def _place(doc: Document, page: int | None, section: int) -> _Place:
    """What a reader would open: the page, or the section where there are no pages."""
    return (doc.doc_id, "section", section) if page is None else (doc.doc_id, "page", page)


def _same_words(hit: SearchHit, other: SearchHit) -> bool:
    a, b = hit.snippet_span, other.snippet_span
    shared = min(a.end, b.end) - max(a.start, b.start)
    return hit.doc_id == other.doc_id and 2 * shared > min(a.end - a.start, b.end - b.start)


def _hit(passage: _Passage, snippet: Snippet) -> SearchHit:
    doc, span = passage.doc, snippet.span
    page, page_end = page_of(doc, span.start), page_of(doc, span.end - 1)
    return SearchHit(
        doc_id=doc.doc_id,
        rev=doc.rev,
        block=snippet.block,
        span=passage.span,
        score=passage.score,
        snippet=doc.text[span.start : span.end],
        snippet_span=span,
        section=passage.outline.section_of(snippet.block).id,
        page_number=page.number if page else None,
        page_end=page_end.number if page_end else page.number if page else None,
        page_label=page.label if page else None,
    )
