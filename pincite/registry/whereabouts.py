"""Where the files of documents are, for what needs more than was parsed of them: pictures of pages."""

from __future__ import annotations

import os
import shutil
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pincite.errors import PinciteError
from pincite.model import Document
from pincite.pictures.keeping import KeptFiles
from pincite.pictures.original import Original
from pincite.registry.seen import SeenFiles
from pincite.sources import Source, SourcePolicy, checked, locate
from pincite.stores.originals import OriginalStore

_NOTED = 256  # files of one process


class Whereabouts:
    """Files from which documents were opened in this process; those that are kept for all replicas (``originals``,
    uploads as a rule); downloads, of which copies are kept in ``copies``; and those that other processes of this
    machine have ``seen``, as far as ``policy`` lets them be read. Safe for threads."""

    def __init__(
        self,
        originals: OriginalStore,
        policy: SourcePolicy,
        copies: KeptFiles,
        seen: SeenFiles,
    ) -> None:
        self._originals = originals
        self._policy = policy
        self._copies = copies
        self._seen = seen
        self._lock = threading.Lock()
        self._noted: OrderedDict[str, Original] = OrderedDict()

    def note(self, original: Original) -> None:
        """Remembers the file of a document, with the password that is known of it already where none comes along."""
        with self._lock:
            before = self._noted.get(original.doc_id)
            if before is not None and original.password is None:
                original = replace(original, password=before.password)
            self._noted[original.doc_id] = original
            self._noted.move_to_end(original.doc_id)
            while len(self._noted) > _NOTED:
                self._noted.popitem(last=False)
        if original.password is None:  # else nothing on disk may tell of it
            self._seen.note(original.doc_id, original.path)

    def keep(self, original: Original) -> None:
        """Keeps a copy of a file that is about to be removed. Where there is no room, there will be no pictures."""
        with suppress(OSError):
            path = self._copies.put(original.doc_id, lambda part: _copy(original.path, part))
            self.note(replace(original, path=path))

    def find(self, doc: Document) -> Original | None:
        """The file of a document, ``None`` where it is not at hand."""
        noted = self._known(doc.doc_id)
        if noted is not None and noted.path.is_file():
            return noted
        password = noted.password if noted else None
        with suppress(PinciteError):
            if kept := self.kept(doc.doc_id):
                return Original(doc.doc_id, kept.path, kept.format, kept.name, password)
        path = self._copies.get(doc.doc_id) or self._seen_elsewhere(doc.doc_id)
        return Original(doc.doc_id, path, doc.format, doc.source, password) if path else None

    def knows(self, doc_id: str) -> bool:
        """Whether the file was opened in this process and is still there, or is kept."""
        noted = self._known(doc_id)
        return (noted is not None and noted.path.is_file()) or self.kept(doc_id) is not None

    def kept(self, doc_id: str) -> Source | None:
        """The file that is kept of a document, an upload as a rule. Raises ``SourceError`` where it may not be read."""
        original = self._originals.find(doc_id)
        path = None if original is None else self._originals.fetch(doc_id)
        return None if original is None or path is None else checked(path, self._policy, name=original.name)

    def forget(self, doc_id: str) -> bool:
        """Deletes what is kept of a document's file; whether there was an upload."""
        with self._lock:
            self._noted.pop(doc_id, None)
        self._seen.forget(doc_id)
        self._copies.remove(doc_id)
        return self._originals.delete(doc_id)

    def _known(self, doc_id: str) -> Original | None:
        with self._lock:
            return self._noted.get(doc_id)

    def _seen_elsewhere(self, doc_id: str) -> Path | None:
        path = self._seen.find(doc_id)
        with suppress(PinciteError):
            return locate(str(path), self._policy).path if path else None
        return None


def _copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
