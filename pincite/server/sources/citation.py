"""One passage by its anchor, for a reader who asks to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.anchors import parse_anchor, parse_ref, resolve
from pincite.citations import deep_link, format_citation, link_ref
from pincite.errors import RequestError, UnknownReferenceError
from pincite.model import Span
from pincite.server.budget import fits
from pincite.server.fence import fence, line, neutral, shorten
from pincite.server.references import short_form
from pincite.server.sources.asked import Quote
from pincite.server.sources.gathering import Proof, Source, Sources
from pincite.server.sources.reach import Reach
from pincite.spans import visible_parts
from pincite.verify import Status, Verdict
from pincite.verify.matches import match_at

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.verify import Match

_MARKED = 4000  # characters of a passage that are marked, a section's beginning
_SHOWN = (1500, 600, 200, 60)  # characters of its words in the text, as many as there is room for


def passage(opened: OpenDocument, uri: str) -> Sources:
    """The passage as the one source. Raises ``UnknownReferenceError`` for an anchor that names nothing here, or an
    older parse."""
    ref = short_form(opened.document, uri)
    spans = _beginning(opened, resolve(opened.document, opened.outline, parse_ref(ref)))
    if not spans:
        raise UnknownReferenceError(f"There is no text at {ref}.", code="empty_page", hint="Name another place.")
    match = match_at(opened.document, opened.outline, spans)
    quote = Quote(quote=match.quote, doc_id=opened.document.doc_id, anchor=str(parse_anchor(uri)))
    proof = Proof(quote, 0, Verdict(Status.VERIFIED, "", (match,)))
    source = Source(opened, Reach(opened, (), match.spans))
    place = [line(opened.document.title, 60), source.names.range_name(match.page_numbers), ref]
    return Sources("", (), 0, (proof,), (source,), (), headline=", ".join(filter(None, place)))


def passage_text(sources: Sources, viewer_url: str | None, limit: int) -> str:
    """Where the passage stands, its words, how it is cited and its link, in at most ``limit`` tokens."""
    source, match = sources.documents[0], sources.proofs[0].match
    assert match is not None  # a passage has a place
    for size in _SHOWN:
        text = "\n".join(_lines(source, match, viewer_url, size))
        if fits(text, limit):
            return text
    raise RequestError("Not even the least of it fits.", code="bad_budget", hint="Raise the ceiling of a result.")


def _lines(source: Source, match: Match, viewer_url: str | None, size: int) -> list[str]:
    section = source.section_of(match)
    link = deep_link(viewer_url, match.anchor, link_ref(source.opened.document, match))
    out = [line(format_citation(source.opened, match), min(size, 300))]
    out.append(f"s{section.id} {line(section.title, min(size, 100))} | {match.anchor}")
    out.append(fence(shorten(neutral(match.quote), size)))
    return [*out, link] if link else out


def _beginning(opened: OpenDocument, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The spans that hold words, up to ``_MARKED`` characters of them."""
    out: list[Span] = []
    room = _MARKED
    for start, end in spans:
        span = Span(start, min(end, start + room))
        if room > 0 and next(visible_parts(opened.document, (span,)), None):
            out.append(span)
            room -= end - start
    return tuple(out)
