"""Footnotes: small print at the foot of a column, told by its mark, its size and the short rule above it."""

from __future__ import annotations

import re

from pincite.model import Kind
from pincite.parsers.pdf.layout import LayoutBlock, Line, PageLayout
from pincite.parsers.pdf.text.paragraphs import TEXT_RULE

MARK = re.compile(r"(?:\d{1,3}|[a-z])\.?\s?(?=[A-Z“\"‘(])|\*{1,3}(?!\*)|[†‡§¶]")
SMALL = 0.93  # of the body size
LOWER = 0.4  # of the page height: where the notes of a page may begin
RULE = 0.5  # of the width of the text: longer rules do not announce notes


def move_footnotes(blocks: list[LayoutBlock], page: PageLayout, body_size: float) -> list[LayoutBlock]:
    """Gives the notes at the feet of columns their kind and returns the blocks with the notes last."""
    if not any(_may_be_note(block, page, body_size) for block in blocks):
        return blocks
    notes: list[LayoutBlock] = []
    text: list[LayoutBlock] = []
    for column in _columns(blocks):
        start = _first_note(column, page, body_size)
        text += column[:start]
        for block in column[start:]:
            if block.kind in (Kind.PARAGRAPH, Kind.LIST_ITEM):
                block.kind = Kind.FOOTNOTE
                block.evidence.append("small print at the foot of its column")
            notes.append(block)
    return text + notes


def _columns(blocks: list[LayoutBlock]) -> list[list[LayoutBlock]]:
    """Blocks that follow each other downwards."""
    columns: list[list[LayoutBlock]] = []
    for block in blocks:
        if columns and block.box.y0 >= columns[-1][-1].box.y0 - 1:
            columns[-1].append(block)
        else:
            columns.append([block])
    return columns


def _may_be_note(block: LayoutBlock, page: PageLayout, body_size: float) -> bool:
    return (
        block.kind in (Kind.PARAGRAPH, Kind.LIST_ITEM)
        and block.box.y0 > LOWER * page.height
        and all(line.size <= SMALL * body_size for line in block.lines)
    )


def _first_note(column: list[LayoutBlock], page: PageLayout, body_size: float) -> int:
    """Index of the first note at the end of a column, its length where there is none: all blocks from there on are
    small, and the first carries a mark (and is not all of its column) or stands under a short rule."""
    start = len(column)
    for i in range(len(column) - 1, -1, -1):
        if not _may_be_note(column[i], page, body_size):
            break
        if i and TEXT_RULE.fullmatch(column[i - 1].lines[0].text if column[i - 1].lines else ""):
            start = i - 1
        elif _under_rule(column[i], page) or (i and _has_mark(column[i].lines[0])):
            start = i
    return start


def _has_mark(line: Line) -> bool:
    """Whether a line begins with a note mark: a sign, a raised number, or a number before a capital letter."""
    first = line.words[0]
    if first.text[0].isalnum() and first.y1 < line.y1 - 0.1 * line.size and len(first.text) <= 3:
        return True
    return MARK.match(line.text) is not None


def _under_rule(block: LayoutBlock, page: PageLayout) -> bool:
    top, left = block.box.y0, block.box.x0
    reach = 2.0 * block.lines[0].size
    return any(
        r.y0 == r.y1
        and top - reach <= r.y0 <= top + 2
        and abs(r.x0 - left) < 24
        and 20 < r.x1 - r.x0 < RULE * page.width
        for r in page.rules
    )
