"""Layouts of the PDF engine for tests, as they stand after ``make_blocks``, built without a PDF.

doc = Sheets()
doc.page().title("1 Scope", size=14, bold=True).text("Words that fill a paragraph.")
layout = doc.layout
"""

from __future__ import annotations

from typing import Any, Self

from pincite.model import Kind
from pincite.parsers.assemble import DraftTable
from pincite.parsers.pdf.layout import (
    Bookmark,
    Layout,
    LayoutBlock,
    LayoutTable,
    Line,
    LinkArea,
    PageLayout,
    Style,
    Tag,
    Word,
    hull,
)

PROSE = (
    "The board met in the spring and went through the plans of the year with the members who had come. "
    "It was agreed that the work should go on as before, and that the accounts be laid open to all of them."
)


class Sheets:
    """A layout under construction. Blocks are placed from the top of the page down; every call returns the builder."""

    def __init__(self, width: float = 612, height: float = 792) -> None:
        self.layout = Layout([], [], body_size=10.0)
        self._size = (width, height)
        self._y = 72.0

    def page(self) -> Self:
        """Starts the next page."""
        self.layout.pages.append(PageLayout(len(self.layout.pages) + 1, *self._size, 0))
        self._y = 72.0
        return self

    @property
    def sheet(self) -> PageLayout:
        """The present page."""
        return self.layout.pages[-1]

    def gap(self, points: float) -> Self:
        """White space before the next block."""
        self._y += points
        return self

    def text(self, text: str = PROSE, *, chars: int = 90, kind: Kind = Kind.PARAGRAPH, **look: Any) -> Self:
        """A block of running text, filled into lines of ``chars`` characters."""
        lines, rest = [], text.split()
        while rest:
            count = 1
            while count < len(rest) and len(" ".join(rest[: count + 1])) <= chars:
                count += 1
            lines.append(" ".join(rest[:count]))
            rest = rest[count:]
        return self.block(lines, kind=kind, **look)

    def title(self, *lines: str, kind: Kind = Kind.PARAGRAPH, above: float = 14, **look: Any) -> Self:
        """A block of the given lines with white space above it."""
        return self.gap(above).block(list(lines), kind=kind, **look)

    def block(self, lines: list[str], *, kind: Kind = Kind.PARAGRAPH, x: float = 72, size: float = 10, mcid: int = -1,
              centred: bool = False, after: float = 6, **look: Any) -> Self:  # fmt: skip
        """A block; the words of a line that stand in ``**`` are bold."""
        made = []
        for text in lines:
            made.append(self.line(text, x=x, size=size, mcid=mcid, centred=centred, **look))
            self._y += 1.2 * size
        self._y += after
        self.sheet.lines += made
        self.sheet.blocks.append(LayoutBlock(kind, made, self.sheet.number, hull(made), evidence=["text"]))
        return self

    def row(self, *cells: tuple[float, str], kind: Kind = Kind.PARAGRAPH, **look: Any) -> Self:
        """Lines side by side, each a block of its own: (x, text)."""
        y = self._y
        for x, text in cells:
            self._y = y
            self.block([text], x=x, kind=kind, **look)
        return self

    def table(self, rows: list[list[tuple[float, str]]], **look: Any) -> Self:
        """A table block whose rows hold (x, text)."""
        lines = []
        for row in rows:
            lines += [self.line(text, x=x, **look) for x, text in row]
            self._y += 12
        for line in lines:
            line.table = len(self.sheet.tables)
        table = LayoutTable(hull(lines), self.sheet.number, DraftTable(len(rows), max(map(len, rows)), []))
        self.sheet.lines += lines
        self.sheet.tables.append(table)
        self.sheet.blocks.append(LayoutBlock(Kind.TABLE, [], self.sheet.number, table.box, table=table))
        return self

    def line(self, text: str, *, x: float = 72, size: float = 10, bold: bool = False, italic: bool = False,
             color: int = 0, font: str = "Times", mono: bool = False, mcid: int = -1,
             centred: bool = False) -> Line:  # fmt: skip
        """A line at the present height; characters are half as wide as they are high, a space likewise."""
        if centred:
            x = (self._size[0] - 0.5 * size * len(text.replace("**", ""))) / 2
        words, at, strong = [], x, bold
        for part in text.split(" "):
            strong = strong ^ part.startswith("**")
            style = self.style(Style(font, size, strong, italic, mono, color))
            plain = part.replace("**", "")
            words.append(Word(plain, at, self._y, at + 0.5 * size * len(plain), self._y + size, style, mcid))
            at = words[-1].x1 + 0.5 * size
            strong = strong ^ (part.endswith("**") and len(part) > 2)
        counts = {w.style: sum(len(v.text) for v in words if v.style == w.style) for w in words}
        main = max(counts, key=lambda s: counts[s])
        return Line(
            words, x, self._y, words[-1].x1, self._y + size, self.sheet.number, size, main, text.replace("**", ""),
            self.layout.styles[main].bold, italic,
        )  # fmt: skip

    def style(self, style: Style) -> int:
        """The number of a style."""
        if style not in self.layout.styles:
            self.layout.styles.append(style)
        return self.layout.styles.index(style)

    def link(self, page: int | None = None, uri: str | None = None) -> Self:
        """A link over the last block."""
        self.sheet.links.append(LinkArea(self.sheet.blocks[-1].box, uri, page))
        return self

    def tag(self, mcid: int, *roles: str) -> Self:
        """Puts marked content under a chain of tags, the outermost first."""
        parent = -1
        for role in roles:
            self.sheet.tags.append(Tag(role, parent))
            parent = len(self.sheet.tags) - 1
        self.sheet.mcids[mcid] = parent
        self.layout.tagged = True
        return self

    def bookmark(self, title: str, level: int = 1, page: int | None = None, y: float | None = None) -> Self:
        """An entry of the file's outline; it leads to the present page where none is given."""
        self.layout.bookmarks.append(Bookmark(level, title, page or len(self.layout.pages), y))
        return self


def outline(layout: Layout) -> list[tuple[int, str]]:
    """Level and text of the headings."""
    return [
        (block.level or 0, " ".join(line.text for line in block.lines))
        for page in layout.pages
        for block in page.blocks
        if block.kind is Kind.HEADING
    ]
