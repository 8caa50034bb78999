"""A server that gets one damaged file after the other, and the judge of what it does with each."""

from __future__ import annotations

import inspect
import os
import re
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import anyio
from mcp import Client, MCPError
from mcp.types import TextContent

from benchmarks.fuzzing.havoc import BAIT_PORT, BAIT_WORDS
from benchmarks.fuzzing.watch import FACTS, PARSER, Facts
from pincite import errors
from pincite.cache.codec import decode
from pincite.cache.store import DocumentKey
from pincite.model import Document
from pincite.parsers.formats import ParseOptions
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.pool import WorkerPool
from pincite.registry import OpenDocument, Registry
from pincite.server.app import create_server
from pincite.settings import Settings
from pincite.sources import SourcePolicy, content_id, locate

SECONDS = 120.0  # for one parse; the slowest of such small files takes one, on a machine with nothing else to do
_MEMORY_MB, _PEAK_MB = 2048, 800  # the worker's limit, and what no small file should need
_CPU_S = 10.0
_FILE_MB = 50
_OPTIONS = ParseOptions(comments=True)
_CODE = re.compile(r"\[([a-z_]+)\]")
_CODES = frozenset(
    word
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    for word in re.findall(r"[a-z]+(?:_[a-z]+)*", kind.__doc__ or "")
)
_FAULTS = {"worker_crashed": "crash", "timeout": "hang", "parser_error": "untyped", "internal_error": "untyped"}


class Finding(NamedTuple):
    """What was wrong: ``kind`` is crash, hang, memory, untyped, leak, network, files, slow or senseless."""

    kind: str
    words: str

    @property
    def place(self) -> str:
        """The same for all findings with one cause, as far as one can tell: the last line of a trace, or the words."""
        lines = [line.strip() for line in self.words.strip().splitlines()]
        own = [line for line in lines if "/pincite/" in line and line.startswith("File")]
        last = re.sub(r"\d+|'[^']*'", "#", lines[-1]) if lines else ""
        return f"{self.kind}: {last[:100]}" + (f" @ {own[-1].split('/pincite/')[-1]}" if own else "")


class Outcome(NamedTuple):
    """``code`` of the refusal, ``""`` where the file was opened."""

    finding: Finding | None
    code: str
    facts: Facts


@dataclass(slots=True)
class Trial:
    """A server with its client, in a directory of its own."""

    client: Client
    registry: Registry
    pool: WorkerPool
    directory: Path
    bait: socket.socket

    async def judge(self, data: bytes, suffix: str, *, tools: bool = True) -> Outcome:
        """Opens the file and, with its ``tools``, reads it in every way; the first thing that is wrong."""
        path = self.directory / "docs" / f"input{suffix}"
        path.write_bytes(data)
        code, finding = "", None
        try:
            with anyio.fail_after(SECONDS * 3):
                code, finding = await (self._use(path) if tools else anyio.to_thread.run_sync(self._parse, path))
        except TimeoutError:
            finding = Finding("hang", "the server did not answer")
        except MCPError as error:
            finding = Finding("untyped", f"a call ended with {error}")
        facts = Facts.load(self.directory / "facts.json")
        return Outcome(self._trespass(facts) or self._explained(finding, facts) or _costly(facts), code, facts)

    def _parse(self, path: Path) -> tuple[str, Finding | None]:
        """What the registry does to have a document, without keeping it: ten times faster than all the tools."""
        try:
            found = locate(str(path), self._policy)
            request = ParseRequest(found.path, found.format, content_id(path), found.name, options=_OPTIONS)
            opened = OpenDocument(decode(self.pool.submit(request).result()), DocumentKey("", "", ""))
        except errors.PinciteError as error:
            return error.code, _judged(error.for_model())
        assert opened.costs.total >= 0  # with its outline
        return "", _senseless(opened.document) or _leak(opened.document.text)

    @property
    def _policy(self) -> SourcePolicy:
        return SourcePolicy((self.directory / "docs",), _FILE_MB, False)

    async def _use(self, path: Path) -> tuple[str, Finding | None]:
        failed, opened = await self._call("open_document", source=path.name)
        if failed:
            return code_of(opened), _judged(opened)
        doc_id = opened.split()[1]
        doc = self.registry.get(doc_id).document
        finding = _senseless(doc) or _leak(doc.text)
        quote = next((doc.text[b.start : b.end] for b in doc.blocks if b.end - b.start > 20), "")
        calls: list[tuple[str, dict[str, object]]] = [
            ("get_outline", {"doc_id": doc_id}),
            ("verify_citations", {"citations": [{"quote": quote[:300] or "revenue", "doc_id": doc_id}]}),
            ("search", {"query": quote[:60] or "revenue", "doc_ids": [doc_id]}),
        ]
        if doc.blocks:
            calls.append(("read", {"doc_id": doc_id, "refs": ["all"]}))
        if doc.tables:
            calls.append(("get_table", {"doc_id": doc_id, "table": "t0"}))
        calls.append(("forget_document", {"doc_id": doc_id}))
        for tool, arguments in calls:
            failed, text = await self._call(tool, **arguments)
            finding = finding or _leak(text) or (_judged(text, tool) if failed else None)
        return "", finding

    async def _call(self, tool: str, **arguments: object) -> tuple[bool, str]:
        """Whether it failed, and its text: the code where it failed with one."""
        result = await self.client.call_tool(tool, arguments)
        block = result.content[0]
        assert isinstance(block, TextContent)
        return bool(result.is_error), block.text

    def _trespass(self, facts: Facts) -> Finding | None:
        if facts.trespasses:
            return Finding("network" if "socket" in facts.trespasses[0] else "files", "\n".join(facts.trespasses))
        try:
            self.bait.accept()[0].close()
            return Finding("network", "somebody came to the port")
        except BlockingIOError:
            pass
        left = [p for where in ("tmp", "home") for p in (self.directory / where).rglob("*") if p.is_file()]
        for path in left:
            path.unlink()
        return Finding("files", f"left behind: {[p.name for p in left]}") if left else None

    def _explained(self, finding: Finding | None, facts: Facts) -> Finding | None:
        if finding is not None and facts.trace:
            return Finding(finding.kind, facts.trace)
        return finding


@asynccontextmanager
async def server_on_trial() -> AsyncIterator[Trial]:
    """A server with one worker, in a new directory; temporary files and the home directory are there, too, so that
    whatever is left in them shows."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name, socket.socket() as bait:
        directory = Path(name).resolve()
        for part in ("docs", "tmp", "home", "cache"):
            (directory / part).mkdir()
        bait.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bait.bind(("127.0.0.1", BAIT_PORT))
        bait.listen()
        bait.setblocking(False)
        os.environ |= {
            FACTS: str(directory / "facts.json"), "TMPDIR": str(directory / "tmp"), "HOME": str(directory / "home"),
        }  # fmt: skip
        settings = Settings(
            cache_dir=directory / "cache",
            roots=(directory / "docs",),
            cache_max_mb=50,
            max_file_mb=_FILE_MB,
            comments=True,
        )
        pool = WorkerPool(1, parser=PARSER, memory_mb=_MEMORY_MB, timeout_s=SECONDS)
        registry = Registry(settings, pool=pool)
        try:
            async with Client(create_server(settings, registry, open_wait_s=SECONDS * 2)) as client:
                yield Trial(client, registry, pool, directory, bait)
        finally:
            registry.close()
            os.environ.clear()
            os.environ |= before


def code_of(text: str) -> str:
    """The code of a refusal; ``?`` where it has none."""
    codes = _CODE.findall(text)
    return codes[-1] if codes else "?"


def _judged(text: str, tool: str = "open_document") -> Finding | None:
    """What is wrong with a refusal, if anything is."""
    code = code_of(text)
    if code in _FAULTS:
        return Finding(_FAULTS[code], f"{tool}: {text}")
    if code not in _CODES:
        return Finding("untyped", f"{tool}: {text}")
    if code == "too_large" and "more memory" in text:
        return Finding("memory", text)
    if tool != "open_document":
        return Finding("untyped", f"{tool} refuses what was opened: {text}")
    return _leak(text)


def _leak(text: str) -> Finding | None:
    return Finding("leak", "the words of another file came back") if BAIT_WORDS in text else None


def _costly(facts: Facts) -> Finding | None:
    if facts.peak_mb > _PEAK_MB:
        return Finding("memory", f"a peak of {facts.peak_mb:.0f} MB")
    if facts.cpu > _CPU_S:
        return Finding("slow", f"{facts.cpu:.0f} CPU seconds")
    return None


def _senseless(doc: Document) -> Finding | None:
    """A document that breaks what each document promises."""
    text = doc.text
    try:
        text.encode()
    except UnicodeEncodeError:
        return Finding("senseless", "half a character in the text")
    pages = {page.number for page in doc.pages}
    for one, other in pairwise(doc.blocks):
        if text[one.end : other.start] != "\n\n":
            return Finding("senseless", "blocks that touch")
    for block in doc.blocks:
        if not text[block.start : block.end].strip():
            return Finding("senseless", "an empty block")
        if any(not block.start <= r.start < r.end <= block.end or r.page not in pages for r in block.regions):
            return Finding("senseless", "a region outside its block or pages")
    for table in doc.tables:
        block = doc.blocks[table.block]
        if any(not block.start <= cell.start <= cell.end <= block.end for cell in table.cells):
            return Finding("senseless", "a cell outside its table")
    return None
