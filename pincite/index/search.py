"""One search in one state of an index, whatever engine holds it."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.index.engine import Engine, Scope
from pincite.index.hits import Documents, HitMaker
from pincite.index.query import Ranking
from pincite.index.question import Question
from pincite.index.results import SearchResult

_CANDIDATES, _CANDIDATES_A_HIT = 20, 8  # records looked at, since several may lie in one place


def found(
    engine: Engine,
    question: Question,
    scope: Scope,
    limit: int,
    documents: Documents,
    revisions: Mapping[str, str],
) -> tuple[SearchResult, set[str]]:
    """The best places, and the documents that were in the way: indexed in another revision than they have, or gone.
    ``revisions`` are those that are indexed."""
    ranking = Ranking(engine, question)
    maker = HitMaker(scope, ranking.weights, documents, revisions)
    hits = maker.hits(ranking.records(_CANDIDATES + limit * _CANDIDATES_A_HIT), limit)
    return SearchResult(tuple(hits), ranking.missing), maker.stale
