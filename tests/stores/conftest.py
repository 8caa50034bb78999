"""The stores under test, each behind the same fixtures: what holds for one holds for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from pincite.cache.store import DocumentStore
from pincite.index import DocumentIndex
from pincite.settings import Settings
from pincite.stores import OriginalStore, original_store
from pincite.stores.postgres.artifacts import PostgresArtifacts
from pincite.stores.postgres.database import Database
from pincite.stores.postgres.index import PostgresIndex
from pincite.stores.protocols import ArtifactStore, SearchIndex
from tests.postgres import Server, find_programs, running

_STORES = ("embedded", "postgres")
_TABLES = "artifacts, aliases, graves, leases, claims, blobs, indexed, passages, vocabulary, grants"

NewDatabase = Callable[[], Database]


class MakeStore(Protocol):
    """Makes a store over the same place, as another process has it."""

    def __call__(self, max_mb: int = 2048) -> ArtifactStore: ...


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; one for all tests of a process."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with running(programs) as server:
        yield server


@pytest.fixture(scope="module")
def module_database(postgres: Server) -> Iterator[Database]:
    """A database for the tests of a module."""
    database = Database(postgres.new_database())
    yield database
    database.close()


@pytest.fixture
def database(module_database: Database) -> Database:
    """The same, empty."""
    empty(module_database)
    return module_database


def empty(database: Database) -> None:
    """Leaves nothing in any table."""
    for table in _TABLES.split(", "):
        database.change(f"delete from pincite.{table}")


@pytest.fixture(params=_STORES)
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> MakeStore:
    if request.param == "embedded":
        return lambda max_mb=2048: DocumentStore(tmp_path, max_mb)
    database: Database = request.getfixturevalue("database")
    return lambda max_mb=2048: PostgresArtifacts(database, max_mb)


@pytest.fixture
def store(make_store: MakeStore) -> ArtifactStore:
    return make_store()


@pytest.fixture(scope="module", params=_STORES)
def new_index(request: pytest.FixtureRequest) -> Iterator[Callable[[], SearchIndex]]:
    """Makes an empty index; the one before it is then no longer used, unless it is the first."""
    if request.param == "embedded":
        yield lambda: DocumentIndex(None)
        return
    server: Server = request.getfixturevalue("postgres")
    databases = [Database(server.new_database()) for _ in range(2)]
    made: list[Database] = []

    def make() -> SearchIndex:
        database = databases[min(len(made), 1)]
        made.append(database)
        empty(database)
        return PostgresIndex(database)

    yield make
    for database in databases:
        database.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache")


@pytest.fixture
def originals(settings: Settings) -> OriginalStore:
    return original_store(settings)
