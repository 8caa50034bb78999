"""Looks of text over a document: what running text looks like, and how far a block stands out from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pincite.model import Kind
from pincite.parsers.pdf.headings.titles import is_capitals
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, PageLayout, Rule, Style

_FACE = re.compile(
    r"[-,_ ]?(?:bold|black|heavy|semi|demi|medium|light|italic|ital|oblique|regular|roman|cond|book|psmt|ps|mt|it|bd"
    r"|\d).*$",
    re.IGNORECASE,
)
_TEXT_KINDS = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.FOOTNOTE, Kind.HEADING, Kind.CODE})
_LEADING = 0.3  # of its characters in the look that a title begins with
_UNDERLINE = 0.25  # of the height of a line: as near is a rule that underlines it
_GREY = 40  # channels that differ by no more than this are a grey


class Look(NamedTuple):
    """A look that a reader tells from others: size to half a point, weight, slope, capitals, colour, typeface
    family, and a line drawn below the words."""

    size: float
    bold: bool
    italic: bool
    caps: bool
    color: int
    family: str
    mono: bool = False
    underlined: bool = False

    @property
    def face(self) -> tuple[float, bool, bool, int, str]:
        """The look without its capitals: titles of one kind may or may not be capitals by accident ("OWNERS",
        "FAQ")."""
        return self.size, self.bold, self.italic, self.color, self.family


class Typography:
    """The looks of a document. ``body`` is that of most characters of running text, ``bold_share`` how much of it is
    bold."""

    def __init__(self, layout: Layout) -> None:
        self._faces = [_face(s) for s in layout.styles]
        chars: Counter[int] = Counter()
        bold = 0
        for line in _running_lines(layout):
            chars[line.style] += len(line.text)
            if line.bold:
                bold += len(line.text)
        total = chars.total()
        self.bold_share = bold / total if total else 0.0
        by_face: Counter[tuple[float, bool, bool, int, str, bool]] = Counter()
        for style, n in chars.items():
            by_face[self._faces[style]] += n
        # Most characters decide on the size first: a document may set its text in several colours or fonts of one size.
        by_size: Counter[float] = Counter()
        for face, n in by_face.items():
            by_size[face[0]] += n
        size = max(by_size, key=lambda s: (by_size[s], -s), default=layout.body_size or 10.0)
        faces = {f: n for f, n in by_face.items() if f[0] == size}
        main = max(faces, key=lambda f: faces[f], default=(size, False, False, 0, "", False))
        self.body = Look(main[0], main[1], main[2], False, main[3], main[4], main[5])
        self._total = total or 1
        self._by_face = by_face

    def look_of(self, lines: Sequence[Line]) -> Look:
        """The look of some lines: that of most of their characters, or that of their beginning where it is the more
        prominent and holds a good part of them ("**3.3 Roles** (Web Annex A)")."""
        line = lines[0]
        style = line.style
        if len(lines) > 1:
            counts: Counter[int] = Counter()
            for each in lines:
                counts[each.style] += len(each.text)
            style = counts.most_common(1)[0][0]
        if line.words[0].style != style:
            style = self._leading(lines, style)
        size, bold, italic, color, family, mono = self._faces[style]
        if not bold and all(each.bold for each in lines):
            bold = True
        caps = is_capitals(" ".join(each.text for each in lines))
        if caps and len(line.words) > 1:  # small capitals: the size is that of the large ones
            size = max(size, *(s for s in (self._faces[w.style][0] for w in line.words) if s < 1.5 * size))
        return Look(size, bold, italic, caps, color, family, mono)

    def _leading(self, lines: Sequence[Line], style: int) -> int:
        """The style of the first words, if it stands out from ``style`` and holds a third of the text; else
        ``style``."""
        first = lines[0].words[0].style
        a, b = self._faces[first], self._faces[style]
        if not (b[0] * 1.04 < a[0] < b[0] * 2 or (a[0] >= b[0] and a[1] > b[1])):
            return style
        total = sum(len(w.text) for n in lines for w in n.words)
        own = sum(len(w.text) for n in lines for w in n.words if w.style == first)
        return first if own >= _LEADING * total else style

    def share(self, look: Look) -> float:
        """Share of the running text in this face, whatever its capitals; none of it is underlined, as far as is
        known."""
        if look.underlined:
            return 0.0
        return self._by_face[(look.size, look.bold, look.italic, look.color, look.family, look.mono)] / self._total

    def face_of(self, style: int) -> tuple[float, bool, bool, int, str, bool]:
        """Size, bold, italic, colour, family, mono of a style."""
        return self._faces[style]


def prominence(look: Look, *, centred: bool = False) -> float:
    """A number by which looks can be ordered, the most prominent highest; half a point of size outweighs all the
    rest."""
    return (
        look.size * 20
        + 5.0 * look.bold
        + 3.0 * look.caps
        + 1.0 * centred
        + 1.0 * look.underlined
        + 0.5 * is_coloured(look.color)
        - 1.5 * look.italic
    )


def is_underlined(lines: Sequence[Line], rules: Sequence[Rule]) -> bool:
    """Whether each line has a rule right below its words that is as long as they are."""
    return all(_has_below(line, rules) for line in lines)


def _has_below(line: Line, rules: Sequence[Rule]) -> bool:
    height = line.y1 - line.y0
    high, low, off = line.y1 - 0.4 * height, line.y1 + _UNDERLINE * height, _UNDERLINE * height
    left, right = line.x0, line.x1
    for x0, y0, x1, y1, _ in rules:
        if high <= (y0 + y1) / 2 <= low and abs(x0 - left) <= off and abs(x1 - right) <= off:
            return True
    return False


def is_coloured(color: int) -> bool:
    """Whether it is neither black nor a grey nor unknown."""
    if color < 0:
        return False
    red, green, blue = color >> 16, color >> 8 & 255, color & 255
    return max(red, green, blue) - min(red, green, blue) > _GREY


def _face(style: Style) -> tuple[float, bool, bool, int, str, bool]:
    family = _FACE.sub("", style.font).lower()
    return round(style.size * 2) / 2, style.bold, style.italic, style.color, family, style.mono


def _running_lines(layout: Layout) -> Iterable[Line]:
    for page in layout.pages:
        for block in page.blocks:
            if block.kind in _TEXT_KINDS:
                yield from block.lines


def is_centred(block: LayoutBlock, page: PageLayout, left: float, right: float) -> bool:
    """Whether all lines of a block are centred on the page, or between the edges ``left`` and ``right`` of its text,
    with white space on both sides."""
    room = right - left
    for middle in ((left + right) / 2, page.width / 2):
        if all(
            abs((line.x0 + line.x1) / 2 - middle) < 0.012 * page.width + 1.5
            and line.x0 - left > 0.06 * room
            and right - line.x1 > 0.06 * room
            for line in block.lines
        ):
            return True
    return False


def text_edges(page: PageLayout) -> tuple[float, float]:
    """Left and right edge of the text of a page."""
    lefts = [line.x0 for block in page.blocks if not block.kind.is_furniture for line in block.lines]
    rights = [line.x1 for block in page.blocks if not block.kind.is_furniture for line in block.lines]
    return (min(lefts), max(rights)) if lefts else (0.0, page.width)
