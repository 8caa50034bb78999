"""How much a token may ask for: buckets that fill up evenly and hold as much as one minute, or hour, gives."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict

_BUCKETS = 10_000  # beyond, those not asked for longest are forgotten; they are full again by then


class Rates:
    """Buckets by key, of ``amount`` for each ``seconds``; an amount of 0 is no limit. Safe for threads."""

    def __init__(self, amount: float, seconds: float) -> None:
        self._amount = amount
        self._speed = amount / seconds
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, amount: float = 1.0, now: float | None = None) -> int:
        """Takes the amount out of the bucket; returns 0, or, where it does not hold as much, after how many seconds it
        will. More than a whole bucket may be taken from a full one: then the next has to wait longer."""
        if not self._amount:
            return 0
        now = time.monotonic() if now is None else now
        with self._lock:
            level, since = self._buckets.pop(key, (self._amount, now))
            level = min(self._amount, level + (now - since) * self._speed)
            lacking = min(amount, self._amount) - level
            self._buckets[key] = (level if lacking > 0 else level - amount, now)
            while len(self._buckets) > _BUCKETS:
                self._buckets.popitem(last=False)
        return math.ceil(lacking / self._speed) if lacking > 0 else 0
