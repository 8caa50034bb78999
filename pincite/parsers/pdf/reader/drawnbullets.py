"""Bullets that are drawn and no characters: browsers print the marks of a list as small discs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.model import BBox
from pincite.parsers.pdf.layout import Word

BULLET = "•"
_SIDE = (1.5, 7.0)  # points
_ROUND = 1.25  # times as long as short at most
_OF_WORD = (0.12, 0.6)  # of the height of the word beside it
_MIDDLE = (0.3, 0.75)  # of the height of that word: where the middle of a bullet is
_GAP = (0.2, 2.0)  # of that height: between bullet and word; icons of warnings stand farther off
_ALIKE = 1.0  # points by which the gaps of one column differ
_MOST = 300  # small discs of a page: more are the points of a chart
_BAND = 8.0  # points


def are_bullets(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether the bounds of paths (left, top, right, bottom in each row) may be those of bullets."""
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    fits: NDArray[np.bool_] = (
        (_SIDE[0] <= wide) & (wide <= _SIDE[1]) & (high <= _ROUND * wide) & (wide <= _ROUND * high)
    )
    return fits


def with_bullets(words: list[Word], discs: Sequence[BBox]) -> list[Word]:
    """The words of a page with a bullet in front of each that a disc stands before: two at least, one below the other
    and as far from their words."""
    if not 1 < len(discs) <= _MOST:
        return words
    columns: dict[tuple[int, int], list[BBox]] = defaultdict(list)
    for box in sorted(set(discs)):
        columns[round(box.x0), round(2 * (box.x1 - box.x0))].append(box)
    bands = _bands(words)
    before: dict[int, BBox] = {}
    for column in columns.values():
        beside = [(i, box) for box in column if (i := _word_beside(box, words, bands)) is not None]
        if 2 * sum(words[i].text[0].isdigit() for i, _ in beside) > len(beside):  # values at the points of a chart
            continue
        for i, box in beside:
            gap = words[i].x0 - box.x1
            if any(abs(words[j].x0 - other.x1 - gap) <= _ALIKE and i != j for j, other in beside):
                before[i] = box
    if not before:
        return words
    out: list[Word] = []
    for i, word in enumerate(words):
        if disc := before.get(i):
            out.append(word._replace(text=BULLET, x0=disc.x0, x1=disc.x1, flags=0))
        out.append(word)
    return out


def _bands(words: Sequence[Word]) -> dict[int, list[int]]:
    """Indices of the upright words by the strips of the page that they reach into."""
    bands: dict[int, list[int]] = defaultdict(list)
    for i, word in enumerate(words):
        if not word.angle:
            for band in range(int(word.y0 // _BAND), int(word.y1 // _BAND) + 1):
                bands[band].append(i)
    return bands


def _word_beside(box: BBox, words: Sequence[Word], bands: dict[int, list[int]]) -> int | None:
    """The word right of a disc that it is the bullet of; ``None`` where there is none, or the disc stands after a
    word."""
    middle = (box.y0 + box.y1) / 2
    found: int | None = None
    for i in bands.get(int(middle // _BAND), ()):
        word = words[i]
        if not word.y0 < middle < word.y1:
            continue
        if word.x0 < box.x1:
            if word.x1 > box.x0 - (word.y1 - word.y0):
                return None
        elif found is None or word.x0 < words[found].x0:
            found = i
    if found is None:
        return None
    word = words[found]
    high = word.y1 - word.y0
    fits = (
        _OF_WORD[0] * high <= box.y1 - box.y0 <= _OF_WORD[1] * high
        and _MIDDLE[0] * high <= middle - word.y0 <= _MIDDLE[1] * high
        and _GAP[0] * high <= word.x0 - box.x1 <= _GAP[1] * high
    )
    return found if fits else None
