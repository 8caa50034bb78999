"""Makes documents from pieces of HTML."""

from __future__ import annotations

from pincite.model import Document, Kind, Table
from pincite.parsers.html.engine import parse_html
from pincite.parsers.options import ParseTask


def html(body: str, *, head: str = "", name: str = "page.html") -> Document:
    """The document of a page with this body."""
    return html_bytes(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode(), name=name)


def html_bytes(data: bytes, *, name: str = "page.html") -> Document:
    return parse_html(ParseTask(data, "doc", name))


def blocks(doc: Document) -> list[tuple[str, str]]:
    """Kind and text of all blocks."""
    return [(b.kind.value, doc.text[b.start : b.end]) for b in doc.blocks]


def texts(doc: Document, *kinds: Kind) -> list[str]:
    return [doc.text[b.start : b.end] for b in doc.blocks if not kinds or b.kind in kinds]


def headings(doc: Document) -> list[tuple[int | None, str]]:
    return [(b.level, doc.text[b.start : b.end]) for b in doc.blocks if b.kind is Kind.HEADING]


def rows(table: Table) -> list[list[str]]:
    """The texts of the cells by row."""
    out: list[list[str]] = [[] for _ in range(table.n_rows)]
    for cell in table.cells:
        out[cell.row].append(cell.text)
    return out
