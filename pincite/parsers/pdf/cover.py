"""The title of the document, and the lines around it on a cover, which are no headings."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Kind
from pincite.parsers.pdf.candidates import Candidate
from pincite.parsers.pdf.kindwords import RANKS
from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.titles import is_standard, names_contents

_PROSE = 160  # characters of a paragraph that the text of a document begins with
_LAST_PAGE = 3  # of a cover
_AS_LARGE = 0.95


def settle_cover(layout: Layout, heads: Sequence[Candidate]) -> tuple[list[Candidate], Candidate | None]:
    """The headings without the other lines of a cover, and the title of the document (``None``: it has none that
    stands out).

    The title is the largest of the lines before the first prose, where no later heading is larger; lines in its look
    that follow it
    at once are taken as headings of their own only if they recur, are numbered, listed or marked by the file.
    """
    end = _cover_end(layout)
    firm = next(
        (h for h in heads if (h.counted is not None and len(h.counted.chain.members) > 1) or is_standard(h.text)), None
    )
    if firm is not None:
        end = min(end, (firm.page.number, firm.block.box.y0))
    front = [
        h
        for h in heads
        if (h.page.number, h.block.box.y0) < end and h.page.number <= layout.pages[0].number + _LAST_PAGE - 1
    ]
    rest = [h for h in heads if h not in front]
    free = [h for h in front if not _stays(h, rest)]
    if not free:
        return list(heads), None
    largest = max(h.look.size for h in free)
    title = next(h for h in free if h.look.size == largest)
    if any(h.look.size * _AS_LARGE > largest for h in rest) or any(h.look.size > largest for h in front):
        return [h for h in heads if h not in free or h.look.size >= _AS_LARGE * largest], None
    dropped = {id(h) for h in free if h is not title}
    return [h for h in heads if id(h) not in dropped], title


def _cover_end(layout: Layout) -> tuple[int, float]:
    """Page and height of the first prose, or of the contents."""
    for page in layout.pages:
        for block in page.blocks:
            if block.kind is Kind.TOC_ENTRY or block.table is not None:
                return page.number, block.box.y0
            if (
                block.kind is Kind.PARAGRAPH
                and len(block.lines) > 1
                and sum(len(n.text) for n in block.lines) >= _PROSE
            ):
                return page.number, block.box.y0
    return layout.pages[-1].number + 1, 0.0


def _stays(h: Candidate, rest: Sequence[Candidate]) -> bool:
    """Whether a line on the cover is a heading whatever stands around it."""
    if h.bookmark is not None or h.tag or h.indent or is_standard(h.text) or names_contents(h.text):
        return True
    if h.counted is not None and (h.counted.number.label in RANKS or len(h.counted.chain.members) > 1):
        return True
    return any(other.look == h.look for other in rest)
