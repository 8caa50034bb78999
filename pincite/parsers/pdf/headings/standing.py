"""Words that stand again and again and head nothing: stamps across the pages, names over titles, labels of a form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.statements import BESIDE_STATEMENT, tells_units
from pincite.parsers.pdf.headings.titles import is_address, is_standard, names_company, names_statement
from pincite.parsers.pdf.layout import PageLayout, Word

_STAMPED = 4  # pages with a word in one place
_LARGE = 1.8  # than the body
_STAMP_SHARE = 0.3  # of the pages of the document
_NAMED = 3  # times that a name stands over titles
_OVER = 0.6  # share of its times
_LABELS = 8  # times from which a title is a label that each entry of a form has
_GRID = 4.0  # points
_HEAP = 4  # lines in one look, one right after the other
_TEXT_SIZE = 1.05  # of the body, at most

Place = tuple[str, int, int]


def weigh_stamps(candidates: Sequence[Candidate], pages: Sequence[PageLayout], body: float) -> None:
    """Large words at one place of many pages are stamped on them ("DRAFT", "COPY"): they are no headings."""
    large = [c for c in candidates if c.short and c.look.size > _LARGE * body]
    styles = {w.style for c in large for line in c.block.lines for w in line.words}
    places = Counter(_place(w) for page in pages for line in page.lines for w in line.words if w.style in styles)
    least = max(_STAMPED, _STAMP_SHARE * len(pages))
    for c in large:
        if all(places[_place(w)] >= least for line in c.block.lines for w in line.words):
            c.weigh(-8.0, "stamped on the pages")


def _place(word: Word) -> Place:
    return word.text, round(word.x0 / _GRID), round(word.y0 / _GRID)


def weigh_labels(candidates: Sequence[Candidate], repeated: Counter[str]) -> None:
    """The same words over each entry of a form ("Results", "Progress update") lead nowhere in an outline."""
    for c in candidates:
        n = repeated[c.key]
        if n >= _LABELS and not (c.number or c.indent or c.bookmark or c.tag or c.run_in):
            c.weigh(-0.4 * min(n - _LABELS + 5, 14), "a label of many entries")


def weigh_heaps(candidates: Sequence[Candidate], body: float) -> None:
    """Lines in one look and not larger than the text that stand one right below the other, and nothing between them,
    are the items of a list or the fields of a form: a title has something to head."""
    heap: list[Candidate] = []
    for c in [*candidates, None]:
        if c is not None and heap and _goes_below(heap[-1], c):
            heap.append(c)
            continue
        if len(heap) >= _HEAP:
            for line in heap:
                line.weigh(-4.0, "one of many lines with nothing between them")
        plain = c is not None and c.look.size <= _TEXT_SIZE * body and not _is_firm(c) and not c.tag and not c.run_in
        heap = [c] if c is not None and plain else []


def _goes_below(last: Candidate, c: Candidate) -> bool:
    return (
        c.page is last.page
        and c.place == last.place + 1
        and (c.look, c.tag, c.run_in) == (last.look, last.tag, last.run_in)
        and not _is_firm(c)
        and abs(c.block.box.x0 - last.block.box.x0) < _GRID
        and c.block.box.y0 > last.block.box.y0
    )


def weigh_addresses(candidates: Sequence[Candidate]) -> None:
    """The names over an address, in its look and close above it, are its first lines and no titles."""
    lines: set[int] = set()
    for after, c in pairwise(reversed(candidates)):
        if not (is_address(after.text) or id(after) in lines) or not _is_line_over(c, after):
            continue
        for line, weight in ((after, -2.0), (c, -4.0)):
            if id(line) not in lines:
                lines.add(id(line))
                line.weigh(weight, "a line of an address")


def _is_line_over(c: Candidate, after: Candidate) -> bool:
    """Whether two lines stand as those of one address do."""
    near = 0 < after.block.box.y0 - c.block.box.y1 < 1.6 * c.look.size
    alike = c.look.face == after.look.face and after.place == c.place + 1 and after.page is c.page
    return near and alike and len(c.block.lines) == 1 and not _is_firm(c)


def weigh_names(candidates: Sequence[Candidate], threshold: float) -> None:
    """A name that stands directly over one title after another ("ACME CORPORATION" over "BALANCE SHEETS") is none, nor
    is that of a company over a single statement."""
    over: dict[str, list[bool]] = defaultdict(list)
    for c, after in pairwise(candidates):
        if _is_between(c, after):
            after.weigh(3.5, "between a company and the unit of a table")
        if c.short:
            over[c.key].append(_stands_over(c, after, threshold))
            if over[c.key][-1] and names_statement(after.text) and names_company(c.text) and not _is_firm(c):
                c.weigh(-4.0, "a name over a statement")
    for c in candidates:
        if BESIDE_STATEMENT in c.block.evidence:
            c.weigh(-6.0, BESIDE_STATEMENT)
        seen = over.get(c.key, ())
        if len(seen) >= _NAMED and sum(seen) >= _OVER * len(seen) and not _is_firm(c):
            c.weigh(-4.0, "a name over titles")


def _is_between(c: Candidate, after: Candidate) -> bool:
    """Whether a title stands between the name of a company and the units of the table below."""
    if not after.short or after.place != c.place + 1 or after.page is not c.page or not names_company(c.text):
        return False
    below = after.around.flow[after.at + 1 : after.at + 4]
    units = [b for b in below if b.lines and tells_units(b.lines[0].text)]
    return bool(units) and below[0] is units[0] and any(b.table is not None for b in below) and c.look == after.look


def _stands_over(c: Candidate, after: Candidate, threshold: float) -> bool:
    return (
        after.place == c.place + 1
        and after.page is c.page
        and after.key != c.key
        and (after.score >= threshold or is_standard(after.text))
        and after.look.size <= 1.02 * c.look.size + 6
        and after.block.box.y0 - c.block.box.y1 < 1.5 * c.look.size
    )


def _is_firm(c: Candidate) -> bool:
    return bool(c.number or c.indent or c.bookmark or c.tag or c.run_in or is_standard(c.text))
