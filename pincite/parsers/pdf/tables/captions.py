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
NEXT_LINES = 6  # below a box, of which one may be the caption of a figure
_FIGURE = re.compile(r"(?:fig(?:ure|\.)|abb(?:ildung|\.)|chart|graph|рис\.|图|図)\s*[A-Z]?[\d.\-]+", re.IGNORECASE)
_CAPTION = re.compile(
    r"(?:table|tableau|tabelle|tabla|tabella|tabela|exhibit|schedule|таблица|表|표)"
    r"(?:\s*[A-Z]{0,2}[\-.]?\d+|\s+[IVXLC]+\b|\s+[A-Z]\b)",
    re.IGNORECASE,
)


def is_caption(text: str) -> bool:
    """Whether a line reads like the caption of a table."""
    return text[:1].isalpha() and _CAPTION.match(text) is not None


def is_figure(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the line right below the box is the caption of a figure, with nothing but a few words between."""
    below = [n for n in lines if n.y0 - box.y1 >= -3 and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2]
    edge = box.y1
    for line in sorted(below, key=lambda n: n.y0)[:NEXT_LINES]:
        if line.y0 - edge > FIGURE_REACH * (line.y1 - line.y0):
            return False
        if _FIGURE.match(line.text):
            return True
        if line.x1 - line.x0 > LABEL_WIDTH * (box.x1 - box.x0):
            return False
        edge = max(edge, line.y1)
    return False


def is_chart(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the last caption near by above the box is that of a figure, and no table is named beside it."""
    named = [
        n for n in lines
        if box.y0 - CHART_REACH <= n.y1 <= box.y0 + 3 and n.x1 >= box.x0 - 2 and n.x0 <= box.x1 + 2
        and (_FIGURE.match(n.text) or is_caption(n.text))
    ]  # fmt: skip
    last = max(named, key=lambda n: n.y1, default=None)
    return last is not None and _FIGURE.match(last.text) is not None and caption_of(box, lines) is None


def caption_of(box: BBox, lines: Sequence[Line]) -> str | None:
    """The text of the caption line next to the box (the one above wins), ``None`` where there is none."""
    above = below = None
    for line in lines:
        if line.x1 < box.x0 - 2 or line.x0 > box.x1 + 2 or not is_caption(line.text):
            continue
        reach = REACH * (line.y1 - line.y0)
        if 0 <= box.y0 - line.y1 + 3 <= reach + 3:
            above = line
        elif below is None and 0 <= line.y0 - box.y1 + 3 <= reach + 3:
            below = line
    found = above or below
    return found.text if found else None


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
