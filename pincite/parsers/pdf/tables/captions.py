"""Captions: the line above or below a table that names it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line
from pincite.parsers.pdf.tables.grid import Grid

REACH = 2.6  # of the height of a line: how far from its table a caption may stand
FIGURE_REACH = 4.0
LABEL_WIDTH = 0.5  # of the box: a wider line below it belongs to no figure
CHART_REACH = 200.0  # points: how far below its caption a figure may have words
LABELS = 12  # lines between a caption and a box: what stands in between is a drawing
LABEL_SIZE = 0.9  # of the size of the caption of a figure: smaller lines are labels in it, however wide
LABEL_HEIGHT = 7.0  # points: blanks between labels go by it at least
NEXT_LINES = 8  # heights below a box, of which one may be that of the caption of a figure
NEXT = 1.2  # of the height of a line: between the lines of a caption and its units
LARGER = 1.1  # than the text of a table: as large is the title of a section
TIGHT = 0.5  # of the size: white space between two lines of a caption
MOST_LINES = 6  # of a caption and its units
FAR = 150.0  # points: the farthest line of a caption
MOST_UNITS = 16  # words
_FIGURE = re.compile(r"(?:fig(?:ure|\.)|abb(?:ildung|\.)|chart|graph|рис\.|图|図)\s*[A-Z]?[\d.\-]+", re.IGNORECASE)
_SCALES = """
thousand thousands million millions billion billions trillion 000 000s mio mrd tsd tausend millionen milliarden milliers
millones miles mil milhões тыс млн млрд dollars euros euro pounds yen usd eur gbp rmb chf jpy percent percentage % $ € £
¥ tonnes kg unaudited
"""
_OPENINGS = """
in en all amounts amount figures values dollars euros pounds shares numbers data expressed stated $ € £ ¥ usd eur gbp
unit units einheit unité thousands millions billions mio mrd tsd us u.s
"""
_SCALE, _OPENING = frozenset(_SCALES.split()), frozenset(_OPENINGS.split())
_CAPTION = re.compile(
    r"(?:table|tableau|tabelle|tabla|tabella|tabela|exhibit|schedule|таблица|表|표)"
    r"(?:\s*[A-Z]{0,2}[\-.]?\d+|\s+[IVXLC]+\b|\s+[A-Z]\b)",
    re.IGNORECASE,
)


_PART = re.compile(
    r"(?:note|item|article|section|chapter|part)\s+(?:\d+[A-Z]?|[IVXLC]+)\s*[.:–—-]\s*[A-Z]\D", re.IGNORECASE
)


_SECTION = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+\.?\s+[^\W\d_]")


def is_section(text: str) -> bool:
    """Whether a line begins with the number of a section below a chapter and words ("11.2 Functions")."""
    return _SECTION.match(text) is not None


def names_part(text: str) -> bool:
    """Whether a line begins a numbered part of the text ("NOTE 9. Leases")."""
    return _PART.match(text) is not None


def is_caption(text: str) -> bool:
    """Whether a line reads like the caption of a table."""
    return text[:1].isalpha() and _CAPTION.match(text) is not None


def names_figure(text: str) -> bool:
    """Whether a line reads like the caption of a figure."""
    return _FIGURE.match(text) is not None


def is_figure(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the next caption below the box is that of a figure, with nothing between but labels: a few words, or
    letters smaller than those of the caption."""
    below = [n for n in lines if n.y0 - box.y1 >= -3 and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2]
    edge, widest, count = box.y1, 0.0, 0
    for line in sorted(below, key=lambda n: n.y0):
        height = line.y1 - line.y0
        if line.y0 - edge > FIGURE_REACH * max(height, LABEL_HEIGHT) or count > NEXT_LINES:
            return False
        if names_figure(line.text):
            return widest < LABEL_SIZE * line.size
        if line.x1 - line.x0 > LABEL_WIDTH * (box.x1 - box.x0):
            widest = max(widest, line.size)
        count += line.y0 > edge
        edge = max(edge, line.y1)
    return False


def is_chart(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the last caption near by above the box is that of a figure, and no table is named beside it."""
    named = [
        n for n in lines
        if box.y0 - CHART_REACH <= n.y1 <= box.y0 + 3 and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2
        and (names_figure(n.text) or is_caption(n.text))
    ]  # fmt: skip
    last = max(named, key=lambda n: n.y1, default=None)
    return last is not None and names_figure(last.text) and caption_of(box, lines) is None


def is_in_figure(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the box stands far below the caption of a figure with many words and no line of text between."""
    above = [n for n in lines if n.y1 <= box.y0 + 3]
    named = [n for n in above if _FIGURE.match(n.text) and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2]
    if not named:
        return False
    caption = max(named, key=lambda n: n.y1)
    between = [n for n in above if n.y0 > caption.y1 - 2]
    widest = LABEL_WIDTH * (max(n.x1 for n in lines) - min(n.x0 for n in lines))
    return len(between) >= LABELS and all(n.x1 - n.x0 < widest and not is_caption(n.text) for n in between)


def caption_of(box: BBox, lines: Sequence[Line]) -> str | None:
    """The text of the caption next to the box (the one above wins), all its lines, and the line of units between them
    and the table; ``None`` where there is none."""
    top, bottom = box.y0 - FAR, box.y1 + FAR
    beside = [n for n in lines if top <= n.y1 and n.y0 <= bottom and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2]
    named = [n for n in beside if is_caption(n.text)]
    if not named:
        return None
    found = _above(box, beside) or _below(box, named, beside)
    return " ".join(n.text for n in found) if found else None


def _above(box: BBox, lines: Sequence[Line]) -> list[Line]:
    """The lines of a caption above the box, top to bottom, and the units below them."""
    edge, reach = box.y0, REACH
    stack: list[Line] = []
    for line in sorted((n for n in lines if n.y1 <= box.y0 + 3), key=lambda n: -n.y1)[:MOST_LINES]:
        if edge - line.y1 > reach * (line.y1 - line.y0) + 3:
            break
        stack.append(line)
        edge, reach = min(edge, line.y0), NEXT
    stack.sort(key=lambda n: (round(n.y1), n.x0))
    first = max((i for i, n in enumerate(stack) if is_caption(n.text)), default=None)
    if first is None:
        return []
    found = [stack[first]]
    for line in stack[first + 1 :]:
        if not is_units(line.text) and not _goes_on(found[-1], line):
            near = box.y0 - found[0].y1 <= REACH * (found[0].y1 - found[0].y0)
            return found[:1] if near else []
        found.append(line)
    return found


def _below(box: BBox, named: Sequence[Line], lines: Sequence[Line]) -> list[Line]:
    """The lines of a caption below the box."""
    found = [n for n in named if 0 <= n.y0 - box.y1 + 3 <= REACH * (n.y1 - n.y0) + 3][:1]
    if found:
        for line in sorted((n for n in lines if n.y0 > found[0].y0 + 1), key=lambda n: n.y0)[: MOST_LINES - 1]:
            if not _goes_on(found[-1], line):
                break
            found.append(line)
    return found


def _goes_on(last: Line, line: Line) -> bool:
    """Whether a caption goes on in the next line."""
    if is_caption(line.text) or abs(line.size - last.size) > 0.2 or line.y0 - last.y1 > TIGHT * last.size:
        return False
    if (last.text.endswith((".", ":")) and not line.text[0].islower()) or line.y0 < last.y0 + 1:
        return False
    return line.x0 - last.x0 >= -2 or abs(line.x0 + line.x1 - last.x0 - last.x1) <= 6


def is_units(text: str) -> bool:
    """Whether a line tells the units of a table: "(in millions, except per share data)", "Dollars in thousands"."""
    words = [w for w in (word.strip("()[],:;.'’") for word in text.casefold().split()) if w]
    if not words or len(words) > MOST_UNITS or _SCALE.isdisjoint(words):
        return text.startswith(("单位", "單位", "単位"))
    if text[0] in "([" and text[-1] in ")]":
        return True
    return words[0] in _OPENING and not text.endswith((".", ":", ";"))


def release_caption(grid: Grid) -> None:
    """Leaves a caption that stands alone in the first row of a grid to the flow of the text."""
    top = [c for c in grid.cells if c.row == 0]
    if len(top) != 1 or grid.n_rows < 3 or not is_caption(top[0].text) or top[0].rowspan > 1:
        return
    grid.cells.remove(top[0])
    grid.n_rows -= 1
    for cell in grid.cells:
        cell.row -= 1
    grid.box = grid.box._replace(y0=max(grid.box.y0, top[0].box.y1))
