"""What Tesseract takes for words and is none: specks, stamps, lines, parts of photographs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from pincite.parsers.ocr.rulings import Bar
from pincite.parsers.ocr.tesseract import Token

GOOD = 75.0  # per cent; a page of print that was read well has more than 90
_POOR = 60.0
_BAD = 30.0
_TALL = 4.0  # times the height of most words


def readable(tokens: Sequence[Token], bars: Sequence[Bar] = ()) -> list[Token]:
    """The tokens without noise: marks on rulings, marks and lone letters that Tesseract doubts, lines of which it
    believes nothing. What it believes in stays, and so does what stands among words that it believes in."""
    usual = median(t.y1 - t.y0 for t in tokens) if tokens else 0
    found: list[Token] = []
    for _, group in groupby(sorted(tokens, key=lambda t: t.line), key=lambda t: t.line):
        line = [t for t in group if not _is_mark(t, bars) and not _is_blot(t, usual)]
        if _is_text(line):
            found += [t for t in line if t.percent >= _BAD or _is_word(t.text)]
    return found


def confidence(tokens: Sequence[Token]) -> float:
    """The mean confidence, weighed by the number of characters; 0 where there are none."""
    total = sum(len(t.text) for t in tokens)
    return sum(t.percent * len(t.text) for t in tokens) / total if total else 0.0


def weight(tokens: Sequence[Token]) -> float:
    """How much was read how well: characters, each by its confidence above what noise has."""
    return sum(len(t.text) * max(0.0, t.percent - _BAD) for t in tokens)


def _is_word(text: str) -> bool:
    return sum(map(str.isalnum, text)) >= 2


def _is_mark(token: Token, bars: Sequence[Bar]) -> bool:
    """Signs without letters that Tesseract doubts, or that are a ruling."""
    if any(map(str.isalnum, token.text)):
        return False
    if token.percent < _POOR:
        return True
    return any(bar.x0 < token.x1 and bar.x1 > token.x0 and bar.y0 < token.y1 and bar.y1 > token.y0 for bar in bars)


def _is_blot(token: Token, usual: float) -> bool:
    """A doubtful word of a few letters as tall as a picture."""
    return token.percent < _POOR and token.y1 - token.y0 > _TALL * usual and len(token.text) <= 3


def _is_text(line: Sequence[Token]) -> bool:
    """Whether anything of a line can be believed: a word of it, or all of it on the whole."""
    if not line:
        return False
    best = max((t.percent for t in line if _is_word(t.text)), default=0.0)
    return best >= _POOR or confidence(line) >= (GOOD if len(line) == 1 and len(line[0].text) == 1 else 45.0)
