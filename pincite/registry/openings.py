"""Parses in flight: callers who want the same document wait for one parse, which ends early only when nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from pincite.errors import PinciteError
from pincite.parsers.formats import ProgressFn
from pincite.parsers.jobs import Progress
from pincite.registry.opened import OpenDocument, Pending


class Work(Protocol):
    """What a flight waits for: a parse, or a download and its parse."""

    @property
    def progress(self) -> Progress: ...

    def cancel(self) -> None: ...


class Flight:
    """One parse and those who wait for it. ``source`` is the name of its file; ``doc_id`` is ``None`` while the file
    is still being fetched."""

    def __init__(self, doc_id: str | None, source: str) -> None:
        self.doc_id = doc_id
        self.source = source
        self.outcome: Future[OpenDocument] = Future()
        self._lock = threading.Lock()
        self._listeners: list[ProgressFn] = []
        self._work: Work | None = None
        self._waiting = 0
        self._promised = 0  # callers who were told that it goes on and that they may come back for it
        self._abandoned = False
        self._landed = False

    @property
    def progress(self) -> Progress:
        work = self._work
        return work.progress if work is not None else Progress(0, 0)

    def board(self, on_progress: ProgressFn | None) -> bool:
        """One more waits. ``False`` where the parse has been given up already."""
        with self._lock:
            if self._abandoned:
                return False
            self._waiting += 1
            self._promised = max(0, self._promised - 1)
            if on_progress is not None:
                self._listeners.append(on_progress)
            return True

    def fly(self, work: Work) -> None:
        """The parse that all wait for."""
        with self._lock:
            self._work = work
            abandoned = self._abandoned
        if abandoned:
            work.cancel()

    def land(self, outcome: OpenDocument | PinciteError) -> None:
        """Tells all who wait how it ended, the first time."""
        with self._lock:
            if self._landed:
                return
            self._landed = True
        if isinstance(outcome, PinciteError):
            self.outcome.set_exception(outcome)
        else:
            self.outcome.set_result(outcome)

    def advance(self, done: int, total: int) -> None:
        """The parse has come so far."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(done, total)

    def leave(self, on_progress: ProgressFn | None, *, promised: bool) -> None:
        """One no longer waits. The parse goes on for the others, and for those who were ``promised`` that it does."""
        with self._lock:
            self._waiting -= 1
            self._promised += promised
            if on_progress is not None:
                self._listeners.remove(on_progress)
            self._abandoned = not self._waiting and not self._promised
            work = self._work if self._abandoned else None
        if work is not None:
            work.cancel()


class Opening:
    """A document on its way to one caller. It must be ended: by ``wait`` or by ``cancel``. ``on_arrival`` is called
    with the document before ``wait`` hands it over."""

    def __init__(self, flight: Flight, on_progress: ProgressFn | None = None) -> None:
        self.on_arrival: Callable[[OpenDocument], None] | None = None
        self._flight = flight
        self._on_progress = on_progress
        self._lock = threading.Lock()
        self._ended = False

    @property
    def done(self) -> bool:
        """Whether ``wait`` will return at once with a document or an error."""
        return self._flight.outcome.done()

    def wait(self, timeout: float | None = None) -> OpenDocument | Pending:
        """The document; ``Pending`` where it is not there after ``timeout`` seconds: then the parse goes on by itself,
        and opening the source again waits for the rest. Raises what the parse raised."""
        try:
            opened = self._flight.outcome.result(timeout)
        except PinciteError:
            self._end(promised=False)
            raise
        except TimeoutError:
            self._end(promised=True)
            return self.pending()
        except BaseException:  # the caller was interrupted: nobody waits here any more
            self.cancel()
            raise
        self._end(promised=False)
        if self.on_arrival is not None:
            self.on_arrival(opened)
        return opened

    def pending(self) -> Pending:
        """How far it is."""
        flight = self._flight
        return Pending(flight.doc_id, flight.source, *flight.progress)

    def cancel(self) -> None:
        """This caller gives up; the parse stops unless others wait for it. Does nothing after the end."""
        self._end(promised=False)

    def add_done_callback(self, callback: Callable[[], object]) -> None:
        """Calls ``callback()`` when the document is there or cannot be had, in the thread that finds out; at once if
        that is so already."""
        self._flight.outcome.add_done_callback(lambda _: callback())

    def _end(self, *, promised: bool) -> None:
        with self._lock:
            if self._ended:
                return
            self._ended = True
        self._flight.leave(self._on_progress, promised=promised)


def landed(opened: OpenDocument) -> Opening:
    """An opening of a document that is there."""
    flight = Flight(opened.key.doc_id, opened.document.source)
    flight.board(None)
    flight.outcome.set_result(opened)
    return Opening(flight)
