"""What the server has done, for Prometheus to collect at ``/metrics``.

Written by hand: there are a dozen counters and one histogram, and several processes answer on one address, each of
which may be asked. So every process writes what it has counted to a file that all of them add up; the usual library
needs files and a variable of its own in the environment for that, set before anything is imported.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0)
_BOUNDS = (*((bound, f"{bound:g}") for bound in _BUCKETS), (math.inf, "+Inf"))
_WRITE_S = 1.0

Labels = tuple[tuple[str, str], ...]
Key = tuple[str, Labels]


class Family(NamedTuple):
    """A measure: what kind it is of, and what it counts, in words."""

    name: str
    kind: str
    text: str


FAMILIES = (
    Family("pincite_calls_total", "counter", "Calls of tools, by tool and outcome."),
    Family("pincite_call_seconds", "histogram", "How long calls of tools took."),
    Family("pincite_tokens_served_total", "counter", "Tokens of results, by tool."),
    Family("pincite_requests_total", "counter", "HTTP requests, by kind of path and status."),
    Family("pincite_uploaded_bytes_total", "counter", "Bytes of documents that users sent."),
    Family("pincite_refused_total", "counter", "Requests that were refused, by reason."),
    Family("pincite_parses_total", "counter", "Documents that were parsed, by outcome."),
    Family("pincite_cache_total", "counter", "Documents asked for, by where they were found."),
    Family("pincite_parses_running", "gauge", "Documents that are being parsed or wait for it."),
    Family("pincite_processes", "gauge", "Processes that answer."),
)
_GAUGES = frozenset(family.name for family in FAMILIES if family.kind == "gauge")


class Metrics:
    """The counters of this process. ``directory`` is where the processes of one address tell each other (``None``:
    there is one); ``others`` gives what is counted elsewhere in this process. Safe for threads."""

    def __init__(self, directory: Path | None = None, others: Callable[[], Mapping[Key, float]] = dict) -> None:
        self._directory = directory
        self._others = others
        self._lock = threading.Lock()
        self._counts: dict[Key, float] = {}
        self._written = 0.0

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Adds to a counter."""
        self._add(name, amount, tuple(sorted(labels.items())))

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Adds to a histogram."""
        own = tuple(sorted(labels.items()))
        with self._lock:
            for bound, told in _BOUNDS:
                if seconds <= bound:
                    self._increase(f"{name}_bucket", 1.0, (*own, ("le", told)))
            self._increase(f"{name}_sum", seconds, own)
            self._increase(f"{name}_count", 1.0, own)

    def tell(self) -> None:
        """Lets the other processes know, at most once a second."""
        if self._directory is not None and time.monotonic() - self._written > _WRITE_S:
            self._written = time.monotonic()
            self._write(self._directory)

    def text(self) -> str:
        """All processes together, as Prometheus reads it."""
        if self._directory is not None:
            self._write(self._directory)
        total: dict[Key, float] = {}
        for counts in self._everybody():
            for key, amount in counts.items():
                total[key] = total.get(key, 0.0) + amount
        lines: list[str] = []
        for family in FAMILIES:
            lines += _lines(family, total)
        return "\n".join(lines) + "\n"

    def _add(self, name: str, amount: float, labels: Labels) -> None:
        with self._lock:
            self._increase(name, amount, labels)

    def _increase(self, name: str, amount: float, labels: Labels) -> None:
        """With the lock held."""
        self._counts[name, labels] = self._counts.get((name, labels), 0.0) + amount

    def _now(self) -> dict[Key, float]:
        """All numbers of this process."""
        with self._lock:
            counted = dict(self._counts)
        return {**counted, **self._others(), ("pincite_processes", ()): 1.0}

    def _write(self, directory: Path) -> None:
        rows = [[name, labels, amount] for (name, labels), amount in self._now().items()]
        path = directory / f"metrics-{os.getpid()}.json"
        part = path.with_suffix(f".{threading.get_ident()}")
        with suppress(OSError):  # numbers are not worth a failed call
            part.write_text(json.dumps(rows))
            part.replace(path)

    def _everybody(self) -> Iterator[dict[Key, float]]:
        """What each process has counted, also those that have ended: counters never go back, unlike gauges."""
        if self._directory is None:
            yield self._now()
            return
        for path in self._directory.glob("metrics-*.json"):
            with suppress(OSError, ValueError):
                rows: list[Any] = json.loads(path.read_text())
                found = {(name, tuple(map(tuple, labels))): amount for name, labels, amount in rows}
                lives = _lives(int(path.stem.partition("-")[2]))
                yield {key: amount for key, amount in found.items() if lives or key[0] not in _GAUGES}


def _lives(pid: int) -> bool:
    if os.name == "nt":  # there is one process, and asking for it would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _lines(family: Family, total: Mapping[tuple[str, Labels], float]) -> list[str]:
    ends = ("_bucket", "_sum", "_count") if family.kind == "histogram" else ("",)
    rows = [
        f"{family.name}{end}{_labels(labels)} {amount:g}"
        for end in ends
        for (name, labels), amount in total.items()
        if name == family.name + end
    ]
    return [f"# HELP {family.name} {family.text}", f"# TYPE {family.name} {family.kind}", *rows] if rows else []


def _labels(labels: Labels) -> str:
    shown = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{shown}}}" if shown else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
