"""What ``list_documents`` returns: documents that can be read without parsing them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.errors import RequestError
from pincite.fold import fold_text
from pincite.server import cursor as cursors
from pincite.server.fence import line
from pincite.server.results import record_fits
from pincite.server.wire import DocumentEntry, DocumentList

if TYPE_CHECKING:
    from pincite.registry import Entry
    from pincite.server.sight import Sight

CALL = "list_documents"
MAX_LISTED = 50


def list_documents(
    entries: Sequence[Entry], query: str | None, limit: int, cursor: str | None, budget: int
) -> DocumentList:
    """One page of the list, each document once, at most ``limit`` entries and ``budget`` tokens.

    Raises ``RequestError`` (bad_argument, bad_cursor).
    """
    if not 1 <= limit <= MAX_LISTED:
        raise RequestError(f"limit={limit}.", hint=f"Give a number from 1 to {MAX_LISTED}.")
    found = _matching(entries, query)
    first = _position(found, query, cursor)
    for size in range(min(limit, len(found) - first), -1, -1):
        page = _page(found, first, size, query)
        if record_fits(page, budget):
            break
    return page


def distinct(entries: Sequence[Entry]) -> list[Entry]:
    """Each document once, at its first place: the cache may hold it in several forms."""
    return list({e.key.doc_id: e for e in reversed(entries)}.values())[::-1]


def _matching(entries: Sequence[Entry], query: str | None) -> list[Entry]:
    wanted = fold_text(query) if query else ""
    if not wanted:
        return distinct(entries)
    return [e for e in distinct(entries) if wanted in fold_text(f"{e.title}\n{e.source}\n{e.key.doc_id}")]


def _position(found: Sequence[Entry], query: str | None, cursor: str | None) -> int:
    """The index behind the document that a cursor names. Raises ``RequestError`` (bad_cursor)."""
    if cursor is None:
        return 0
    last = cursors.decode(CALL, query or "", cursor)
    for i, entry in enumerate(found):
        if entry.key.doc_id == last:
            return i + 1
    raise cursors.bad_cursor(CALL)


def _page(found: Sequence[Entry], first: int, size: int, query: str | None) -> DocumentList:
    shown = found[first : first + size]
    more = len(found) - first - size
    go_on = cursors.encode(CALL, query or "", shown[-1].key.doc_id) if shown else ""
    again = f'{more} more: list_documents({f"query={query!r}, " if query else ""}cursor="{go_on}")'
    advice = "Nothing here yet: open_document opens a file." if not found else None
    return DocumentList(
        documents=[_entry(e) for e in shown], total=len(found), next=again if more and shown else advice
    )


def _entry(entry: Entry) -> DocumentEntry:
    title, file = line(entry.title, 100), line(entry.source, 100)
    return DocumentEntry(
        doc_id=entry.key.doc_id,
        title=title,
        file=file if file != title else None,
        format=entry.format,
        pages=entry.pages,
        tokens=entry.tokens,
    )


def forget(registry: Sight, doc_id: str) -> str:
    """Forgets a document and says so. Raises ``UnknownReferenceError`` (unknown_document)."""
    registry.forget(doc_id)
    return f"Forgotten: {doc_id}. Its file was not touched."
