"""Which numbers in the margins count the pages.

A printed number is believed for the company it keeps: pages that follow each other carry numbers that follow each
other, in the same writing and in the same place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from pincite.parsers.pdf.furniture.margins import CELLS, Edge
from pincite.parsers.pdf.furniture.pagenumbers import Form, Number, read_numbers
from pincite.parsers.pdf.layout import Layout

MAX_HOLE = 6  # pages without a number inside a run
SAME_DEPTH = 5.0  # points: how far a line may move up or down from page to page
STEADY = 0.75  # of the numbers of a run stand in their usual place
FEW_PAGES = 8  # in so short a document two numbers are enough


@dataclass(slots=True)
class Sighting:
    """A number in a margin that may count pages."""

    number: Number
    edge: Edge

    @property
    def page(self) -> int:
        """The index of the page."""
        return self.edge.page

    @property
    def spot(self) -> tuple[str, int]:
        """Margin and depth, in steps."""
        return self.edge.place, round(self.edge.depth / SAME_DEPTH)


Run = list[Sighting]


def believed_runs(edges: Iterable[Edge], layout: Layout) -> list[Run]:
    """Runs of sightings that count the pages, the most believable first; a page may occur in several."""
    declared = [page.declared_label for page in layout.pages]
    places: set[tuple[str, float]] = set()
    known: dict[int, Number] = {}
    out: list[Run] = []
    for run in _runs(edges):
        if _believable(run, declared, places, known):
            run = _plain(run)
            places |= {(s.edge.place, round(s.edge.depth)) for s in run}
            for seen in run:
                known.setdefault(seen.page, seen.number)
            out.append(run)
    return out


def _runs(edges: Iterable[Edge]) -> list[Run]:
    """Runs of numbers that step with the pages, longest first; holes up to ``MAX_HOLE`` pages are allowed."""
    tracks: dict[tuple[str, int], Run] = defaultdict(list)
    for edge in edges:
        for number in read_numbers(edge.line.text):
            if number.value > 0:
                tracks[number.series, number.value - edge.page].append(Sighting(number, edge))
    runs: list[Run] = []
    for track in tracks.values():
        run: Run = []
        for seen in sorted(track, key=lambda s: s.page):
            if run and seen.page - run[-1].page > MAX_HOLE + 1:
                runs.append(run)
                run = []
            run.append(seen)
        runs.append(run)
    return sorted((_in_place(run) for run in runs), key=_weight, reverse=True)


def _in_place(run: Run) -> Run:
    """The sightings of a run in the usual places: one a page where the run is short, so that a figure in the text
    that happens to fit does not spoil it."""
    pages: dict[tuple[str, int], set[int]] = defaultdict(set)
    for seen in run:
        pages[seen.spot].add(seen.page)
    best: dict[int, Sighting] = {}
    for seen in run:
        other = best.get(seen.page)
        if other is None or _rank(seen, pages) > _rank(other, pages):
            best[seen.page] = seen
    return [s for s in run if best[s.page] is s or len(pages[s.spot]) >= 3]


def _rank(seen: Sighting, pages: dict[tuple[str, int], set[int]]) -> tuple[int, int, int]:
    return len(pages[seen.spot]), seen.number.form.value, -seen.edge.row.rank


def _weight(run: Run) -> float:
    """How much a run is to be believed: its pages, weighed by how plainly they are numbered."""
    best: dict[int, int] = {}
    for seen in run:
        best[seen.page] = max(best.get(seen.page, 0), seen.number.form.value)
    return sum(0.5 + form / 4 for form in best.values())


def _plain(run: Run) -> Run:
    """The run without numbers inside a text of their own, like that of a heading which happens to fit."""
    often = Counter(s.spot for s in run if s.number.form is Form.INSIDE)
    plain = {s.page for s in run if s.number.form is not Form.INSIDE}
    return [s for s in run if s.number.form is not Form.INSIDE or (s.page not in plain and often[s.spot] >= 3)]


def _believable(
    run: Run, declared: Sequence[str | None], places: set[tuple[str, float]], known: dict[int, Number]
) -> bool:
    """Whether the numbers of a run count pages. ``places`` and ``known`` are those of the runs that are believed
    already."""
    pages = {s.page for s in run}
    best = max(run, key=lambda s: s.number.form)
    agree = sum(1 for s in run if declared[s.page] == s.number.label)
    if best.number.form is Form.INSIDE and not agree and all(declared[page] for page in pages):
        return False  # the file knows better than a number inside a text
    if len(pages) >= 2 and not _is_steady(run) and not _ends_pages(run):
        return False
    if any(len(s.edge.row.edges) >= CELLS for s in run):
        return len(pages) > max(3, len(declared) // 2)
    if len(pages) >= 3:
        return True
    if best.number.form < Form.NAMED:
        return False
    at_place = all(_is_near(s.edge, places) for s in run)
    if agree == len(run):
        return True
    if at_place and not any(_contradicts(s, known) for s in run):
        return True
    if len(pages) == 2:
        return len(declared) <= FEW_PAGES and all(s.edge.row.rank == 0 for s in run)
    return len(declared) <= 2 and best.number.series in ("1", "i") and _stands_alone(best.edge)


def _contradicts(seen: Sighting, known: dict[int, Number]) -> bool:
    """Whether the nearest known page before or after counts in the same writing, but not so that this number fits."""
    for step in (-1, 1):
        page = next((p for p in range(seen.page + step, seen.page + step * (MAX_HOLE + 2), step) if p in known), None)
        if page is not None and known[page].series == seen.number.series:
            return known[page].value - page != seen.number.value - seen.page
    return False


def _is_near(edge: Edge, places: set[tuple[str, float]]) -> bool:
    return any(place == edge.place and abs(depth - edge.depth) <= SAME_DEPTH for place, depth in places)


def _stands_alone(edge: Edge) -> bool:
    row = edge.row
    return row.rank == 0 and len(row.edges) == 1 and (row.gap is None or row.gap > edge.line.size)


def _ends_pages(run: Run) -> bool:
    """Whether each number says by itself what it is ("Page 3 of 80") and is the last line of its page, wherever
    that is."""
    return len(run) >= 3 and all(s.number.form is Form.NAMED and s.edge.row.rank == 0 for s in run)


def _is_steady(run: Run) -> bool:
    """Whether the numbers stand in one place, or in one at the top and one at the bottom."""
    depths: dict[str, list[float]] = defaultdict(list)
    for seen in run:
        depths[seen.edge.place].append(seen.edge.depth)
    steady = sum(sum(1 for d in ds if abs(d - median(ds)) <= SAME_DEPTH) for ds in depths.values())
    return steady >= STEADY * len(run) and len(depths) <= max(1, len(run) // 2)
