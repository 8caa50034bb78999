"""Unicode folding with a map back: one spelling for look-ups and comparison, whatever the file or the model wrote.

Compatibility forms (ligatures, full width, superscripts) become their plain letters, typographic quotes and dashes
become ASCII, characters without width disappear, and a run of white space becomes one space.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

SINGLE_QUOTES = "‘’‚‛′‵ʼʹ´`"
DOUBLE_QUOTES = "“”„‟″‶«»〝〞"
DASHES = "‐‑‒–—―⁃−﹘﹣－"

_UNIFIED = {
    **dict.fromkeys(SINGLE_QUOTES, "'"),
    **dict.fromkeys(DOUBLE_QUOTES, '"'),
    **dict.fromkeys(DASHES, "-"),
    "⁄": "/",
    "∕": "/",
}
_ODD_STRETCH = re.compile(r"[^\x21-\x7e]{2,}|[^\x20-\x7e]")


class Folded(NamedTuple):
    """``offsets[i]`` is the index in the original of folded character ``i``; it has one entry more than ``text``, the
    length of the original, so that ``offsets[a], offsets[b]`` are the original ends of the folded range ``a:b``."""

    text: str
    offsets: Sequence[int]


def fold(text: str, *, case: bool = False) -> Folded:
    """Folds ``text``, case too if asked. Outer white space is kept (as one space)."""
    parts: list[str] = []
    offsets = array("q")
    done = 0
    for odd in _ODD_STRETCH.finditer(text):
        start = odd.start()
        if start > done and unicodedata.combining(text[start]):
            start -= 1  # the mark composes with the plain letter before it
        parts.append(text[done:start])
        offsets.extend(range(done, start))
        done = odd.end()
        _fold_stretch(text, start, done, parts, offsets)
    parts.append(text[done:])
    offsets.extend(range(done, len(text) + 1))
    folded = "".join(parts)
    if not case:
        return Folded(folded, offsets)
    if folded.isascii():
        return Folded(folded.lower(), offsets)
    return _fold_case(folded, offsets)


def fold_text(text: str) -> str:
    """``text`` folded, casefolded and stripped: equal strings are the same title, key or word to a reader."""
    if text.isascii():
        return " ".join(text.split()).lower()
    return fold(text, case=True).text.strip()


@lru_cache(maxsize=8192)
def fold_char(char: str) -> str:
    """One character, or a letter with its combining marks, in its folded form: empty where it has no width."""
    if char.isspace():
        return " "
    if char in _UNIFIED:
        return _UNIFIED[char]
    plain = unicodedata.normalize("NFKC", char)
    if plain[0] == " ":  # an accent on its own
        return char
    out = "".join(_UNIFIED.get(c, c) for c in plain if unicodedata.category(c) != "Cf")
    return " ".join(out.split()) if len(out) > 1 else out


def _fold_stretch(text: str, start: int, end: int, parts: list[str], offsets: array[int]) -> None:
    at, spaced = start, False
    while at < end:
        stop = at + 1
        while stop < end and unicodedata.combining(text[stop]):
            stop += 1
        folded = fold_char(text[at:stop])
        if folded == " ":
            folded = "" if spaced else " "
            spaced = True
        elif folded:
            spaced = False
        parts.append(folded)
        offsets.extend([at] * len(folded))
        at = stop


def _fold_case(folded: str, offsets: array[int]) -> Folded:
    """Casefolding may lengthen a character (``ß``): the map follows."""
    lowered = [c.casefold() for c in folded]
    if all(len(c) == 1 for c in lowered):
        return Folded("".join(lowered), offsets)
    stretched = array("q")
    for at, c in zip(offsets, lowered, strict=False):
        stretched.extend([at] * len(c))
    stretched.append(offsets[-1])
    return Folded("".join(lowered), stretched)
