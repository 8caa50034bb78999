"""Turns what a text object says of itself into its look; equal ones are worked out once a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import NamedTuple

from pincite.parsers.pdf.reader.space import PageSpace
from pincite.parsers.pdf.reader.styles import Font, StyleTable
from pincite.parsers.pdf.reader.words import Look

FILL, FILL_AND_STROKE, INVISIBLE = 0, 2, 3  # text render modes

_SLANT = 0.1  # of the longer component of the base line's direction


class TextFacts(NamedTuple):
    """A text object as pdfium describes it: the operand of Tf, the matrix to page space (without its shift), the
    address of its font, the render mode, fill colour with alpha (``None``: a pattern), and the marked content id (-1:
    none)."""

    operand: float
    a: float
    b: float
    c: float
    d: float
    font: int
    mode: int
    color: tuple[int, int, int, int] | None
    mcid: int


class Looks:
    """The looks of one page. ``groups`` is that of ``taginfo``; ``read_font`` describes the font at an address."""

    def __init__(
        self, styles: StyleTable, space: PageSpace, groups: Mapping[int, int], read_font: Callable[[int], Font]
    ) -> None:
        self._styles = styles
        self._space = space
        self._groups = groups
        self._read_font = read_font
        self._fonts: dict[int, Font] = {}  # addresses are reused after the page is closed
        self._known: dict[TextFacts, Look] = {}

    def look(self, facts: TextFacts) -> Look:
        """The look of a text object."""
        found = self._known.get(facts)
        if found is None:
            found = self._known[facts] = self._make(facts)
        return found

    def group(self, mcid: int) -> int:
        """The tag that marked content belongs to, -1 where there is none."""
        return self._groups.get(mcid, -1)

    def _make(self, facts: TextFacts) -> Look:
        operand, a, b, c, d, address, mode, color, mcid = facts
        if address not in self._fonts:
            self._fonts[address] = self._read_font(address)
        size = round(abs(operand) * hypot(c, d), 1)
        number = -1 if color is None else color[0] << 16 | color[1] << 8 | color[2]
        style = self._styles.intern(self._fonts[address], size, number, struck=mode == FILL_AND_STROKE)
        sign = -1 if operand < 0 else 1
        painted = mode != INVISIBLE and not (color and color[3] == 0)
        slanted = min(abs(a), abs(b)) > _SLANT * max(abs(a), abs(b))
        return Look(
            style, size, self._space.angle(sign * a, sign * b), mcid, painted, slanted, self.group(mcid), address
        )
