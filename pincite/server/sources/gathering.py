"""Looks up what a caller read and cited: places, costs, pages, and each quote verified again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pincite.anchors import Anchor, parse_anchor, parse_ref
from pincite.errors import RequestError, UnknownReferenceError
from pincite.model import Span
from pincite.server.fence import line
from pincite.server.pages import PageNames
from pincite.server.reading import target_cost
from pincite.server.references import SCHEME, Target, find_target, section_page
from pincite.server.sources.asked import MAX_DOCUMENTS, Asked, Quote, Round, check_sizes
from pincite.server.sources.reach import Reach
from pincite.spans import block_at, pages_of

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument
    from pincite.verify import Match, Verdict

Open = Callable[[str], "OpenDocument"]


class Visit(NamedTuple):
    """A place that was read. ``document`` is its index in ``Sources.documents``."""

    document: int
    target: Target
    title: str
    tokens: int


class Reading(NamedTuple):
    """One round: its places, those found here."""

    asked: Round
    visits: tuple[Visit, ...]

    @property
    def tokens(self) -> int:
        return sum(visit.tokens for visit in self.visits)


class Proof(NamedTuple):
    """A quote and what became of it. ``document`` is ``None`` where the document is unknown; ``verdict`` where the
    document or the claimed place is, and then ``problem`` says why."""

    asked: Quote
    document: int | None
    verdict: Verdict | None
    problem: str | None = None

    @property
    def status(self) -> str:
        return self.verdict.status.value if self.verdict else "unknown"

    @property
    def match(self) -> Match | None:
        """The first place where it stands."""
        return self.verdict.matches[0] if self.verdict and self.verdict.matches else None


@dataclass(frozen=True)
class Source:
    """One document and what was read and cited of it."""

    opened: OpenDocument
    reach: Reach

    @cached_property
    def names(self) -> PageNames:
        return PageNames(self.opened)

    def section_of(self, match: Match) -> Section:
        """The deepest section in which the passage begins."""
        block = block_at(self.opened.document, match.spans[0].start)
        return self.opened.outline.section_of(block.id if block else 0)

    def label(self, first: int, last: int) -> str:
        """``61`` or ``61-64`` for physical pages."""
        return self.names.range_name((first, last)).partition(" ")[2]

    def first_page(self, section: Section) -> str:
        """The page on which a section begins; empty without pages."""
        number = section_page(self.opened.document, section)
        return "" if number is None else self.names.name(number)

    def pages(self, spans: Iterable[Span]) -> str:
        """``61`` or ``61-64``; empty without pages."""
        numbers = pages_of(self.opened.document, spans)
        return self.names.range_name(numbers).partition(" ")[2]


@dataclass(frozen=True)
class Sources:
    """Everything that ``show_sources`` says. ``cap``: rounds that the prompt allows; ``unknown``: a sentence for each
    ref that names no place; ``headline``: what stands in place of a summary where one passage alone is shown."""

    question: str
    rounds: tuple[Reading, ...]
    cap: int
    proofs: tuple[Proof, ...]
    documents: tuple[Source, ...]
    unknown: tuple[str, ...]
    headline: str | None = None

    @property
    def verified(self) -> int:
        return sum(proof.status == "verified" for proof in self.proofs)

    @property
    def summary(self) -> str:
        """``2 of 5 rounds, read 2 of 25 sections, ~531 of 29,745 tokens, 1.8 %``"""
        if self.headline is not None:
            return self.headline
        facts = [f"{len(self.rounds)} of {self.cap} rounds{self._over}"] if self.rounds else []
        if self.documents:
            read = sum(d.reach.sections_read for d in self.documents)
            tokens, total = self.tokens_read, sum(d.opened.costs.total for d in self.documents)
            facts.append(f"read {read:,} of {sum(len(d.opened.outline.sections) for d in self.documents):,} sections")
            facts.append(f"~{tokens:,} of {total:,} tokens, {percent(tokens, total)}")
        return ", ".join(facts)

    @property
    def tokens_read(self) -> int:
        return sum(d.reach.tokens for d in self.documents)

    @property
    def _over(self) -> str:
        over = len(self.rounds) - self.cap
        return f" ({over} more than allowed)" if over > 0 else ""


def percent(part: int, whole: int) -> str:
    """``1.8 %``; never 0 % of something nor 100 % of a part."""
    share = 100 * part / whole if whole else 0.0
    if 0 < share < 0.1:
        return "< 0.1 %"
    if 99.9 < share < 100:
        return "> 99.9 %"
    return f"{min(share, 100.0):.1f} %".replace(".0 %", " %")


def gather(asked: Asked, opened: Open, cap: int) -> Sources:
    """All of it. What names no document or place here is told in the outcome; raises ``RequestError`` (bad_argument)
    for sizes."""
    check_sizes(asked)
    shelf = _Shelf(opened)
    unknown: list[str] = []
    rounds = tuple(Reading(r, tuple(_visits(r, shelf, unknown))) for r in asked.read)
    proofs = tuple(_proof(quote, shelf) for quote in asked.cited)
    documents = tuple(
        Source(document, _reach(document, i, rounds, proofs)) for i, document in enumerate(shelf.documents)
    )
    return Sources(asked.question, rounds, cap, proofs, documents, tuple(dict.fromkeys(unknown)))


class _Shelf:
    """The documents in the order in which they are first named."""

    def __init__(self, opened: Open) -> None:
        self._opened = opened
        self.documents: list[OpenDocument] = []

    def place(self, doc_id: str) -> int:
        """The index of a document. Raises ``UnknownReferenceError``, and ``RequestError`` for too many of them."""
        wanted = doc_id.strip()
        for i, document in enumerate(self.documents):
            if document.document.doc_id == wanted:
                return i
        document = self._opened(wanted)
        if len(self.documents) == MAX_DOCUMENTS:
            raise RequestError(
                "Too many documents in one call.", hint=f"Show the sources of at most {MAX_DOCUMENTS} at a time."
            )
        self.documents.append(document)
        return len(self.documents) - 1


def _visits(asked: Round, shelf: _Shelf, unknown: list[str]) -> Iterable[Visit]:
    """The places of one round, each once."""
    seen: set[tuple[int, str]] = set()
    for ref in asked.refs:
        try:
            place = shelf.place(_document_of(ref, asked.doc_id))
            target = find_target(shelf.documents[place], ref)
        except UnknownReferenceError as error:
            unknown.append(line(f"{line(ref, 60)}: {error.for_model()}", 300))
            continue
        if (place, target.ref) not in seen:
            seen.add((place, target.ref))
            opened = shelf.documents[place]
            yield Visit(place, target, _title(opened, target), target_cost(opened, target))


def _title(opened: OpenDocument, target: Target) -> str:
    """The section that a place is, or that it begins in."""
    block = block_at(opened.document, target.spans[0].start) if target.spans else None
    if block is None:
        return ""
    if target.ref.startswith("s"):
        return opened.outline.sections[int(target.ref[1:])].title
    return opened.outline.section_of(block.id).title


def _document_of(ref: str, doc_id: str | None) -> str:
    """The document of an anchor, else the one that is named. Raises ``UnknownReferenceError``."""
    if ref.strip().startswith(SCHEME):
        return parse_anchor(ref).doc_id
    if not doc_id or not doc_id.strip():
        raise UnknownReferenceError(
            "It does not say of which document.", code="unknown_document", hint="Give doc_id, or a whole anchor."
        )
    return doc_id


def _proof(asked: Quote, shelf: _Shelf) -> Proof:
    place: int | None = None
    try:
        anchor = asked.anchor.strip() if asked.anchor else ""
        place = shelf.place(asked.doc_id or _document_of(anchor, None))
        document = shelf.documents[place]
        claim = _claim(document, anchor) if anchor else None
        return Proof(asked, place, document.verifier.verify(asked.quote, anchor=claim))
    except UnknownReferenceError as error:
        return Proof(asked, place, None, line(error.for_model(), 300))


def _claim(opened: OpenDocument, text: str) -> Anchor:
    """A claimed place, as an anchor or in short form. Raises ``UnknownReferenceError``."""
    if text.startswith(SCHEME):
        return parse_anchor(text)
    return Anchor(opened.document.doc_id, opened.document.rev, parse_ref(text))


def _reach(opened: OpenDocument, index: int, rounds: Sequence[Reading], proofs: Sequence[Proof]) -> Reach:
    read = [span for r in rounds for visit in r.visits if visit.document == index for span in visit.target.spans]
    cited = [span for p in proofs if p.document == index and p.match for span in p.match.spans]
    return Reach(opened, read, cited)
