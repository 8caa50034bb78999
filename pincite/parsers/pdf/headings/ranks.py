"""In which order the kinds of parts of one document contain each other: sections hold articles in one law, articles
hold sections in another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS

_MOVABLE = frozenset(
    {"title", "subtitle", "division", "part", "subpart", "chapter", "subchapter", "section", "article"}
)
_NEAR = 150  # characters between a number and the number of its first part: a title
_SEEN = 2  # times
_OFTENER = 3  # than the other way round


def ranks_of(heads: Sequence[Candidate]) -> Mapping[str, float]:
    """``RANKS``, changed where most parts of a kind begin with one of a kind that should contain them."""
    over: Counter[tuple[str, str]] = Counter()
    numbered = [(h.number.label, h.offset, h.offset + len(h.text)) for h in heads if h.number is not None]
    for (a, _, end), (b, start, _) in pairwise(numbered):
        if a != b and start - end <= _NEAR:
            over[a, b] += 1
    ranks: dict[str, float] = dict(RANKS)
    for (outer, inner), n in over.most_common():
        if not {outer, inner} <= _MOVABLE or n < _SEEN or n < _OFTENER * over[inner, outer]:
            continue
        if ranks[outer] >= ranks[inner]:
            ranks[outer] = ranks[inner] - 0.5
    return ranks
