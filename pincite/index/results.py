"""What a search gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.model import Span


class MissingWord(NamedTuple):
    """A word (or a phrase, in double quotes) of the question that stands nowhere in what was searched. ``near`` are
    spellings that do stand there; they were searched in its place, with less weight."""

    word: str
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A place to read. ``span`` is the passage in ``Document.text``, ``block`` the block of it that matches best,
    ``snippet`` some thirty words of the passage, word for word; ``section`` the id of the deepest section;
    ``page_number`` and ``page_end`` the physical pages of the snippet, ``page_label`` what is printed on the first
    (``None``: no pages, no label). Scores compare within one search only."""

    doc_id: str
    rev: str
    block: int
    span: Span
    score: float
    snippet: str
    snippet_span: Span
    section: int
    page_number: int | None
    page_end: int | None
    page_label: str | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and the words that were found nowhere."""

    hits: tuple[SearchHit, ...]
    missing: tuple[MissingWord, ...] = ()


def merged(results: Sequence[SearchResult], limit: int) -> SearchResult:
    """Results of one search in several indexes as one: the best hits of all, and the words that none of them has."""
    if len(results) == 1:
        return results[0]
    hits = sorted((hit for result in results for hit in result.hits), key=lambda hit: -hit.score)
    nowhere = set.intersection(*({missing.word for missing in result.missing} for result in results))
    missing = {word.word: word for result in results for word in result.missing if word.word in nowhere}
    return SearchResult(tuple(hits[:limit]), tuple(missing.values()))
