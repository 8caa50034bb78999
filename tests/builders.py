"""Makes documents from a picture: one line a block, its first characters say what it is.

    doc = document('''
        --- iv                      a new page, with its label (nothing: no label)
        # Notes                     heading; ## is level 2
        Revenue grew.               paragraph
        A paragraph that | goes on  the bar is a page break inside the paragraph (the next page begins there)
        A line that / goes on       a slash with spaces is a line break
        informa~tion                a tilde is a line-end hyphen that the parser took out
        - an item                   list item
        ^ a footnote
        = a caption
        > running head              header; < is a footer
        `code`                      code block
        |Year|2023|                 table row; the first row of a table is its header
    ''')

``\\n`` inside a line is a line break in the text. Leading white space of a line does not matter.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from pincite.model import BBox, Document, Kind, LabelSource, Page
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece, assemble

LINE_HEIGHT = 12.0
CHAR_WIDTH = 5.0
_MARKS: dict[str, Kind] = {
    "- ": Kind.LIST_ITEM,
    "^ ": Kind.FOOTNOTE,
    "= ": Kind.CAPTION,
    "> ": Kind.HEADER,
    "< ": Kind.FOOTER,
    "`": Kind.CODE,
}
_BREAK = re.compile(r"(~?\s?\|\s?| / |~)")


class _Pen:
    """Where the next line goes."""

    def __init__(self, *, geometry: bool) -> None:
        self.pages: list[Page] = []
        self._geometry = geometry
        self._y = 0.0

    def new_page(self, label: str | None) -> None:
        source = LabelSource.PRINTED if label else LabelSource.NONE
        self.pages.append(Page(len(self.pages) + 1, label, 612.0, 792.0, label_source=source))
        self._y = 72.0

    def piece(self, text: str, x: float = 72.0) -> Piece:
        if not self.pages:
            self.new_page(None)
        self._y += LINE_HEIGHT
        box = BBox(x, self._y - 10, x + CHAR_WIDTH * max(len(text.strip()), 1), self._y) if self._geometry else None
        return Piece(text, len(self.pages), box)


def document(
    picture: str,
    *,
    doc_id: str = "testdoc",
    title: str = "test.pdf",
    geometry: bool = True,
    paged: bool = True,
) -> Document:
    """The document of a picture. ``paged=False``: no pages and no regions, as of a web page."""
    pen = _Pen(geometry=geometry)
    blocks: list[DraftBlock] = []
    rows: list[str] = []
    for line in textwrap.dedent(picture).strip("\n").split("\n"):
        line = line.strip()
        if rows and not _is_row(line) and not line.startswith("---"):
            blocks.append(_table(rows, pen))
            rows = []
        if not line:
            continue
        if _is_row(line) or (rows and line.startswith("---")):
            rows.append(line)
        elif line.startswith("---"):
            pen.new_page(line[3:].strip() or None)
        else:
            blocks.append(_block(line, pen))
    if rows:
        blocks.append(_table(rows, pen))
    doc = assemble(doc_id=doc_id, source=title, format="pdf", parser="picture-1", pages=pen.pages, blocks=blocks)
    return doc if paged else _without_pages(doc)


def draft(kind: Kind, *pieces: tuple[str, int], level: int | None = None) -> DraftBlock:
    """A block of (text, page) pieces."""
    return DraftBlock(kind, [Piece(text, page) for text, page in pieces], level=level)


def table(
    rows: Sequence[Sequence[str]], *, page: int = 1, header_rows: int = 1, last_page: int | None = None
) -> DraftTable:
    """A table whose cells stand on ``page``, the cells of its last row on ``last_page``."""
    cells = [
        DraftCell(
            r, c, is_header=r < header_rows, pieces=[Piece(text, last_page or page if r == len(rows) - 1 else page)]
        )
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    ]
    return DraftTable(len(rows), max((len(r) for r in rows), default=0), cells)


def built(blocks: Sequence[DraftBlock], pages: int | Sequence[Page] = 1, *, doc_id: str = "testdoc") -> Document:
    """A document of drafts; ``pages``: how many, or the pages."""
    made = [Page(n + 1) for n in range(pages)] if isinstance(pages, int) else list(pages)
    return assemble(doc_id=doc_id, source="test.pdf", format="pdf", parser="picture-1", pages=made, blocks=blocks)


def _is_row(line: str) -> bool:
    return len(line) > 1 and line.startswith("|") and line.endswith("|")


def _block(line: str, pen: _Pen) -> DraftBlock:
    heading = re.match(r"(#+) ", line)
    if heading:
        return DraftBlock(Kind.HEADING, list(_lines(line[heading.end() :], pen)), level=len(heading[1]))
    for mark, kind in _MARKS.items():
        if line.startswith(mark):
            text = line.strip("`") if kind is Kind.CODE else line[len(mark) :]
            return DraftBlock(kind, list(_lines(text, pen)))
    return DraftBlock(Kind.PARAGRAPH, list(_lines(line, pen)))


def _lines(text: str, pen: _Pen) -> Iterator[Piece]:
    parts = _BREAK.split(text.replace("\\n", "\n"))
    for i in range(0, len(parts), 2):
        mark = parts[i + 1] if i + 1 < len(parts) else ""
        if i and "|" in parts[i - 1]:
            pen.new_page(None)
        glue = "" if not mark or "~" in mark else " "
        yield pen.piece(parts[i] + glue)


def _table(rows: Sequence[str], pen: _Pen) -> DraftBlock:
    cells: list[DraftCell] = []
    row = 0
    for line in rows:
        if line.startswith("---"):
            pen.new_page(line[3:].strip() or None)
            continue
        texts = [t.replace("\\p", "|").strip() for t in line.strip("|").split("|")]
        for col, text in enumerate(texts):
            cells.append(
                DraftCell(row, col, is_header=row == 0, pieces=[pen.piece(text, 72.0 + 100 * col)] if text else [])
            )
        row += 1
    n_cols = max(c.col for c in cells) + 1
    return DraftBlock(Kind.TABLE, table=DraftTable(row, n_cols, cells))


def _without_pages(doc: Document) -> Document:
    from dataclasses import replace

    blocks = tuple(replace(b, regions=()) for b in doc.blocks)
    tables = tuple(replace(t, pages=()) for t in doc.tables)
    return replace(doc, pages=(), blocks=blocks, tables=tables)
