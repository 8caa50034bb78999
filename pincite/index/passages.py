"""Passages: what one record of the index holds, and what a hit points at.

A passage is a run of neighbouring blocks on one page, of one section or several short ones, long enough to hold the
context that a question is about; a long block is cut into several, a table between rows. Running heads and contents
pages make passages of their own, which rank low.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pincite.markup import page_runs
from pincite.model import Block, Document, Kind, Role
from pincite.outline import Outline

_FULL = 1100  # bytes of UTF-8, some 170 words of English: a passage of that size is complete
_SECTION = 400  # a shorter section goes on with the next one on its page
_LEAD_IN = 350  # what may stand before a table in the same passage: a heading, a line that names the units
_CUT = 1000  # bytes after which a long block is cut
_OVERLAP = 160  # characters that are read on over a cut, so that a phrase across it is found


class Piece(NamedTuple):
    """Part of a block on one page. ``reach`` is how far its words are read: over the cut where the block goes on."""

    block: Block
    start: int
    end: int
    reach: int
    page: int | None


@dataclass(slots=True)
class Passage:
    """``pieces`` in reading order; ``titles`` lead to its sections, ``context`` is what the passage is about beside
    its own words (caption and header of a table that began before); ``aside``: furniture or contents, which rank
    low."""

    pieces: list[Piece]
    titles: tuple[str, ...] = ()
    context: str = ""
    aside: bool = False

    @property
    def start(self) -> int:
        return self.pieces[0].start

    @property
    def end(self) -> int:
        return self.pieces[-1].end

    @property
    def page(self) -> int | None:
        return self.pieces[0].page

    @property
    def kinds(self) -> list[str]:
        return sorted({piece.block.kind.value for piece in self.pieces})

    def text(self, doc: Document) -> str:
        """The words that are searched."""
        return "\n".join(doc.text[piece.start : piece.reach] for piece in self.pieces)


def passages(doc: Document, outline: Outline) -> Iterator[Passage]:
    """All passages of the document, the aside ones last."""
    bounds = {section.start for section in outline.sections}
    asides: list[Piece] = []
    run: list[Piece] = []
    size = 0
    for block in doc.blocks:
        if _is_aside(block):
            asides.extend(_pieces(doc, block))
            continue
        if run and size >= _SECTION and block.id in bounds:
            yield _passage(doc, outline, run)
            run, size = [], 0
        for piece in _pieces(doc, block):
            length = len(doc.text[piece.start : piece.end].encode())
            if run and _starts_anew(run, size, piece, length):
                yield _passage(doc, outline, run)
                run, size = [], 0
            run.append(piece)
            size += length
    if run:
        yield _passage(doc, outline, run)
    yield from _aside_passages(doc, asides)


def reach(block: Block, end: int) -> int:
    """How far the words of a passage are read that ends at ``end`` in this block."""
    return min(block.end, end + _OVERLAP)


def _is_aside(block: Block) -> bool:
    return block.kind.is_furniture or block.kind is Kind.TOC_ENTRY or block.role is Role.TOC


def _starts_anew(run: list[Piece], size: int, piece: Piece, length: int) -> bool:
    before = run[-1]
    if piece.page != before.page or before.block.kind is Kind.TABLE:
        return True
    if piece.block.kind is Kind.TABLE:
        return size > _LEAD_IN
    return size >= _FULL or size + length > _FULL + _CUT // 2


def _passage(doc: Document, outline: Outline, pieces: list[Piece]) -> Passage:
    sections = dict.fromkeys(outline.section_of(piece.block.id) for piece in pieces)
    around = dict.fromkeys(s for section in sections for s in outline.path(section.id) if s.kind == "heading")
    titles = tuple(section.title for section in around)
    return Passage(pieces, titles, " ".join(_context(doc, piece) for piece in pieces if piece.block.table is not None))


def _context(doc: Document, piece: Piece) -> str:
    """Caption of a table, and its header row where the piece is not the one that holds it."""
    table = doc.tables[piece.block.table or 0]
    header = [cell.text for cell in table.cells if cell.is_header and cell.row < 3 and cell.end <= piece.start]
    return " ".join(filter(None, [table.caption, *header]))


def _aside_passages(doc: Document, pieces: list[Piece]) -> Iterator[Passage]:
    """One for each run of neighbours. A running head counts on the first page that it stands on: the others would be
    the same hit again."""
    seen: set[str] = set()
    run: list[Piece] = []
    for piece in pieces:
        text = doc.text[piece.start : piece.end]
        if piece.block.kind.is_furniture and text in seen:
            continue
        seen.add(text)
        if run and not _goes_on(run, piece):
            yield Passage(run, aside=True)
            run = []
        run.append(piece)
    if run:
        yield Passage(run, aside=True)


def _goes_on(run: list[Piece], piece: Piece) -> bool:
    """Whether an aside belongs with those before it: on the same page, of the same sort, with nothing in between."""
    before = run[-1]
    return (
        piece.page == before.page
        and piece.block.id <= before.block.id + 1
        and piece.block.kind.is_furniture == before.block.kind.is_furniture
        and piece.end - run[0].start <= _FULL
    )


def _pieces(doc: Document, block: Block) -> Iterator[Piece]:
    """The block in parts of one page each, none much longer than ``_CUT``."""
    runs: list[tuple[int, int, int | None]] = [(r.start, r.end, r.page) for r in page_runs(doc.text, block)]
    for first, last, page in runs or [(block.start, block.end, None)]:
        cuts = [first, *_cuts(doc.text, first, last, is_table=block.kind is Kind.TABLE), last]
        for start, end in pairwise(cuts):
            yield Piece(block, start, end, reach(block, end), page)


def _cuts(text: str, start: int, end: int, *, is_table: bool) -> Iterator[int]:
    """Where a long stretch is cut: after a row or line, else a sentence, else a word."""
    step = _CUT if text[start:end].isascii() else _CUT * (end - start) // len(text[start:end].encode())
    while end - start > step * 3 // 2:
        wanted = start + step
        for separator in ("\n",) if is_table else ("\n", ". ", "。", " "):
            at = text.rfind(separator, start + step // 2, wanted)
            if at >= 0:
                wanted = at + len(separator)
                break
        start = wanted
        yield start
