"""Headings on pages that OCR read: the labels in a map, a drawing or a picture of a screen are none."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import BBox, Kind
from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.titles import is_standard
from pincite.parsers.pdf.layout import PageLayout, Recognition

_PROSE = 120  # characters of a paragraph or list item over several lines
_SURE = 75.0  # per cent; words of a title below are as likely noise
_PARTS = 2  # of a row, at least, by which a number counts


def weigh_recognised(short: Sequence[Candidate], pages: Sequence[PageLayout]) -> None:
    """Lowers titles whose words OCR doubts, and, where it read no running text on the page, those that have neither a
    number in sequence nor a customary name. The first page may be a cover: its title has no text under it."""
    read = {page.number: page.recognition for page in pages if page.recognition is not None}
    if not read:
        return
    with_text = {page.number for page in pages if page.number in read and (page is pages[0] or _has_prose(page))}
    for c in short:
        recognition = read.get(c.page.number)
        if recognition is None or c.bookmark is not None or c.tag:
            continue
        sure = _confidence(recognition, c.block.box)
        if sure is not None and sure < _SURE:
            c.weigh(-8.0, "doubtful words")
        elif sure is not None and c.page.number not in with_text and not _is_named(c):
            c.weigh(-8.0, "in a picture")


def _has_prose(page: PageLayout) -> bool:
    """Whether OCR read running text; a picture on a page with text of its own has none."""
    assert page.recognition is not None
    return any(
        block.kind in (Kind.PARAGRAPH, Kind.LIST_ITEM)
        and len(block.lines) > 1
        and sum(len(line.text) for line in block.lines) >= _PROSE
        and _confidence(page.recognition, block.box) is not None
        for block in page.blocks
    )


def _is_named(c: Candidate) -> bool:
    if c.indent is not None or c.slide or c.kind_word in RANKS or is_standard(c.text):
        return True
    number = c.number
    if number is None or c.counted is None or len(c.counted.chain.members) < _PARTS:
        return False
    return not number.label and (number.depth > 1 or number.form == "x.")


def _confidence(recognition: Recognition, box: BBox) -> float | None:
    """The mean confidence of the words in a box, weighed by their characters; ``None`` where OCR read none of them."""
    total = chars = 0
    for word, percent in zip(recognition.words, recognition.percents, strict=True):
        if box.x0 <= (word.x0 + word.x1) / 2 <= box.x1 and box.y0 <= (word.y0 + word.y1) / 2 <= box.y1:
            total += percent * len(word.text)
            chars += len(word.text)
    return total / chars if chars else None
