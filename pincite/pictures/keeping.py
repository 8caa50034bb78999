"""Files by the id of a document, the ones used last up to a ceiling; several processes may share a directory."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Callable
from pathlib import Path


class KeptFiles:
    """Files in ``directory``, together at most ``max_bytes`` (and the last one whatever its size). Nothing is touched
    before the first use. Safe for threads and processes."""

    def __init__(self, directory: Path, max_bytes: int) -> None:
        self._directory = directory
        self._max_bytes = max_bytes

    def get(self, doc_id: str) -> Path | None:
        """The file, which counts as used; ``None`` where there is none."""
        path = self._directory / doc_id
        try:
            os.utime(path)
        except OSError:
            return None
        return path

    def put(self, doc_id: str, write: Callable[[Path], object]) -> Path:
        """Keeps what ``write`` puts into the path that it is given. Raises ``OSError``."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        part, path = self._directory / f"part-{uuid.uuid4().hex}", self._directory / doc_id
        try:
            write(part)
            os.utime(part)  # a file that was moved here has the time of its making
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        self._make_room(path)
        return path

    def remove(self, doc_id: str) -> None:
        with contextlib.suppress(OSError):
            (self._directory / doc_id).unlink()

    def _make_room(self, keep: Path) -> None:
        facts = []
        for path in self._directory.iterdir():
            with contextlib.suppress(OSError):
                stat = path.stat()
                facts.append((stat.st_mtime, stat.st_size, path))
        total = sum(size for _, size, _ in facts)
        for _, size, path in sorted(facts):
            if total <= self._max_bytes:
                return
            if path != keep:
                total -= size
                with contextlib.suppress(OSError):
                    path.unlink()
