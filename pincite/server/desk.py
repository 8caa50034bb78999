"""What the tools of one server share: its settings and its registry, which is made when the first call needs it."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import anyio
import anyio.to_thread

from pincite.costs import count_tokens
from pincite.errors import ParseError
from pincite.server.budget import allowed
from pincite.server.readlimits import ReadLimits
from pincite.server.sight import Sight

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from pincite.registry import OpenDocument, Registry
    from pincite.server.sight import Sharing
    from pincite.settings import Settings

T = TypeVar("T")

OPEN_WAIT_S = 25.0
"""Seconds that a call waits for a parse: desktop clients give up on calls after a minute."""

_THREADS = 16


class Desk:
    """``open_wait_s`` is how long ``open_document`` waits before it answers that the parse goes on; ``sharing`` is
    there where the server has several users. ``limits`` are the read budgets as they are now; ``viewer_url`` is where
    people see documents (``None``: nowhere); ``exports_to_disk`` whether the disk is the client's own; ``mcp`` the
    server whose tools work at this desk; ``secret`` seals what comes back from a browser."""

    def __init__(
        self,
        settings: Settings,
        registry: Registry | None = None,
        open_wait_s: float = OPEN_WAIT_S,
        sharing: Sharing | None = None,
    ) -> None:
        self.settings = settings
        self.limits = ReadLimits(settings)
        self.viewer_url: str | None = None
        self.exports_to_disk = True
        self.secret = secrets.token_bytes(32)
        self.mcp: MCPServer[None] | None = None
        self.open_wait_s = open_wait_s
        self.leaving = asyncio.Event()
        self._threads = anyio.CapacityLimiter(_THREADS)
        self.sharing = sharing
        self._registry = registry
        self._sight: Sight | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def registry(self) -> Sight:
        """The documents, as the caller may see them; may take a moment the first time, so use it in a thread."""
        with self._lock:
            registry = self._made()
            if self._sight is None:
                self._sight = Sight(registry, self.sharing)
            return self._sight

    def get(self, doc_id: str) -> OpenDocument:
        """An open or cached document. Raises ``UnknownReferenceError`` (unknown_document) with near ids and names."""
        return self.registry.get(doc_id.strip())

    def budget(self, requested: int | None = None) -> int:
        """The size of a result in tokens. Raises ``RequestError`` (bad_budget)."""
        return allowed(requested, self.limits.max_read_tokens)

    def tally(self) -> tuple[dict[str, int], int]:
        """What the registry has done, and the parses that run; nothing where there is none yet."""
        with self._lock:
            registry = self._registry
        return ({}, 0) if registry is None else (registry.tally.counts(), registry.tally.running)

    def hand_back(self) -> None:
        """Calls that wait for a parse answer now that it goes on elsewhere: this process is about to end. To be called
        in the event loop."""
        self.leaving.set()

    async def work(self, task: Callable[[], T]) -> T:
        """Runs blocking work in a thread, so that other calls go on meanwhile."""
        return await anyio.to_thread.run_sync(task, limiter=self._threads)

    def prewarm(self) -> None:
        """Loads the tokenizer and starts a worker."""
        count_tokens("")
        with self._lock:
            if not self._closed:
                self._made().prewarm()

    def close(self) -> None:
        """Stops the workers of the registry, if there is one."""
        with self._lock:
            registry, self._registry, self._closed = self._registry, None, True
        if registry is not None:
            registry.close()

    def _made(self) -> Registry:
        if self._registry is None:
            if self._closed:
                raise ParseError("The server is shutting down.", code="cancelled", hint="Start it again.")
            from pincite.registry import Registry

            self._registry = Registry(self.settings, answers_first=self.sharing is not None)
        return self._registry
