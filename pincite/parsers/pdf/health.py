"""The state of each page's text: what a reader may rely on, and where only a picture stands."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pincite.model import DocumentWarning
from pincite.parsers.pdf.layout import Flag, Layout, PageLayout

SCAN_COVER = 0.5  # share of a page that images cover when it is taken for a scan
_GARBLED = Flag.GARBLED.value
GARBLED_SHARE = 0.2  # share of words with unmapped characters from which a page counts as garbled


class State(StrEnum):
    """What a page is made of."""

    TEXT = "text"
    SCAN = "scan"
    GARBLED = "garbled"
    BLANK = "blank"
    DRAWING = "drawing"


class Health(NamedTuple):
    """One page: its state, its visible and hidden words, the share of words that are garbled (0 to 1) and the share
    of the page that images cover (0 to 1; overlaps counted twice, capped)."""

    page: int
    state: State
    words: int
    hidden: int
    garbled: float
    images: float


def page_health(page: PageLayout) -> Health:
    """The health of one page after it was read."""
    words = len(page.words)
    garbled = sum(1 for w in page.words if w.flags & _GARBLED) / words if words else 0.0
    area = page.width * page.height or 1.0
    cover = min(1.0, sum(max(0.0, b.x1 - b.x0) * max(0.0, b.y1 - b.y0) for b in page.images) / area)
    if garbled >= GARBLED_SHARE:
        state = State.GARBLED
    elif words:
        state = State.TEXT
    elif cover >= SCAN_COVER:
        state = State.SCAN
    elif page.images or page.rules or page.fills:
        state = State.DRAWING
    else:
        state = State.BLANK
    return Health(page.number, state, words, len(page.hidden), garbled, cover)


def warn_of_unreadable_pages(layout: Layout) -> None:
    """Adds a warning for each page that is a picture without text (``no_text_layer``) or whose characters have no
    meaning in the file (``garbled_text``), so that silence is never taken for completeness."""
    for page in layout.pages:
        health = page_health(page)
        if health.state is State.SCAN:
            text = "The page is a picture; its text cannot be read without OCR."
            layout.warnings.append(DocumentWarning("no_text_layer", text, page.number))
        elif health.state is State.GARBLED:
            text = f"{health.garbled:.0%} of the words hold characters that the file gives no meaning."
            layout.warnings.append(DocumentWarning("garbled_text", text, page.number))
