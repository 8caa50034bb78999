"""Which pages are read by OCR, and why: decided page by page, from what the file itself gives."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pincite.model import BBox
from pincite.parsers.pdf.health import GARBLED_SHARE, is_junk, is_unread, measure
from pincite.parsers.pdf.layout import Layout, PageLayout, Style, hull
from pincite.parsers.pdf.plausibility import has_wrong_letters


class Reason(StrEnum):
    """Why a page is read by OCR, in words."""

    NO_TEXT = "the file has no text for it"
    JUNK_LAYER = "its invisible text reads like bad recognition"
    GARBLED = "the file gives its characters no meaning"
    WRONG_LETTERS = "its letters make up no language"
    ASKED = "OCR was asked for"
    IN_PICTURE = "a picture on it holds text"


_SMALL = 0.05  # share of a page; a smaller picture is an ornament or a stamp
_LOOKED_AT = 0.1  # share of a page that pictures cover to be looked at
_LARGE = 0.25  # the same of those that are read even if they have words here and there
_SEAM = 2.0  # points between the parts that a picture is cut into, or by which they overlap
_WHOLE = 0.8  # share of a page that a picture of all of it covers
_MARGIN = 0.12  # share of a page's height in which running heads and stamps stand
_FEW = 2  # words on a picture; with more it is their ground


def pictures_beside(page: PageLayout) -> BBox | None:
    """Where pictures of some size stand on a page beside its text, which may hold text too; ``None``: nowhere."""
    found = _beside(page)
    if not found:
        return None
    box = hull(found)
    box = BBox(max(box.x0, 0.0), max(box.y0, 0.0), min(box.x1, page.width), min(box.y1, page.height))
    return box if box.x0 < box.x1 and box.y0 < box.y1 else None


def _beside(page: PageLayout) -> list[BBox]:
    """The pictures of some size beside the text of a page, if they are worth a look together."""
    area = page.width * page.height
    found = [b for b in _whole(page.images) if _area(b) >= _SMALL * area > 0 and not _is_ground(b, page)]
    return found if sum(map(_area, found)) >= _LOOKED_AT * area else []


def _area(box: BBox) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def has_large_pictures(page: PageLayout) -> bool:
    """Whether pictures beside the text take up so much of a page that their words matter however few they are."""
    return sum(map(_area, _beside(page))) >= _LARGE * page.width * page.height


def _whole(boxes: Sequence[BBox]) -> list[BBox]:
    """The pictures, those in one piece that files cut into stripes or tiles."""
    rows = _joined(boxes, 0)
    return _joined(rows, 1)


def _joined(boxes: Sequence[BBox], axis: int) -> list[BBox]:
    """Boxes of one extent that follow on each other along an axis (0: across, 1: down) as one."""
    start, end, low, high = axis, axis + 2, 1 - axis, 3 - axis
    found: list[BBox] = []
    for box in sorted(boxes, key=lambda b: (round(b[low]), round(b[high]), b[start])):
        last = found[-1] if found else box
        level = abs(box[low] - last[low]) <= _SEAM and abs(box[high] - last[high]) <= _SEAM
        if found and level and -_SEAM <= box[start] - last[end] <= _SEAM:
            found[-1] = hull((last, box))
        else:
            found.append(box)
    return found


def covers_much(page: PageLayout) -> bool:
    """Whether pictures beside the text of a page take up a third of it."""
    box = pictures_beside(page)
    return box is not None and 3 * (box.x1 - box.x0) * (box.y1 - box.y0) >= page.width * page.height


def _has_figure(page: PageLayout, cover: float) -> bool:
    """Whether the pictures of a page stand among words of its own, not only under a stamp or a running head."""
    middle = any(_MARGIN * page.height < (w.y0 + w.y1) / 2 < (1 - _MARGIN) * page.height for w in page.words)
    return middle and cover < _WHOLE and pictures_beside(page) is not None


def _is_ground(box: BBox, page: PageLayout) -> bool:
    words = [*page.words, *page.hidden]
    return sum(box.x0 <= (w.x0 + w.x1) / 2 <= box.x1 and box.y0 <= (w.y0 + w.y1) / 2 <= box.y1 for w in words) > _FEW


def reason(page: PageLayout, styles: Sequence[Style], *, has_layer: bool) -> Reason | None:
    """Why this page needs OCR; ``None`` where its text will do. ``has_layer``: its text is the invisible layer of a
    scan. A picture beside text is only suspected to hold some."""
    found = measure(page)
    if found.garbled >= GARBLED_SHARE:
        return Reason.GARBLED
    if has_layer:
        return Reason.JUNK_LAYER if is_junk(page.words) else None
    if is_unread(page):
        return Reason.IN_PICTURE if _has_figure(page, found.images) else Reason.NO_TEXT
    if has_wrong_letters(page, styles):
        return Reason.WRONG_LETTERS
    return Reason.IN_PICTURE if page.words and pictures_beside(page) else None


def needing(layout: Layout, *, all_pages: bool) -> dict[int, Reason]:
    """The reason of each page that needs OCR, by its number. ``all_pages``: every page that has a size is to be
    read."""
    if all_pages:
        return {page.number: Reason.ASKED for page in layout.pages if page.width}
    layers = {warning.page for warning in layout.warnings if warning.code == "scanned_page"}
    found = {page.number: reason(page, layout.styles, has_layer=page.number in layers) for page in layout.pages}
    return {number: why for number, why in found.items() if why is not None}
