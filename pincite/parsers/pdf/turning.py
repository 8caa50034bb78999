"""Sideways pages: turned upright while a pass works on them, and back.

The passes think in lines that run from left to right. Where most of a page is read in another direction (a table set
sideways, vertical Chinese or Japanese), ``upright`` turns all that lies on the page for the time of a ``with`` block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter

from pincite.model import BBox
from pincite.parsers.pdf.layout import PageLayout, Rule, Word

_ANGLE = attrgetter("angle")

Turn = Callable[[float, float, float, float], BBox]


def reading_angle(page: PageLayout) -> int:
    """The direction in which most characters of the page are read: 0, 90 (downwards), 180 or 270 (upwards)."""
    if not any(map(_ANGLE, page.words)):
        return 0
    weights: dict[int, int] = {}
    for word in page.words:
        weights[word.angle] = weights.get(word.angle, 0) + len(word.text)
    return max(weights, key=lambda angle: (weights[angle], -angle))


@contextmanager
def upright(page: PageLayout) -> Iterator[PageLayout]:
    """Turns the page so that most of its text is read from left to right, and turns it back at the end."""
    with turned(page, reading_angle(page)):
        yield page


@contextmanager
def turned(page: PageLayout, angle: int) -> Iterator[PageLayout]:
    """Turns the page so that text read in the direction ``angle`` is read from left to right, and turns it back at the
    end."""
    if not angle:
        yield page
        return
    _turn_page(page, angle)
    try:
        yield page
    finally:
        _turn_page(page, 360 - angle)


def turning(angle: int, width: float, height: float) -> Turn:
    """A function that maps a box on a page of ``width`` x ``height`` to where it lies once text that was read in
    the direction ``angle`` is read from left to right."""
    if angle == 90:
        return lambda x0, y0, x1, y1: BBox(y0, width - x1, y1, width - x0)
    if angle == 270:
        return lambda x0, y0, x1, y1: BBox(height - y1, x0, height - y0, x1)
    if angle == 180:
        return lambda x0, y0, x1, y1: BBox(width - x1, height - y1, width - x0, height - y0)
    return BBox


def _turn_page(page: PageLayout, angle: int) -> None:
    turn = turning(angle, page.width, page.height)
    if angle != 180:
        page.width, page.height = page.height, page.width
    page.words = [_turn_word(w, turn, angle) for w in page.words]
    page.rules = [Rule(*turn(r.x0, r.y0, r.x1, r.y1), r.width) for r in page.rules]
    page.fills = [f._replace(box=turn(*f.box)) for f in page.fills]
    page.images = [turn(*box) for box in page.images]
    page.links = [a._replace(box=turn(*a.box)) for a in page.links]
    for line in page.lines:
        line.x0, line.y0, line.x1, line.y1 = turn(line.x0, line.y0, line.x1, line.y1)
        line.words = [_turn_word(w, turn, angle) for w in line.words]
    for table in page.tables:
        table.box = turn(*table.box)
        for cell in table.table.cells:
            cell.pieces = [p._replace(bbox=turn(*p.bbox)) if p.bbox else p for p in cell.pieces]
    for block in page.blocks:
        block.box = turn(*block.box)


def _turn_word(word: Word, turn: Turn, angle: int) -> Word:
    x0, y0, x1, y1 = turn(word.x0, word.y0, word.x1, word.y1)
    return word._replace(x0=x0, y0=y0, x1=x1, y1=y1, angle=(word.angle - angle) % 360)
