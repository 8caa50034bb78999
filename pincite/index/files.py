"""The files of the index: opening, writing and reading them while other processes do the same, and damage.

The index is derived from the documents. Whatever is wrong with its files, they are thrown away and made again.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import tantivy

from pincite.errors import IndexUnavailableError
from pincite.index import schema

_HEAP = 15_000_000  # bytes, the least that the engine takes; a document fits
_LOCK_WAIT_S = 20.0
_LOCK_POLL_S = 0.02
_LEAVING = "leaving-"  # begins the name of a note that words of a document are on their way out of the files
_ABANDONED_S = 600.0  # such a note is of a process that is gone
_LOG = logging.getLogger(__name__)


class DamagedError(Exception):
    """The files of the index were not what the engine wrote; they are gone now."""


class View(NamedTuple):
    """The index as of one commit: ``revisions`` has the documents in it, each with its revision."""

    searcher: tantivy.Searcher
    revisions: dict[str, str]


class IndexFiles:
    """An index in ``directory``, or in memory where that is ``None``. Safe for threads and processes. All methods raise
    IndexUnavailableError where the directory cannot be used."""

    def __init__(self, directory: Path | None) -> None:
        self.schema = schema.build_schema()
        self._directory = directory / f"index-{schema.VERSION}" if directory else None
        self._lock = threading.RLock()  # held while the index is opened or loaded again
        self._write_lock = threading.Lock()  # held while this process writes; searches go on meanwhile
        self._index: tantivy.Index | None = None
        self._inode = 0
        self._commits = 0
        self._loaded: object = None  # the state of the files from which ``_revisions`` was read
        self._revisions: dict[str, str] = {}

    def view(self) -> View:
        """The newest commit, also of other processes. Raises DamagedError."""
        with self._lock, self.damage_noticed():
            index = self._opened()
            state = self._state()
            if state != self._loaded:
                index.reload()
                self._revisions = schema.indexed_revisions(index.searcher())
                self._loaded = state
            return View(index.searcher(), self._revisions)

    @contextmanager
    def writer(self) -> Iterator[tantivy.IndexWriter]:
        """A writer for one commit, made at the end of the block; other processes wait for it meanwhile."""
        with self._write_lock:
            writer = self._locked_writer()
            try:
                yield writer
                writer.commit()
            except BaseException as error:
                with suppress(ValueError):
                    writer.rollback()
                if isinstance(error, ValueError):  # what the engine raises, for its threads too
                    raise IndexUnavailableError("The search index cannot be written.") from error
                raise
            finally:
                with suppress(ValueError):  # after a failure there is nothing to wait for
                    writer.wait_merging_threads()  # gives the lock back, too
                self._commits += 1

    def note_leaving(self, doc_id: str) -> None:
        """From here on the files are good for nothing, should this process end, until ``note_gone``."""
        if self._directory is not None:
            with suppress(OSError):
                (_made(self._directory) / f"{_LEAVING}{doc_id}").touch()

    def note_gone(self, doc_id: str) -> None:
        """No word of the document is left in the files."""
        if self._directory is not None:
            with suppress(OSError):
                (self._directory / f"{_LEAVING}{doc_id}").unlink(missing_ok=True)

    @contextmanager
    def damage_noticed(self) -> Iterator[None]:
        """Turns what the engine says of files that it cannot read into DamagedError, after they are thrown away."""
        try:
            yield
        except BaseException as error:
            panic = type(error).__name__ == "PanicException"  # the engine's, which is no Exception
            if self._directory is None or not (panic or isinstance(error, (ValueError, OSError))):
                raise
            self._discard(error)
            raise DamagedError(str(error)) from error

    def _opened(self) -> tantivy.Index:
        """The open index, opened anew where the directory is not the one that was opened."""
        with self._lock:
            if self._directory is None:
                self._index = self._index or schema.register(tantivy.Index(self.schema))
                return self._index
            if self._index is None and _is_abandoned(self._directory):
                self._discard("words that were to go were left in it")
            inode = _made(self._directory).stat().st_ino
            if self._index is None or inode != self._inode:
                self._index = schema.register(tantivy.Index(self.schema, str(self._directory)))
                self._inode, self._loaded = inode, None
            return self._index

    def _state(self) -> object:
        """What changes with each commit of any process."""
        if self._directory is None:
            return self._commits
        stat = (self._directory / "meta.json").stat()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size, self._inode

    def _locked_writer(self) -> tantivy.IndexWriter:
        """The writer, when no other process has it; on files made again where the old ones are damaged."""
        until = time.monotonic() + _LOCK_WAIT_S
        discarded = False
        while True:
            try:
                return self._opened().writer(_HEAP, 1)
            except ValueError as error:
                if "LockBusy" in str(error):
                    if time.monotonic() > until:
                        raise _busy() from error
                    time.sleep(_LOCK_POLL_S)
                elif discarded or self._directory is None:
                    raise IndexUnavailableError("The search index cannot be written.") from error
                else:
                    self._discard(error)
                    discarded = True

    def _discard(self, error: BaseException | str) -> None:
        assert self._directory is not None
        _LOG.warning("The search index is damaged and will be made again: %s", error)
        with self._lock:
            self._index = self._loaded = None
            grave = self._directory.with_name(f"damaged-{uuid.uuid4().hex}")
            try:
                self._directory.rename(grave)  # in one step, so that no other process opens half of it
            except OSError:
                grave = self._directory  # in use, where that matters
            shutil.rmtree(grave, ignore_errors=True)


def _made(directory: Path) -> Path:
    """The directory, made if need be. An index that another version left beside it may hold what was forgotten since:
    it goes."""
    try:
        if not directory.exists():
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            for other in directory.parent.glob("index-*"):
                if other != directory:
                    shutil.rmtree(other, ignore_errors=True)
    except OSError as error:
        raise IndexUnavailableError("The search index cannot be opened.") from error
    return directory


def _is_abandoned(directory: Path) -> bool:
    """Whether a process ended while the words of a forgotten document were on their way out of the files."""
    return any(time.time() - _changed(note) > _ABANDONED_S for note in directory.glob(f"{_LEAVING}*"))


def _changed(path: Path) -> float:
    """When the file was written last; now, where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def _busy() -> IndexUnavailableError:
    return IndexUnavailableError(
        "Another process holds the search index.", code="index_busy", hint="Try again in a few seconds."
    )
