"""Servers that share a database: what one opens all can read, what one forgets is gone, what one cannot finish another
does."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from pincite.errors import PinciteError, StoreError, UnknownReferenceError
from pincite.parsers.pool import WorkerPool
from pincite.registry import OpenDocument, Pending, Registry
from pincite.settings import Settings
from tests.contract.conftest import report_pdf
from tests.contract.talk import error, facts, text
from tests.faults.fakes import PARSER
from tests.postgres import Server
from tests.stores.conftest import _TABLES

ROOT = Path(__file__).parents[2]
HEADER = "%PDF-1.7\n"

Replica = Callable[..., Registry]


@pytest.fixture(scope="module")
def url(postgres: Server) -> str:
    return postgres.new_database()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


def written(docs: Path, command: str, name: str = "a.pdf") -> str:
    path = docs / name
    path.write_text(HEADER + command)
    os.utime(path, (time.time() - 60,) * 2)
    return str(path)


@pytest.fixture
def replica(url: str, tmp_path: Path, docs: Path) -> Iterator[Replica]:
    """Registries of replicas: a database in common and nothing else, with a parser that does what its file says."""
    made: list[Registry] = []

    def make(**settings: object) -> Registry:
        cache = tmp_path / f"cache{len(made)}"
        values = {"cache_dir": cache, "roots": (docs,), "database_url": url, **settings}
        made.append(Registry(Settings.model_validate(values), pool=WorkerPool(2, parser=PARSER)))
        return made[-1]

    yield make
    for registry in made:
        registry.close()


def opened(registry: Registry, source: str) -> OpenDocument:
    found = registry.open(source, wait_s=60)
    assert isinstance(found, OpenDocument)
    return found


def parses(tally: Path) -> int:
    return len(tally.read_text().split()) if tally.exists() else 0


def test_what_one_opens_another_reads_and_finds(replica: Replica, docs: Path) -> None:
    a, b = replica(), replica()
    document = opened(a, written(docs, "read me\nThe quick otter swims.")).document
    assert b.get(document.doc_id).document == document
    assert [e.key.doc_id for e in b.entries()] == [document.doc_id]
    (hit,) = b.search("otter").hits
    assert (hit.doc_id, hit.rev) == (document.doc_id, document.rev)
    a.forget(document.doc_id)


def test_what_one_forgets_is_gone_on_all(replica: Replica, docs: Path) -> None:
    a, b = replica(), replica()
    doc_id = opened(a, written(docs, "read me\nThe quick badger digs.")).document.doc_id
    assert b.get(doc_id)
    assert b.search("badger").hits
    a.forget(doc_id)
    with pytest.raises(UnknownReferenceError):
        b.get(doc_id)
    assert b.search("badger").hits == ()
    assert b.entries() == []


def test_a_document_is_parsed_once_however_many_replicas_are_asked(
    replica: Replica, docs: Path, tmp_path: Path
) -> None:
    a, b = replica(), replica()
    tally = tmp_path / "tally"
    source = written(docs, f"tally {tally}")
    first, second = a.begin(source), b.begin(source)
    found, same = first.wait(60), second.wait(60)
    assert isinstance(found, OpenDocument)
    assert isinstance(same, OpenDocument)
    assert found.document == same.document
    assert parses(tally) == 1
    a.forget(found.document.doc_id)


def test_one_who_waits_hears_how_far_the_other_is_and_may_leave(replica: Replica, docs: Path) -> None:
    a, b = replica(), replica()
    source = written(docs, "slow 20")
    first, second = a.begin(source), b.begin(source)
    heard = second.wait(4)  # pages are told of with the next renewal of the lease
    assert isinstance(heard, Pending)
    assert 0 < heard.pages_done < heard.pages_total == 10
    again = b.begin(source)
    again.cancel()
    with pytest.raises(PinciteError) as caught:
        again.wait(5)
    assert caught.value.code == "cancelled"
    first.cancel()


def test_an_upload_is_parsed_again_and_forgotten_by_whatever_replica(
    replica: Replica, docs: Path, tmp_path: Path
) -> None:
    a, b = replica(), replica()
    upload = tmp_path / "upload"
    upload.write_text(HEADER + "read me\nThe quick heron stands.")
    doc_id = a.begin_file(upload, name="heron.pdf").wait(60).document.doc_id  # type: ignore[union-attr]
    a.originals.put(doc_id, upload, owner="ann", name="heron.pdf")
    upload.unlink()
    again = b.open(doc_id, refresh=True, wait_s=60)
    assert isinstance(again, OpenDocument)
    assert again.document.source == "heron.pdf"
    b.forget(doc_id)
    assert a.originals.find(doc_id) is None
    assert a.originals.fetch(doc_id) is None


def test_a_database_that_is_gone_is_told_of_and_comes_back(
    replica: Replica, docs: Path, postgres: Server, url: str
) -> None:
    a = replica()
    first = opened(a, written(docs, "read me\nThe quick lynx waits."))
    b = replica()
    b.entries()
    postgres.stop()
    try:
        with pytest.raises(StoreError) as caught:
            b.get(first.document.doc_id)
        assert caught.value.code == "database_unavailable"
        assert "PINCITE_DATABASE_URL" in caught.value.hint
        assert "postgres" not in caught.value.message
        with pytest.raises(PinciteError):
            b.search("lynx")
        assert opened(a, str(docs / "a.pdf")).document == first.document  # from its memory
        assert opened(b, written(docs, "read me\nNew.", "b.pdf")).document.text  # parsed all the same
    finally:
        postgres.start()
    until = time.monotonic() + 30  # connections are tried again at growing intervals
    while True:
        with contextlib.suppress(PinciteError):
            assert b.get(first.document.doc_id).document == first.document
            break
        assert time.monotonic() < until
        time.sleep(0.1)
    a.forget(first.document.doc_id)


# Two real servers.


@asynccontextmanager
async def server(url: str, docs: Path, cache: Path, **env: str) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "pincite", "serve"],
        env={
            "PINCITE_ROOTS": str(docs),
            "PINCITE_CACHE_DIR": str(cache),
            "PINCITE_DATABASE_URL": url,
            "PINCITE_WORKERS": "1",
            **env,
        },
        cwd=ROOT,
    )
    async with Client(parameters) as client:
        yield client


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_two_servers_answer_from_one_database(url: str, docs: Path, tmp_path: Path) -> None:
    (docs / "report.pdf").write_bytes(report_pdf().bytes())
    async with server(url, docs, tmp_path / "a") as a, server(url, docs, tmp_path / "b") as b:
        answer = await text(a, "open_document", source=str(docs / "report.pdf"))
        doc_id = (await facts(a, "list_documents"))["documents"][0]["doc_id"]
        assert doc_id in answer
        assert (await facts(b, "list_documents"))["documents"][0]["doc_id"] == doc_id
        assert "52,576" in await text(b, "read", doc_id=doc_id, refs=["p2"])
        found = await facts(b, "search", query="slower growth", doc_ids=[doc_id])
        assert found["hits"]
        quote = "Prices of rubber remain high"
        verdict = await facts(b, "verify_citations", citations=[{"doc_id": doc_id, "quote": quote}])
        assert verdict["results"][0]["status"] == "verified"
        await b.call_tool("forget_document", {"doc_id": doc_id})
        assert "unknown_document" in await error(a, "read", doc_id=doc_id, refs=["p2"])


@pytest.mark.parametrize("shared", ["cache", "database"])
def test_any_process_shows_a_page_of_what_another_opened(
    shared: str, request: pytest.FixtureRequest, docs: Path, tmp_path: Path
) -> None:
    (docs / "report.pdf").write_bytes(report_pdf().bytes())  # just now
    url = request.getfixturevalue("url") if shared == "database" else ""
    settings = Settings(cache_dir=tmp_path / "cache", roots=(docs,), database_url=url, workers=1)
    a, b = Registry(settings), Registry(settings)
    try:
        doc_id = opened(a, "report.pdf").document.doc_id
        (span,) = b.get(doc_id).verifier.verify("Prices of rubber remain high").matches[0].spans
        picture = b.picture(b.get(doc_id), 3, highlight=span)
        assert picture.origin == "page"
        assert picture.marks
        (docs / "report.pdf").write_bytes(report_pdf("Another").bytes())
        assert b.picture(b.get(doc_id), 2).origin == "blocks"  # never of another file
        b.forget(doc_id)
        assert list((tmp_path / "cache" / "places").iterdir()) == []
    finally:
        for registry in (a, b):
            registry.close()


# A replica that dies.

DYING = f"""
import sys
from pincite.parsers.pool import WorkerPool
from pincite.registry import Registry
from pincite.settings import Settings
url, cache, source = sys.argv[1:]
registry = Registry(Settings(cache_dir=cache, database_url=url), pool=WorkerPool(1, parser={PARSER!r}))
opening = registry.begin(source)
print("begun", flush=True)
opening.wait()
"""


def test_the_parse_of_a_replica_that_dies_is_taken_over(replica: Replica, url: str, docs: Path, tmp_path: Path) -> None:
    source = written(docs, "slow 60")
    arguments = [sys.executable, "-c", DYING, url, str(tmp_path / "dying"), source]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True) as dying:
        assert dying.stdout is not None
        assert dying.stdout.readline() == b"begun\n"
        b = replica()
        opening = b.begin(source)
        assert isinstance(opening.wait(0.3), Pending)
        os.killpg(dying.pid, signal.SIGKILL)
    sharing, until = b._sharing, time.monotonic() + 30
    assert sharing is not None
    while not sharing._ours:  # a parse of this replica's own
        assert time.monotonic() < until
        time.sleep(0.05)
    opening.cancel()


def test_all_tables_are_emptied_between_tests(url: str) -> None:
    import psycopg

    with psycopg.connect(url) as connection:
        tables = connection.execute("select tablename from pg_tables where schemaname = 'pincite'").fetchall()
    assert {name for (name,) in tables} == {*_TABLES.split(", "), "versions", "state"}
