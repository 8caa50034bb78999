"""What becomes of the programs that OCR starts: they end with their worker, and a hung one is stopped."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytesseract
import pytest
from mcp import Client

from pincite.identity import bytes_id
from pincite.parsers.formats import ParseOptions
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.ocr import tesseract
from pincite.parsers.pool import WorkerPool
from pincite.server.app import create_server
from pincite.server.http.app import make_app
from pincite.settings import Settings
from tests.faults.living import alive
from tests.pdfs import Pdf
from tests.scans import needs_tesseract, scanned

pytestmark = [needs_tesseract, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

HANGS = """#!{python}
import sys, time
if "--version" in sys.argv:
    print("tesseract 5.0.0")
elif "--list-langs" in sys.argv:
    print("eng")
else:
    open({mark!r}, "a").write(str(__import__("os").getpid()) + "\\n")
    time.sleep(60)
"""


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Tesseract that never ends; the file tells the numbers of its processes."""
    mark = tmp_path / "started"
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.write_text(HANGS.format(python=sys.executable, mark=str(mark)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(pytesseract.pytesseract, "environ", os.environ)  # it keeps what it saw
    return mark


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def until(what: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        threading.Event().wait(0.02)
    return True


def request(directory: Path) -> ParseRequest:
    data = scanned(Pdf(300, 200).page().text(40, 60, "Rent is due in May."))
    path = directory / "scan.pdf"
    path.write_bytes(data)
    return ParseRequest(path, "pdf", bytes_id(data), path.name, options=ParseOptions(ocr_languages="eng"))


def test_a_cancelled_job_takes_its_programs_and_their_files_along(hanging: Path, tmp_path: Path) -> None:
    pool = WorkerPool(1)
    try:
        job = pool.submit(request(tmp_path))
        assert until(lambda: hanging.exists() and bool(hanging.read_text().strip()))
        (worker,) = pool.pids()
        assert list(Path(tempfile.gettempdir()).glob(f"pincite-{worker}-*/*"))
        job.cancel()
        running = [int(line) for line in hanging.read_text().split()]
        assert until(lambda: not any(map(alive, running)))
        assert until(lambda: not list(Path(tempfile.gettempdir()).glob(f"pincite-{worker}-*")))
    finally:
        pool.close()


def running(hanging: Path) -> list[int]:
    """The programs that read a page."""
    started = hanging.read_text().split() if hanging.exists() else []
    return [pid for pid in map(int, started) if alive(pid)]


async def comes(what: Callable[[], object], seconds: float = 30.0) -> bool:
    with anyio.move_on_after(seconds):
        while not what():
            await anyio.sleep(0.02)
        return True
    return False


@pytest.fixture
def settings(tmp_path: Path, hanging: Path) -> Settings:
    """Of a server over a scan whose OCR never ends."""
    (tmp_path / "docs").mkdir()
    request(tmp_path / "docs")
    return Settings(cache_dir=tmp_path / "cache", roots=(tmp_path / "docs",), workers=1, ocr_languages="eng")


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_ocr_stops_when_the_last_who_wants_it_gives_up(mode: str, settings: Settings, hanging: Path) -> None:
    told: list[str | None] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async def open_it(scope: anyio.CancelScope) -> None:
        with scope:
            await client.call_tool("open_document", {"source": "scan.pdf"}, progress_callback=on_progress)

    scopes = anyio.CancelScope(), anyio.CancelScope()
    async with Client(create_server(settings), mode=mode) as client, anyio.create_task_group() as tasks:
        for scope in scopes:
            tasks.start_soon(open_it, scope)
        assert await comes(lambda: running(hanging) and len(told) >= 2)
        scopes[0].cancel()
        assert not await comes(lambda: not running(hanging), 0.5)
        scopes[1].cancel()
        assert await comes(lambda: not running(hanging))
    assert set(told) <= {"0 of ? pages", "0 of 1 pages"}  # no page is done before OCR has read it


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.mark.anyio
@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
async def test_a_client_whose_connection_breaks_wants_no_ocr(version: str, settings: Settings, hanging: Path) -> None:
    """Over HTTP there is nobody else to tell: the parse would go on for a client that cannot be answered."""
    call: dict[str, Any] = {"name": "open_document", "arguments": {"source": "scan.pdf"}}
    if version == "2026-07-28":
        call["_meta"] = META
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).encode()
    headers = {
        "host": "127.0.0.1:8000", "content-type": "application/json", "accept": "application/json, text/event-stream",
        "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "open_document",
    }  # fmt: skip
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/mcp", "raw_path": b"/mcp", "query_string": b"", "root_path": "", "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8000), "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
    }  # fmt: skip
    sent: list[MutableMapping[str, Any]] = []
    broken = anyio.Event()
    received = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> MutableMapping[str, Any]:
        if (message := next(received, None)) is not None:
            return message
        await broken.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    app = make_app(settings)
    async with app.router.lifespan_context(app), anyio.create_task_group() as tasks:
        tasks.start_soon(app, scope, receive, send)
        assert await comes(lambda: running(hanging)), sent
        broken.set()
        assert await comes(lambda: not running(hanging))


@pytest.mark.usefixtures("hanging")
def test_a_tesseract_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "TIMEOUT_S", 0.3)
    with pytest.raises(tesseract.OcrError, match=r"longer than 0\.3 seconds"):
        tesseract.recognise(np.full((40, 200), 255, np.uint8), "eng", 150)
