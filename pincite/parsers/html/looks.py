"""How text looks: the properties of CSS that headings, hiding and layout need, computed from tags, attributes and
styles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pincite.model import Hiding
from pincite.parsers.counts import is_count
from pincite.parsers.redaction import is_dark

Styles = Mapping[str, str]

BODY_SIZE = 12.0  # points: the "medium" of browsers is 16 px
_UNITS = {"pt": 1.0, "px": 0.75, "pc": 12.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4}
_LENGTH = re.compile(r"(-?\d*\.?\d+)(pt|px|pc|in|cm|mm|em|rem|ex|%|vw|vh)?")
_LONGEST = 25_000.0  # points
_NAMED_SIZES = {
    "xx-small": 6.75, "x-small": 7.5, "small": 9.75, "medium": 12.0, "large": 13.5, "x-large": 18.0, "xx-large": 24.0
}  # fmt: skip
_FONT_SIZES = (7.5, 9.75, 12.0, 13.5, 18.0, 24.0, 36.0)  # of <font size=1..7>
_HEADINGS = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h4": 1.0, "h5": 0.83, "h6": 0.67}
_BOLD = frozenset({"b", "strong", "th", *_HEADINGS})
_ITALIC = frozenset({"i", "em", "cite", "dfn", "var", "address"})
_MONO = frozenset({"code", "pre", "kbd", "samp", "tt", "listing", "xmp"})
_SMALL = {"small": 1 / 1.2, "big": 1.2, "sup": 1 / 1.2, "sub": 1 / 1.2}
_COLORS = {
    "black": 0, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "navy": 0x000080,
    "gray": 0x808080, "grey": 0x808080, "silver": 0xC0C0C0, "maroon": 0x800000, "purple": 0x800080, "teal": 0x008080,
    "yellow": 0xFFFF00, "orange": 0xFFA500, "transparent": -1,
}  # fmt: skip
_RGB = re.compile(r"rgba?\(\s*(\d{1,9})[\s,]+(\d{1,9})[\s,]+(\d{1,9})(?:[\s,/]+([\d.]+%?))?\s*\)")
WHITE = 0xFFFFFF


class Look(NamedTuple):
    """The look of characters, inherited by what is inside an element. ``size`` is in points, colours are 0xRRGGBB."""

    size: float = BODY_SIZE
    bold: bool = False
    italic: bool = False
    mono: bool = False
    color: int = 0
    background: int = WHITE
    family: str = ""
    transform: str = ""
    pre: bool = False
    align: str = "left"
    unseen: bool = False  # visibility, or a size of nothing

    @property
    def is_hidden(self) -> bool:
        """Whether a reader does not see the characters: not drawn, or in the colour of what is behind them."""
        return self.unseen or self.size < 1.0 or self.color == self.background

    @property
    def hiding(self) -> Hiding:
        """Why it does not, where it does not."""
        if self.color == self.background and is_dark(self.color):
            return Hiding.COVERED
        if self.unseen:
            return Hiding.MARKED
        return Hiding.TINY if self.size < 1.0 else Hiding.COLOR


def inherit(look: Look, tag: str, attributes: Mapping[str, str], styles: Styles) -> Look:
    """The look inside an element whose parent has ``look``."""
    return (
        _with_styles(_with_tag(look, tag, attributes), styles, look.size)
        if styles
        else _with_tag(look, tag, attributes)
    )


def _with_tag(look: Look, tag: str, attributes: Mapping[str, str]) -> Look:
    if tag in _HEADINGS:
        look = look._replace(
            bold=True, size=BODY_SIZE * _HEADINGS[tag] if look.size == BODY_SIZE else look.size * _HEADINGS[tag]
        )
    elif tag in _BOLD:
        look = look._replace(bold=True)
    elif tag in _ITALIC:
        look = look._replace(italic=True)
    elif tag in _MONO:
        look = look._replace(mono=True, pre=look.pre or tag in ("pre", "listing", "xmp"))
    elif tag in _SMALL:
        look = look._replace(size=look.size * _SMALL[tag])
    elif tag == "center":
        look = look._replace(align="center")
    elif tag == "font":
        look = _with_font(look, attributes)
    elif tag == "table":
        look = look._replace(align="left", pre=False)
    if tag == "th":
        look = look._replace(align="center")
    align = attributes.get("align", "").lower()
    if align and tag in ("div", "p", "td", "th", "tr", "center", *_HEADINGS):
        look = look._replace(align=align)
    if background := attributes.get("bgcolor"):
        look = look._replace(background=color_of(background, look.background))
    return look


def _with_font(look: Look, attributes: Mapping[str, str]) -> Look:
    size = attributes.get("size", "").strip()
    if re.fullmatch(r"[+-]?\d", size):
        step = int(size) + (3 if size[0] in "+-" else 0)
        look = look._replace(size=_FONT_SIZES[min(max(step, 1), 7) - 1])
    if color := attributes.get("color"):
        look = look._replace(color=color_of(color, look.color))
    return look


def _with_styles(look: Look, styles: Styles, parent: float) -> Look:
    changes: dict[str, object] = {}
    for name, value in styles.items():
        match name:
            case "font-size":
                changes["size"] = _font_size(value, parent, look.size)
            case "font-weight":
                changes["bold"] = value in ("bold", "bolder") or (is_count(value) and int(value) >= 600)
            case "font-style":
                changes["italic"] = value in ("italic", "oblique")
            case "font-family":
                family = value.split(",")[0].strip("\"' ")
                changes["family"] = family
                changes["mono"] = any(mark in value for mark in ("courier", "mono", "consolas", "menlo"))
            case "color":
                changes["color"] = color_of(value, look.color)
            case "background" | "background-color":
                changes["background"] = color_of(value.split(" ")[0] if "(" not in value else value, look.background)
            case "text-align":
                changes["align"] = {"start": "left", "end": "right", "-webkit-center": "center"}.get(value, value)
            case "text-transform":
                changes["transform"] = value
            case "white-space":
                changes["pre"] = value.startswith("pre") and value != "pre-line"
            case "visibility":
                changes["unseen"] = value in ("hidden", "collapse")
            case "opacity" if value in ("0", "0%", "0.0"):
                changes["unseen"] = True
    return look._replace(**changes) if changes else look  # type: ignore[arg-type]


def _font_size(value: str, parent: float, size: float) -> float:
    if value in _NAMED_SIZES:
        return _NAMED_SIZES[value]
    if value in ("smaller", "larger"):
        return parent / 1.2 if value == "smaller" else parent * 1.2
    return length(value, parent, whole=parent, otherwise=size)


@lru_cache(maxsize=4096)
def length(value: str, size: float, *, whole: float = 0.0, otherwise: float = 0.0) -> float:
    """A length of CSS in points, as far as it can be drawn: ``size`` is that of the font, ``whole`` what percentages
    are of."""
    return min(max(_length(value, size, whole, otherwise), -_LONGEST), _LONGEST)


def _length(value: str, size: float, whole: float, otherwise: float) -> float:
    found = _LENGTH.match(value)
    if found is None:
        return otherwise
    number, unit = min(max(float(found[1]), -_LONGEST), _LONGEST), found[2]
    if unit == "%":
        return number * whole / 100
    if unit in ("em", "ex", "rem"):
        return number * {"em": size, "ex": size / 2, "rem": BODY_SIZE}[unit]
    if unit is None or unit in ("vw", "vh"):
        return 0.0 if not number else otherwise
    return number * _UNITS[unit]


@lru_cache(maxsize=1024)
def color_of(value: str, otherwise: int) -> int:
    """A colour of CSS as 0xRRGGBB; ``otherwise`` where it says none."""
    value = value.strip().lower()
    if value in _COLORS:
        return otherwise if value == "transparent" else _COLORS[value]
    digits = value.removeprefix("#")
    if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", digits):
        return int(digits if len(digits) == 6 else "".join(2 * d for d in digits), 16)
    if found := _RGB.match(value):
        if found[4] in ("0", "0%", "0.0"):
            return otherwise
        red, green, blue = (min(int(part), 255) for part in found.group(1, 2, 3))
        return red << 16 | green << 8 | blue
    return otherwise
