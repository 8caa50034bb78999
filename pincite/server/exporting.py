"""A document as a file on the disk of a server that works for one user; nothing of its text comes back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from pincite.errors import RequestError
from pincite.server.fence import line

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk

ExportFormat = Literal["markdown", "text", "html", "json", "jsonl", "csv", "parquet"]
SUFFIXES: Mapping[ExportFormat, tuple[str, ...]] = MappingProxyType(
    {
        "markdown": (".md", ".markdown"),
        "text": (".txt",),
        "html": (".html", ".htm"),
        "json": (".json",),
        "jsonl": (".jsonl",),
        "csv": (".csv",),
        "parquet": (".parquet",),
    }
)
_STEM_LENGTH = 80


class Export(NamedTuple):
    """The bytes of a file, and the collection whose ``rows`` it holds (``None``: the whole document)."""

    data: bytes
    collection: str | None
    rows: int


def export(opened: OpenDocument, form: ExportFormat, name: str = "") -> Export:
    """The document in a format. ``jsonl``, ``csv`` and ``parquet`` hold a collection: the one that ``name`` ends with,
    as ``report.tables.csv``, else the chunks. Raises ``MissingPackageError``."""
    from pincite.library import ParseResult
    from pincite.library.saving import WHOLE_FORMS, collection_of, rows_as

    result = ParseResult(opened.document)
    if whole := WHOLE_FORMS.get(form):
        return Export(whole(result).encode("utf-8", "replace"), None, 0)
    collection = collection_of(name) or "chunks"
    return Export(*rows_as(result, form, collection))


def export_text(desk: Desk, doc_id: str, form: ExportFormat, output_path: str | None) -> str:
    """The result of ``export_document``: where the file is and what is in it. Raises as ``export`` and
    ``destination`` do, and ``RequestError`` (not_here) where the disk is not the client's."""
    opened = desk.get(doc_id)
    if not desk.exports_to_disk:
        raise _not_here(desk, opened)
    from pincite.sources import SourcePolicy
    from pincite.sources.destination import destination, write_new

    made = export(opened, form, output_path or "")
    settings = desk.settings
    paths = destination(
        output_path, file_name(opened, form), SUFFIXES[form], SourcePolicy(settings.roots), settings.export_dir
    )
    path = write_new(paths, made.data)
    holds = f"{made.rows:,} {made.collection}" if made.collection else "the whole document"
    return f"written: {line(str(path), 1000)}\n{holds} | {form} | {len(made.data):,} bytes"


def file_name(opened: OpenDocument, form: ExportFormat) -> str:
    """What the file of a document is called: as its source is, without what names may not hold."""
    stem = PurePath(opened.document.source.rstrip("/")).stem
    stem = re.sub(r"[^\w.()-]+", "-", stem).strip("-.")[:_STEM_LENGTH]
    return (stem or "document") + SUFFIXES[form][0]


def _not_here(desk: Desk, opened: OpenDocument) -> RequestError:
    doc_id = opened.document.doc_id
    page = f"its page, {desk.viewer_url}/d/{doc_id}, " if desk.viewer_url else "its viewer "
    return RequestError(
        "This server is shared and writes no files for its clients.",
        code="not_here",
        hint=f"People find the document on {page}or convert their own copy: pincite convert FILE -t FORM -o OUT. "
        "Its text comes with read.",
    )
