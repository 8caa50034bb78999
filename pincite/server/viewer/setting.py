"""Where the words of a page stand, line by line, to be set over its picture or in its stead.

Most formats tell the box of each line. Of a shape on a slide only the whole box is known, with all its paragraphs: its
words are broken into lines that fill it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from pincite.model import BBox

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

_WIDTH = 0.5  # of a letter, of the height of its line
_LEADING = 1.2
_SLENDER = 4.0  # times as high as a letter is wide; a line is less
_LARGEST, _SMALLEST = 40.0, 4.0  # points


class Line(NamedTuple):
    """The characters ``start:end`` in a box of the page."""

    start: int
    end: int
    box: BBox


_LINES: WeakKeyDictionary[OpenDocument, dict[int, list[Line]]] = WeakKeyDictionary()


def lines(opened: OpenDocument, page: int) -> list[Line]:
    """The lines of a physical page in reading order, furniture too."""
    found = _LINES.get(opened)
    if found is None:
        found = _LINES[opened] = _by_page(opened)
    return found.get(page, [])


def _by_page(opened: OpenDocument) -> dict[int, list[Line]]:
    out: dict[int, list[Line]] = {}
    for block in opened.document.blocks:
        for region in block.regions:
            if region.bbox is not None and region.end > region.start:
                out.setdefault(region.page, []).append(Line(region.start, region.end, region.bbox))
    text = opened.document.text
    return {page: [line for box in _boxes(on_page) for line in _set(text, box)] for page, on_page in out.items()}


def _boxes(on_page: Sequence[Line]) -> Iterator[list[Line]]:
    """Neighbours that share a box together."""
    for _, same in groupby(on_page, key=lambda line: line.box):
        yield list(same)


def _set(text: str, parts: list[Line]) -> list[Line]:
    """The parts as they are where their box is that of a line; else broken into lines that fill it."""
    box = parts[0].box
    width, height = box.x1 - box.x0, box.y1 - box.y0
    if len(parts) == 1 and _is_line(text[parts[0].start : parts[0].end], width, height):
        return parts
    size = _LARGEST
    while size > _SMALLEST and sum(len(_broken(text, part, size, width)) for part in parts) * size * _LEADING > height:
        size *= 0.9
    return _stacked([line for part in parts for line in _broken(text, part, size, width)], box, size)


def _is_line(words: str, width: float, height: float) -> bool:
    """Whether the box is as long as one line of the words, along or upright."""
    along, across = (height, width) if is_upright(words, width, height) else (width, height)
    return "\n" not in words and across < _SLENDER * along / len(words)


def is_upright(words: str, width: float, height: float) -> bool:
    """Whether a line of the words in such a box runs from top to bottom."""
    return len(words) > 2 and height > 1.5 * width and width < _SLENDER * height / len(words)


def _broken(text: str, part: Line, size: float, width: float) -> list[tuple[int, int]]:
    """The part in stretches of whole words, none wider than ``width`` if a word allows it."""
    room = max(1, int(width / (_WIDTH * size)))
    out: list[tuple[int, int]] = []
    start = part.start
    while part.end - start > room or "\n" in text[start : part.end]:
        at = text.find("\n", start, min(part.end, start + room + 1))
        at = at if at > start else text.rfind(" ", start + 1, min(part.end, start + room + 1))
        if at < 0:
            at = next((i for i in range(start + 1, part.end) if text[i].isspace()), -1)
        if at < 0:
            break
        out.append((start, at))
        start = at + 1
    return [*out, (start, part.end)]


def _stacked(stretches: list[tuple[int, int]], box: BBox, size: float) -> list[Line]:
    out: list[Line] = []
    for i, (start, end) in enumerate(stretches):
        if start >= end:
            continue
        top = box.y0 + i * size * _LEADING
        right = min(box.x1, box.x0 + (end - start) * _WIDTH * size)
        out.append(Line(start, end, BBox(box.x0, top, right, top + size * _LEADING)))
    return out
