"""Columns that only their headers part: in a narrow table no more than a blank may stand between two cells, but each
header is centred on its column, or begins where the column begins."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.captions import is_caption
from pincite.parsers.pdf.tables.rows import Row, Unit

SAME = 0.9  # points: words that begin this near begin in one column
SET = 1.0  # points: how exactly a header is set on its column
ROWS = 3  # below a header, at least
FEW = 2  # where a caption stands above the header
NEAR = 1.2  # of the height of a row: white space that ends the rows of a header


def cut_under_heads(rows: Sequence[Row]) -> list[Row]:
    """The rows with their units cut where a column begins under a header of its own."""
    out = list(rows)
    at = 0
    while at + FEW < len(out):
        head = out[at]
        end = _end(out, at) if _may_head(head, out[at + 1]) else at
        at += 1
        if end - at < FEW:
            continue
        least = FEW if at > 1 and is_caption(out[at - 2].text) else ROWS
        if end - at >= least:
            cuts, count = _cuts(head, out[at:end], least)
            out[at : at + count] = [_cut(row, cuts) for row in out[at : at + count]]
    return out


def _may_head(head: Row, row: Row) -> bool:
    """Whether a row of texts has more units than the row below it."""
    return len(head.units) > max(len(row.units), 1) and not any(u.is_amount for u in head.units)


def _end(rows: Sequence[Row], at: int) -> int:
    """The row after the last that may stand under the header in row ``at``."""
    head = rows[at]
    end = at + 1
    while end < len(rows):
        row, above = rows[end], rows[end - 1]
        if row.y0 - above.y1 > NEAR * (row.y1 - row.y0) or len(row.units) > len(head.units):
            break
        if row.x1 < head.units[-1].x0:  # nothing under the last header
            break
        end += 1
    return end


def _cuts(head: Row, rows: Sequence[Row], least: int) -> tuple[list[float], int]:
    """Where the columns begin in which rows are to be cut, right to left, and how many rows these columns hold for.
    Each column ends where the next begins."""
    cuts: list[float] = []
    lines = [[(w, w is u.words[0]) for u in row.units for w in u.words] for row in rows]
    for left, right in zip(head.units[-2::-1], head.units[:0:-1], strict=True):
        for x in _starts(lines[0], left, right):
            count = next((i for i, line in enumerate(lines) if not _begins(line, x)), len(lines))
            if count >= least and _heads(right, x, lines[:count]):
                break
        else:
            return [], 0
        cuts.append(x)
        lines = [[w for w in line if w[0].x0 < x - SAME] for line in lines[:count]]
    return cuts, len(lines)


_Line = list[tuple[Word, bool]]  # words, and whether a unit begins with the word


def _starts(line: _Line, left: Unit, right: Unit) -> list[float]:
    """Where a column under the right one of two headers may begin: at a word before the header's middle."""
    low, high = (left.x0 + left.x1) / 2, (right.x0 + right.x1) / 2
    return [w.x0 for w, _ in line if low < w.x0 < high]


def _begins(line: _Line, x: float) -> bool:
    """Whether a word begins at ``x`` and none lies over it."""
    return any(abs(w.x0 - x) <= SAME for w, _ in line) and not any(w.x0 < x - SAME < x + SAME < w.x1 for w, _ in line)


def _heads(unit: Unit, x: float, lines: Sequence[_Line]) -> bool:
    """Whether a header is set on what follows at ``x``, where it is not parted from what stands before anyway."""
    if all(first for line in lines for w, first in line if abs(w.x0 - x) <= SAME):
        return True
    right = max(w.x1 for line in lines for w, _ in line)
    return abs(unit.x0 - x) <= SET or abs((unit.x0 + unit.x1) - (x + right)) / 2 <= SET


def _cut(row: Row, cuts: Sequence[float]) -> Row:
    units: list[Unit] = []
    for unit in row.units:
        parts: list[list[Word]] = [[unit.words[0]]]
        for word in unit.words[1:]:
            if any(abs(word.x0 - x) <= SAME for x in cuts):
                parts.append([word])
            else:
                parts[-1].append(word)
        units += [unit] if len(parts) == 1 else [_unit(p) for p in parts]
    return Row(units, row.size, row.y0, row.y1) if len(units) > len(row.units) else row


def _unit(words: list[Word]) -> Unit:
    return Unit(words, token_of("".join(w.text for w in words)) if len(words) < 4 else Token.TEXT)
