"""Long PDFs: this process reads pages from the front, child processes from the back, until they meet.

pdfium reads one document at a time in a process, so several processes it must be. What comes out is what
``read_layout`` gives, whoever read which page. A child that cannot be started is done without; one that dies while it
reads fails the parse.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from pincite.errors import ParseError, PinciteError
from pincite.model import DocumentWarning
from pincite.parsers.child import Child, exit_words
from pincite.parsers.frames import Frame, FrameError, FrameKind, decode_error, decode_progress
from pincite.parsers.pdf.health import is_unread
from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.reader.pageswire import decode_pages
from pincite.parsers.pdf.reader.pdfium import PdfFile, read_layout
from pincite.parsers.pdf.reader.rangereader import RANGE
from pincite.parsers.pdf.reader.reading import without_pages
from pincite.parsers.pdf.reader.styles import StyleTable

_log = logging.getLogger(__name__)
_READER = "pincite.parsers.pdf.reader.rangereader"
THRESHOLD = 100  # pages; below, a child is hardly up before the work is done
_OWN_PAGES = 4  # taken at a time from the front
_CHILD_PAGES = 16  # and from the back
_TICK_S = 0.05

Progress = Callable[[int, int], None]


def read_side_by_side(
    source: Path | bytes,
    *,
    password: str | None = None,
    max_pages: int | None = None,
    processes: int = 2,
    progress: Progress | None = None,
) -> Layout:
    """``read_layout`` of all pages by up to ``processes`` processes, this one included; by this one alone where there
    are less than ``THRESHOLD`` pages. Raises as ``read_layout``, and ``ParseError`` worker_crashed."""
    with PdfFile(source, password) as pdf:
        n_pages = pdf.n_pages if max_pages is None else min(pdf.n_pages, max_pages)
    if processes < 2 or n_pages < THRESHOLD:
        return read_layout(source, password, max_pages=max_pages, progress=progress)
    data = source if isinstance(source, bytes) else source.read_bytes()
    work = _Pages(n_pages)
    helpers = [_Helper(work, data, password) for _ in range(processes - 1)]
    try:
        return _read(data, password, work, helpers, progress)
    finally:
        for helper in helpers:
            helper.end()


class _Pages:
    """The pages that nobody has taken yet: ``front`` to ``back``, from 0, half open. Safe for threads."""

    def __init__(self, n_pages: int) -> None:
        self.total = n_pages
        self._front, self._back = 0, n_pages
        self._lock = threading.Lock()

    def from_front(self, count: int) -> range:
        """The next pages in order; empty when there are none left."""
        with self._lock:
            first = self._front
            self._front = min(first + count, self._back)
            return range(first, self._front)

    def from_back(self, count: int) -> range:
        """The last pages that are left."""
        with self._lock:
            last = self._back
            self._back = max(last - count, self._front)
            return range(self._back, last)


class _Helper:
    """A child process and the thread that keeps it busy. ``results``: by first page, what ``decode_pages`` takes."""

    def __init__(self, work: _Pages, data: bytes, password: str | None) -> None:
        self.results: dict[int, bytes] = {}
        self.error: PinciteError | None = None
        self.done = 0
        self._work = work
        self._data = data
        self._password = password
        self._child: Child | None = None
        self._ended = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pincite-range", daemon=True)
        self._thread.start()

    def busy(self, wait_s: float) -> bool:
        """Whether it is still at work, after at most ``wait_s`` seconds."""
        self._thread.join(wait_s)
        return self._thread.is_alive()

    def end(self) -> None:
        """Stops it at once."""
        with self._lock:
            self._ended = True
            child = self._child
        if child is not None:
            child.kill()
        self._thread.join()

    def _run(self) -> None:
        child = self._start()
        if child is None:
            return
        try:
            if self._hand_over(child):
                while pages := self._work.from_back(_CHILD_PAGES):
                    if not self._order(child, pages):
                        break
        finally:
            code = child.reap()
            if self.error is not None and self.error.code == "worker_crashed":
                self.error = _crashed(exit_words(code))

    def _start(self) -> Child | None:
        try:
            child = Child(_READER, own_group=False)
        except OSError as error:
            _log.warning("pages are read by one process less: %s", error)
            return None
        with self._lock:
            self._child = child
            ended = self._ended
        if ended:
            child.kill()
        return child

    def _hand_over(self, child: Child) -> bool:
        """Gives the document to a child that is up; ``False`` where it did not come up."""
        frame = _receive(child)
        if frame is None or frame.kind is not FrameKind.READY:
            _log.warning("pages are read by one process less: it did not start")
            return False
        return child.send(FrameKind.JOB, json.dumps(self._password).encode()) and child.send(FrameKind.JOB, self._data)

    def _order(self, child: Child, pages: range) -> bool:
        """Has some pages read. These are nobody else's now: ``error`` is set where they do not come."""
        self.error = _crashed("its pipe broke")
        before = self.done
        if not child.send(FrameKind.JOB, RANGE.pack(pages.start, pages.stop)):
            return False
        while (frame := _receive(child)) is not None:
            if frame.kind is FrameKind.PROGRESS:
                self.done = before + decode_progress(frame.payload)[0]
            elif frame.kind is FrameKind.RESULT:
                self.results[pages.start] = frame.payload
                self.error = None
                return True
            else:
                with contextlib.suppress(FrameError):
                    self.error = decode_error(frame.payload)
                return False
        return False


def _read(data: bytes, password: str | None, work: _Pages, helpers: list[_Helper], progress: Progress | None) -> Layout:
    """Reads from the front beside the helpers, then puts all pages together. Raises what a helper failed with."""
    styles = StyleTable()
    done = 0
    with PdfFile(data, password) as pdf:
        layout = without_pages(pdf, styles)
        labels = pdf.declared_labels()
        if work.total < pdf.n_pages:
            message = f"Only the first {work.total} of {pdf.n_pages} pages were read."
            layout.warnings.append(DocumentWarning("partial", message))
        while pages := work.from_front(_OWN_PAGES):
            for index in pages:
                page = pdf.read_page(index, styles, layout.warnings)
                layout.pages.append(page)
                done += not is_unread(page)  # others are done when OCR has read them
                _report(done, helpers, work, progress)
    for helper in helpers:
        while helper.busy(_TICK_S):
            _report(done, helpers, work, progress)
        if helper.error is not None:
            raise helper.error
    results = {first: data for helper in helpers for first, data in helper.results.items()}
    for first in sorted(results):
        more, warnings = decode_pages(results[first], styles)
        layout.pages.extend(more)
        layout.warnings.extend(warnings)
    for page, label in zip(layout.pages, labels, strict=False):
        page.declared_label = label
    _report(done, helpers, work, progress)
    styles.settle()
    return layout


def _report(own: int, helpers: list[_Helper], work: _Pages, progress: Progress | None) -> None:
    """Stops early where a helper has failed, else reports the pages done: ``own`` and those of the helpers."""
    for helper in helpers:
        if helper.error is not None and not helper.busy(0):
            raise helper.error
    if progress is not None:
        progress(own + sum(helper.done for helper in helpers), work.total)


def _receive(child: Child) -> Frame | None:
    try:
        return child.receive()
    except FrameError as error:
        _log.warning("range reader %d: broken frame (%s)", child.pid, error)
        return None


def _crashed(how: str) -> ParseError:
    return ParseError(
        f"A process that read some of the pages died ({how}).",
        code="worker_crashed",
        hint="The server is fine: open it again. If that fails too, the file breaks the parser or needs more memory.",
    )
