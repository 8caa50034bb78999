"""Which blocks the contents list: an entry gives the title of a heading, its indent, and the page that it is on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.likeness import bare, likeness
from pincite.parsers.pdf.headings.titles import key
from pincite.parsers.pdf.headings.toc import Entry
from pincite.parsers.pdf.layout import PageLayout

_PAGED = 4.5  # title and page agree
_NAMED = 3.5  # the title agrees; the page is not known, or nothing on it has the title
_RUNNING = -6.0  # the title again at the top of a page that the contents do not name
_BORNE_OUT = 0.6  # share of the titles found that must stand on the page of their label
_ENOUGH = 3  # titles found before labels are believed


def match_entries(entries: Sequence[Entry], candidates: Sequence[Candidate], pages: Sequence[PageLayout]) -> None:
    """Weighs the candidates that are listed and sets their indents. Where the labels of the contents prove right, an
    entry means the heading on its page: the same words elsewhere gain nothing by it."""
    by_key: dict[str, list[Candidate]] = defaultdict(list)
    by_page: dict[int, list[Candidate]] = defaultdict(list)
    for c in candidates:
        if c.short:
            by_key[c.key].append(c)
            by_page[c.page.number].append(c)
    keyed = [(e, key(e.title)) for e in entries]
    keyed = [(e, k) for e, k in keyed if len(k) > 2]
    places = _places(keyed, by_key, pages)
    named: dict[int, tuple[Candidate, int]] = {}
    running: dict[int, Candidate] = {}  # the same words at the top of a later page
    for entry, k in keyed:
        here = [c for number in places.get(entry.label or "", ()) for c in by_page[number]]
        best = max(here, key=lambda c: (likeness(k, bare(entry.title), c), -c.place), default=None)
        if best is not None and likeness(k, bare(entry.title), best):
            if best.indent is None:
                best.indent = entry.level
                best.weigh(_PAGED, "contents entry of this title and page")
            for c in by_key[best.key]:
                if c.first_on_page and c.place > best.place and id(c) not in running:
                    running[id(c)] = c
        else:
            for c in by_key[k]:
                named.setdefault(c.place, (c, entry.level))
    for c in running.values():
        if c.indent is None:
            c.weigh(_RUNNING, "")
    for c, level in named.values():
        if c.indent is None:
            c.indent = level
            c.weigh(_NAMED, "contents entry of this title")


def _places(
    keyed: Sequence[tuple[Entry, str]], by_key: Mapping[str, Sequence[Candidate]], pages: Sequence[PageLayout]
) -> dict[str, set[int]]:
    """The page numbers that each label of the contents means; empty where the titles do not bear the labels out.
    Pages without labels are counted: the distance between label and page that most titles have."""
    found = [(e.label, {c.page.number for c in by_key.get(k, ())}) for e, k in keyed if e.label and by_key.get(k)]
    labels = {e.label for e, _ in keyed if e.label}
    printed: dict[str, set[int]] = defaultdict(set)
    for page in pages:
        printed[_plain(page.printed_label or page.declared_label or "")].add(page.number)
    as_printed = {label: printed[_plain(label)] for label in labels if _plain(label) in printed}
    distances = Counter(n - int(label) for label, at in found if label.isdecimal() for n in at)
    distance = distances.most_common(1)[0][0] if distances else 0
    counted = {label: {int(label) + distance} for label in labels if label.isdecimal()}
    for places in (as_printed, counted):
        known = [(places[label], at) for label, at in found if label in places]
        right = sum(bool(page & at) for page, at in known)
        if right >= max(_ENOUGH, _BORNE_OUT * len(known)):
            return places
    return {}


def _plain(label: str) -> str:
    """A label without the word "page" and without what distinguishes dashes and cases."""
    return key(label).removeprefix("page")
