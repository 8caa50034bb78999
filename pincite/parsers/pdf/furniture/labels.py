"""Printed page labels: what a reader sees on each page, made consistent over the document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from pincite.parsers.pdf.furniture.counting import MAX_HOLE, believed_runs
from pincite.parsers.pdf.furniture.flowing import labels_of, mark_flowing_numbers
from pincite.parsers.pdf.furniture.margins import margin_rows
from pincite.parsers.pdf.furniture.pagenumbers import Form, Number, number_at, read_numbers
from pincite.parsers.pdf.layout import Furniture, Layout, PageLayout

BELIEVED = 0.5  # of the declared labels agree with those printed beside them, else the file does not know
FEW = 0.1  # of the labels of a count may be at odds with labels in the margins; those are then not believed


def read_labels(layout: Layout) -> None:
    """Sets ``PageLayout.printed_label`` where a page shows its label, or where the labels of the pages before and
    after it leave no choice. Numbers that stand right after the text, where no margin is, are marked as furniture."""
    chosen = _in_margins(layout)
    for count in mark_flowing_numbers(layout):
        _add(labels_of(count, layout), chosen)
    _find_named(layout, chosen)
    for page, number in chosen.items():
        layout.pages[page].printed_label = number.label
    _fill_holes(layout, chosen)
    _doubt_declared(layout)


def _in_margins(layout: Layout) -> dict[int, Number]:
    marked = [[n for n in page.lines if n.furniture is not None] for page in layout.pages]
    edges = [
        edge
        for i, page in enumerate(layout.pages)
        for row in margin_rows(i, marked[i], page)
        for edge in row.edges
    ]  # fmt: skip
    chosen: dict[int, Number] = {}
    for run in believed_runs(edges, layout):
        for seen in run:
            chosen.setdefault(seen.page, seen.number)
    return chosen


def _add(labels: Mapping[int, Number], chosen: dict[int, Number]) -> None:
    """Adds the labels of a count. Where they contradict those of the margins, the fewer are given up: no label is
    better than a wrong one."""
    odd = [page for page, number in labels.items() if page in chosen and chosen[page].label != number.label]
    if len(odd) > FEW * len(labels):
        return
    chosen.update(labels)
    for page in odd:
        del chosen[page]


def _find_named(layout: Layout, chosen: dict[int, Number]) -> None:
    """Adds pages next to a labelled one that say the same in other words ("Page 1 of 6" where the others say "Page 2 of
    6"), wherever that stands on them: first pages have their number in places of their own."""
    for step, pages in ((-1, sorted(chosen, reverse=True)), (1, sorted(chosen))):
        for known in pages:
            page = known + step
            if page in chosen or not 0 <= page < len(layout.pages) or chosen[known].value + step < 1:
                continue
            number = number_at(chosen[known], step)
            wanted = {_renamed(text, chosen[known].label, number.label) for text in _named(layout.pages[known])}
            found = [n for n in layout.pages[page].lines if n.text in wanted]
            if len(found) == 1:
                found[0].furniture = Furniture.PAGE_LABEL
                chosen[page] = number


def _named(page: PageLayout) -> list[str]:
    """The lines of a page's furniture that say by themselves that they are its number."""
    marked = [n.text for n in page.lines if n.furniture is not None]
    return [text for text in marked if any(n.form is Form.NAMED for n in read_numbers(text))]


def _renamed(text: str, old: str, new: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text, count=1)


def _fill_holes(layout: Layout, chosen: Mapping[int, Number]) -> None:
    pages = sorted(chosen)
    for before, after in pairwise(pages):
        a, b = chosen[before], chosen[after]
        if not 1 < after - before <= MAX_HOLE + 1 or a.series != b.series or b.value - a.value != after - before:
            continue
        for page in range(before + 1, after):
            layout.pages[page].printed_label = number_at(a, page - before).label


def _doubt_declared(layout: Layout) -> None:
    """Forgets declared labels of pages without a printed one where they would lead astray: those that other pages
    show, and all where the file does not know what is printed (it numbers the sheets, or forgot the cover)."""
    both = [(p.printed_label, p.declared_label) for p in layout.pages if p.printed_label and p.declared_label]
    is_known = sum(printed == declared for printed, declared in both) >= BELIEVED * len(both)
    shown = {page.printed_label for page in layout.pages}
    for page in layout.pages:
        if page.printed_label is None and (not is_known or page.declared_label in shown):
            page.declared_label = None
