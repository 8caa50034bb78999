"""Measures each page's text, and warns of pages whose text cannot be relied on or where only a picture stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pincite.model import BBox, DocumentWarning
from pincite.parsers.pdf.layout import Flag, Layout, PageLayout, Word, have_flag

SCAN_COVER = 0.5  # share of a page that images cover when it is taken for a scan
_GARBLED = Flag.GARBLED.value
GARBLED_SHARE = 0.2  # share of words with unmapped characters from which a page counts as garbled
PICTURE_COVER = 0.02  # share of a page; smaller pictures are ornaments
DRAWING_PARTS = 10  # lines and areas; fewer are ornaments
_MARGIN = 0.12  # share of a page's height in which running heads and stamps stand
_JUNK_SHARE = 0.12  # of the words of a text layer
_LEAST_JUNK = 3  # words
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s|[a-z])\Z", re.IGNORECASE)
_MIXED = re.compile(r"[a-z]\d|\d[a-z]", re.IGNORECASE)
_ODD_MARKS = re.compile(r"[~^|\\{}<>=_]|[^\w\s]{3,}")
_LEADERS = re.compile(r"([.\-_*=·…])\1*")


class Measures(NamedTuple):
    """One page in numbers: visible words, those of them outside the margins' furniture, hidden words, the share of
    words that are garbled (0 to 1), and the share of the page that images cover (0 to 1; overlaps counted twice,
    capped)."""

    words: int
    body: int
    hidden: int
    garbled: float
    images: float


def measure(page: PageLayout) -> Measures:
    """The measures of a page after it was read; before its furniture is marked, all its words count as body."""
    words = len(page.words)
    garbled = 0.0
    if have_flag(page.words, _GARBLED):
        garbled = sum(1 for w in page.words if w.flags & _GARBLED) / words
    area = page.width * page.height or 1.0
    cover = min(1.0, sum(max(0.0, b.x1 - b.x0) * max(0.0, b.y1 - b.y0) for b in page.images) / area)
    body = sum(len(n.words) for n in page.lines if n.furniture is None) if page.lines else words
    return Measures(words, body, len(page.hidden), garbled, cover)


def warn_of_unreadable_pages(layout: Layout) -> None:
    """Adds a warning for each page that is a picture without text but in its margins (``no_text_layer``), that holds
    drawings only (``picture_only``), whose characters have no meaning in the file (``garbled_text``), or whose
    invisible text layer reads like bad recognition (``junk_text_layer``). Pages that OCR has read have their own."""
    scans = {w.page for w in layout.warnings if w.code == "scanned_page"}
    for page in layout.pages:
        if page.recognition is not None:
            continue
        warning = _warning(page, has_layer=page.number in scans)
        if warning:
            layout.warnings.append(DocumentWarning(*warning, page.number))


def wrong_letters(number: int) -> DocumentWarning:
    """The warning for a page whose letters cannot be what is seen on it."""
    message = "Its letters make up no language: the file seems to give its characters wrong meanings."
    return DocumentWarning("garbled_text", message, number)


def _warning(page: PageLayout, *, has_layer: bool) -> tuple[str, str] | None:
    """Code and message."""
    found = measure(page)
    if found.garbled >= GARBLED_SHARE:
        return "garbled_text", f"{found.garbled:.0%} of the words hold characters that the file gives no meaning."
    if has_layer and is_junk(page.words):
        return "junk_text_layer", "The invisible text of this scan reads like bad recognition; do not rely on it."
    if not found.body and found.images >= SCAN_COVER:
        return "no_text_layer", "The page is a picture; its text cannot be read without OCR."
    if not found.words and (
        found.images >= PICTURE_COVER or len(page.rules) + len(page.fills) + len(page.images) >= DRAWING_PARTS
    ):
        return "picture_only", "The page holds pictures or drawings and no text."
    return None


def is_unread(page: PageLayout) -> bool:
    """Whether what is seen on the page is a picture: it has no words, or only some in the margins of a picture or
    beside it."""
    if not page.words:
        if not page.width or not (page.images or page.rules or page.fills):
            return False
        parts = len(page.rules) + len(page.fills) + len(page.images)
        return parts >= DRAWING_PARTS or measure(page).images >= PICTURE_COVER
    if not page.images or measure(page).images < SCAN_COVER:
        return False
    return not any(_is_body(word, page) for word in page.words)


def _is_body(word: Word, page: PageLayout) -> bool:
    """Whether a word stands on a picture, outside of the margins: then the picture is its ground."""
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    inside = _MARGIN * page.height < y < (1 - _MARGIN) * page.height
    return inside and any(_holds(box, x, y) for box in page.images)


def _holds(box: BBox, x: float, y: float) -> bool:
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def is_junk(words: Iterable[Word]) -> bool:
    """Whether many of the words are no words: letters and digits mixed up, marks that no text has in such number."""
    texts = [word.text for word in words]
    junk = sum(map(_is_odd, texts))
    return junk >= _LEAST_JUNK and junk >= _JUNK_SHARE * len(texts)


def _is_odd(text: str) -> bool:
    core = text.strip(".,;:!?()[]\"'“”‘’")
    if _LEADERS.fullmatch(core) or "://" in core or "@" in core:
        return False
    return any(_MIXED.search(part) and not _ORDINAL.match(part) for part in re.split(r"[-/.]", core)) or bool(
        _ODD_MARKS.search(core)
    )
