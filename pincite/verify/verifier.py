"""Proves quotes: whether the words stand in the document, where, and if not, what stands there instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice

from pincite.anchors import Anchor
from pincite.model import Block, Document, Span
from pincite.outline import Outline
from pincite.spans import block_at
from pincite.verify.cells import ValueCells, cell_says
from pincite.verify.claims import Claim, claim_of
from pincite.verify.elisions import chains, too_short
from pincite.verify.letters import Letters
from pincite.verify.matches import Match, match_at
from pincite.verify.nearest import Nearest
from pincite.verify.quotes import MAX_LETTERS, Reading, readings
from pincite.verify.searcher import Searcher, wanted

__all__ = ["MAX_MATCHES", "Match", "Status", "Verdict", "Verifier", "verify"]

MAX_MATCHES = 20
_MAX_PLACES = 1_000
_MAX_CELL_QUOTE = 500  # characters: a value with all its headers


class Status(StrEnum):
    """``VERIFIED``: it stands there; ``MOVED``: elsewhere than claimed; ``AMBIGUOUS``: in several places; ``STALE``:
    the anchor names another revision; ``DRIFT``: it does not stand there; ``UNKNOWN``: no such document or place."""

    VERIFIED = "verified"
    MOVED = "moved"
    AMBIGUOUS = "ambiguous"
    STALE = "stale"
    DRIFT = "drift"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a quote. ``matches`` are in reading order, at most 20; ``nearest`` is set for drift where
    something like the quote stands in the document: that passage, with what the quote says but the document does not
    as ``[-said-]`` and what stands instead as ``{+stands+}``; ``case_differs``: the document has other capitals."""

    status: Status
    message: str
    matches: tuple[Match, ...] = ()
    nearest: str | None = None
    case_differs: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """One place of a quote: a hit, or the hits of an elided one."""

    spans: tuple[Span, ...]
    same_case: bool
    in_furniture: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    places: tuple[_Place, ...] = ()
    problem: str | None = None


def verify(
    doc: Document, outline: Outline, quote: str, *, anchor: Anchor | None = None, page: str | None = None
) -> Verdict:
    """One quote; see ``Verifier.verify``. For many quotes keep a ``Verifier``."""
    return Verifier(doc, outline).verify(quote, anchor=anchor, page=page)


class Verifier:
    """Verifies quotes of one document. Built once (about 0.1 s for 200 pages); safe to use from several threads."""

    def __init__(self, doc: Document, outline: Outline) -> None:
        self._doc = doc
        self._outline = outline
        self._body = _searcher(doc, [b for b in doc.blocks if not b.kind.is_furniture])

    def verify(self, quote: str, *, anchor: Anchor | None = None, page: str | None = None) -> Verdict:
        """Whether ``quote`` stands in the document, at the place claimed by ``anchor`` or ``page`` (a label, or a
        physical number where no page has that label) if one is given. Never raises for what a quote or claim says."""
        claim = claim_of(self._doc, self._outline, anchor, page)
        if claim.foreign:
            return Verdict(Status.UNKNOWN, claim.problem or "")
        if len(quote) > MAX_LETTERS:
            return Verdict(Status.DRIFT, f"The quote is too long to check: give at most {MAX_LETTERS:,} characters.")
        found = self._find(quote, claim)
        if found.places:
            return self._judge(found.places, claim)
        return self._not_found(quote, claim, found.problem)

    def _find(self, quote: str, claim: Claim) -> _Found:
        problem = None
        for searcher, in_furniture in ((self._body, False), (self._furniture, True)):
            for reading in readings(quote):
                found = self._read_as(reading, searcher, claim)
                if found.places:
                    return _Found(tuple(_Place(p.spans, p.same_case, in_furniture) for p in found.places))
                problem = problem or found.problem
            if not in_furniture:
                cells = self._cells(quote, claim)
                if cells:
                    return _Found(cells)
        return _Found((), problem)

    def _read_as(self, reading: Reading, searcher: Searcher, claim: Claim) -> _Found:
        if len(reading.parts) > 1:
            return self._elided(reading, searcher)
        part = reading.parts[0]
        hits = list(islice(searcher.find(part), _MAX_PLACES))
        if len(hits) == _MAX_PLACES:  # too many to list: those at the claimed place must not be missed
            claimed = [h for span in claim.spans(self._doc) for h in islice(searcher.find(part, span), MAX_MATCHES)]
            hits = claimed or hits
        same = not reading.altered
        return _Found(tuple(_Place((Span(h.start, h.end),), h.same_case and same) for h in hits))

    def _elided(self, reading: Reading, searcher: Searcher) -> _Found:
        if any(too_short(part) for part in reading.parts):
            return _Found((), "a part between the ellipses is too short to be placed: quote more of it")
        found = chains(reading.parts, searcher.find, self._doc.text, self._same_section)
        places = tuple(
            _Place(
                tuple(Span(h.start, h.end) for h in c.hits), all(h.same_case for h in c.hits) and not reading.altered
            )
            for c in found
            if c.problem is None
        )
        return _Found(places, next((c.problem for c in found if c.problem), None))

    def _cells(self, quote: str, claim: Claim) -> tuple[_Place, ...]:
        """Cells that say this together with their headers; a claimed cell also by what is no word (a dash, a check
        mark)."""
        if len(quote) > _MAX_CELL_QUOTE:
            return ()
        for table, cell in claim.cells:
            said = cell_says(table, cell, quote)
            if said:
                return (_Place((cell.span,), said.same_case),)
        found = islice(self._values.find(quote), MAX_MATCHES + 1)
        return tuple(_Place((place.cell.span,), place.same_case) for place in found)

    def _same_section(self, one: int, other: int) -> bool:
        blocks = block_at(self._doc, one), block_at(self._doc, other)
        sections = [self._outline.section_of(b.id).id for b in blocks if b]
        return len(sections) == 2 and sections[0] == sections[1]

    def _judge(self, places: Sequence[_Place], claim: Claim) -> Verdict:
        held = [p for p in places if claim.holds(self._doc, p.spans)]
        chosen = _same_case_first(held or places)
        differs = not chosen[0].same_case
        matches = tuple(
            match_at(self._doc, self._outline, p.spans, in_furniture=p.in_furniture) for p in chosen[:MAX_MATCHES]
        )
        note = " Capitals differ." if differs else ""
        where = _where(matches, len(chosen))
        if claim.stale:
            return Verdict(Status.STALE, f"{claim.problem} The quote now stands {where}.{note}", matches, None, differs)
        if claim.problem and not held:
            status = Status.MOVED if claim.page_unknown else Status.UNKNOWN
            return Verdict(status, f"{claim.problem} The quote stands {where}.{note}", matches, None, differs)
        if claim.made and not held:
            message = f"It does not stand at {claim.name}, but {where}.{note}"
            return Verdict(Status.MOVED, message, matches, None, differs)
        if len(chosen) > 1 and not held:
            places_ = f"It stands in {_count(len(chosen))} places: {where}."
            message = f"{places_} Give a page or quote more words to pick one.{note}"
            return Verdict(Status.AMBIGUOUS, message, matches, None, differs)
        return Verdict(Status.VERIFIED, f"It stands {where}.{note}", matches, None, differs)

    def _not_found(self, quote: str, claim: Claim, problem: str | None) -> Verdict:
        status = (
            Status.STALE
            if claim.stale
            else Status.UNKNOWN
            if claim.problem and not claim.page_unknown
            else Status.DRIFT
        )
        lead = f"{claim.problem} " if claim.problem else ""
        if wanted(quote) is None:
            return Verdict(status, lead + "The quote holds no words or numbers to look for.")
        passage = self._nearest.find(quote, claim.spans(self._doc))
        reason = f"It is not proved: {problem}." if problem else "It does not stand in the document."
        if passage is None:
            return Verdict(status, f"{lead}{reason} Nothing in the document reads like it.")
        where = _where((match_at(self._doc, self._outline, (passage.span,)),), 1)
        return Verdict(status, f"{lead}{reason} The nearest passage stands {where}.", (), passage.marked)

    @cached_property
    def _furniture(self) -> Searcher:
        return _searcher(self._doc, [b for b in self._doc.blocks if b.kind.is_furniture])

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(self._doc)

    @cached_property
    def _values(self) -> ValueCells:
        return ValueCells(self._doc)


def _searcher(doc: Document, blocks: Iterable[Block]) -> Searcher:
    chosen = list(blocks)
    lines = frozenset(r.start for b in chosen for r in b.regions)
    return Searcher(Letters(doc.text, [b.span for b in chosen]), lines, frozenset(b.end for b in chosen))


def _same_case_first(places: Sequence[_Place]) -> Sequence[_Place]:
    return [p for p in places if p.same_case] or places


def _count(n: int) -> str:
    return f"{n:,}" if n < _MAX_PLACES else f"more than {_MAX_PLACES - 1:,}"


def _where(matches: Sequence[Match], total: int) -> str:
    """``on page iv, in "Notes > Revenue"``; for several places their pages."""
    if len(matches) == 1:
        match = matches[0]
        section = f'in "{" > ".join(match.section)}"'
        return f"{_pages(match)}, {section}" if match.page_numbers else section
    shown = list(dict.fromkeys(_pages(m) or str(m.anchor.ref) for m in matches))
    more = " and elsewhere" if total > len(matches) else ""
    return "; ".join(shown) + more


def _pages(match: Match) -> str:
    names = [label or str(n) for label, n in zip(match.page_labels, match.page_numbers, strict=True)]
    if not names:
        return ""
    return f"on page {names[0]}" if len(names) == 1 else f"on pages {names[0]} to {names[-1]}"
