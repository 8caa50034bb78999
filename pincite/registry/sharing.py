"""Parses that replicas share: one of them works, the others wait for it, and one takes over where it dies."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from pincite.cache.entries import DocumentKey
from pincite.errors import PinciteError
from pincite.parsers.jobs import Progress, cancelled
from pincite.registry.opened import OpenDocument
from pincite.registry.openings import Flight
from pincite.stores.leases import RENEWED_S, Leases
from pincite.stores.leases import Progress as Told

_log = logging.getLogger(__name__)
_LOOK_S = 0.2  # how often those who wait look whether the document is there
_AT_ONCE = 2


class Waiting:
    """A parse in another replica, as a ``Flight`` sees it."""

    def __init__(self, resume: Callable[[], None], give_up: Callable[[], None]) -> None:
        self.progress = Progress(0, 0)
        self.resume = resume
        self._give_up = give_up
        self.is_cancelled = False

    def cancel(self) -> None:
        """Waits no longer; the other replica goes on."""
        self.is_cancelled = True
        self._give_up()


class Turn(NamedTuple):
    """A flight that is to come to its document. ``look`` gives the document if it is stored; ``parse`` starts a parse,
    which ends the flight by itself; ``end`` ends it with what it is given."""

    key: DocumentKey
    flight: Flight
    look: Callable[[], OpenDocument | None]
    parse: Callable[[], None]
    end: Callable[[OpenDocument | PinciteError], None]


class Sharing:
    """The leases of this process and what it waits for, looked after by one thread while there are any. A store that
    does not answer is no reason not to parse. Safe for threads."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._lock = threading.Lock()
        self._ours: dict[DocumentKey, Callable[[], Progress]] = {}
        self._waiting: dict[DocumentKey, Waiting] = {}
        self._thread: threading.Thread | None = None
        self._hands = ThreadPoolExecutor(_AT_ONCE, "pincite-shared")
        self._closed = threading.Event()

    def depart(self, turn: Turn, *, refresh: bool) -> None:
        """Has the document parsed here, or waits for the replica that parses it; nothing is waited for in this call.
        ``refresh``: even where it is stored."""
        if not self.claim(turn.key, lambda: turn.flight.progress):
            waiting = Waiting(partial(self._resume, turn), partial(turn.end, cancelled(turn.flight.source)))
            turn.flight.fly(waiting)
            self.wait(turn.key, waiting)
            return
        opened = None if refresh else turn.look()  # it may have been parsed since it was looked for
        if opened is None:
            turn.parse()
        else:
            turn.end(opened)

    def _resume(self, turn: Turn) -> None:
        """The replica that had the lease is done, or dead: then this one takes over."""
        try:
            self.depart(turn, refresh=False)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told, whatever happened
            _log.exception("a parse could not be taken over")
            turn.end(error if isinstance(error, PinciteError) else cancelled(turn.flight.source))

    def claim(self, key: DocumentKey, progress: Callable[[], Progress]) -> bool:
        """Whether this process is to parse; then ``done`` must follow. ``progress`` is told to those who wait."""
        try:
            if not self._leases.claim(key):
                return False
        except PinciteError as error:
            _log.warning("a parse is not shared: %s", error)
        with self._lock:
            self._ours[key] = progress
            self._look_after()
        return True

    def done(self, key: DocumentKey) -> None:
        """Gives back the lease on the key, if this process has it."""
        with self._lock:
            if self._ours.pop(key, None) is None:
                return
        try:
            self._leases.release(key)
        except PinciteError as error:  # it runs out by itself
            _log.warning("a parse is over, which others learn late: %s", error)

    def wait(self, key: DocumentKey, waiting: Waiting) -> None:
        """Calls ``waiting.resume`` when the replica that has the lease is done or dead."""
        with self._lock:
            self._waiting[key] = waiting
            self._look_after()

    def close(self) -> None:
        """Gives all leases back."""
        self._closed.set()
        with self._lock:
            ours = list(self._ours)
        for key in ours:
            self.done(key)
        self._hands.shutdown(wait=False, cancel_futures=True)

    def _look_after(self) -> None:
        """Has a thread run; the lock is held."""
        if self._thread is None and not self._closed.is_set():
            self._thread = threading.Thread(target=self._watch, name="pincite-leases", daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        renewed = time.monotonic()
        while not self._closed.wait(_LOOK_S):
            with self._lock:
                self._waiting = {key: one for key, one in self._waiting.items() if not one.is_cancelled}
                ours, waiting = dict(self._ours), dict(self._waiting)
                if not ours and not waiting:
                    self._thread = None
                    return
            try:
                if ours and time.monotonic() - renewed > RENEWED_S:
                    renewed = time.monotonic()
                    self._leases.renew({key: Told(*progress()) for key, progress in ours.items()})
                if waiting:
                    self._look(waiting)
            except PinciteError as error:
                _log.warning("leases on parses cannot be seen to: %s", error)

    def _look(self, waiting: dict[DocumentKey, Waiting]) -> None:
        held = self._leases.held(waiting)
        for key, one in waiting.items():
            if key in held:
                one.progress = Progress(*held[key])
                continue
            with self._lock:
                self._waiting.pop(key, None)
            if not self._closed.is_set():
                self._hands.submit(one.resume)
