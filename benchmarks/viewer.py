"""How soon the viewer shows the first page of a cached document of 200 pages, in the server and in a browser.

python -m benchmarks.viewer [FILE]
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import httpx2

from pincite.registry import OpenDocument, Registry
from pincite.server.app import create_server
from pincite.server.viewer.loopback import Loopback
from pincite.settings import Settings
from pincite.sources.browser.finding import find_browser

_PAGES = 200


def book() -> bytes:
    """A text of 200 pages with a title on every tenth."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out)
    for page in range(_PAGES):
        if page % 10 == 0:
            canvas.bookmarkPage(f"c{page}")
            canvas.addOutlineEntry(f"Chapter {page // 10 + 1}", f"c{page}")
        for line in range(44):
            canvas.drawString(
                72, 760 - line * 15, f"Line {line} of page {page} tells what happened in year {page * line}."
            )
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def cached(path: Path, settings: Settings) -> str:
    registry = Registry(settings)
    try:
        opened = registry.open(str(path))
        assert isinstance(opened, OpenDocument)
        return opened.document.doc_id
    finally:
        registry.close()


async def serve(settings: Settings, path: Path, doc_id: str) -> None:
    server = create_server(settings)
    loopback = Loopback(server.desk)
    task = asyncio.create_task(loopback.serve())
    try:
        await server.desk.work(server.desk.prewarm)
        await server.desk.work(lambda: server.desk.registry.begin(str(path)).wait(60))
        assert server.desk.viewer_url
        await asyncio.to_thread(measure, server.desk.viewer_url, doc_id)
    finally:
        await loopback.close(task)
        server.desk.close()


def measure(url: str, doc_id: str) -> None:
    base = url.split("/k/")[0]
    with httpx2.Client(base_url=base, timeout=60) as client:
        client.get(url.removeprefix(base))
        for name, path in (
            ("page, cold", f"/d/{doc_id}"),
            ("page, warm", f"/d/{doc_id}"),
            ("page with a mark", f"/d/{doc_id}?a=p100"),
            ("picture, cold", f"/d/{doc_id}/p/1.png?w=700"),
            ("picture, warm", f"/d/{doc_id}/p/1.png?w=700"),
            ("words over it", f"/d/{doc_id}/p/1"),
        ):
            begin = time.perf_counter()
            answer = client.get(path)
            answer.raise_for_status()
            print(f"{name:18} {1000 * (time.perf_counter() - begin):7.0f} ms {len(answer.content) / 1000:8.0f} kB")
    if find_spec("playwright") and find_browser("auto"):
        thread = threading.Thread(target=in_browser, args=(url, doc_id))
        thread.start()
        thread.join()


def in_browser(url: str, doc_id: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser("auto"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(url)
        for name in ("browser, first", "browser, again"):
            begin = time.perf_counter()
            page.goto(f"{url.split('/k/')[0]}/d/{doc_id}")
            while not page.evaluate("document.querySelector('#p1 img').naturalWidth"):
                page.wait_for_timeout(5)
            print(f"{name:18} {1000 * (time.perf_counter() - begin):7.0f} ms until the first page is seen")
        browser.close()


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        path = Path(arguments[0]).resolve() if arguments else directory / "book.pdf"
        if not arguments:
            path.write_bytes(book())
        settings = Settings(cache_dir=directory / "cache")
        asyncio.run(serve(settings, path, cached(path, settings)))


if __name__ == "__main__":
    main(sys.argv[1:])
