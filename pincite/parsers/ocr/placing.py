"""Puts what was read of a picture on the page of a layout: boxes in points as displayed, looks settled over the
document. What the file itself gives stays, where it can be relied on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.model import BBox
from pincite.parsers.ocr.looks import bold_words, common_sizes, settled
from pincite.parsers.ocr.needs import Reason
from pincite.parsers.ocr.noise import confidence
from pincite.parsers.ocr.recognition import Reading
from pincite.parsers.ocr.rulings import Bar
from pincite.parsers.ocr.tesseract import Token
from pincite.parsers.ocr.words import Print, prints_of
from pincite.parsers.pdf.layout import Layout, PageLayout, Recognition, Rule, Style, Word
from pincite.parsers.pdf.turning import turning

_BLACK = 0


@dataclass(slots=True)
class Placed:
    """A page, or the ``part`` of it, that was read. ``words`` are in points of it turned upright and straightened,
    ``upright`` its size."""

    page: PageLayout
    reason: Reason
    confidence: float = 0.0
    angle: int = 0
    degrees: float = 0.0
    upright: tuple[float, float] = (0.0, 0.0)
    words: list[Print] = field(default_factory=list)
    bold: list[bool] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    part: BBox | None = None


def place(page: PageLayout, reason: Reason, reading: Reading | None, scale: float, part: BBox | None = None) -> Placed:
    """What was read of a page, or of a part of it, in points."""
    if reading is None or not reading.tokens:
        return Placed(page, reason, part=part)
    width, height = (part.x1 - part.x0, part.y1 - part.y0) if part else (page.width, page.height)
    if reading.angle % 180:
        width, height = height, width
    rows, columns = reading.pixels.shape
    x, y = (width - columns / scale) / 2, (height - rows / scale) / 2  # straightening adds a rim
    words = [
        w._replace(x0=w.x0 + x, y0=w.y0 + y, x1=w.x1 + x, y1=w.y1 + y)
        for w in prints_of(reading.tokens, reading.pixels, scale)
    ]
    rules = [_rule(bar, scale, x, y) for bar in reading.bars if not any(_is_stroke(bar, t) for t in reading.tokens)]
    sure = confidence(reading.tokens)
    bold = bold_words(words)
    return Placed(page, reason, sure, reading.angle, reading.degrees, (width, height), words, bold, rules, part)


def settle(layout: Layout, placed: Sequence[Placed]) -> None:
    """Gives the pages their words and rulings, in this order."""
    common = common_sizes(_line_sizes(placed))
    looks = _Looks(layout.styles)
    for found in placed:
        _fill(found, common, looks)


def _line_sizes(placed: Sequence[Placed]) -> Iterator[tuple[float, int]]:
    """Size and number of characters of the words, those of one size in a line together."""
    for found in placed:
        lines: dict[tuple[int, float], int] = {}
        for word in found.words:
            lines[word.line, word.size] = lines.get((word.line, word.size), 0) + len(word.text)
        yield from ((size, count) for (_, size), count in lines.items())


class _Looks:
    """Numbers looks in the table of styles of a layout."""

    def __init__(self, styles: list[Style]) -> None:
        self._styles = styles
        self._ids: dict[tuple[float, bool], int] = {}

    def number(self, size: float, bold: bool) -> int:
        if (size, bold) not in self._ids:
            self._ids[size, bold] = len(self._styles)
            self._styles.append(Style("", size, bold, False, False, _BLACK))
        return self._ids[size, bold]


def _fill(found: Placed, common: Sequence[float], looks: _Looks) -> None:
    page, (width, height) = found.page, found.upright
    turn = turning((360 - found.angle) % 360, width, height)
    lengths: dict[tuple[int, float], int] = {}
    for word in found.words:
        lengths[word.line, word.size] = lengths.get((word.line, word.size), 0) + len(word.text)
    kept = [] if found.reason in _REPLACING else page.words
    words, percents = [], []
    for word, bold in zip(found.words, found.bold, strict=True):
        box = _moved(turn(word.x0, word.y0, word.x1, word.y1), found.part)
        if any(_overlap(box, other) for other in kept):
            continue
        size = settled(word.size, lengths[word.line, word.size], common)
        words.append(Word(word.text, *box, looks.number(size, bold), angle=found.angle))
        percents.append(round(word.percent))
    # a part lies straight enough around its middle; the words beside it must not be tilted
    degrees = 0.0 if found.part else found.degrees
    page.recognition = Recognition(str(found.reason), found.confidence, degrees, words, percents)
    page.words = [*kept, *words]
    if found.reason in _DRAWN or not page.rules:
        page.rules += [Rule(*_moved(turn(r.x0, r.y0, r.x1, r.y1), found.part), r.width) for r in found.rules]


def _moved(box: BBox, part: BBox | None) -> BBox:
    """A box of a part of the page on the page."""
    if part is None:
        return box
    return BBox(box.x0 + part.x0, box.y0 + part.y0, box.x1 + part.x0, box.y1 + part.y0)


_DRAWN = frozenset({Reason.NO_TEXT, Reason.IN_PICTURE})  # the file has no rulings of what was read
_REPLACING = frozenset({Reason.JUNK_LAYER, Reason.GARBLED, Reason.WRONG_LETTERS, Reason.ASKED})


def _overlap(box: BBox, other: Word) -> bool:
    """Whether a word that the file gives stands where one was read."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return other.x0 <= x <= other.x1 and other.y0 <= y <= other.y1


def _rule(bar: Bar, scale: float, x: float, y: float) -> Rule:
    thick = round(min(bar.x1 - bar.x0, bar.y1 - bar.y0) / scale, 2)
    if bar.is_level:
        middle = (bar.y0 + bar.y1) / 2 / scale + y
        return Rule(bar.x0 / scale + x, middle, bar.x1 / scale + x, middle, thick)
    middle = (bar.x0 + bar.x1) / 2 / scale + x
    return Rule(middle, bar.y0 / scale + y, middle, bar.y1 / scale + y, thick)


def _is_stroke(bar: Bar, token: Token) -> bool:
    """Whether a bar is a stroke of a letter of the word."""
    x, y = (bar.x0 + bar.x1) / 2, (bar.y0 + bar.y1) / 2
    if not (token.x0 <= x <= token.x1 and token.y0 <= y <= token.y1) or not any(map(str.isalnum, token.text)):
        return False
    return bar.x1 - bar.x0 <= token.x1 - token.x0 if bar.is_level else bar.y1 - bar.y0 <= 1.2 * (token.y1 - token.y0)
