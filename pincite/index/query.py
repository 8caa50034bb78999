"""A question and a scope -> ranked records.

The score is BM25 over the words of a passage, a part for its titles, and more where words of the question stand
together. How much a word counts is decided by how rare it is *within the scope*: the name of the company is rare
among all documents and tells nothing within its own report. What ranks does not depend on which other documents
happen to be indexed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from pincite.index.engine import Character, Clause, Engine, Look, Phrase, Record, Term
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


class Ranking:
    """One search in one state of the index. ``missing``: words and phrases that stand nowhere in the scope;
    ``weights``: what each word that was looked for counts, by stem (compounds: as one word)."""

    def __init__(self, engine: Engine, question: Question) -> None:
        self._engine = engine
        self._question = question
        self._size = engine.size
        self._either = False
        self._required: list[Look] = []
        self.missing: tuple[MissingWord, ...] = ()
        self.weights: dict[str, float] = {}
        engine.expect(self._terms_ahead())
        engine.expect(self._phrases_ahead())
        self._clauses = self._build()

    def records(self, limit: int) -> Iterator[Record]:
        """The best ``limit`` records, best first."""
        return self._engine.best(self._clauses, self._required, self._either, limit) if self._clauses else iter(())

    def _build(self) -> list[Clause]:
        """What is looked for; nothing where nothing can match. Notes on the way what is missing, what each word weighs
        and which phrases a record has to have."""
        clauses = [clause for unit in self._question.units for clause in self._unit(unit)]
        clauses += self._pairs()
        self._required, lost = self._phrases()
        self.missing = (*(MissingWord(f'"{quote}"', ()) for quote in lost), *self.missing)[:_MOST_MISSING]
        if not clauses or (lost and not self._required and self._question.is_quote):
            self.missing = self.missing or self._everything()
            return []
        return clauses

    def _everything(self) -> tuple[MissingWord, ...]:
        """The question as a whole, where none of its words is worth naming by itself."""
        return (MissingWord(self._question.text, ()),) if self._question.units else ()

    # What will be counted.

    def _terms_ahead(self) -> Iterator[Look]:
        for unit in self._question.units:
            words = [*unit.parts, *filter(None, (unit.joined, unit.also))]
            for word, stem in zip(words, stems(words), strict=True):
                yield from (Term("text", stem), Term("titles", stem), Term("aside", stem), Term("joined", word))
            yield from (Term("exact", part) for part in unit.parts if unit.joined)

    def _phrases_ahead(self) -> Iterator[Look]:
        yield from (Phrase("exact", unit.parts) for unit in self._question.units if unit.joined)
        yield from (Phrase("text", pair, 1) for pair, _ in self._neighbours())
        yield from map(_quoted, self._question.phrases)

    # Words.

    def _unit(self, unit: Unit) -> list[Clause]:
        clauses = self._known(unit)
        if unit.also:
            other = self._term(unit.also, unit.weight)
            if not clauses:
                self._miss(unit.surface, (unit.also,) if other else ())
            return clauses + other
        if clauses or is_spaceless(unit.parts[0]):
            return clauses
        near = near_words(self._engine, unit.joined or unit.parts[0])
        if unit.weight == 1.0 or near:
            self._miss(unit.surface, near)
        return [clause for word in near for clause in self._term(word, unit.weight * _NEAR)]

    def _miss(self, word: str, near: tuple[str, ...]) -> None:
        self.missing += (MissingWord(word, near),)

    def _known(self, unit: Unit) -> list[Clause]:
        """Clauses for the word as it is; none where it stands nowhere in the scope."""
        clauses = self._joined(unit.joined or unit.parts[0], unit.weight)
        if unit.joined is None:
            return clauses + self._term(unit.parts[0], unit.weight)
        clauses += self._term(unit.joined, unit.weight)
        clauses += self._together(Phrase("exact", unit.parts), unit.weight)
        apart = [self._term(part, unit.weight * _PARTS) for part in unit.parts if len(part) > 1 or part.isdecimal()]
        if clauses or (apart and all(apart)):
            clauses += [clause for part in apart for clause in part]
        return clauses

    def _term(self, term: str, weight: float) -> list[Clause]:
        """The word in the texts, the titles and the asides."""
        if is_spaceless(term) and len(term) == 1:
            return [Clause(Character(term), weight, flat=True)] if self._engine.count(Character(term)) else []
        stem = stems([term])[0]
        rarity = self._rare("text", stem)
        clauses = [Clause(Term("text", stem), weight * rarity)] if rarity else []
        self.weights[stem] = max(self.weights.get(stem, 0.0), weight * (rarity or 1.0))
        if titled := self._rare("titles", stem):
            clauses.append(Clause(Term("titles", stem), weight * _TITLES * min(titled, rarity or titled)))
        if self._rare("aside", stem):
            clauses.append(Clause(Term("aside", stem), weight * _ASIDE * (rarity or 1.0)))
        return clauses

    def _joined(self, term: str, weight: float) -> list[Clause]:
        rarity = self._rare("joined", term)
        self.weights[term] = max(self.weights.get(term, 0.0), weight * rarity)
        return [Clause(Term("joined", term), weight * rarity, flat=True)] if rarity else []

    # Words together.

    def _pairs(self) -> list[Clause]:
        """Neighbours of the question that stand side by side in a passage too."""
        return [c for pair, weight in self._neighbours() for c in self._together(Phrase("text", pair, 1), weight)]

    def _neighbours(self) -> list[tuple[tuple[str, str], float]]:
        """The stems of neighbours of the question, each pair with its weight."""
        plain = [unit for unit in self._question.units if unit.joined is None]
        roots = stems([unit.parts[0] for unit in plain])
        pairs = []
        for (unit, root), (after, next_root) in pairwise(zip(plain, roots, strict=True)):
            if root != next_root:
                together = _DATE if unit.is_time and after.is_time else _TOGETHER
                pairs.append(((root, next_root), min(unit.weight, after.weight) * together))
        return pairs

    def _together(self, phrase: Phrase, weight: float) -> list[Clause]:
        """The words in this order, weighed by how rare it is that they stand so; nothing where they never do."""
        if not all(self._rare(phrase.field, word) for word in phrase.words):
            return []
        n = self._engine.count(phrase)
        return [Clause(phrase, weight * _rarity(n, self._size))] if n else []

    def _phrases(self) -> tuple[list[Look], list[str]]:
        """The quoted phrases that are there, and those that stand nowhere. A record has to match all that are there,
        or any of them where no record has all."""
        found: list[Look] = []
        lost: list[str] = []
        for phrase, quote in self._question.phrases.items():
            look = _quoted(phrase)
            if self._engine.count(look):
                found.append(look)
            else:
                lost.append(quote)
        self._either = len(found) > 1 and not self._engine.stand_together(found)
        return found, lost

    def _rare(self, field: str, term: str) -> float:
        """How rare the term is in the scope (BM25's inverse document frequency); 0 where it is not there at all."""
        n = self._engine.count(Term(field, term))
        return _rarity(n, self._size) if n else 0.0


def _quoted(phrase: tuple[str, ...]) -> Look:
    return Term("exact", phrase[0]) if len(phrase) == 1 else Phrase("exact", phrase)


def _rarity(n: int, size: int) -> float:
    return math.log(1 + (max(0, size - n) + 0.5) / (n + 0.5))
