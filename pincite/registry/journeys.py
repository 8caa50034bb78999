"""Documents behind URLs on their way: fetched once however many ask, then opened as files are.

A download lives in the cache directory until its document is there; it is never an entry of the cache.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pincite.cache.entries import DocumentKey, UrlAlias
from pincite.errors import ParseError, PinciteError
from pincite.parsers.formats import ProgressFn
from pincite.parsers.jobs import Progress, closed
from pincite.registry.opened import OpenDocument
from pincite.registry.openings import Flight, Opening, landed
from pincite.registry.shelf import Shelf
from pincite.sources.browser.choice import parse_page
from pincite.sources.web import Download, Known, WebPolicy, fetch, shown, web_url

_log = logging.getLogger(__name__)
_AT_ONCE = 8
_RECENT_S = 300.0  # how long a document is taken as it was: who was told to come back for it must find it
_RECENT = 64
_ORPHAN_S = 86_400.0  # after which a download belongs to no process any more

BeginFile = Callable[[Download, str | None, bool, ProgressFn], Opening]
"""Opens a downloaded file: with which password, whether again, and whom to tell how far it is."""
Keep = Callable[[Download, OpenDocument], None]
"""Keeps a copy of a downloaded file that became the document."""
Take = Callable[[UrlAlias, str | None], OpenDocument | None]
"""The document that an alias leads to, if it is still here."""


class Wish(NamedTuple):
    """What is asked for: a URL in its plain form, and the password of the document."""

    url: str
    password: str | None


class Journey:
    """The work on one URL, as a ``Flight`` sees it."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self._lock = threading.Lock()
        self._opening: Opening | None = None

    @property
    def progress(self) -> Progress:
        opening = self._opening
        if opening is None:
            return Progress(0, 0)
        pending = opening.pending()
        return Progress(pending.pages_done, pending.pages_total)

    def parse(self, opening: Opening) -> OpenDocument:
        """Waits for the document of the file that came. Raises what the parse raised."""
        with self._lock:
            self._opening = opening
        if self.stop.is_set():
            opening.cancel()
        found = opening.wait()
        assert isinstance(found, OpenDocument)  # without a deadline there is nothing to wait for
        return found

    def cancel(self) -> None:
        """Gives the download and the parse up."""
        self.stop.set()
        with self._lock:
            opening = self._opening
        if opening is not None:
            opening.cancel()


class Journeys:
    """All URLs that are being opened. Safe for threads."""

    def __init__(
        self, policy: WebPolicy, directory: Path, shelf: Shelf, begin_file: BeginFile, keep: Keep, take: Take
    ) -> None:
        self._policy = policy
        self._directory = directory
        self._shelf = shelf
        self._begin_file = begin_file
        self._keep = keep
        self._take = take
        self._lock = threading.Lock()
        self._flights: dict[Wish, Flight] = {}
        self._journeys: set[Journey] = set()
        self._recent: OrderedDict[Wish, tuple[DocumentKey, str, float]] = OrderedDict()
        self._threads = ThreadPoolExecutor(_AT_ONCE, "pincite-web")
        self._swept = False
        self._has_browser = False

    def begin(self, url: str, password: str | None, *, refresh: bool, on_progress: ProgressFn | None) -> Opening:
        """The document behind the URL on its way; nothing is waited for. Raises ``SourceError`` (url_not_allowed,
        bad_url, private_address)."""
        self._policy.check()
        wish = Wish(str(web_url(url)), password or None)
        with self._lock:
            flight = self._flights.get(wish)
            if flight is not None and flight.board(on_progress):
                return Opening(flight, on_progress)
        recent = None if refresh else self._remembered(wish)
        if recent is not None:
            return landed(recent)
        return self._depart(wish, refresh, on_progress)

    def close(self) -> None:
        """Stops all downloads."""
        with self._lock:
            journeys = list(self._journeys)
        for journey in journeys:
            journey.cancel()
        self._threads.shutdown(wait=False)
        if self._has_browser:
            from pincite.sources.browser.rendering import close

            close()

    def _remembered(self, wish: Wish) -> OpenDocument | None:
        with self._lock:
            key, name, since = self._recent.get(wish, (None, "", 0.0))
        if key is None or time.monotonic() - since > _RECENT_S:
            return None
        return self._shelf.take(key, name)

    def _depart(self, wish: Wish, refresh: bool, on_progress: ProgressFn | None) -> Opening:
        with self._lock:
            flight = self._flights.get(wish)
            if flight is None or not flight.board(on_progress):
                flight = self._flights[wish] = Flight(None, shown(wish.url))
                flight.board(on_progress)
                journey = Journey()
                self._journeys.add(journey)
                flight.fly(journey)
                try:
                    self._threads.submit(self._travel, wish, flight, journey, refresh)
                except RuntimeError:
                    flight.outcome.set_exception(closed())
        return Opening(flight, on_progress)

    def _travel(self, wish: Wish, flight: Flight, journey: Journey, refresh: bool) -> None:
        outcome: OpenDocument | PinciteError = ParseError(
            f"{flight.source} could not be opened.", code="parser_error", hint="The server's log tells why."
        )
        try:
            outcome = self._bring(wish, flight, journey, refresh)
        except PinciteError as error:
            outcome = error
        except Exception:  # noqa: BLE001 - whoever waits must be told, whatever happened
            _log.exception("opening a URL failed")
        finally:
            with self._lock:
                self._journeys.discard(journey)
                if self._flights.get(wish) is flight:
                    del self._flights[wish]
            flight.land(outcome)

    def _bring(self, wish: Wish, flight: Flight, journey: Journey, refresh: bool) -> OpenDocument:
        self._sweep()
        alias = None if refresh or self._policy.render == "always" else self._shelf.url_alias(wish.url)
        get = partial(fetch, wish.url, self._policy, self._directory, stop=journey.stop)
        download = get(known=alias and Known(alias.etag, alias.modified, alias.served_by))
        if download is None and alias is not None:
            opened = self._take(alias, wish.password)
            if opened is not None:
                self._remember(wish, opened)
                return opened
            download = get()  # unchanged, but no longer here
        assert download is not None
        try:
            flight.source = download.source.name
            opened, as_it_came = parse_page(
                download,
                lambda file: self._parsed(file, wish, journey, flight, refresh),
                partial(self._show, wish.url, journey),
                self._policy,
            )
            if as_it_came:
                self._shelf.put_url_alias(wish.url, _alias(download, opened.key.doc_id))
        finally:
            download.remove()
        self._remember(wish, opened)
        return opened

    def _parsed(self, file: Download, wish: Wish, journey: Journey, flight: Flight, refresh: bool) -> OpenDocument:
        opened = journey.parse(self._begin_file(file, wish.password, refresh, flight.advance))
        self._keep(file, opened)
        return opened

    def _show(self, url: str, journey: Journey) -> Download:
        from pincite.sources.browser.rendering import render

        self._has_browser = True
        return render(url, self._policy, self._directory, stop=journey.stop)

    def _remember(self, wish: Wish, opened: OpenDocument) -> None:
        with self._lock:
            self._recent[wish] = (opened.key, opened.document.source, time.monotonic())
            self._recent.move_to_end(wish)
            while len(self._recent) > _RECENT:
                self._recent.popitem(last=False)

    def _sweep(self) -> None:
        """Removes what a process left behind that died over a download."""
        with self._lock:
            first, self._swept = not self._swept, True
        if not first or not self._directory.is_dir():
            return
        for path in self._directory.glob("download-*"):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > _ORPHAN_S:
                    path.unlink()


def _alias(download: Download, doc_id: str) -> UrlAlias:
    etag, modified, served_by = download.version
    origin, source = download.origin, download.source
    return UrlAlias(etag, modified, served_by, doc_id, source.format, source.name, origin.base, origin.charset)
