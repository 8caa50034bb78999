"""Lines -> blocks: paragraphs, list items, captions, footnotes and code, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.model import BBox, Kind
from pincite.parsers.pdf.layout import Furniture, Joint, Layout, LayoutBlock, LayoutTable, Line, PageLayout, hull
from pincite.parsers.pdf.scripts import is_rtl
from pincite.parsers.pdf.text.asides import enclosed, find_asides, place_of, without
from pincite.parsers.pdf.text.cards import find_cards
from pincite.parsers.pdf.text.coderows import code_rows
from pincite.parsers.pdf.text.columns import Flow, reading_order
from pincite.parsers.pdf.text.fieldlines import field_breaks, is_filled
from pincite.parsers.pdf.text.footnotes import move_footnotes
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.text.paragraphs import BULLET, NUMBERED, Leadings, paragraphs
from pincite.parsers.pdf.text.tagblocks import tag_breaks
from pincite.parsers.pdf.text.torn import find_torn
from pincite.parsers.pdf.turning import turned, upright

CAPTION = re.compile(
    r"(?i:figure|fig\.|table|exhibit|chart|graph|box|plate|scheme|abbildung|abb\.|tabelle|tableau|figura|tabla|図|表|图)"
    r"\s*[A-Z]{0,2}[-.]?\d+[\w.\-–]*(?:\s*[.:|–—]|\s*$|\s+[A-Z(])"
)
LEADERS = re.compile(r"(?:\.\s?){4,}\s*\w{1,6}$|…\s*\w{1,6}$")  # a line of a list of tables
SURE_CAPTION = re.compile(r"\w+\.?\s*[A-Z]{0,2}[-.]?\d+[\w\-–]*(?:\.\d+)*\s*[.:|–—]")
VALUE = re.compile(r"\d+\.\d+%?")
MOST_CAPTION = (
    60,
    160,
)  # words, without and with a sign after the number; more is a paragraph that begins with "Table 3"
_DISPLAY = 1.15  # than the body
KINDS = {Furniture.HEADER: Kind.HEADER, Furniture.FOOTER: Kind.FOOTER, Furniture.PAGE_LABEL: Kind.PAGE_LABEL}


def make_blocks(layout: Layout) -> None:
    """Fills ``PageLayout.blocks``: furniture first, then the text in reading order, its footnotes last; sets
    ``Line.joint``."""
    maker = _Maker(layout)
    for page in layout.pages:
        with upright(page):
            page.blocks = maker.blocks_of(page)


class _Maker:
    """What the pages of a document share while their blocks are made."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.joints = Joints(layout)
        self.leadings = Leadings(layout)
        text = mono = 0
        for page in layout.pages:
            for line in page.lines:
                text += len(line.text)
                mono += len(line.text) if layout.styles[line.style].mono else 0
        self.has_code = mono < 0.5 * text

    def blocks_of(self, page: PageLayout) -> list[LayoutBlock]:
        text_lines = [n for n in page.lines if n.furniture is None and n.table is None]
        free = [n for n in text_lines if not n.words[0].angle]
        rtl = bool(free) and is_rtl("".join(n.text for n in free))
        boxes = enclosed(page, free) if page.fills or page.rules else []
        cards = find_cards(boxes, free, rtl=rtl)
        asides = find_asides(boxes, free) if not cards else []
        around, tables = without(asides + cards, free, page.tables)
        flows = self._order(around, tables, page, rtl)
        if torn := find_torn(flows):
            asides = asides + torn
            around, tables = without(torn, around, tables)
            flows = self._order(around, tables, page, rtl)
        text = self._blocks(flows, page, rtl, [a.box for a in asides])
        if len(free) < len(text_lines):
            text += self._sideways(page, [n for n in text_lines if n.words[0].angle])
        text = move_footnotes(text, page, self.layout.body_size)
        places = sorted(((place_of(box, text), box) for box in asides + cards), key=lambda p: p[0])
        for at, box in reversed(places):  # from the end, so that the places before stay as they are
            text[at:at] = self._blocks(self._order(box.lines, box.tables, page, rtl), page, rtl)
        blocks = _furniture_blocks(page) + text
        for block in blocks:
            self._join(block)
        return blocks

    def _order(self, lines: Sequence[Line], tables: Sequence[LayoutTable], page: PageLayout, rtl: bool) -> list[Flow]:
        rows = code_rows(lines, page.words, self.layout.styles) if not rtl else {}
        return reading_order(lines, tables, rtl=rtl, rows=rows)

    def _blocks(
        self, flows: Sequence[Flow], page: PageLayout, rtl: bool, asides: Sequence[BBox] = ()
    ) -> list[LayoutBlock]:
        """The blocks of lines and tables in reading order; the text runs around ``asides``."""
        blocks: list[LayoutBlock] = []
        for flow in flows:
            run: list[Line] = []
            for item in flow:
                if isinstance(item, LayoutTable):
                    blocks += self._text_blocks(run, page, rtl, asides)
                    run = []
                    blocks.append(LayoutBlock(Kind.TABLE, [], item.page, item.box, table=item, evidence=["table"]))
                else:
                    run.append(item)
            blocks += self._text_blocks(run, page, rtl, asides)
        return blocks

    def _sideways(self, page: PageLayout, lines: list[Line]) -> list[LayoutBlock]:
        """The blocks of text that is read in another direction than the page: captions of wide tables, labels."""
        blocks: list[LayoutBlock] = []
        for angle in sorted({n.words[0].angle for n in lines}):
            side = PageLayout(page.number, page.width, page.height, page.rotation, tags=page.tags, mcids=page.mcids)
            side.lines = [n for n in lines if n.words[0].angle == angle]
            with turned(side, angle):
                for flow in reading_order(side.lines):
                    side.blocks += self._text_blocks([n for n in flow if isinstance(n, Line)], side, rtl=False)
            blocks += side.blocks
        for block in blocks:
            block.evidence.append("turned text")
        return blocks

    def _text_blocks(
        self, lines: Sequence[Line], page: PageLayout, rtl: bool, asides: Sequence[BBox] = ()
    ) -> list[LayoutBlock]:
        if not lines:
            return []
        breaks = field_breaks(tag_breaks(page) if self.layout.tagged else _no_tags)
        groups = paragraphs(lines, self.layout.styles, self.leadings, breaks, mirrored=rtl, asides=asides)
        return self._merge_code([self._classify(group) for group in groups])

    def _classify(self, lines: list[Line]) -> LayoutBlock:
        text, styles = lines[0].text, self.layout.styles
        if is_filled(lines[0]):
            return _block(Kind.FORM_FIELD, lines, "form field")
        if self.has_code and not self._is_display(lines) and all(styles[w.style].mono for n in lines for w in n.words):
            return _block(Kind.CODE, lines, "typewriter font")
        if _is_caption(lines):
            return _block(Kind.CAPTION, lines, "caption words")
        if BULLET.match(text) and len(text) > 1:
            return _block(Kind.LIST_ITEM, lines, "bullet")
        if NUMBERED.match(text) and not all(n.bold for n in lines) and not all(map(_is_value, lines)):
            return _block(Kind.LIST_ITEM, lines, "item number")
        return _block(Kind.PARAGRAPH, lines, "text")

    def _is_display(self, lines: list[Line]) -> bool:
        """Whether a line or two are set in letters larger than the text, as titles are, in typewriter face or not."""
        return len(lines) <= 2 and all(n.size >= _DISPLAY * self.layout.body_size for n in lines)

    def _merge_code(self, blocks: list[LayoutBlock]) -> list[LayoutBlock]:
        """Lines of code that stand close together are one block."""
        out: list[LayoutBlock] = []
        for block in blocks:
            last = out[-1] if out else None
            if last and last.kind is block.kind is Kind.CODE and block.box.y0 - last.box.y1 < 1.2 * block.lines[0].size:
                last.lines += block.lines
                last.box = hull(last.lines)
            else:
                out.append(block)
        return out

    def _join(self, block: LayoutBlock) -> None:
        for line, after in pairwise(block.lines):
            if abs(line.y1 - after.y1) < 0.3 * line.size and line.x1 <= after.x0:
                line.joint = Joint.SPACE
            else:
                line.joint = Joint.BREAK if block.kind is Kind.CODE else self.joints.of(line, after)


def _is_caption(lines: list[Line]) -> bool:
    text = lines[0].text
    if not CAPTION.match(text) or LEADERS.search(text):
        return False
    return sum(len(n.words) for n in lines) <= MOST_CAPTION[SURE_CAPTION.match(text) is not None]


def _is_value(line: Line) -> bool:
    """Whether a line is nothing but numbers with decimals: the values in a chart."""
    return all(VALUE.fullmatch(word.text) for word in line.words)


def _no_tags(_: Line, __: Line) -> bool | None:
    return None


def _block(kind: Kind, lines: list[Line], why: str) -> LayoutBlock:
    return LayoutBlock(kind, lines, lines[0].page, hull(lines), evidence=[why])


def _furniture_blocks(page: PageLayout) -> list[LayoutBlock]:
    """Running heads, feet and labels; lines of one sort that stand close together are one block."""
    blocks: list[LayoutBlock] = []
    for line in sorted((n for n in page.lines if n.furniture is not None), key=lambda n: (round(n.y1), n.x0)):
        assert line.furniture is not None
        kind = KINDS[line.furniture]
        last = blocks[-1] if blocks else None
        if last and last.kind is kind and kind is not Kind.PAGE_LABEL and line.y0 - last.box.y1 < 2 * line.size:
            last.lines.append(line)
            last.box = hull(last.lines)
        else:
            blocks.append(_block(kind, [line], f"stands in the margin as {line.furniture.value}"))
    return blocks
