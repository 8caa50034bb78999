"""Which formats this version reads, and which parser reads each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pincite.errors import SourceError
from pincite.model import Document

ProgressFn = Callable[[int, int], None]  # (pages done, pages in all)

# Parser and version by format: part of the cache key, so a version goes up when its output changes.
PARSERS: Mapping[str, str] = {"pdf": "pincite-pdf/1"}


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """What changes the outcome of a parse. ``max_pages``: later pages are left out, with a warning (``None``: all)."""

    max_pages: int | None = None

    @property
    def key(self) -> str:
        """The options as a short string for a cache key; empty for the defaults."""
        return "" if self.max_pages is None else f"max_pages={self.max_pages}"


DEFAULT_OPTIONS = ParseOptions()


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
) -> Document:
    """Parses a file, or its bytes. ``name`` is the file's name as people know it; ``processes`` > 1 lets a long
    document be read by several; ``progress`` is called with (pages done, pages in all). Raises ``SourceError``
    unsupported_format, and what the parser of the format raises."""
    if format != "pdf":
        raise SourceError(f"{name} is of a format that has no parser here.", code="unsupported_format")
    from pincite.parsers.pdf.engine import parse_pdf

    return parse_pdf(
        source,
        doc_id=doc_id,
        name=name,
        password=password,
        max_pages=options.max_pages,
        processes=processes,
        progress=progress,
    )


def preload() -> None:
    """Imports the parsers, so that a worker is warm before its first job."""
    import pincite.parsers.pdf.engine  # noqa: F401
