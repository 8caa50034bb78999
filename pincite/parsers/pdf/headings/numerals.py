"""Parts that have a numeral for a title, alone in the middle of its line: ``I``, ``A``, ``B``, ``II`` (an opinion)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.numbering import Scheme, readings
from pincite.parsers.pdf.headings.typography import text_edges
from pincite.parsers.pdf.layout import Layout, LayoutBlock, PageLayout, hull

_NUMERAL = re.compile(r"(?:[IVX]{1,5}|[A-Z]|\d{1,2})\.?")
_LEAST = 2  # roman numerals in sequence, and numerals in all
_LINES = 3  # numerals one under the other: "I" over "A"
_POSSIBLE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.HEADING})


def split_numerals(layout: Layout) -> set[int]:
    """Makes a block of each such numeral, and returns their ids (``id(block)``). There must be a first and a second
    roman numeral, in order; a letter or a number alone in the middle of a line means nothing by itself."""
    found = [(page, block, count) for page in layout.pages for block, count in _blocks(page)]
    numbers = [readings(as_number(line.text))[0] for _, block, count in found for line in block.lines[:count]]
    firsts = [n.value for n in numbers if n.scheme is Scheme.UPPER_ROMAN and n.value <= _LEAST]
    if firsts[:_LEAST] != [1, _LEAST]:
        return set()
    return {id(part) for page, block, count in found for part in _split(page, block, count)}


def as_number(text: str) -> str:
    """The numeral as a title would begin with it, for ``readings``."""
    return text.rstrip(".") + ". x"


def _blocks(page: PageLayout) -> Iterator[tuple[LayoutBlock, int]]:
    """Blocks that begin with such numerals, and how many."""
    for block in page.blocks:
        if block.kind not in _POSSIBLE or block.role is not Role.BODY or not block.lines:
            continue
        if not _NUMERAL.fullmatch(block.lines[0].text):
            continue
        middles = page.width, sum(text_edges(page))  # twice the middle
        count = 0
        for line in block.lines[:_LINES]:
            off = min(abs(line.x0 + line.x1 - middle) for middle in middles)
            if not _NUMERAL.fullmatch(line.text) or off > 0.02 * page.width + 3:
                break
            count += 1
        if count:
            yield block, count


def _split(page: PageLayout, block: LayoutBlock, count: int) -> list[LayoutBlock]:
    """A block for each of the first lines; what follows stays a paragraph."""
    at = next(i for i, b in enumerate(page.blocks) if b is block)
    parts = [LayoutBlock(Kind.PARAGRAPH, [line], block.page, line.box, block.role) for line in block.lines[:count]]
    rest = block.lines[count:]
    if rest:
        block.lines, block.kind = rest, Kind.PARAGRAPH
        block.box = hull([n for n in rest if n.page == rest[0].page])
    page.blocks[at : at + (not rest)] = parts
    return parts
