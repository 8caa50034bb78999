"""Paragraphs that go on over a page or column break become one block."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.hyphens import Joints
from pincite.parsers.pdf.layout import Layout, LayoutBlock

PASSED = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE, Kind.TABLE, Kind.FIGURE, Kind.CAPTION})
TEXT = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM})
ENDS = (".", ":", "!", "?", ";", ".”", '."', ".)", "。", "؟")


def join_pages(layout: Layout) -> None:
    """Joins paragraphs over page breaks; the block stays on the page where it begins."""
    joints = Joints(layout)
    for page, after in zip(layout.pages, layout.pages[1:], strict=False):
        last = next((b for b in reversed(page.blocks) if b.kind not in PASSED), None)
        first = next((b for b in after.blocks if b.kind not in PASSED), None)
        if last is not None and first is not None and _goes_on(last, first):
            last.lines[-1].joint = joints.of(last.lines[-1], first.lines[0])
            last.lines += first.lines
            last.evidence.append(f"goes on from page {page.number} to {after.number}")
            after.blocks.remove(first)


def _goes_on(last: LayoutBlock, first: LayoutBlock) -> bool:
    if last.kind not in TEXT or first.kind is not Kind.PARAGRAPH:
        return False
    end, start = last.lines[-1], first.lines[0]
    if abs(end.size - start.size) > 0.3 or end.bold != start.bold:
        return False
    return not end.text.endswith(ENDS) and start.text[:1].islower()
