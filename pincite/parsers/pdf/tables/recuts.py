"""Rows cut anew, or put together again, once the columns around them are known."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.tables.amounts import Token, token_of
from pincite.parsers.pdf.tables.rows import Row, Unit

TOUCH = 1.0  # points: as much overlap is none
MIN_GAP = 1.2  # points: between two cells
ALIGNED = 1.6  # points: how exactly a cut inside a unit must meet the edge of a column
EXACT = 0.4  # points
HANG = 4.0  # points: how far the text of a row may begin left of its table
BLANK = 0.5  # of the size: no wider is the blank between two words
LEFT = 14.0  # points: how far the lines of a label begin from each other
JUSTIFIED = 2.0  # of the size: no blank of a justified line is wider


def cut_at_columns(row: Row, columns: Sequence[Sequence[float]]) -> Row | None:
    """The row with units cut at blanks that meet the edges of columns; ``None`` where none does. A single text may meet
    them by chance and has to do so exactly."""
    if len(row.units) == 1 and row.x0 < columns[0][0] - HANG and not row.units[0].words[0].text[0].isalnum():
        return None  # a bullet before a line of text; a number may hang out
    aligned = EXACT if len(row.units) == 1 else ALIGNED
    units: list[Unit] = []
    for unit in row.units:
        units += _cut(unit, columns, aligned)
    return Row(units, row.size, row.y0, row.y1) if len(units) > len(row.units) else None


def rejoin(row: Row, columns: Sequence[Sequence[float]], *, texts: bool) -> Row | None:
    """The row with texts put together that lie within one column: the blanks of a justified line may be wide. In a
    table of ``texts`` two amounts a blank apart belong to one, too."""
    units: list[Unit] = []
    for unit in row.units:
        last = units[-1] if units else None
        within = last is not None and any(a - TOUCH <= last.x0 and unit.x1 <= b + TOUCH for a, b in columns)
        if last is None or not within:
            units.append(unit)
            continue
        near = (BLANK if last.is_amount else JUSTIFIED) * row.size
        if (texts or not last.is_amount) and unit.x0 - last.x1 < near:
            units[-1] = Unit(last.words + unit.words, Token.TEXT)
        else:
            units.append(unit)
    return Row(units, row.size, row.y0, row.y1) if len(units) < len(row.units) else None


def label_of(row: Row, above: Row, columns: Sequence[Sequence[float]]) -> Row | None:
    """The row as one text, where it goes on with the label of the row above and has wide blanks in it, for figures that
    are still to be filled in: all of it stands before the amounts. ``None`` where it is none."""
    first, last = row.units[0], above.units[-1]
    if len(row.units) < 2 or any(u.is_amount for u in row.units) or len(above.units) > 1 or last.is_amount:
        return None
    if len(columns) < 2 or max(row.x1, last.x1) >= columns[1][0] - TOUCH or abs(first.x0 - last.x0) > LEFT:
        return None
    return Row([Unit([w for u in row.units for w in u.words], Token.TEXT)], row.size, row.y0, row.y1)


def _cut(unit: Unit, columns: Sequence[Sequence[float]], aligned: float) -> list[Unit]:
    over = [c for c in columns if unit.x0 < c[1] - TOUCH and unit.x1 > c[0] + TOUCH]
    out: list[Unit] = []
    words = unit.words
    for column in over[1:]:
        at = next((i for i in range(1, len(words)) if _begins(words, i, column, aligned)), None)
        if at is None:
            return [unit]
        out.append(_unit(words[:at]))
        words = words[at:]
    return [*out, _unit(words)]


def _begins(words: Sequence[Word], i: int, column: Sequence[float], aligned: float) -> bool:
    """Whether the text of a column begins with word ``i``: on its left edge, or as an amount within it."""
    word, before = words[i], words[i - 1]
    if word.x0 - before.x1 <= MIN_GAP or before.x1 > column[0] + TOUCH:
        return False
    if abs(word.x0 - column[0]) <= aligned:
        return True
    inside = word.x0 >= column[0] - ALIGNED and words[-1].x1 <= column[1] + ALIGNED
    return inside and token_of(word.text).is_amount


def _unit(words: list[Word]) -> Unit:
    return Unit(words, token_of("".join(w.text for w in words)) if len(words) < 4 else Token.TEXT)
