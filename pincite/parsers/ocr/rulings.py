"""Ruling lines in the picture of a page: long straight runs of ink, a few pixels thick."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.ocr.pictures import Ink

_SHORTEST = 0.35  # inches
_THICKEST = 0.06  # inches; what is thicker is an area or part of a picture
_BESIDE = 3  # pixels from a line to where white should be
_CROWDED = 0.3  # share of its length beside which there is ink; under a line of print there is more
_MOST_RUNS = 30_000  # a photograph has more; what stands in it is no table


class Bar(NamedTuple):
    """A line in pixels, edges half open."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def is_level(self) -> bool:
        return self.x1 - self.x0 > self.y1 - self.y0


def bars_of(ink: Ink, dpi: int) -> list[Bar]:
    """The level and upright lines of a straight picture, those along words included."""
    shortest, thickest = max(8, round(_SHORTEST * dpi)), max(2, round(_THICKEST * dpi))
    level = _level_bars(ink, shortest, thickest)
    upright = _level_bars(np.ascontiguousarray(ink.T), shortest, thickest)
    return level + [Bar(b.y0, b.x0, b.y1, b.x1) for b in upright]


def _level_bars(ink: Ink, shortest: int, thickest: int) -> list[Bar]:
    open_: list[list[int]] = []  # the bars that may go on in the next row
    done: list[list[int]] = []
    last = -2
    for row, x0, x1 in _runs(_closed(ink), shortest):
        if row > last + 1:
            done += open_
            open_ = []
        elif row > last:
            done += [bar for bar in open_ if bar[3] < last]
            open_ = [bar for bar in open_ if bar[3] >= last]
        last = row
        touching = [bar for bar in open_ if bar[0] < x1 and bar[2] > x0]
        merged = [x0, row, x1, row]
        for bar in touching:
            open_.remove(bar)
            merged = [min(merged[0], bar[0]), min(merged[1], bar[1]), max(merged[2], bar[2]), max(merged[3], bar[3])]
        open_.append(merged)
    bars = [Bar(x0, y0 + 1, x1, max(y1, y0 + 2)) for x0, y0, x1, y1 in done + open_]  # without the rows of closing
    return [bar for bar in bars if bar.y1 - bar.y0 <= thickest and _stands_free(bar, ink)]


def _stands_free(bar: Bar, ink: Ink) -> bool:
    """Whether there is white on both sides: else it is the edge of an area, or letters that run into each other."""
    rows = [row for row in (bar.y0 - _BESIDE, bar.y1 + _BESIDE - 1) if 0 <= row < len(ink)]
    return all(ink[row, bar.x0 : bar.x1].mean() <= _CROWDED for row in rows)


def _closed(ink: Ink) -> Ink:
    """Each column grown by a pixel up and down: a line that leans a little, or has holes, is one run then."""
    grown = ink.copy()
    grown[1:] |= ink[:-1]
    grown[:-1] |= ink[1:]
    return grown


def _runs(ink: Ink, shortest: int) -> list[tuple[int, int, int]]:
    """(Row, first column, column after the last) of each run of ink that is long enough, row by row."""
    left, length = ink, 1  # left[y, x]: ``length`` pixels from x on are ink
    while length < shortest:
        step = min(length, shortest - length)
        left = left[:, : left.shape[1] - step] & left[:, step:]
        length += step
        if not left.shape[1]:
            return []
    ys, xs = np.nonzero(left)
    if not len(ys) or len(ys) > _MOST_RUNS * 200:
        return []
    first = _starts(ys, xs)
    if len(first) > _MOST_RUNS:
        return []
    last = np.append(first[1:], len(ys)) - 1
    return list(zip(ys[first].tolist(), xs[first].tolist(), (xs[last] + length).tolist(), strict=True))


def _starts(ys: NDArray[np.intp], xs: NDArray[np.intp]) -> NDArray[np.intp]:
    begins = np.ones(len(ys), np.bool_)
    begins[1:] = (np.diff(ys) != 0) | (np.diff(xs) != 1)
    return np.flatnonzero(begins)
