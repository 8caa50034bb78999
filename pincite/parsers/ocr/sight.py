"""A first look at a small picture: does it hold anything that looks like rows of letters? Reading a photograph costs
Tesseract seconds, this costs a few hundredths of one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.ocr.pictures import Ink, ground_of
from pincite.parsers.ocr.tesseract import Grey

SIGHT_DPI = 100
_GROUND = 12  # pixels around, whose mean is the ground that letters stand out from
_CONTRAST = 28  # grey values
_CELL = 20  # pixels; letters are looked for in windows of two cells
_QUIET, _BUSY = 2, 6  # changes between ink and ground in a window: between rows, in rows of letters
_LOWEST, _HIGHEST = 4, 50  # pixels that rows of letters are high
_LEAST = 4  # windows with rows of letters; fewer are chance
_FULL = 40  # the same in a picture that is a text
_LINE = 5  # windows that follow on each other in a line of text
_IN_LINES = 0.8  # share of the windows; figures have about half of theirs, so have tables
_LEAST_IN_LINES = 20  # windows: two lines across a column
_LEVEL = 4  # pixels by which neighbours in a line may differ
_FULL_SHARE = 2.5e-4  # windows with rows of letters a pixel; a page of print has 1e-3


class Window(NamedTuple):
    """A row of letters in one window: its column, its first row and the one behind its last."""

    column: int
    top: int
    bottom: int

    def is_beside(self, other: Window) -> bool:
        """Whether both may be of one line."""
        return abs(self.top - other.top) <= _LEVEL and abs(self.bottom - other.bottom) <= _LEVEL


def holds_text(small: Grey) -> bool:
    """Whether there is any sign of text in a picture with ``SIGHT_DPI``, whichever way up it is; ``True`` in doubt."""
    return rows_of_letters(small) >= _LEAST


def is_full_of_text(small: Grey) -> bool:
    """Whether most of what a picture with ``SIGHT_DPI`` shows looks like text: not a figure with a few words in it."""
    return rows_of_letters(small) >= max(_FULL, _FULL_SHARE * small.size)


def is_lines_of_text(small: Grey) -> bool:
    """Whether what a picture with ``SIGHT_DPI`` shows looks like lines of text, an inch and more of letters in each:
    not the labels of a figure."""
    if min(small.shape) < 2 * _CELL:
        return False
    windows = _most_windows(small)
    return len(windows) >= _LEAST_IN_LINES and _in_lines(windows) >= _IN_LINES * len(windows)


def rows_of_letters(small: Grey) -> int:
    """In how many windows ink changes as often as in letters, on a few rows with quiet ones above and below."""
    if min(small.shape) < 2 * _CELL:
        return _LEAST
    return len(_most_windows(small))


def _most_windows(small: Grey) -> list[Window]:
    """The windows of what is darker than its ground or of what is brighter, as it is or turned: where most are."""
    height = small - ground_of(small, _GROUND).astype(np.int16)
    masks = (height < -_CONTRAST, height > _CONTRAST)
    return max((_windows(turned) for mask in masks for turned in (mask, mask.T)), key=len)


def _windows(ink: Ink) -> list[Window]:
    """The windows with a row of letters, column by column."""
    changes = (ink[:, 1:] != ink[:, :-1])[:, : (ink.shape[1] - 1) // _CELL * _CELL]
    cells = changes.reshape(len(ink), -1, _CELL).sum(axis=2)
    windows = np.ascontiguousarray((cells[:, 1:] + cells[:, :-1]).T)
    if not windows.size:
        return []
    padded: NDArray[np.intp] = np.zeros((windows.shape[0], windows.shape[1] + 2), np.intp)
    padded[:, 1:-1] = windows  # a quiet row at both ends of each window
    flat = padded.ravel()
    steps = np.diff((flat > _QUIET).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1) + 1, np.flatnonzero(steps == -1) + 1
    if not len(starts):
        return []
    sums = np.concatenate(([0], np.cumsum(flat)))
    lengths = ends - starts
    is_row = (lengths >= _LOWEST) & (lengths <= _HIGHEST) & (sums[ends] - sums[starts] >= _BUSY * lengths)
    columns, tops = np.divmod(starts[is_row], padded.shape[1])
    return list(map(Window, columns.tolist(), tops.tolist(), (tops + lengths[is_row]).tolist()))


def _in_lines(windows: Sequence[Window]) -> int:
    """How many of the windows follow on each other at one height, ``_LINE`` and more of them."""
    lines: list[list[Window]] = []
    before: list[list[Window]] = []  # the lines that reach the column before
    for column, group in groupby(windows, key=lambda window: window.column):
        here = []
        for window in group:
            line = next((line for line in before if line[-1].is_beside(window) and line[-1].column == column - 1), [])
            if not line:
                lines.append(line)
            line.append(window)
            here.append(line)
        before = here
    return sum(len(line) for line in lines if len(line) >= _LINE)
