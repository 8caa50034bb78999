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
def module_url(postgres: Server) -> str:
    """A database for the tests of a module."""
    return postgres.new_database()


@pytest.fixture(scope="module")
def module_database(module_url: str) -> Iterator[Database]:
    database = Database(module_url)
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


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """The address of an object storage with the bucket ``shelf``."""
    pytest.importorskip("flask", reason="moto's server is not installed")
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a bucket, with the environment that leads to it."""
    import httpx2

    credentials = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
    for name, value in {**credentials, "AWS_ENDPOINT_URL": endpoint}.items():
        monkeypatch.setenv(name, value)
    assert httpx2.post(f"{endpoint}/moto-api/reset").status_code == 200
    assert httpx2.put(f"{endpoint}/shelf").status_code == 200
    return "s3://shelf/pincite"


@pytest.fixture(params=(*_STORES, "objects", "postgres and objects"))
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a server: with nothing else, with a database, with an object storage, with both."""
    values: dict[str, object] = {"cache_dir": tmp_path / "cache"}
    if "objects" in request.param:
        values["object_store"] = request.getfixturevalue("bucket")
    if "postgres" in request.param:
        request.getfixturevalue("database")
        values["database_url"] = request.getfixturevalue("module_url")
    return Settings.model_validate(values)


@pytest.fixture
def originals(settings: Settings) -> OriginalStore:
    return original_store(settings)
