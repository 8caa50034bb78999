"""What Tesseract passed over: it looks for columns of text, and takes a lone page number for a speck.

Ink as high as the words that it found, in none of them, is cut out and read once more by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import numpy as np

from pincite.parsers.ocr import noise, tesseract
from pincite.parsers.ocr.pictures import Ink, ink_of
from pincite.parsers.ocr.rulings import Bar
from pincite.parsers.ocr.tesseract import Grey, Mode, Token

_DPI = 100  # of the picture that is searched
_LOW, _HIGH = 0.5, 1.7  # times the usual height of words
_APART = 0.6  # times the usual height, from the words that were found
_WIDE = 45.0  # times their own height; longer is no line of text
_NEAR = 4  # pixels of the small picture between letters of a word
_PAPER = 255
_PAD, _RIM = 6, 40  # pixels around what is cut out, and around all of it
_MOST = 150  # pieces; more are a picture
_MOST_RUNS = 30_000  # of ink, row by row; more are a picture, too
_FEW = 8  # pieces that are read as one block; more are looked for one by one
_SURE = 75.0  # per cent; what is read of scraps must be sure


class _Piece(NamedTuple):
    x0: int
    y0: int
    x1: int
    y1: int


def read_rest(pixels: Grey, raw: Sequence[Token], bars: Sequence[Bar], languages: str, dpi: int) -> list[Token]:
    """The further words of a picture, of which Tesseract has found ``raw``. Raises ``OcrError``."""
    heights = [t.y1 - t.y0 for t in raw if any(map(str.isalnum, t.text))]
    usual = median(heights) if heights else 0.11 * dpi
    pieces = _pieces(pixels, [*raw, *bars], usual, max(1, round(dpi / _DPI)))
    if not pieces or len(pieces) > _MOST:
        return []
    left, top = max(0, min(p.x0 for p in pieces) - _RIM), max(0, min(p.y0 for p in pieces) - _RIM)
    right, bottom = max(p.x1 for p in pieces) + _RIM, max(p.y1 for p in pieces) + _RIM
    scraps = np.full_like(pixels[top:bottom, left:right], _PAPER)
    for x0, y0, x1, y1 in pieces:
        part = np.s_[max(0, y0 - _PAD) - top : y1 + _PAD - top, max(0, x0 - _PAD) - left : x1 + _PAD - left]
        scraps[part] = pixels[top:bottom, left:right][part]
    mode = Mode.BLOCK if len(pieces) <= _FEW else Mode.SPARSE
    line = max((t.line for t in raw), default=0) + 1
    found = tesseract.recognise(scraps, languages, dpi, mode)
    moved = [Token(t.text, t.x0 + left, t.y0 + top, t.x1 + left, t.y1 + top, t.percent, t.line + line) for t in found]
    return [t for t in noise.readable(moved) if t.percent >= _SURE and any(map(str.isalnum, t.text))]


def _pieces(pixels: Grey, known: Sequence[Token | Bar], usual: float, step: int) -> list[_Piece]:
    """The boxes, in pixels, of pieces of ink about as high as words that are in nothing known."""
    ink = ink_of(pixels)
    for box in known:
        ink[max(0, box.y0 - step) : box.y1 + step, max(0, box.x0 - step) : box.x1 + step] = False
    rows, columns = ink.shape[0] // step * step, ink.shape[1] // step * step
    small = np.asarray(ink[:rows, :columns].reshape(rows // step, step, columns // step, step).any(axis=(1, 3)))
    found = [_Piece(x0 * step, y0 * step, x1 * step, y1 * step) for x0, y0, x1, y1 in _joined(small)]
    return [
        p
        for p in found
        if _LOW * usual <= p.y1 - p.y0 <= _HIGH * usual
        and p.x1 - p.x0 <= _WIDE * (p.y1 - p.y0)
        and not any(_touches(p, box, usual) for box in known if isinstance(box, Token))
    ]


def _touches(piece: _Piece, token: Token, usual: float) -> bool:
    """Whether a piece is the rim of a word that was found, or a part of it that its box leaves out."""
    x, y = _APART * usual, _APART / 2 * usual
    across = piece.x0 < token.x1 + x and piece.x1 > token.x0 - x
    return across and piece.y0 < token.y1 + y and piece.y1 > token.y0 - y


def _joined(ink: Ink) -> list[list[int]]:
    """The boxes of what hangs together, gaps across closed."""
    padded = np.zeros((ink.shape[0], ink.shape[1] + 2), np.int8)
    padded[:, 1:-1] = ink
    steps = np.diff(padded, axis=1)
    ys, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    if len(ys) > _MOST_RUNS:
        return []
    open_: list[list[int]] = []
    done: list[list[int]] = []
    for y, x0, x1 in zip(ys.tolist(), starts.tolist(), ends.tolist(), strict=True):
        done += [box for box in open_ if box[3] < y]
        open_ = [box for box in open_ if box[3] >= y]
        box = [x0, y, x1, y + 1]
        for other in [o for o in open_ if o[0] <= x1 + _NEAR and o[2] >= x0 - _NEAR]:
            open_.remove(other)
            box = [min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])]
        open_.append(box)
    return done + open_
