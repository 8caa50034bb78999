"""Many clients on one shared server: how long calls of reading and searching take.

    python benchmarks/load.py [--seconds 60] [--clients 100] [--pause 1.0] [--workers 2] [--documents 30] [--cold PAGES]

Starts ``pincite serve --transport http`` on documents of this run, has them parsed, then lets the clients call: half of
them in the protocol of 2026-07-28, half in that of 2025-11-25; each waits a random time around ``--pause`` seconds
between its calls, as an agent that thinks does (0: none). In the middle, a PDF of ``--cold`` pages is opened for the
first time. Says for each tool and era how many calls there were, the errors, and the 50th, 95th and 99th percentile in
ms; for the seconds of the cold parse apart. Exit status 1: an error, or p95 above 250 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

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
        self._url = url
        self._era = era
        self._timings = timings
        self._http = httpx2.AsyncClient(timeout=httpx2.Timeout(120), verify=False)  # plain HTTP needs no certificates

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        headers = {"accept": "application/json, text/event-stream", "MCP-Protocol-Version": self._era}
        if self._era == MODERN:
            prefix = "io.modelcontextprotocol"
            params["_meta"] = {f"{prefix}/protocolVersion": MODERN, f"{prefix}/clientCapabilities": {}}
            headers |= {"Mcp-Method": "tools/call", "Mcp-Name": tool}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        at = time.perf_counter()
        good, result = False, {}
        try:
            answer = await self._http.post(self._url, json=body, headers=headers)
            result = _result(answer)
            good = answer.status_code == 200 and not result.get("isError", True)
        except httpx2.TransportError as error:
            result = {"content": [{"text": repr(error)}]}
        self._timings.append(Timing(at, time.perf_counter() - at, tool, self._era, good))
        if not good:
            print("failed:", tool, str(result)[:300], file=sys.stderr)
        return result

    async def close(self) -> None:
        await self._http.aclose()


def _result(answer: httpx2.Response) -> dict[str, Any]:
    text = answer.text
    if answer.headers.get("content-type", "").startswith("text/event-stream"):
        text = [line[5:] for line in text.splitlines() if line.startswith("data:")][-1]
    return dict(json.loads(text).get("result", {}))


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
def serving(directory: Path, workers: int) -> Iterator[str]:
    """A server of its own; gives its address."""
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
                if httpx2.get(f"{url}/readyz").status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.1)
        yield f"{url}/mcp"
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


async def load(url: str, options: argparse.Namespace, cold: Path) -> int:
    timings: list[Timing] = []
    first = Caller(url, MODERN, timings)
    doc_ids = []
    for n in range(options.documents):
        said = await first.call("open_document", source=f"report-{n}.pdf")
        doc_ids.append(re.findall(r"\b[a-z2-7]{12}\b", said["content"][0]["text"])[0])
    for doc_id in doc_ids:  # the index has them all
        await first.call("search", query="revenue", doc_ids=[doc_id])
    await first.close()
    timings.clear()
    callers = [Caller(url, MODERN if n % 2 else "2025-11-25", timings) for n in range(options.clients)]
    began = time.perf_counter()
    until = began + options.seconds
    agents = [agent(caller, doc_ids, until, options.pause, n) for n, caller in enumerate(callers)]
    if options.cold:
        opening = asyncio.create_task(cold_parse(url, cold, timings, options.seconds / 2))
        await asyncio.gather(*agents)
        from_s, to_s = await opening
    else:
        from_s = to_s = began
        await asyncio.gather(*agents)
    return report(timings, from_s, to_s, time.perf_counter() - began)


def report(timings: list[Timing], from_s: float, to_s: float, seconds: float) -> int:
    calls = [t for t in timings if t.tool != "open_document"]
    quick = [t for t in calls if t.tool in ("read", "search")]
    during = [t for t in quick if t.at < to_s and t.at + t.seconds > from_s]
    quiet = [t for t in quick if t not in set(during)]
    print(f"{len(calls) / seconds:.0f} calls/s; the cold document took {to_s - from_s:.1f} s")
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
        with serving(directory, options.workers) as url:
            return asyncio.run(load(url, options, cold))


if __name__ == "__main__":
    sys.exit(main())
