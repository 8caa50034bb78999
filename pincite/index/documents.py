"""The index of all documents: one on disk, shared by every server process of this user, or one in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import tantivy

from pincite.errors import IndexUnavailableError
from pincite.index import schema
from pincite.index.embedded import EmbeddedEngine
from pincite.index.engine import Scope, scope_of
from pincite.index.files import DamagedError, IndexFiles
from pincite.index.hits import Documents
from pincite.index.question import Question, read_question
from pincite.index.results import SearchResult
from pincite.index.search import found
from pincite.model import Document, Kind
from pincite.outline import Outline


class DocumentIndex:
    """The index under ``directory``, or in memory where that is ``None``. May be shared by threads and processes.

    A document is indexed in one revision at a time. All methods raise IndexUnavailableError where the directory cannot
    be used.
    """

    def __init__(self, directory: Path | None) -> None:
        self._files = IndexFiles(directory)

    def add(self, doc: Document, outline: Outline) -> None:
        """Indexes the document in place of whatever was indexed of it."""
        self.add_all([(doc, outline)])

    def add_all(self, documents: Iterable[tuple[Document, Outline]]) -> None:
        """Indexes several documents in one go."""
        filled = list(documents)
        if not filled:
            return
        with self._files.writer() as writer:
            for doc, outline in filled:
                writer.delete_documents_by_term("doc", doc.doc_id)
                for record in schema.records(doc, outline):
                    writer.add_document(record)

    def remove(self, doc_id: str) -> frozenset[str]:
        """Forgets the document: it is not found any more.

        A file cannot lose the words of one document alone. Those that share one with it are returned, and are found as
        before: add them again (or remove them) and ask once more. None of its words stay in the files when nothing is
        returned.
        """
        try:
            view = self._files.view()
            shared = self._sharing(doc_id)
            if doc_id in view.revisions:
                self._files.note_leaving(doc_id)
                self._delete(doc_id)
            if not shared and self._files.view().searcher.doc_freq("doc", doc_id):
                shared = frozenset(view.revisions.keys() - {doc_id})  # words of an earlier revision lie elsewhere
        except DamagedError:  # the files are gone, with all that was in them
            return frozenset()
        if not shared:
            self._files.note_gone(doc_id)
        return shared

    def has(self, doc_id: str, rev: str) -> bool:
        """Whether the document is indexed in this revision."""
        return self.revisions().get(doc_id) == rev

    def revisions(self) -> dict[str, str]:
        """All documents that are indexed, each with its revision; none after damage."""
        try:
            return dict(self._files.view().revisions)
        except DamagedError:
            return {}

    def search(
        self,
        query: str,
        *,
        documents: Documents,
        doc_ids: Sequence[str] | None = None,
        blocks: range | None = None,
        kinds: Iterable[Kind] | None = None,
        limit: int = 8,
    ) -> SearchResult:
        """The best places for a question, or for words in double quotes, best first.

        ``doc_ids``: only in these, and each is indexed first if it is not (``None``: in whatever is indexed);
        ``blocks``: only in these blocks of the one document; ``kinds``: only blocks of these kinds. ``documents`` gives
        the document for an id, ``None`` where it is gone.
        """
        question = read_question(query)
        if not question.units or limit < 1:
            return SearchResult(())
        scope = scope_of(doc_ids, blocks, kinds)
        result, stale = self._attempt(question, scope, limit, documents)
        if stale:
            self._refresh(stale, documents)
            result, _ = self._attempt(question, scope, limit, documents)
        return result

    def _attempt(
        self, question: Question, scope: Scope, limit: int, documents: Documents
    ) -> tuple[SearchResult, set[str]]:
        """The result, and the documents that were in its way: indexed in another revision than they have, or gone."""
        damage: DamagedError | None = None
        for _ in range(2):
            try:
                self._ensure(scope.doc_ids or (), documents)
                with self._files.damage_noticed():
                    return self._run(question, scope, limit, documents)
            except DamagedError as error:
                damage = error
        raise IndexUnavailableError("The search index cannot be read.") from damage

    def _run(self, question: Question, scope: Scope, limit: int, documents: Documents) -> tuple[SearchResult, set[str]]:
        searcher, revisions = self._files.view()
        if scope.doc_ids is not None and set(scope.doc_ids) >= revisions.keys():
            scope = replace(scope, doc_ids=None)  # a filter that lets everything pass only takes time
        return found(EmbeddedEngine(searcher, self._files.schema, scope), question, scope, limit, documents, revisions)

    def _ensure(self, doc_ids: Iterable[str], documents: Documents) -> None:
        """Indexes those that are not: new ones, and all after damage."""
        known = self.revisions()
        lacking = [documents(doc_id) for doc_id in doc_ids if doc_id not in known]
        self.add_all(one for one in lacking if one)

    def _refresh(self, doc_ids: Iterable[str], documents: Documents) -> None:
        for doc_id in doc_ids:
            present = documents(doc_id)
            if present:
                self.add(*present)
            else:
                self.add_all(one for shared in self.remove(doc_id) if (one := documents(shared)))
                self.remove(doc_id)

    def _delete(self, doc_id: str) -> None:
        with self._files.writer() as writer:
            writer.delete_documents_by_term("doc", doc_id)

    def _sharing(self, doc_id: str) -> frozenset[str]:
        """The other documents with records in the same segments. Raises DamagedError."""
        searcher, revisions = self._files.view()
        with self._files.damage_noticed():
            segments = self._segments(searcher, doc_id)
            if not segments:
                return frozenset()
            others = revisions.keys() - {doc_id}
            return frozenset(d for d in others if not segments.isdisjoint(self._segments(searcher, d)))

    def _segments(self, searcher: tantivy.Searcher, doc_id: str) -> set[int]:
        query = tantivy.Query.term_query(self._files.schema, "doc", doc_id)
        hits = searcher.search(query, max(1, searcher.doc_freq("doc", doc_id)), count=False).hits
        return {address.segment_ord for _, address in hits}
