"""Accents that a font without accented letters sets as letters of their own, over the next letter or under the last."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from pincite.parsers.pdf.reader.glyphs import Glyphs

_ABOVE = {
    "`": "\u0300", "\u02cb": "\u0300", "\u00b4": "\u0301", "\u0384": "\u0301", "\u02c6": "\u0302", "\u02dc": "\u0303",
    "\u00af": "\u0304", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u00a8": "\u0308", "\u02da": "\u030a",
    "\u02dd": "\u030b", "\u02c7": "\u030c",
}  # fmt: skip
_BELOW = {"\u00b8": "\u0327", "\u02db": "\u0328"}
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_OVER = re.compile(f"[{''.join(_ABOVE)}](?=[^\\W\\d_])")
_UNDER = re.compile(f"[^\\W\\d_](?=[{''.join(_BELOW)}])")
_SHARED = 0.5  # of the width of the narrower of the two
_NOTHING = "\u2060"  # what a word leaves out when it is spelled


def compose_accents(glyphs: Glyphs) -> None:
    """Makes one character of an accent and the letter that it stands over or under; a quotation mark or a sign of code
    stands beside its letter."""
    text = glyphs.text
    found = [match.start() for match in _OVER.finditer(text)]
    if not text.isascii():
        found += [match.start() for match in _UNDER.finditer(text)]
    whole = {at: letter for at in found if (letter := _composed(text[at], text[at + 1]))}
    if not whole:
        return
    indices = [i for at in whole for i in (at, at + 1)]
    looks = glyphs.looks(indices, glyphs.owners(indices))
    boxes = glyphs.boxes(indices)
    lefts, rights = boxes[:, 0].reshape(-1, 2), boxes[:, 2].reshape(-1, 2)
    narrower = np.maximum((rights - lefts).min(axis=1), 0.01)
    shared = (rights.min(axis=1) - lefts.max(axis=1)) / narrower
    out = list(text)
    for (at, letter), share, look in zip(whole.items(), shared.tolist(), looks[0::2], strict=True):
        if share >= _SHARED and look.angle == 0:
            out[at], out[at + 1] = letter, _NOTHING
    glyphs.text = "".join(out)


def _composed(one: str, two: str) -> str:
    """The letter with its accent; empty where there is no such letter."""
    base, mark = (two, _ABOVE[one]) if one in _ABOVE else (one, _BELOW[two])
    letter = unicodedata.normalize("NFC", _DOTLESS.get(base, base) + mark)
    return letter if len(letter) == 1 else ""
