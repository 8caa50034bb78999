"""Finds words that are printed twice on the same spot, which imitates bold print or a shadow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.layout import Word

_GRID = 3.0  # points: the copies begin within half of this of each other
# Near corners share a cell of one of the grids that are shifted so.
_SHIFTS = np.array([[[0.0, 0.0]], [[0.5, 0.0]], [[0.0, 0.5]], [[0.5, 0.5]]])
_OVERLAP = 0.8  # share of width and of height that the copies have in common


def find_doubles(words: Sequence[Word], corners: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Pairs (first copy, later copy) of indices; a later copy stands in one pair only. ``corners`` are left and top
    of the words."""
    if len(words) < 2:
        return []
    pairs: dict[int, int] = {}
    cells = np.floor(corners / _GRID + _SHIFTS).astype(np.int64)
    all_keys = cells[:, :, 0] * 1_000_003 + cells[:, :, 1]
    ordered = np.sort(all_keys)
    for keys in all_keys[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]:
        _, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
        crowded = np.flatnonzero(counts[place] > 1).tolist()
        groups: dict[tuple[int, str], list[int]] = defaultdict(list)
        for i in crowded:
            groups[int(keys[i]), words[i].text].append(i)
        for group in groups.values():
            for i, j in pairwise(group):
                if j not in pairs and _covers(words[i], words[j]):
                    pairs[j] = pairs.get(i, i)
    return sorted((first, later) for later, first in pairs.items())


def _covers(a: Word, b: Word) -> bool:
    wide = min(a.x1, b.x1) - max(a.x0, b.x0)
    high = min(a.y1, b.y1) - max(a.y0, b.y0)
    return wide >= _OVERLAP * max(a.x1 - a.x0, b.x1 - b.x0) and high >= _OVERLAP * max(a.y1 - a.y0, b.y1 - b.y0)


def is_offset(a: Word, b: Word) -> bool:
    """Whether the second copy lies beside the first and not exactly on it."""
    return max(abs(a.x0 - b.x0), abs(a.y0 - b.y0)) > 0.02
