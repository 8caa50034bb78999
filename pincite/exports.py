"""A whole document as text for programs and files. The marks are those that a model reads."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.markup import Markup, heading_marks
from pincite.model import Document, Link, Table
from pincite.spans import page_spans


def to_markdown(doc: Document, *, page_markers: bool = True) -> str:
    """The document as Markdown without running heads; with ``page_markers``, a line ``[Page iv]`` stands where a
    page begins."""
    markup = Markup(doc)
    parts: list[str] = []
    pages: tuple[int, int] | None = None
    for block in doc.blocks:
        if block.kind.is_furniture:
            continue
        if page_markers:
            unit = markup.unit(block, block.start, block.end, pages)
            parts.append(unit.marker)
            parts += [_linked(s.text, s.start, block.links) for s in unit.body]
            pages = unit.last or pages
        else:
            marks = heading_marks(block) if block.kind.is_heading else ""
            parts += [marks, _linked(doc.text[block.start : block.end], block.start, block.links), "\n\n"]
    return "".join(parts).rstrip() + "\n"


def _linked(text: str, start: int | None, links: Sequence[Link]) -> str:
    """The text, which begins at ``start`` of the document's, with its links to other documents written out."""
    if start is None or not links:
        return text
    out, at = [], 0
    for link in links:
        a, b = link.start - start, link.end - start
        if link.uri is None or a < at or b > len(text):
            continue
        target = link.uri.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
        out += [text[at:a], f"[{text[a:b]}]({target})"]
        at = b
    return "".join([*out, text[at:]])


def to_text(doc: Document) -> str:
    """The document as plain text without running heads: blocks separated by blank lines, table rows as lines with a tab
    between cells."""
    parts = [
        table_text(doc.tables[b.table]) if b.table is not None else doc.text[b.start : b.end]
        for b in doc.blocks
        if not b.kind.is_furniture
    ]
    return "\n\n".join(parts) + "\n"


def table_text(table: Table) -> str:
    """The cells of a table, tab-separated, a row a line; what a spanning cell covers is left out."""
    rows: list[list[str]] = [[] for _ in range(table.n_rows)]
    for cell in table.cells:
        rows[cell.row].append(cell.text)
    return "\n".join("\t".join(row) for row in rows)


def page_text(doc: Document, number: int) -> str:
    """All that is printed on a physical page, running heads included, in reading order."""
    return "\n".join(doc.text[s.start : s.end].strip() for s in page_spans(doc, number))
