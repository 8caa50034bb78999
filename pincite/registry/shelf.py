"""What the cache holds of each document, and under which key this server may take it.

A document that needed a password has a key that only the password gives. It is kept in memory alone, and handed out
when the password is given again, or by its id while it is there; unless the user wants such documents cached: then it
is kept as any other.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import time
from collections.abc import Iterator, Sequence

from pincite.cache.entries import DocumentKey, Entry, UrlAlias
from pincite.errors import ParseError, PinciteError, StoreError, UnknownReferenceError
from pincite.model import Document
from pincite.parsers.formats import PARSERS, ParseOptions, effective
from pincite.registry.opened import Memory, OpenDocument
from pincite.stores.protocols import ArtifactStore

_log = logging.getLogger(__name__)
_LOCK = "password="
_IN_MEMORY = (16, 64, 16_000_000)  # documents, characters; of locked ones as many besides: they are nowhere else
_FRESH_NS = 2_000_000_000  # a file written so short a time ago may be written again without a new time stamp
_LIKENESS = 70  # of 100, as rapidfuzz counts
_SUGGESTIONS = 3
_SHARED = ("database_unavailable", "database_refused", "objects_unavailable")  # trouble of what others look after


class Shelf:
    """Documents in memory and in the cache. A cache that cannot be used costs time only, and a line in the log. Safe
    for threads."""

    def __init__(self, store: ArtifactStore, options: ParseOptions, *, keeps_decrypted: bool = False) -> None:
        self._store = store
        self._options = options
        self._keeps_decrypted = keeps_decrypted
        self._memory = Memory(*_IN_MEMORY)
        self._locked = Memory(*_IN_MEMORY)
        self._names: dict[str, str] = {}  # of all documents that were unlocked here, by id

    def keys(self, doc_id: str, format: str, options: ParseOptions, password: str | None) -> Iterator[DocumentKey]:
        """Where the document may be: under the open key (it then needs no password), then under the password's."""
        plain = DocumentKey(doc_id, PARSERS[format], options.key)
        yield plain
        if password:
            yield plain._replace(options=f"{plain.options};{_LOCK}{_password_hash(password, doc_id)}")

    def kept_as(self, key: DocumentKey) -> DocumentKey:
        """The key under which a document is kept that was parsed for this one."""
        if not self._keeps_decrypted or not is_locked(key):
            return key
        return key._replace(options=key.options.rpartition(f";{_LOCK}")[0])

    def take(self, key: DocumentKey, name: str) -> OpenDocument | None:
        """The document of exactly this key, called ``name`` from now on; ``None`` where it is not kept."""
        opened = self._held(key.doc_id, self._shelf_of(key))
        if opened is None or opened.key != key:
            opened = self._load(key)
            if opened is None:
                return None
        if opened.document.source != name:
            opened = OpenDocument(dataclasses.replace(opened.document, source=name), key, opened.deleted)
            self._save(opened, None)
        self._hold(opened)
        return opened

    def remembered(self, key: DocumentKey) -> OpenDocument | None:
        """The document of this key if it is in memory."""
        opened = self._shelf_of(key).get(key.doc_id)
        return opened if opened is not None and opened.key == key else None

    def put(self, document: Document, key: DocumentKey, encoded: bytes) -> OpenDocument:
        """Keeps a document that was just parsed; ``encoded`` are its bytes."""
        opened = OpenDocument(document, key, self._deleted(key.doc_id))
        self._save(opened, encoded)
        self._hold(opened)
        return opened

    def get(self, doc_id: str) -> OpenDocument:
        """The document by its id alone. Raises ``UnknownReferenceError`` (unknown_document), and ``ParseError``
        (password_required) for one that was unlocked in this process and is not in memory any more."""
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
        shown = frozenset(PARSERS.values())
        for entry in self._entries():
            if entry.key.parser in shown:
                found.setdefault(entry.key.doc_id, entry)
        held = [*self._memory.documents(), *self._locked.documents()]
        unsaved = [o for o in held if o.document.doc_id not in found and not self.is_forgotten(o)]
        return [*map(_entry_of, unsaved), *found.values()]

    def is_unlocked(self, doc_id: str) -> bool:
        """Whether the document is one that a password opened and that is in memory alone."""
        return self._locked.get(doc_id) is not None

    def unlocked(self) -> frozenset[str]:
        """All of them."""
        return frozenset(opened.document.doc_id for opened in self._locked.documents())

    def forget(self, doc_id: str) -> None:
        """Deletes all that is kept of the document. Raises ``UnknownReferenceError`` where nothing is, ``StoreError``
        where the cache does not let it go."""
        held = self._memory.remove(doc_id) | self._locked.remove(doc_id)
        self._names.pop(doc_id, None)
        if not self._store.delete(doc_id) and not held:
            raise self._unknown(doc_id)

    def is_forgotten(self, opened: OpenDocument) -> bool:
        """Whether this or another process has forgotten the document since it was opened here."""
        deleted = self._deleted(opened.key.doc_id)
        return deleted is not None and deleted != opened.deleted

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

    def _shelf_of(self, key: DocumentKey) -> Memory:
        return self._locked if is_locked(key) else self._memory

    def _hold(self, opened: OpenDocument) -> None:
        self._shelf_of(opened.key).put(opened)
        if is_locked(opened.key):
            self._names[opened.key.doc_id] = opened.document.source

    def _find(self, doc_id: str) -> OpenDocument:
        for memory in (self._memory, self._locked):
            if (opened := self._held(doc_id, memory)) is not None:
                return opened
        opened = self._load(self._open_key(doc_id))
        if opened is None:
            raise self._unknown(doc_id)
        return opened

    def _held(self, doc_id: str, memory: Memory) -> OpenDocument | None:
        """The document if it is in memory and no process has forgotten it since."""
        opened = memory.get(doc_id)
        if opened is not None and self.is_forgotten(opened):
            memory.remove(doc_id)
            self._names.pop(doc_id, None)
            return None
        return opened

    def _load(self, key: DocumentKey) -> OpenDocument | None:
        if is_locked(key):
            return None
        deleted = self._deleted(key.doc_id)  # before it is read: a deletion from now on counts
        try:
            document = self._store.get(key)
        except StoreError as error:
            _log.warning("%s", error)
            return None
        return None if document is None else OpenDocument(document, key, deleted)

    def _deleted(self, doc_id: str) -> str | None:
        try:
            return self._store.deleted(doc_id)
        except StoreError as error:
            _log.warning("%s", error)
            return None

    def _save(self, opened: OpenDocument, encoded: bytes | None) -> None:
        if is_locked(opened.key):
            return
        try:
            self._store.put(opened.key, opened.document, tokens=opened.costs.total, encoded=encoded)
        except StoreError as error:
            _log.warning("%s is kept in memory only: %s", opened.document.source, error)

    def _entries(self, doc_id: str | None = None) -> list[Entry]:
        """Of one document or of all. A database that does not answer is told of: what it holds is not gone."""
        try:
            found = self._store.entries() if doc_id is None else self._store.find(doc_id)
        except StoreError as error:
            if error.code in _SHARED:
                raise
            _log.warning("%s", error)
            return []
        return [entry for entry in found if not is_locked(entry.key)]

    def _open_key(self, doc_id: str) -> DocumentKey:
        """The key of the entry to show: of the present parser, best with the present options."""
        entries = [e for e in self._entries(doc_id) if e.key.parser in PARSERS.values()]
        if entries:
            present = effective(self._options, entries[0].format).key
            return next((e.key for e in entries if e.key.options == present), entries[0].key)
        if doc_id in self._names:
            raise ParseError(
                f"{self._names[doc_id]} needs its password again.",
                code="password_required",
                hint="Open it again with its password.",
            )
        raise self._unknown(doc_id)

    def _unknown(self, doc_id: str) -> UnknownReferenceError:
        return unknown_document(doc_id, self.entries())


def unknown_document(doc_id: str, entries: Sequence[Entry]) -> UnknownReferenceError:
    """The error for a document that is not among ``entries``; its hint names those that are called almost so."""
    near = _near(doc_id, entries)
    if near:
        hint = "Did you mean " + " or ".join(f"{e.key.doc_id} ({e.source})" for e in near) + "?"
    else:
        hint = "Open the document first, or list the documents that are here."
    shown = "".join(c if c.isprintable() else "\ufffd" for c in doc_id[:80])
    return UnknownReferenceError(f"There is no document {shown} here.", code="unknown_document", hint=hint)


def is_locked(key: DocumentKey) -> bool:
    """Whether only a password gives this key."""
    return _LOCK in key.options


def _near(doc_id: str, entries: Sequence[Entry]) -> list[Entry]:
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
    """Slow on purpose: a password must not be guessed from it, wherever it shows up."""
    return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=doc_id.encode(), n=2**14, r=8, p=1).hex()[:32]
