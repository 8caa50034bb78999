"""How large chunks are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.errors import RequestError

SMALLEST_CAP = 32


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """Sizes in tokens. No chunk is larger than ``maximum``; text is cut near ``optimal``; chunks smaller than
    ``minimum`` are joined with their neighbours under the same heading where ``merge`` allows it. ``exact`` counts
    tokens (o200k); without it four characters are taken for one. The defaults were chosen by recall for the tokens
    of the hits in ``benchmarks/retrieval.py``, where smaller ones gained little more.

    Raises ``RequestError`` (bad_argument) where the sizes do not ascend or the cap is below ``SMALLEST_CAP``."""

    minimum: int = 60
    optimal: int = 150
    maximum: int = 300
    merge: bool = True
    exact: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.minimum <= self.optimal <= self.maximum or self.maximum < SMALLEST_CAP:
            raise RequestError(
                f"Chunk sizes must ascend: min {self.minimum}, optimal {self.optimal}, max {self.maximum} tokens.",
                hint=f"Give min <= optimal <= max, with max at least {SMALLEST_CAP}.",
            )

    @property
    def counter(self) -> Callable[[Sequence[str]], list[int]]:
        """Counts the tokens of texts."""
        from pincite.costs import count_each

        return count_each if self.exact else estimate_each


def estimate_each(texts: Sequence[str]) -> list[int]:
    """Four characters a token, rounded up."""
    return [(len(text) + 3) // 4 for text in texts]


DEFAULT_SIZES = ChunkSizes()
