"""Keeps the search index in step with the documents that are open, in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from pincite.errors import PinciteError
from pincite.registry.opened import OpenDocument

if TYPE_CHECKING:
    from pincite.stores.protocols import SearchIndex

_log = logging.getLogger(__name__)


class Indexer:
    """Adds documents to the index one after the other, in a thread of its own. ``make`` opens the index when it is
    first needed; ``is_forgotten`` tells of a document that is not wanted any more. Safe for threads."""

    def __init__(self, make: Callable[[], SearchIndex], is_forgotten: Callable[[OpenDocument], bool]) -> None:
        self._make = make
        self._is_forgotten = is_forgotten
        self._index: SearchIndex | None = None
        self._lock = threading.Lock()
        self._pending: dict[str, Future[None]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pincite-index")

    @property
    def index(self) -> SearchIndex:
        with self._lock:
            if self._index is None:
                self._index = self._make()
            return self._index

    def add_soon(self, opened: OpenDocument) -> None:
        """Queues the document; nothing happens where this revision of it is in the index."""
        doc_id = opened.document.doc_id
        with self._lock:
            before = self._pending.get(doc_id)
            if before is not None and not before.done():
                return
            self._pending[doc_id] = self._thread.submit(self._add, opened)

    def settle(self, doc_ids: Collection[str] | None = None) -> None:
        """Waits until what was queued of these documents (``None``: of all) is in the index."""
        with self._lock:
            wanted = self._pending if doc_ids is None else set(doc_ids) & self._pending.keys()
            futures = [self._pending[doc_id] for doc_id in wanted]
        wait(futures)
        with self._lock:
            for doc_id in [d for d, future in self._pending.items() if future.done()]:
                del self._pending[doc_id]

    def remove(self, doc_id: str, find: Callable[[str], OpenDocument | None]) -> None:
        """The document is not in the index when this returns. What the index had to drop with it is added again in the
        background: ``find`` gives a document by its id, ``None`` where it cannot be had."""
        self.settle([doc_id])
        for lost in self.index.remove(doc_id):
            with self._lock:
                self._pending[lost] = self._thread.submit(self._restore, lost, find)

    def close(self) -> None:
        """Drops what is queued; the next search adds what is missing."""
        self._thread.shutdown(cancel_futures=True)

    def _restore(self, doc_id: str, find: Callable[[str], OpenDocument | None]) -> None:
        opened = find(doc_id)
        if opened is not None:
            self._add(opened)

    def _add(self, opened: OpenDocument) -> None:
        doc = opened.document
        try:
            if self.index.has(doc.doc_id, doc.rev) or self._is_forgotten(opened):
                return
            self.index.add(doc, opened.outline)
            if self._is_forgotten(opened):  # by another process, while it was added
                self.index.remove(doc.doc_id)
        except PinciteError as error:  # the next search tries again, and tells its caller
            _log.warning("%s is not in the index yet: %s", opened.document.doc_id, error)
