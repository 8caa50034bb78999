"""What ``open_document`` returns: what the document is, what is wrong with it, and its whole text or its outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.health import Trouble, page_ranges, troubles
from pincite.server.budget import fit
from pincite.server.fence import fence, line
from pincite.server.outlines import OutlineView, next_step
from pincite.server.pages import PageNames
from pincite.server.reading import whole_text

if TYPE_CHECKING:
    from pincite.registry import OpenDocument, Pending
    from pincite.server.readlimits import ReadLimits

_SHOWN_SOURCE = 300
_WARNINGS = 8
_SOME, _FEW = 100, 1500  # tokens of a section that is an example of what to read


def result_text(result: OpenDocument | Pending, source: str, limits: ReadLimits, waited_s: float) -> str:
    """The result of ``open_document``, whether the document is there or still being parsed."""
    from pincite.registry import OpenDocument

    if isinstance(result, OpenDocument):
        return opened_text(result, limits.full_text_tokens, limits.max_read_tokens)
    return pending_text(result, source, waited_s)


def opened_text(opened: OpenDocument, full_text_tokens: int, limit: int) -> str:
    """The result of an opened document in at most ``limit`` tokens. Documents of up to ``full_text_tokens`` begin with
    their text and, where the limit is smaller than they are, end with the call that continues; larger ones show their
    outline."""
    head = [_facts(opened), *_warnings(opened)]
    if not opened.costs.total:
        return "\n".join([*head, "No text was found in this document."])
    if opened.costs.total <= full_text_tokens:
        return fit(lambda room: "\n".join([*head, *whole_text(opened, room)]), limit)
    view = OutlineView(opened)
    return fit(lambda room: "\n".join([*head, *_outline(view, room)]), limit)


def pending_text(pending: Pending, source: str, waited_s: float) -> str:
    """The result where the parse is still going on."""
    pages = f", {pending.pages_done} of {pending.pages_total} pages" if pending.pages_total else ""
    what = f"doc_id {pending.doc_id}{pages}" if pending.doc_id else "the download goes on"
    again = f'Call open_document("{line(source, _SHOWN_SOURCE)}") again'
    if len(source) > _SHOWN_SOURCE:
        again = "Call open_document again with the same source"
    return f"status: parsing | {what} after {waited_s:.0f} s\nThe parse goes on. {again} to wait for the rest."


def _facts(opened: OpenDocument) -> str:
    doc = opened.document
    title, file = line(doc.title, 100), line(doc.source, 80)
    counts = [doc.format.upper()]
    if doc.pages:
        counts.append(_count(len(doc.pages), "page"))
    counts.append(_count(opened.costs.total, "token"))
    counts += [_count(n, what) for n, what in ((len(doc.tables), "table"), (len(doc.charts), "chart")) if n]
    return f"doc_id {doc.doc_id} | {title}{f' ({file})' if file != title else ''} | {', '.join(counts)}"


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}" + ("" if n == 1 else "s")


def _warnings(opened: OpenDocument) -> list[str]:
    """A line for each kind of trouble, with the pages it is about."""
    found = troubles(opened.document)
    lines = [_warning(opened, trouble) for trouble in found[:_WARNINGS]]
    if len(found) > _WARNINGS:
        lines.append(f"Warning: {len(found) - _WARNINGS} more kinds of trouble.")
    return lines


def _warning(opened: OpenDocument, trouble: Trouble) -> str:
    where = f", {page_ranges(trouble.pages, PageNames(opened).name)}" if trouble.pages else ""
    return f"Warning {line(trouble.code, 40)}{where}: {line(trouble.text, 200)}"


def _outline(view: OutlineView, room: int) -> list[str]:
    drawn = view.draw(room)
    doc_id = view.opened.document.doc_id
    how = f'Read an entry: read("{doc_id}", ["s{_example(view)}"]); find words: search. Costs include subsections.'
    return [fence("\n".join(drawn.lines)), *next_step(view, drawn), how]


def _example(view: OutlineView) -> int:
    """The entry that shows how to read one: a small one, since models do as they are shown."""
    costs, sections = view.opened.costs, view.opened.outline.sections
    return next((s.id for s in sections if _SOME <= costs.section(s) <= _FEW), min(sections, key=costs.section).id)
