"""The title of the document, and the lines around it on a cover, which are no headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.model import Kind
from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.titles import ends_sentence, is_standard, names_contents, names_cover, names_form
from pincite.parsers.pdf.layout import Layout, LayoutBlock

_PROSE = 160  # characters of a paragraph that the text of a document begins with
_PAGES = 3  # of a cover, at most
_COVER_LINES = 3  # of the name of a form
_AS_LARGE = 0.95
_LINES = 2  # of a cover, at least, that stand again on its back


def settle_cover(layout: Layout, heads: Sequence[Candidate]) -> tuple[list[Candidate], Candidate | None]:
    """The headings without the other lines of a cover, and the title of the document (``None``: none stands out).

    The title is the largest of the lines before the first prose or numbered section, where no later heading is as
    large. Lines beside it go, unless they recur as headings, are numbered, listed or marked by the file; on the page of
    the title those that recur must have text under them too.
    """
    if heads and _is_file_mark(heads[0], layout):
        heads = heads[1:]
    heads = _without_back_cover(_without_authority(heads), layout)
    end = _cover_end(layout, heads)
    last_page = layout.pages[0].number + _PAGES - 1
    front = [h for h in heads if (h.page.number, h.block.box.y0) < end and h.page.number <= last_page]
    rest = heads[len(front) :]
    free = [h for h in front if not _stays(h, rest)]
    if not free:
        return list(heads), None
    largest = max(h.look.size for h in free)
    title = max((h for h in free if h.look.size == largest), key=lambda h: (not h.linked, -h.place))
    if any(h.look.size * _AS_LARGE > largest for h in rest) or any(h.look.size > largest for h in front):
        return [h for h in heads if h not in free or h.look.size >= _AS_LARGE * largest], None
    here = Counter(h.look for h in rest if h.page is title.page)
    lines = (h for h in front if h.page is title.page and (h.centred or not here[h.look]) and _is_cover_line(h))
    dropped = {id(h) for h in free} | {id(h) for h in lines}
    return [h for h in heads if h is title or id(h) not in dropped], title


def stands_on_cover(title: Candidate, heads: Sequence[Candidate]) -> bool:
    """Whether the title has a page without prose, contents and other headings to itself, or stands on the cover of a
    filing, be it the name of the company."""
    if any(
        names_cover(" ".join(n.text for n in b.lines)) for b in title.page.blocks if 0 < len(b.lines) <= _COVER_LINES
    ):
        return True
    alone = all(h is title or h.page is not title.page for h in heads)
    begun = any(is_prose(block) or block.kind is Kind.TOC_ENTRY for block in title.page.blocks)
    return alone and len(heads) > 1 and not begun


def _without_authority(heads: Sequence[Candidate]) -> Sequence[Candidate]:
    """The headings without the name of the authority over the form that a filing is made on, unless the file itself
    has it for a heading."""
    form = next((h for h in heads if names_cover(h.text) and names_form(h.text)), None)
    if form is None:
        return heads
    return [
        h for h in heads
        if h.page is not form.page or h.bookmark is not None or h.tag or not names_cover(h.text) or names_form(h.text)
    ]  # fmt: skip


def _without_back_cover(heads: Sequence[Candidate], layout: Layout) -> Sequence[Candidate]:
    """The headings without the lines of the first page that stand again on the last: its back cover."""
    first, last = layout.pages[0], layout.pages[-1]
    front = {h.key for h in heads if h.page is first}
    behind = [h for h in heads if h.page is last and h.bookmark is None]
    if first is last or len(behind) < _LINES or not all(h.key in front or _is_cover_line(h) for h in behind):
        return heads
    return [h for h in heads if h not in behind] if sum(h.key in front for h in behind) >= _LINES else heads


def _cover_end(layout: Layout, heads: Sequence[Candidate]) -> tuple[int, float]:
    """Page and height of the first prose, contents, table or firm section."""
    firm = next((h for h in heads if _is_firm(h)), None)
    end = (firm.page.number, firm.block.box.y0) if firm else (layout.pages[-1].number + 1, 0.0)
    for page in layout.pages[:_PAGES]:
        for block in page.blocks:
            if block.kind is Kind.TOC_ENTRY or block.table is not None or is_prose(block):
                return min(end, (page.number, block.box.y0))
    return end


def _is_file_mark(h: Candidate, layout: Layout) -> bool:
    """Whether it is the mark of the exhibit that the whole file is ("Exhibit 10.6" at the top of a contract)."""
    number = h.number
    return number is not None and number.label == "exhibit" and h.page is layout.pages[0] and h.bookmark is None


def is_prose(block: LayoutBlock) -> bool:
    """Whether it is a paragraph that the text of a document may begin with."""
    return block.kind is Kind.PARAGRAPH and len(block.lines) > 1 and sum(len(n.text) for n in block.lines) >= _PROSE


def _is_firm(h: Candidate) -> bool:
    return (h.counted is not None and len(h.counted.chain.members) > 1) or is_standard(h.text)


def _stays(h: Candidate, rest: Sequence[Candidate]) -> bool:
    """Whether a line on the cover is a heading whatever stands around it."""
    if h.bookmark is not None or h.tag or h.indent or names_contents(h.text) or _is_firm(h):
        return True
    if h.number is not None and h.number.label in RANKS:
        return True
    return any(other.look == h.look for other in rest)


def _is_cover_line(h: Candidate) -> bool:
    """Whether a line that looks like a heading elsewhere has no text under it here."""
    if h.bookmark is not None or h.tag or h.indent or h.counted is not None or is_standard(h.text):
        return False
    below = h.around.flow[h.at + 1] if h.at + 1 < len(h.around.flow) else None
    if below is None or below.table is not None or below.kind is Kind.LIST_ITEM or not below.lines:
        return below is None
    return sum(len(n.text) for n in below.lines) < _PROSE + 40 and not ends_sentence(below.lines[-1].text)
