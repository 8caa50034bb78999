"""The tools: each decodes its arguments, makes one call, and hands back the result. Their texts stand in
``prompts/tools.toml``."""

from __future__ import annotations

from typing import Annotated

from mcp.server.apps import client_supports_apps
from mcp.server.mcpserver.context import Context
from mcp.types import CallToolResult, ImageContent, TextContent

from pincite.prompts import tool_texts
from pincite.server import (
    citing,
    comparing,
    exporting,
    greeting,
    listing,
    opening,
    outlines,
    reading,
    searching,
    tables,
    viewing,
)
from pincite.server.card import pictures
from pincite.server.card.apps import FOR_CARD_ONLY, SHOWN_IN_CARD
from pincite.server.desk import Desk
from pincite.server.exporting import ExportFormat
from pincite.server.results import as_result
from pincite.server.sources import answer
from pincite.server.sources.asked import Asked, Quote, Round
from pincite.server.table_forms import TableFormat
from pincite.server.tool import Behaviour, DocumentTool
from pincite.server.wire import Citation, CitationReport, DocumentList, SearchHits


class Tools:
    """The tools of one server, each a method."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._comparisons = comparing.Comparisons()

    async def open_document(self, source: str, ctx: Context, password: str | None = None, refresh: bool = False) -> str:
        desk = self._desk
        result = await opening.open_document(
            desk, lambda registry: registry.begin(source, password=password, refresh=refresh), ctx.report_progress
        )
        return await desk.work(lambda: greeting.result_text(result, source, desk.limits, desk.open_wait_s))

    async def list_documents(
        self, query: str | None = None, limit: int = 20, cursor: str | None = None
    ) -> Annotated[CallToolResult, DocumentList]:
        desk = self._desk
        return as_result(
            await desk.work(
                lambda: listing.list_documents(desk.registry.entries(), query, limit, cursor, desk.budget())
            )
        )

    async def get_outline(
        self,
        doc_id: str,
        section: str | None = None,
        depth: int | None = None,
        max_tokens: int | None = None,
        cursor: str | None = None,
    ) -> str:
        desk = self._desk
        limit = desk.budget(max_tokens)
        return await desk.work(lambda: outlines.outline_text(desk.get(doc_id), section, depth, cursor, limit))

    async def read(
        self, doc_id: str, refs: list[str] | None = None, max_tokens: int | None = None, cursor: str | None = None
    ) -> str:
        desk = self._desk
        limit = desk.budget(max_tokens)
        return await desk.work(lambda: reading.read_text(desk.get(doc_id), refs, cursor, limit))

    async def search(
        self,
        query: str,
        doc_ids: list[str] | None = None,
        section: str | None = None,
        kinds: list[str] | None = None,
        limit: int = 8,
    ) -> Annotated[CallToolResult, SearchHits]:
        desk = self._desk
        asked = searching.Asked(query, doc_ids, section, kinds, limit)
        return as_result(await desk.work(lambda: searching.search(desk.registry, asked, desk.budget())))

    async def get_table(
        self,
        doc_id: str,
        table: str,
        format: TableFormat = "markdown",
        rows: str | None = None,
        columns: str | None = None,
    ) -> str:
        desk = self._desk
        wish = tables.Wish(table, format, rows, columns)
        return await desk.work(lambda: tables.table_text(desk.get(doc_id), wish, desk.budget()))

    async def verify_citations(self, citations: list[Citation]) -> Annotated[CallToolResult, CitationReport]:
        desk = self._desk
        return as_result(
            await desk.work(lambda: citing.verify_citations(citations, desk.get, desk.budget(), desk.viewer_url))
        )

    async def export_document(self, doc_id: str, format: ExportFormat, output_path: str | None = None) -> str:
        desk = self._desk
        return await desk.work(lambda: exporting.export_text(desk, doc_id, format, output_path))

    async def view_page(
        self, doc_id: str, page: str | None = None, highlight: str | None = None, crop: bool = False
    ) -> list[TextContent | ImageContent]:
        desk = self._desk
        wish = viewing.Wish(page, highlight, crop)
        return await desk.work(lambda: viewing.view_page(desk.registry, desk.get(doc_id), wish))

    async def compare_documents(
        self,
        doc_a: str,
        doc_b: str,
        section: str | None = None,
        max_tokens: int | None = None,
        cursor: str | None = None,
    ) -> str:
        desk = self._desk
        limit, asked = desk.budget(max_tokens), comparing.Asked(section, cursor)
        return await desk.work(lambda: self._comparisons.text(desk.get(doc_a), desk.get(doc_b), asked, limit))

    async def show_sources(
        self, question: str, ctx: Context, read: list[Round] | None = None, cited: list[Quote] | None = None
    ) -> CallToolResult:
        desk = self._desk
        asked, card = Asked(question, read or (), cited or ()), client_supports_apps(ctx)
        return await desk.work(lambda: answer.show_sources(desk, asked, card=card))

    async def show_citation(self, uri: str, ctx: Context) -> CallToolResult:
        desk = self._desk
        card = client_supports_apps(ctx)
        return await desk.work(lambda: answer.show_citation(desk, uri, card=card))

    async def card_page(self, doc_id: str, page: int, refs: list[str] | None = None) -> CallToolResult:
        desk = self._desk
        return await desk.work(lambda: pictures.card_page(desk, doc_id, page, refs))

    async def forget_document(self, doc_id: str) -> str:
        desk = self._desk
        done = await desk.work(lambda: listing.forget(desk.registry, doc_id.strip()))
        self._comparisons.forget(doc_id.strip())
        return done


_BEHAVIOUR = {
    "open_document": Behaviour(open_world=True),
    "list_documents": Behaviour(structured=True),
    "search": Behaviour(structured=True),
    "verify_citations": Behaviour(structured=True),
    "export_document": Behaviour(writes=True),
    "show_sources": Behaviour(ui=SHOWN_IN_CARD),
    "show_citation": Behaviour(ui=SHOWN_IN_CARD),
    "card_page": Behaviour(ui=FOR_CARD_ONLY),
    "forget_document": Behaviour(destructive=True),
}


def make_tools(desk: Desk) -> list[DocumentTool]:
    """The tools in the order of their texts, without those that are switched off."""
    tools = Tools(desk)
    texts = dict(tool_texts(citations=citing.MAX_CITATIONS))
    if not desk.settings.show_citation:
        del texts["show_citation"]
    return [
        DocumentTool.make(getattr(tools, name), text, _BEHAVIOUR.get(name, Behaviour())) for name, text in texts.items()
    ]
