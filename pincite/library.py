"""The Python library: ``parse_document`` and what it returns.

The same core as the server's, without its workers and its cache: the file is parsed in this process, in one go.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pincite import exports
from pincite.derived import Derived
from pincite.health import PageHealth, Trouble, page_health, troubles
from pincite.model import BBox, Cell, Page, Table
from pincite.outline import Section
from pincite.verify import Match, Status, Verdict

if TYPE_CHECKING:
    from pincite.index import DocumentIndex
    from pincite.parsers.formats import ParseOptions
    from pincite.sources import Source


@dataclass(frozen=True, slots=True)
class Node:
    """A heading of the outline. ``level`` is its depth from 1; ``page_number`` is physical, ``None`` without pages;
    ``page_label`` is what to cite it by: the label, or the number where the page has none."""

    id: int
    level: int
    text: str
    page_number: int | None
    page_label: str | None
    parent: int | None


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The headings of a document."""

    nodes: tuple[Node, ...]

    def flatten(self) -> list[Node]:
        """All headings in document order."""
        return list(self.nodes)

    def children(self, node: Node | None = None) -> list[Node]:
        """The headings directly under ``node``; without one, the topmost."""
        parent = node.id if node else None
        return [n for n in self.nodes if n.parent == parent]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a result. ``page_number`` is the physical page on which it begins, ``None`` without pages."""

    table: Table
    markdown: str
    page_number: int | None

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.table.cells

    @property
    def caption(self) -> str | None:
        return self.table.caption


@dataclass(frozen=True, slots=True)
class PageView:
    """A page of a result: ``number`` is physical, ``label`` as printed or declared (``None``: neither), ``text`` all
    that is printed on it."""

    number: int
    label: str | None
    text: str
    page: Page


@dataclass(frozen=True, slots=True)
class Hit:
    """A place found by ``search``. ``page_end`` is the last page of the passage; ``page_label`` what to cite its
    first page by; ``section`` the titles that lead to it."""

    page_number: int | None
    page_end: int | None
    page_label: str | None
    section: tuple[str, ...]
    snippet: str
    score: float
    uri: str


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a quote stands. ``page_label`` is what to cite its first page by; ``boxes`` are (physical page, box in
    points from the top left), line by line."""

    uri: str
    page_number: int | None
    page_label: str | None
    page_numbers: tuple[int, ...]
    section: tuple[str, ...]
    quote: str
    boxes: tuple[tuple[int, BBox], ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """What ``verify`` found out; ``nearest`` is the closest passage of a quote that does not stand in the document."""

    status: Status
    message: str
    anchors: tuple[Citation, ...]
    nearest: str | None


class ParseResult(Derived):
    """A parsed document with its outline, tables, pages, search and verification. Each is made when first asked for."""

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The headings."""
        sections = [s for s in self.outline.sections if s.kind == "heading"]
        return Hierarchy(tuple(self._node(s) for s in sections))

    def _node(self, section: Section) -> Node:
        page = self._page_of_block(section.start)
        return Node(
            section.id,
            section.level,
            section.title,
            page.number if page else None,
            page.cite if page else None,
            section.parent,
        )

    def _page_of_block(self, block_id: int) -> Page | None:
        regions = self.document.blocks[block_id].regions
        return self.document.pages[regions[0].page - 1] if regions else None

    @cached_property
    def tables(self) -> list[TableView]:
        """The tables in document order."""
        text, blocks = self.document.text, self.document.blocks
        return [
            TableView(t, text[blocks[t.block].start : blocks[t.block].end], t.pages[0] if t.pages else None)
            for t in self.document.tables
        ]

    @cached_property
    def pages(self) -> list[PageView]:
        """The pages in order; empty for a format without pages."""
        doc = self.document
        return [PageView(p.number, p.label, exports.page_text(doc, p.number), p) for p in doc.pages]

    @property
    def health(self) -> tuple[PageHealth, ...]:
        """The states of every page: text, scan, garbled, blank, needs_ocr, …"""
        return page_health(self.document)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the document, one entry for each kind with its pages; ``()`` where nothing is."""
        return troubles(self.document)

    def export_to_text(self) -> str:
        """Plain text without running heads."""
        return exports.to_text(self.document)

    def export_to_markdown(self, page_markers: bool = True) -> str:
        """Markdown without running heads; ``page_markers`` puts ``[Page iv]`` lines where pages begin."""
        return exports.to_markdown(self.document, page_markers=page_markers)

    def text_under(self, node: Node) -> str:
        """The text below a heading, sub-headings included, the heading itself left out."""
        section = self.outline.sections[node.id]
        doc = self.document
        body = [b for b in doc.blocks[section.start + 1 : section.end] if not b.kind.is_furniture]
        return "\n\n".join(doc.text[b.start : b.end] for b in body)

    @cached_property
    def _index(self) -> DocumentIndex:
        from pincite.index import DocumentIndex

        index = DocumentIndex(None)
        index.add(self.document, self.outline)
        return index

    def search(self, query: str, limit: int = 8) -> list[Hit]:
        """The best places for a question or a "quoted phrase", best first; an empty list where nothing matches."""
        found = self._index.search(
            query, limit=limit, documents=lambda _: (self.document, self.outline), doc_ids=[self.document.doc_id]
        )
        doc = self.document
        hits = []
        for hit in found.hits:
            titles = tuple(s.title for s in self.outline.path(hit.section))
            uri = f"pincite://doc/{doc.doc_id}@{doc.rev}/b{hit.block}"
            hits.append(
                Hit(hit.page_number, hit.page_end, self._cite(hit.page_number), titles, hit.snippet, hit.score, uri)
            )
        return hits

    def verify(self, quote: str, page: str | None = None) -> Verification:
        """Does the quote stand in the document (and on ``page``, a label or a physical number, where given)?"""
        verdict: Verdict = self.verifier.verify(quote, page=page)
        places = tuple(self._citation(m) for m in verdict.matches)
        return Verification(verdict.status, verdict.message, places, verdict.nearest)

    def _citation(self, match: Match) -> Citation:
        first = match.page_numbers[0] if match.page_numbers else None
        return Citation(
            uri=str(match.anchor),
            page_number=first,
            page_label=self._cite(first),
            page_numbers=match.page_numbers,
            section=match.section,
            quote=match.quote,
            boxes=tuple((r.page, r.bbox) for r in match.regions if r.bbox is not None),
        )

    def _cite(self, number: int | None) -> str | None:
        return None if number is None else self.document.pages[number - 1].cite


def parse_document(
    source: str | Path,
    password: str | None = None,
    *,
    max_pages: int | None = None,
    notes: bool = True,
    comments: bool = False,
    changes: Literal["accepted", "original", "marked"] = "accepted",
    headers: bool = True,
    libreoffice: bool = False,
    render: Literal["auto", "always", "never"] | None = None,
) -> ParseResult:
    """Parses a file, or what is behind a URL, in this process.

    ``source`` is a path, a ``file:`` URI or an http(s) URL, which is fetched as the settings of the environment say
    (``PINCITE_USER_AGENT``, ``PINCITE_ALLOW_PRIVATE_URLS``, …); ``max_pages`` stops after so many pages (the result
    then carries a ``partial`` warning); ``notes`` takes the speaker notes of slides, ``comments`` those of reviewers,
    ``headers`` the running heads and feet of Word files; ``changes`` says how tracked changes are read;
    ``libreoffice`` has old Office files converted by it; ``render`` says whether a web page is shown in a browser first
    (``None``: as ``PINCITE_RENDER`` says). Raises ``SourceError`` (not_found, empty, unsupported_format,
    private_address, http_status, …) and ``ParseError`` (corrupt, password_required, wrong_password).
    """
    from pincite.parsers.formats import ParseOptions
    from pincite.sources import SourcePolicy, locate
    from pincite.sources.web import is_url

    options = ParseOptions(max_pages=max_pages, notes=notes, comments=comments, changes=changes, headers=headers)
    if is_url(str(source)):
        return _parse_url(str(source), password, options, libreoffice, render)
    return _parse(locate(str(source), SourcePolicy(legacy=libreoffice)), password, options)


def _parse(found: Source, password: str | None, options: ParseOptions) -> ParseResult:
    from pincite.parsers.formats import parse_file
    from pincite.sources import content_id

    document = parse_file(
        found.path,
        format=found.format,
        doc_id=content_id(found.path),
        name=found.name,
        password=password,
        options=options,
    )
    return ParseResult(document)


def _parse_url(
    url: str, password: str | None, options: ParseOptions, libreoffice: bool, render: str | None
) -> ParseResult:
    """The file that is downloaded is gone when the document is there."""
    import tempfile

    from pincite.settings import Settings
    from pincite.sources.browser.choice import parse_page
    from pincite.sources.browser.rendering import render as browser_render
    from pincite.sources.web import WebPolicy, fetch

    settings = Settings.from_env(render=render)
    policy = dataclasses.replace(WebPolicy.of(settings), libreoffice=libreoffice)
    with tempfile.TemporaryDirectory(prefix="pincite-") as directory:
        download = fetch(url, policy, Path(directory))
        assert download is not None  # without a known version there is always something new
        result, _ = parse_page(
            download,
            lambda file: _parse(file.source, password, dataclasses.replace(options, **file.origin._asdict())),
            lambda: browser_render(url, policy, Path(directory)),
            policy,
        )
        return result
