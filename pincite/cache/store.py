"""Parsed documents on disk, shared by every server process of this user.

Keyed by content, parser and options, so an entry is never out of date, only unused; the least recently used go first
when the size limit is reached. Whatever cannot be read back whole is removed and counts as a miss.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pincite.cache import codec
from pincite.cache.entries import (
    DOCUMENTS,
    DocumentKey,
    Entry,
    UrlAlias,
    document_name,
    document_prefix,
    entry_of,
    grave_name,
    is_settled,
    path_name,
    tag_of,
    url_name,
)
from pincite.errors import StoreError
from pincite.model import Document

if TYPE_CHECKING:
    from pincite.cache.disk import PlainCache

__all__ = ["DocumentKey", "DocumentStore", "Entry", "UrlAlias"]

_BUSY_S = 10.0  # how long a call waits for another process that writes
_AVOIDED = 3  # times that long the cache is done without when it was in vain
_REMEMBERED_S = 30 * 86_400.0  # how long a deletion is known; few processes hold a document in memory for longer

T = TypeVar("T")


class DocumentStore:
    """Documents under ``directory/documents``, at most ``max_mb`` megabytes; may be shared by threads and processes.

    Nothing is touched before the first use. All methods raise StoreError where the directory cannot be used.
    """

    def __init__(self, directory: Path, max_mb: int = 2048) -> None:
        self._directory = directory / "documents"
        self._database = str(self._directory / "cache.db")
        self._max_bytes = max_mb * 1_000_000
        self._lock = threading.RLock()
        self._open: PlainCache | None = None
        self._opened_file: tuple[int, int] | None = None
        self._busy_until = 0.0
        self._swept = False

    # Documents.

    def get(self, key: DocumentKey) -> Document | None:
        """The document, or ``None`` where it is not stored or its entry is damaged (and now removed)."""
        name = document_name(key)
        data = self._run(lambda cache: cache.get(name))
        try:
            if isinstance(data, bytes):
                doc = codec.decode(data)
                if doc.doc_id == key.doc_id:
                    return doc
        except codec.CorruptEntry:
            pass
        self._run(lambda cache: name in cache and cache.delete(name))
        return None

    def put(self, key: DocumentKey, doc: Document, *, tokens: int | None = None, encoded: bytes | None = None) -> bool:
        """Stores the document (``encoded``: its bytes, where the caller has them already) and makes room for it.
        ``False`` where it alone would exceed the limit: then nothing is stored and nothing evicted."""
        data = codec.encode(doc) if encoded is None else encoded
        if len(data) > self._max_bytes:
            return False
        tag, name = tag_of(key, doc, tokens), document_name(key)

        def write(cache: PlainCache) -> None:
            if not self._swept:
                cache.sweep()
                self._swept = True
            cache.set(name, data, tag=tag)
            self._make_room(cache, keep=name)

        self._run(write)
        return True

    def find(self, doc_id: str) -> list[Entry]:
        """The entries of one document (by parser and options), most recently used first."""
        return self._entries(document_prefix(doc_id))

    def entries(self) -> list[Entry]:
        """All entries, most recently used first. Looking does not count as use."""
        return self._entries(DOCUMENTS)

    def delete(self, doc_id: str) -> int:
        """Removes everything kept of the document, and the aliases to it, so that nothing of it can be read in the
        files; returns how many entries there were. Other processes learn of it from ``deleted``."""

        def remove(cache: PlainCache) -> int:
            rows = cache.rows(document_prefix(doc_id))
            for row in rows:
                cache.delete(row.key)
            cache.evict(doc_id)
            cache.set(grave_name(doc_id), uuid.uuid4().hex, expire=_REMEMBERED_S)
            cache.sweep()
            cache.scrub()
            return len(rows)

        return self._run(remove)

    def deleted(self, doc_id: str) -> str | None:
        """A mark of the last deletion of the document, another one each time: clocks may be set back. ``None``: it was
        not deleted within the last month."""
        return self._run(lambda cache: cache.peek(grave_name(doc_id)))

    # Aliases: which content a path or URL held when it was last looked at. A path may hold bytes that are no text, as
    # lone surrogates: the key is ASCII.

    def alias(self, path: str, size: int, mtime_ns: int) -> str | None:
        """The ``doc_id`` of the file, if it still has the size and time that it had when the alias was made."""
        return self._alias(path_name(path), [size, mtime_ns])

    def put_alias(self, path: str, size: int, mtime_ns: int, doc_id: str) -> None:
        """Remembers the content of a file. A file changed just now on a file system that counts time in whole seconds
        may change again without a trace, so it is not remembered."""
        if is_settled(mtime_ns):
            self._put_alias(path_name(path), [size, mtime_ns], doc_id)

    def url_alias(self, url: str) -> UrlAlias | None:
        """What the URL led to when it was last fetched."""
        value = self._run(lambda cache: cache.peek(url_name(url)))
        try:
            return UrlAlias(*json.loads(value or ""))
        except (TypeError, ValueError):
            return None

    def put_url_alias(self, url: str, alias: UrlAlias) -> None:
        """Remembers what a URL led to. Without a name for its version it could not be asked for changes: then what was
        known of it is dropped."""
        name = url_name(url)
        if alias.etag or alias.modified:
            self._run(lambda cache: cache.set(name, json.dumps(alias), tag=alias.doc_id))
        else:
            self._run(lambda cache: name in cache and cache.delete(name))

    def close(self) -> None:
        """Closes the store for all threads; it opens again when it is used."""
        with self._lock:
            self.close_thread()
            self._open = None

    def close_thread(self) -> None:
        """Closes the connection of this thread, which is about to end."""
        with self._lock:
            if self._open is not None:
                self._open.close()

    # Inside.

    def _entries(self, prefix: str) -> list[Entry]:
        rows = self._run(lambda cache: cache.rows(prefix))
        found = (entry_of(row) for row in reversed(rows))
        return [entry for entry in found if entry is not None]

    def _alias(self, name: str, state: list[str | int]) -> str | None:
        value = self._run(lambda cache: cache.peek(name))
        try:
            *known, doc_id = json.loads(value or "")
        except (TypeError, ValueError):
            return None
        return doc_id if known == state and isinstance(doc_id, str) else None

    def _put_alias(self, name: str, state: list[str | int], doc_id: str) -> None:
        self._run(lambda cache: cache.set(name, json.dumps([*state, doc_id]), tag=doc_id))

    def _make_room(self, cache: PlainCache, keep: str) -> None:
        if cache.volume() <= self._max_bytes:
            return
        cache.sweep()
        for row in cache.rows(DOCUMENTS):
            if row.key == keep:
                continue
            cache.delete(row.key)
            entry = entry_of(row)
            if entry is not None and not cache.rows(document_prefix(entry.key.doc_id)):
                cache.evict(entry.key.doc_id)
            if cache.volume() <= self._max_bytes:
                return

    def _run(self, work: Callable[[PlainCache], T]) -> T:
        """Runs ``work``; raises StoreError for whatever keeps it from being done."""
        import diskcache

        try:
            if time.monotonic() < self._busy_until:
                raise diskcache.Timeout
            return self._tried(work)
        except diskcache.Timeout as error:
            if time.monotonic() >= self._busy_until:  # one call waits; those that come right after it do without
                self._busy_until = time.monotonic() + _AVOIDED * _BUSY_S
            raise StoreError(
                "Another process holds the document cache.", code="cache_busy", hint="Try again in a few seconds."
            ) from error
        except (OSError, sqlite3.Error) as error:
            if "full" in str(error) or getattr(error, "errno", None) in _NO_ROOM:
                raise StoreError("There is no room left for the document cache.", code="cache_full") from error
            raise StoreError("The document cache cannot be used.") from error

    def _tried(self, work: Callable[[PlainCache], T]) -> T:
        """Runs ``work``; where the database proves damaged, once more on a fresh one (the cache can be filled
        again)."""
        try:
            return work(self._cache())
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:  # its subclasses are about use and access, not damage
                raise
        self._discard()
        return work(self._cache())

    def _cache(self) -> PlainCache:
        """The open cache; opened again when its file is not the one that was opened (somebody emptied the
        directory)."""
        from pincite.cache.disk import PlainCache

        with self._lock:
            if self._open is None or self._file() != self._opened_file:
                self._directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._directory.mkdir(mode=0o700, exist_ok=True)
                self._open = PlainCache(self._directory, _BUSY_S)
                self._opened_file = self._file()
            return self._open

    def _file(self) -> tuple[int, int] | None:
        try:
            stat = os.stat(self._database)  # noqa: PTH116 - asked for with every call, and several times quicker
        except OSError:
            return None
        return stat.st_dev, stat.st_ino

    def _discard(self) -> None:
        """Moves the damaged directory away in one step, so that no other process opens half of it, and deletes it."""
        with self._lock:
            self.close()
            grave = self._directory.with_name(f"damaged-{uuid.uuid4().hex}")
            with contextlib.suppress(FileNotFoundError):
                self._directory.rename(grave)
            shutil.rmtree(grave, ignore_errors=True)


def _no_room() -> frozenset[int]:
    import errno

    return frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})


_NO_ROOM = _no_room()
