"""Which formats this version reads, and which parser reads each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from pincite.errors import SourceError
from pincite.model import Document
from pincite.parsers.loading import light_loading
from pincite.parsers.options import OLD_FORMATS, ParseOptions, ParseTask, ProgressFn
from pincite.parsers.pdf.collecting import no_collection

__all__ = [
    "DEFAULT_OPTIONS",
    "PARSERS",
    "Parse",
    "ParseOptions",
    "ParseTask",
    "ProgressFn",
    "effective",
    "parse_file",
    "preload",
]

_PARSERS = {
    "pdf": "pincite-pdf/4",
    "docx": "pincite-docx/2",
    "pptx": "pincite-pptx/2",
    "xlsx": "pincite-xlsx/1",
    "text": "pincite-text/1",
    "markdown": "pincite-markdown/2",
    "html": "pincite-html/2",
    "image": "pincite-image/2",
}

# Parser and version by format: part of the cache key, so a version goes up when its output changes.
PARSERS: Mapping[str, str] = _PARSERS | {old: f"{_PARSERS[new]}+libreoffice" for old, new in OLD_FORMATS.items()}

DEFAULT_OPTIONS = ParseOptions()
_PICTURED = frozenset({"pdf", "image"})  # the formats whose pages may be pictures


class Parse(Protocol):
    """What a worker calls. Raises ``ParseError`` or ``SourceError`` where no document comes out."""

    def __call__(
        self,
        source: Path | bytes,
        *,
        format: str,
        doc_id: str,
        name: str,
        password: str | None,
        options: ParseOptions,
        processes: int,
        progress: ProgressFn | None,
    ) -> Document: ...


def parse_file(
    source: Path | bytes,
    *,
    format: str,
    doc_id: str,
    name: str,
    password: str | None = None,
    options: ParseOptions = DEFAULT_OPTIONS,
    processes: int = 1,
    progress: ProgressFn | None = None,
    pictures: int | None = None,
) -> Document:
    """Parses a file, or its bytes; see ``ParseTask`` for the arguments. Raises ``SourceError`` unsupported_format, and
    what the parser of the format raises: see ``failures``."""
    task = ParseTask(source, doc_id, name, password, options, processes, progress, pictures)
    parse = _BY_FORMAT.get(OLD_FORMATS.get(format, format))
    if parse is None:
        raise SourceError(f"{name} is of a format that has no parser here.", code="unsupported_format")
    with no_collection():
        document = _old(task, format, parse) if format in OLD_FORMATS else parse(task)
    return document if options.hidden or not document.hidden else replace(document, hidden=())


def _old(task: ParseTask, format: str, parse: Callable[[ParseTask], Document]) -> Document:
    from pincite.parsers.legacy import as_read_from, converted

    return as_read_from(parse(converted(task, format)), format)


def effective(options: ParseOptions, format: str) -> ParseOptions:
    """The options as far as they count for a format, with the OCR that there is: what the cache goes by."""
    if format not in _PICTURED:
        plain = DEFAULT_OPTIONS
        return replace(options, ocr=plain.ocr, ocr_languages=plain.ocr_languages, ocr_seconds=None, recogniser=None)
    from pincite.parsers.ocr.presence import installed

    there = installed() if options.ocr != "never" else None
    return replace(options, recogniser=there.key if there else "none")


def preload() -> None:
    """Imports the parser of PDF files, so that a worker is warm before its first job; the others load fast."""
    with light_loading():
        import pincite.parsers.pdf.engine  # noqa: F401


def _pdf(task: ParseTask) -> Document:
    with light_loading():
        from pincite.parsers.pdf.engine import parse_pdf

    return parse_pdf(
        task.source,
        doc_id=task.doc_id,
        name=task.name,
        password=task.password,
        max_pages=task.options.max_pages,
        processes=task.processes,
        progress=task.progress,
        ocr=task.ocr,
    )


def _docx(task: ParseTask) -> Document:
    from pincite.parsers.docx.engine import parse_docx

    return parse_docx(task)


def _pptx(task: ParseTask) -> Document:
    from pincite.parsers.pptx.engine import parse_pptx

    return parse_pptx(task)


def _xlsx(task: ParseTask) -> Document:
    from pincite.parsers.xlsx.engine import parse_xlsx

    return parse_xlsx(task)


def _text(task: ParseTask) -> Document:
    from pincite.parsers.plain.text import parse_text

    return parse_text(task)


def _markdown(task: ParseTask) -> Document:
    from pincite.parsers.plain.markdown import parse_markdown

    return parse_markdown(task)


def _html(task: ParseTask) -> Document:
    from pincite.parsers.html.engine import parse_html

    return parse_html(task)


def _image(task: ParseTask) -> Document:
    from pincite.parsers.image.engine import parse_image

    return parse_image(task)


_BY_FORMAT: Mapping[str, Callable[[ParseTask], Document]] = {
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "text": _text,
    "markdown": _markdown,
    "html": _html,
    "image": _image,
}
