"""Keeps the search index in step with the documents that are open, in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from pincite.registry.opened import OpenDocument

if TYPE_CHECKING:
    from pincite.stores.protocols import SearchIndex

_log = logging.getLogger(__name__)
_TOGETHER, _CHARACTERS = 32, 2_000_000  # documents of one commit, and of their texts together


class Indexer:
    """Adds documents to the index, in a thread of its own: what waits goes in together, since a commit costs more than
    most documents. ``make`` opens the index when it is first needed; ``is_forgotten`` tells of a document that is not
    wanted any more; ``find`` gives a document by its id, ``None`` where it cannot be had. Safe for threads."""

    def __init__(
        self,
        make: Callable[[], SearchIndex],
        is_forgotten: Callable[[OpenDocument], bool],
        find: Callable[[str], OpenDocument | None],
    ) -> None:
        self._make = make
        self._is_forgotten = is_forgotten
        self._find = find
        self._index: SearchIndex | None = None
        self._changed = threading.Condition(threading.RLock())
        self._waiting: dict[str, OpenDocument | None] = {}  # in order; ``None``: to be found
        self._at_work: set[str] = set()
        self._is_running = self._is_closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pincite-index")

    @property
    def index(self) -> SearchIndex:
        with self._changed:
            if self._index is None:
                self._index = self._make()
            return self._index

    def add_soon(self, opened: OpenDocument) -> None:
        """Queues the document; nothing happens where this revision of it is in the index."""
        self._queue({opened.document.doc_id: opened})

    def settle(self, doc_ids: Collection[str] | None = None) -> None:
        """Waits until what was queued of these documents (``None``: of all) is in the index. They go first."""
        with self._changed:
            wanted = {*self._waiting, *self._at_work} if doc_ids is None else set(doc_ids)
            first = {doc_id: opened for doc_id, opened in self._waiting.items() if doc_id in wanted}
            self._waiting = first | self._waiting
            self._changed.wait_for(lambda: wanted.isdisjoint(self._waiting) and wanted.isdisjoint(self._at_work))

    def remove(self, doc_id: str) -> None:
        """The document is not in the index when this returns. What the index had to drop with it is added again in the
        background."""
        with self._changed:
            self._waiting.pop(doc_id, None)
            self._changed.notify_all()
        self.settle([doc_id])
        self._drop(doc_id)

    def close(self) -> None:
        """Drops what is queued; the next search adds what is missing."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()
        self._thread.shutdown()

    def _drop(self, doc_id: str) -> None:
        self._queue(dict.fromkeys(self.index.remove(doc_id)))

    def _queue(self, documents: dict[str, OpenDocument | None]) -> None:
        with self._changed:
            if self._is_closed:
                return
            for doc_id, opened in documents.items():
                self._waiting[doc_id] = opened or self._waiting.get(doc_id)
            if self._waiting and not self._is_running:
                self._is_running = True
                self._thread.submit(self._work)

    def _work(self) -> None:
        is_running = True
        while is_running:
            try:
                self._add(self._taken())
            except Exception as error:  # noqa: BLE001  # the next search tries again, and tells its caller
                _log.warning("%s not in the index yet: %s", ", ".join(self._at_work), error)
            with self._changed:
                self._at_work.clear()
                self._is_running = is_running = bool(self._waiting)
                self._changed.notify_all()

    def _taken(self) -> list[OpenDocument]:
        """What goes in next, as far as it can be had."""
        batch: list[OpenDocument] = []
        characters = 0
        while len(batch) < _TOGETHER and characters < _CHARACTERS:
            with self._changed:
                if not self._waiting:
                    break
                doc_id = next(iter(self._waiting))
                opened = self._waiting.pop(doc_id)
                self._at_work.add(doc_id)
            if opened := opened or self._find(doc_id):
                batch.append(opened)
                characters += len(opened.document.text)
        return batch

    def _add(self, batch: Sequence[OpenDocument]) -> None:
        known = self.index.revisions()
        new = [
            one for one in batch if known.get(one.document.doc_id) != one.document.rev and not self._is_forgotten(one)
        ]
        self.index.add_all((one.document, one.outline) for one in new)
        for one in new:
            if self._is_forgotten(one):  # by another process, while it was added
                self._drop(one.document.doc_id)
