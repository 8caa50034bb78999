"""What ranking needs of an engine that holds the records: what can be looked for, counting it, and the best records.

How much each thing is worth is decided by ``query.Ranking`` alone, for every engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pincite.model import Kind


class Term(NamedTuple):
    """A word in a field of the records (``schema`` names the fields)."""

    field: str
    word: str


class Phrase(NamedTuple):
    """Words in this order, with at most ``slop`` others between them in all."""

    field: str
    words: tuple[str, ...]
    slop: int = 0


class Character(NamedTuple):
    """A single character of a script that is indexed in pairs."""

    char: str


Look = Term | Phrase | Character


class Clause(NamedTuple):
    """What adds to the score of the records in which it stands: ``weight`` by BM25's measure of how often it stands
    there, or just ``weight`` where it is ``flat``."""

    look: Look
    weight: float
    flat: bool = False


class Record(NamedTuple):
    """A passage found: its document, its first and last block, its characters, and its score."""

    doc_id: str
    first: int
    last: int
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Scope:
    """What is searched: documents (``None``: all), blocks ``start <= id < stop`` (``None``: all), kinds (``None``:
    all)."""

    doc_ids: tuple[str, ...] | None = None
    blocks: tuple[int, int] | None = None
    kinds: tuple[str, ...] | None = None


def scope_of(doc_ids: Sequence[str] | None, blocks: range | None, kinds: Iterable[Kind] | None) -> Scope:
    """The scope in plain values."""
    return Scope(
        doc_ids=None if doc_ids is None else tuple(doc_ids),
        blocks=None if blocks is None else (blocks.start, blocks.stop),
        kinds=None if kinds is None else tuple(kind.value for kind in kinds),
    )


class Engine(Protocol):
    """The records of a scope in one state of the index."""

    @property
    def size(self) -> int:
        """The number of records; that of a document itself counts where whole documents are searched."""

    def expect(self, looks: Iterable[Look]) -> None:
        """These are counted next: for engines to which each question is a journey."""

    def count(self, look: Look) -> int:
        """In how many records it stands, near enough to weigh it; 0 is exact."""

    def stand_together(self, looks: Sequence[Look]) -> bool:
        """Whether any record has all of them."""

    def spelled(self, prefix: str, lengths: range) -> list[str]:
        """Words that begin so and have so many characters; some of them may stand outside the scope."""

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """In how many records each of these words stands, those that stand in none left out."""

    def best(self, clauses: Sequence[Clause], required: Sequence[Look], either: bool, limit: int) -> Iterator[Record]:
        """The best ``limit`` records, best first, out of those with all that is ``required`` (``either``: any of
        it)."""
