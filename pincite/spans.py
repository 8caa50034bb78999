"""Stretches of a document: what is read of a span, and what stands on a page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from pincite.markup import page_runs
from pincite.model import Block, Document, Page, Region, Span


def block_at(doc: Document, char: int) -> Block | None:
    """The block that holds the character, ``None`` between blocks and outside the text."""
    index = bisect_right(doc.blocks, char, key=lambda b: b.start) - 1
    return doc.blocks[index] if index >= 0 and char < doc.blocks[index].end else None


def blocks_in(doc: Document, span: Span) -> Iterator[Block]:
    """The blocks that share characters with the span, furniture too."""
    at = bisect_left(doc.blocks, span.start + 1, key=lambda b: b.end)
    while at < len(doc.blocks) and doc.blocks[at].start < span.end:
        yield doc.blocks[at]
        at += 1


def visible_parts(doc: Document, spans: Iterable[Span]) -> Iterator[tuple[int, Block, int, int]]:
    """What is read of the spans, in their order: (index of the span, block, start, end). Furniture is not, nor white
    space at the ends of a span."""
    for index, span in enumerate(spans):
        for block in blocks_in(doc, span):
            if block.kind.is_furniture:
                continue
            start, end = max(block.start, span.start), min(block.end, span.end)
            part = doc.text[start:end]
            start += len(part) - len(part.lstrip())
            end = start + len(part.strip())
            if start < end:
                yield index, block, start, end


def page_of(doc: Document, char: int) -> Page | None:
    """The page of a character, through the regions of its block: white space and table lines belong with the characters
    before them. ``None`` where the block's pages are unknown, or the character lies between blocks."""
    block = block_at(doc, char)
    number = page_number(block, char) if block else None
    if number is not None and 0 < number <= len(doc.pages) and doc.pages[number - 1].number == number:
        return doc.pages[number - 1]
    return next((p for p in doc.pages if p.number == number), None)


def page_number(block: Block, char: int) -> int | None:
    """The physical page of a character of the block; ``None`` where it is unknown."""
    if not block.regions:
        return None
    index = bisect_right(block.regions, char, key=lambda r: r.start) - 1
    return block.regions[max(index, 0)].page


def regions_in(block: Block, span: Span) -> Iterator[Region]:
    """The regions of the block that share characters with the span."""
    at = bisect_left(block.regions, span.start + 1, key=lambda r: r.end)
    while at < len(block.regions) and block.regions[at].start < span.end:
        yield block.regions[at]
        at += 1


def pages_of(doc: Document, spans: Iterable[Span]) -> tuple[int, ...]:
    """The physical pages that the characters of the spans stand on, ascending; ``()`` where they are unknown."""
    found: set[int] = set()
    for span in spans:
        for block in blocks_in(doc, span):
            on = {region.page for region in regions_in(block, span)}
            near = page_number(block, span.start)
            found |= on or ({near} if near else set())
    return tuple(sorted(found))


def page_spans(doc: Document, number: int) -> tuple[Span, ...]:
    """What stands on the physical page, in reading order; ``()`` for a page without text. A block that runs over
    several pages gives its part, cut at a word or table row."""
    return _spans(doc, number, (b for b in doc.blocks if any(r.page == number for r in b.regions)))


def spans_by_page(doc: Document) -> dict[int, tuple[Span, ...]]:
    """``page_spans`` of all pages that have text, by number."""
    blocks: dict[int, list[Block]] = {}
    for block in doc.blocks:
        for number in dict.fromkeys(r.page for r in block.regions):
            blocks.setdefault(number, []).append(block)
    return {number: _spans(doc, number, on_page) for number, on_page in blocks.items()}


def _spans(doc: Document, number: int, blocks: Iterable[Block]) -> tuple[Span, ...]:
    out: list[Span] = []
    for block in blocks:
        if block.kind.is_furniture:
            continue
        for run in page_runs(doc.text, block):
            if not run.page <= number <= run.last:
                continue
            if out and _nothing_between(doc, out[-1].end, run.start):
                out[-1] = Span(out[-1].start, run.end)
            else:
                out.append(Span(run.start, run.end))
    return tuple(out)


def _nothing_between(doc: Document, end: int, start: int) -> bool:
    return next(visible_parts(doc, (Span(end, start),)), None) is None if start > end else True
