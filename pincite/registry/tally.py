"""What a registry has done since it began, in numbers."""

from __future__ import annotations

import threading
from collections import Counter


class Tally:
    """Counts by name: ``cache`` (documents that were there), ``parse`` (that had to be parsed), and of these ``parsed``
    and ``failed``. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def add(self, name: str) -> None:
        with self._lock:
            self._counts[name] += 1

    def counts(self) -> dict[str, int]:
        with self._lock:
            return dict(self._counts)

    @property
    def running(self) -> int:
        """Parses that have not ended."""
        counts = self.counts()
        return counts.get("parse", 0) - counts.get("parsed", 0) - counts.get("failed", 0)
