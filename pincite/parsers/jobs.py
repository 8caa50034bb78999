"""A parse that was asked for: what is asked, how far it is, how it ended."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pincite.errors import ParseError, PinciteError
from pincite.parsers.formats import DEFAULT_OPTIONS, ParseOptions, ProgressFn
from pincite.parsers.frames import JobMessage

_log = logging.getLogger(__name__)


class Progress(NamedTuple):
    """Pages done and pages in all; both 0 before the parser has said anything."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """A file to parse. Where its bytes do not give ``doc_id`` any more, the job ends with ``ParseError``
    source_changed. ``shows`` is the id of the document where the bytes are what a browser made of it; ``wish`` is
    what a pool that draws is to do."""

    path: Path
    format: str
    doc_id: str
    name: str
    password: str | None = field(default=None, repr=False)  # no log may show it
    options: ParseOptions = DEFAULT_OPTIONS
    shows: str | None = None
    wish: dict[str, Any] | None = None

    def message(self, processes: int) -> JobMessage:
        """The request as it travels to a worker."""
        return JobMessage(
            path=str(self.path),
            format=self.format,
            doc_id=self.doc_id,
            name=self.name,
            password=self.password,
            options=asdict(self.options),
            processes=processes,
            shows=self.shows,
            wish=self.wish,
        )


class Job:
    """A submitted request. Made by the pool; all methods may be called from any thread."""

    def __init__(self, request: ParseRequest, on_progress: ProgressFn | None, stop: Callable[[Job], None]) -> None:
        self.request = request
        self._on_progress = on_progress
        self._stop = stop
        self._outcome: Future[bytes] = Future()
        self._lock = threading.Lock()
        self._settled = False
        self._progress = Progress(0, 0)

    @property
    def progress(self) -> Progress:
        return self._progress

    @property
    def done(self) -> bool:
        return self._outcome.done()

    def result(self, timeout: float | None = None) -> bytes:
        """The document as ``cache.codec`` bytes. Raises what the parser raised; ``ParseError`` worker_crashed, timeout,
        cancelled, source_changed, parser_error, too_large; ``TimeoutError`` when it is not done in ``timeout`` seconds.
        """
        return self._outcome.result(timeout)

    def error(self) -> PinciteError | None:
        """What a finished job failed with, ``None`` where it did not."""
        error = self._outcome.exception(0)
        assert error is None or isinstance(error, PinciteError)
        return error

    def cancel(self) -> None:
        """Stops the job: a waiting one leaves the queue, a running one loses its worker, a finished one stays."""
        if self.fail(cancelled(self.request.name)):
            self._stop(self)

    def add_done_callback(self, callback: Callable[[Job], None]) -> None:
        """Calls ``callback(job)`` when the job has ended, in the thread that ends it; at once if it has already."""
        self._outcome.add_done_callback(lambda _: callback(self))

    def advance(self, done: int, total: int) -> None:
        """For the pool: the job has come so far."""
        self._progress = Progress(done, total)
        if self._on_progress is not None and not self.done:
            try:
                self._on_progress(done, total)
            except Exception:  # noqa: BLE001 - whatever the caller's own callback does, its parse goes on
                _log.exception("progress callback failed")

    def finish(self, result: bytes) -> bool:
        """For the pool: the job is done. ``False`` where it had ended before."""
        if self._settle():
            self._outcome.set_result(result)
            return True
        return False

    def fail(self, error: PinciteError) -> bool:
        """For the pool: the job has failed. ``False`` where it had ended before."""
        if self._settle():
            self._outcome.set_exception(error)
            return True
        return False

    def _settle(self) -> bool:
        with self._lock:
            first, self._settled = not self._settled, True
            return first


def cancelled(name: str) -> ParseError:
    return ParseError(f"Reading {name} was cancelled.", code="cancelled", hint="Open it again to start over.")


def timed_out(name: str, seconds: float) -> ParseError:
    return ParseError(
        f"Reading {name} took longer than {seconds:g} seconds and was stopped.",
        code="timeout",
        hint="Raise PINCITE_PARSE_TIMEOUT, or lower PINCITE_MAX_PAGES to read only its beginning.",
    )


def crashed(name: str, how: str) -> ParseError:
    return ParseError(
        f"The process that read {name} died ({how}).",
        code="worker_crashed",
        hint="The server is fine: open it again. If that fails too, the file breaks the parser or needs more memory.",
    )


def not_started(reason: str) -> ParseError:
    return ParseError(
        f"No parser process could be started: {reason}.",
        code="worker_crashed",
        hint="The server's log on standard error says more; the machine may be out of memory or processes.",
    )


def closed() -> ParseError:
    return ParseError("The server is shutting down.", code="cancelled", hint="")
