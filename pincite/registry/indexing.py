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
_PATIENCE_S = 5.0  # for the words of a forgotten document to leave the files
_MOST_ROUNDS = 3  # of writing files anew until they are gone


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
        self._waiting: dict[str, OpenDocument] = {}  # in order
        self._again: dict[str, None] = {}  # in the index, to be written anew; in order
        self._leaving: dict[str, int] = {}  # what is removed and still in the files, each with the rounds it had
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
        doc_id = opened.document.doc_id
        with self._changed:
            self._waiting[doc_id] = opened
            self._leaving.pop(doc_id, None)
            self._start()

    def settle(self, doc_ids: Collection[str] | None = None) -> None:
        """Waits until what was queued of these documents (``None``: of all) is in the index. They go first."""
        with self._changed:
            wanted = {*self._waiting, *self._at_work} if doc_ids is None else set(doc_ids)
            first = {doc_id: opened for doc_id, opened in self._waiting.items() if doc_id in wanted}
            self._waiting = first | self._waiting
            self._changed.wait_for(lambda: wanted.isdisjoint(self._waiting) and wanted.isdisjoint(self._at_work))

    def remove(self, doc_id: str) -> None:
        """The document is not found any more when this returns. Its words leave the files while those that share them
        are written anew, which is waited for some seconds; all others are found meanwhile."""
        with self._changed:
            self._waiting.pop(doc_id, None)
            self._again.pop(doc_id, None)
            self._changed.notify_all()
        self.settle([doc_id])
        self._take_out(doc_id)
        with self._changed:
            self._changed.wait_for(lambda: doc_id not in self._leaving, _PATIENCE_S)

    def close(self) -> None:
        """Drops what is queued; the next search adds what is missing."""
        with self._changed:
            self._is_closed = True
            for queue in (self._waiting, self._again, self._leaving):
                queue.clear()
            self._changed.notify_all()
        self._thread.shutdown()

    def _start(self) -> None:
        if self._is_closed:
            self._waiting.clear()
        elif not self._is_running:
            self._is_running = True
            self._thread.submit(self._work)

    def _work(self) -> None:
        is_running = True
        while is_running:
            try:
                if not (self._add_new() or self._write_anew()):
                    self._see_off()
            except Exception as error:  # noqa: BLE001  # the next search tries again, and tells its caller
                _log.warning("the index is not up to date yet: %s", error)
                self._leaving.clear()
            with self._changed:
                self._at_work.clear()
                self._is_running = is_running = bool(self._waiting or self._again or self._leaving)
                self._changed.notify_all()

    def _add_new(self) -> bool:
        """Adds what waits; whether there was anything."""
        batch = self._taken(self._next_new)
        known = self.index.revisions() if batch else {}
        new = [
            one for one in batch if known.get(one.document.doc_id) != one.document.rev and not self._is_forgotten(one)
        ]
        self._put(new)
        return bool(batch)

    def _write_anew(self) -> bool:
        """Adds once more what shares files with what is removed; whether there was anything."""
        batch = self._taken(self._next_again)
        self._put(batch)
        return bool(batch)

    def _put(self, batch: Sequence[OpenDocument]) -> None:
        self.index.add_all((one.document, one.outline) for one in batch)
        for one in batch:
            if self._is_forgotten(one):  # by another process, while it was added
                self._take_out(one.document.doc_id)

    def _take_out(self, doc_id: str) -> None:
        shared = self.index.remove(doc_id)
        with self._changed:
            if shared:
                self._leaving[doc_id] = 1
                self._again |= dict.fromkeys(shared)
                self._start()

    def _see_off(self) -> None:
        """Looks whether the words of what is removed are gone by now."""
        for doc_id, rounds in list(self._leaving.items()):
            shared = self.index.remove(doc_id)
            with self._changed:
                if doc_id not in self._leaving:  # opened anew
                    continue
                if not shared or rounds == _MOST_ROUNDS:
                    del self._leaving[doc_id]
                    continue
                self._leaving[doc_id] = rounds + 1
                self._again |= dict.fromkeys(shared)

    def _taken(self, take: Callable[[], OpenDocument | None]) -> list[OpenDocument]:
        """What goes in next."""
        batch: list[OpenDocument] = []
        characters = 0
        while len(batch) < _TOGETHER and characters < _CHARACTERS and (opened := take()):
            batch.append(opened)
            characters += len(opened.document.text)
        return batch

    def _next_new(self) -> OpenDocument | None:
        with self._changed:
            if not self._waiting:
                return None
            doc_id = next(iter(self._waiting))
            self._at_work.add(doc_id)
            return self._waiting.pop(doc_id)

    def _next_again(self) -> OpenDocument | None:
        """The next that can be had; what cannot goes out of the index."""
        while True:
            with self._changed:
                if not self._again:
                    return None
                doc_id = next(iter(self._again))
                del self._again[doc_id]
            if opened := self._find(doc_id):
                return opened
            self._take_out(doc_id)
