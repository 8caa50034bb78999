"""Open documents: a document with what is derived from it, and the few of them that stay in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.cache.store import DocumentKey
from pincite.model import Document
from pincite.outline import Outline, build_outline

if TYPE_CHECKING:
    from pincite.costs import Costs
    from pincite.verify import Verifier


class OpenDocument:
    """A document with its outline, costs and verifier, made when first asked for. ``key``: where it is cached."""

    def __init__(self, document: Document, key: DocumentKey) -> None:
        self.document = document
        self.key = key

    @cached_property
    def outline(self) -> Outline:
        return build_outline(self.document)

    @cached_property
    def costs(self) -> Costs:
        from pincite.costs import Costs

        return Costs(self.document)

    @cached_property
    def verifier(self) -> Verifier:
        from pincite.verify import Verifier

        return Verifier(self.document, self.outline)


@dataclass(frozen=True, slots=True)
class Pending:
    """A document that is still being parsed. ``source`` is its file's name, ``pages_total`` 0 while it is not known."""

    doc_id: str
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
