"""Where the files of documents are, for what needs more than was parsed of them."""

from __future__ import annotations

import threading
from collections import OrderedDict

from pincite.pictures.original import Original

_KEPT = 256  # of one process; of others the cache knows


class Whereabouts:
    """The files from which documents were opened in this process, the ones used last. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[str, Original] = OrderedDict()

    def note(self, original: Original) -> None:
        with self._lock:
            self._found[original.doc_id] = original
            self._found.move_to_end(original.doc_id)
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)

    def get(self, doc_id: str) -> Original | None:
        with self._lock:
            return self._found.get(doc_id)

    def forget(self, doc_id: str) -> None:
        with self._lock:
            self._found.pop(doc_id, None)
