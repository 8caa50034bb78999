"""The list of the documents that a visitor may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pincite.fold import fold_text
from pincite.server.listing import distinct
from pincite.server.viewer import finding
from pincite.server.viewer.answers import bar, whole
from pincite.server.viewer.markup import Html, join, tag
from pincite.server.viewer.visitors import need, visitor_of

if TYPE_CHECKING:
    from pincite.registry import Entry
    from pincite.server.desk import Desk

_LISTED = 500


class DocumentsPage:
    """``/``: all documents, those that bear the words asked for, and where these stand in them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def show(self, request: Request) -> Response:
        need(request, "read")
        desk, query = self._desk, request.query_params.get("q", "").strip()
        see = visitor_of(request).may_see
        everything = distinct(await desk.work(lambda: desk.registry.entries()))
        entries = [entry for entry in everything if see(entry.key.doc_id)]
        ids = None if len(entries) == len(everything) else [entry.key.doc_id for entry in entries]
        found = await desk.work(lambda: finding.hits(desk, query, ids)) if query and entries else None
        return whole("Documents", bar(_search_form(query)), _main(entries, query, found), here="plain")


def _main(entries: Sequence[Entry], query: str, found: Html | None) -> Html:
    wanted = fold_text(query)
    named = [e for e in entries if not wanted or wanted in fold_text(f"{e.title}\n{e.source}")]
    shown = named if named or query else entries
    return tag(
        "main",
        tag("h1", f"Documents named “{query}”" if query else "Documents"),
        _table(shown[:_LISTED]) if shown else tag("p", _none(query), class_="empty"),
        tag("p", f"{len(shown) - _LISTED:,} more; search for them by name.") if len(shown) > _LISTED else None,
        join(tag("h2", "In the documents"), found) if found else None,
        id="main",
    )


def _none(query: str) -> str:
    if query:
        return "No document bears this name."
    return "Nothing has been opened yet. Ask your assistant to open a document: it appears here."


def _table(entries: Sequence[Entry]) -> Html:
    head = tag("tr", [tag("th", name, scope="col") for name in ("Title", "Kind", "Pages", "Tokens")])
    return tag("table", tag("thead", head), tag("tbody", [_row(e) for e in entries]), class_="list")


def _row(entry: Entry) -> Html:
    file = tag("span", entry.source, class_="file", dir="auto") if entry.source != entry.title else None
    title = tag("a", entry.title, href=f"/d/{entry.key.doc_id}", dir="auto")
    return tag(
        "tr",
        tag("th", title, file, scope="row"),
        tag("td", entry.format.upper()),
        tag("td", f"{entry.pages:,}" if entry.pages else "–", class_="number"),
        tag("td", f"{entry.tokens:,}" if entry.tokens is not None else "–", class_="number"),
    )


def _search_form(query: str) -> Html:
    return tag(
        "form",
        tag("input", type="search", name="q", value=query, placeholder="Search all documents",
            aria_label="Search all documents", maxlength=500, id="q"),
        tag("button", "Search"),
        action="/",
        role="search",
        class_="search",
    )  # fmt: skip
