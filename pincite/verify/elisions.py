"""Quotes with words left out: each part must stand in the document, in order, near the part before it, and what is
left out must not turn the sentence round."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from pincite.verify.searcher import Hit, Wanted

MIN_PART_LETTERS = 8
_ALWAYS_NEAR = 1_500  # characters: about half a page
NEAR_IN_SECTION = 20_000
_NEAR_FOR_SHORT_PARTS = 600
_SHORT_PART_LETTERS = 25
_MAX_HITS = 500
_SENTENCE_END = re.compile(r"[.!?;:][\"'”’)\]]*\s|\n\n|[。！？；]")
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without|unless|except|nicht|kein\w*|nie|niemals|ohne|pas|jamais|sans|nunca|sin|"
    r"non|mai|senza|niet|geen)\b|n['’]t\b",
    re.IGNORECASE,
)


class Chain(NamedTuple):
    """The parts as they stand in the document; ``problem`` says why they do not prove the quote (``None``: they do)."""

    hits: tuple[Hit, ...]
    problem: str | None


def chains(
    parts: Sequence[Wanted],
    find: Callable[[Wanted], Iterator[Hit]],
    text: str,
    same_section: Callable[[int, int], bool],
) -> tuple[list[Chain], bool]:
    """All ways in which the parts stand in this order, each as tight as it can be, in reading order; and whether a part
    stands in more places than were looked at."""
    found = [list(islice(find(part), _MAX_HITS)) for part in parts]
    if not all(found):
        return [], False
    tight: dict[tuple[Hit, ...], Chain] = {}
    for head in found[0]:
        hits = _in_order(head, found[1:])
        if hits:
            tight[hits[1:]] = Chain(hits, _problem(parts, hits, text, same_section))
    return list(tight.values()), any(len(hits) == _MAX_HITS for hits in found)


def too_short(part: Wanted) -> bool:
    """Whether a part says too little to be placed: a single short word stands nearly everywhere."""
    return len(part.text) < MIN_PART_LETTERS and not part.gaps


def _in_order(head: Hit, rest: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    hits = [head]
    for candidates in rest:
        at = bisect_left(candidates, hits[-1].end, key=lambda h: h.start)
        if at == len(candidates):
            return ()
        hits.append(candidates[at])
    return tuple(hits)


def _problem(
    parts: Sequence[Wanted], hits: Sequence[Hit], text: str, same_section: Callable[[int, int], bool]
) -> str | None:
    for (one, next_), (before, after) in zip(pairwise(parts), pairwise(hits), strict=True):
        if min(len(one.text), len(next_.text)) < _SHORT_PART_LETTERS:
            limit = _NEAR_FOR_SHORT_PARTS
        else:
            limit = NEAR_IN_SECTION if same_section(before.start, after.start) else _ALWAYS_NEAR
        left_out = after.start - before.end
        if left_out > limit:
            return f"its parts stand in this order, but {left_out:,} characters apart: quote them one by one"
        elided = text[before.end : after.start]
        negation = _NEGATION.search(elided)
        if negation and not _SENTENCE_END.search(elided):
            return f'the words left out of the sentence hold "{negation[0]}": quote them too'
    return None
