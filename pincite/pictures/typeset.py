"""Draws texts on a blank page: where they stood, or one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from pincite.model import BBox

_MARGIN, _LEADING = 54.0, 1.35  # points; of the size
_SIZES = {"heading": 15.0, "text": 10.5, "table": 9.0}
_LEAST_SIZE = 4.0
_TALLEST = 3  # pages; the rest is left out
_INK, _FRAME = (25, 25, 25), (205, 205, 205)
_FONTS = (  # as they are called where Linux, macOS and Windows keep them; Pillow looks there
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "Arial Unicode.ttf", "Arial.ttf",
    "arial.ttf",
)  # fmt: skip
_CJK_FONTS = (
    "NotoSansCJK-Regular.ttc", "wqy-zenhei.ttc", "fonts-japanese-gothic.ttf", "Hiragino Sans GB.ttc", "msyh.ttc",
    "Arial Unicode.ttf",
)  # fmt: skip
_CJK = "\u2e80"


class Line(NamedTuple):
    """A line of text with its left upper corner and its size in points; ``marks`` are ranges of its characters."""

    text: str
    x: float
    y: float
    size: float
    marks: tuple[tuple[int, int], ...]


class Set(NamedTuple):
    """A page that is set; ``is_cut``: not all fitted."""

    lines: list[Line]
    height: float
    is_cut: bool


def set_page(wish: dict[str, Any]) -> Set:
    """The lines of what ``plain.plain_wish`` describes."""
    width, height, items = wish["width"], wish["height"], wish["items"]
    if items and items[0]["box"]:
        return Set([line for item in _stacked(items) for line in _in_box(*item)], height, False)
    return _flow(items, width, height)


def draw_lines(page: Set, width: float, scale: float) -> tuple[Image.Image, list[BBox]]:
    """The picture, and the marked rectangles in its pixels."""
    size = max(1, round(width * scale)), max(1, round(page.height * scale))
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=_FRAME)
    marks: list[BBox] = []
    for line in page.lines:
        font = _font(line.text, line.size * scale)
        draw.text((line.x * scale, line.y * scale), line.text, font=font, fill=_INK)
        marks += _marks(line, font, scale)
    return image, marks


def _marks(line: Line, font: Any, scale: float) -> Iterator[BBox]:
    for start, end in line.marks:
        left = line.x * scale + font.getlength(line.text[:start])
        right = line.x * scale + font.getlength(line.text[:end])
        yield BBox(left, line.y * scale, right, (line.y + line.size * 1.2) * scale)


def _stacked(items: Sequence[dict[str, Any]]) -> Iterator[tuple[BBox, list[dict[str, Any]]]]:
    """Texts that stand in the same box together."""
    boxes: dict[BBox, list[dict[str, Any]]] = {}
    for item in items:
        boxes.setdefault(BBox(*item["box"]), []).append(item)
    yield from boxes.items()


def _in_box(box: BBox, items: Sequence[dict[str, Any]]) -> Iterator[Line]:
    """The texts of a box as large as they fit into it."""
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    size = min(0.8 * high, 28.0) if len(items) == 1 else min(0.8 * high / len(items), 28.0)
    while True:
        lines = [line for item in items for line in _wrapped(item, max(wide, 1.0), size)]
        if len(lines) * size * 1.2 <= 1.3 * high or size <= _LEAST_SIZE:
            break
        size *= 0.9
    for i, (text, marks) in enumerate(lines):
        yield Line(text, box.x0, box.y0 + i * size * 1.2, size, marks)


def _flow(items: Sequence[dict[str, Any]], width: float, height: float) -> Set:
    lines: list[Line] = []
    y, lowest = _MARGIN, _TALLEST * height - _MARGIN
    for item in items:
        size = _SIZES[item["style"]] - (min(item["level"], 4) if item["style"] == "heading" else 0)
        for text, marks in _wrapped(item, width - 2 * _MARGIN, size):
            if y + size > lowest:
                return Set(lines, _TALLEST * height, True)
            lines.append(Line(text, _MARGIN, y, size, marks))
            y += size * _LEADING
        y += 0.6 * size
    return Set(lines, max(height, y + _MARGIN), False)


def _wrapped(item: dict[str, Any], width: float, size: float) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """The lines of a text with what is marked of each."""
    text = item["text"]
    for start, end in _breaks(text, width, size):
        cuts = ((max(a, start) - start, min(b, end) - start) for a, b in item["marks"])
        yield text[start:end].rstrip(), tuple(cut for cut in cuts if cut[0] < cut[1])


def _breaks(text: str, width: float, size: float) -> Iterator[tuple[int, int]]:
    font = _font(text, 10.0)
    room = width * 10.0 / size
    at = 0
    for part in text.split("\n"):
        start, end = at, at + len(part)
        at = end + 1
        while start < end:
            stop = _fitting(text, start, end, font, room)
            yield start, stop
            start = stop
            while start < end and text[start] == " ":
                start += 1


def _fitting(text: str, start: int, end: int, font: Any, room: float) -> int:
    """How far a line reaches that begins at ``start``: to white space if there is any, at least one character."""
    low, high = start + 1, end
    while low < high:
        middle = (low + high + 1) // 2
        if font.getlength(text[start:middle]) <= room:
            low = middle
        else:
            high = middle - 1
    if low == end:
        return end
    space = text.rfind(" ", start, low + 1)
    return space if space > start else low


def _font(text: str, size: float) -> Any:
    return _loaded(any(char >= _CJK for char in text), max(1.0, round(size * 4) / 4))


@lru_cache(maxsize=256)
def _loaded(is_cjk: bool, size: float) -> Any:
    """A typeface of the machine, else the one that Pillow brings."""
    for name in (*(_CJK_FONTS if is_cjk else ()), *_FONTS):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
