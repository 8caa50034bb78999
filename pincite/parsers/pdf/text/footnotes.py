"""Footnotes: small print at the foot of a column, told by its mark, its size and the short rule above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model import Kind
from pincite.parsers.pdf.layout import LayoutBlock, Line, PageLayout, Rule
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
    small, and the first carries a mark (and is not all of its column) or stands under a short rule. What stands between
    any rule and the first mark is the rest of a note of the page before."""
    start = len(column)
    for i in range(len(column) - 1, -1, -1):
        block = column[i]
        if not _may_be_note(block, page, body_size):
            break
        if i and TEXT_RULE.fullmatch(column[i - 1].lines[0].text if column[i - 1].lines else ""):
            start = i - 1
        elif (i and _opens_notes(column[i - 1], block)) or (
            _is_set_off(column, i) and _under_rule(block, page, column[:i])
        ):
            start = i
        elif i and i + 1 == start < len(column) and _under_rule(block, page, longest=1.0, inset=5.0):
            start -= 1
    return start


def _opens_notes(before: LayoutBlock, block: LayoutBlock) -> bool:
    """Whether a block begins with a note mark; a number that is not raised is none where the text above is as small."""
    line = block.lines[0]
    if has_raised_mark(line):
        return True
    match = MARK.match(line.text)
    return match is not None and (not match[0][0].isalnum() or _is_larger(before, line))


def _is_set_off(column: list[LayoutBlock], i: int) -> bool:
    """Whether the text above a block is larger than it."""
    return i == 0 or _is_larger(column[i - 1], column[i].lines[0])


def _is_larger(before: LayoutBlock, line: Line) -> bool:
    return not before.lines or before.lines[-1].size > 1.04 * line.size


def has_raised_mark(line: Line) -> bool:
    """Whether a line begins with a short raised text."""
    first = line.words[0]
    return len(first.text) <= 3 and first.text[0].isalnum() and first.y1 < line.y1 - 0.1 * line.size


def has_mark(line: Line) -> bool:
    """Whether a line begins with a note mark: a sign, a raised number, or a number before a capital letter."""
    return has_raised_mark(line) or MARK.match(line.text) is not None


def _under_rule(
    block: LayoutBlock,
    page: PageLayout,
    above: Sequence[LayoutBlock] = (),
    longest: float = RULE,
    inset: float = 0.0,
) -> bool:
    """Whether a block stands right under a rule, at most ``inset`` times its size further in than the rule's begin;
    ``longest`` is the share of the page's width that the rule may have. What underlines the last line ``above`` is no
    such rule."""
    top, left, size = block.box.y0, block.box.x0, block.lines[0].size
    title = above[-1].lines[-1] if above and above[-1].lines else None
    return any(
        r.y0 == r.y1
        and top - 2.0 * size <= r.y0 <= top + 2
        and -24 < left - r.x0 < max(24, inset * size)
        and 20 < r.x1 - r.x0 < longest * page.width
        and not (title is not None and _underlines(r, title))
        for r in page.rules
    )


def _underlines(rule: Rule, line: Line) -> bool:
    """Whether a rule lies right under a line of text and is as long as it."""
    return (
        line.y1 - 0.35 * line.size < rule.y0 < line.y1 + 0.2 * line.size
        and abs(rule.x0 - line.x0) < 0.3 * line.size
        and abs(rule.x1 - line.x1) < 0.3 * line.size
    )
