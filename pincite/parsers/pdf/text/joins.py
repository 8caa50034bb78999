"""Paragraphs that go on over a page or column break, or past a figure, become one block.

A break is crossed where the sentence is open, the last line is full, and what comes next looks the same and begins
like the middle of a sentence. What stands between (furniture, notes, tables, figures) stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.model import Kind
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, PageLayout
from pincite.parsers.pdf.text.footnotes import has_mark
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.text.paragraphs import ENDS, TEXT_RULE, starts_item

PASSED = frozenset(
    {Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE, Kind.TABLE, Kind.FIGURE, Kind.CAPTION, Kind.CHART}
)
TEXT = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
JOINED = TEXT | {Kind.FOOTNOTE}
OPEN_WORDS = frozenset(  # words with which no sentence ends
    [
        *(
            "a",
            "an",
            "the",
            "of",
            "to",
            "in",
            "on",
            "at",
            "by",
            "for",
            "from",
            "with",
            "between",
            "into",
            "under",
            "than",
        ),
        *("and", "or", "nor", "but", "as", "that", "which", "who", "whose", "if", "when", "not"),
        *("is", "are", "was", "were", "be", "been", "has", "have", "had"),
        *("its", "their", "his", "her", "our", "this", "these", "those", "such", "any", "all", "each"),
    ]
)
SAME_SIZE = 0.35  # points
FULL = 2.0  # of the size: the last line may be so much shorter than the longest
LOOK_AHEAD = 30  # blocks of other looks (texts inside a figure) that an open sentence may pass

NOTES_AHEAD = 200  # blocks of text that stand between the parts of a note


def join_pages(layout: Layout) -> None:
    """Joins the parts of a paragraph over page and column breaks. The block stays where it begins and holds the
    lines of all pages; each line keeps its own page."""
    joints = Joints(layout)
    blocks = [(page, block) for page in layout.pages for block in page.blocks]
    taken: set[int] = set()
    for at, (_, block) in enumerate(blocks):
        if id(block) in taken or block.kind not in JOINED:
            continue
        follow = _rest_of_note if block.kind is Kind.FOOTNOTE else _continuation
        while (found := follow(blocks, at, block, taken)) is not None:
            page, after = found
            last = block.lines[-1]
            last.joint = joints.of(last, after.lines[0])
            block.lines.extend(after.lines)
            block.evidence.append(f"goes on on page {page.number}")
            taken.add(id(after))
            at = next(i for i in range(at, len(blocks)) if blocks[i][1] is after)
    for page in layout.pages:
        if taken:
            page.blocks = [b for b in page.blocks if id(b) not in taken]


Placed = tuple[PageLayout, LayoutBlock]


def _continuation(blocks: list[Placed], at: int, block: LayoutBlock, taken: set[int]) -> Placed | None:
    """The block after ``at`` with which the text of ``block`` goes on."""
    end = block.lines[-1]
    if not _is_open(block):
        return None
    passed = False
    for page, after in _ahead(blocks, at, end.page):
        if after.kind in PASSED or id(after) in taken:
            passed = passed or not after.kind.is_furniture
            continue
        start = after.lines[0] if after.lines else None
        if start is not None and start.words[0].angle != end.words[0].angle:
            passed = True
            continue
        if start is not None and _looks_like(end, start) and after.kind in TEXT:
            crosses = start.page != end.page or start.y0 < end.y0 - end.size or passed or _narrows(end, start)
            return (page, after) if crosses and _begins_inside(end, after) else None
        if start is None or not _is_label(end, after):
            return None
    return None


def _rest_of_note(blocks: list[Placed], at: int, block: LayoutBlock, taken: set[int]) -> Placed | None:
    """The next note, if it has no mark of its own and goes on with the text of ``block`` in the next column or page."""
    end = block.lines[-1]
    if not _is_open(block):
        return None
    for page, after in _ahead(blocks, at, end.page, NOTES_AHEAD):
        if after.kind is not Kind.FOOTNOTE or id(after) in taken or TEXT_RULE.fullmatch(after.lines[0].text):
            continue
        start = after.lines[0]
        crosses = start.page != end.page or start.y0 < end.y0 - end.size
        fits = crosses and not has_mark(start) and not starts_item(start.text) and _looks_like(end, start)
        return (page, after) if fits else None
    return None


def _narrows(end: Line, start: Line) -> bool:
    """Whether the text goes on right below in a narrower column, beside a figure."""
    below = abs(start.y0 - end.y1) < 0.8 * end.size and abs(start.x0 - end.x0) < 2 * end.size
    return below and abs(end.x1 - start.x1) > 3 * end.size


def _is_label(end: Line, after: LayoutBlock) -> bool:
    """Whether a block may be a text inside a figure that an open sentence passes: smaller, and short."""
    small = all(n.size < end.size - SAME_SIZE and len(n.text) < 40 for n in after.lines)
    return after.kind is Kind.PARAGRAPH and small and len(after.lines) <= 3


def _ahead(blocks: list[Placed], at: int, page: int, most: int = LOOK_AHEAD) -> Iterator[Placed]:
    for i in range(at + 1, min(len(blocks), at + 1 + most)):
        if blocks[i][0].number > page + 1:
            return
        yield blocks[i]


def _is_open(block: LayoutBlock) -> bool:
    """Whether the last sentence of a block is unfinished and its last line full."""
    end = block.lines[-1]
    if ENDS.search(end.text):
        return False
    if len(block.lines) == 1:
        return _cries_out(end) or len(end.text) > 40
    same = [n.x1 for n in block.lines if n.page == end.page and n.x0 < end.x1 and abs(n.y0 - end.y0) < 400]
    return end.x1 >= max(same) - FULL * end.size or _cries_out(end)


def _cries_out(line: Line) -> bool:
    """Whether a line ends in a way in which no paragraph ends: with a comma, a hyphen, or a word that needs another."""
    last = line.text.rsplit(None, 1)[-1]
    return last[-1] in ",-‐–—(/" or last.casefold() in OPEN_WORDS


def _looks_like(end: Line, start: Line) -> bool:
    return abs(end.size - start.size) <= SAME_SIZE and end.bold == start.bold


def _begins_inside(end: Line, after: LayoutBlock) -> bool:
    """Whether a block begins in the middle of a sentence."""
    start = after.lines[0]
    if starts_item(start.text) or after.kind is Kind.LIST_ITEM:
        return False
    first = start.text.lstrip("“\"'‘([")[:1]
    if first.islower():
        return True
    if _cries_out(end):
        return first.isalnum()
    indented = len(after.lines) > 1 and start.x0 > after.lines[1].x0 + 0.7 * start.size
    return first.isalnum() and not first.isupper() and not first.isdigit() and not indented
