"""Finds characters whose fonts do not say what they mean. pdfium gives the code of such a character as if it were
Unicode, which reads as a wrong letter: such text would be invented."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from pincite.parsers.pdf.reader.glyphtext import UNKNOWN

Table = dict[int, str]  # for str.translate

_FEW = 0.2  # share of the characters of a font
_FIRST_TELLING = 0x100  # lower codes are those of simple fonts or numbers of glyphs


def unmapped_characters(
    texts: Sequence[str], starts: Sequence[int], fonts: Sequence[int], asks: Callable[[int], bool]
) -> dict[int, Table]:
    """For each font that has such characters, what makes them ``UNKNOWN``. A text begins with character ``starts[i]``
    of the page; ``asks(index)`` says whether a character is unmapped, once for each character of each font.

    In a font that maps nearly all of its characters, a code beyond Latin-1 is a Unicode value after all, say of a
    currency sign that was added to it.
    """
    known: defaultdict[int, set[str]] = defaultdict(set)
    bad: defaultdict[int, set[str]] = defaultdict(set)
    chars, of_font = set[str](), -1
    for text, start, font in zip(texts, starts, fonts, strict=True):
        if font != of_font:
            chars, of_font = known[font], font
        if not chars.issuperset(text):
            for char in set(text) - chars:
                if asks(start + text.index(char)):
                    bad[font].add(char)
            chars.update(text)
    tables = {font: _table(chars, len(known[font])) for font, chars in bad.items()}
    return {font: table for font, table in tables.items() if table}


def _table(bad: set[str], total: int) -> Table:
    lenient = len(bad) <= _FEW * total
    return {ord(char): UNKNOWN for char in bad if not (lenient and ord(char) >= _FIRST_TELLING)}
