"""The letters of a PDF as this process reads them itself, for those who parse in it."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from pathlib import Path

from pincite.errors import PinciteError
from pincite.identity import bytes_id
from pincite.model import BBox
from pincite.parsers.pdf.reader.pdfium import PdfFile
from pincite.pictures.marking import PageLetters

_PAGES = 32


class FileLetters:
    """Implements ``marking.LettersOf`` for a file, or its bytes, that still give ``doc_id``. It is opened for the first
    page, and stays open as long as this lives. Safe for threads."""

    def __init__(self, source: Path | bytes, doc_id: str, password: str | None) -> None:
        self._source = source
        self._doc_id = doc_id
        self._password = password
        self._lock = threading.Lock()
        self._file: PdfFile | None = None
        self._is_gone = False
        self._pages: OrderedDict[int, PageLetters] = OrderedDict()

    def __call__(self, page: int) -> PageLetters | None:
        with self._lock:
            if page not in self._pages:
                try:
                    letters = self._opened()
                    if letters is None:
                        return None
                    found = letters.letters(page - 1)
                except (PinciteError, OSError):
                    return None
                edges = found.boxes
                boxes = [BBox(*edges[i : i + 4]) for i in range(0, len(edges), 4)]
                self._pages[page] = PageLetters(found.text, boxes)
                while len(self._pages) > _PAGES:
                    self._pages.popitem(last=False)
            return self._pages[page]

    def _opened(self) -> PdfFile | None:
        if self._file is None and not self._is_gone:
            data = self._source if isinstance(self._source, bytes) else self._source.read_bytes()
            self._is_gone = bytes_id(data) != self._doc_id
            if not self._is_gone:
                self._file = PdfFile(data, self._password)
                weakref.finalize(self, self._file.close)
        return self._file
