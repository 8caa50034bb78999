"""The index of all documents: one tantivy index on disk, shared by every server process of this user, or one in memory.

It is derived from the documents. Whatever is wrong with it, it is thrown away and filled again with what is asked for.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import tantivy

from pincite.errors import PinciteError
from pincite.index import schema
from pincite.index.hits import Documents, HitMaker
from pincite.index.query import Ranking, Scope
from pincite.index.question import Question, read_question
from pincite.index.results import SearchResult
from pincite.model import Document, Kind
from pincite.outline import Outline

_HEAP = 15_000_000  # bytes, the least that the engine takes; a document fits
_LOCK_WAIT_S = 20.0
_LOCK_POLL_S = 0.02
_CANDIDATES, _CANDIDATES_A_HIT = 20, 8  # records looked at, since several may lie in one place
_LOG = logging.getLogger(__name__)


class IndexUnavailableError(PinciteError):
    """The index cannot be written. Codes: index_unavailable, index_busy (another process writes for too long)."""

    default_code = "index_unavailable"
    default_hint = "Set PINCITE_CACHE_DIR to a directory that can be written and has room."


class _DamagedError(Exception):
    """The files of the index were not what the engine wrote; they are gone now."""


class DocumentIndex:
    """The index under ``directory``, or in memory where that is ``None``. May be shared by threads and processes.

    A document is indexed in one revision at a time. All methods raise IndexUnavailableError where the directory cannot be
    used.
    """

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory / f"index-{schema.VERSION}" if directory else None
        self._schema = schema.build_schema()
        self._lock = threading.RLock()
        self._index: tantivy.Index | None = None
        self._inode = 0
        self._commits = 0
        self._seen: object = None  # the state of the files that the index was loaded from
        self._revisions: dict[str, str] | None = None

    # Filling.

    def add(self, doc: Document, outline: Outline) -> None:
        """Indexes the document in place of whatever was indexed of it."""
        self.add_all([(doc, outline)])

    def add_all(self, documents: Iterable[tuple[Document, Outline]]) -> None:
        """Indexes several documents in one go."""
        filled = list(documents)
        if not filled:
            return
        with self._writer() as writer:
            for doc, outline in filled:
                writer.delete_documents_by_term("doc", doc.doc_id)
                for record in schema.records(doc, outline):
                    writer.add_document(record)

    def remove(self, doc_id: str) -> None:
        """Forgets the document. It is not found any more; its words leave the files when the engine next merges them."""
        with self._writer() as writer:
            writer.delete_documents_by_term("doc", doc_id)

    def has(self, doc_id: str, rev: str) -> bool:
        """Whether the document is indexed in this revision."""
        return self.revisions().get(doc_id) == rev

    def revisions(self) -> dict[str, str]:
        """All documents that are indexed, with the revision; empty after damage."""
        try:
            self._searcher()
        except _DamagedError:
            return {}
        return dict(self._revisions or {})

    # Searching.

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

        ``doc_ids``: only in these, and each is indexed first if it is not (``None``: in whatever is indexed); ``blocks``: only
        in these blocks of the one document; ``kinds``: only blocks of these kinds. ``documents`` gives the document for an
        id, ``None`` where it is gone.
        """
        question = read_question(query)
        if not question.units or limit < 1:
            return SearchResult(())
        scope = Scope(
            doc_ids=None if doc_ids is None else tuple(doc_ids),
            blocks=None if blocks is None else (blocks.start, blocks.stop),
            kinds=None if kinds is None else tuple(kind.value for kind in kinds),
        )
        result, stale = self._attempt(question, scope, limit, documents)
        if stale:
            self._refresh(stale, documents)
            result, _ = self._attempt(question, scope, limit, documents)
        return result

    def _attempt(
        self, question: Question, scope: Scope, limit: int, documents: Documents
    ) -> tuple[SearchResult, set[str]]:
        """The result, and the documents that stood in its way because they are indexed in another revision or are gone."""
        for _ in range(2):
            with contextlib.suppress(_DamagedError):
                self._ensure(scope.doc_ids or (), documents)
                with self._damage_noticed():
                    return self._run(question, scope, limit, documents)
        raise IndexUnavailableError("The search index cannot be read.")

    def _run(
        self, question: Question, scope: Scope, limit: int, documents: Documents
    ) -> tuple[SearchResult, set[str]]:
        searcher = self._searcher()
        ranking = Ranking(searcher, self._schema, scope, question)
        records = ranking.records(_CANDIDATES + limit * _CANDIDATES_A_HIT)
        maker = HitMaker(searcher, scope, ranking.weights, documents, self._revisions or {})
        return SearchResult(tuple(maker.hits(records, limit)), ranking.missing), maker.stale

    def _ensure(self, doc_ids: Iterable[str], documents: Documents) -> None:
        known = self.revisions()
        lacking = [documents(doc_id) for doc_id in doc_ids if doc_id not in known]
        self.add_all(found for found in lacking if found)

    def _refresh(self, doc_ids: Iterable[str], documents: Documents) -> None:
        for doc_id in doc_ids:
            found = documents(doc_id)
            if found:
                self.add(*found)
            else:
                self.remove(doc_id)

    # The files.

    def _searcher(self) -> tantivy.Searcher:
        """A view of the newest commit, also of other processes."""
        with self._lock, self._damage_noticed():
            index, state = self._opened(), self._state()
            if state != self._seen or self._revisions is None:
                index.reload()
                self._revisions = schema.indexed_revisions(index.searcher())
                self._seen = state
            return index.searcher()

    def _opened(self) -> tantivy.Index:
        """The open index, opened anew where the directory is not the one that was opened."""
        if self._directory is None:
            self._index = self._index or schema.register(tantivy.Index(self._schema))
            return self._index
        try:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            inode = self._directory.stat().st_ino
            if self._index is None or inode != self._inode:
                self._index = schema.register(tantivy.Index(self._schema, str(self._directory)))
                self._inode, self._revisions = inode, None
        except OSError as error:
            raise IndexUnavailableError("The search index cannot be opened.") from error
        return self._index

    def _state(self) -> object:
        """What changes with each commit of any process."""
        if self._directory is None:
            return self._commits
        stat = (self._directory / "meta.json").stat()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size, self._inode

    @contextlib.contextmanager
    def _writer(self) -> Iterator[tantivy.IndexWriter]:
        """A writer for one commit; other processes wait for it meanwhile."""
        with self._lock:
            writer = self._lock_writer()
            try:
                yield writer
                writer.commit()
            except BaseException:
                writer.rollback()
                raise
            finally:
                if self._directory is not None:
                    writer.wait_merging_threads()
                self._commits += 1

    def _lock_writer(self) -> tantivy.IndexWriter:
        until = time.monotonic() + _LOCK_WAIT_S
        damaged = False
        while True:
            try:
                return self._opened().writer(_HEAP, 1)
            except ValueError as error:
                if "LockBusy" in str(error):
                    if time.monotonic() > until:
                        raise IndexUnavailableError(
                            "Another process holds the search index.", code="index_busy", hint="Try again in a few seconds."
                        ) from error
                elif damaged or self._directory is None:
                    raise IndexUnavailableError("The search index cannot be written.") from error
                else:
                    damaged = True
                    self._discard(error)
            time.sleep(_LOCK_POLL_S)

    @contextlib.contextmanager
    def _damage_noticed(self) -> Iterator[None]:
        """Turns what the engine says of files that it cannot read into _DamagedError, after the files are thrown away."""
        try:
            yield
        except BaseException as error:
            # a panic of the engine is no Exception
            panic = type(error).__name__ == "PanicException"
            if self._directory is None or not (panic or isinstance(error, (ValueError, OSError))):
                raise
            self._discard(error)
            raise _DamagedError from error

    def _discard(self, error: BaseException) -> None:
        assert self._directory is not None
        _LOG.warning("The search index is damaged and will be made again: %s", error)
        with self._lock:
            self._index = self._revisions = None
            grave = self._directory.with_name(f"damaged-{uuid.uuid4().hex}")
            with contextlib.suppress(OSError):
                self._directory.rename(grave)
            shutil.rmtree(grave, ignore_errors=True)
