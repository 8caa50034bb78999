"""Short lines that look like titles and explain or lead elsewhere: terms over their definitions, links of a list of
contents, the links to the pages before and after in a printed web page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise

from pincite.model import Kind
from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.titlewords import BACKWARDS
from pincite.parsers.pdf.headings.typography import Typography
from pincite.parsers.pdf.layout import LayoutBlock, PageLayout

_TERMS = 3  # of one look that make a habit
_MOST = 0.5  # of the short lines of the look
_LARGE = 1.15  # than the body: a title, wherever the text under it begins
_DEEPER, _DEEPEST = 0.8, 6.0  # of the size: how much further right a definition begins
_EDGE_SHARE = 0.1  # of the lines of running text begin at an edge
_NEAR = 2.0  # points
_ROW = 4  # links one after the other that make a list


def weigh_terms(short: Sequence[Candidate], typography: Typography, pages: Sequence[PageLayout]) -> None:
    """Terms stand each over an indented paragraph that explains it; a title has its text straight below it, or hangs
    out from all text."""
    groups: dict[Hashable, list[Candidate]] = defaultdict(list)
    for c in short:
        if c.look.size < _LARGE * typography.body.size and not _is_firm(c):
            groups[c.look.face].append(c)
    edge: float | None = None
    for group in groups.values():
        terms = [c for c in group if _is_over_indented(c)]
        if len(terms) < max(_TERMS, _MOST * len(group)):
            continue
        edge = _edge(pages) if edge is None else edge
        for c in terms:
            if c.block.box.x0 > edge - _NEAR:
                c.weigh(-4.0, "a term over its definition")


def weigh_links(short: Sequence[Candidate]) -> None:
    """Titles that are links as a whole, one under the other, are a list of contents; a line that begins with the link
    to the page before leads there."""
    run: list[Candidate] = []
    for i, c in enumerate(short):
        after = short[i + 1] if i + 1 < len(short) else None
        if c.linked and not (c.bookmark or c.indent):
            run.append(c)
        if not c.linked or after is None or after.place > c.place + 1 or after.page is not c.page:
            if len(run) >= _ROW:
                for member in run:
                    member.weigh(-6.0, "one of a list of links")
            run = []
    for c in short:
        if c.page.links and not c.linked and _begins_with_way_back(c):
            c.weigh(-8.0, "the way to the page before")


def _is_firm(c: Candidate) -> bool:
    return bool(c.number or c.indent or c.bookmark or c.tag or c.run_in)


def _is_over_indented(c: Candidate) -> bool:
    """Whether a paragraph follows that begins further right, but not in another column."""
    after = c.around.flow[c.at + 1] if c.at + 1 < len(c.around.flow) else None
    if after is None or after.kind is not Kind.PARAGRAPH or not after.lines or c.centred:
        return False
    deeper = after.box.x0 - c.block.box.x0
    if not _DEEPER * c.look.size < deeper < _DEEPEST * c.look.size or after.box.y0 < c.block.box.y0:
        return False
    return _is_even(after) and not after.lines[0].bold


def _is_even(block: LayoutBlock) -> bool:
    """Whether all of it is indented and not the first line alone."""
    lefts = [line.x0 for line in block.lines]
    return len(lefts) == 1 or all(abs(a - b) < _NEAR for a, b in pairwise(lefts[:3]))


def _edge(pages: Sequence[PageLayout]) -> float:
    """The left edge of the running text: the first at which a good part of the lines of paragraphs begin."""
    lefts = Counter(
        round(line.x0)
        for page in pages
        for block in page.blocks
        if block.kind is Kind.PARAGRAPH and len(block.lines) > 1
        for line in block.lines
    )
    least = _EDGE_SHARE * lefts.total()
    return min((x for x, n in lefts.items() if n + lefts[x + 1] >= least), default=0)


def _begins_with_way_back(c: Candidate) -> bool:
    word = c.block.lines[0].words[0]
    if word.text.strip("<-«‹←[ ").casefold() not in BACKWARDS:
        return False
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return any(a.box.x0 <= x <= a.box.x1 and a.box.y0 <= y <= a.box.y1 for a in c.page.links)
