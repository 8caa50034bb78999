"""The search index in the database: filled by whichever replica opens a document, searched by all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from pincite.errors import IndexUnavailableError, StoreError
from pincite.index.engine import Scope, scope_of
from pincite.index.hits import Documents
from pincite.index.question import Question, read_question
from pincite.index.results import SearchResult
from pincite.index.search import found
from pincite.model import Document, Kind
from pincite.outline import Outline
from pincite.stores.postgres import records
from pincite.stores.postgres.database import Database, Session
from pincite.stores.postgres.engine import Indexed, PostgresEngine

_LOCK = 0x50494E44  # an advisory lock: one document at a time is added or removed


class _Known(NamedTuple):
    """The index after so many changes: its documents, and in how many rows of all what was asked for stands."""

    changes: int
    indexed: dict[str, Indexed]
    counts: dict[str, int]


class PostgresIndex:
    """A ``SearchIndex`` for all replicas. The rows of each version of the index are apart from those of others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = _Known(-1, {}, {})

    def add(self, doc: Document, outline: Outline) -> None:
        self.add_all([(doc, outline)])

    def add_all(self, documents: Iterable[tuple[Document, Outline]]) -> None:
        for doc, outline in documents:
            rows = list(records.rows(doc, outline))
            with _mapped():
                self._database.run(lambda session, doc=doc, rows=rows: _add(session, doc, rows))  # type: ignore[misc]

    def remove(self, doc_id: str) -> frozenset[str]:
        """Forgets the document in every version of the index; nothing else goes with it."""
        with _mapped():
            self._database.run(lambda session: _remove(session, doc_id))
        return frozenset()

    def has(self, doc_id: str, rev: str) -> bool:
        return self.revisions().get(doc_id) == rev

    def revisions(self) -> dict[str, str]:
        return {doc_id: one.rev for doc_id, one in self._indexed().items()}

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
        question = read_question(query)
        if not question.units or limit < 1:
            return SearchResult(())
        scope = scope_of(doc_ids, blocks, kinds)
        with _mapped():
            result, stale = self._attempt(question, scope, limit, documents)
            if stale:
                self._refresh(stale, documents)
                result, _ = self._attempt(question, scope, limit, documents)
        return result

    def _attempt(
        self, question: Question, scope: Scope, limit: int, documents: Documents
    ) -> tuple[SearchResult, set[str]]:
        known = self._state()
        indexed = known.indexed
        lacking = [one for doc_id in scope.doc_ids or () if doc_id not in indexed and (one := documents(doc_id))]
        if lacking:
            self.add_all(lacking)
            known = self._state()
            indexed = known.indexed
        if scope.doc_ids is not None and set(scope.doc_ids) >= indexed.keys():
            scope = replace(scope, doc_ids=None)
        revisions = {doc_id: one.rev for doc_id, one in indexed.items()}
        engine = PostgresEngine(self._database, indexed, scope, known.counts)
        return found(engine, question, scope, limit, documents, revisions)

    def _refresh(self, doc_ids: Iterable[str], documents: Documents) -> None:
        for doc_id in doc_ids:
            present = documents(doc_id)
            if present:
                self.add(*present)
            else:
                self.remove(doc_id)

    def _indexed(self) -> dict[str, Indexed]:
        return self._state().indexed

    def _state(self) -> _Known:
        """What is known of the index as it is now; most searches find it as the one before did."""
        with _mapped():
            row = self._database.row("select changes from pincite.state")
            changes = int(row[0]) if row else 0
            if changes != self._known.changes:
                rows = self._database.rows(
                    "select doc_id, rev, passages, text_words, title_words, aside_words from pincite.indexed "
                    "where version = %s",
                    (records.VERSION,),
                )
                indexed = {doc_id: Indexed(*facts) for doc_id, *facts in rows}
                self._known = _Known(changes, indexed, {})
            return self._known


def _add(session: Session, doc: Document, rows: Sequence[tuple[object, ...]]) -> None:
    """Puts the document in the place of what this version of the index had of it."""
    with session.transaction():
        session.rows("select pg_advisory_xact_lock(%s)", (_LOCK,))
        before = session.row(
            "select rev from pincite.indexed where doc_id = %s and version = %s", (doc.doc_id, records.VERSION)
        )
        if before is not None and before[0] == doc.rev:  # another replica was quicker
            return
        known = _take_out(session, doc.doc_id, records.VERSION)
        session.copy(
            "copy pincite.passages (doc_id, first, last, start, stop, text_words, title_words, aside_words, words) "
            "from stdin",
            iter(rows),
        )
        session.change(
            "insert into pincite.indexed (doc_id, version, rev, passages, text_words, title_words, aside_words) "
            "select %(doc_id)s, %(version)s, %(rev)s, count(*), coalesce(sum(text_words), 0), "
            "coalesce(sum(title_words), 0), coalesce(sum(aside_words), 0) from pincite.passages p "
            "where doc_id = %(doc_id)s and words @@ %(any)s::tsquery",
            {"doc_id": doc.doc_id, "version": records.VERSION, "rev": doc.rev, "any": records.ANYTHING},
        )
        present = _words(session, doc.doc_id)
        session.change(
            "insert into pincite.vocabulary (word) select unnest(%s::text[]) on conflict do nothing",
            (sorted(present),),
        )
        _drop_words(session, known - present)
        _note_change(session)


def _remove(session: Session, doc_id: str) -> None:
    with session.transaction():
        session.rows("select pg_advisory_xact_lock(%s)", (_LOCK,))
        _drop_words(session, _take_out(session, doc_id, None))
        _note_change(session)


def _note_change(session: Session) -> None:
    session.change("update pincite.state set changes = changes + 1")


def _take_out(session: Session, doc_id: str, version: int | None) -> set[str]:
    """Deletes the rows of a document (``None``: of every version); the words that stood in those of this version."""
    if not session.change(
        "delete from pincite.indexed where doc_id = %s and version = coalesce(%s, version)", (doc_id, version)
    ):
        return set()
    words = _words(session, doc_id)
    session.change(
        "delete from pincite.passages where doc_id = %s and (%s::smallint is null or words @@ %s::tsquery)",
        (doc_id, version, records.ANYTHING),
    )
    return words


def _words(session: Session, doc_id: str) -> set[str]:
    """The words of a document, as they stand."""
    found = session.rows(
        "select word from ts_stat(format('select words from pincite.passages where doc_id = %%L', %s::text))", (doc_id,)
    )
    return records.exact_words(word for (word,) in found)


def _drop_words(session: Session, words: Iterable[str]) -> None:
    """Forgets those of the words that stand nowhere any more."""
    session.change(
        "delete from pincite.vocabulary v using unnest(%s::text[], %s::text[]) gone (word, query) "
        "where v.word = gone.word and not exists "
        "(select from pincite.passages p where p.words @@ gone.query::tsquery)",
        (listed := sorted(words), [records.exactly(word) for word in listed]),
    )


@contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise IndexUnavailableError(error.message, code=error.code, hint=error.hint) from error
