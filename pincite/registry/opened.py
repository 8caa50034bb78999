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
    """The documents used last, one revision of each. Safe for threads."""

    def __init__(self, size: int) -> None:
        self._size = size
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
            self._documents[opened.key.doc_id] = opened
            self._documents.move_to_end(opened.key.doc_id)
            while len(self._documents) > self._size:
                self._documents.popitem(last=False)

    def remove(self, doc_id: str) -> bool:
        with self._lock:
            return self._documents.pop(doc_id, None) is not None

    def documents(self) -> list[OpenDocument]:
        """All of them, the one used last first."""
        with self._lock:
            return list(reversed(self._documents.values()))
