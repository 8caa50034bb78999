"""What a client asks to read -> places in a document.

A reference is a short form (``s7``, ``b12-b15``, ``t3/r4c2``, ``p12-p14``), a whole anchor, a page by its label, the
text of a heading, or ``all``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.anchors import parse_anchor, parse_ref, resolve
from pincite.errors import RequestError, UnknownReferenceError
from pincite.health import State, page_health
from pincite.model import Document, Span
from pincite.server.fence import line
from pincite.server.pages import PAGE_WORD, PageNames, sheet_range
from pincite.spans import page_spans, spans_by_page

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument

MAX_REFS = 50
_PATH, _LAST_TITLE, _OTHER_TITLE = 100, 80, 40  # characters
SCHEME = "pincite:"
_SHORT = re.compile(r"^(?:s|b|t|p)\d+(?:[-:/].*)?$")
WHOLE = "all"


class Target(NamedTuple):
    """A place to read: ``ref`` is its short form, which finds it again; ``title`` names it in a line of ours."""

    ref: str
    title: str
    spans: tuple[Span, ...]


def find_targets(opened: OpenDocument, refs: Sequence[str]) -> tuple[list[Target], list[UnknownReferenceError]]:
    """The places of ``refs`` in the order asked, each once, and an error for each that names no place here.

    Raises ``RequestError`` for an empty or too long list, ``UnknownReferenceError`` where all of them are unknown.
    """
    if not 1 <= len(refs) <= MAX_REFS:
        raise RequestError(
            f"{len(refs)} refs." if refs else "Nothing to read: refs is empty.",
            hint=f'Give 1 to {MAX_REFS}, as refs=["s1"].',
        )
    found: dict[str, Target] = {}
    missed: list[UnknownReferenceError] = []
    for ref in refs:
        try:
            target = find_target(opened, ref)
            found.setdefault(target.ref, target)
        except UnknownReferenceError as error:
            missed.append(error)
    if not found:
        raise missed[0] if len(missed) == 1 else _all_unknown(missed)
    return _without_contained(list(found.values())), missed


def find_target(opened: OpenDocument, text: str) -> Target:
    """The place that one reference names. Raises ``UnknownReferenceError`` with what comes near it."""
    doc, outline = opened.document, opened.outline
    asked = text.strip()
    if asked.startswith(SCHEME):
        asked = short_form(doc, asked)
    sheets = sheet_range(asked)
    if sheets or (PAGE_WORD.match(asked) and not outline.find(asked)):
        return _page_target(opened, PageNames(opened).find(asked))
    if _SHORT.match(asked):
        return _short_target(opened, asked)
    if asked.casefold() == WHOLE and not outline.find(asked):
        first, last = _whole(doc)
        return _short_target(opened, f"b{first}-b{last}")
    names = PageNames(opened)
    if names.has_label(asked) and not outline.find(_bare(asked)):
        return _page_target(opened, names.find(asked))
    return _section_target(opened, find_section(opened, asked))


def short_form(doc: Document, uri: str) -> str:
    """The ref of an anchor into this document.

    Raises ``UnknownReferenceError``: bad_anchor, unknown_document (of another document) or stale_revision.
    """
    anchor = parse_anchor(uri)
    if anchor.doc_id != doc.doc_id:
        raise UnknownReferenceError(
            f"The anchor {line(uri, 80)} belongs to another document.",
            code="unknown_document",
            hint=f"Pass it with doc_id={line(anchor.doc_id, 20)}.",
        )
    if anchor.rev != doc.rev:
        raise UnknownReferenceError(
            f"The anchor {line(uri, 80)} names an older parse of this document.",
            code="stale_revision",
            hint="verify_citations with the quote tells where it stands now.",
        )
    return str(anchor.ref)


def find_section(opened: OpenDocument, text: str) -> Section:
    """The section of an id (``s7``), an anchor, a heading or a path (``Notes > Revenue``).

    Raises ``UnknownReferenceError``: unknown_section with near matches, ambiguous_section with all that bear the
    heading.
    """
    outline = opened.outline
    asked = text.strip()
    if asked.startswith(SCHEME):
        asked = short_form(opened.document, asked)
    if re.fullmatch(r"s\d{1,9}", asked) and int(asked[1:]) < len(outline.sections):
        return outline.sections[int(asked[1:])]
    found = outline.find(_bare(asked))
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownReferenceError(
            f'{len(found)} sections are called "{line(asked, 60)}".',
            code="ambiguous_section",
            hint=f"Name one of them: {_listed(opened, found[:8])}.",
        )
    near = outline.near(_bare(asked))
    raise UnknownReferenceError(
        f'No section "{line(asked, 60)}" here.',
        code="unknown_section",
        hint=f"Near: {_listed(opened, near)}." if near else "get_outline lists the sections.",
    )


def section_page(doc: Document, section: Section) -> int | None:
    """The physical page on which a section begins; ``None`` without pages."""
    for block in doc.blocks[section.start : section.end]:
        if block.regions:
            return block.regions[0].page
    return None


def section_path(titles: Sequence[str]) -> str:
    """``Notes > Revenue`` in one safe line. Where it is long, the outermost titles go first."""
    path = line(titles[-1], _LAST_TITLE)
    for i, title in enumerate(reversed(titles[:-1])):
        longer = f"{line(title, _OTHER_TITLE)} > {path}"
        if len(longer) > _PATH:
            return f"… > {path}" if i < len(titles) - 1 else path
        path = longer
    return path


def path_of(opened: OpenDocument, section: Section) -> str:
    """The path of a section in one safe line."""
    return section_path([s.title for s in opened.outline.path(section.id)])


def _listed(opened: OpenDocument, sections: Iterable[Section]) -> str:
    places = []
    pages = PageNames(opened)
    for section in sections:
        page = section_page(opened.document, section)
        places.append(f"s{section.id} {path_of(opened, section)}" + (f" (p. {pages.name(page)})" if page else ""))
    return "; ".join(places)


def _bare(text: str) -> str:
    return text.strip().lstrip("#").strip()


def _section_target(opened: OpenDocument, section: Section) -> Target:
    ref = f"s{section.id}"
    spans = resolve(opened.document, opened.outline, parse_ref(ref))
    return Target(ref, f"{ref} {path_of(opened, section)}", spans)


def _page_target(opened: OpenDocument, sheets: tuple[int, int]) -> Target:
    first, last = sheets
    doc = opened.document
    numbers = range(first, last + 1)
    on = {first: page_spans(doc, first)} if first == last else spans_by_page(doc)
    spans = tuple(span for n in numbers for span in on.get(n, ()))
    if not spans:
        raise UnknownReferenceError(
            f"There is no text on {PageNames(opened).range_name(numbers)}.",
            code="empty_page",
            hint=_why_empty(doc, numbers),
        )
    ref = f"p{first}" if first == last else f"p{first}-p{last}"
    return Target(ref, ref, spans)


def _why_empty(doc: Document, numbers: range) -> str:
    states = {state for health in page_health(doc) if health.page in numbers for state in health.states}
    if State.NEEDS_OCR in states:
        return "It is a scan or its text is unreadable (needs OCR); read the pages around it."
    return "It is blank or holds only a picture; read the pages around it."


def _short_target(opened: OpenDocument, text: str) -> Target:
    doc, outline = opened.document, opened.outline
    ref = parse_ref(text)
    spans = resolve(doc, outline, ref)
    if ref.kind == "s":
        return _section_target(opened, outline.sections[ref.first])
    if (ref.first, ref.last) == _whole(doc):
        return Target(str(ref), "whole document", spans)
    block = doc.tables[ref.first].block if ref.kind == "t" else ref.first
    return Target(str(ref), f"{ref} in {path_of(opened, outline.section_of(block))}", spans)


def _whole(doc: Document) -> tuple[int, int]:
    """First and last block of the document."""
    return 0, max(0, len(doc.blocks) - 1)


def _without_contained(targets: list[Target]) -> list[Target]:
    """Targets without those that lie wholly in one before them: nothing is paid for twice."""
    kept: list[Target] = []
    for target in targets:
        if not any(_contains(other.spans, target.spans) for other in kept):
            kept.append(target)
    return kept


def _contains(outer: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(o.start <= s.start and s.end <= o.end for o in outer) for s in inner)


def _all_unknown(missed: Sequence[UnknownReferenceError]) -> UnknownReferenceError:
    shown = " ".join(f"{e.message} {e.hint}" for e in missed[:4])
    more = f" And {len(missed) - 4} more." if len(missed) > 4 else ""
    return UnknownReferenceError(f"None of the {len(missed)} refs is here. {shown}{more}", code=missed[0].code, hint="")
