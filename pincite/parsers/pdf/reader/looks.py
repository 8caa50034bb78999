"""Turns what a text object says of itself into its look; equal ones are worked out once a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import NamedTuple

from pincite.parsers.pdf.reader.space import PageSpace
from pincite.parsers.pdf.reader.styles import Font, StyleTable

FILL, FILL_AND_STROKE, INVISIBLE = 0, 2, 3  # text render modes

_SLANT = 0.1  # of the longer component of the base line's direction

# A text object as pdfium describes it: the operand of Tf; the matrix to page space (a, b, c, d); the address of its
# font; the render mode; the fill colour with alpha (``None``: a pattern).
Facts = tuple[float, float, float, float, float, int, int, tuple[int, int, int, int] | None]


class Look(NamedTuple):
    """How a text object is drawn. ``angle`` as in ``Word``, and ``slanted`` where its base line is neither level nor
    upright; ``painted`` is false where it leaves no ink at all. ``group`` tells paragraphs and cells of tagged files
    apart, ``font`` the fonts of a page; ``leans`` is true of letters that reach over their neighbours (italics)."""

    style: int
    size: float
    angle: int
    mcid: int
    painted: bool
    slanted: bool
    group: int
    font: int
    leans: bool = False
    misshapen: bool = False  # pdfium's boxes for this font do not tell where the line is

    def goes_with(self, other: Look) -> bool:
        """Whether text in both looks can be one word."""
        return self is other or (
            self.style == other.style
            and self.group == other.group
            and self.angle == other.angle
            and self.painted == other.painted
        )


class Looks:
    """The looks of one page. ``groups`` is that of ``taginfo``; ``read_font`` describes the font at an address."""

    def __init__(
        self, styles: StyleTable, space: PageSpace, groups: Mapping[int, int], read_font: Callable[[int], Font]
    ) -> None:
        self._styles = styles
        self._space = space
        self._groups = groups
        self._read_font = read_font
        # As they are and as their styles have them; addresses are reused after the page is closed.
        self._fonts: dict[int, tuple[Font, Font]] = {}
        self._known: dict[tuple[Facts, int], Look] = {}

    def look(self, facts: Facts, mcid: int = -1) -> Look:
        """The look of a text object; ``mcid`` is its marked content id (-1: none)."""
        found = self._known.get((facts, mcid))
        if found is None:
            found = self._known[facts, mcid] = self._tagged(facts, mcid) if mcid != -1 else self._make(facts)
        return found

    def _tagged(self, facts: Facts, mcid: int) -> Look:
        """Tagged files have a thousand contents in the same few looks."""
        style, size, angle, _, painted, slanted, _, font, leans, misshapen = self.look(facts)
        return Look(style, size, angle, mcid, painted, slanted, self.group(mcid), font, leans, misshapen)

    def group(self, mcid: int) -> int:
        """The tag that marked content belongs to, -1 where there is none."""
        return self._groups.get(mcid, -1)

    def _font(self, address: int) -> tuple[Font, Font]:
        found = self._fonts.get(address)
        if found is None:
            font = self._read_font(address)
            found = self._fonts[address] = font, font._replace(misshapen=False)
        return found

    def _make(self, facts: Facts) -> Look:
        operand, a, b, c, d, address, mode, color = facts
        font, plain = self._font(address)
        size = round(abs(operand) * hypot(c, d), 1)
        number = -1 if color is None else color[0] << 16 | color[1] << 8 | color[2]
        sign = -1 if operand < 0 else 1
        return Look(
            style=self._styles.intern(plain, size, number, struck=mode == FILL_AND_STROKE),
            size=size,
            angle=self._space.angle(sign * a, sign * b),
            mcid=-1,
            painted=mode != INVISIBLE and not (color and color[3] == 0),
            slanted=min(abs(a), abs(b)) > _SLANT * max(abs(a), abs(b)),
            group=self.group(-1),
            font=address,
            leans=font.italic or abs(a * c + b * d) > _SLANT * (a * a + b * b),
            misshapen=font.misshapen,
        )
