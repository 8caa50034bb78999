"""A whole document as text for programs and files. The marks are those that a model reads."""

from __future__ import annotations

from pincite.markup import Markup, heading_marks
from pincite.model import Document, Table
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
            parts += [unit.marker, unit.body_text]
            pages = unit.last or pages
        else:
            marks = heading_marks(block) if block.kind.is_heading else ""
            parts += [marks, doc.text[block.start : block.end], "\n\n"]
    return "".join(parts).rstrip() + "\n"


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
