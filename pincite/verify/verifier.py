"""Proves quotes: whether the words stand in the document, where, and if not, what stands there instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from pincite.anchors import Anchor
from pincite.markup import Markup
from pincite.model import Document
from pincite.outline import Outline
from pincite.verify.claims import Claim, claim_of
from pincite.verify.figures import Figure, Figures
from pincite.verify.finder import Finder, Found, Place
from pincite.verify.matches import Match, match_at
from pincite.verify.nearest import Nearest
from pincite.verify.quotes import MAX_LETTERS
from pincite.verify.searcher import wanted

__all__ = ["MAX_MATCHES", "Match", "Status", "Verdict", "Verifier", "verify"]

MAX_MATCHES = 20


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
    as ``[-said-]`` and what stands instead as ``{+stands+}``; ``case_differs``: the document has other capitals;
    ``figures`` are numbers of a quote in drift that the document has in another way (``message`` tells them)."""

    status: Status
    message: str
    matches: tuple[Match, ...] = ()
    nearest: str | None = None
    case_differs: bool = False
    figures: tuple[Figure, ...] = ()


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
        self._finder = Finder(doc, outline)
        self._markup = Markup(doc)

    def verify(self, quote: str, *, anchor: Anchor | None = None, page: str | None = None) -> Verdict:
        """Whether ``quote`` stands in the document, at the place claimed by ``anchor`` or ``page`` (a label, or a
        physical number where no page has that label) if one is given. Never raises for what a quote or claim says."""
        claim = claim_of(self._doc, self._outline, anchor, page)
        if claim.foreign:
            return Verdict(Status.UNKNOWN, claim.problem or "")
        if len(quote) > MAX_LETTERS:
            return Verdict(Status.DRIFT, f"The quote is too long to check: give at most {MAX_LETTERS:,} characters.")
        found = self._finder.find(quote, claim)
        if found.places:
            return self._judge(found, claim)
        return self._not_found(quote, claim, found.problem)

    def _judge(self, found: Found, claim: Claim) -> Verdict:
        held = [p for p in found.places if claim.holds(self._doc, p.spans)]
        chosen = _same_case_first(held or found.places)
        differs = not chosen[0].same_case
        matches = tuple(
            match_at(self._doc, self._outline, p.spans, in_furniture=p.in_furniture) for p in chosen[:MAX_MATCHES]
        )
        note = " Capitals differ." if differs else ""
        if matches[0].recognised is not None:
            note += f" {matches[0].recognised.words}"
        where = self._where(matches, len(chosen))
        if claim.stale:
            return Verdict(Status.STALE, f"{claim.problem} The quote now stands {where}.{note}", matches, None, differs)
        if claim.problem and not held:
            status = Status.MOVED if claim.page_unknown else Status.UNKNOWN
            return Verdict(status, f"{claim.problem} The quote stands {where}.{note}", matches, None, differs)
        if claim.made and not held:
            message = f"It does not stand at {claim.name}, but {where}.{note}"
            return Verdict(Status.MOVED, message, matches, None, differs)
        if len(chosen) > 1 and not held:
            count = f"more than {len(chosen):,}" if found.more else f"{len(chosen):,}"
            message = f"It stands in {count} places: {where}. Give a page or quote more words to pick one.{note}"
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
        stands = self._doc.text[passage.span.start : passage.span.end] if passage else ""
        figures = self._figures.find(quote, stands, claim.spans(self._doc))
        told = "".join(f" {self._told(figure)}" for figure in figures)
        if passage is None:
            nothing = "" if figures else " Nothing in the document reads like it."
            return Verdict(status, f"{lead}{reason}{nothing}{told}", figures=figures)
        where = self._where((match_at(self._doc, self._outline, (passage.span,)),), 1)
        message = f"{lead}{reason}{told} The nearest passage stands {where}."
        return Verdict(status, message, (), passage.marked, figures=figures)

    def _told(self, figure: Figure) -> str:
        """``For “$4.512 million” the document has “4,512”, in thousands (t3/r4c2 Revenue / 2023, on page 61).``"""
        match = match_at(self._doc, self._outline, (figure.span,))
        names = [f"{match.anchor.ref} {figure.what}".strip(), self._pages(match)]
        where = ", ".join(filter(None, names))
        return f"For “{figure.said}” the document has “{figure.stands}”, {figure.how} ({where})."

    def _where(self, matches: Sequence[Match], total: int) -> str:
        """``on page iv, in "Notes > Revenue"``; for several places their pages."""
        if len(matches) == 1:
            match = matches[0]
            section = f'in "{match.short_path}"'
            return f"{self._pages(match)}, {section}" if match.page_numbers else section
        shown = list(dict.fromkeys(self._pages(m) or str(m.anchor.ref) for m in matches))
        more = " and elsewhere" if total > len(matches) else ""
        return "; ".join(shown) + more

    def _pages(self, match: Match) -> str:
        names = [self._markup.page_name(n) for n in match.page_numbers]
        if not names:
            return ""
        return f"on page {names[0]}" if len(names) == 1 else f"on pages {names[0]} to {names[-1]}"

    @cached_property
    def _figures(self) -> Figures:
        return Figures(self._doc)

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(self._doc)


def _same_case_first(places: Sequence[Place]) -> Sequence[Place]:
    return [p for p in places if p.same_case] or places
