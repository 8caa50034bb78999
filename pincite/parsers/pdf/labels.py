"""Printed page labels: what a reader sees on each page, made consistent over the document."""

from __future__ import annotations

from itertools import pairwise

from pincite.parsers.pdf.counting import MAX_HOLE, Sighting, believed_runs
from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.margins import margin_rows
from pincite.parsers.pdf.pagenumbers import roman


def read_labels(layout: Layout) -> None:
    """Sets ``PageLayout.printed_label`` where a page shows its label in its furniture, or where the labels of the
    pages before and after it leave no choice."""
    marked = [[n for n in page.lines if n.furniture is not None] for page in layout.pages]
    seen_edges = [
        edge
        for i, page in enumerate(layout.pages)
        for row in margin_rows(i, marked[i], page)
        for edge in row.edges
    ]  # fmt: skip
    chosen: dict[int, Sighting] = {}
    for run in believed_runs(seen_edges, layout):
        for seen in run:
            chosen.setdefault(seen.page, seen)
    for page, seen in chosen.items():
        layout.pages[page].printed_label = seen.number.label
    _fill_holes(layout, chosen)


def _fill_holes(layout: Layout, chosen: dict[int, Sighting]) -> None:
    pages = sorted(chosen)
    for before, after in pairwise(pages):
        a, b = chosen[before].number, chosen[after].number
        if not 1 < after - before <= MAX_HOLE + 1 or a.series != b.series or b.value - a.value != after - before:
            continue
        for page in range(before + 1, after):
            value = a.value + page - before
            layout.pages[page].printed_label = a.series[:-1] + _write(value, a.series[-1])


def _write(value: int, writing: str) -> str:
    if writing == "1":
        return str(value)
    return roman(value) if writing == "i" else roman(value).upper()
