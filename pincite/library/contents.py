"""What a document is made of: headings, blocks, chunks, tables, charts, pages, each made when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pincite.derived import Derived
from pincite.library.config import ParseConfig
from pincite.library.extras import extra
from pincite.library.hierarchy import Hierarchy, Node
from pincite.markup import page_cites
from pincite.model import Block, Document, Page
from pincite.outline import Section

if TYPE_CHECKING:
    from pincite.chunks import Chunk
    from pincite.library.tables import ChartView, TableView
    from pincite.library.views import BlockView, DocumentMetadata, PageView
    from pincite.pictures.marking import LettersOf


class Contents(Derived):
    """A document under the options of ``config``."""

    def __init__(self, document: Document, config: ParseConfig | None = None) -> None:
        super().__init__(document)
        self.config = config or ParseConfig()
        self.letters_of: LettersOf | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a cache entry is stored: small, exact, without what was derived from it."""
        from pincite.cache.codec import encode

        return _unpickled, (type(self), encode(self.document), self.config)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The headings."""
        return Hierarchy(tuple(self._node(s) for s in self.outline.sections if s.kind == "heading"))

    @cached_property
    def _cites(self) -> dict[int, str]:
        return page_cites(self.document)

    def _node(self, section: Section) -> Node:
        page = self._page(self.document.blocks[section.start])
        heading = self.outline.path(section.id)[:-1]
        parent = next((s.id for s in reversed(heading) if s.kind == "heading"), None)
        number, label = (page.number, self._cites[page.number]) if page else (None, None)
        return Node(section.id, section.level, section.title, number, label, parent)

    def _page(self, block: Block) -> Page | None:
        return self.document.pages[block.regions[0].page - 1] if block.regions else None

    def _place(self, block: Block) -> tuple[int | None, str | None]:
        page = self._page(block)
        return (page.number, self._cites[page.number]) if page else (None, None)

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks in reading order; empty where ``chunking`` is off."""
        if not self.config.chunking:
            return []
        from pincite.chunks import make_chunks

        chunks = make_chunks(
            self.document,
            self.outline,
            sizes=self.config.chunk_sizes,
            selection=self.config.selection,
            representation=self.config.table_representation,
        )
        names = self.config.extra_fields
        return [replace(c, extra=self._extra_of(c)) for c in chunks] if names else chunks

    def _extra_of(self, chunk: Chunk) -> Mapping[str, Any]:
        pieces = [(self.document.blocks[part.block], part.span) for part in chunk.parts]
        return extra(self.document, pieces, self.config.extra_fields)

    @cached_property
    def blocks(self) -> list[BlockView]:
        """The blocks that are shown, in reading order."""
        takes = self.config.selection.takes
        return [self._block(block) for block in self.document.blocks if takes(block)]

    def _block(self, block: Block) -> BlockView:
        from pincite.library.views import BlockView

        doc = self.document
        number, label = self._place(block)
        section = self.outline.section_of(block.id)
        return BlockView(
            id=block.id,
            kind=block.kind,
            text=doc.text[block.start : block.end],
            level=block.level,
            role=block.role,
            path=tuple(s.title for s in self.outline.path(section.id) if s.kind == "heading"),
            page_number=number,
            page_label=label,
            table_id=block.table,
            chart_id=block.chart,
            links=tuple(dict.fromkeys(link.uri for link in block.links if link.uri is not None)),
            boxes=tuple((r.page, r.bbox) for r in block.regions if r.bbox is not None),
            anchor=f"pincite://doc/{doc.doc_id}@{doc.rev}/b{block.id}",
            extra=extra(doc, [(block, block.span)], self.config.extra_fields),
        )

    @cached_property
    def tables(self) -> list[TableView]:
        """The tables in document order."""
        from pincite.library.tables import TableView

        doc = self.document
        holders = [(t, doc.blocks[t.block]) for t in doc.tables]
        return [TableView(doc, t, doc.text[b.start : b.end], *self._table_place(t.pages)) for t, b in holders]

    def _table_place(self, pages: tuple[int, ...]) -> tuple[int | None, str | None]:
        return (pages[0], self._cites[pages[0]]) if pages else (None, None)

    @cached_property
    def charts(self) -> list[ChartView]:
        """The charts in document order, as points."""
        from pincite.library.tables import ChartView

        return [ChartView(chart, *self._place(self.document.blocks[chart.block])) for chart in self.document.charts]

    @cached_property
    def pages(self) -> list[PageView]:
        """The pages in order; empty for a format without pages."""
        from pincite.exports import page_texts
        from pincite.library.views import PageView

        texts = page_texts(self.document)
        return [PageView(p.number, p.label, texts.get(p.number, ""), p) for p in self.document.pages]

    @cached_property
    def metadata(self) -> DocumentMetadata:
        """What is known of the document."""
        from pincite.library.views import DocumentMetadata

        doc, told = self.document, self.document.metadata
        return DocumentMetadata(
            title=doc.title,
            author=told.author,
            subject=told.subject,
            keywords=told.keywords,
            language=told.language,
            created=told.created,
            modified=told.modified,
            creator=told.creator,
            producer=told.producer,
            source=doc.source,
            format=doc.format,
            doc_id=doc.doc_id,
            pages=len(doc.pages),
            tokens=self.costs.total,
            ocr_used=any(page.source == "ocr" for page in doc.pages),
        )


def _unpickled(cls: type[Contents], data: bytes, config: ParseConfig) -> Contents:
    from pincite.cache.codec import decode

    return cls(decode(data), config)
