"""The database itself: made by whoever comes first, kept by newer versions; what is said where it cannot be used."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import psycopg
import pytest

from pincite.cache import codec
from pincite.cache.entries import DocumentKey
from pincite.errors import IndexUnavailableError, MissingPackageError, PinciteError, RequestError, StoreError
from pincite.outline import build_outline
from pincite.stores.postgres import records
from pincite.stores.postgres.artifacts import PostgresArtifacts
from pincite.stores.postgres.database import Database
from pincite.stores.postgres.index import PostgresIndex
from pincite.stores.postgres.migrations import STEPS
from tests.builders import document

KEY = DocumentKey("testdoc", "pdf-1", "")
DOC = document("--- iv\n# Notes\nRevenue grew at Zanzibar.", title="notes.pdf")

Connect = Callable[[str], Database]


@pytest.fixture
def connect() -> Iterator[Connect]:
    made: list[Database] = []

    def make(url: str) -> Database:
        made.append(Database(url))
        return made[-1]

    yield make
    for database in made:
        database.close()


@pytest.fixture
def url(module_url: str) -> str:
    """A database in which nobody was before."""
    with psycopg.connect(module_url) as connection:
        connection.execute("drop schema if exists pincite cascade")
    return module_url


def versions(database: Database) -> list[int]:
    return [version for (version,) in database.rows("select version from pincite.versions order by version")]


def refused(work: Callable[[], object]) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        work()
    return caught.value


def test_replicas_that_start_at_once_make_the_tables_once(connect: Connect, url: str) -> None:
    failures: list[BaseException] = []

    def start(database: Database) -> None:
        try:
            PostgresArtifacts(database, 10).entries()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(connect(url),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert versions(connect(url)) == list(range(1, len(STEPS) + 1))


def test_tables_of_an_earlier_version_are_brought_up_to_date_and_keep_what_they_hold(
    connect: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.stores.postgres.migrations.STEPS", STEPS[:1])
    old = connect(url)
    PostgresArtifacts(old, 10).put(KEY, DOC)
    assert versions(old) == [1]
    monkeypatch.undo()
    new = connect(url)
    assert PostgresArtifacts(new, 10).get(KEY) == DOC
    assert versions(new) == list(range(1, len(STEPS) + 1))
    index = PostgresIndex(new)
    found = index.search("Zanzibar", doc_ids=["testdoc"], documents=lambda _: (DOC, build_outline(DOC)))
    assert found.hits  # filled by itself


def test_tables_of_a_later_version_will_do(connect: Connect, url: str) -> None:
    connect(url).change("insert into pincite.versions (version) values (99)")
    assert PostgresArtifacts(connect(url), 10).put(KEY, DOC)


def test_versions_side_by_side_leave_each_other_their_documents(
    connect: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PostgresArtifacts(connect(url), 10)
    store.put(KEY, DOC)
    monkeypatch.setattr(codec, "FORMAT_VERSION", codec.FORMAT_VERSION + 1)
    assert store.get(KEY) is None  # not packed in this form yet
    store.put(KEY, DOC)
    monkeypatch.undo()
    assert store.get(KEY) == DOC
    assert store.delete("testdoc") == 2


def test_versions_of_the_index_stand_side_by_side_and_are_forgotten_together(
    connect: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = connect(url)
    index = PostgresIndex(database)
    index.add(DOC, build_outline(DOC))
    monkeypatch.setattr(records, "VERSION", records.VERSION + 1)
    monkeypatch.setattr(records, "_ROW", f"{records.VERSION}r:")
    monkeypatch.setattr(records, "ANYTHING", f"'{records.VERSION}r:'")
    assert index.revisions() == {}
    index.add(DOC, build_outline(DOC))
    assert len(database.rows("select 1 from pincite.indexed")) == 2
    assert index.search("Zanzibar", documents=lambda _: (DOC, build_outline(DOC))).hits
    index.remove("testdoc")
    for table in ("indexed", "passages", "vocabulary"):
        assert database.rows(f"select 1 from pincite.{table}") == []


def test_words_of_a_removed_document_leave_the_vocabulary(connect: Connect, url: str) -> None:
    database = connect(url)
    index = PostgresIndex(database)
    other = document("# Notes\nRevenue fell.", doc_id="other")
    for doc in (DOC, other):
        index.add(doc, build_outline(doc))
    index.remove("testdoc")
    words = {word for (word,) in database.rows("select word from pincite.vocabulary")}
    assert "revenue" in words
    assert "zanzibar" not in words


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "postgresql://[::bad/x"])
def test_an_address_that_is_none_is_told_of_without_showing_it(connect: Connect, url: str) -> None:
    error = refused(PostgresArtifacts(connect(url), 10).entries)
    assert isinstance(error, RequestError)
    assert url not in error.for_model()


def test_a_server_that_is_not_there_is_told_of_without_its_address(connect: Connect) -> None:
    database = connect("postgresql://user:hidden@127.0.0.1:1/x")
    error = refused(PostgresArtifacts(database, 10).entries)
    assert isinstance(error, StoreError)
    assert error.code == "database_unavailable"
    assert "hidden" not in error.for_model()
    again = refused(lambda: PostgresIndex(database).search("x", documents=lambda _: None))
    assert isinstance(again, IndexUnavailableError)
    assert again.code == "database_unavailable"


def test_a_user_without_rights_is_told_which_are_missing(connect: Connect, url: str) -> None:
    owner = connect(url)
    owner.change("drop role if exists visitor")
    owner.change("create role visitor login")
    error = refused(PostgresArtifacts(connect(url.replace("postgres@", "visitor@")), 10).entries)
    assert error.code == "database_refused"
    assert "schema" in error.hint


def test_an_entry_under_the_key_of_another_document_is_a_miss(connect: Connect, url: str) -> None:
    store = PostgresArtifacts(connect(url), 10)
    store.put(KEY._replace(doc_id="other"), DOC)
    assert store.get(KEY._replace(doc_id="other")) is None
    assert store.entries() == []


@pytest.mark.parametrize(
    "damage", ["substring(data for 40)", "''::bytea", "set_byte(data, 60, get_byte(data, 60) # 1)"]
)
def test_a_damaged_entry_is_a_miss_and_removed(connect: Connect, url: str, damage: str) -> None:
    database = connect(url)
    store = PostgresArtifacts(database, 10)
    store.put(KEY, DOC)
    database.change(f"update pincite.artifacts set data = {damage}")
    assert store.get(KEY) is None
    assert store.entries() == []


def test_a_connection_that_was_cut_is_replaced(connect: Connect, url: str) -> None:
    database = connect(url)
    store = PostgresArtifacts(database, 10)
    store.put(KEY, DOC)
    connect(url).rows("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
    assert store.get(KEY) == DOC


def test_without_the_package_its_name_is_told(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    database = connect("postgresql:///x")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    error = refused(lambda: database.rows("select 1"))
    assert isinstance(error, MissingPackageError)
    assert "pincite[postgres]" in error.hint


def test_a_part_of_many_rows_is_the_same_part_each_time(database: Database) -> None:
    assert database.row("show synchronize_seqscans") == ("off",)
