"""A whole document as text for programs and files. The marks are those that a model reads."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pincite.markup import Markup, block_text
from pincite.model import Block, Document, Link, Table
from pincite.selection import READ, Selection
from pincite.spans import spans_by_page


def to_markdown(doc: Document, *, page_markers: bool = True, selection: Selection = READ, tables: bool = True) -> str:
    """The document as Markdown; with ``page_markers``, a line ``[Page iv]`` stands where a page begins. Without
    ``tables``, a line with the number of each stands in its place."""
    markup = Markup(doc)
    parts: list[str] = []
    pages: tuple[int, int] | None = None
    for block in doc.blocks:
        if not selection.takes(block):
            continue
        unit = markup.unit(block, block.start, block.end, pages) if page_markers else None
        if unit is not None:
            parts.append(unit.marker)
            pages = unit.last or pages
        if block.table is not None and not tables:
            parts.append(_left_out(doc.tables[block.table]))
        elif unit is not None:
            parts += [_linked(s.text, s.start, block.links) for s in unit.body]
        else:
            parts += [_plain(doc, block), "\n\n"]
    return "".join(parts).rstrip() + "\n"


def _plain(doc: Document, block: Block) -> str:
    marks = block_text(doc, block, block.start, block.start)
    return marks + _linked(doc.text[block.start : block.end], block.start, block.links)


def _left_out(table: Table) -> str:
    return f"(table t{table.id}{': ' + table.caption if table.caption else ''})\n\n"


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


def front_matter(doc: Document) -> str:
    """What is known of the document, as the YAML head of a Markdown file."""
    told = doc.metadata
    facts: dict[str, object] = {
        "title": doc.title,
        "author": told.author,
        "language": told.language,
        "created": told.created,
        "modified": told.modified,
        "source": doc.source,
        "format": doc.format,
        "doc_id": doc.doc_id,
        "pages": len(doc.pages) or None,
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", ""])


def to_text(doc: Document, selection: Selection = READ) -> str:
    """The document as plain text: blocks separated by blank lines, table rows as lines with a tab between cells."""
    parts = [
        table_text(doc.tables[b.table]) if b.table is not None else doc.text[b.start : b.end]
        for b in doc.blocks
        if selection.takes(b)
    ]
    return "\n\n".join(parts) + "\n"


def table_text(table: Table) -> str:
    """The cells of a table, tab-separated, a row a line; what a spanning cell covers is left out."""
    rows: list[list[str]] = [[] for _ in range(table.n_rows)]
    for cell in table.cells:
        rows[cell.row].append(cell.text)
    return "\n".join("\t".join(row) for row in rows)


def page_texts(doc: Document) -> dict[int, str]:
    """All that is printed on each physical page, running heads included, in reading order; a page without text is left
    out."""
    return {
        number: "\n".join(doc.text[s.start : s.end].strip() for s in spans)
        for number, spans in spans_by_page(doc).items()
    }
