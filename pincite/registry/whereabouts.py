"""Where the files of documents are, for what needs more than was parsed of them."""

from __future__ import annotations

import threading
from collections import OrderedDict

from pincite.pictures.original import Original
from pincite.sources import Source, SourcePolicy, checked
from pincite.stores.originals import OriginalStore

_KEPT = 256  # of one process; of others the cache knows


class Whereabouts:
    """The files from which documents were opened in this process, the ones used last, and those that are kept for all
    replicas. Safe for threads."""

    def __init__(self, originals: OriginalStore, policy: SourcePolicy) -> None:
        self._originals = originals
        self._policy = policy
        self._lock = threading.Lock()
        self._found: OrderedDict[str, Original] = OrderedDict()

    def note(self, original: Original) -> None:
        with self._lock:
            self._found[original.doc_id] = original
            self._found.move_to_end(original.doc_id)
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)

    def get(self, doc_id: str) -> Original | None:
        """The file of a document: where it was opened from, else the one that is kept."""
        with self._lock:
            known = self._found.get(doc_id)
        if known is not None and known.path.exists():
            return known
        kept = self.kept(doc_id)
        if kept is None:
            return known
        return Original(doc_id, kept.path, kept.format, kept.name, None if known is None else known.password)

    def kept(self, doc_id: str) -> Source | None:
        """The file that is kept of a document, an upload as a rule. Raises ``SourceError`` where it may not be read."""
        original = self._originals.find(doc_id)
        path = None if original is None else self._originals.fetch(doc_id)
        return None if original is None or path is None else checked(path, self._policy, name=original.name)

    def forget(self, doc_id: str) -> bool:
        """Deletes what is kept of a document's file; whether there was anything."""
        with self._lock:
            self._found.pop(doc_id, None)
        return self._originals.delete(doc_id)
