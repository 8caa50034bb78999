"""How much is said of everything, from the most to the least: what does not fit a budget is said in less."""

from __future__ import annotations

from typing import NamedTuple


class Detail(NamedTuple):
    """How many quotes, rounds, documents, rows of a map and runs of pages or segments are told; the characters of
    quotes, titles, remarks and the question; whether the lines of each quote are given, and links."""

    quotes: int = 50
    rounds: int = 50
    documents: int = 20
    rows: int = 80
    runs: int = 80
    words: int = 200
    title: int = 80
    remark: int = 200
    question: int = 500
    lines: bool = True
    links: bool = True


DETAILS = (
    Detail(),
    Detail(rows=40, runs=50, words=160, title=70, remark=160),
    Detail(rows=24, runs=40, words=120, title=60, remark=120, question=300),
    Detail(rows=20, runs=30, words=90, title=50, remark=90, question=300, lines=False),
    Detail(rows=16, runs=24, words=60, title=40, remark=60, question=200, lines=False),
    Detail(rows=16, runs=24, words=40, title=30, remark=40, question=120, lines=False),
    Detail(rounds=10, rows=8, runs=12, words=24, title=24, remark=0, question=60, lines=False, links=False),
    Detail(20, 5, 10, 5, 6, 24, 20, 0, 60, lines=False, links=False),
    Detail(8, 3, 4, 3, 4, 20, 20, 0, 60, lines=False, links=False),
    Detail(3, 1, 1, 1, 2, 12, 12, 0, 60, lines=False, links=False),
    Detail(1, 0, 1, 0, 1, 12, 12, 0, 30, lines=False, links=False),
)
