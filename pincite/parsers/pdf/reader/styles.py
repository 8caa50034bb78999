"""Looks of text: what a font's name, flags and weight say, and the table of the looks that a document uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pincite.parsers.pdf.layout import Style

_FIXED_PITCH = 1 << 0
_ITALIC = 1 << 6
_FORCE_BOLD = 1 << 18

_HANGING, _SHALLOW, _LOW = -0.5, -0.1, 0.55  # ems

SUBSET = re.compile(r"^[A-Z]{6}\+")
# Abbreviations of font makers stand after a separator or a lower-case letter ("Frutiger-Bd", "UniversBdCn"); the names
# with
# CM, SF, EC and Lin are those of TeX.
_BOLD = re.compile(
    r"(?i:bold|black|heavy|(?<!un)demi|fett|negrita|grassetto)|-Medi(?:Ital)?\b|(?i:CMBX|CMSSBX|CMB\d|(?:SF|EC)(?:BX|SX|BI|RB|XC))|Lin\w+TZ?B\b|"
    r"(?:[-_, ]|(?<=[a-z]))(?:Bd|Blk|Hv|Hvy|Sb|Smbd|Dm)(?![a-z])"
)
_ITALIC_NAME = re.compile(
    r"(?i:ital|oblique|kursiv|slant|CMTI\d|CMMI\d|CMSL\d|SFTI|ECTI|CMBXTI)|(?:[-_, ]|(?<=[a-z]))(?:It|Ita|Obl)(?![a-z])"
)
_MONO = re.compile(
    r"(?i:courier|mono(?!type)|nimbusmon|consol|menlo|typewriter|inconsolata|source ?code|terminal|andale|"
    r"\b(?:cm|sf|ec|lm|t1x|tcx|tx)[a-z]{0,2}tt\w*)"
)
_CJK = re.compile(r"(?i:mincho|gothic|ming|song|hei|kai|batang|gulim|dotum)")  # all square, hence "fixed pitch"
# Names that say that a weight is not bold, whatever number the file gives; and fonts of pictures.
_LIGHT = re.compile(r"(?i:regu|roman|book|light|ital|obli|slant|MT$|dings|symbol|emoji|icon)")
_HEAVY = 600  # a weight that may be bold ...
_HEAVIER = 150  # ... if most text of the document is lighter by this much


class Font(NamedTuple):
    """What a font says of itself. ``weight`` is like that of CSS, 0 where unknown (often guessed from the width of
    stems); ``misshapen`` where its ascent and descent cannot be those of a line of text."""

    name: str
    bold: bool
    italic: bool
    mono: bool
    weight: int
    misshapen: bool = False


UNKNOWN_FONT = Font("", bold=False, italic=False, mono=False, weight=0)


@lru_cache(maxsize=4_096)  # each page of a document asks again
def describe_font(
    base_name: str, flags: int, weight: int, italic_angle: int, ascent: float = 0.9, descent: float = -0.2
) -> Font:
    """Decides about bold, italic and fixed pitch. ``flags`` are those of the font descriptor; ``ascent`` and
    ``descent`` are in ems, upwards."""
    name = SUBSET.sub("", base_name)
    bold = bool(flags & _FORCE_BOLD) or _BOLD.search(name) is not None
    italic = bool(flags & _ITALIC) or italic_angle not in (0, -1) or _ITALIC_NAME.search(name) is not None
    square = _CJK.search(name) is not None or any(char > "\u2e7f" for char in name)
    mono = _MONO.search(name) is not None or (bool(flags & _FIXED_PITCH) and not square)
    return Font(name, bold, italic, mono, weight, _is_misshapen(ascent, descent))


def _is_misshapen(ascent: float, descent: float) -> bool:
    """Some programs write the extent of the few letters that a subset holds, say of two quotation marks. A font that
    hangs far down (large brackets of TeX) is made so."""
    return descent >= _HANGING and (descent > _SHALLOW or ascent < _LOW)


class StyleTable:
    """Numbers the looks of a document in the order in which they appear; ``styles[i]`` is the look with number
    ``i``."""

    def __init__(self) -> None:
        self.styles: list[Style] = []
        self.solid: set[tuple[str, int, int]] = set()  # as in ``holes``
        self._ids: dict[tuple[Font, float, bool, int], int] = {}
        self._fonts: list[Font] = []
        self._words: Counter[int] = Counter()

    def intern(self, font: Font, size: float, color: int, *, struck: bool = False) -> int:
        """The number of this look. ``struck``: drawn twice with an offset, which prints as bold."""
        key = (font, size, struck, color)
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self.styles)
            self.styles.append(Style(font.name, size, font.bold or struck, font.italic, font.mono, color))
            self._fonts.append(font)
        return found

    def struck(self, style: int) -> int:
        """The number of the bold look of a look."""
        look = self.styles[style]
        return style if look.bold else self.intern(self._fonts[style], look.size, look.color, struck=True)

    def count(self, styles: Iterable[int]) -> None:
        """Notes the looks of some words."""
        self._words.update(styles)

    def settle(self) -> None:
        """Makes bold what only its weight shows to be bold, seen beside the weight of most text."""
        weights: Counter[int] = Counter()
        for style, times in self._words.items():
            weights[self._fonts[style].weight] += times
        if not weights:
            return
        usual = weights.most_common(1)[0][0]
        for i, font in enumerate(self._fonts):
            heavy = usual > 0 and font.weight >= max(_HEAVY, usual + _HEAVIER)
            if heavy and not self.styles[i].bold and not _LIGHT.search(font.name):
                self.styles[i] = self.styles[i]._replace(bold=True)
