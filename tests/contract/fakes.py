"""Documents made by hand and a registry that holds them: the server without files, workers and cache."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from pincite.cache.store import DocumentKey, Entry
from pincite.errors import PinciteError, RequestError, SourceError, UnknownReferenceError
from pincite.identity import bytes_id
from pincite.model import BBox, Document, DocumentWarning, Kind, Metadata, Page, Span
from pincite.outline import Section
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece, assemble
from pincite.registry import OpenDocument, Pending
from pincite.spans import blocks_in, regions_in

PARSER = "test/1"


@dataclass
class Draft:
    """A document under construction. Blocks go on the page begun last; every call returns the draft."""

    title: str = "Sample"
    blocks: list[DraftBlock] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    warnings: list[DocumentWarning] = field(default_factory=list)

    def page(self, label: str | None = None) -> Draft:
        self.pages.append(Page(len(self.pages) + 1, label, 612, 792))
        return self

    def pieces(self, text: str) -> list[Piece]:
        return [Piece(text, len(self.pages), BBox(72, 72, 540, 84))] if self.pages else [Piece(text, 0)]

    def block(self, kind: Kind, text: str, level: int | None = None) -> Draft:
        self.blocks.append(DraftBlock(kind, self.pieces(text), level))
        return self

    def heading(self, text: str, level: int = 1) -> Draft:
        return self.block(Kind.HEADING, text, level)

    def text(self, text: str) -> Draft:
        return self.block(Kind.PARAGRAPH, text)

    def table(self, rows: Sequence[Sequence[str]], caption: str | None = None, head: int = 1) -> Draft:
        cells = [
            DraftCell(r, c, is_header=r < head, pieces=self.pieces(text) if text else [])
            for r, row in enumerate(rows)
            for c, text in enumerate(row)
        ]
        table = DraftTable(len(rows), max(map(len, rows)), cells, caption)
        self.blocks.append(DraftBlock(Kind.TABLE, table=table))
        return self

    def warn(self, code: str, message: str, page: int | None = None) -> Draft:
        self.warnings.append(DocumentWarning(code, message, page))
        return self

    def document(self, name: str = "sample.pdf") -> Document:
        return assemble(
            doc_id=bytes_id(f"{self.title}{name}".encode()),
            source=name,
            format="pdf",
            parser=PARSER,
            pages=self.pages,
            blocks=self.blocks,
            metadata=Metadata(title=self.title),
            warnings=self.warnings,
        )

    def open(self, name: str = "sample.pdf") -> OpenDocument:
        document = self.document(name)
        return OpenDocument(document, DocumentKey(document.doc_id, PARSER, ""))


def sentences(words: int, topic: str = "revenue") -> str:
    """Prose of about so many words, no two sentences alike."""
    count = max(1, words // 9)
    return " ".join(f"In year {1900 + i} the {topic} of unit {i} was {i * 37}." for i in range(count))


class FakeOpening:
    """An opening that ends when the test says so."""

    def __init__(self, opened: OpenDocument | None = None) -> None:
        self.opened = opened
        self.outcome: Future[OpenDocument] = Future()
        self.cancelled = False
        self.progress = (0, 0)
        if opened is not None:
            self.outcome.set_result(opened)

    @property
    def done(self) -> bool:
        return self.outcome.done()

    def wait(self, timeout: float | None = None) -> OpenDocument | Pending:
        try:
            return self.outcome.result(timeout)
        except TimeoutError:
            return self.pending()

    def pending(self) -> Pending:
        return Pending("aaaaaaaaaaaa", "long.pdf", *self.progress)

    def cancel(self) -> None:
        self.cancelled = True

    def add_done_callback(self, callback: Callable[[], object]) -> None:
        self.outcome.add_done_callback(lambda _: callback())


class FakeRegistry:
    """What a ``Registry`` does, over documents that are given. ``openings`` maps a source to the opening it begins;
    ``error`` is raised by ``get`` for the document id ``"boom"``."""

    def __init__(self, *documents: OpenDocument, error: Exception | None = None) -> None:
        self.documents = {opened.document.doc_id: opened for opened in documents}
        self.openings: dict[str, FakeOpening | PinciteError] = {
            opened.document.source: FakeOpening(opened) for opened in documents
        }
        self.error = error
        self.closed = False
        self._index: object = None

    def begin(self, source: str, *, password: str | None = None, refresh: bool = False) -> FakeOpening:
        found = self.openings.get(source)
        if found is None:
            raise SourceError(f"There is no file {source}.", hint="Give the absolute path of the file.")
        if isinstance(found, PinciteError):
            raise found
        return found

    def get(self, doc_id: str) -> OpenDocument:
        if doc_id == "boom" and self.error is not None:
            raise self.error
        if doc_id not in self.documents:
            raise UnknownReferenceError(f"No document {doc_id} is here.", hint=f"Near: {', '.join(self.documents)}.")
        return self.documents[doc_id]

    def entries(self) -> list[Entry]:
        return [
            Entry(
                key=opened.key,
                rev=opened.document.rev,
                source=opened.document.source,
                title=opened.document.title,
                format=opened.document.format,
                pages=len(opened.document.pages),
                tokens=opened.costs.total,
                size=1,
                stored=0.0,
                used=float(-i),
            )
            for i, opened in enumerate(self.documents.values())
        ]

    def forget(self, doc_id: str) -> None:
        self.get(doc_id)
        del self.documents[doc_id]

    def search(
        self,
        query: str,
        *,
        doc_ids: Sequence[str] | None = None,
        section: Section | None = None,
        kinds: Sequence[Kind] | None = None,
        limit: int = 8,
    ) -> object:
        from pincite.index import DocumentIndex

        if self._index is None:
            self._index = index = DocumentIndex(None)
            for opened in self.documents.values():
                index.add(opened.document, opened.outline)
        for doc_id in doc_ids or ():
            self.get(doc_id)
        return self._index.search(  # type: ignore[attr-defined]
            query,
            doc_ids=doc_ids,
            blocks=range(section.start, section.end) if section else None,
            kinds=kinds,
            limit=limit,
            documents=lambda doc_id: (self.documents[doc_id].document, self.documents[doc_id].outline),
        )

    def picture(self, opened: OpenDocument, page: int, **_: object) -> object:
        raise RequestError("Nothing is drawn here.", code="no_picture")

    def marked_boxes(self, opened: OpenDocument, span: Span) -> dict[int, tuple[BBox, ...]]:
        """The whole lines."""
        found: dict[int, tuple[BBox, ...]] = {}
        for block in blocks_in(opened.document, span):
            for region in regions_in(block, span):
                if region.bbox is not None:
                    found[region.page] = (*found.get(region.page, ()), region.bbox)
        return found

    def prewarm(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


async def settled(seconds: float = 0.05) -> None:
    """Lets tasks and threads come to rest."""
    await asyncio.sleep(seconds)
