"""Many clients on one shared server: how long calls of reading and searching take.

    python benchmarks/load.py [--seconds 60] [--clients 100] [--pause 1.0] [--workers 2] [--documents 30] [--cold PAGES]

Starts ``pincite serve --transport http`` on documents of this run, has them parsed, then lets the clients call: half of
them in the protocol of 2026-07-28, half in that of 2025-11-25. Each waits a random time around ``--pause`` seconds
between its calls, as an agent that thinks does. ``--pause 0`` is a closed loop: then all clients always wait, and p95
is little more than their number by the calls a second that the machine can do; give both numbers, never the one for
the other. In the middle, a PDF of ``--cold`` pages is opened for the first time (0: none).

The clients share the machine with the server. So they are no library of a protocol: they send prepared bytes over a
connection that stays open, and look into an answer only as far as to know that it is whole and no error.

Says for each tool and era how many calls there were, the errors, and the 50th, 95th and 99th percentile in ms; for the
seconds of the cold parse apart; and the CPU time of a call, in the processes that answer and in the clients. Exit
status 1: an error, or p95 above 250 ms while nothing is parsed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))
ROOT = Path(__file__).parents[1]
LIMIT_MS = 250.0
WORDS = (
    "revenue segment growth orders plant region margin customers pressure sensors delivery contract interest".split()
)
MODERN = "2026-07-28"


class Timing(NamedTuple):
    """One call: when it began, how long it took (both in seconds), of which tool and era, and whether it was good."""

    at: float
    seconds: float
    tool: str
    era: str
    good: bool


def make_pdf(path: Path, pages: int, seed: int) -> None:
    """A report of so many pages, each with a heading and prose of its own."""
    from tests.pdfs import Pdf

    dice = random.Random(seed)
    pdf = Pdf(title=f"Report {seed}")
    for page in range(pages):
        pdf.page().text(72, 80, f"{page + 1}. {dice.choice(WORDS).title()} of unit {seed}", size=16, bold=True)
        for row in range(5):
            words = " ".join(dice.choice(WORDS) for _ in range(60))
            pdf.paragraph(
                72, 120 + row * 120, 460, f"In {2000 + page} the {words} came to {dice.randrange(9999)}.", size=10
            )
    path.write_bytes(pdf.bytes())


class Caller:
    """A client that sends the bytes of the protocol itself, so that little time goes to the client."""

    def __init__(self, url: str, era: str, timings: list[Timing]) -> None:
        self._at = urlsplit(url)
        self._era = era
        self._timings = timings
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, tool: str, **arguments: Any) -> bytes:
        """The answer of the server as it came, without what HTTP and events add."""
        request = self._request(tool, arguments)
        at = time.perf_counter()
        try:
            status, answer = await self._exchange(request)
        except (OSError, EOFError, ValueError) as error:
            status, answer = 0, repr(error).encode()
            await self.close()
        good = status == 200 and b'"result":' in answer and b'"isError":true' not in answer
        self._timings.append(Timing(at, time.perf_counter() - at, tool, self._era, good))
        if not good:
            print("failed:", tool, status, answer[:300], file=sys.stderr)
        return answer

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    def _request(self, tool: str, arguments: dict[str, Any]) -> bytes:
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        lines = [f"POST {self._at.path} HTTP/1.1", f"Host: {self._at.netloc}", "Content-Type: application/json"]
        lines += ["Accept: application/json, text/event-stream", f"MCP-Protocol-Version: {self._era}"]
        if self._era == MODERN:
            prefix = "io.modelcontextprotocol"
            params["_meta"] = {f"{prefix}/protocolVersion": MODERN, f"{prefix}/clientCapabilities": {}}
            lines += ["Mcp-Method: tools/call", f"Mcp-Name: {tool}"]
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", body]).encode()

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        """Status and body. Raises what a broken connection or an answer raises that is no HTTP."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._at.hostname, self._at.port, limit=1 << 20)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head[9:12])
        if length := re.search(rb"\r\ncontent-length: *(\d+)", head):
            return status, await reader.readexactly(int(length[1]))
        answer = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            answer += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readexactly(2)
        return status, answer


async def agent(caller: Caller, doc_ids: Sequence[str], until: float, pause: float, seed: int) -> None:
    """Outline, search, read, again and again."""
    dice = random.Random(seed)
    await asyncio.sleep(dice.uniform(0, pause))
    while time.perf_counter() < until:
        doc_id = dice.choice(doc_ids)
        kind = dice.random()
        if kind < 0.5:
            await caller.call("read", doc_id=doc_id, refs=[f"p{dice.randint(1, 20)}"])
        elif kind < 0.85:
            where = [doc_id] if dice.random() < 0.7 else None
            await caller.call("search", query=" ".join(dice.sample(WORDS, 2)), **({"doc_ids": where} if where else {}))
        elif kind < 0.95:
            await caller.call("get_outline", doc_id=doc_id, depth=1)
        else:
            await caller.call("list_documents", limit=10)
        await asyncio.sleep(dice.uniform(0.5, 1.5) * pause)
    await caller.close()


async def cold_parse(url: str, path: Path, timings: list[Timing], after: float) -> tuple[float, float]:
    """Opens a document that nobody has seen; returns when that began and ended."""
    await asyncio.sleep(after)
    caller = Caller(url, MODERN, timings)
    began = time.perf_counter()
    await caller.call("open_document", source=path.name)
    await caller.close()
    return began, time.perf_counter()


@contextmanager
def serving(directory: Path, workers: int) -> Iterator[tuple[str, int]]:
    """A server of its own; gives its address and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "pincite", "serve", "--transport", "http", "--port", str(port)]
    command += ["--http-workers", str(workers), "--root", str(directory / "files"), "--rate-limit", "0"]
    command += ["--cache-dir", str(directory / "cache"), "--workers", "1"]
    with (directory / "log").open("w") as log:
        process = subprocess.Popen(command, stderr=log, cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{url}/readyz"):
                    break
            except urllib.error.URLError:
                time.sleep(0.1)
        yield f"{url}/mcp", process.pid
    finally:
        process.terminate()
        process.wait(60)


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


def row(name: str, timings: Sequence[Timing]) -> str:
    seconds = [t.seconds for t in timings]
    bad = sum(not t.good for t in timings)
    shares = "".join(f"{percentile(seconds, share):9.1f}" for share in (0.5, 0.95, 0.99))
    return f"{name:34}{len(timings):7}{bad:7}{shares}"


def answering_s(pid: int) -> float:
    """CPU seconds of the processes of a server that answer, so far; 0 where the system does not tell."""
    return sum(map(_cpu_s, [pid, *(child for child in _children(pid) if b"spawn_main" in _told(child, "cmdline"))]))


def _children(pid: int) -> list[int]:
    return [int(child) for child in _told(pid, f"task/{pid}/children").split()]


def _cpu_s(pid: int) -> float:
    fields = _told(pid, "stat").rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _told(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


async def load(url: str, server: int, options: argparse.Namespace, cold: Path) -> int:
    timings: list[Timing] = []
    first = Caller(url, MODERN, timings)
    doc_ids = []
    for n in range(options.documents):
        said = await first.call("open_document", source=f"report-{n}.pdf")
        doc_ids.append(re.findall(r"\b[a-z2-7]{12}\b", said.decode())[0])
    for doc_id in doc_ids:  # the index has them all
        await first.call("search", query="revenue", doc_ids=[doc_id])
    await first.close()
    timings.clear()
    callers = [Caller(url, MODERN if n % 2 else "2025-11-25", timings) for n in range(options.clients)]
    began, cpu = time.perf_counter(), (answering_s(server), time.process_time())
    until = began + options.seconds
    agents = [agent(caller, doc_ids, until, options.pause, n) for n, caller in enumerate(callers)]
    if options.cold:
        opening = asyncio.create_task(cold_parse(url, cold, timings, options.seconds / 2))
        await asyncio.gather(*agents)
        from_s, to_s = await opening
    else:
        from_s = to_s = began
        await asyncio.gather(*agents)
    seconds = time.perf_counter() - began
    of_server, of_clients = answering_s(server) - cpu[0], time.process_time() - cpu[1]
    print(f"{len(timings) / seconds:.0f} calls/s with pauses of {options.pause:g} s")
    print(f"CPU of a call: {of_server / len(timings) * 1000:.2f} ms in the server's processes,", end=" ")
    print(f"{of_clients / len(timings) * 1000:.2f} ms in the clients")
    return report(timings, from_s, to_s)


def report(timings: list[Timing], from_s: float, to_s: float) -> int:
    calls = [t for t in timings if t.tool != "open_document"]
    quick = [t for t in calls if t.tool in ("read", "search")]
    during = [t for t in quick if t.at < to_s and t.at + t.seconds > from_s]
    quiet = [t for t in quick if t not in set(during)]
    print(f"the cold document took {to_s - from_s:.1f} s")
    print(f"{'':34}{'calls':>7}{'errors':>7}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}")
    for tool in sorted({t.tool for t in timings}):
        for era in sorted({t.era for t in timings}):
            if some := [t for t in timings if (t.tool, t.era) == (tool, era)]:
                print(row(f"{tool} {era}", some))
    print(row("reads and searches, quiet", quiet))
    if during:
        print(row("reads and searches, cold parse", during))
    failed = sum(not t.good for t in timings)
    slow = percentile([t.seconds for t in quiet], 0.95) > LIMIT_MS
    return int(bool(failed) or slow or not quick)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--documents", type=int, default=30)
    parser.add_argument("--cold", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pincite-load-") as name:
        directory = Path(name)
        (directory / "files").mkdir()
        for n in range(options.documents):
            make_pdf(directory / "files" / f"report-{n}.pdf", 20, n)
        cold = directory / "files" / "cold.pdf"
        if options.cold:
            make_pdf(cold, options.cold, 10_000)
        with serving(directory, options.workers) as (url, process):
            return asyncio.run(load(url, process, options, cold))


if __name__ == "__main__":
    sys.exit(main())
