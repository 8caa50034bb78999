"""``write_all``: a batch straight to files, a bounded number of documents in memory, resumed where it stopped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from hashlib import sha256
from os import PathLike
from pathlib import Path, PurePath
from typing import NamedTuple, Unpack

from pincite.batch.forms import PARTED, SUFFIX, WHOLE, Form, MakeFiles
from pincite.batch.journal import Journal, Stamp, stamp
from pincite.batch.running import Passwords, Running, run
from pincite.batch.sources import Sources, expand
from pincite.batch.tasks import Limits, Task
from pincite.errors import PinciteError, RequestError
from pincite.library.config import Options, ParseConfig
from pincite.library.saving import write

_PART_BYTES = 64_000_000  # a part is closed before it has that much, however few documents it holds
OnDocument = Callable[[str, PinciteError | None], None]


class BatchSummary(NamedTuple):
    """What a run did. ``written`` and ``skipped`` (written by a run before) count documents; ``failed`` are those
    without a result, which the next run tries again."""

    written: int
    skipped: int
    failed: tuple[tuple[str, PinciteError], ...]


def write_all(
    sources: Sources,
    to: str | PathLike[str],
    *,
    form: Form = "parquet",
    collections: Sequence[str] = ("chunks",),
    documents_per_part: int = 100,
    recursive: bool = True,
    workers: int | None = None,
    executor: Executor | None = None,
    password: Passwords = None,
    timeout: float = 600.0,
    memory_mb: int = 4096,
    on_document: OnDocument | None = None,
    **options: Unpack[Options],
) -> BatchSummary:
    """Parses many documents and writes each as soon as it is there, into the directory ``to``.

    ``form`` ``parquet``, ``jsonl`` and ``csv`` write the rows of ``collections`` (chunks, blocks, tables, charts,
    pages, hidden, hierarchy, metadata) in parts of ``documents_per_part`` documents, ``chunks/part-00001.parquet``,
    with the columns ``document`` (the source) and ``doc_id`` before the others; the parts of a collection are one data
    set.
    ``json`` (which ``ParseResult.load`` reads), ``markdown``, ``html`` and ``text`` write a file for each document. The
    bytes are made where the parse runs; what runs here only joins and writes them.

    A run that was stopped is resumed by the same call: what ``batch.jsonl`` names is not parsed again, unless its file
    has changed since. ``on_document(source, error)`` is called for each document that is done or failed. All else is as
    in ``parse_all``. Raises ``RequestError`` (bad_argument), also for a directory that holds another kind of batch,
    ``MissingPackageError``, ``OSError``.
    """
    if documents_per_part < 1:
        raise RequestError(f"documents_per_part must be at least 1, not {documents_per_part}.")
    config = ParseConfig.of(options)
    running = Running(workers, executor, False, password, Limits(timeout, memory_mb))
    running.check()
    make = MakeFiles(form, tuple(collections))
    directory = Path(to)
    directory.mkdir(parents=True, exist_ok=True)
    kind = {"form": form, "collections": list(make.collections if form in PARTED else ()), "config": config.as_dict()}
    writer = _Writer(directory, make, Journal(directory, kind), documents_per_part if form in PARTED else 1)
    todo = writer.undone(expand(sources, recursive=recursive, legacy=config.libreoffice, without=directory))
    try:
        for source, outcome in run(todo, Task(config, running.limits, make), running):
            if isinstance(outcome, PinciteError):
                writer.fail(source, outcome)
            else:
                writer.add(source, outcome)
            if on_document is not None:
                on_document(source, outcome if isinstance(outcome, PinciteError) else None)
    finally:  # also where somebody stops it
        writer.flush()
    return BatchSummary(writer.written, writer.skipped, tuple(writer.failed))


class _Writer:
    """Collects the documents of a part and writes it: first its files, then its line in the journal."""

    def __init__(self, directory: Path, make: MakeFiles, journal: Journal, per_part: int) -> None:
        self.written = self.skipped = 0
        self.failed: list[tuple[str, PinciteError]] = []
        self._directory, self._make, self._journal, self._per_part = directory, make, journal, per_part
        self._held: list[tuple[str, dict[str, bytes]]] = []
        self._bytes = 0
        self._stamps: dict[str, Stamp] = {}
        self._part = journal.last_part + 1
        for part in (*journal.void(), self._part):  # what a run left that ended before it noted its last part
            self._remove(part)
        self._known = journal.documents()

    def undone(self, sources: Iterator[str]) -> Iterator[str]:
        """The sources that no run has written. A file is looked at before it is parsed: one that changes meanwhile is
        then parsed again by the next run."""
        for source in sources:
            if source in self._known:
                self.skipped += 1
            else:
                self._known.add(source)
                self._stamps[source] = stamp(source)
                yield source

    def fail(self, source: str, error: PinciteError) -> None:
        self.failed.append((source, error))
        del self._stamps[source]

    def add(self, source: str, files: dict[str, bytes]) -> None:
        self._held.append((source, files))
        self._bytes += sum(map(len, files.values()))
        if len(self._held) >= self._per_part or self._bytes > _PART_BYTES:
            self.flush()

    def flush(self) -> None:
        """Writes what is held."""
        if not self._held:
            return
        for collection in self._held[0][1]:
            data = self._make.join([files[collection] for _, files in self._held])
            write(self._path(collection, self._part, self._held[0][0]), data)
        self._journal.add(self._part, [(source, self._stamps.pop(source)) for source, _ in self._held])
        self.written += len(self._held)
        self._held.clear()
        self._bytes = 0
        self._part += 1

    def _path(self, collection: str, part: int, source: str = "") -> Path:
        suffix = SUFFIX.get(self._make.form, self._make.form)
        if collection == WHOLE:
            return self._directory / f"{file_name(source)}.{suffix}"
        return self._directory / collection / f"part-{part:05}.{suffix}"

    def _remove(self, part: int) -> None:
        """Removes the files of a part of rows; the file of a whole document is replaced by its next version."""
        if self._make.form in PARTED:
            for collection in self._make.collections:
                self._path(collection, part).unlink(missing_ok=True)


def file_name(source: str) -> str:
    """A name for what is made of a source: its own, and some letters that tell it from others of this name."""
    stem = re.sub(r"[^\w.-]+", "-", PurePath(source.rstrip("/")).stem).strip("-.")[:80]
    return f"{stem or 'document'}-{sha256(source.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
