"""Gives back the letters that pdfium drops.

pdfium leaves out a text object that repeats the one before and overlaps it, because programs imitate bold print so. In
files with an object for each character that hits the second f of an italic "ff": its ink reaches far over the first.
It leaves out white space after white space too, which in some fonts is a letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pincite.parsers.pdf.reader.glyphs import Boxes, Glyphs
from pincite.parsers.pdf.reader.looks import Look
from pincite.parsers.pdf.reader.objects import Repeat
from pincite.parsers.pdf.reader.runs import NARROW


class _Inserted(NamedTuple):
    """A letter that comes after some character: it looks like character ``source``, displaced."""

    char: str
    source: int
    owner: int
    dx: float
    dy: float


def restore(glyphs: Glyphs, repeats: Sequence[Repeat]) -> Glyphs | None:
    """The characters of the page with the letters of those text objects that have none; ``None`` where all have
    theirs."""
    owners = glyphs.owners(range(len(glyphs.text)))
    known = set(owners)
    letters: dict[int, _Inserted] = {}
    for item, before, dx, dy in repeats:
        if item not in known and owners.count(before) == 1:
            at = owners.index(before)
            letters[at] = _Inserted(glyphs.text[at], at, item, dx, dy)
    if not letters:
        return None
    skipped = {i for at, letter in letters.items() for i in _made_up(glyphs, at, letter)}
    return _WithLetters(glyphs, letters, skipped)


def restore_initials(glyphs: Glyphs, spaces: Mapping[int, str]) -> Glyphs | None:
    """The characters of the page with letters that a font keeps in the place of the blank, which pdfium drops after
    white space. ``spaces`` are the indices of white space that pdfium made up in such fonts, and the letter. Before a
    letter that is lost stands a hole."""
    letters: dict[int, _Inserted] = {}
    for at, char in spaces.items():
        if at + 1 >= len(glyphs.text) or glyphs.text[at + 1].isspace():
            continue
        space, follower = glyphs.boxes([at, at + 1]).tolist()
        owner = glyphs.owners([at + 1])
        (look,) = glyphs.looks([at + 1], owner)
        hole = follower[0] - space[0]
        if look.angle == 0 and NARROW * look.size < hole < 1.5 * look.size:
            letters[at] = _Inserted(char, at + 1, owner[0], -hole, 0.0)
    return _WithLetters(glyphs, letters, set()) if letters else None


class _WithLetters:
    """Implements ``glyphs.Glyphs``: after some characters stands another letter, and some are left out."""

    def __init__(self, glyphs: Glyphs, letters: dict[int, _Inserted], skipped: set[int]) -> None:
        self._glyphs = glyphs
        self._sources: list[int] = []
        self._inserted: dict[int, _Inserted] = {}  # by index in the new text
        text: list[str] = []
        for i, char in enumerate(glyphs.text):
            if i in skipped:
                continue
            self._sources.append(i)
            text.append(char)
            if (letter := letters.get(i)) is not None:
                self._inserted[len(text)] = letter
                self._sources.append(letter.source)
                text.append(letter.char)
        self.text = "".join(text)

    def _of(self, indices: Sequence[int]) -> list[int]:
        return [self._sources[i] for i in indices]

    def boxes(self, indices: Sequence[int]) -> Boxes:
        boxes = self._glyphs.boxes(self._of(indices))
        for row, i in enumerate(indices):
            if (letter := self._inserted.get(i)) is not None:
                boxes[row] += (letter.dx, letter.dy, letter.dx, letter.dy)
        return boxes

    def origins(self, indices: Sequence[int]) -> list[tuple[float, float]]:
        return self._glyphs.origins(self._of(indices))

    def owners(self, indices: Sequence[int]) -> list[int]:
        owners = self._glyphs.owners(self._of(indices))
        return [
            self._inserted[i].owner if i in self._inserted else owner for i, owner in zip(indices, owners, strict=True)
        ]

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]:
        return self._glyphs.looks(self._of(indices), owners)

    def is_unmapped(self, index: int) -> bool:
        return index not in self._inserted and self._glyphs.is_unmapped(self._sources[index])

    def is_generated(self, index: int) -> bool:
        return index not in self._inserted and self._glyphs.is_generated(self._sources[index])

    def alike(self, looks: Sequence[Look], owners: Sequence[int]) -> list[bool]:
        return self._glyphs.alike(looks, owners)


def _made_up(glyphs: Glyphs, at: int, letter: _Inserted) -> range:
    """The white space after character ``at`` that pdfium put into the hole where the letter was."""
    text, after = glyphs.text, at + 1
    while after < len(text) and text[after].isspace() and glyphs.is_generated(after):
        after += 1
    if after in (at + 1, len(text)) or text[after].isspace():
        return range(0)
    # The distance of the letters is the width of one, which its box with all its ink is not.
    (x, y), (left, top, right, bottom) = glyphs.origins([at])[0], glyphs.boxes([after])[0].tolist()
    (look,) = glyphs.looks([at], glyphs.owners([at]))
    x, y = x + 2 * letter.dx, y + 2 * letter.dy
    gap = {0: left - x, 90: top - y, 180: x - right, 270: y - bottom}[look.angle]
    return range(at + 1, after) if -look.size < gap < NARROW * look.size else range(0)
