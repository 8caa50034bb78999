"""Which pages are read by OCR, and why: decided page by page, from what the file itself gives."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pincite.parsers.pdf.health import GARBLED_SHARE, is_junk, is_unread, measure
from pincite.parsers.pdf.layout import Layout, PageLayout, Style
from pincite.parsers.pdf.plausibility import has_wrong_letters


class Reason(StrEnum):
    """Why a page is read by OCR, in words."""

    NO_TEXT = "the file has no text for it"
    JUNK_LAYER = "its invisible text reads like bad recognition"
    GARBLED = "the file gives its characters no meaning"
    WRONG_LETTERS = "its letters make up no language"
    ASKED = "OCR was asked for"


def reason(page: PageLayout, styles: Sequence[Style], *, has_layer: bool) -> Reason | None:
    """Why this page needs OCR; ``None`` where its text will do. ``has_layer``: its text is the invisible layer of a
    scan."""
    found = measure(page)
    if found.garbled >= GARBLED_SHARE:
        return Reason.GARBLED
    if has_layer:
        return Reason.JUNK_LAYER if is_junk(page.words) else None
    if is_unread(page):
        return Reason.NO_TEXT
    return Reason.WRONG_LETTERS if has_wrong_letters(page, styles) else None


def needing(layout: Layout, *, all_pages: bool) -> dict[int, Reason]:
    """The reason of each page that needs OCR, by its number. ``all_pages``: every page that has a size is to be
    read."""
    if all_pages:
        return {page.number: Reason.ASKED for page in layout.pages if page.width}
    layers = {warning.page for warning in layout.warnings if warning.code == "scanned_page"}
    found = {page.number: reason(page, layout.styles, has_layer=page.number in layers) for page in layout.pages}
    return {number: why for number, why in found.items() if why is not None}
