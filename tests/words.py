"""Layouts for tests of the passes, without any PDF: words from lines of text.

page = Sheet().line(72, 100, "Some words", size=10).line(72, 112, "go on here.")
layout = lay_out(page)
"""

from __future__ import annotations

from typing import Self

from pincite.model import BBox
from pincite.parsers.pdf.layout import Flag, Layout, PageLayout, Rule, Style, Word

ADVANCE = 0.5  # of the size: every character is this wide
ASCENT, DESCENT = 0.79, 0.21


class Styles:
    """Interned styles that are shared by the sheets of a layout."""

    def __init__(self) -> None:
        self.styles: list[Style] = []

    def index(self, style: Style) -> int:
        if style not in self.styles:
            self.styles.append(style)
        return self.styles.index(style)


STYLES = Styles()


class Sheet:
    """One page under construction; ``y`` is the base line of a text, from the top."""

    def __init__(self, width: float = 612, height: float = 792) -> None:
        self.page = PageLayout(1, width, height, 0)

    def line(
        self, x: float, y: float, text: str, *, size: float = 10, bold: bool = False, italic: bool = False,
        mono: bool = False, space: float = 0.25, glued: bool = False, mcid: int = -1,
    ) -> Self:  # fmt: skip
        """Words from left to right; ``space`` is the word space in sizes; ``glued`` ties the first to the word
        before."""
        style = STYLES.index(Style("Courier" if mono else "Test", size, bold, italic, mono, 0))
        at = x
        for i, part in enumerate(text.split()):
            right = at + ADVANCE * size * len(part)
            flags = Flag.GLUED if glued and i == 0 else Flag.NONE
            self.page.words.append(Word(part, at, y - ASCENT * size, right, y + DESCENT * size, style, mcid, flags))
            at = right + space * size
        return self

    def lines(self, x: float, y: float, texts: list[str], *, leading: float = 12, size: float = 10, bold: bool = False,
              mono: bool = False) -> Self:  # fmt: skip
        """Lines one below the other."""
        for i, text in enumerate(texts):
            self.line(x, y + i * leading, text, size=size, bold=bold, mono=mono)
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> Self:
        self.page.rules.append(Rule(x0, y0, x1, y1, 0.5))
        return self

    def image(self, x0: float, y0: float, x1: float, y1: float) -> Self:
        self.page.images.append(BBox(x0, y0, x1, y1))
        return self


def lay_out(*sheets: Sheet, tagged: bool = False) -> Layout:
    """The sheets as the pages of one layout, numbered from 1."""
    for number, sheet in enumerate(sheets, 1):
        sheet.page.number = number
    return Layout(pages=[s.page for s in sheets], styles=STYLES.styles, tagged=tagged)
