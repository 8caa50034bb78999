"""Two sides of white space that are read entry by entry: terms and what they mean, signatures with titles and dates,
the fields of a form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from pincite.parsers.pdf.layout import LayoutTable, Line

Item = Line | LayoutTable

PROSE = 15  # characters in a typical line from which a column counts as running text
ENTRIES = 4  # parts that begin level on both sides make entries; one fewer where there is much more text than labels
MOST = 0.8  # of the parts on the side of the labels; and no more of the rows beside them begin parts
FULL = 30  # characters in a typical line of running text: all of its parts have to begin level
TELLING = 12  # characters in a typical line of their texts: numbers beside them are read in rows
APART = 0.25  # of the height of a line: so much more white space than usual parts entries
LEVEL = 0.35  # of the height of a line: how far the beginnings may differ
SET_OFF = 0.5  # of the height of a line: white space around the parts of parallel columns
IN_STEP = 0.35  # of the distance of the parts: how far parallel columns may fall out of step
STEP = 1.2  # the same in heights of a line
TALLEST = 8  # heights of a line: the parts of columns of text are further apart
SAME = 0.3  # of the rows begin with the same label on both sides: blocks side by side
FIELDS = 0.6  # of the lines on the side of the labels end with a colon, and as many have an answer beside them
WORD = re.compile(r"[^\W\d]{3}")


class Spot(NamedTuple):
    """Where an item lies."""

    x0: float
    y0: float
    x1: float
    y1: float
    item: Item


Side = list[Spot]


def entries(labels: Side, texts: Side) -> list[tuple[Side, Side]]:
    """Labels with the texts beside them, where the two sides of a strip are entries (terms and what they mean): what
    stands apart on the one side begins level with what stands apart on the other. Empty where they are not."""
    if min(len(labels), len(texts)) < ENTRIES or typical(texts) < TELLING:
        return []
    height = median(s.y1 - s.y0 for s in texts)
    gaps = sorted(_gaps(texts, height))
    sparse = 2 * len(labels) <= len(texts)
    if len(_gaps(labels, height)) + 1 < len(labels) or (not sparse and len(gaps) + 1 < len(texts)):
        return []  # several columns on one side
    apart = gaps[len(gaps) // 4] + APART * height if gaps else 0.0
    begins, others = _begins(labels, apart), _begins(texts, apart)
    shared = [y for y in begins if any(abs(y - o) <= LEVEL * height for o in others)]
    if len(shared) < ENTRIES - sparse or len(shared) < MOST * len(begins) or len(others) > MOST * (len(gaps) + 1):
        return []
    if typical(labels) >= FULL and not len(shared) == len(begins) == len(others):
        return []  # two columns of paragraphs, some of which begin level
    cuts = [float("-inf"), *(y - LEVEL * height for y in shared[1:]), float("inf")]
    return [
        ([s for s in labels if low <= s.y0 < high], [s for s in texts if low <= s.y0 < high])
        for low, high in pairwise(cuts)
    ]


def _gaps(side: Side, height: float) -> list[float]:
    """The white spaces between the rows of one side."""
    gaps: list[float] = []
    top, reach = side[0].y0, side[0].y1
    for spot in side[1:]:
        if spot.y0 - top > 0.5 * height:
            gaps.append(spot.y0 - reach)
            top = spot.y0
        reach = max(reach, spot.y1)
    return gaps


def _begins(side: Side, apart: float) -> list[float]:
    """Where the parts of one side begin that white space of more than ``apart`` points parts."""
    begins: list[float] = []
    reach = float("-inf")
    for spot in side:
        if spot.y0 - reach > apart:
            begins.append(spot.y0)
        reach = max(reach, spot.y1)
    return begins


def in_step(one: Side, two: Side) -> list[tuple[Side, Side]]:
    """The parts of two columns in pairs where both have as many, set off by white space, and they go down the page in
    step: signatures with their dates, cards in rows. Empty where they do not, and where both have the same labels: the
    signature blocks of two parties."""
    if not (has_words(one) and has_words(two)):
        return []  # figures are read in rows
    height = median(s.y1 - s.y0 for s in (*one, *two))
    a, b = _parts(one, SET_OFF * height), _parts(two, SET_OFF * height)
    if len(a) != len(b) or len(a) < ENTRIES or len(a) == len(one) == len(two):
        return []
    offsets = [q[0].y0 - p[0].y0 for p, q in zip(a, b, strict=True)]
    pitch = median(lower[0].y0 - upper[0].y0 for parts in (a, b) for upper, lower in pairwise(parts))
    reach = min(IN_STEP * pitch, STEP * height)
    if pitch > TALLEST * height or max(offsets) - min(offsets) > reach or abs(median(offsets)) > reach:
        return []
    rows = list(zip(a, b, strict=True))
    same = sum(1 for p, q in rows if _heading_of(p) == _heading_of(q))
    return rows if same < SAME * len(rows) else []


def has_words(side: Side) -> bool:
    """Whether most items of a side are or hold words, and not numbers or signs."""
    return 2 * sum(1 for s in side if isinstance(s.item, Line) and WORD.search(s.item.text)) > len(side)


def _heading_of(part: Side) -> str:
    """The label with which a part begins."""
    item = part[0].item
    return item.text.split(":")[0].casefold() if isinstance(item, Line) else ""


def _parts(side: Side, apart: float) -> list[Side]:
    """The spots of one side (ordered by y) in groups that white space parts."""
    parts: list[Side] = []
    reach = float("-inf")
    for spot in side:
        if spot.y0 - reach > apart:
            parts.append([])
        parts[-1].append(spot)
        reach = max(reach, spot.y1)
    return parts


def are_fields(left: Side, right: Side) -> bool:
    """Whether the left (or right) side has the labels of a form, which end with a colon, and the other the answers
    beside them."""
    return any(_label(one, two) for one, two in ((left, right), (right, left)))


def _label(labels: Side, answers: Side) -> bool:
    if _colons(labels) < FIELDS * len(labels) or 2 * _colons(answers) > len(answers):
        return False
    beside = sum(1 for a in answers if any(abs(a.y0 + a.y1 - s.y0 - s.y1) < s.y1 - s.y0 for s in labels))
    return beside >= FIELDS * len(answers)


def typical(side: Sequence[Spot]) -> float:
    """The number of characters in a typical line."""
    return median(len(s.item.text) if isinstance(s.item, Line) else PROSE for s in side)


def _colons(side: Side) -> int:
    return sum(1 for s in side if isinstance(s.item, Line) and s.item.text.endswith((":", "\uff1a")))
