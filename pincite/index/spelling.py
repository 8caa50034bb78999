"""Near spellings of words that were not found, out of the words that were there to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tantivy

_MOST = 3
_SHORTEST = 4  # a shorter word is near to too much


def near_words(searcher: tantivy.Searcher, word: str, scope: tantivy.Query | None) -> tuple[str, ...]:
    """Up to three words of the scope that are spelt almost like ``word``: the nearest, frequent ones before rare ones.
    Numbers have no near spelling: another number is another fact."""
    if len(word) < _SHORTEST or any(c.isdigit() for c in word):
        return ()
    allowed = 1 if len(word) < 8 else 2
    return _nearest(searcher.terms_with_prefix("exact", word[0], scope), word, allowed) or _nearest(
        searcher.terms_with_prefix("exact", word[1], scope), word, 1
    )


def _nearest(known: list[tuple[str, int]], word: str, allowed: int) -> tuple[str, ...]:
    from rapidfuzz.distance import DamerauLevenshtein
    from rapidfuzz.process import extract

    frequency = {term: count for term, count in known if term.isalpha() and abs(len(term) - len(word)) <= allowed}
    found = extract(word, frequency.keys(), scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=20)
    ranked = sorted(found, key=lambda hit: (hit[1], -frequency[hit[0]], hit[0]))
    best = ranked[0][1] if ranked else 0
    return tuple(term for term, distance, _ in ranked if distance == best)[:_MOST]
