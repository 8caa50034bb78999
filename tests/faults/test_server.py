"""What goes wrong around a real server over stdio: each fault costs one call, and the next call works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests.contract.talk import content, error, facts, text
from tests.contract.test_parallel import worker_pids
from tests.faults.living import alive
from tests.faults.server import FULL_AT
from tests.faults.test_workers import until

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, limits files and capabilities"),
]
ROOT = Path(__file__).parents[2]
Serve = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Starts a server with these faults: ``async with serve("full") as client``."""
    (tmp_path / "docs").mkdir()

    @asynccontextmanager
    async def start(*faults: str) -> AsyncIterator[Client]:
        parameters = StdioServerParameters(command=sys.executable, args=command(tmp_path, *faults), cwd=ROOT)
        async with Client(parameters) as client:
            yield client

    return start


def command(home: Path, *faults: str) -> list[str]:
    return ["-m", "tests.faults.server", str(home / "cache"), str(home / "docs"), *faults]


@pytest.fixture
def write(serve: Serve, tmp_path: Path) -> Callable[[str, str], str]:
    """Writes a file that the fake parser understands, and returns its name."""

    def make(name: str, order: str) -> str:
        (tmp_path / "docs" / name).write_text(f"%PDF-1.7\n{order}")
        return name

    return make


Write = Callable[[str, str], str]


def large(about: str) -> str:
    """Text that no packing brings below the limit of a full disk."""
    return f"about the {about} {Random(about).randbytes(FULL_AT).hex()}"


async def in_order(client: Client, name: str, animal: str) -> None:
    """A document opens, and every tool works on it."""
    opened = await text(client, "open_document", source=name)
    doc_id = opened.split()[1]
    assert animal in content(await text(client, "read", doc_id=doc_id, refs=["all"]))
    report = await facts(client, "verify_citations", citations=[{"doc_id": doc_id, "quote": f"about the {animal}"}])
    assert report["results"][0]["status"] == "verified"


async def is_found(client: Client, animal: str) -> bool:
    return any(animal in hit["snippet"] for hit in (await facts(client, "search", query=animal))["hits"])


async def test_what_breaks_a_parser_costs_its_call_only(serve: Serve, write: Write) -> None:
    """All at once, beside documents that are in order, and each says what it was."""
    broken = {
        "segfault": "[worker_crashed]", "kill": "[worker_crashed]", "exit 3": "[worker_crashed]", "hang": "[timeout]",
        "eat": "[too_large]", "raise": "[parser_error]", "impostor": "[parser_error]", "refuse corrupt": "[corrupt]",
    }  # fmt: skip
    animals = ["badger", "heron", "otter", "pike"]
    said: dict[str, str] = {}

    async def fail(client: Client, order: str) -> None:
        said[order] = await error(client, "open_document", source=write(f"{order}.pdf", order))

    async with serve("hasty") as client:
        async with anyio.create_task_group() as tasks:
            for order in broken:
                tasks.start_soon(fail, client, order)
            for animal in animals:
                tasks.start_soon(in_order, client, write(f"{animal}.pdf", f"about the {animal}"), animal)
            tasks.start_soon(in_order, client, write("loud.pdf", "pollute\nabout the cuckoo"), "cuckoo")
        assert (await facts(client, "list_documents"))["total"] == len(animals) + 1
    for order, code in broken.items():
        assert code in said[order], (order, said[order])


async def test_fifty_calls_at_once(serve: Serve, write: Write) -> None:
    """Each gets its own answer."""
    names = [write(f"{n}.pdf", f"about the animal{n} of many") for n in range(10)]
    answers: dict[int, str] = {}

    async def ask(client: Client, n: int) -> None:
        which, kind = n % 10, n // 10
        if kind == 0:
            answers[n] = await error(client, "open_document", source=f"missing{which}.pdf")
        elif kind == 1:
            answers[n] = await error(client, "read", doc_id=f"nothing{which}", refs=["all"])
        elif kind == 2:
            answers[n] = json.dumps(await facts(client, "search", query=f"animal{which}"))
        else:
            answers[n] = content(await text(client, "open_document", source=names[which]))

    async with serve() as client, anyio.create_task_group() as tasks:
        for n in range(50):
            tasks.start_soon(ask, client, n)
    assert len(answers) == 50
    for n in range(10):
        assert f"missing{n}.pdf" in answers[n]
        assert f"nothing{n}" in answers[10 + n]
        assert all(f"about the animal{n} of many" in answers[kind * 10 + n] for kind in (3, 4))


async def test_a_storm_of_cancellations(serve: Serve, write: Write) -> None:
    """Calls that are given up at any moment leave no worker busy and no call without an answer."""
    chance = Random(1)

    async def give_up(client: Client, name: str) -> None:
        with anyio.move_on_after(chance.random() * 0.2):
            await client.call_tool("open_document", {"source": name})

    async with serve() as client:
        for wave in range(3):
            async with anyio.create_task_group() as tasks:
                for n in range(12):
                    tasks.start_soon(give_up, client, write(f"{wave}-{n}.pdf", f"slow 50\n{wave} {n}"))
                tasks.start_soon(in_order, client, write(f"kept{wave}.pdf", f"about the heron{wave}"), f"heron{wave}")
        with anyio.fail_after(40):
            await in_order(client, write("last.pdf", "about the badger"), "badger")
        assert len(worker_pids()) <= 2
        assert (await facts(client, "list_documents"))["total"] == 4


@pytest.mark.parametrize("how", ["closes its pipes", "is killed", "stops the server"])
def test_a_client_that_leaves_in_the_middle_of_a_call(write: Write, tmp_path: Path, how: str) -> None:
    """The server ends, and with it the parse that nobody waits for."""
    write("hang.pdf", f"hang {tmp_path / 'pids'}")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    call = {"name": "open_document", "arguments": {"source": "hang.pdf"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    with subprocess.Popen(
        [sys.executable, *command(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
        server.stdin.flush()
        until((tmp_path / "pids").exists, 30)
        workers = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
        assert all(map(alive, workers))
        if how == "stops the server":
            server.terminate()
        else:
            server.stdin.close()
            if how == "is killed":
                server.stdout.close()
        server.wait(20)
    until(lambda: not any(map(alive, workers)))


async def test_a_full_disk_costs_the_cache_only(serve: Serve, write: Write, tmp_path: Path) -> None:
    """What cannot be kept on disk stays in memory, and nothing half written stays."""
    async with serve("full") as client:
        for animal in ("heron", "otter"):
            await in_order(client, write(f"{animal}.pdf", large(animal)), animal)
        result = await client.call_tool("search", {"query": "heron"})
        assert not result.is_error or "[index_unavailable]" in str(result.content)
        assert (await facts(client, "list_documents"))["total"] == 2
    async with serve() as client:  # there is room again
        await in_order(client, write("badger.pdf", large("badger")), "badger")
        await in_order(client, "heron.pdf", "heron")
        assert await is_found(client, "heron")
    assert len(list((tmp_path / "cache").rglob("*.val"))) <= 2


async def test_a_read_only_cache_costs_time_only(serve: Serve, write: Write, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    async with serve() as client:
        await in_order(client, write("heron.pdf", "about the heron"), "heron")
        assert await is_found(client, "heron")
    set_modes(cache, 0o500, 0o400)
    try:
        before = sorted(cache.rglob("*"))
        async with serve("obedient") as client:
            await in_order(client, "heron.pdf", "heron")
            await in_order(client, write("otter.pdf", "about the otter"), "otter")
            result = await client.call_tool("search", {"query": "otter"})
            assert not result.is_error or "[index_unavailable]" in str(result.content)
        assert sorted(cache.rglob("*")) == before
    finally:
        set_modes(cache, 0o700, 0o600)


def set_modes(directory: Path, of_directories: int, of_files: int) -> None:
    for path in [*directory.rglob("*"), directory]:
        os.chmod(path, of_directories if path.is_dir() else of_files)  # noqa: PTH101 - not through links


def delete_index(cache: Path) -> None:
    shutil.rmtree(cache / "index")


def garble_index(cache: Path) -> None:
    for path in (cache / "index").rglob("*"):
        if path.is_file():
            path.write_bytes(b"no index \xff" * 50)


def empty_cache(cache: Path) -> None:
    for path in cache.iterdir():
        shutil.rmtree(path)


def garble_entries(cache: Path) -> None:
    (cache / "documents" / "cache.db").write_bytes(b"not a database " * 1000)
    for path in (cache / "documents").glob("cache.db-*"):
        path.unlink()


@pytest.mark.parametrize("harm", [delete_index, garble_index, empty_cache, garble_entries])
async def test_harm_to_the_cache_of_a_running_server(
    serve: Serve, write: Write, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    """It goes on with what it has, and fills the cache again."""
    async with serve() as client:
        await in_order(client, write("heron.pdf", "about the heron"), "heron")
        assert await is_found(client, "heron")
        harm(tmp_path / "cache")
        await in_order(client, "heron.pdf", "heron")
        await in_order(client, write("otter.pdf", "about the otter"), "otter")
        assert await is_found(client, "otter")
        assert await is_found(client, "heron")
    async with serve() as client:
        assert await is_found(client, "otter")
