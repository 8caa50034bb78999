"""How much is said of everything, from the most to the least: what does not fit a budget is said in less."""

from __future__ import annotations

from typing import NamedTuple


class Detail(NamedTuple):
    """How many quotes, rounds, documents, rows of a map and runs of pages or segments are told; the characters of
    quotes, titles and remarks; whether the lines of each quote are given, and links."""

    quotes: int = 50
    rounds: int = 50
    documents: int = 20
    rows: int = 80
    runs: int = 80
    words: int = 160
    title: int = 80
    remark: int = 200
    lines: bool = True
    links: bool = True


DETAILS = (
    Detail(),
    Detail(rows=40, runs=60, words=100, title=60, remark=120),
    Detail(rows=24, runs=40, words=60, title=40, remark=60, lines=False),
    Detail(rows=16, runs=24, words=40, title=30, remark=30, lines=False),
    Detail(rounds=10, rows=8, runs=12, words=24, title=24, remark=0, lines=False, links=False),
    Detail(20, 5, 10, 5, 6, 24, 20, 0, lines=False, links=False),
    Detail(8, 3, 4, 3, 4, 20, 20, 0, lines=False, links=False),
    Detail(3, 1, 1, 1, 2, 12, 12, 0, lines=False, links=False),
    Detail(1, 0, 1, 0, 1, 12, 12, 0, lines=False, links=False),
)
