"""Open documents: a document with what is derived from it, and the few of them that stay in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from pincite.cache.entries import DocumentKey
from pincite.derived import Derived
from pincite.model import Document


class OpenDocument(Derived):
    """A document with what is derived from it. ``key``: where it is cached; ``deleted``: the mark of its last deletion
    before it came into this process (``None``: there was none)."""

    def __init__(self, document: Document, key: DocumentKey, deleted: str | None = None) -> None:
        super().__init__(document)
        self.key = key
        self.deleted = deleted


@dataclass(frozen=True, slots=True)
class Pending:
    """A document that is still being parsed. ``source`` is its file's name, ``pages_total`` 0 while it is not known;
    ``doc_id`` is ``None`` while it is still being downloaded."""

    doc_id: str | None
    source: str
    pages_done: int
    pages_total: int


class Memory:
    """The documents used last, one revision of each. Safe for threads. ``few`` are held whatever their size, up to
    ``many`` as long as their texts have no more than ``characters`` together."""

    def __init__(self, few: int, many: int, characters: int) -> None:
        self._few = few
        self._many = many
        self._characters = characters
        self._held = 0
        self._lock = threading.Lock()
        self._documents: OrderedDict[str, OpenDocument] = OrderedDict()

    def get(self, doc_id: str) -> OpenDocument | None:
        with self._lock:
            found = self._documents.get(doc_id)
            if found is not None:
                self._documents.move_to_end(doc_id)
            return found

    def put(self, opened: OpenDocument) -> None:
        with self._lock:
            self._drop(opened.key.doc_id)
            self._documents[opened.key.doc_id] = opened
            self._held += len(opened.document.text)
            while self._is_full():
                self._drop(next(iter(self._documents)))

    def remove(self, doc_id: str) -> bool:
        with self._lock:
            return self._drop(doc_id)

    def documents(self) -> list[OpenDocument]:
        """All of them, the one used last first."""
        with self._lock:
            return list(reversed(self._documents.values()))

    def _is_full(self) -> bool:
        n = len(self._documents)
        return n > self._many or (n > self._few and self._held > self._characters)

    def _drop(self, doc_id: str) -> bool:
        opened = self._documents.pop(doc_id, None)
        if opened is not None:
            self._held -= len(opened.document.text)
        return opened is not None
