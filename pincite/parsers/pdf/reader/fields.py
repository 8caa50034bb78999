"""Puts what form fields hold among the words of a page: values where they stand, ``[x]`` and ``[ ]`` for boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.model import BBox
from pincite.parsers.pdf.layout import Flag, Word
from pincite.parsers.pdf.reader.annotations import Field
from pincite.parsers.pdf.reader.styles import UNKNOWN_FONT, StyleTable

TICKED, UNTICKED = "[x]", "[ ]"
_FIELD = Flag.FIELD.value
_BLANK = 0.3  # of the size: a word space
_WIDTH = 0.5  # of the size: a letter, on the average
_ASCENT, _DESCENT = 0.8, 0.21  # of the size: the box of a line about its base line
_LARGEST = 12.0  # points, where nothing says how large a value is set
_SIGN = 2  # characters of what ticks a box


def place_fields(
    words: Sequence[Word], hidden: Sequence[Word], fields: Sequence[Field], styles: StyleTable
) -> list[Word]:
    """The words of a page with those of its fields. Words that show a value are marked as such; the value of a field
    that shows nothing is set into its box as a viewer would do it, unless it is there, but ``hidden``."""
    out = list(words)
    gone: set[int] = set()
    made: list[Word] = []
    middles, unseen = _middles(words), _middles(hidden)
    for field in fields:
        inside = _inside(middles, field.box)
        if field.kind.is_box:
            gone.update(i for i in inside if len(words[i].text) <= _SIGN)
            made.append(_tick(field, words, styles))
            continue
        parts = field.value.split()
        shown = [i for i in inside if _shows(words[i].text, parts)]
        for i in shown if field.is_form else ():
            out[i] = out[i]._replace(flags=out[i].flags | _FIELD)
        if not shown and not _inside(unseen, field.box):
            made += _set(field, words, styles)
    return [word for i, word in enumerate(out) if i not in gone] + made


def _middles(words: Sequence[Word]) -> NDArray[np.float64]:
    return np.array([((w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2) for w in words]).reshape(-1, 2)


def _inside(middles: NDArray[np.float64], box: BBox) -> list[int]:
    x, y = middles[:, 0], middles[:, 1]
    found: list[int] = np.flatnonzero((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)).tolist()
    return found


def _shows(text: str, parts: Sequence[str]) -> bool:
    """Whether a word is one of a value's: the print may part them otherwise, or write numbers in another way."""
    return any(text in part or part in text for part in parts) or text[:1].isdigit()


def _tick(field: Field, words: Sequence[Word], styles: StyleTable) -> Word:
    """The sign of a box, on the base line of the words beside it."""
    box, text = field.box, TICKED if field.on else UNTICKED
    beside = _beside(box, words)
    if beside is None:
        return _word(text, box.x0, box.y1 - _DESCENT * _height(box), box.x1 - box.x0, _height(box), styles)
    x0, x1, blank = box.x0, box.x1, _BLANK * styles.styles[beside.style].size
    if beside.x0 > x0:
        x1 = max(x0 + 1, min(x1, beside.x0 - blank))
    else:
        x0 = min(x1 - 1, max(x0, beside.x1 + blank))
    return Word(text, x0, beside.y0, x1, beside.y1, beside.style, flags=_FIELD)


def _beside(box: BBox, words: Sequence[Word]) -> Word | None:
    """The nearest word that stands level with a box, rather to the right of it."""
    middle = (box.y0 + box.y1) / 2
    level = [w for w in words if w.y0 < middle < w.y1 and w.angle == 0 and (w.x0 > box.x0 or w.x1 <= box.x0 + 1)]
    return min(level, key=lambda w: w.x0 - box.x1 if w.x0 > box.x0 else 3 * (box.x0 - w.x1), default=None)


def _set(field: Field, words: Sequence[Word], styles: StyleTable) -> Iterator[Word]:
    """The words of a value, line by line from the top of its box, or on the base line of what stands beside it."""
    box = field.box
    lines = list(_lines(field.value, box))
    beside = _beside(box, words) if len(lines) == 1 else None
    size = min(_LARGEST, 0.8 * _height(box) / max(len(lines), 1)) if beside is None else 0.0
    for number, line in enumerate(lines):
        at = box.x0 + 2
        base = box.y0 + (_height(box) - 1.2 * size * len(lines)) / 2 + (1.2 * number + 1) * size
        for text in line:
            if beside is not None:
                size = styles.styles[beside.style].size or _LARGEST
                base = beside.y1 - _DESCENT * size
            word = _word(text, at, base, _WIDTH * size * len(text), size, styles)
            yield word if field.is_form else word._replace(flags=0)
            at = word.x1 + _BLANK * size


def _lines(value: str, box: BBox) -> Iterator[list[str]]:
    """The value broken where it would run out of its box."""
    size = min(_LARGEST, 0.8 * _height(box))
    room = max(1, int((box.x1 - box.x0 - 4) / (_WIDTH * size or 1)))
    for paragraph in value.splitlines():
        line: list[str] = []
        for text in paragraph.split():
            if line and sum(map(len, line)) + len(line) + len(text) > room and _height(box) > 2 * size:
                yield line
                line = []
            line.append(text)
        if line:
            yield line


def _word(text: str, x: float, base: float, width: float, size: float, styles: StyleTable) -> Word:
    style = styles.intern(UNKNOWN_FONT, round(size, 1), 0)
    return Word(text, x, base - _ASCENT * size, x + width, base + _DESCENT * size, style, flags=_FIELD)


def _height(box: BBox) -> float:
    return box.y1 - box.y0
