"""The documents of this server: opened, remembered, searched, forgotten.

A document is opened from memory, else from the cache, else by a worker; the same document is parsed once, however many
ask. All methods may be called from any thread.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.anchors import Anchor
from pincite.cache.codec import CorruptEntry, decode
from pincite.cache.entries import DocumentKey, Entry, UrlAlias
from pincite.errors import ParseError, PinciteError, RequestError, SourceError, UnknownReferenceError
from pincite.identity import ID_LENGTH
from pincite.limits import PICTURE_BYTES
from pincite.model import BBox, Document, Kind, Span
from pincite.outline import Outline, Section
from pincite.parsers.formats import ParseOptions, ProgressFn, effective
from pincite.parsers.jobs import Job, ParseRequest
from pincite.parsers.pool import WorkerPool
from pincite.pictures import Clip, PagePicture
from pincite.pictures.keeping import KeptFiles
from pincite.pictures.original import Original
from pincite.registry.indexing import Indexer
from pincite.registry.journeys import Journeys
from pincite.registry.opened import OpenDocument, Pending
from pincite.registry.openings import Flight, Opening, landed
from pincite.registry.pages import LocalPages
from pincite.registry.seen import SeenFiles
from pincite.registry.sharing import Sharing, Turn
from pincite.registry.shelf import Shelf, is_locked
from pincite.registry.showing import Showing
from pincite.registry.tally import Tally
from pincite.registry.whereabouts import Whereabouts
from pincite.sources import Source, SourcePolicy, checked, content_id, locate
from pincite.sources.web import Download, WebPolicy, is_url
from pincite.stores.opening import open_stores

if TYPE_CHECKING:
    from pincite.index import DocumentIndex, SearchResult
    from pincite.settings import Settings

__all__ = ["OpenDocument", "Opening", "Pending", "Registry"]

_OCR_SHARE = 0.85  # of the time that a parse may take; the rest is for what comes before and after
_KEPT_SHARE = 250_000  # bytes of downloads that are kept for each MB of the cache: a quarter beside it
_BEHIND = 5  # steps of ``nice``: where cores are scarce a parse gets a third of what a call gets
_DOC_ID = re.compile(rf"[a-z2-7]{{{ID_LENGTH}}}")


class Registry:
    """Opens documents under ``settings``. ``pool`` is for tests: the workers to use instead of those that the settings
    describe. With ``answers_first`` parses leave the cores to whoever else needs them, as to the processes that answer
    many users. Raises nothing when it is made; ``close`` ends its processes and threads."""

    def __init__(self, settings: Settings, *, pool: WorkerPool | None = None, answers_first: bool = False) -> None:
        self._policy = SourcePolicy(settings.roots, settings.max_file_mb, settings.libreoffice, settings.chat_folders())
        self._options = ParseOptions(
            max_pages=settings.max_pages,
            notes=settings.notes,
            comments=settings.comments,
            changes=settings.changes,
            ocr=settings.ocr,
            ocr_languages=settings.ocr_languages,
            ocr_seconds=_OCR_SHARE * settings.parse_timeout,
        )
        self._pool = pool or WorkerPool(
            settings.workers,
            memory_mb=settings.worker_memory_mb,
            timeout_s=settings.parse_timeout,
            niceness=_BEHIND if answers_first else 0,
        )
        stores = open_stores(settings)
        self.originals = stores.originals
        self._shelf = Shelf(stores.artifacts, self._options, keeps_decrypted=settings.cache_decrypted)
        self._sharing = None if stores.leases is None else Sharing(stores.leases)
        self._indexer = Indexer(stores.new_index, self._shelf.is_forgotten, self._shelf.glance)
        # no file may tell of a locked document
        self._unlocked = Indexer(_index_in_memory, self._shelf.is_forgotten, self._shelf.glance)
        web, downloads = WebPolicy.of(settings), settings.cache_dir / "downloads"
        self._journeys = Journeys(web, downloads, self._shelf, self._begin_download, self._keep, self._take)
        self._pages = LocalPages(web, downloads)
        copies = KeptFiles(settings.cache_dir / "originals", settings.cache_max_mb * _KEPT_SHARE)
        seen = SeenFiles(settings.cache_dir / "places")
        self._whereabouts = Whereabouts(stores.originals, self._policy, copies, seen)
        self._showing = Showing(settings.cache_dir / "renderings", settings.worker_memory_mb, web, self._whereabouts)
        self.tally = Tally()
        self._lock = threading.Lock()
        self._flights: dict[DocumentKey, Flight] = {}

    def prewarm(self) -> None:
        """Starts a worker ahead of the first document. Returns at once."""
        self._pool.prewarm()

    def open(
        self,
        source: str,
        *,
        password: str | None = None,
        refresh: bool = False,
        on_progress: ProgressFn | None = None,
        wait_s: float | None = None,
    ) -> OpenDocument | Pending:
        """Opens what ``source`` names (see ``sources.locate``; the id of a document that is here will do, too).

        ``refresh`` parses it again even if it is known. ``on_progress(pages done, pages in all)`` is called from
        another thread. After ``wait_s`` seconds (``None``: no limit) ``Pending`` comes back and the parse goes on:
        opening the source again waits for the rest. Raises ``SourceError`` and ``ParseError``.
        """
        try:
            opening = self.begin(source, password=password, refresh=refresh, on_progress=on_progress)
            return opening.wait(wait_s)
        except ParseError as error:
            if error.code != "source_changed":
                raise
        # the file was replaced between its hash and its parse: once more with what is there now
        return self.begin(source, password=password, refresh=refresh, on_progress=on_progress).wait(wait_s)

    def begin(
        self,
        source: str,
        *,
        password: str | None = None,
        refresh: bool = False,
        on_progress: ProgressFn | None = None,
    ) -> Opening:
        """``open`` in two steps, for event loops: starts what is needed and returns without waiting for the parse.
        Raises ``SourceError``."""
        if is_url(source):
            return self._journeys.begin(source, password, refresh=refresh, on_progress=on_progress)
        found = self._locate(source, refresh=refresh)
        if isinstance(found, OpenDocument):
            return landed(found)
        return self._begin_source(found, password, on_progress, refresh=refresh)

    def begin_file(
        self, path: Path, *, name: str | None = None, password: str | None = None, refresh: bool = False
    ) -> Opening:
        """``begin`` for a file wherever it is; ``name``: what it is called instead. Raises ``SourceError``."""
        return self._begin_source(checked(path, self._policy, name=name), password, None, refresh=refresh)

    def identify(self, path: Path, name: str) -> str:
        """The id that the file's document will have. Raises ``SourceError``."""
        return content_id(checked(path, self._policy, name=name).path)

    def locate(self, source: str, roots: Sequence[Path]) -> tuple[Path, Path]:
        """The file that ``source`` names within these directories (at least one), and the first that it is in. Raises
        ``SourceError``."""
        policy = dataclasses.replace(self._policy, roots=tuple(roots), chat_folders=())
        path = locate(source, policy).path
        return path, next(root for root in roots if dataclasses.replace(policy, roots=(root,)).allows(path))

    def is_unlocked(self, doc_id: str) -> bool:
        """Whether the document is one that a password opened and that is in memory alone."""
        return self._shelf.is_unlocked(doc_id)

    def get(self, doc_id: str) -> OpenDocument:
        """A document that was opened before, by this or another process. Raises ``UnknownReferenceError``
        (unknown_document, with what is near), ``ParseError`` (password_required)."""
        return self._shelf.get(doc_id)

    def entries(self) -> list[Entry]:
        """The documents that are here, the one used last first."""
        return self._shelf.entries()

    def forget(self, doc_id: str) -> None:
        """Deletes everything that is kept of the document: in memory, cache and index. Raises ``UnknownReferenceError``
        (unknown_document)."""
        had_file = self._whereabouts.forget(doc_id)
        self._showing.forget(doc_id)
        try:
            self._shelf.forget(doc_id)
        except UnknownReferenceError:
            if not had_file:
                raise
        finally:  # the index may know a document that the cache has evicted
            self._unlocked.remove(doc_id)
            self._indexer.remove(doc_id)

    def search(
        self,
        query: str,
        *,
        doc_ids: Sequence[str] | None = None,
        section: Section | None = None,
        kinds: Sequence[Kind] | None = None,
        limit: int = 8,
        among: Callable[[str], bool] | None = None,
    ) -> SearchResult:
        """Searches the documents named, or all that are here (``among``: those it is true of); a ``section`` narrows
        the search in a single document. The index is filled with what it lacks. Raises ``UnknownReferenceError``
        (unknown_document), ``ParseError`` (password_required), ``RequestError`` for a section without its document."""
        from pincite.index.results import merged

        if section is not None and (doc_ids is None or len(doc_ids) != 1):
            raise RequestError(
                "A section belongs to one document.", hint="Name the document whose section is to be searched."
            )
        if doc_ids is None:
            wanted = [doc_id for doc_id in self._searchable() if among is None or among(doc_id)]
        else:
            wanted = [self.get(doc_id).document.doc_id for doc_id in dict.fromkeys(doc_ids)]
        blocks = range(section.start, section.end) if section is not None else None
        results = []
        for indexer, doc_ids in self._by_index(wanted):
            indexer.settle(doc_ids)
            found = indexer.index.search(
                query, doc_ids=doc_ids, blocks=blocks, kinds=kinds, limit=limit, documents=self._document
            )
            results.append(found)
        return merged(results, limit)

    def _by_index(self, doc_ids: Sequence[str]) -> list[tuple[Indexer, list[str]]]:
        """The indexes that hold these documents, each with its own; at least one."""
        unlocked = self._shelf.unlocked()
        locked = [doc_id for doc_id in doc_ids if doc_id in unlocked]
        others = [doc_id for doc_id in doc_ids if doc_id not in unlocked]
        pairs = [(self._indexer, others), (self._unlocked, locked)]
        return [pair for pair in pairs if pair[1]] or pairs[:1]

    def picture(
        self,
        opened: OpenDocument,
        page: int,
        *,
        width: int | None = None,
        clip: Clip | None = None,
        highlight: Anchor | Span | Sequence[Span] | None = None,
        max_bytes: int = PICTURE_BYTES,
    ) -> PagePicture:
        """A picture of the physical page, with what ``highlight`` names marked as far as it stands there. ``width`` is
        in pixels (``None``: as fits a model), ``clip`` the part of the page that is shown: a box in points, or
        ``"marks"``. Raises ``UnknownReferenceError`` (unknown_page, stale_revision, unknown_block, …), ``RequestError``
        (no_picture, bad_argument), ``ParseError`` and ``SourceError`` where the page cannot be drawn."""
        return self._showing.picture(opened, page, width, clip, highlight, max_bytes)

    def marked_boxes(self, opened: OpenDocument, span: Span) -> Mapping[int, tuple[BBox, ...]]:
        """Where the characters of the span stand, by physical page: boxes of lines, cut to the letter, in points of
        the page as displayed. Nothing for formats without geometry."""
        return self._showing.boxes(opened, (span,))

    def close(self) -> None:
        """Stops all parses, processes and threads. What is in the cache stays."""
        self._showing.close()
        self._journeys.close()
        self._pages.close()
        self._pool.close()
        if self._sharing is not None:
            self._sharing.close()
        self._indexer.close()
        self._unlocked.close()
        self._shelf.close()

    def _locate(self, source: str, *, refresh: bool) -> Source | OpenDocument:
        try:
            return locate(source, self._policy)
        except SourceError as error:
            doc_id = source.strip()
            if error.code not in ("not_found", "outside_roots") or not _DOC_ID.fullmatch(doc_id):
                raise
            try:
                if not refresh:
                    return self.get(doc_id)
            except UnknownReferenceError:
                pass
            kept = self._whereabouts.kept(doc_id)
            if kept is None:
                raise
            return kept

    def _begin_source(
        self, found: Source, password: str | None, on_progress: ProgressFn | None, *, refresh: bool
    ) -> Opening:
        doc_id = self._identify(found, trust_alias=not refresh)
        return self._begin(found, doc_id, self._options, password, on_progress, refresh=refresh)

    def _identify(self, found: Source, *, trust_alias: bool) -> str:
        """The id of the file's content: from its alias, else by reading it."""
        facts = (str(found.path), found.size, found.mtime_ns)
        known = self._shelf.alias(*facts) if trust_alias else None
        if known is not None:
            return known
        doc_id = content_id(found.path)
        self._shelf.put_alias(*facts, doc_id)
        return doc_id

    def _begin(
        self,
        found: Source,
        doc_id: str,
        options: ParseOptions,
        password: str | None,
        on_progress: ProgressFn | None,
        *,
        refresh: bool,
    ) -> Opening:
        """The document of a file, from where it is kept or on its way."""
        options = effective(options, found.format)
        self._whereabouts.note(Original(doc_id, found.path, found.format, found.name, password or None))
        for key in self._shelf.keys(doc_id, found.format, options, password):
            opened = None if refresh else self._shelf.take(key, found.name)
            if opened is not None:
                self.tally.add("cache")
                self._index(opened)
                return landed(opened)
        return self._join(key, found, options, password, on_progress, refresh=refresh)

    def _begin_download(self, download: Download, password: str | None, refresh: bool, tell: ProgressFn) -> Opening:
        options = dataclasses.replace(self._options, **download.origin._asdict())
        doc_id = content_id(download.source.path)
        return self._begin(download.source, doc_id, options, password, tell, refresh=refresh)

    def _keep(self, download: Download, opened: OpenDocument) -> None:
        """Keeps the file of a document that was fetched, to show its pages."""
        source, doc_id = download.source, opened.key.doc_id
        with contextlib.suppress(PinciteError):
            if content_id(source.path) == doc_id:
                known = self._whereabouts.find(opened.document)
                password = known.password if known else None
                self._whereabouts.keep(Original(doc_id, source.path, source.format, source.name, password))

    def _take(self, alias: UrlAlias, password: str | None) -> OpenDocument | None:
        """The document that a URL led to, if it is still here."""
        origin = dataclasses.replace(self._options, base=alias.base, charset=alias.charset)
        options = effective(origin, alias.format)
        keys = self._shelf.keys(alias.doc_id, alias.format, options, password)
        opened = next((found for key in keys if (found := self._shelf.take(key, alias.name))), None)
        if opened is not None:
            self._index(opened)
        return opened

    def _join(
        self,
        key: DocumentKey,
        found: Source,
        options: ParseOptions,
        password: str | None,
        on_progress: ProgressFn | None,
        *,
        refresh: bool,
    ) -> Opening:
        """Waits with others for the parse of this key, or starts it."""
        with self._lock:
            flight = self._flights.get(key)
            if flight is not None and flight.board(on_progress):
                return Opening(flight, on_progress)
            # a parse may have landed since memory was looked at; it did so before it left the flights
            opened = None if refresh else self._shelf.remembered(key)
            if opened is not None:
                return landed(opened)
            flight = self._flights[key] = Flight(key.doc_id, found.name)
            self.tally.add("parse")
            flight.board(on_progress)
        request = ParseRequest(found.path, found.format, key.doc_id, found.name, password or None, options)
        self._depart(key, flight, request, refresh=refresh)
        return Opening(flight, on_progress)

    def _depart(self, key: DocumentKey, flight: Flight, request: ParseRequest, *, refresh: bool) -> None:
        """Parses the document, unless another replica does: then its document is waited for."""
        parse, end = partial(self._parse, key, flight, request), partial(self._end, key, flight)
        if self._sharing is None or is_locked(key):
            parse()
        else:
            look = partial(self._shelf.take, key, request.name)
            self._sharing.depart(Turn(key, flight, look, parse, end), refresh=refresh)

    def _parse(self, key: DocumentKey, flight: Flight, request: ParseRequest) -> None:
        job = self._pool.submit(request, flight.advance)
        flight.fly(job)
        job.add_done_callback(partial(self._land, key, flight, request))

    def _land(self, key: DocumentKey, flight: Flight, request: ParseRequest, job: Job) -> None:
        """The parse has ended: keeps the document and tells who waits. A page in a file that shows nothing by itself
        is shown in a browser first."""
        outcome: OpenDocument | PinciteError = _useless(flight.source)  # whatever happens here, nobody waits for ever
        try:
            outcome = job.error() or self._accept(key, flight.source, job.result(0))
        except CorruptEntry:
            pass
        finally:
            end = partial(self._end, key, flight)
            if self._pages.wants(request, outcome):
                self._pages.show(request, outcome, partial(self._parse_shown, key, flight, request), end)
            else:
                end(outcome)

    def _parse_shown(self, key: DocumentKey, flight: Flight, request: ParseRequest, shown: Download) -> OpenDocument:
        """The document of what a browser made of a page, kept as that of the page."""
        options = dataclasses.replace(request.options, **shown.origin._asdict())
        path = shown.source.path
        made = dataclasses.replace(request, path=path, doc_id=content_id(path), options=options, shows=key.doc_id)
        job = self._pool.submit(made, flight.advance)
        flight.fly(job)
        outcome = self._accept(key, flight.source, job.result())
        if isinstance(outcome, PinciteError):
            raise outcome
        return outcome

    def _end(self, key: DocumentKey, flight: Flight, outcome: OpenDocument | PinciteError) -> None:
        """Tells who waits, on other replicas too."""
        self.tally.add("failed" if isinstance(outcome, PinciteError) else "parsed")
        if self._sharing is not None:
            self._sharing.done(key)
        with self._lock:
            if self._flights.get(key) is flight:
                del self._flights[key]
        flight.land(outcome)

    def _accept(self, key: DocumentKey, name: str, encoded: bytes) -> OpenDocument | PinciteError:
        document = decode(encoded)
        if document.doc_id != key.doc_id:
            return _useless(name)
        opened = self._shelf.put(document, self._shelf.kept_as(key), encoded)
        self._index(opened)
        return opened

    def _index(self, opened: OpenDocument) -> None:
        (self._unlocked if is_locked(opened.key) else self._indexer).add_soon(opened)

    def _searchable(self) -> list[str]:
        """All documents that may be shown: what else is indexed (gone from the cache) is not."""
        return [entry.key.doc_id for entry in self._shelf.entries()]

    def _document(self, doc_id: str) -> tuple[Document, Outline] | None:
        """For the index: a document by its id, ``None`` where it is not here any more."""
        try:
            opened = self.get(doc_id)
        except PinciteError:
            return None
        return opened.document, opened.outline


def _index_in_memory() -> DocumentIndex:
    from pincite.index import DocumentIndex

    return DocumentIndex(None)


def _useless(name: str) -> ParseError:
    return ParseError(
        f"The parser gave no usable document for {name}.",
        code="parser_error",
        hint="This is a fault of the parser: please report it.",
    )
