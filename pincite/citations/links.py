"""Links that open a document at the cited place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol
from urllib.parse import quote

from pincite.anchors import Ref
from pincite.model import Document, Span
from pincite.spans import visible_parts
from pincite.verify import Match

MAX_REFS = 20
"""Places that a link may name; a quote over more blocks is named by their range."""


class Revised(Protocol):
    """A document, or an anchor into it."""

    @property
    def doc_id(self) -> str: ...

    @property
    def rev(self) -> str: ...


def deep_link(public_url: str | None, document: Revised, ref: str) -> str | None:
    """The address at which the viewer shows the place ``ref`` (``b12:40-95``, ``t3/r4c2``, or several with commas
    between) of a document; ``None`` where there is no viewer. It names the revision, so that it never marks other words
    than it was made for."""
    if not public_url:
        return None
    return public_url.rstrip("/") + place_path(document, ref)


def place_path(document: Revised, ref: str) -> str:
    """The path of a place in the viewer, with the revision that ``ref`` belongs to."""
    return f"/d/{quote(document.doc_id, safe='')}?a={quote(ref, safe=':/-,')}&r={quote(document.rev, safe='')}"


def link_ref(doc: Document, match: Match) -> str:
    """The places of a link that marks the words of a quote and no others: of one over several blocks, or with parts
    left out, each stretch by its characters."""
    ref = match.anchor.ref
    if ref.cell is not None or (ref.last is None and len(match.spans) == 1):
        return str(ref)
    return exact_refs(doc, match.spans) or str(ref)


def exact_refs(doc: Document, spans: Iterable[Span]) -> str:
    """The places of the characters of ``spans``, furniture left out; empty where there are none."""
    refs = []
    for _, block, start, end in visible_parts(doc, spans):
        whole = (start, end) == (block.start, block.end)
        refs.append(Ref("b", block.id, chars=None if whole else Span(start - block.start, end - block.start)))
    if len(refs) > MAX_REFS:
        refs = [Ref("b", refs[0].first, refs[-1].first)]
    return ",".join(str(ref) for ref in refs)
