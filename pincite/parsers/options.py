"""What a parser is asked for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path

from pincite.errors import RequestError
from pincite.parsers.ocr.task import OcrTask

CHANGES = ("accepted", "original", "marked")
OCR_MODES = ("auto", "always", "never")
ANY_LANGUAGE = "auto"
OLD_FORMATS = {"doc": "docx", "ppt": "pptx", "xls": "xlsx"}  # of Office, and what LibreOffice turns them into
_LANGUAGES = re.compile(r"[A-Za-z_]+(?:[+,][A-Za-z_]+)*")
ProgressFn = Callable[[int, int], None]  # (pages done, pages in all)


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """What changes the outcome of a parse.

    ``max_pages``: later pages are left out, with a warning (``None``: all). ``notes``: speaker notes of slides.
    ``comments``: comments of reviewers; left out, they are counted in a warning. ``changes``: which state of tracked
    changes is read, ``accepted``, ``original`` or ``marked``. ``hidden``: what no reader sees, kept apart in
    ``Document.hidden``. ``headers``: running heads and feet. ``base``: the URL
    that the links of a page are relative to, ``charset``: what its server says of its encoding. ``ocr``: which pages
    are read by OCR, those that need it (``auto``), all (``always``) or none (``never``), in ``ocr_languages`` (``auto``
    or as Tesseract names them, ``eng+deu``), begun for at most ``ocr_seconds`` (``None``: no limit); ``recogniser``:
    what there is to do it.
    """

    max_pages: int | None = None
    notes: bool = True
    comments: bool = False
    changes: str = "accepted"
    hidden: bool = False
    headers: bool = True
    base: str | None = None
    charset: str | None = None
    ocr: str = "auto"
    ocr_languages: str = ANY_LANGUAGE
    ocr_seconds: float | None = None
    recogniser: str | None = None

    def __post_init__(self) -> None:
        if self.changes not in CHANGES:
            raise RequestError(
                f"Tracked changes cannot be read as {self.changes!r}.", hint=f"Say one of: {', '.join(CHANGES)}."
            )

        if self.ocr not in OCR_MODES:
            raise RequestError(f"OCR cannot be used {self.ocr!r}.", hint=f"Say one of: {', '.join(OCR_MODES)}.")
        if not _LANGUAGES.fullmatch(self.ocr_languages):
            raise RequestError(
                f"{self.ocr_languages!r} names no languages.", hint="Say auto, or names of Tesseract, as in eng+deu."
            )

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages asked for; ``()`` for those that fit."""
        return () if self.ocr_languages == ANY_LANGUAGE else tuple(re.split("[+,]", self.ocr_languages))

    @property
    def key(self) -> str:
        """The options as a short string for a cache key; empty for the defaults."""
        values = {f.name: value for f in fields(self) if (value := getattr(self, f.name)) != f.default}
        if self.base is not None:  # may hold any character, and is nobody's business
            values["base"] = hashlib.sha256(self.base.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return ";".join(f"{name}={value}" for name, value in values.items())


@dataclass(frozen=True, slots=True)
class ParseTask:
    """A file, or its bytes, and how to parse it. ``name`` is the file's name as people know it; ``processes`` > 1 lets
    a long document be read by several, and ``pictures`` pages be read side by side by OCR (``None``: as many);
    ``progress`` is called with (pages done, pages in all)."""

    source: Path | bytes
    doc_id: str
    name: str
    password: str | None = field(default=None, repr=False)  # no log may show it
    options: ParseOptions = ParseOptions()
    processes: int = 1
    progress: ProgressFn | None = None
    pictures: int | None = None

    @property
    def ocr(self) -> OcrTask:
        """What is asked of OCR."""
        options = self.options
        return OcrTask(options.ocr, options.languages, self.pictures or self.processes, options.ocr_seconds)

    def read(self) -> bytes:
        """The bytes of the file. Raises ``OSError``."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()
