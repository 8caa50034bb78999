"""Boxes in rows, each read as a whole: cards, the addresses of an invoice in two frames, steps beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line, hull
from pincite.parsers.pdf.text.asides import Aside

LEVEL = 2.0  # points: boxes of a row begin as level
FEWEST = 2  # boxes in a row


def find_cards(cards: Sequence[Aside], lines: Sequence[Line], *, rtl: bool) -> list[Aside]:
    """The boxes of a page in the order in which they are read, where all stand in rows with nothing else beside them;
    else none."""
    rows: list[list[Aside]] = []
    for card in sorted(cards, key=lambda c: c.box.y0):
        if rows and card.box.y0 - rows[-1][0].box.y0 < LEVEL:
            rows[-1].append(card)
        else:
            rows.append([card])
    if not rows or any(len(row) < FEWEST or not _is_row(row) for row in rows):
        return []
    bounds = [hull([c.box for c in row]) for row in rows]
    if any(lower.y0 < upper.y1 - LEVEL for upper, lower in pairwise(bounds)):
        return []
    inside = {id(n) for card in cards for n in card.lines}
    if any(n.y0 < box.y1 and n.y1 > box.y0 for box in bounds for n in lines if id(n) not in inside):
        return []
    return [card for row in rows for card in sorted(row, key=lambda c: -c.box.x0 if rtl else c.box.x0)]


def _is_row(row: Sequence[Aside]) -> bool:
    """Whether boxes stand beside each other."""
    boxes: list[BBox] = sorted((c.box for c in row), key=lambda b: b.x0)
    return all(a.x1 <= b.x0 + LEVEL for a, b in pairwise(boxes))
