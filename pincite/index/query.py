"""A question and a scope -> ranked records.

The score is BM25 over the words of a passage, a part for its titles, and more where words of the question stand
together. How much a word counts is decided by how rare it is *within the scope*: the name of the company is rare
among all documents and tells nothing within its own report. What ranks does not depend on which other documents
happen to be indexed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import tantivy

from pincite.index.question import Question, Unit
from pincite.index.results import MissingWord
from pincite.index.schema import stems
from pincite.index.spelling import near_words
from pincite.index.words import is_spaceless

_TITLES = 0.4
_ASIDE = 0.15
_TOGETHER = 0.8  # two words of the question side by side (at most one between them), as a share of what they weigh
_DATE = 0.2  # the same for the parts of a date, which stands wherever that year is spoken of
_PARTS = 0.4  # the parts of a compound that stand apart
_NEAR = 0.5
_MOST_MISSING = 8
_MANY_DOCUMENTS = 50
_FEW = 1000

Must, Should = tantivy.Occur.Must, tantivy.Occur.Should
Query = tantivy.Query


class Record(NamedTuple):
    """A record found: where it is in the index, and its score."""

    address: tantivy.DocAddress
    score: float


@dataclass(frozen=True, slots=True)
class Scope:
    """What is searched: documents (``None``: all), blocks ``start <= id < stop`` (``None``: all), kinds (``None``:
    all)."""

    doc_ids: tuple[str, ...] | None = None
    blocks: tuple[int, int] | None = None
    kinds: tuple[str, ...] | None = None


class Ranking:
    """One search in one state of the index. ``missing``: words and phrases that stand nowhere in the scope;
    ``weights``: what each word that was looked for counts, by stem (compounds: as one word)."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema, scope: Scope, question: Question) -> None:
        self._searcher = searcher
        self._schema = schema
        self._scope = _scope_query(schema, scope)
        self._question = question
        self._all = max(1, searcher.num_docs)
        self._size = self._count(None) if self._scope is not None else self._all
        self._rarity: dict[tuple[str, str], float] = {}
        self.missing: tuple[MissingWord, ...] = ()
        self.weights: dict[str, float] = {}
        self._query = self._build()

    def records(self, limit: int) -> list[Record]:
        """The best ``limit`` records, best first."""
        if self._query is None:
            return []
        found = self._searcher.search(self._within(self._query), limit, count=False).hits
        return [Record(address, score) for score, address in found]

    def _build(self) -> tantivy.Query | None:
        """The query, ``None`` where nothing can match. Notes on the way what is missing and what each word weighs."""
        clauses = [clause for unit in self._question.units for clause in self._unit(unit)]
        clauses += self._pairs()
        required, lost = self._phrases()
        self.missing = (*(MissingWord(f'"{quote}"', ()) for quote in lost), *self.missing)[:_MOST_MISSING]
        if not clauses or (lost and not required and self._question.is_quote):
            self.missing = self.missing or self._everything()
            return None
        query = Query.boolean_query([(Should, clause) for clause in clauses])
        for phrase in required:
            query = Query.boolean_query([(Must, phrase), (Should, query)])
        return query

    def _everything(self) -> tuple[MissingWord, ...]:
        """The question as a whole, where none of its words is worth naming by itself."""
        return (MissingWord(self._question.text, ()),) if self._question.units else ()

    # Words.

    def _unit(self, unit: Unit) -> list[tantivy.Query]:
        clauses = self._known(unit)
        if unit.also:
            other = self._term(unit.also, unit.weight)
            if not clauses:
                self._miss(unit.surface, (unit.also,) if other else ())
            return clauses + other
        if clauses or is_spaceless(unit.parts[0]):
            return clauses
        near = near_words(self._searcher, unit.joined or unit.parts[0], self._scope)
        if unit.weight == 1.0 or near:
            self._miss(unit.surface, near)
        return [clause for word in near for clause in self._term(word, unit.weight * _NEAR)]

    def _miss(self, word: str, near: tuple[str, ...]) -> None:
        self.missing += (MissingWord(word, near),)

    def _known(self, unit: Unit) -> list[tantivy.Query]:
        """Clauses for the word as it is; none where it stands nowhere in the scope."""
        clauses = self._joined(unit.joined or unit.parts[0], unit.weight)
        if unit.joined is None:
            return clauses + self._term(unit.parts[0], unit.weight)
        clauses += self._term(unit.joined, unit.weight)
        clauses += self._together("exact", unit.parts, unit.weight)
        apart = [self._term(part, unit.weight * _PARTS) for part in unit.parts if len(part) > 1 or part.isdecimal()]
        if clauses or (apart and all(apart)):
            clauses += [clause for part in apart for clause in part]
        return clauses

    def _term(self, term: str, weight: float) -> list[tantivy.Query]:
        """The word in the texts, the titles and the asides."""
        if is_spaceless(term) and len(term) == 1:
            return self._character(term, weight)
        stem = stems([term])[0]
        rarity = self._rare("text", stem)
        clauses = [self._weighted("text", stem, weight * rarity)] if rarity else []
        self.weights[stem] = max(self.weights.get(stem, 0.0), weight * (rarity or 1.0))
        if titled := self._rare("titles", stem):
            clauses.append(self._weighted("titles", stem, weight * _TITLES * min(titled, rarity or titled)))
        if self._has("aside", stem):
            clauses.append(self._weighted("aside", stem, weight * _ASIDE * (rarity or 1.0)))
        return clauses

    def _joined(self, term: str, weight: float) -> list[tantivy.Query]:
        rarity = self._rare("joined", term)
        self.weights[term] = max(self.weights.get(term, 0.0), weight * rarity)
        return [Query.const_score_query(self._exactly("joined", term), weight * rarity)] if rarity else []

    def _character(self, char: str, weight: float) -> list[tantivy.Query]:
        """A single character of a script that is indexed in pairs."""
        pairs = Query.regex_query(self._schema, "exact", f".?{char}.?")
        return [Query.const_score_query(pairs, weight)] if self._count(pairs) else []

    # Words together.

    def _pairs(self) -> list[tantivy.Query]:
        """Neighbours of the question that stand side by side in a passage too."""
        plain = [unit for unit in self._question.units if unit.joined is None]
        roots = stems([unit.parts[0] for unit in plain])
        clauses = []
        for (unit, root), (after, next_root) in pairwise(zip(plain, roots, strict=True)):
            if root != next_root:
                together = _DATE if unit.is_time and after.is_time else _TOGETHER
                weight = min(unit.weight, after.weight) * together
                clauses += self._together("text", (root, next_root), weight, slop=1)
        return clauses

    def _together(self, field: str, words: Sequence[str], weight: float, slop: int = 0) -> list[tantivy.Query]:
        """The words in this order, weighed by how rare it is that they stand so; nothing where they never do."""
        if not all(self._rare(field, word) for word in words):
            return []
        phrase = Query.phrase_query(self._schema, field, list(words), slop=slop)
        n = self._count(phrase)
        if not n:
            return []
        usual = sum(self._usual(field, word) for word in words)
        return [Query.boost_query(phrase, weight * _rarity(n, self._size) / usual)]

    def _phrases(self) -> tuple[list[tantivy.Query], list[str]]:
        """What each record has to match: all quoted phrases, or any of them where no record has all; and those that
        stand nowhere."""
        found: list[tantivy.Query] = []
        lost: list[str] = []
        for phrase, quote in self._question.phrases.items():
            query = self._phrase(phrase)
            if self._count(query):
                found.append(query)
            else:
                lost.append(quote)
        if len(found) > 1 and not self._count(Query.boolean_query([(Must, query) for query in found])):
            found = [Query.boolean_query([(Should, query) for query in found])]
        return found, lost

    def _phrase(self, phrase: Sequence[str]) -> tantivy.Query:
        if len(phrase) == 1:
            return self._exactly("exact", phrase[0])
        return Query.phrase_query(self._schema, "exact", list(phrase))

    # Statistics.

    def _rare(self, field: str, term: str) -> float:
        """How rare the term is in the scope (BM25's inverse document frequency); 0 where it is not there at all."""
        key = (field, term)
        if key not in self._rarity:
            n = self._searcher.doc_freq(field, term)
            if 0 < n < _FEW or (n and self._scope is not None):  # it may stand in deleted records only, or out of scope
                n = self._count(self._exactly(field, term))
            self._rarity[key] = _rarity(n, self._size) if n else 0.0
        return self._rarity[key]

    def _usual(self, field: str, term: str) -> float:
        """How rare the term is in the whole index, by which the engine weighs it unless told otherwise."""
        return _rarity(self._searcher.doc_freq(field, term), self._all)

    def _has(self, field: str, term: str) -> bool:
        return bool(self._searcher.doc_freq(field, term)) and bool(self._count(self._exactly(field, term)))

    def _weighted(self, field: str, term: str, weight: float) -> tantivy.Query:
        return Query.boost_query(self._exactly(field, term), weight / self._usual(field, term))

    def _exactly(self, field: str, term: str) -> tantivy.Query:
        return Query.term_query(self._schema, field, term)

    def _count(self, query: tantivy.Query | None) -> int:
        within = self._within(query)
        return int(self._searcher.search(within, 1, count=True).count)  # type: ignore[attr-defined]  # not in its stub

    def _within(self, query: tantivy.Query | None) -> tantivy.Query:
        """The query held to the scope, which does not change scores."""
        if self._scope is None or query is None:
            return query or self._scope or Query.all_query()
        return Query.boolean_query([(Must, query), (Must, self._scope)])


def _rarity(n: int, size: int) -> float:
    return math.log(1 + (max(0, size - n) + 0.5) / (n + 0.5))


def _scope_query(schema: tantivy.Schema, scope: Scope) -> tantivy.Query | None:
    parts: list[tantivy.Query] = []
    if scope.doc_ids is not None:
        parts.append(_any_document(schema, scope.doc_ids))
    if scope.blocks is not None:
        start, stop = scope.blocks
        unsigned = tantivy.FieldType.Unsigned
        parts.append(Query.range_query(schema, "last", unsigned, lower_bound=start))
        parts.append(Query.range_query(schema, "first", unsigned, upper_bound=stop, include_upper=False))
    if scope.kinds is not None:
        parts.append(Query.term_set_query(schema, "kinds", list(scope.kinds)))
    if not parts:
        return None
    query = parts[0] if len(parts) == 1 else Query.boolean_query([(Must, part) for part in parts])
    return Query.const_score_query(query, 0.0)


def _any_document(schema: tantivy.Schema, doc_ids: Sequence[str]) -> tantivy.Query:
    """For a few documents, their terms one by one are much faster than a set of terms."""
    if len(doc_ids) > _MANY_DOCUMENTS:
        return Query.term_set_query(schema, "doc", list(doc_ids))
    each = [Query.term_query(schema, "doc", doc_id) for doc_id in doc_ids]
    return each[0] if len(each) == 1 else Query.boolean_query([(Should, query) for query in each])
