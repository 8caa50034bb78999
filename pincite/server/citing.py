"""What ``verify_citations`` returns: a verdict for each quote, in the order in which they were given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.anchors import Anchor, parse_anchor, parse_ref
from pincite.citations import deep_link, format_citation, link_ref
from pincite.errors import PinciteError, RequestError, UnknownReferenceError
from pincite.server.fence import inline, line
from pincite.server.pages import PageNames, unread
from pincite.server.references import SCHEME, section_path
from pincite.server.results import record_fits
from pincite.server.wire import Citation, CitationCheck, CitationReport, Place

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.verify import Match, Verdict

MAX_CITATIONS = 50
MAX_QUOTE = 4000
_CITATION, _CELL, _MESSAGE = 300, 120, 300  # characters


class _Detail(NamedTuple):
    """How much is said of each quote: places listed, characters of the document's words, places with a citation."""

    places: int
    words: int
    cited: int


_DETAILS = (_Detail(8, 1500, 8), _Detail(5, 600, 1), _Detail(3, 250, 1), _Detail(1, 100, 1), _Detail(1, 100, 0))


class _Checked(NamedTuple):
    opened: OpenDocument | None
    verdict: Verdict | PinciteError


def verify_citations(
    citations: Sequence[Citation], opened: Callable[[str], OpenDocument], limit: int, viewer_url: str | None = None
) -> CitationReport:
    """Checks all citations; the report holds at most ``limit`` tokens and says with which citation the next call
    begins. ``viewer_url`` is where documents can be looked at, ``None`` where they can not.

    Raises ``RequestError`` (bad_argument) for too many citations or too long quotes.
    """
    _check_sizes(citations)
    checked = [_check(citation, opened) for citation in citations]
    for detail in _DETAILS:
        report = _report([_result(c, detail, viewer_url) for c in checked])
        if record_fits(report, limit):
            return report
    return _begun(report.results, limit)


def _check_sizes(citations: Sequence[Citation]) -> None:
    if not 1 <= len(citations) <= MAX_CITATIONS:
        raise RequestError(f"{len(citations)} citations in one call.", hint=f"Give 1 to {MAX_CITATIONS}.")
    for i, citation in enumerate(citations):
        if len(citation.quote) > MAX_QUOTE:
            raise RequestError(
                f"Quote {i + 1} has {len(citation.quote):,} characters, more than {MAX_QUOTE:,}.",
                hint="Quote the sentence that proves the statement, or leave out its middle with ….",
            )


def _check(citation: Citation, opened: Callable[[str], OpenDocument]) -> _Checked:
    """The verdict on one citation; a document or anchor that does not exist is a verdict too, not a failure of the
    call."""
    try:
        document = opened(citation.doc_id)
    except UnknownReferenceError as error:
        return _Checked(None, error)
    try:
        anchor = _anchor(document, citation.anchor)
        page = PageNames(document).labelled(citation.page) if citation.page else None
        return _Checked(document, document.verifier.verify(citation.quote, anchor=anchor, page=page))
    except UnknownReferenceError as error:
        return _Checked(document, error)


def _anchor(opened: OpenDocument, text: str | None) -> Anchor | None:
    """The place that is claimed: a whole anchor, or the short form of one in this document."""
    if not text or not text.strip():
        return None
    doc = opened.document
    if not text.strip().startswith(SCHEME):
        return Anchor(doc.doc_id, doc.rev, parse_ref(text.strip()))
    anchor = parse_anchor(text.strip())
    if anchor.doc_id != doc.doc_id:
        raise UnknownReferenceError(
            f"The anchor belongs to document {line(anchor.doc_id, 20)}, the citation names {doc.doc_id}.",
            code="unknown_document",
            hint="Pass the doc_id of the anchor.",
        )
    return anchor


def _result(checked: _Checked, detail: _Detail, viewer_url: str | None) -> CitationCheck:
    verdict = checked.verdict
    if isinstance(verdict, PinciteError):
        return CitationCheck(status="unknown", message=line(verdict.for_model(), 400))
    assert checked.opened is not None  # only a document gives a verdict
    names = PageNames(checked.opened)
    places = [_place(match, names, verdict, detail) for match in verdict.matches[: detail.places]]
    for match, place in zip(verdict.matches, places[: detail.cited], strict=False):
        place.citation = line(format_citation(checked.opened, match), _CITATION)
    for match, place in zip(verdict.matches, places, strict=False):
        place.deep_link = deep_link(viewer_url, match.anchor, link_ref(checked.opened.document, match))
    return CitationCheck(
        status=verdict.status.value,
        message=_message(verdict, checked.opened),
        places=places or None,
        nearest=inline(verdict.nearest, detail.words) if verdict.nearest else None,
    )


def _message(verdict: Verdict, opened: OpenDocument) -> str | None:
    """What ``places`` do not say: nothing of a quote that simply stands there; the path of a section never, since each
    place has it. Of a quote that was not found, where it could not be looked for."""
    if verdict.status.value == "verified":
        return "Capitals differ." if verdict.case_differs else None
    text = verdict.message
    for match in verdict.matches:
        text = text.replace(f', in "{match.short_path}"', "")
        text = text.replace(f" {match.recognised.words}", "") if match.recognised else text
    elsewhere = unread(opened) if verdict.status.value == "drift" else None
    room = _MESSAGE * (1 + len(verdict.figures))
    return " ".join(filter(None, [line(text, room), elsewhere])) or None


def _place(match: Match, names: PageNames, verdict: Verdict, detail: _Detail) -> Place:
    numbers = match.page_numbers
    return Place(
        anchor=str(match.anchor),
        page=names.range_name(numbers).partition(" ")[2] or None,
        sheet=numbers[0] if numbers else None,
        section=section_path(match.section) if match.section else "",
        cell=line(" / ".join((*match.row, *match.column)), _CELL) or None,
        words=inline(match.quote, detail.words) if verdict.case_differs else None,
        ocr=_ocr(match, detail),
    )


def _ocr(match: Match, detail: _Detail) -> str | None:
    """How sure the words are, with those that OCR doubted between delimiters; ``None`` where they are the file's."""
    found = match.recognised
    if found is None:
        return None
    if found.confidence is None:
        return "text layer of a scan"
    doubted = f", doubtful: {inline(', '.join(found.doubtful), detail.words)}" if found.doubtful else ""
    return f"{found.confidence}% sure{doubted}"


def _report(results: Sequence[CitationCheck]) -> CitationReport:
    return CitationReport(verified=sum(r.status == "verified" for r in results), results=list(results))


def _begun(results: Sequence[CitationCheck], limit: int) -> CitationReport:
    """As many results as fit, and where the next call begins."""
    for kept in range(len(results) - 1, 0, -1):
        report = _report(results[:kept])
        report.next = f"The answer is full: call again with citation {kept + 1} and those after it."
        if record_fits(report, limit):
            return report
    raise RequestError("Not even one result fits.", code="bad_budget", hint="Check fewer or shorter quotes in a call.")
