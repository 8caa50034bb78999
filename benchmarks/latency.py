"""How long a client waits: start of the server, a cached open, a read, a search, a verification.

    python benchmarks/latency.py FILE.pdf [--runs 20]

The server is a real process on stdio, driven by the SDK's client; times are medians and the slowest of the runs, as
the client sees them. ``registry open`` is the same open without the protocol, in this process, with an empty memory
each time.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from pincite.registry import Registry
from pincite.settings import Settings


def report(name: str, seconds: list[float]) -> None:
    median, slowest = statistics.median(seconds) * 1000, max(seconds) * 1000
    print(f"{name:24} median {median:8.1f} ms   slowest {slowest:8.1f} ms   n={len(seconds)}")


async def timed(runs: int, call: Callable[[], Awaitable[Any]]) -> list[float]:
    out = []
    for _ in range(runs):
        start = time.perf_counter()
        await call()
        out.append(time.perf_counter() - start)
    return out


def server(path: Path, cache: Path) -> StdioServerParameters:
    args = ["-m", "pincite", "serve", "--root", str(path.parent), "--cache-dir", str(cache)]
    return StdioServerParameters(command=sys.executable, args=args)


async def first_answer(path: Path, cache: Path) -> None:
    async with Client(server(path, cache)) as client:
        await client.call_tool("list_documents", {})


async def calls(path: Path, cache: Path, runs: int) -> None:
    async with Client(server(path, cache)) as client:

        async def tool(tool_name: str, **arguments: Any) -> Any:
            result = await client.call_tool(tool_name, arguments)
            assert not result.is_error, result.content
            return result

        opened = await tool("open_document", source=path.name)
        match = re.search(r"\b[a-z2-7]{12}\b", opened.content[0].text)
        assert match
        doc = match[0]
        await tool("search", query="revenue", doc_ids=[doc])
        report("open_document (cached)", await timed(runs, lambda: tool("open_document", source=path.name)))
        report("get_outline", await timed(runs, lambda: tool("get_outline", doc_id=doc)))
        report("read", await timed(runs, lambda: tool("read", doc_id=doc, refs=["p10"])))
        report("search", await timed(runs, lambda: tool("search", query="total revenue in the year", doc_ids=[doc])))
        quote = {"doc_id": doc, "quote": "the company and its subsidiaries"}
        report("verify_citations", await timed(runs, lambda: tool("verify_citations", citations=[quote])))


def registry_open(path: Path, cache: Path, runs: int) -> list[float]:
    out = []
    settings = Settings.from_env({}, cache_dir=cache, roots=[path.parent])
    for _ in range(runs + 1):
        registry = Registry(settings)
        start = time.perf_counter()
        registry.open(str(path), wait_s=None)
        out.append(time.perf_counter() - start)
        registry.close()
        time.sleep(0.3)  # the processes and threads of the last one have ended
    return out[1:]  # the first may parse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    path = options.file.resolve()
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        report("registry open (cached)", registry_open(path, cache, options.runs))
        report("start to first answer", asyncio.run(timed(5, lambda: first_answer(path, cache))))
        asyncio.run(calls(path, cache, options.runs))


if __name__ == "__main__":
    main()
