"""A chunk and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pincite.model import BBox, Kind, Role, Span

STEP = " > "


@dataclass(frozen=True, slots=True)
class ChunkPart:
    """A block, or a part of it, in a chunk. ``start:end`` is its place in the chunk's text, ``span`` its place in
    ``Document.text``; ``path`` are the headings above it, with their marks; ``page_number`` is physical, ``None`` where
    it is unknown."""

    block: int
    kind: Kind
    start: int
    end: int
    span: Span
    path: tuple[str, ...]
    page_number: int | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document for retrieval.

    ``text`` is Markdown, the document's own words; a table that goes on from an earlier chunk has its header again.
    ``path`` are the headings that all its parts stand under, outermost first, marked with their levels (``# Part
    I``, ``## Item 1``); ``heading`` is the last of them, unmarked (``None``: text without a heading).
    ``page_number`` is the physical page on which its words begin, ``page_label`` what to cite that page by, both
    ``None`` without pages; ``page_numbers`` and ``page_labels`` are those of all its pages. ``table_ids`` and
    ``chart_ids`` count from 0, as ``tables`` and ``charts`` of the document do. ``links`` are URLs. ``boxes`` are
    (physical page, box in points from the top left), one for each page where places are known. ``tokens`` counts
    ``text``. ``anchor`` is the ``pincite://`` address of the blocks it is made of. ``extra`` holds what
    ``extra_fields`` asked for.
    """

    id: int
    text: str
    path: tuple[str, ...]
    heading: str | None
    role: Role
    page_number: int | None
    page_label: str | None
    page_numbers: tuple[int, ...]
    page_labels: tuple[str, ...]
    table_ids: tuple[int, ...]
    chart_ids: tuple[int, ...]
    links: tuple[str, ...]
    boxes: tuple[tuple[int, BBox], ...]
    tokens: int
    anchor: str
    parts: tuple[ChunkPart, ...]
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def titles(self) -> tuple[str, ...]:
        """The path without marks."""
        return tuple(unmarked(step) for step in self.path)

    @property
    def embedding_text(self) -> str:
        """The text below the line of headings that lead to it: what to embed or index, so that a passage is found by
        what its section is about."""
        return f"{STEP.join(self.titles)}\n\n{self.text}" if self.path else self.text


def unmarked(step: str) -> str:
    """A step of a path without its marks."""
    return step.lstrip("#")[1:]
