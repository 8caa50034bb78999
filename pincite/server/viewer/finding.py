"""Search and verification for a person: hits and verdicts that lead to their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pincite.citations import link_ref, place_path
from pincite.server.fence import shorten
from pincite.server.pages import PageNames, unread
from pincite.server.references import section_path
from pincite.server.searching import MAX_QUERY
from pincite.server.viewer.markup import Html, join, tag

if TYPE_CHECKING:
    from pincite.registry import OpenDocument, SearchHit, SearchResult
    from pincite.server.desk import Desk
    from pincite.verify import Match, Verdict

_HITS = 20
_CELLS = re.compile(r"\s*\|(?:\s*\|)*\s*")  # what stands between the cells of a table
_RULE = re.compile(r"(?:\s*\|\s*-{3,})+(?:\s*\|)?")  # between the header and the body of a table
MAX_QUOTE = 4000
_WORDS = {
    "verified": ("good", "Verified", "The words stand in the document."),
    "moved": ("fair", "Moved", "The words stand elsewhere than claimed."),
    "ambiguous": ("fair", "In several places", "Quote more words to pick one."),
    "stale": ("fair", "From an older version", "The anchor names an older version of the document."),
    "drift": ("bad", "Not found", "The words do not stand in the document."),
    "unknown": ("bad", "Unknown", "There is no such place."),
}


def hits(desk: Desk, query: str, doc_ids: Sequence[str] | None) -> Html:
    """What a search in the documents (``None``: in all that are here) finds."""
    asked = query.strip()[:MAX_QUERY]
    if not asked:
        return Html("")
    result = desk.registry.search(asked, doc_ids=doc_ids, limit=_HITS)
    lone = desk.get(doc_ids[0]) if doc_ids is not None and len(doc_ids) == 1 else None
    found = [_hit(desk.get(hit.doc_id), hit, named=lone is None) for hit in result.hits]
    count = f"{len(found)} {'place' if len(found) == 1 else 'places'}" + (", the best" if len(found) == _HITS else "")
    note = unread(lone) if lone is not None and not found else None
    return join(
        tag("p", f"{count} for ", tag("q", asked, dir="auto"), class_="count", role="status"),
        _missing(result),
        tag("ol", found, class_="hits") if found else None,
        tag("p", note) if note else None,
    )


def _missing(result: SearchResult) -> Html | None:
    if not result.missing:
        return None
    said = [
        join(tag("b", m.word), " stands nowhere", f"; near: {', '.join(m.near[:3])}" if m.near else "", ". ")
        for m in result.missing[:8]
    ]
    return tag("p", said, class_="missing")


def _hit(opened: OpenDocument, hit: SearchHit, *, named: bool) -> Html:
    path = section_path([s.title for s in opened.outline.path(hit.section)])
    where = [opened.document.title] if named else []
    if hit.page_number:
        where.append(f"page {PageNames(opened).name(hit.page_number)}")
    ref = f"b{hit.block}"
    return tag(
        "li",
        tag(
            "a",
            tag("span", " · ".join([*where, path]), class_="where", dir="auto"),
            tag("span", _snippet(hit), class_="snippet", dir="auto"),
            href=place_path(opened.document, ref),
            data_go=not named,
        ),
    )


def _snippet(hit: SearchHit) -> str:
    """Its words; of a table the cells, with a dot between them."""
    words = _RULE.sub(" ", hit.snippet)
    return _CELLS.sub(" · ", words).strip(" ·") if words.lstrip().startswith("|") else words


def verdict(opened: OpenDocument, quote: str, page: str) -> Html:
    """Whether the quote stands in the document, and where. ``page``: the label that is claimed, or empty."""
    asked = quote.strip()[:MAX_QUOTE]
    if not asked:
        return tag("p", "Paste the words to check.", role="status")
    claimed = PageNames(opened).labelled(page.strip()[:80]) if page.strip() else None
    return _told(opened, opened.verifier.verify(asked, page=claimed))


def _told(opened: OpenDocument, found: Verdict) -> Html:
    look, name, words = _WORDS[found.status.value]
    if look == "bad" and found.message:
        words = found.message
    return tag(
        "div",
        tag("p", tag("b", name), ". ", words, " Capitals differ." if found.case_differs else None),
        tag("ol", [_match(opened, match) for match in found.matches], class_="hits") if found.matches else None,
        tag("p", "Nearest: ", _differences(found.nearest), class_="nearest", dir="auto") if found.nearest else None,
        class_=f"verdict {look}",
        role="status",
    )


def _match(opened: OpenDocument, match: Match) -> Html:
    return tag(
        "li",
        tag(
            "a",
            tag("span", " · ".join(_where(opened, match)), class_="where", dir="auto"),
            tag("span", shorten(match.quote, 300), class_="snippet", dir="auto"),
            href=place_path(opened.document, link_ref(opened.document, match)),
            data_go=True,
        ),
        tag("p", match.recognised.words, class_="missing") if match.recognised else None,
    )


def _where(opened: OpenDocument, match: Match) -> Iterable[str]:
    pages = PageNames(opened).range_name(match.page_numbers)
    return [part for part in (pages, section_path(match.section) if match.section else "") if part]


def _differences(nearest: str) -> list[Html]:
    """The nearest passage with what the quote says in its place struck out."""
    out: list[Html] = []
    rest = nearest
    while rest:
        at = min((i for i in (rest.find("[-"), rest.find("{+")) if i >= 0), default=-1)
        if at < 0:
            break
        close = "-]" if rest[at] == "[" else "+}"
        end = rest.find(close, at)
        if end < 0:
            break
        name = "del" if rest[at] == "[" else "ins"
        out += [join(rest[:at]), tag(name, rest[at + 2 : end])]
        rest = rest[end + 2 :]
    return [*out, join(rest)]
