"""What a quote may be meant to say: readings of the string that a caller passes, most literal first.

A quote comes with what a copy picks up on its way: page markers of a read, an ellipsis for words left out, a first
letter in brackets, a fraction written out. Each reading takes one more of these as not the document's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.verify.fractions import other_fractions
from pincite.verify.gaps import plain
from pincite.verify.searcher import Wanted, wanted

_PAGE_MARKER = re.compile(r"(?<!\\)\[Pages? [^\[\]\n]{1,120}\]")
_ELISION = re.compile(
    r"\[\s*(?:…|\.\s?\.\s?\.(?:\s?\.)?)\s*\]|\(\s*(?:…|\.\s?\.\s?\.)\s*\)"
    r"|(?<!…)…{1,2}(?!…)|(?<!\.)(?<!\.\s)\.\s\.\s\.(?:\s\.)?(?!\s?\.)|(?<!\.)\.{3,4}(?!\.)"  # more are leaders
)
_BRACKETED_LETTER = re.compile(r"\[(\w)\](?=\w)")
_STOPS = ".,;:'"
MAX_LETTERS = 20_000


class Reading(NamedTuple):
    """Parts that must stand in the document in this order; one part where nothing is left out. ``altered``: a letter
    that the writer marked as changed, ``[T]he``, is taken as the document's."""

    parts: tuple[Wanted, ...]
    altered: bool = False


def readings(quote: str) -> Iterator[Reading]:
    """The readings of a quote; none where it has no letters or digits."""
    bare = without_markers(quote)
    seen: set[str] = set()
    for text in (bare, quote):
        if text not in seen:
            seen.add(text)
            yield from _whole(text)
    yield from _elided(bare)
    if _BRACKETED_LETTER.search(bare):
        plain = _BRACKETED_LETTER.sub(r"\1", bare)
        for reading in (*_whole(plain), *_elided(plain)):
            yield reading._replace(altered=True)
    for text in other_fractions(bare):
        yield from _whole(text)
        yield from _elided(text)


def without_markers(quote: str) -> str:
    """The quote without the page markers of a read."""
    return _PAGE_MARKER.sub("\n", quote)


def _whole(text: str) -> Iterator[Reading]:
    part = wanted(text)
    if part is not None:
        yield Reading((part,))


def _elided(text: str) -> Iterator[Reading]:
    pieces = [piece for piece in _ELISION.split(text) if plain("\n" + piece).strip(_STOPS)]
    parts = tuple(part for part in map(wanted, pieces) if part is not None)
    if parts and len(parts) == len(pieces) and pieces != [text]:  # a piece like "(½" or "$" can not be placed
        yield Reading(parts)
