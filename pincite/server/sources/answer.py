"""What the two tools return: text for every client, the record for those that have a card for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.types import CallToolResult, TextContent

from pincite.anchors import parse_anchor
from pincite.server.results import plain
from pincite.server.sources.asked import Asked
from pincite.server.sources.boxes import Lines, lines_of
from pincite.server.sources.citation import passage, passage_text
from pincite.server.sources.gathering import Proof, Sources, gather
from pincite.server.sources.record import record_of
from pincite.server.sources.tree import text_of

if TYPE_CHECKING:
    from pincite.server.desk import Desk


def show_sources(desk: Desk, asked: Asked, *, card: bool) -> CallToolResult:
    """The sources of an answer, each form within the budget of a result. ``card``: whether the client shows one; to
    another the text alone, since it would show the model the record in its place."""
    sources = gather(asked, desk.get, desk.limits.max_rounds)
    return _answer(desk, sources, text_of(sources, desk.viewer_url, desk.budget()), card)


def show_citation(desk: Desk, uri: str, *, card: bool) -> CallToolResult:
    """One passage. Raises ``UnknownReferenceError`` for an anchor that names nothing here, or an older parse."""
    sources = passage(desk.get(parse_anchor(uri).doc_id), uri)
    return _answer(desk, sources, passage_text(sources, desk.viewer_url, desk.budget()), card)


def _answer(desk: Desk, sources: Sources, text: str, card: bool) -> CallToolResult:
    result = CallToolResult(content=[TextContent(type="text", text=text)])
    if card:
        lines = [_lines(desk, sources, proof) for proof in sources.proofs]
        result.structured_content = plain(record_of(sources, lines, desk.viewer_url, desk.budget()))
    return result


def _lines(desk: Desk, sources: Sources, proof: Proof) -> Lines:
    if proof.match is None or proof.document is None:
        return {}
    return lines_of(desk.registry, sources.documents[proof.document].opened, proof.match)
