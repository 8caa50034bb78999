"""Captions: the line above or below a table that names it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line

REACH = 2.6  # of the height of a line: how far from its table a caption may stand
FIGURE_REACH = 4.0
_FIGURE = re.compile(r"(?:fig(?:ure|\.)|abb(?:ildung|\.)|chart|graph|рис\.|图|図)\s*[A-Z]?[\d.\-]+", re.IGNORECASE)
_CAPTION = re.compile(
    r"(?:table|tableau|tabelle|tabla|tabella|tabela|exhibit|schedule|таблица|表|표)\s*(?:[A-Z]{0,2}[\-.]?\d+|[IVXLC]+\b|[A-Z]\b)",
    re.IGNORECASE,
)


def is_caption(text: str) -> bool:
    """Whether a line reads like the caption of a table."""
    return text[:1].isalpha() and _CAPTION.match(text) is not None


def is_figure(box: BBox, lines: Sequence[Line]) -> bool:
    """Whether the line right below the box is the caption of a figure."""
    for line in lines:
        if line.x1 < box.x0 - 2 or line.x0 > box.x1 + 2 or not _FIGURE.match(line.text):
            continue
        if -3 <= line.y0 - box.y1 <= FIGURE_REACH * (line.y1 - line.y0):
            return True
    return False


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
