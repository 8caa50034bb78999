"""Documents that are no PDF, as PDF: laid out by LibreOffice or a browser once, and kept in the cache directory."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from pincite.errors import ParseError, PinciteError
from pincite.identity import bytes_id
from pincite.limits import RENDERING_BYTES
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.libreoffice import find_libreoffice
from pincite.parsers.pool import WorkerPool
from pincite.pictures.converting import TIMEOUT_S
from pincite.pictures.keeping import KeptFiles
from pincite.pictures.original import Original

_log = logging.getLogger(__name__)
_OFFICE = frozenset({"docx", "pptx", "xlsx", "doc", "ppt", "xls"})
_CONVERTER = "pincite.pictures.converting:to_pdf"
_IDLE_S = 60.0
_PASSING = frozenset({"timeout", "cancelled", "worker_crashed", "source_changed", "unreadable"})

PrintPage = Callable[[Path], bytes]
"""A web page in a file as PDF. Raises ``SourceError`` where no browser can be had."""


class Renderings:
    """Renderings in ``directory``, the ones used last; ``print_page`` shows web pages. Safe for threads."""

    def __init__(self, directory: Path, memory_mb: int | None, print_page: PrintPage | None) -> None:
        self._kept = KeptFiles(directory, RENDERING_BYTES)
        self._print = print_page
        self._pool = WorkerPool(1, memory_mb=memory_mb, timeout_s=TIMEOUT_S + 10, idle_s=_IDLE_S, drawer=_CONVERTER)
        self._threads = ThreadPoolExecutor(2, "pincite-rendering")
        self._lock = threading.Lock()
        self._coming: dict[str, Future[Original]] = {}

    def close(self) -> None:
        self._pool.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def can(self, original: Original) -> bool:
        """Whether there is a program that shows files of this kind. What a password opened is never laid down on
        disk."""
        if original.password is not None:
            return False
        if original.format == "html":
            return self._print is not None
        return original.format in _OFFICE and find_libreoffice() is not None

    def get(self, original: Original, wait_s: float) -> Original:
        """The PDF of a document. Raises what the program failed with, and ``ParseError`` pending where it needs longer
        than ``wait_s``: the next call waits for the rest."""
        path = self._kept.get(original.doc_id)
        if path is not None:
            with contextlib.suppress(OSError):
                return Original(bytes_id(path.read_bytes()), path, "pdf", original.name)
        with self._lock:
            coming = self._coming.get(original.doc_id)
            if coming is None:
                coming = self._coming[original.doc_id] = self._threads.submit(self._make, original)
        try:
            return coming.result(wait_s)
        except TimeoutError:
            raise ParseError(
                f"{original.name} is still being laid out to be shown.", code="pending", hint="Call again."
            ) from None

    def forget(self, doc_id: str) -> None:
        with self._lock:
            self._coming.pop(doc_id, None)
        self._kept.remove(doc_id)

    def _make(self, original: Original) -> Original:
        """A failure is remembered, so that nobody waits for it twice, unless another attempt may go well."""
        try:
            data = self._printed(original)
            path = self._kept.put(original.doc_id, lambda part: part.write_bytes(data))
            self._done(original)  # from now on it is found on disk
            return Original(bytes_id(data), path, "pdf", original.name)
        except PinciteError as error:
            if error.code in _PASSING:
                self._done(original)
            raise
        except Exception as error:
            _log.exception("laying out a document failed")
            raise ParseError(f"{original.name} could not be laid out.", code="parser_error") from error

    def _done(self, original: Original) -> None:
        with self._lock:
            self._coming.pop(original.doc_id, None)

    def _printed(self, original: Original) -> bytes:
        if original.format == "html" and self._print is not None:
            return self._print(original.path)
        request = ParseRequest(original.path, original.format, original.doc_id, original.name, wish={})
        return self._pool.submit(request).result()
