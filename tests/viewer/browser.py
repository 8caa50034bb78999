"""A real browser in front of a real viewer: a page, and what it did that it must not do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.citations import deep_link, link_ref
from pincite.model import BBox
from pincite.registry import OpenDocument, Registry
from pincite.server.app import DocumentServer, create_server
from pincite.server.viewer.loopback import Loopback
from pincite.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

_WATCH = "addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective))"


class Shown:
    """The viewer of a server over real files."""

    def __init__(self, directory: Path) -> None:
        settings = Settings(cache_dir=directory / "cache", workers=1, libreoffice=False)
        self.server: DocumentServer = create_server(settings, Registry(settings))
        self._directory = directory
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Shown:
        self._thread.start()
        self._loopback = self._do(self._make())
        self._task = asyncio.run_coroutine_threadsafe(self._loopback.serve(), self._loop)
        return self

    def __exit__(self, *_: object) -> None:
        server = self._loopback._server
        assert server is not None
        server.should_exit = server.force_exit = True
        self._task.result(10)
        self._loopback._socket.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        self.server.desk.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _make(self) -> Loopback:
        return Loopback(self.server.desk)

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    @property
    def url(self) -> str:
        """The address that carries the token."""
        assert self.server.desk.viewer_url
        return self.server.desk.viewer_url

    def open(self, name: str, data: bytes) -> OpenDocument:
        path = self._directory / name
        path.write_bytes(data)
        opened = self.server.desk._made().open(str(path))
        assert isinstance(opened, OpenDocument)
        return opened

    def link(self, opened: OpenDocument, quote: str) -> str:
        """The link of a quote that must be verified."""
        verdict = opened.verifier.verify(quote)
        assert verdict.status == "verified", verdict
        link = deep_link(self.url, opened.document, link_ref(opened.document, verdict.matches[0]))
        assert link
        return link


class Visit:
    """A page of a browser and all that it may not do: asking other machines, breaking the policy, failing."""

    def __init__(self, page: Page, home: str) -> None:
        self.page = page
        page.set_default_timeout(15_000)
        self.faults: list[str] = []
        self.asked: list[str] = []
        page.add_init_script(_WATCH)
        page.on(
            "console", lambda m: self.faults.append(f"console: {m.text}") if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda e: self.faults.append(f"error: {e}"))
        page.on("dialog", self._dismiss)
        origin = home.split("/k/")[0] + "/"

        def pass_on(route: Any) -> None:
            url = route.request.url
            self.asked.append(url)
            if url.startswith(origin):
                route.continue_()
            else:
                self.faults.append(f"asked for {url}")
                route.abort()

        page.context.route("**/*", pass_on)

    def _dismiss(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def go(self, url: str) -> Page:
        self.page.goto(url)
        self.page.wait_for_selector("main")
        self.until("!location.pathname.startsWith('/k/') && document.readyState === 'complete'")
        return self.page

    def until(self, expression: str) -> None:
        """Waits until the expression is true. (Playwright's own way is an ``eval`` in the page, which the policy does
        not allow.)"""
        from playwright.sync_api import Error as PlaywrightError

        for _ in range(150):
            with suppress(PlaywrightError):  # the page is on its way elsewhere
                if self.page.evaluate(expression):
                    return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"never: {expression}")

    def marks(self, number: int) -> list[BBox]:
        """The marks as they are drawn on a page, in its points."""
        found = self.page.evaluate(
            """(id) => {
                const leaf = document.getElementById(id);
                const sheet = leaf.querySelector('img').getBoundingClientRect();
                const width = leaf.querySelector('svg').viewBox.baseVal.width;
                const scale = width / sheet.width;
                return [...leaf.querySelectorAll('.mark')].map((mark) => {
                    const box = mark.getBoundingClientRect();
                    return [box.left - sheet.left, box.top - sheet.top, box.right - sheet.left, box.bottom - sheet.top]
                        .map((at) => at * scale);
                });
            }""",
            f"p{number}",
        )
        return [BBox(*box) for box in found]

    def in_view(self, selector: str) -> bool:
        return bool(
            self.page.evaluate(
                """(selector) => {
                    const box = document.querySelector(selector).getBoundingClientRect();
                    return box.top >= 0 && box.bottom <= innerHeight;
                }""",
                selector,
            )
        )


@contextmanager
def visit(browser: Browser, home: str, **looks: Any) -> Iterator[Visit]:
    """A visit by a new reader; it must end without a fault."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **looks})
    try:
        made = Visit(context.new_page(), home)
        yield made
        assert made.faults == []
    finally:
        context.close()


def letter_boxes(data: bytes, page: int, words: str) -> list[BBox]:
    """The boxes of the letters of ``words`` on a page, as pdfium tells them, in points of the page as displayed."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(data)
    try:
        sheet = pdf[page - 1]
        letters = sheet.get_textpage()
        found = letters.search(words, match_case=True).get_next()
        assert found, words
        first, count = found
        boxes = [letters.get_charbox(i) for i in range(first, first + count) if letters.get_text_range(i, 1).strip()]
        turn, (wide, high) = sheet.get_rotation(), sheet.get_size()
        return [_displayed(box, turn, wide, high) for box in boxes]
    finally:
        pdf.close()


def _displayed(box: tuple[float, float, float, float], turn: int, wide: float, high: float) -> BBox:
    """A box of the page as it is written (origin bottom left) on the page as displayed, ``wide`` x ``high``."""
    left, bottom, right, top = box
    if turn == 90:
        return BBox(bottom, left, top, right)
    if turn == 270:
        return BBox(wide - top, high - right, wide - bottom, high - left)
    assert turn == 0
    return BBox(left, high - top, right, high - bottom)


def covers(marks: list[BBox], letters: list[BBox], *, slack: float = 1.0) -> bool:
    """Whether each letter lies in a mark, and no mark reaches beyond the letters of its line by more than ``slack``."""
    inside = all(any(_holds(mark, letter) for mark in marks) for letter in letters)
    return inside and all(_is_tight(mark, letters, slack) for mark in marks)


def _holds(mark: BBox, letter: BBox) -> bool:
    x, y = (letter.x0 + letter.x1) / 2, (letter.y0 + letter.y1) / 2
    return mark.x0 <= x <= mark.x1 and mark.y0 <= y <= mark.y1


def _is_tight(mark: BBox, letters: list[BBox], slack: float) -> bool:
    own = [letter for letter in letters if _holds(mark, letter)]
    if not own:
        return False
    if mark.y1 - mark.y0 > mark.x1 - mark.x0:  # it runs down the page
        return abs(min(b.y0 for b in own) - mark.y0) <= slack and abs(max(b.y1 for b in own) - mark.y1) <= slack
    return abs(min(b.x0 for b in own) - mark.x0) <= slack and abs(max(b.x1 for b in own) - mark.x1) <= slack
