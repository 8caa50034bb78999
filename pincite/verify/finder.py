"""Where a quote stands: in the text, with words left out, in a table cell with its headers, in a running head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pincite.model import Block, Document, Span
from pincite.outline import Outline
from pincite.spans import block_at
from pincite.verify.cells import ValueCells
from pincite.verify.claims import Claim
from pincite.verify.elisions import NEAR_IN_SECTION, chains, too_short
from pincite.verify.heads import Heads
from pincite.verify.letters import Letters
from pincite.verify.quotes import Reading, readings
from pincite.verify.searcher import Hit, Searcher, Wanted, wanted

MAX_PLACES = 1_000
_MAX_CLAIMED = 100
_MAX_CELL_QUOTE = 500  # characters: a value with all its headers


class Place(NamedTuple):
    """One place of a quote: its span, or those of the parts of an elided one."""

    spans: tuple[Span, ...]
    same_case: bool
    in_furniture: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The places of a quote in reading order; ``more``: there are more than these. ``problem`` says why words that do
    stand in the document do not prove the quote."""

    places: tuple[Place, ...] = ()
    more: bool = False
    problem: str | None = None


class Finder:
    """Finds quotes in one document. Built once; safe to use from several threads."""

    def __init__(self, doc: Document, outline: Outline) -> None:
        self._doc = doc
        self._outline = outline
        self._body = _searcher(doc, [b for b in doc.blocks if not b.kind.is_furniture])

    def find(self, quote: str, claim: Claim) -> Found:
        """The places of the quote. Where there are too many to list, those that the claim names are among them."""
        short = len(quote) <= _MAX_CELL_QUOTE
        for table, cell in claim.cells if short else ():
            said = self._values.says(table, cell, quote)
            if said:
                return Found((Place((cell.span,), said.same_case),))
        found = self._in(self._body, quote, claim)
        if not found.places:
            found = self._over_heads(quote) or found
        if found.places:
            return found
        if short:
            cells = tuple(Place((p.cell.span,), p.same_case) for p in islice(self._values.find(quote), MAX_PLACES))
            if cells:
                return Found(cells)
        heads = self._in(self._furniture, quote, claim)
        places = tuple(place._replace(in_furniture=True) for place in heads.places)
        return Found(places, heads.more, found.problem or heads.problem)

    def _over_heads(self, quote: str) -> Found | None:
        """The places of a quote that has picked up running heads at page breaks; ``None`` where there are none."""
        rest, pickups = self._heads.taken_out(quote)
        want = wanted(rest) if pickups else None
        if want is None:
            return None
        letters = self._body.letters
        hits = [h for h in self._body.find(want) if self._heads.stand_there(pickups, letters, h)][:MAX_PLACES]
        return Found(tuple(Place((Span(h.start, h.end),), h.same_case) for h in hits)) if hits else None

    def _in(self, searcher: Searcher, quote: str, claim: Claim) -> Found:
        problem = None
        for reading in readings(quote):
            find = self._elided if len(reading.parts) > 1 else self._whole
            found = find(reading, searcher, claim.spans(self._doc))
            if found.places:
                return found
            problem = problem or found.problem
        return Found(problem=problem)

    def _whole(self, reading: Reading, searcher: Searcher, claimed: Sequence[Span]) -> Found:
        part = reading.parts[0]
        hits = list(islice(searcher.find(part), MAX_PLACES + 1))
        more = len(hits) > MAX_PLACES
        if more:
            there = [hit for span in claimed for hit in islice(searcher.find(part, span), _MAX_CLAIMED)]
            hits = there or hits[:MAX_PLACES]
        same = not reading.altered
        return Found(tuple(Place((Span(h.start, h.end),), h.same_case and same) for h in hits), more)

    def _elided(self, reading: Reading, searcher: Searcher, claimed: Sequence[Span]) -> Found:
        if any(too_short(part) for part in reading.parts):
            return Found(problem="a part between the ellipses is too short to be placed: quote more of it")
        for span in (*claimed, None):
            reach = span and Span(span.start, span.end + NEAR_IN_SECTION)

            def find(part: Wanted, reach: Span | None = reach) -> Iterator[Hit]:
                return searcher.find(part, reach)

            found, more = chains(reading.parts, find, self._doc.text, self._same_section)
            places = tuple(
                Place(
                    tuple(Span(hit.start, hit.end) for hit in chain.hits),
                    all(hit.same_case for hit in chain.hits) and not reading.altered,
                )
                for chain in found
                if chain.problem is None and (span is None or chain.hits[0].start < span.end)
            )
            if places:
                return Found(places, more)
        return Found(problem=next((chain.problem for chain in found if chain.problem), None))

    def _same_section(self, one: int, other: int) -> bool:
        blocks = block_at(self._doc, one), block_at(self._doc, other)
        sections = [self._outline.section_of(b.id).id for b in blocks if b]
        return len(sections) == 2 and sections[0] == sections[1]

    @cached_property
    def _furniture(self) -> Searcher:
        return _searcher(self._doc, [b for b in self._doc.blocks if b.kind.is_furniture])

    @cached_property
    def _heads(self) -> Heads:
        return Heads(self._doc)

    @cached_property
    def _values(self) -> ValueCells:
        return ValueCells(self._doc)


def _searcher(doc: Document, blocks: Iterable[Block]) -> Searcher:
    chosen = list(blocks)
    lines = frozenset(r.start for b in chosen for r in b.regions)
    return Searcher(Letters(doc.text, [b.span for b in chosen]), lines, frozenset(b.end for b in chosen))
