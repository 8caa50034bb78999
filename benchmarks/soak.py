"""Mixed calls to a real server over stdio for minutes: what it holds must not grow.

    python -m benchmarks.soak [--minutes 10] [--seed 1]

Some callers at once open, read, search, verify, list, look into tables and forget: documents of all formats, small and
large, old and always new ones, encrypted, broken and missing ones; some calls are nonsense, some are given up. The
cache has a low ceiling, so that documents are pushed out of it all the time. Every few seconds a line tells what the
server and its workers hold; at the end it is judged: memory without a slope once all is warm, no more open files, no
process and no temporary file left, the cache below its ceiling, and nothing but typed errors.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import TextContent

from benchmarks.fuzzing.seeds import MUTATORS, SUFFIXES, seeds_of
from benchmarks.processes import Held, command_of, descendants, held_by
from tests.contract.conftest import report_pdf
from tests.pdfs import Pdf

CALLERS = 6
CACHE_MB = 1
_SLACK_MB = 16  # of the cache: its database, journal and the index
_WARM = 0.4  # of the time; then the slope counts
_GROWTH_MB = 30.0  # in an hour of use, that is in the whole run
_FILES = 24  # more open files than when it was warm: connections of threads come and go
_LARGE_PAGES = 60
_EVERY_S = 5.0
_NOWHERE = ("missing.pdf", "../../etc/passwd", "", "ftp://example.org/", "http://127.0.0.1/", "\x00")
_DOC_ID = re.compile(r"doc_id (\w{12})")
_CODE = re.compile(r"\[([a-z_]+)\]")
_UNTYPED = ("?", "internal_error", "parser_error", "worker_crashed", "timeout")


@dataclass(slots=True)
class Sample:
    """What is held at ``at`` seconds after the start, the size of the cache in MB and the number of temporary files."""

    at: float
    held: Held
    cache_mb: float
    temporary: int


@dataclass(slots=True)
class Soak:
    """The callers of one server, and what they have seen."""

    client: Client
    docs: Path
    chance: Random
    known: list[str] = field(default_factory=list)  # ids of documents
    calls: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    made: int = 0

    async def call_until(self, end: float) -> None:
        while time.monotonic() < end:
            tool, arguments = self._choose()
            self.calls[tool] += 1
            try:
                with anyio.move_on_after(self.chance.random() if self.chance.random() < 0.06 else 120) as scope:
                    await self._call(tool, arguments)
                self.calls["(given up)"] += scope.cancelled_caught
            except MCPError as error:
                self.codes[f"protocol: {error}"[:60]] += 1

    async def _call(self, tool: str, arguments: dict[str, object]) -> None:
        result = await self.client.call_tool(tool, arguments)
        block = result.content[0]
        assert isinstance(block, TextContent)
        if result.is_error:
            found = _CODE.findall(block.text)
            self.codes[found[-1] if found else "?"] += 1
        elif tool == "open_document" and (doc_id := _DOC_ID.search(block.text)):
            self.known = [*self.known[-200:], doc_id[1]]

    def _choose(self) -> tuple[str, dict[str, object]]:
        chance = self.chance
        doc_id = chance.choice(self.known) if self.known and chance.random() < 0.95 else "nosuchthing1"
        ref = chance.choice(("all", "s0", "p1", "page 2", "t0", "b0-b3", "nonsense", "p999"))
        arguments: dict[str, dict[str, object]] = {
            "open_document": self._source(),
            "get_outline": {"doc_id": doc_id},
            "read": {"doc_id": doc_id, "refs": [ref], "max_tokens": chance.choice((300, 4000, -1))},
            "search": {"query": chance.choice(("revenue", '"the board met"', "zebra", "")), "limit": 5}
            | ({"doc_ids": [doc_id]} if chance.random() < 0.7 else {}),
            "get_table": {"doc_id": doc_id, "table": "t0", "format": chance.choice(("markdown", "csv", "nonsense"))},
            "verify_citations": {"citations": [{"doc_id": doc_id, "quote": "revenue of 1,234 million euros"}]},
            "list_documents": {"limit": chance.choice((1, 20, 0))},
            "forget_document": {"doc_id": doc_id},
        }
        weights = (40, 8, 20, 8, 8, 8, 4, 4)
        tool = chance.choices(list(arguments), weights)[0]
        return tool, arguments[tool]

    def _source(self) -> dict[str, object]:
        """Mostly a file that is there, often a new one."""
        files = sorted(path.name for path in self.docs.iterdir())
        how = self.chance.random()
        if how < 0.05:
            return {
                "source": self.chance.choice(
                    ("missing.pdf", "../../etc/passwd", "", "ftp://x.org/", "http://127.0.0.1/")
                )
            }
        if how < 0.35:
            return {"source": self._new_file()}
        if how < 0.4:
            return {"source": "locked.pdf", "password": self.chance.choice(("sesame", "wrong"))}
        return {"source": self.chance.choice(files), "refresh": self.chance.random() < 0.2}

    def _new_file(self) -> str:
        """A document that was never there, in place of one of the earlier ones; one of five is damaged."""
        self.made += 1
        format = self.chance.choice(list(MUTATORS))
        seeds = _SEEDS[format]
        data = self.chance.choice(seeds)
        if self.chance.random() < 0.2:
            data = MUTATORS[format](data, seeds, self.chance)
        elif format == "pdf":
            data = report_pdf(f"Report {self.made}").bytes()
        elif format == "scan":
            data += b"\n%% %d\n" % self.made
        else:
            data += b" " * (self.made % 5000) if format in ("text", "markdown", "html") else b""
        name = f"new{self.made % 40}{SUFFIXES[format][0]}"
        (self.docs / name).write_bytes(data)
        return name


_SEEDS = {format: seeds_of(format, [], 0) for format in MUTATORS}


def fill(docs: Path) -> None:
    """The files that stay: one of each format, large ones, an encrypted one, one that is nothing."""
    for format, seeds in _SEEDS.items():
        for n, data in enumerate(seeds):
            (docs / f"own{n}{SUFFIXES[format][0]}").write_bytes(data)
    pdf = Pdf(title="A large book")
    for n in range(_LARGE_PAGES):
        pdf.page().bookmark(f"Chapter {n}", 1, 60).text(72, 60, f"Chapter {n}", size=18, bold=True)
        for i in range(10):
            pdf.paragraph(
                72, 100 + 60 * i, 460, f"On page {n} the board met {i} times and agreed on {n * i} things. " * 4
            )
    (docs / "large.pdf").write_bytes(pdf.bytes())
    (docs / "large.txt").write_text("The board met in May and agreed on revenue.\n\n" * 20_000)
    (docs / "large.html").write_bytes(_SEEDS["html"][0].replace(b"</body>", b"<p>The board met again.</p>" * 20_000))
    (docs / "locked.pdf").write_bytes(report_pdf("Locked").bytes(password="sesame"))
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"\x00garbage\xff" * 500)


async def soak(minutes: float, seed: int, home: Path) -> list[str]:
    """Runs it in a directory of its own; what was wrong."""
    docs, cache, temporary = home / "docs", home / "cache", home / "tmp"
    for directory in (docs, cache, temporary):
        directory.mkdir()
    fill(docs)
    arguments = [
        "-m",
        "pincite",
        "serve",
        "--root",
        str(docs),
        "--cache-dir",
        str(cache),
        "--cache-max-mb",
        str(CACHE_MB),
    ]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    parameters = StdioServerParameters(
        command=sys.executable, args=[*arguments, "--workers", "2", "--worker-memory-mb", "2048"], env=environment
    )
    samples: list[Sample] = []
    async with Client(parameters) as client:
        (server,) = [pid for pid in descendants(os.getpid()) if "pincite serve" in command_of(pid)]
        run = Soak(client, docs, Random(seed))
        begun = time.monotonic()
        end = begun + 60 * minutes

        async def watch() -> None:
            while time.monotonic() < end:
                await anyio.sleep(_EVERY_S)
                samples.append(_sample(server, time.monotonic() - begun, cache, temporary))
                _tell(samples[-1], run)

        async with anyio.create_task_group() as tasks:
            for _ in range(CALLERS):
                tasks.start_soon(run.call_until, end)
            tasks.start_soon(watch)
        await anyio.sleep(2)
        samples.append(_sample(server, time.monotonic() - begun, cache, temporary))
        _tell(samples[-1], run)
    await anyio.sleep(1)
    left = [command_of(pid) for pid in descendants(os.getpid())]
    print(f"calls: {dict(run.calls)}\nerrors: {dict(run.codes)}")
    return judged(samples, run.codes) + [f"a process is left: {command[:120]}" for command in left if command]


def _sample(server: int, at: float, cache: Path, temporary: Path) -> Sample:
    sizes = 0
    for path in cache.rglob("*"):
        try:
            sizes += path.stat().st_size if path.is_file() else 0
        except OSError:  # gone meanwhile
            continue
    return Sample(at, held_by(server), sizes / 1e6, sum(1 for path in temporary.rglob("*") if path.is_file()))


def _tell(sample: Sample, run: Soak) -> None:
    held = sample.held
    print(
        f"{sample.at:5.0f} s {run.calls.total():6} calls; server {held.own_mb:4.0f} MB, {held.files:3} files, "
        f"{held.threads:3} threads; {held.below} below it, {held.below_mb:4.0f} MB; cache {sample.cache_mb:4.1f} MB; "
        f"{sample.temporary} temporary",
        flush=True,
    )


def judged(samples: Sequence[Sample], codes: Counter[str]) -> list[str]:
    """What was wrong. ``samples`` are of the whole run, the last one of its end, when nobody calls any more."""
    end = samples[-1]
    warm = [s for s in samples if s.at >= _WARM * end.at]
    wrong = [
        f"{count} calls ended with {code}" for code, count in codes.items() if code in _UNTYPED or "protocol" in code
    ]
    for name, sizes in (
        ("the server", [s.held.own_mb for s in warm]),
        ("its workers", [s.held.below_mb for s in warm]),
    ):
        grown, error = (end.at * value for value in slope([s.at for s in warm], sizes))
        print(f"memory of {name}: {sizes[0]:.0f} MB when warm, {sizes[-1]:.0f} at the end, {grown:+.0f} ± {error:.0f}")
        if grown - 2 * error > _GROWTH_MB:
            wrong.append(f"the memory of {name} grows by {grown:.0f} MB a run")
    if end.held.below > max(s.held.below for s in warm[: len(warm) // 2]):
        wrong.append(f"{end.held.below} processes below the server at the end")
    if end.held.files > warm[0].held.files + _FILES:
        wrong.append(f"open files: {warm[0].held.files} when warm, {end.held.files} at the end")
    if zombies := max(s.held.zombies for s in samples[-2:]):
        wrong.append(f"{zombies} processes are not reaped")
    if end.temporary:
        wrong.append(f"{end.temporary} temporary files are left")
    if (largest := max(s.cache_mb for s in samples)) > CACHE_MB + _SLACK_MB:
        wrong.append(f"the cache grew to {largest:.0f} MB")
    return wrong


def slope(at: Sequence[float], sizes: Sequence[float]) -> tuple[float, float]:
    """MB a second by least squares, with its standard error: workers are renewed, so what they hold goes up and down
    by a third of it."""
    if len(at) < 3:
        return 0.0, 0.0
    line = statistics.linear_regression(at, sizes)
    off = [size - line.intercept - line.slope * x for x, size in zip(at, sizes, strict=True)]
    spread = sum((x - statistics.fmean(at)) ** 2 for x in at)
    return line.slope, (sum(o * o for o in off) / (len(at) - 2) / spread) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as home:
        wrong = anyio.run(soak, options.minutes, options.seed, Path(home).resolve())
    print("\n".join(wrong) or "nothing grew, nothing is left")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
