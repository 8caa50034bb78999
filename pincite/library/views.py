"""Blocks and pages of a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.model import BBox, Kind, Page, Role


@dataclass(frozen=True, slots=True)
class BlockView:
    """A block of a result: ``text`` is the document's own (a table is Markdown); ``path`` the titles above it;
    ``page_number`` the physical page on which it begins and ``page_label`` what to cite it by, ``None`` without pages;
    ``table_id`` and ``chart_id`` index ``tables`` and ``charts``; ``links`` are URLs; ``boxes`` are (physical page, box
    in points from the top left), line by line; ``extra`` what ``extra_fields`` asked for."""

    id: int
    kind: Kind
    text: str
    level: int | None
    role: Role
    path: tuple[str, ...]
    page_number: int | None
    page_label: str | None
    table_id: int | None
    chart_id: int | None
    links: tuple[str, ...]
    boxes: tuple[tuple[int, BBox], ...]
    anchor: str
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PageView:
    """A page of a result: ``number`` is physical, ``label`` as printed or declared (``None``: neither), ``text`` all
    that is printed on it."""

    number: int
    label: str | None
    text: str
    page: Page


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """What is known of a document. ``title`` is what the file declares, else its name; ``pages`` how many (0: the
    format knows none); ``tokens`` what reading all of it costs (o200k); ``ocr_used`` whether any page was read from its
    picture; dates are ISO 8601; ``None``: the file does not say."""

    title: str
    author: str | None
    subject: str | None
    keywords: str | None
    language: str | None
    created: str | None
    modified: str | None
    creator: str | None
    producer: str | None
    source: str
    format: str
    doc_id: str
    pages: int
    tokens: int
    ocr_used: bool
