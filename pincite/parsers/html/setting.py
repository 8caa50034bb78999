"""Sets the paragraphs of a page in type, so that headings are found as they are in print.

A layout is made on which each paragraph stands as its look asks: its size, its weight, centred or indented, wrapped at
the right margin. What reads the headings of a PDF then reads these. The places are made up and leave no trace in the
document; the text, its links and its order are the page's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.model import BBox, Kind, Role
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.html.items import Para, Run, TableItem
from pincite.parsers.html.looks import Look
from pincite.parsers.html.pages import PageItems
from pincite.parsers.pdf.layout import (
    Flag,
    Joint,
    Layout,
    LayoutBlock,
    LayoutTable,
    Line,
    PageLayout,
    Style,
    Tag,
    Word,
    hull,
)
from pincite.parsers.pdf.text.lines import text_of

_WIDTH, _MARGIN = 612.0, 54.0
_ADVANCE = 0.5  # of the size: the width of a character
_LEADING = 1.2
_SPACE = 0.5  # of the size, between paragraphs
_WORD = re.compile(r"\S+|\n")
_FIXED = frozenset({Kind.CODE, Kind.TOC_ENTRY, Kind.FIGURE, Kind.FOOTNOTE})
_GLUED = Flag.GLUED.value
_Placed = tuple[str, float, float, int, int, int]  # text, left, right, style, marked content id, flags
_TAGS = [Tag("P", -1), *(Tag(f"H{n}", -1) for n in range(1, 10))]


@dataclass(slots=True, eq=False)
class Setting:
    """A document set in type. ``fixed`` holds, by the id of its layout block, what is a block already; ``runs`` the
    runs that words come from, by their marked content id."""

    layout: Layout
    fixed: dict[int, DraftBlock] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    paged: bool = False

    def drafts(self, targets: dict[str, int]) -> list[DraftBlock]:
        """The blocks of the document; ``targets`` gives the page of each id that links lead to."""
        out: list[DraftBlock] = []
        for page in self.layout.pages:
            for block in page.blocks:
                if block.kind is Kind.TOC_ENTRY and id(block) not in self.fixed:
                    continue  # a row of a table of contents, there for the headings only
                draft = self.fixed.get(id(block))
                if draft is None:
                    draft = DraftBlock(block.kind, level=block.level, role=block.role, evidence=block.evidence)
                    draft.pieces = self._pieces(block, targets)
                elif block.role is not Role.BODY:
                    draft.role = block.role
                out.append(draft)
        return out

    def _pieces(self, block: LayoutBlock, targets: dict[str, int]) -> list[Piece]:
        out: list[Piece] = []
        page = block.page if self.paged else None
        for i, line in enumerate(block.lines):
            end = "" if i == len(block.lines) - 1 else "\n" if line.joint is Joint.BREAK else " "
            words: list[Word] = []
            for word in line.words:
                if words and self._link(word) != self._link(words[-1]):
                    out.append(self._piece(words, page, targets, "" if word.flags & _GLUED else " "))
                    words = []
                words.append(word)
            out.append(self._piece(words, page, targets, end))
        return out

    def _link(self, word: Word) -> tuple[str | None, str | None]:
        run = self.runs[word.mcid]
        return run.uri, run.fragment

    def _piece(self, words: list[Word], page: int | None, targets: dict[str, int], end: str) -> Piece:
        uri, fragment = self._link(words[0])
        return Piece(text_of(words) + end, page, None, uri, targets.get(fragment or ""))


def set_in_type(pages: list[PageItems]) -> Setting:
    """Sets the items of all pages."""
    setting = Setting(Layout([], []), paged=len(pages) > 1)
    setter = _Setter(setting)
    for number, items in enumerate(pages, 1):
        setting.layout.pages.append(setter.page(number, items))
    setting.layout.styles = setter.styles
    setting.layout.body_size = setter.body_size()
    setting.layout.tagged = setter.tagged
    return setting


class _Setter:
    def __init__(self, setting: Setting) -> None:
        self.styles: list[Style] = []
        self.tagged = False
        self._setting = setting
        self._known: dict[tuple[object, ...], int] = {}
        self._sizes: dict[float, int] = {}
        self._y = 0.0

    def body_size(self) -> float:
        return max(self._sizes, key=lambda s: self._sizes[s], default=12.0)

    def page(self, number: int, items: PageItems) -> PageLayout:
        page = PageLayout(number, _WIDTH, 792.0, 0, tags=_TAGS, printed_label=items.label)
        self._y = _MARGIN
        for item in items.items:
            if isinstance(item, TableItem):
                page.blocks += [block for entry in item.entries if (block := self._para(entry, page, ghost=True))]
                page.blocks.append(self._table(item, page))
            elif block := self._para(item, page):
                page.blocks.append(block)
        page.height = max(792.0, self._y + _MARGIN)
        return page

    def _table(self, item: TableItem, page: PageLayout) -> LayoutBlock:
        box = BBox(_MARGIN, self._y, _WIDTH - _MARGIN, self._y + 14.0 * item.table.n_rows)
        self._y = box.y1 + 6.0
        number = page.number if self._setting.paged else None
        if item.is_furniture:
            draft = DraftBlock(Kind.FOOTER, [Piece(" ".join(item.text.split()), number)])
            block = LayoutBlock(Kind.FOOTER, [], page.number, box, Role.FOOTER)
        else:
            for cell in item.table.cells:
                cell.pieces = [piece._replace(page=number) for piece in cell.pieces]
            draft = DraftBlock(Kind.TABLE, role=Role.TOC if item.entries else Role.BODY, table=item.table)
            block = LayoutBlock(Kind.TABLE, [], page.number, box, table=LayoutTable(box, page.number, item.table))
        self._setting.fixed[id(block)] = draft
        return block

    def _para(self, para: Para, page: PageLayout, *, ghost: bool = False) -> LayoutBlock | None:
        lines = self._lines(para, page)
        if not lines:
            return None
        self._y += _SPACE * lines[0].size
        kind, role = para.kind, para.role
        if para.is_furniture:
            kind, role = (Kind.HEADER, Role.HEADER) if not page.blocks else (Kind.FOOTER, Role.FOOTER)
        block = LayoutBlock(kind, lines, page.number, hull(lines), role, para.level)
        if kind in _FIXED and not ghost:
            self._setting.fixed[id(block)] = self._fixed(para, page, kind)
        return block

    def _fixed(self, para: Para, page: PageLayout, kind: Kind) -> DraftBlock:
        number = page.number if self._setting.paged else None
        pieces = [Piece(run.text, number, None, run.uri) for run in para.runs]
        return DraftBlock(kind, pieces, level=para.level, role=para.role)

    def _lines(self, para: Para, page: PageLayout) -> list[Line]:
        """The paragraph wrapped at the right margin."""
        left = _MARGIN + min(para.indent, 200.0)
        room = _WIDTH - _MARGIN - left
        lines: list[Line] = []
        words: list[_Placed] = []
        x = 0.0
        tag = para.heading or 0
        self.tagged = self.tagged or tag > 0
        glued = False
        for run in para.runs:
            style = self._style(run.look)
            mcid = len(self._setting.runs)
            self._setting.runs.append(run)
            page.mcids[mcid] = tag
            advance = _ADVANCE * run.look.size
            at = 0
            for found in _WORD.finditer(run.text):
                text = found[0]
                glued = glued and found.start() == at == 0
                if text == "\n":
                    self._end(lines, words, para, left, room, page.number, broken=True)
                    words, x = [], 0.0
                    at = -1
                    continue
                width = advance * len(text)
                if words and not glued:
                    if x + advance + width > room:
                        self._end(lines, words, para, left, room, page.number, broken=False)
                        words, x = [], 0.0
                    else:
                        x += advance
                words.append((text, x, x + width, style, mcid, _GLUED if glued and words else 0))
                x += width
                glued = False
                at = -1
            glued = bool(words) and run.text[-1:] not in (" ", "\n") and bool(run.text)
        self._end(lines, words, para, left, room, page.number, broken=False)
        return lines

    def _end(
        self, lines: list[Line], words: list[_Placed], para: Para, left: float, room: float, page: int, *, broken: bool
    ) -> None:
        """Ends a line."""
        if not words:
            return
        width = words[-1][2]
        shift = left
        if para.align == "center":
            shift += max(0.0, (room - width) / 2)
        elif para.align == "right":
            shift += max(0.0, room - width)
        weights: dict[int, int] = {}
        for text, _, _, style, _, _ in words:
            weights[style] = weights.get(style, 0) + len(text)
        style = max(weights, key=lambda s: weights[s])
        look = self.styles[style]
        self._sizes[look.size] = self._sizes.get(look.size, 0) + sum(weights.values())
        y0, y1 = self._y, self._y + look.size
        moved = [Word(text, a + shift, y0, b + shift, y1, own, mcid, flags) for text, a, b, own, mcid, flags in words]
        line = Line(
            moved, shift, self._y, shift + width, self._y + look.size, page, look.size, style, text_of(moved),
            look.bold, look.italic,
        )  # fmt: skip
        line.joint = Joint.BREAK if broken else Joint.SPACE
        lines.append(line)
        self._y += _LEADING * look.size

    def _style(self, look: Look) -> int:
        key = (look.family, look.size, look.bold, look.italic, look.mono, look.color)
        if key not in self._known:
            self._known[key] = len(self.styles)
            self.styles.append(Style(look.family, round(look.size, 1), look.bold, look.italic, look.mono, look.color))
        return self._known[key]
