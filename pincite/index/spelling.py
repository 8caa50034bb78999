"""Near spellings of words that were not found, out of the words that were there to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.index.engine import Engine

_MOST = 3
_COMPARED = 50  # of the nearest are asked for in the scope
_SHORTEST = 4  # a shorter word is near to too much


def near_words(engine: Engine, word: str) -> tuple[str, ...]:
    """Up to three words of the scope that are spelt almost like ``word``: the nearest, frequent ones before rare ones.
    Numbers have no near spelling: another number is another fact."""
    if len(word) < _SHORTEST or any(c.isdigit() for c in word):
        return ()
    allowed = 1 if len(word) < 8 else 2
    return _nearest(engine, word[0], word, allowed) or _nearest(engine, word[1], word, 1)


def _nearest(engine: Engine, prefix: str, word: str, allowed: int) -> tuple[str, ...]:
    from rapidfuzz.distance import DamerauLevenshtein
    from rapidfuzz.process import extract

    lengths = range(len(word) - allowed, len(word) + allowed + 1)
    known = [term for term in engine.spelled(prefix, lengths) if term.isalpha()]
    found = extract(word, known, scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=_COMPARED)
    frequency = engine.frequencies([term for term, _, _ in found])
    ranked = sorted((distance, -frequency[term], term) for term, distance, _ in found if term in frequency)
    return tuple(term for distance, _, term in ranked if distance == ranked[0][0])[:_MOST]
