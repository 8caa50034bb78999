"""Web pages in files that show nothing by themselves: shown in a browser, then parsed as if that were the file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pincite.errors import ParseError, PinciteError
from pincite.parsers.jobs import ParseRequest
from pincite.registry.opened import OpenDocument
from pincite.sources import Source
from pincite.sources.browser.choice import parse_page, wants_browser
from pincite.sources.web import Download, Known, Origin, WebPolicy

_log = logging.getLogger(__name__)
_AT_ONCE = 2
Outcome = OpenDocument | PinciteError


class LocalPages:
    """Shows pages under ``policy``; what a browser makes of one is a file in ``directory`` until it is parsed."""

    def __init__(self, policy: WebPolicy, directory: Path) -> None:
        self._policy = policy
        self._directory = directory
        self._threads = ThreadPoolExecutor(_AT_ONCE, "pincite-pages")
        self._stop = threading.Event()
        self._has_browser = False

    def wants(self, request: ParseRequest, came: Outcome) -> bool:
        """Whether a browser may make more of a file than came of it. What was fetched has been shown already."""
        local = request.format == "html" and request.options.base is None and request.path.parent != self._directory
        return local and wants_browser(came, self._policy)

    def show(
        self,
        request: ParseRequest,
        came: Outcome,
        parse: Callable[[Download], OpenDocument],
        land: Callable[[Outcome], None],
    ) -> None:
        """Has the page shown and parsed by ``parse``, and gives ``land`` what comes of it. Returns at once."""
        try:
            self._threads.submit(self._show, request, came, parse, land)
        except RuntimeError:  # closed
            land(came)

    def close(self) -> None:
        """Gives up what is being shown."""
        self._stop.set()
        self._threads.shutdown(wait=False)
        if self._has_browser:
            from pincite.sources.browser.rendering import close

            close()

    def _show(
        self,
        request: ParseRequest,
        came: Outcome,
        parse: Callable[[Download], OpenDocument],
        land: Callable[[Outcome], None],
    ) -> None:
        source = Source(request.name, request.path, 0, 0, request.format)
        file = Download(source, Known("", "", ""), Origin(None, None))

        def parsed(download: Download) -> OpenDocument:
            if download is not file:
                return parse(download)
            if isinstance(came, PinciteError):
                raise came
            return came

        outcome: Outcome = ParseError(
            f"{request.name} could not be opened.", code="parser_error", hint="The server's log tells why."
        )
        try:
            outcome, _ = parse_page(file, parsed, lambda: self._shown(source), self._policy)
        except PinciteError as error:
            outcome = error
        except Exception:  # noqa: BLE001 - whoever waits must be told, whatever happened
            _log.exception("showing a page failed")
        finally:
            land(outcome)

    def _shown(self, source: Source) -> Download:
        from pincite.sources.browser.rendering import render_file

        self._has_browser = True
        return render_file(source, self._policy, self._directory, stop=self._stop)
