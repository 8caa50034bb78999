"""Large slanted text over a page ("DRAFT", "DO NOT SEND THIS PAGE"): a watermark, not part of the text."""

from __future__ import annotations

from pincite.parsers.pdf.layout import Furniture, Line, PageLayout, Style, Word, hull
from pincite.parsers.pdf.text.lines import text_of

TALL = 1.8  # of the size: the box of no upright word is higher
LARGE = 1.5  # of the body size: smaller slanted text labels a chart


def mark_watermark(page: PageLayout, styles: list[Style], body_size: float) -> None:
    """Puts the slanted words of a page in one line, in the order of the file, and marks it as furniture."""
    tall = LARGE * TALL * body_size
    if not any(line.y1 - line.y0 > tall for line in page.lines):
        return
    words = [w for w in page.words if w.y1 - w.y0 > tall and _is_slanted(w, styles)]
    if not words:
        return
    slanted = set(words)
    found = [line for line in page.lines if all(word in slanted for word in line.words)]
    if not found or any(styles[line.style].size < LARGE * body_size for line in found):
        return
    kept = {word for line in found for word in line.words}
    mark = _one_line([word for word in words if word in kept], found[0])
    ids = {id(line) for line in found}
    page.lines = [mark, *(line for line in page.lines if id(line) not in ids)]


def _is_slanted(word: Word, styles: list[Style]) -> bool:
    size = styles[word.style].size
    return len(word.text) > 1 and not word.angle and word.y1 - word.y0 > TALL * size and word.x1 - word.x0 > size


def _one_line(words: list[Word], like: Line) -> Line:
    line = Line(words, *hull(words), like.page, like.size, like.style, text_of(words), like.bold, like.italic)
    line.furniture = Furniture.HEADER
    return line
