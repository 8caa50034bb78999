"""The time that a download may take, and the wish of its caller to stop it."""

from __future__ import annotations

import threading
import time

from pincite.errors import ParseError, SourceError


class Deadline:
    """``seconds`` from now; ``stop`` is set by whoever gives the download up."""

    def __init__(self, seconds: float, stop: threading.Event | None = None) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._stop = stop or threading.Event()

    def left(self) -> float:
        """The seconds left, more than 0. Raises ``SourceError`` timeout, ``ParseError`` cancelled."""
        if self._stop.is_set():
            raise ParseError("The download was cancelled.", code="cancelled", hint="Open it again to start over.")
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def allows(self, seconds: float) -> bool:
        """Whether so many seconds are left."""
        return self._end - time.monotonic() > seconds

    def sleep(self, seconds: float) -> None:
        """Waits, and wakes when the download is given up."""
        self._stop.wait(min(seconds, self.left()))
        self.left()

    def passed(self) -> SourceError:
        return SourceError(
            f"The download took longer than {self._seconds:g} seconds and was stopped.",
            code="timeout",
            hint="Try again later, or raise PINCITE_FETCH_TIMEOUT.",
        )
