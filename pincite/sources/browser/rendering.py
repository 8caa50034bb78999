"""One browser for the process, in a thread of its own: started for the first page, closed when nothing is asked."""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.errors import ParseError, PinciteError, SourceError
from pincite.sources.browser.finding import find_browser
from pincite.sources.browser.gateway import Gateway
from pincite.sources.browser.local import LocalPage
from pincite.sources.locate import Source
from pincite.sources.web.addresses import Guard, Resolve, private
from pincite.sources.web.answers import name_of
from pincite.sources.web.fetching import Download, Known, Origin, save_page
from pincite.sources.web.policy import WebPolicy
from pincite.sources.web.proxy import read_proxy
from pincite.sources.web.urls import base_of, shown, web_url

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response, Route

_IDLE_S = 60.0
_PAGE_S = 30.0  # for one page, of the time that a download may take
_SETTLE_S = 5.0  # for what it still loads after its programs have started
_CLOSE_S = 5.0
_MOVES = 4  # from one address to the next by itself, at most
_PAGE_MB = 100  # for all that one page loads
_EDGE = "0.6in"  # of paper
_SKIPPED = frozenset({"image", "media", "font"})
_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--max-old-space-size=1024",  # MB that the programs of one page may fill
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # names are looked up by the gateway only
)


class _Errand(NamedTuple):
    url: str
    policy: WebPolicy
    guard: Guard
    outcome: Future[tuple[str, str | bytes]]
    local: LocalPage | None = None
    printed: bool = False


def render(
    url: str, policy: WebPolicy, directory: Path, *, stop: threading.Event | None = None, resolve: Resolve | None = None
) -> Download:
    """The page behind ``url`` as a browser shows it, as a file of HTML in ``directory``. ``stop`` ends the waiting.

    Raises ``SourceError``: browser_unavailable, timeout, http_status, too_large and what ``fetch`` refuses;
    ``ParseError`` cancelled.
    """
    policy.check()
    address = web_url(url)
    if policy.browser == "off":
        raise _unavailable("No browser may be used here (PINCITE_BROWSER=off).")
    guard = Guard(policy.allow_private_urls, resolve)
    ask = guard.check if policy.proxy else guard.addresses
    ask(address.raw_host.decode(), address.port or (443 if address.scheme == "https" else 80), _PAGE_S)
    errand = _Errand(str(address), policy, guard, Future())
    _submit(errand)
    end, html = _awaited(errand, stop or threading.Event())
    assert isinstance(html, str)
    source = save_page(html.encode("utf-8", "replace"), name_of(end, {}), policy, directory)
    return Download(source, Known("", "", base_of(end)), Origin(base_of(end), "utf-8"))


def render_file(source: Source, policy: WebPolicy, directory: Path, *, stop: threading.Event | None = None) -> Download:
    """The page in a file as a browser without a network shows it. Raises ``SourceError``: browser_unavailable, timeout,
    too_large; ``ParseError`` cancelled."""
    if policy.browser == "off":
        raise _unavailable("No browser may be used here (PINCITE_BROWSER=off).")
    local = LocalPage(source.path)
    errand = _Errand(local.address, policy, Guard(), Future(), local)
    _submit(errand)
    _, html = _awaited(errand, stop or threading.Event())
    assert isinstance(html, str)
    shown = save_page(html.encode("utf-8", "replace"), source.name, policy, directory)
    return Download(shown, Known("", "", ""), Origin(None, "utf-8"))


def print_file(path: Path, policy: WebPolicy, *, stop: threading.Event | None = None) -> bytes:
    """The page in a file as a browser without a network prints it: a PDF. Raises as ``render_file``."""
    if policy.browser == "off":
        raise _unavailable("No browser may be used here (PINCITE_BROWSER=off).")
    local = LocalPage(path)
    errand = _Errand(local.address, policy, Guard(), Future(), local, printed=True)
    _submit(errand)
    _, pdf = _awaited(errand, stop or threading.Event())
    assert isinstance(pdf, bytes)
    return pdf


def close() -> None:
    """Closes the browser, if one is open, and waits until it is: a process must not end over it."""
    gone = threading.Event()
    if _submit(gone):
        gone.wait(_CLOSE_S)


def _awaited(errand: _Errand, stop: threading.Event) -> tuple[str, str | bytes]:
    while True:
        try:
            return errand.outcome.result(0.2)
        except TimeoutError:
            if stop.is_set():
                errand.outcome.cancel()
                raise ParseError("The page was given up.", code="cancelled", hint="Open it again.") from None


class _Thread:
    """The thread that has the browser; nobody else may touch it."""

    def __init__(self) -> None:
        self.errands: queue.SimpleQueue[_Errand | threading.Event] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, daemon=True, name="pincite-browser")
        self.thread.start()

    def _run(self) -> None:
        """Works, and puts the browser away when nothing has been asked for a while."""
        while True:
            with contextlib.ExitStack() as open_things:
                gone = self._work(open_things)
            if gone is not None:
                gone.set()

    def _work(self, open_things: contextlib.ExitStack) -> threading.Event | None:
        """Does errands until nothing has been asked for a while, or until somebody wants to know the browser gone."""
        browser: dict[str, tuple[Browser, Gateway]] = {}
        while True:
            try:
                errand = self.errands.get(timeout=_IDLE_S if browser else None)
            except queue.Empty:
                return None
            if isinstance(errand, threading.Event):
                return errand
            if errand.outcome.set_running_or_notify_cancel():
                self._do(errand, browser, open_things)

    def _do(
        self, errand: _Errand, browsers: dict[str, tuple[Browser, Gateway]], open_things: contextlib.ExitStack
    ) -> None:
        try:
            setting = errand.policy.browser
            if setting not in browsers or not browsers[setting][0].is_connected():
                browsers.clear()
                open_things.pop_all().close()
                browsers[setting] = open_things.enter_context(_started(setting))
            errand.outcome.set_result(_show(*browsers[setting], errand))
        except PinciteError as error:
            errand.outcome.set_exception(error)
        except Exception as error:  # noqa: BLE001 - the edge of a foreign library: whatever it raises is this page's failure
            errand.outcome.set_exception(_failed(errand.url, error))


_lock = threading.Lock()
_threads: list[_Thread] = []


def _submit(errand: _Errand | threading.Event) -> bool:
    """Hands an errand to the thread; whether there is one, which only a page to show begins."""
    with _lock:
        if not _threads:
            if isinstance(errand, threading.Event):
                return False
            _threads.append(_Thread())
        _threads[0].errands.put(errand)
        return True


@contextlib.contextmanager
def _started(setting: str) -> Iterator[tuple[Browser, Gateway]]:
    """A browser that reaches the network through its gateway only."""
    program = find_browser(setting)
    if find_spec("playwright") is None:
        raise _unavailable("The page needs a browser, and the package that drives one is not installed.")
    from playwright.sync_api import Error, sync_playwright

    gateway = Gateway()
    try:
        with sync_playwright() as playwright:
            try:
                browser = playwright.chromium.launch(
                    executable_path=program,
                    headless=True,
                    args=list(_FLAGS),
                    chromium_sandbox=_may_sandbox(),
                    proxy={
                        "server": gateway.url,
                        "bypass": "<-loopback>",
                        "username": gateway.user,
                        "password": gateway.password,
                    },
                )
            except Error:
                raise _unavailable("The page needs a browser, and none could be started.") from None
            try:
                yield browser, gateway
            finally:
                with contextlib.suppress(Error):
                    browser.close()
    finally:
        gateway.close()


_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv", "/etc/containerenv")  # of Docker, Podman, our own images


def _may_sandbox() -> bool:
    """Chromium cannot sandbox itself as root, nor in most containers."""
    if sys.platform != "linux":
        return True
    import os

    return os.geteuid() != 0 and not any(Path(mark).exists() for mark in _CONTAINER_MARKS)


def _show(browser: Browser, gateway: Gateway, errand: _Errand) -> tuple[str, str | bytes]:
    """The address at which the page ends, and its HTML, or its PDF where it is to be printed."""
    policy = errand.policy
    seconds = min(_PAGE_S, policy.fetch_timeout)
    if errand.local is None:
        gateway.open(errand.guard, _PAGE_MB * 1_000_000, seconds + _SETTLE_S, read_proxy(policy.proxy))
    context = browser.new_context(accept_downloads=False, service_workers="block")
    try:
        context.set_default_timeout(seconds * 1000)
        page = context.new_page()
        context.on("page", lambda other: other.close() if other is not page else None)
        context.route("**/*", _only_what_is_read if errand.local is None else _only_files(errand.local))
        context.route_web_socket("**/*", lambda socket: socket.close())
        page.on("dialog", lambda dialog: dialog.dismiss())
        response = page.goto(errand.url, wait_until="domcontentloaded")
        _check(response, page, gateway)
        shown = _pdf_of(page) if errand.printed else _html_of(page)
        _check(response, page, gateway)
        return page.url, shown
    except Exception:
        if gateway.refused:
            raise private(sorted(gateway.refused)[0]) from None
        raise
    finally:
        gateway.shut()
        context.close()


def _only_what_is_read(route: Route) -> None:
    if route.request.resource_type in _SKIPPED or not route.request.url.startswith(
        ("http:", "https:", "data:", "blob:")
    ):
        route.abort()
    else:
        route.continue_()


def _only_files(local: LocalPage) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        url = route.request.url
        found = None if route.request.resource_type in _SKIPPED else local.answer(url)
        if found is not None:
            route.fulfill(body=found.body, content_type=found.type)
        elif url.startswith(("data:", "blob:")):
            route.continue_()
        else:
            route.abort()

    return answer


def _check(response: Response | None, page: Page, gateway: Gateway) -> None:
    """Refuses a page that went where it must not, or that is an error."""
    address = web_url(page.url)
    host = address.raw_host.decode()
    if host in gateway.refused:
        raise private(host)
    if response is not None and response.status >= 400:
        raise SourceError(
            f"{shown(page.url)} answers a browser with status {response.status}.",
            code="http_status",
            hint="Check the address, or try again later.",
        )


def _html_of(page: Page) -> str:
    """The HTML of a page that has settled, on the address that it sends its readers to, if it does."""
    from playwright.sync_api import Error

    for left in reversed(range(_MOVES)):
        try:
            _settle(page)
            html: str = page.evaluate(_script())
            break
        except Error as error:
            if "navigation" not in error.message or not left:
                raise
            page.wait_for_load_state("domcontentloaded")
    return html


def _pdf_of(page: Page) -> bytes:
    _settle(page)
    edges = {"top": _EDGE, "bottom": _EDGE, "left": _EDGE, "right": _EDGE}
    return page.pdf(format="Letter", print_background=True, margin=edges)  # type: ignore[arg-type]


def _settle(page: Page) -> None:
    """Waits for what the page's programs load, and for what they load when a reader comes to its end."""
    from playwright.sync_api import TimeoutError as Late

    for again in (False, True):
        with contextlib.suppress(Late):
            page.wait_for_load_state("networkidle", timeout=_SETTLE_S * 1000)
        if not again:
            page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
            page.wait_for_timeout(100)


@lru_cache(maxsize=1)
def _script() -> str:
    return Path(__file__).with_name("page.js").read_text("utf-8")


def _failed(url: str, error: Exception) -> SourceError:
    late = type(error).__name__ == "TimeoutError"
    return SourceError(
        f"{shown(url)} {'took too long to show' if late else 'could not be shown'} in a browser.",
        code="timeout" if late else "connection_failed",
        hint="Try again later, or save the page from a browser and open the file.",
    )


def _unavailable(what: str) -> SourceError:
    return SourceError(
        what,
        code="browser_unavailable",
        hint="Install the package with its extra: pip install 'pincite[browser]'; and Chrome, Chromium or Edge, or run "
        "`playwright install chromium`. Or save the page from a browser and open the file.",
    )
