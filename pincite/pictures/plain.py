"""What stands on a page, for a plain drawing of its text where the page itself cannot be had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pincite.markup import page_runs
from pincite.model import Block, Document, Kind, Page, Span
from pincite.spans import block_at, regions_in

_LETTER = (612.0, 792.0)  # points, of a page without a size
_BEFORE = 2  # blocks that are shown before a highlight where there are no pages
_MOST = 6_000  # characters; no page for people holds more
_STYLES = {Kind.HEADING: "heading", Kind.TABLE: "table", Kind.CODE: "table"}


def plain_wish(doc: Document, page: Page | None, spans: Sequence[Span]) -> dict[str, Any]:
    """What is to be drawn: the size of the page, and its texts in order with where they stand (``None``: one below the
    other) and which of their characters are marked. Without a page: the blocks around the spans."""
    width, height = (page.width, page.height) if page and page.width and page.height else _LETTER
    blocks = list(_blocks(doc, page, spans))
    regions = [r for b, _ in blocks for r in b.regions if page and r.page == page.number]
    placed = bool(regions) and all(region.bbox for region in regions)
    items = _placed(doc, page.number, blocks, spans) if placed and page else _flowing(doc, blocks, spans)
    return {"do": "plain", "width": width, "height": height, "items": list(items)}


def _blocks(doc: Document, page: Page | None, spans: Sequence[Span]) -> Iterator[tuple[Block, Span]]:
    """The blocks that are shown, each with its part."""
    if page is None:
        first = block_at(doc, spans[0].start) if spans else None
        at, left = max(0, first.id - _BEFORE) if first else 0, _MOST
        for block in doc.blocks[at:]:
            left -= block.end - block.start
            yield block, block.span
            if left < 0:
                return
        return
    for block in doc.blocks:
        for run in page_runs(doc.text, block):
            if run.page <= page.number <= run.last:
                yield block, Span(run.start, run.end)


def _placed(
    doc: Document, number: int, blocks: Sequence[tuple[Block, Span]], spans: Sequence[Span]
) -> Iterator[dict[str, Any]]:
    for block, part in blocks:
        for region in regions_in(block, part):
            if region.page == number and region.bbox is not None:
                yield _item(doc, block, region.span, spans) | {"box": list(region.bbox)}


def _flowing(doc: Document, blocks: Sequence[tuple[Block, Span]], spans: Sequence[Span]) -> Iterator[dict[str, Any]]:
    for block, part in blocks:
        yield _item(doc, block, part, spans) | {"box": None}


def _item(doc: Document, block: Block, part: Span, spans: Sequence[Span]) -> dict[str, Any]:
    cuts = [(max(s.start, part.start) - part.start, min(s.end, part.end) - part.start) for s in spans]
    return {
        "text": doc.text[part.start : part.end],
        "style": _STYLES.get(block.kind, "text"),
        "level": block.level or 0,
        "marks": [cut for cut in cuts if cut[0] < cut[1]],
    }
