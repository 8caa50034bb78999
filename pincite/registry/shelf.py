"""What the cache holds of each document, and under which key this server may take it.

A document that needed a password is kept under a key that only the password gives; it is handed out when the password
is given again, or has been given in this process.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import threading
import time
from collections.abc import Iterator

from pincite.cache.store import DocumentKey, DocumentStore, Entry, UrlAlias
from pincite.errors import ParseError, PinciteError, StoreError, UnknownReferenceError
from pincite.model import Document
from pincite.parsers.formats import PARSERS, ParseOptions, effective
from pincite.registry.opened import Memory, OpenDocument

_log = logging.getLogger(__name__)
_LOCK = "password="
_IN_MEMORY = 16
_FRESH_NS = 100_000_000  # a file written so short a time ago may be written again without a new time stamp
_LIKENESS = 70  # of 100, as rapidfuzz counts
_SUGGESTIONS = 3


class Shelf:
    """Documents in memory and in the cache. A cache that cannot be used costs time only, and a line in the log. Safe
    for threads."""

    def __init__(self, store: DocumentStore, options: ParseOptions) -> None:
        self._store = store
        self._options = options
        self._memory = Memory(_IN_MEMORY)
        self._lock = threading.Lock()
        self._unlocked: dict[str, DocumentKey] = {}

    def keys(self, doc_id: str, format: str, options: ParseOptions, password: str | None) -> Iterator[DocumentKey]:
        """Where the document may be: under the open key (it then needs no password), then under the password's."""
        plain = DocumentKey(doc_id, PARSERS[format], options.key)
        yield plain
        if password:
            yield plain._replace(options=f"{plain.options};{_LOCK}{_password_hash(password, doc_id)}")

    def take(self, key: DocumentKey, name: str) -> OpenDocument | None:
        """The document of exactly this key, called ``name`` from now on; ``None`` where it is not kept."""
        opened = self._held(key.doc_id)
        if opened is None or opened.key != key:
            document = self._load(key)
            if document is None:
                return None
            opened = OpenDocument(document, key)
        if opened.document.source != name:
            opened = OpenDocument(dataclasses.replace(opened.document, source=name), key)
            self._save(opened, None)
        self._hold(opened)
        return opened

    def remembered(self, key: DocumentKey) -> OpenDocument | None:
        """The document of this key if it is in memory."""
        opened = self._memory.get(key.doc_id)
        return opened if opened is not None and opened.key == key else None

    def put(self, opened: OpenDocument, encoded: bytes) -> None:
        """Keeps a document that was just parsed; ``encoded`` are its bytes."""
        self._save(opened, encoded)
        self._hold(opened)

    def get(self, doc_id: str) -> OpenDocument:
        """The document by its id alone. Raises ``UnknownReferenceError`` (unknown_document), and ``ParseError``
        (password_required) for one that was not unlocked in this process."""
        opened = self._find(doc_id)
        self._hold(opened)
        return opened

    def glance(self, doc_id: str) -> OpenDocument | None:
        """The same for a passing look, which does not count as use; ``None`` where it cannot be had."""
        try:
            return self._find(doc_id)
        except PinciteError:
            return None

    def entries(self) -> list[Entry]:
        """One entry for each document that this version can show, the one used last first."""
        found: dict[str, Entry] = {}
        for entry in self._entries():
            if entry.key.parser in PARSERS.values():
                found.setdefault(entry.key.doc_id, entry)
        unsaved = [o for o in self._memory.documents() if o.document.doc_id not in found and not self.is_forgotten(o)]
        return [*map(_entry_of, unsaved), *found.values()]

    def readable(self, entry: Entry) -> bool:
        """Whether ``get`` gives the document of this entry without a password."""
        return _LOCK not in entry.key.options or entry.key.doc_id in self._unlocked

    def forget(self, doc_id: str) -> None:
        """Deletes all that is kept of the document. Raises ``UnknownReferenceError`` where nothing is, ``StoreError``
        where the cache does not let it go."""
        held = self._memory.remove(doc_id)
        with self._lock:
            self._unlocked.pop(doc_id, None)
        if not self._store.delete(doc_id) and not held:
            raise self._unknown(doc_id)

    def is_forgotten(self, opened: OpenDocument) -> bool:
        """Whether this or another process has forgotten the document since it was opened here."""
        try:
            deleted = self._store.deleted(opened.key.doc_id)
        except StoreError as error:
            _log.warning("%s", error)
            return False
        return deleted is not None and deleted >= opened.since

    def alias(self, path: str, size: int, mtime_ns: int) -> str | None:
        """The id of the file, if it was seen with this size and time."""
        try:
            return self._store.alias(path, size, mtime_ns)
        except StoreError as error:
            _log.warning("%s", error)
            return None

    def put_alias(self, path: str, size: int, mtime_ns: int, doc_id: str) -> None:
        if time.time_ns() - mtime_ns < _FRESH_NS:
            return
        try:
            self._store.put_alias(path, size, mtime_ns, doc_id)
        except StoreError as error:
            _log.warning("%s", error)

    def url_alias(self, url: str) -> UrlAlias | None:
        """What the URL led to when it was last fetched."""
        try:
            return self._store.url_alias(url)
        except StoreError as error:
            _log.warning("%s", error)
            return None

    def put_url_alias(self, url: str, alias: UrlAlias) -> None:
        try:
            self._store.put_url_alias(url, alias)
        except StoreError as error:
            _log.warning("%s", error)

    def close(self) -> None:
        self._store.close()

    def _hold(self, opened: OpenDocument) -> None:
        self._memory.put(opened)
        if _LOCK in opened.key.options:
            with self._lock:
                self._unlocked[opened.key.doc_id] = opened.key

    def _find(self, doc_id: str) -> OpenDocument:
        opened = self._held(doc_id)
        if opened is not None:
            return opened
        key = self._unlocked.get(doc_id) or self._open_key(doc_id)
        document = self._load(key)
        if document is None:
            raise self._unknown(doc_id)
        return OpenDocument(document, key)

    def _held(self, doc_id: str) -> OpenDocument | None:
        """The document if it is in memory and no process has forgotten it since."""
        opened = self._memory.get(doc_id)
        if opened is not None and self.is_forgotten(opened):
            self._memory.remove(doc_id)
            return None
        return opened

    def _load(self, key: DocumentKey) -> Document | None:
        try:
            return self._store.get(key)
        except StoreError as error:
            _log.warning("%s", error)
            return None

    def _save(self, opened: OpenDocument, encoded: bytes | None) -> None:
        try:
            self._store.put(opened.key, opened.document, tokens=opened.costs.total, encoded=encoded)
        except StoreError as error:
            _log.warning("%s is kept in memory only: %s", opened.document.source, error)

    def _entries(self) -> list[Entry]:
        try:
            return self._store.entries()
        except StoreError as error:
            _log.warning("%s", error)
            return []

    def _open_key(self, doc_id: str) -> DocumentKey:
        """The key of the entry to show: of the present parser, best with the present options."""
        entries = [e for e in self._entries() if e.key.doc_id == doc_id and e.key.parser in PARSERS.values()]
        plain = [e for e in entries if _LOCK not in e.key.options]
        if plain:
            present = effective(self._options, plain[0].format).key
            return next((e.key for e in plain if e.key.options == present), plain[0].key)
        if entries:
            raise ParseError(
                f"{entries[0].source} needs its password again.",
                code="password_required",
                hint="Open it again with its password.",
            )
        raise self._unknown(doc_id)

    def _unknown(self, doc_id: str) -> UnknownReferenceError:
        near = _near(doc_id, self.entries())
        if near:
            hint = "Did you mean " + " or ".join(f"{e.key.doc_id} ({e.source})" for e in near) + "?"
        else:
            hint = "Open the document first, or list the documents that are here."
        shown = "".join(c if c.isprintable() else "\ufffd" for c in doc_id[:80])
        return UnknownReferenceError(f"There is no document {shown} here.", code="unknown_document", hint=hint)


def _near(doc_id: str, entries: list[Entry]) -> list[Entry]:
    """Documents whose id, file name or title is like what was asked for."""
    from rapidfuzz import fuzz, process

    names = {(i, n): n.casefold() for i, e in enumerate(entries) for n in (e.key.doc_id, e.source, e.title)}
    found = process.extract(doc_id.casefold(), names, scorer=fuzz.WRatio, limit=20, score_cutoff=_LIKENESS)
    order = list(dict.fromkeys(key[0] for _, _, key in found))
    return [entries[i] for i in order[:_SUGGESTIONS]]


def _entry_of(opened: OpenDocument) -> Entry:
    """An entry for a document that could not be stored: its size on disk is 0."""
    doc, now = opened.document, time.time()
    return Entry(
        key=opened.key,
        rev=doc.rev,
        source=doc.source,
        title=doc.title,
        format=doc.format,
        pages=len(doc.pages),
        tokens=opened.costs.total,
        size=0,
        stored=now,
        used=now,
    )


def _password_hash(password: str, doc_id: str) -> str:
    """Slow on purpose: the hash stands in the cache, and a password must not be guessed from it."""
    return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=doc_id.encode(), n=2**14, r=8, p=1).hex()[:32]
