"""Where on this machine files were opened: the process that shows a page need not be the one that opened the file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pincite.pictures.keeping import KeptFiles

_ROOM = 500_000  # of paths: some thousand documents


class SeenFiles:
    """Paths by the id of what was there when it was opened, in ``directory``. Where it cannot be written nothing is
    remembered. Safe for threads and processes."""

    def __init__(self, directory: Path) -> None:
        self._notes = KeptFiles(directory, _ROOM)

    def note(self, doc_id: str, path: Path) -> None:
        if path != self.find(doc_id):
            with suppress(OSError):
                self._notes.put(doc_id, lambda part: part.write_bytes(os.fsencode(path)))

    def find(self, doc_id: str) -> Path | None:
        """Where the file was seen last; it may have changed since, or be gone."""
        note = self._notes.get(doc_id)
        with suppress(OSError):
            return Path(os.fsdecode(note.read_bytes())) if note else None
        return None

    def forget(self, doc_id: str) -> None:
        self._notes.remove(doc_id)
