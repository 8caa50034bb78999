"""The work on one document, wherever it is done: here, in a thread, in a process of an executor on another machine."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pincite.library import DocumentParser, ParseConfig, ParseResult

if TYPE_CHECKING:
    from pincite.parsers.pool import WorkerPool

T = TypeVar("T")
_lock = threading.Lock()
_pools: dict[Limits, WorkerPool] = {}


class Limits(NamedTuple):
    """What one document may take: ``timeout`` in seconds, ``memory_mb``."""

    timeout: float = 600.0
    memory_mb: int = 4096


@dataclass(frozen=True)
class Task(Generic[T]):
    """Parses a document and makes of it what shall travel. A task and what it gives back can be pickled where ``make``
    and what it makes can."""

    config: ParseConfig
    limits: Limits
    make: Callable[[str, ParseResult], T]

    def __call__(self, source: str, path: str, password: str | None) -> T:
        """For an executor. The parser runs in a process of its own there too, so that a file that crashes it does not
        take the executor's process along. Raises as ``parse_document`` does."""
        return self.run(shared_parser(self.config, self.limits), source, path, password)

    def run(self, parser: DocumentParser, source: str, path: str, password: str | None) -> T:
        return self.make(source, parser.parse(path, password))


def whole(_: str, result: ParseResult) -> ParseResult:
    """The result as it is; pickled it is as small as in the cache."""
    return result


def shared_parser(config: ParseConfig, limits: Limits) -> DocumentParser:
    """A parser on the processes of all tasks in this process. They end with it, and when nothing is asked of them."""
    from pincite.parsers.cores import available_cores
    from pincite.parsers.pool import WorkerPool

    with _lock:
        if limits not in _pools:
            _pools[limits] = WorkerPool(available_cores(), memory_mb=limits.memory_mb, timeout_s=limits.timeout)
            atexit.register(_pools[limits].close)
        return DocumentParser.on(_pools[limits], config)
