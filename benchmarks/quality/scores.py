"""How near two structures are, each figure from 0 to 1; ``None`` where the truth has nothing of its kind."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from benchmarks.quality.structure import Grid, Structure

_WORD = re.compile(r"\w+(?:[.,']\w+)*")


class Scores(NamedTuple):
    """The figures of one parser on one document; see the package."""

    recall: float | None
    precision: float | None
    order: float | None
    headings: float | None
    tree: float | None
    tables: float | None


def score(truth: Structure, found: Structure) -> Scores:
    """The figures of ``found``."""
    recall, precision, order = _of_text(truth.text, found.text)
    headings, tree = _of_headings(truth.headings, found.headings)
    return Scores(recall, precision, order, headings, tree, _of_tables(truth.tables, found.tables))


def _of_text(truth: str, found: str) -> tuple[float | None, float | None, float | None]:
    from rapidfuzz.distance import LCSseq

    wanted, given = _words(truth), _words(found)
    if not wanted:
        return None, None, None
    common = sum((Counter(wanted) & Counter(given)).values())
    return (
        common / len(wanted),
        common / len(given) if given else 0.0,
        LCSseq.similarity(wanted, given) / len(wanted),
    )


def _of_headings(
    truth: Sequence[tuple[int, str]], found: Sequence[tuple[int, str]]
) -> tuple[float | None, float | None]:
    if not truth:
        return None, None
    wanted, given = list(_with_parents(truth)), list(_with_parents(found))
    plain = Counter(title for title, _ in wanted) & Counter(title for title, _ in given)
    placed = Counter(wanted) & Counter(given)
    sizes = len(given), len(wanted)
    return _f1(sum(plain.values()), *sizes), _f1(sum(placed.values()), *sizes)


def _with_parents(headings: Sequence[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Each heading and the one that it hangs below."""
    above: list[tuple[int, str]] = []
    for level, text in headings:
        while above and above[-1][0] >= level:
            above.pop()
        key = "".join(_words(text))
        yield key, above[-1][1] if above else ""
        above.append((level, key))


def _of_tables(truth: Sequence[Grid], found: Sequence[Grid]) -> float | None:
    wanted, given = Counter(_relations(truth)), Counter(_relations(found))
    return _f1((wanted & given).total(), given.total(), wanted.total()) if wanted else None


def _relations(tables: Sequence[Grid]) -> Iterator[tuple[str, str, str]]:
    """Neighbours in a row, and first cells of rows that follow each other; empty cells are passed over, and a cell that
    stands several times in a row for its span counts once."""
    for grid in tables:
        rows = [cells for row in grid if (cells := list(_cells(row)))]
        for row in rows:
            yield from (("beside", one, next_one) for one, next_one in pairwise(row))
        yield from (("below", one[0], next_one[0]) for one, next_one in pairwise(rows))


def _cells(row: Sequence[str]) -> Iterator[str]:
    last = None
    for cell in row:
        key = re.sub(r"\s+", "", _folded(cell))
        if key and key != last:
            yield key
            last = key


def _words(text: str) -> list[str]:
    return _WORD.findall(_folded(text))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("\xad", "").replace("’", "'").casefold()


def _f1(right: int, given: int, wanted: int) -> float:
    return 2 * right / (given + wanted) if given + wanted else 0.0
