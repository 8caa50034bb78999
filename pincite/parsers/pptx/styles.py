"""Text styles by level: size and bullet of a paragraph, from its own properties up to the presentation's defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.parsers.ooxml.names import A, Element
from pincite.parsers.pptx.geometry import number

LEVELS = 9
_DEFAULT_SIZE = 18.0
_BULLETS = {A + name: name for name in ("buNone", "buChar", "buAutoNum", "buBlip")}


class Bullet(NamedTuple):
    """``kind`` is ``none``, ``char``, ``picture`` or a scheme of automatic numbers; ``char`` with the ``font`` that it
    is drawn in; ``start`` the first number."""

    kind: str
    char: str = ""
    font: str = ""
    start: int = 1


NO_BULLET = Bullet("none")


class TextStyle:
    """The list styles that hold for a shape, the nearest first."""

    def __init__(self, styles: Sequence[Element]) -> None:
        self._styles = styles
        self._levels: dict[int, tuple[Element, ...]] = {}
        self._bullets: dict[int, Bullet] = {}
        self._sizes: dict[int, float] = {}

    def bullet(self, properties: Element | None, level: int) -> Bullet:
        """The bullet of a paragraph with these ``a:pPr``."""
        if properties is not None and len(properties):
            own = _bullet_of(properties, self._of(level))
            if own is not None:
                return own
        if level not in self._bullets:
            found = (_bullet_of(style, ()) for style in self._of(level))
            self._bullets[level] = next((bullet for bullet in found if bullet is not None), NO_BULLET)
        return self._bullets[level]

    def size(self, level: int) -> float:
        """The size in points of a run that sets none."""
        if level not in self._sizes:
            sizes = (_size_of(style.find(A + "defRPr")) for style in self._of(level))
            self._sizes[level] = next((size for size in sizes if size), _DEFAULT_SIZE)
        return self._sizes[level]

    def _of(self, level: int) -> tuple[Element, ...]:
        if level not in self._levels:
            found = (style.find(f"{A}lvl{level + 1}pPr") for style in self._styles)
            self._levels[level] = tuple(style for style in found if style is not None)
        return self._levels[level]


def run_size(properties: Element | None) -> float | None:
    """The size in points that ``a:rPr`` sets, else ``None``."""
    return _size_of(properties)


def _size_of(properties: Element | None) -> float | None:
    size = number(properties.get("sz")) / 100 if properties is not None else 0
    return size or None


def _bullet_of(properties: Element, above: Sequence[Element]) -> Bullet | None:
    """The bullet that the properties set themselves; its font may come from above."""
    for child in properties:
        name = _BULLETS.get(child.tag)
        if name == "buNone":
            return NO_BULLET
        if name == "buBlip":
            return Bullet("picture")
        if name == "buChar":
            return Bullet("char", child.get("char") or "", next(_fonts(properties, *above), ""))
        if name == "buAutoNum":
            return Bullet(child.get("type") or "arabicPeriod", start=int(number(child.get("startAt"))) or 1)
    return None


def _fonts(*properties: Element) -> Iterator[str]:
    for one in properties:
        font = one.find(A + "buFont")
        if font is not None:
            yield font.get("typeface") or ""
        if one.find(A + "buFontTx") is not None:
            yield ""
