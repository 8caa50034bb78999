"""``pincite serve --transport http`` as a program: several processes, one that dies, a server that ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ImageContent

from pincite.server.http.grants import SqliteGrants
from pincite.settings import Settings
from tests.contract.conftest import report_pdf
from tests.contract.talk import facts, text
from tests.http.conftest import draft, keep

ROOT = Path(__file__).parents[2]
WORKERS = 2


class Program:
    """A server in processes of its own."""

    def __init__(self, directory: Path, *more: str) -> None:
        (directory / "library").mkdir(exist_ok=True)
        command = [sys.executable, "-m", "pincite", "serve", "--transport", "http", "--port", "0", "--workers", "1"]
        command += ["--root", str(directory / "library"), "--cache-dir", str(directory / "cache"), *more]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=ROOT)
        self.log: list[str] = []
        self.url = self._address()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _address(self) -> str:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r'"url": "(http://[^"]+)/mcp"', line):
                return found[1]
        raise AssertionError("".join(self.log))

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log += self.process.stderr

    def wait_ready(self, processes: int = 1) -> None:
        """Until all processes answer."""
        seen = 0
        for _ in range(600):
            try:
                told = httpx2.get(f"{self.url}/metrics", timeout=30).text
                seen = int(re.findall(r"^pincite_processes (\d+)", told, re.M)[0])
            except httpx2.TransportError:
                pass
            if seen >= processes:
                return
            time.sleep(0.05)
        raise AssertionError(f"only {seen} processes answer: {''.join(self.log)}")

    def members(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [pid for pid in map(int, children) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def workers(self) -> list[int]:
        """The parsers that are warm; what draws pages does not step behind."""
        started = [
            int(pid)
            for member in self.members()
            for task in Path(f"/proc/{member}/task").iterdir()
            for pid in (task / "children").read_text().split()
        ]
        told = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in started}
        return [pid for pid in started if b"pincite.parsers.worker" in told[pid] and b'"drawer": null' in told[pid]]

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self.drop()
        return status

    def drop(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(10)
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    directory = tmp_path_factory.mktemp("crew")
    settings = Settings(cache_dir=directory / "cache")
    (directory / "library").mkdir()
    (directory / "library" / "report.pdf").write_bytes(report_pdf().bytes())
    opened = draft("Otters of the north", "otters.pdf")
    keep(settings, opened)
    grants = SqliteGrants(settings.cache_dir / "grants.db")
    grants.give(opened.document.doc_id, "everyone", "everyone")
    grants.close()
    program = Program(directory, "--http-workers", str(WORKERS))
    program.wait_ready(WORKERS)
    yield program
    program.drop()


@pytest.mark.anyio
async def test_any_process_shows_a_page_of_what_another_opened(program: Program) -> None:
    async with Client(f"{program.url}/mcp") as client:
        doc_id = re.findall(r"doc_id (\w+)", await text(client, "open_document", source="report.pdf"))[0]
    for _ in range(6):  # each by a connection of its own, which either process may take
        async with Client(f"{program.url}/mcp") as client:
            picture, told = (await client.call_tool("view_page", {"doc_id": doc_id, "page": "1"})).content
            assert isinstance(picture, ImageContent)
            assert "the page itself" in str(told)


async def reading(url: str, doc_id: str, mode: str, until: threading.Event) -> tuple[int, int]:
    """An agent that reads until it is told to end: how many calls were answered, how often a connection broke and the
    call was made again."""
    answered = broken = 0
    async with httpx2.AsyncClient(timeout=60) as http:
        while not until.is_set():
            try:
                async with Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode) as client:
                    while not until.is_set():
                        assert "otters" in await text(client, "read", doc_id=doc_id, refs=["s0"])
                        answered += 1
            except AssertionError:
                raise
            except Exception:
                broken += 1
    return answered, broken


class Idle:
    """A connection that is kept open between two requests."""

    def __init__(self, url: str) -> None:
        self._connection = HTTPConnection(url.removeprefix("http://"), timeout=30)
        self._connection.connect()
        self._connection.auto_open = 0  # never another one
        self.port = self._connection.sock.getsockname()[1]

    def ask(self) -> bool:
        """Whether it is answered; a connection that is broken tells so at once."""
        try:
            self._connection.request("GET", "/healthz")
            answer = self._connection.getresponse()
            answer.read()
        except (HTTPException, ConnectionError):
            return False
        return answer.status == 200

    def close(self) -> None:
        self._connection.close()


def clients_of(pid: int) -> set[int]:
    """The ports of those who are connected to a process."""
    links = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed in between
            links.add(str(descriptor.readlink()))
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    return {int(row[2].split(":")[1], 16) for row in rows if f"socket:[{row[9]}]" in links}


@pytest.mark.anyio
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_process_that_is_killed_costs_no_call_that_another_answers(program: Program) -> None:
    import asyncio

    async with Client(f"{program.url}/mcp") as client:
        doc_id = (await facts(client, "list_documents", query="otters"))["documents"][0]["doc_id"]
    until = threading.Event()
    agents = [asyncio.create_task(reading(program.url, doc_id, mode, until)) for mode in ("auto", "legacy") * 3]
    await asyncio.sleep(1)
    before = program.members()
    assert len(before) == WORKERS
    idle = [Idle(program.url) for _ in range(6)]
    assert all(each.ask() for each in idle)
    others = [each for each in idle if each.port not in clients_of(before[0])]
    os.kill(before[0], signal.SIGKILL)
    await asyncio.sleep(2)
    until.set()
    results = await asyncio.gather(*agents)
    assert [each for each in idle if each.ask()] == others, "who is connected to another process notices nothing"
    for each in idle:
        each.close()
    assert all(answered for answered, _ in results)
    assert all(broken <= 2 for _, broken in results), "each agent lost at most its connection, and was answered again"
    for _ in range(200):
        if len(program.members()) == WORKERS:
            break
        await asyncio.sleep(0.1)
    assert before[0] not in program.members()
    assert len(program.members()) == WORKERS


def test_all_processes_are_counted_together(program: Program) -> None:
    program.wait_ready(WORKERS)
    told = [httpx2.get(f"{program.url}/metrics").text for _ in range(6)]
    counts = [float(re.findall(r'calls_total\{outcome="ok",tool="read"\} (\d+)', one)[0]) for one in told]
    assert counts == sorted(counts)
    assert counts[0] > 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_parses_let_calls_go_first(program: Program) -> None:
    for _ in range(600):
        if workers := program.workers():
            break
        time.sleep(0.05)
    behind = min(19, os.getpriority(os.PRIO_PROCESS, program.members()[0]) + 5)
    for _ in range(400):  # they do so as soon as they have begun
        if all(os.getpriority(os.PRIO_PROCESS, pid) == behind for pid in workers):
            break
        time.sleep(0.05)
    assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in workers} == {behind}


def test_a_server_that_is_told_to_end_does(program: Program) -> None:
    members = program.members()
    assert program.end() == 0
    assert not [pid for pid in members if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--root", "."], "--host 0.0.0.0 needs tokens"),
        ([], "no roots"),
    ],
)
def test_a_server_that_would_be_open_says_why_and_ends(tmp_path: Path, arguments: list[str], word: str) -> None:
    command = [sys.executable, "-m", "pincite", "serve", "--transport", "http", "--host", "0.0.0.0", *arguments]
    done = subprocess.run([*command, "--cache-dir", str(tmp_path)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert "[unsafe]" in done.stderr, word
