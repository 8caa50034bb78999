"""The blocks that might be headings, with what a reader sees of each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container
from dataclasses import dataclass, field
from itertools import pairwise

from pincite.model import BBox, Kind, Role
from pincite.parsers.pdf.headings.numbering import Number, Scheme, is_bare, readings
from pincite.parsers.pdf.headings.numerals import as_number
from pincite.parsers.pdf.headings.sequences import Counted
from pincite.parsers.pdf.headings.titles import bound_kind, has_letters, key, statement_kind
from pincite.parsers.pdf.headings.typography import Look, Typography, is_centred, is_underlined, text_edges
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, PageLayout

MAX_CHARS = 260
MAX_LINES = 5
_APART = 2.5  # of the size: white space in a row of column heads or fields
_TABLE = 400  # characters that a table counts as
_POSSIBLE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.HEADING, Kind.CAPTION, Kind.QUOTE})
_IGNORED = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE})


@dataclass(slots=True, eq=False)
class Candidate:
    """A block in the running text. ``place`` counts blocks in reading order; spaces are points of white above and below
    it in its column (``None``: it is the first or last there); ``short`` says that it may be a heading at all;
    ``score`` and ``reasons`` are filled in by the scales."""

    block: LayoutBlock
    page: PageLayout
    place: int
    offset: int  # characters of text before it (a table counts as many)
    text: str
    key: str
    look: Look
    numbers: tuple[Number, ...]
    short: bool
    around: Surroundings
    at: int  # index into the text blocks of its page
    centred: bool = False
    beside: bool = False
    space_above: float | None = None
    space_below: float | None = None
    follower: LayoutBlock | None = None
    counted: Counted | None = None
    bookmark: int | None = None  # level
    tag: int | None = None  # level
    indent: int | None = None  # of the contents entry with its title
    first_on_page: bool = False
    linked: bool = False  # a link, as a whole
    run_in: bool = False  # it was the lead of a paragraph
    numeral: bool = False  # it is nothing but a numeral, in sequence
    slide: bool = False  # the title of a slide
    score: float = 0.0
    reasons: list[str] = field(default_factory=list)

    @property
    def number(self) -> Number | None:
        """The number at its beginning, in the reading that its neighbours bear out. A letter without punctuation that
        nothing goes on from is a word ("A model", "4G networks")."""
        if self.counted is None:
            return None
        number = self.counted.number
        lone = number.form == "x" and not number.label and len(self.counted.chain.members) == 1
        return (
            None if lone and (number.suffix or (number.depth == 1 and number.scheme is not Scheme.DECIMAL)) else number
        )

    @property
    def kind_word(self) -> str:
        """What kind of part it names itself ("Item 7" an item, "Balance Sheets" a statement); empty: none."""
        return self.number.label if self.number else bound_kind(self.text) or statement_kind(self.text)

    def weigh(self, weight: float, reason: str) -> None:
        """Adds to the score; only what speaks for a heading is kept as a reason."""
        self.score += weight
        if weight > 0:
            self.reasons.append(reason)


def gather(
    layout: Layout, typography: Typography, leads: Container[int] = (), numerals: Container[int] = ()
) -> list[Candidate]:
    """The text blocks of the document in reading order that are short enough for a heading or begin with a number.
    ``leads`` holds the ids of blocks that were split off paragraphs, ``numerals`` those of numerals alone."""
    out: list[Candidate] = []
    place = offset = 0
    for page in layout.pages:
        flow = [b for b in page.blocks if b.kind not in _IGNORED]
        around = Surroundings(page, flow)
        for i, block in enumerate(flow):
            place += 1
            before, offset = (
                offset,
                offset + (_TABLE if block.table is not None else sum(len(n.text) for n in block.lines)),
            )
            if block.kind not in _POSSIBLE or block.role is Role.TOC or not block.lines:
                continue
            numeral = id(block) in numerals
            candidate = _candidate(block, page, (place, before), typography, around, i, numeral=numeral)
            if candidate is None:
                continue
            candidate.first_on_page = i == 0
            candidate.run_in, candidate.numeral = id(block) in leads, numeral
            out.append(candidate)
    return out


def _candidate(
    block: LayoutBlock,
    page: PageLayout,
    at_text: tuple[int, int],
    typography: Typography,
    around: Surroundings,
    at: int,
    *,
    numeral: bool,
) -> Candidate | None:
    lines = block.lines
    short = len(lines) <= MAX_LINES
    first = lines[0].text
    text = " ".join(line.text for line in lines) if short else first
    short = short and len(text) <= MAX_CHARS
    numbers = readings(as_number(text) if numeral else text)
    worded = has_letters(text) or (numbers and any(map(str.isalpha, text)))
    if not numeral and not ((short or numbers) and worded):
        return None
    look = typography.look_of(lines if short else lines[:1])
    if short and page.rules and is_underlined(lines, page.rules):
        look = look._replace(underlined=True)
    return Candidate(block, page, *at_text, text, key(text) if short else "", look, numbers, short, around, at)


class Surroundings:
    """The text blocks of a page in reading order, asked about the neighbourhood of one of them."""

    def __init__(self, page: PageLayout, flow: list[LayoutBlock]) -> None:
        self.flow = flow
        self._width = page.width
        self._lines: list[Line] | None = None
        self._edges: tuple[float, float] | None = None
        self._page = page

    def look(self, c: Candidate) -> None:
        """Fills in where the candidate stands: centred, beside other text, the space above and below, what follows."""
        if self._edges is None:
            self._edges = text_edges(self._page)
        box, i = c.block.box, c.at
        c.centred = is_centred(c.block, c.page, *self._edges)
        before = self.flow[i - 1] if i else None
        after = self.flow[i + 1] if i + 1 < len(self.flow) else None
        c.follower = after
        c.linked = self._is_linked(box)
        if (
            before is not None
            and _shares_columns(box.x0, box.x1, before)
            and before.box.y1 <= box.y0 + 0.5 * c.look.size
        ):
            c.space_above = box.y0 - before.box.y1
        if after is not None and _shares_columns(box.x0, box.x1, after) and after.box.y0 >= box.y1 - 0.5 * c.look.size:
            c.space_below = after.box.y0 - box.y1
        c.beside = self._is_beside(c, before, after)

    def _is_beside(self, c: Candidate, before: LayoutBlock | None, after: LayoutBlock | None) -> bool:
        """Whether the block is a part of a row: the label of a field, a column head. In a column of running text
        another column beside it means nothing."""
        box = c.block.box
        for other in (before, after):
            if other is not None and not _shares_columns(box.x0, box.x1, other) and _overlap(box, other.box) > 0.5:
                gap = max(other.box.x0 - box.x1, box.x0 - other.box.x1)
                if gap < 0.15 * self._width:
                    return True
        first = c.block.lines[0]
        if any(_stands_apart(a, b) for a, b in pairwise(c.block.lines)) and not (
            is_bare(first.text) or first.text.isdecimal()
        ):
            return True
        height = first.y1 - first.y0
        if self._lines is None:
            self._lines = sorted((n for b in self.flow for n in b.lines), key=lambda n: n.y1)
        prose = self._in_prose(box)
        lo = bisect_left(self._lines, first.y0 + 0.3 * height, key=lambda n: n.y1)
        for line in self._lines[lo:]:
            if line.y1 > first.y1 + 0.7 * height:
                break
            if line.x0 > box.x1 and line.y0 < first.y1 - 0.3 * height:
                twin = line.bold == first.bold and line.size == first.size and abs(line.y1 - first.y1) < 1
                if twin or not prose:
                    return True
        return False

    def _is_linked(self, box: BBox) -> bool:
        """Whether a link covers nearly all of the first line."""
        if not self._page.links:
            return False
        y = box.y0 + 0.5 * min(box.y1 - box.y0, 12.0)
        covered = sum(
            max(0.0, min(a.box.x1, box.x1) - max(a.box.x0, box.x0))
            for a in self._page.links
            if a.box.y0 <= y <= a.box.y1
        )
        return covered >= 0.7 * (box.x1 - box.x0)

    def _in_prose(self, box: BBox) -> bool:
        return any(len(b.lines) > 2 and b.box.x0 < box.x1 and b.box.x1 > box.x0 for b in self.flow)


def _stands_apart(a: Line, b: Line) -> bool:
    """Whether a line stands in the row of another, far from it."""
    return abs(a.y1 - b.y1) < 0.35 * a.size and b.x0 - a.x1 > _APART * a.size


def _overlap(a: BBox, b: BBox) -> float:
    return (min(a.y1, b.y1) - max(a.y0, b.y0)) / max(a.y1 - a.y0, 1.0)


def _shares_columns(x0: float, x1: float, other: LayoutBlock) -> bool:
    return min(x1, other.box.x1) > max(x0, other.box.x0)
