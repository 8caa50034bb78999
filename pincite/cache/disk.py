"""diskcache, held to plain data: text keys, text or byte values, never a pickle.

diskcache falls back to pickle for whatever it does not know, in both directions; a pickle that someone put into the
cache directory would run when it is read. Here such a row counts as unreadable, which a reader sees as a miss.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import diskcache
from diskcache.core import MODE_BINARY, MODE_RAW, MODE_TEXT

from pincite.cache.entries import Row

_VALUE_FILE = re.compile(r"[0-9a-f]{2}[/\\][0-9a-f]{2}[/\\][0-9a-f]{28}\.val")
_AGAIN_S = 0.005
_ORPHAN_AGE_S = 3600  # a file without a row that is younger may belong to a write that is going on


class PlainDisk(diskcache.Disk):  # type: ignore[misc]  # diskcache is untyped
    """Reads and writes keys and values of plain types only."""

    def put(self, key: object) -> tuple[str, bool]:
        if type(key) is not str:
            raise TypeError(f"keys are text, not {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: bool) -> str:
        if not raw or type(key) is not str:
            raise OSError("the key is not plain text")
        return key

    def store(self, value: object, read: bool, key: object = None) -> tuple[int, int, str | None, object]:
        if read or type(value) not in (str, bytes):
            raise TypeError(f"values are text or bytes, not {type(value).__name__}")
        size, mode, filename, inline = super().store(value, read, key=key)
        return size, mode, filename, inline

    def fetch(self, mode: int, filename: str | None, value: object, read: bool) -> object:
        if mode not in (MODE_RAW, MODE_BINARY, MODE_TEXT) or read:
            raise OSError("the value is not plain data")
        if filename is not None and not _VALUE_FILE.fullmatch(filename):
            raise OSError("the value is not in the cache directory")
        return super().fetch(mode, filename, value, read)

    def remove(self, file_path: str) -> None:
        if _VALUE_FILE.fullmatch(file_path):
            super().remove(file_path)

    def _write(self, full_path: str, iterator: Iterator[bytes], mode: str, encoding: str | None = None) -> int:
        try:
            return int(super()._write(full_path, iterator, mode, encoding))
        except BaseException:  # whatever ends the write, half a file must not stay
            with contextlib.suppress(OSError):
                Path(full_path).unlink()
            raise


class PlainCache(diskcache.Cache):  # type: ignore[misc]
    """A diskcache on ``PlainDisk`` whose tags can be listed, and that evicts only when told to."""

    def __init__(self, directory: Path, timeout_s: float) -> None:
        self._patience_s = timeout_s
        super().__init__(
            str(directory),
            timeout=timeout_s,
            disk=PlainDisk,
            eviction_policy="least-recently-used",
            cull_limit=0,
            tag_index=1,
            sqlite_secure_delete=1,  # what is deleted is overwritten, not only unlinked
        )

    @property
    def _sql_retry(self) -> Callable[..., sqlite3.Cursor]:
        """What diskcache opens itself with: it would wait for a minute, with each statement."""
        end = time.monotonic() + self._patience_s

        def run(*statement: object) -> sqlite3.Cursor:
            while True:
                try:
                    return cast(sqlite3.Cursor, self._sql(*statement))
                except sqlite3.OperationalError as error:
                    if str(error) != "database is locked":
                        raise
                    if time.monotonic() > end:
                        raise diskcache.Timeout(str(error)) from None
                    time.sleep(_AGAIN_S)

        return run

    def rows(self, prefix: str) -> list[Row]:
        """Rows whose key begins with ``prefix``, least recently used first; reading them does not count as use."""
        found = self._sql(
            "SELECT key, tag, CASE size WHEN 0 THEN LENGTH(value) ELSE size END, store_time, access_time FROM Cache "
            "WHERE key >= ? AND key < ? AND raw = 1 AND typeof(tag) = 'text' ORDER BY access_time, rowid",
            (prefix, prefix + "\U0010ffff"),
        )
        return [Row(*row) for row in found.fetchall()]

    def peek(self, key: str) -> str | None:
        """The short text under a key, ``None`` where there is none. ``get`` notes each use, and waits for those who
        write; this does not."""
        found = self._sql(
            "SELECT value FROM Cache WHERE key = ? AND raw = 1 AND mode = ? AND typeof(value) = 'text' "
            "AND (expire_time IS NULL OR expire_time > ?)",
            (key, MODE_RAW, time.time()),
        ).fetchone()
        return None if found is None else str(found[0])

    def scrub(self) -> None:
        """Takes what was deleted out of the journal, too, unless another process reads there just now."""
        self._sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def sweep(self) -> None:
        """Removes value files that no row names: what a process that was killed while it wrote has left."""
        known = {name for (name,) in self._sql("SELECT filename FROM Cache WHERE filename IS NOT NULL")}
        root, newest = Path(self.directory), time.time() - _ORPHAN_AGE_S
        # glob.glob bears that another process removes a directory meanwhile, Path.glob does not
        for name in glob.glob("??/??/*.val", root_dir=root):  # noqa: PTH207
            path = root / name
            with contextlib.suppress(OSError):
                if name not in known and path.stat().st_mtime < newest:
                    path.unlink()
                    os.removedirs(path.parent)
