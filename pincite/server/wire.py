"""The records that tools of facts return. Their JSON holds all that a model needs; text of a document stands between
delimiters.

A field that is ``None`` is left out on the wire.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Wire(BaseModel):
    """A record without room for typing errors."""

    model_config = ConfigDict(extra="forbid")


class DocumentEntry(Wire):
    doc_id: str
    title: str
    file: str | None = None
    format: str
    pages: int
    tokens: int | None = None


class DocumentList(Wire):
    documents: list[DocumentEntry]
    total: int
    next: str | None = None


class Hit(Wire):
    """``tokens``: cost of ``ref``; ``section_tokens``: of the section around it."""

    doc_id: str
    ref: str
    kind: str
    page: str | None = None
    sheet: int | None = None
    tokens: int
    section: str
    section_title: str
    section_tokens: int
    snippet: str


class Missing(Wire):
    word: str
    near: list[str]


class SearchHits(Wire):
    hits: list[Hit]
    missing: list[Missing] | None = None
    next: str | None = None


class Place(Wire):
    """``cell``: the headers of a table cell. ``deep_link`` opens the place for people. ``words``: the document's own,
    where they differ from the quote. ``ocr``: they were read off a picture, so surely."""

    anchor: str
    page: str | None = None
    sheet: int | None = None
    section: str
    cell: str | None = None
    citation: str | None = None
    deep_link: str | None = None
    words: str | None = None
    ocr: str | None = None


class CitationCheck(Wire):
    status: Literal["verified", "moved", "ambiguous", "stale", "drift", "unknown"]
    message: str | None = None
    places: list[Place] | None = None
    nearest: str | None = None


class CitationReport(Wire):
    """``results`` in the order of the citations."""

    verified: int
    results: list[CitationCheck]
    next: str | None = None


class Citation(Wire):
    quote: str = Field(min_length=1)
    doc_id: str = Field(min_length=1)
    anchor: str | None = None
    page: str | None = None
