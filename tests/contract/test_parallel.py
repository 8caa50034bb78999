"""Many calls at once, calls that are given up, and workers that die."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult

from tests.contract.conftest import Connect
from tests.contract.requirements import covers
from tests.contract.talk import call, content, error, facts, text, text_of
from tests.pdfs import Pdf

pytestmark = pytest.mark.anyio


LONG = 150  # pages: seconds of work


def long_pdf(pages: int) -> bytes:
    pdf = Pdf(title=f"{pages} pages")
    for n in range(pages):
        pdf.page().text(72, 60, f"Page {n + 1} of the long book", size=9)
        for i in range(12):
            pdf.paragraph(
                72, 90 + i * 52, 460, f"On page {n + 1} paragraph {i} counts {n * 12 + i} things of many kinds. " * 4
            )
    return pdf.bytes()


@pytest.fixture(scope="module")
def shelf(library: Path) -> list[str]:
    """Twenty files of five pages each."""
    names = [f"many-{i}.pdf" for i in range(20)]
    for i, name in enumerate(names):
        pdf = Pdf(title=f"Volume {i}")
        for page in range(5):
            pdf.page().paragraph(
                72, 90, 460, f"Volume {i} says on page {page} that the number is {i * 100 + page}. " * 8
            )
        (library / name).write_bytes(pdf.bytes())
    return names


@pytest.fixture(scope="module")
def long_book(library: Path) -> str:
    (library / "long.pdf").write_bytes(long_pdf(LONG))
    return "long.pdf"


@covers("open.parallel")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_twenty_documents_at_once(connect: Connect, shelf: list[str], mode: str, tmp_path: Path) -> None:
    results: dict[str, str] = {}

    async def open_one(client: Client, name: str) -> None:
        results[name] = await text(client, "open_document", source=name)

    async with connect(mode, PINCITE_CACHE_DIR=str(tmp_path)) as client:
        async with anyio.create_task_group() as tasks:
            for name in shelf:
                tasks.start_soon(open_one, client, name)
            tasks.start_soon(facts, client, "list_documents")
        for i, name in enumerate(shelf):
            assert f"| Volume {i} ({name}) | PDF, 5 pages" in results[name]
            assert f"Volume {i} says on page 4 that the number is {i * 100 + 4}." in content(results[name])
        assert (await facts(client, "list_documents"))["total"] == 20


@covers("open.cancel")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_cancelled_parse_frees_its_worker(connect: Connect, long_book: str, mode: str, tmp_path: Path) -> None:
    async with connect(mode, PINCITE_CACHE_DIR=str(tmp_path), PINCITE_WORKERS="1") as client:
        begun = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(open_until(begun), client, long_book)
            await begun.wait()
            tasks.cancel_scope.cancel()
        with anyio.fail_after(30):
            assert "Annual Report" in await text(client, "open_document", source="report.pdf")
        assert (await facts(client, "list_documents"))["total"] == 1


@covers("open.worker")
async def test_a_killed_worker_costs_its_request_only(connect: Connect, long_book: str, tmp_path: Path) -> None:
    async with connect(PINCITE_CACHE_DIR=str(tmp_path), PINCITE_WORKERS="1") as client:
        begun = anyio.Event()
        results: list[CallToolResult] = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(open_until(begun, results), client, long_book)
            await begun.wait()
            for pid in worker_pids():
                os.kill(pid, signal.SIGKILL)
        assert results[0].is_error
        assert "[worker_crashed]" in text_of(results[0])
        assert "Annual Report" in await text(client, "open_document", source="report.pdf")


@covers("open.processes")
async def test_three_servers_open_the_same_file_at_once(connect: Connect, long_book: str, tmp_path: Path) -> None:
    """Every desktop client starts a server of its own; they share the cache and the index."""
    answers: list[str] = []
    found: list[dict[str, Any]] = []

    async def open_and_search() -> None:
        async with connect(PINCITE_CACHE_DIR=str(tmp_path), PINCITE_WORKERS="1") as client:
            answers.append(await text(client, "open_document", source=long_book))
            found.append(await facts(client, "search", query="paragraph things", limit=3))

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(open_and_search)
    assert len(set(answers)) == 1
    assert f"{LONG} pages" in answers[0]
    assert found[0]["hits"]
    assert found == [found[0]] * 3
    async with connect(PINCITE_CACHE_DIR=str(tmp_path)) as client:
        assert (await facts(client, "list_documents"))["total"] == 1


@covers("open.torn")
@pytest.mark.parametrize("keep", [0, 40, 2000])
async def test_a_torn_cache_entry_is_parsed_again(connect: Connect, long_book: str, tmp_path: Path, keep: int) -> None:
    async with connect(PINCITE_CACHE_DIR=str(tmp_path)) as client:
        opened = await text(client, "open_document", source=long_book)
    with contextlib.closing(sqlite3.connect(tmp_path / "documents" / "cache.db")) as db:  # where small entries lie
        torn = db.execute("UPDATE Cache SET value = substr(value, 1, ?) WHERE key GLOB 'document *'", (keep,)).rowcount
        db.commit()
    assert torn == 1
    async with connect(PINCITE_CACHE_DIR=str(tmp_path)) as client:
        assert "[unknown_document]" in await error(client, "read", doc_id=opened.split()[1], refs=["p1"])
        assert await text(client, "open_document", source=long_book) == opened
        assert (await facts(client, "search", query="paragraph things"))["hits"]


@covers("open.pending", "open.again")
async def test_progress_of_a_real_parse_arrives(connect: Connect, long_book: str, tmp_path: Path) -> None:
    seen: list[tuple[float, float | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    async with connect(PINCITE_CACHE_DIR=str(tmp_path)) as client:
        result = await client.call_tool("open_document", {"source": long_book}, progress_callback=on_progress)
        assert f"{LONG} pages" in text_of(result)
        assert await call(client, "search", query="paragraph things")
    assert any(total == LONG and 0 < done <= LONG for done, total in seen)
    assert seen == sorted(seen)


def open_until(
    begun: anyio.Event, results: list[CallToolResult] | None = None
) -> Callable[[Client, str], Coroutine[Any, Any, None]]:
    """Opens a document and sets the event when its first page is done."""

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        if progress:
            begun.set()

    async def run(client: Client, source: str) -> None:
        try:
            result = await client.call_tool("open_document", {"source": source}, progress_callback=on_progress)
        finally:
            begun.set()  # whoever waits for it need not wait for ever where the call failed at once
        if results is not None:
            results.append(result)

    return run


def worker_pids() -> list[int]:
    """The parser processes below this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if b"pincite.parsers.worker" in command and os.getpid() in ancestors(int(path.name)):
            found.append(int(path.name))
    return found


def ancestors(pid: int) -> list[int]:
    chain = []
    while pid > 1:
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            break
        chain.append(pid)
    return chain
