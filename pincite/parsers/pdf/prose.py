"""Running text, told from the cells of tables: lines of a paragraph stand close below each other at one left edge."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.amounts import Token, token_of
from pincite.parsers.pdf.layout import Line

LONG = 28  # characters of a line of running text, at least
WORDS = 4
EDGE = 2.0  # points: how far left edges of a paragraph differ
PITCH = 1.75  # of the size: no larger is the distance of base lines in a paragraph
CHAIN = 4  # as many lines are running text wherever they stand
SHORT_CHAIN = 2  # as many where they are as wide as half the page
LABELLED = 0.3  # of the lines of a chain with an amount on their right: more is the stub of a table


def drop_prose(lines: Sequence[Line], width: float) -> list[Line]:
    """The lines that are not running text."""
    prose: set[int] = set()
    chains: list[list[Line]] = []
    long = [n for n in lines if len(n.text) >= LONG and len(n.words) >= WORDS]
    if len(long) < SHORT_CHAIN:
        return list(lines)
    labels = _labels(lines)
    for line in sorted(long, key=lambda n: n.y0):
        for chain in chains:
            last = chain[-1]
            if abs(last.x0 - line.x0) <= EDGE and 0 < line.y1 - last.y1 <= PITCH * line.size and line.size == last.size:
                chain.append(line)
                break
        else:
            chains.append([line])
            if len(chains) > 24:  # a paragraph that ended far above takes no more lines
                old = [c for c in chains if line.y1 - c[-1].y1 > 60]
                for chain in old:
                    prose.update(_prose(chain, width, labels))
                chains = [c for c in chains if line.y1 - c[-1].y1 <= 60]
    for chain in chains:
        prose.update(_prose(chain, width, labels))
    return [n for n in lines if id(n) not in prose]


def _prose(chain: Sequence[Line], width: float, labels: set[int]) -> list[int]:
    """The ids of the lines if the chain is running text."""
    wide = sum(n.x1 - n.x0 > 0.5 * width for n in chain)
    if len(chain) < CHAIN and (len(chain) < SHORT_CHAIN or wide < len(chain) - 1):
        return []
    if sum(id(n) in labels for n in chain) > LABELLED * len(chain):
        return []
    return [id(n) for n in chain]


def _labels(lines: Sequence[Line]) -> set[int]:
    """The lines with an amount as their next neighbour on the right."""
    out: set[int] = set()
    ordered = sorted(lines, key=lambda n: n.y0 + n.y1)
    row: list[Line] = []
    for line in ordered:
        if row and line.y0 + line.y1 - row[0].y0 - row[0].y1 > row[0].y1 - row[0].y0:
            _note_labels(row, out)
            row = []
        row.append(line)
    _note_labels(row, out)
    return out


def _note_labels(row: list[Line], out: set[int]) -> None:
    if len(row) < 2:
        return
    row.sort(key=lambda n: n.x0)
    for left, right in zip(row, row[1:], strict=False):
        first = token_of(right.words[0].text)
        if first.is_amount or first is Token.SIGN:
            out.add(id(left))
