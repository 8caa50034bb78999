"""Sizes and weights of print, settled over a document: what was measured line by line differs by a few per cent where
the type is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

import numpy as np

from pincite.parsers.ocr.words import Print

_SAME = 0.075  # share by which sizes of the same type differ at most
_LOOSE = 0.16  # the same for short lines, which measure worse
_SHORT = 6  # characters
_HEAVY = 1.27  # thickness of bold strokes as a multiple of the usual ones
_CLEAR = 1.4  # the same for a word that stands alone in it
_LEAST_WORDS = 12  # that tell the usual thickness


def common_sizes(lines: Iterable[tuple[float, int]]) -> list[float]:
    """The sizes in use, the most frequent first, from (size in points, characters) of each line."""
    left = sorted(lines)
    found = []
    while left:
        sizes = np.array([size for size, _ in left])
        weights = np.array([weight for _, weight in left], np.float64)
        reach = np.log(sizes)
        first = np.searchsorted(reach, reach - _SAME / 2)
        last = np.searchsorted(reach, reach + _SAME / 2, side="right")
        sums = np.concatenate(([0.0], np.cumsum(weights)))
        best = int(np.argmax(sums[last] - sums[first]))
        middle = float(np.average(sizes[first[best] : last[best]], weights=weights[first[best] : last[best]]))
        found.append(round(middle * 2) / 2 if middle > 5 else round(middle, 1))
        left = [(size, weight) for size, weight in left if abs(np.log(size / middle)) > _SAME]
    return list(dict.fromkeys(found))


def settled(size: float, length: int, common: Sequence[float]) -> float:
    """The common size that a measured one stands for; ``length`` is the number of characters measured."""
    reach = _SAME if length >= _SHORT else _LOOSE
    for usual in common:
        if abs(np.log(size / usual)) <= reach:
            return usual
    return round(size, 1)


def bold_words(words: Sequence[Print]) -> list[bool]:
    """Which words of a page are bold: their strokes are clearly thicker than those of most words of about their size,
    and they are not alone in it, or very clearly so."""
    strokes = [w.stroke for w in words if w.stroke]
    if len(strokes) < _LEAST_WORDS:
        return [False] * len(words)
    whole = median(strokes)
    usual: dict[int, float] = {}
    ratios = []
    for word in words:
        step = round(np.log(max(word.size, 1.0)) * 6)
        if step not in usual:
            near = [w.stroke for w in words if w.stroke and abs(np.log(w.size / word.size)) < 0.2]
            usual[step] = median(near) if len(near) >= 3 * _LEAST_WORDS else whole
        ratios.append(word.stroke / usual[step])
    return [_is_bold(i, words, ratios) for i in range(len(words))]


def _is_bold(i: int, words: Sequence[Print], ratios: Sequence[float]) -> bool:
    """Short words, whose strokes tell nothing, are what their neighbours are."""
    around = [ratios[j] for j in (i - 1, i + 1) if 0 <= j < len(words) and words[j].line == words[i].line and ratios[j]]
    if not ratios[i]:
        return bool(around) and min(around) >= _HEAVY
    return ratios[i] >= _CLEAR or (ratios[i] >= _HEAVY and any(r >= _HEAVY for r in around))
