"""A first look at a small picture: does it hold anything that looks like rows of letters? Reading a photograph costs
Tesseract seconds, this costs a few hundredths of one."""

from __future__ import annotations

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
_FULL_SHARE = 2.5e-4  # windows with rows of letters a pixel; a page of print has 1e-3


def holds_text(small: Grey) -> bool:
    """Whether there is any sign of text in a picture with ``SIGHT_DPI``, whichever way up it is; ``True`` in doubt."""
    return rows_of_letters(small) >= _LEAST


def is_full_of_text(small: Grey) -> bool:
    """Whether most of what a picture with ``SIGHT_DPI`` shows looks like text: not a figure with a few words in it."""
    return rows_of_letters(small) >= max(_FULL, _FULL_SHARE * small.size)


def rows_of_letters(small: Grey) -> int:
    """In how many windows ink changes as often as in letters, on a few rows with quiet ones above and below."""
    if min(small.shape) < 2 * _CELL:
        return _LEAST
    height = small - ground_of(small, _GROUND).astype(np.int16)
    masks = (height < -_CONTRAST, height > _CONTRAST)
    return max(_bands(turned) for mask in masks for turned in (mask, mask.T))


def _bands(ink: Ink) -> int:
    changes = (ink[:, 1:] != ink[:, :-1])[:, : (ink.shape[1] - 1) // _CELL * _CELL]
    cells = changes.reshape(len(ink), -1, _CELL).sum(axis=2)
    windows = np.ascontiguousarray((cells[:, 1:] + cells[:, :-1]).T)
    if not windows.size:
        return 0
    padded: NDArray[np.intp] = np.zeros((windows.shape[0], windows.shape[1] + 2), np.intp)
    padded[:, 1:-1] = windows  # a quiet row at both ends of each window
    flat = padded.ravel()
    steps = np.diff((flat > _QUIET).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1) + 1, np.flatnonzero(steps == -1) + 1
    if not len(starts):
        return 0
    sums = np.concatenate(([0], np.cumsum(flat)))
    lengths = ends - starts
    is_row = (lengths >= _LOWEST) & (lengths <= _HIGHEST) & (sums[ends] - sums[starts] >= _BUSY * lengths)
    return int(is_row.sum())
