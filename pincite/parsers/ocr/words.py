"""Words that Tesseract found -> words with the size and weight of their print, in points of the upright page.

Tesseract gives the box of the ink. The passes of the engine expect what fonts give: the same upper and lower edge for
all words of a line, a size in points. Both follow from the letters that a word has: some rise to the height of
capitals, some hang below the base line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

import numpy as np

from pincite.parsers.ocr.tesseract import Grey, Token

# Shares of the size of type, between those of common serif and sans serif faces.
_CAPITAL = 0.70
_SMALL = 0.50
DESCENT = 0.21
_RISE = 0.90  # what fonts give as the upper edge of a line
_FLAT = frozenset("acegmnopqrsuvwxyz,.:;-–—_~=+<>·•«»аегзийклмнопстужхцчшщъыьэюяαεηικμνοπρςστυχωγ")
_DEEP = frozenset("gjpqyQ,;()[]{}|/§ßруфцщ$@βγζηµμξρφχψ")
_MARK = 0.78  # share of the size of its line up to which a raised word is a note mark
_RAISED = 0.25  # share of the size by which it stands above the base line


class Print(NamedTuple):
    """A word as printed. The box is that of a font of its ``size``; ``stroke`` is the thickness of its strokes as a
    share of its size (0: too few to tell); ``percent`` is Tesseract's confidence."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    stroke: float
    percent: float
    line: int


def prints_of(tokens: Sequence[Token], pixels: Grey, scale: float) -> list[Print]:
    """The words with their looks, in the order of Tesseract's lines. ``scale`` is pixels a point."""
    found: list[Print] = []
    for line, group in groupby(sorted(tokens, key=lambda t: t.line), key=lambda t: t.line):
        found += _line(list(group), pixels, scale, line)
    return found


def _line(tokens: list[Token], pixels: Grey, scale: float, line: int) -> list[Print]:
    sizes = [size_of(token) for token in tokens]
    bottoms = [
        token.y1 - (DESCENT * size if _is_deep(token.text) else 0.0) for token, size in zip(tokens, sizes, strict=True)
    ]
    telling = [i for i, token in enumerate(tokens) if any(map(str.isalnum, token.text))] or list(range(len(tokens)))
    size = _weighed([(sizes[i], len(tokens[i].text)) for i in telling])
    near = [bottoms[i] for i in telling if abs(sizes[i] - size) <= 0.3 * size] or [bottoms[i] for i in telling]
    base = median(near)
    return [
        _print(token, pixels, scale, line, *_own(token, own, size, base))
        for token, own in zip(tokens, sizes, strict=True)
    ]


def _own(token: Token, own: float, size: float, base: float) -> tuple[float, float]:
    """Size and base line of a word: those of its line, but for a note mark and what is far off."""
    raised = base - token.y1 >= _RAISED * size
    if raised and own <= _MARK * size and len(token.text) <= 3 and any(map(str.isalnum, token.text)):
        return own, float(token.y1)
    if own > 1.6 * size and any(map(str.isalnum, token.text)):  # a large initial, or a line that is two
        return own, token.y1 - (DESCENT * own if _is_deep(token.text) else 0.0)
    if token.y1 < base - 1.2 * size or token.y0 > base + size:
        return size, float(token.y1)
    return size, base


def _print(token: Token, pixels: Grey, scale: float, line: int, size: float, base: float) -> Print:
    return Print(
        token.text,
        token.x0 / scale,
        (base - _RISE * size) / scale,
        token.x1 / scale,
        (base + DESCENT * size) / scale,
        size / scale,
        _stroke(pixels[token.y0 : token.y1, token.x0 : token.x1]) / size if len(token.text) > 2 else 0.0,
        token.percent,
        line,
    )


def size_of(token: Token) -> float:
    """The size of type, in pixels, that gives letters like these a box of this height."""
    text = token.text
    rise = _SMALL if all(char in _FLAT for char in text) else _CAPITAL
    return max(1.0, (token.y1 - token.y0) / (rise + (DESCENT if _is_deep(text) else 0.0)))


def _is_deep(text: str) -> bool:
    return not _DEEP.isdisjoint(text)


def _weighed(values: Sequence[tuple[float, int]]) -> float:
    """The median of (value, weight) pairs."""
    ranked = sorted(values)
    half, total = sum(weight for _, weight in ranked) / 2, 0
    for value, weight in ranked:
        total += weight
        if total >= half:
            return value
    return ranked[-1][0]


def _stroke(cut: Grey) -> float:
    """The usual thickness of strokes in the picture of a word, in pixels: the length of most runs of ink across it. 0
    where there is no telling."""
    if cut.size < 30:
        return 0.0
    low, high = int(cut.min()), int(cut.max())
    if high - low < 60:
        return 0.0
    ink = cut <= (low + high) // 2
    rim = np.concatenate((ink[0], ink[-1]))
    if rim.mean() > 0.5 and ink.mean() > 0.5:  # bright letters on a dark ground
        ink = ~ink
    padded = np.zeros((ink.shape[0], ink.shape[1] + 2), np.int8)
    padded[:, 1:-1] = ink
    steps = np.diff(padded, axis=1)
    lengths = np.nonzero(steps == -1)[1] - np.nonzero(steps == 1)[1]
    if len(lengths) < 8:
        return 0.0
    usual = np.median(lengths)
    return float(lengths[lengths <= 1.8 * usual].mean())
