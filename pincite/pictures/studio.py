"""Makes pictures of pages and boxes of quotes, and keeps those made last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pincite.errors import RequestError, UnknownReferenceError
from pincite.limits import PICTURE_BYTES, PICTURE_COLUMNS
from pincite.model import BBox, Document, Page, Span
from pincite.pictures.asking import Draughtsmen, Drawn
from pincite.pictures.marking import PageLetters, line_boxes
from pincite.pictures.original import Original
from pincite.pictures.picture import Clip, PagePicture

_PIXELS = 1_150_000  # of a picture whose size nobody asked for: what models look at without making it smaller
_SIDE = 1568  # pixels, the same
_FINEST = 4.0  # pixels a point of such a picture
_KEPT_BYTES, _KEPT_PAGES = 48_000_000, 64
_MARGIN = 36.0  # points around marks that are shown by themselves
_LEAST_SHARE = 0.6  # of the width of a page that such a part has at least

T = TypeVar("T")


class Studio:
    """Pictures and boxes under one roof. Safe for threads; ``close`` ends its processes."""

    def __init__(self, memory_mb: int | None = None) -> None:
        self._men = Draughtsmen(memory_mb)
        self._pictures: Kept[PagePicture] = Kept(_KEPT_BYTES, lambda picture: len(picture.data))
        self._letters: Kept[PageLetters] = Kept(_KEPT_PAGES, lambda _: 1)

    def close(self) -> None:
        self._men.close()

    def picture(
        self,
        doc: Document,
        original: Original | None,
        page: int,
        *,
        width: int | None = None,
        clip: Clip | None = None,
        spans: Sequence[Span] = (),
        max_bytes: int = PICTURE_BYTES,
    ) -> PagePicture:
        """The physical page with the characters of ``spans`` marked that stand on it. ``width`` in pixels (``None``:
        as fits a model), ``clip`` the part that is shown; ``"marks"`` without marks on the page shows all of it.

        Raises ``UnknownReferenceError`` (unknown_page), ``RequestError`` (bad_argument, no_picture), and what drawing
        raises.
        """
        sheet = _page(doc, page)
        original = _drawable(doc, original)
        boxes = self.boxes(doc, original, spans).get(page, ()) if spans else ()
        part = _part(sheet, clip, boxes)
        scale = _scale(part or BBox(0, 0, sheet.width or 1, sheet.height or 1), width)
        key = (doc.doc_id, page, scale, part, boxes, max_bytes)
        found = self._pictures.get(key)
        if found is None:
            wish = {"page": page, "scale": scale, "part": part, "marks": boxes, "max_bytes": max_bytes}
            found = _picture(self._men.draw(original, wish), page, part)
            self._pictures.put(key, found)
        return found

    def boxes(self, doc: Document, original: Original | None, spans: Sequence[Span]) -> dict[int, tuple[BBox, ...]]:
        """Where the characters of the spans stand; see ``marking.line_boxes``."""
        return line_boxes(doc, spans, lambda page: self._letters_of(doc, original, page))

    def _letters_of(self, doc: Document, original: Original | None, page: int) -> PageLetters | None:
        if original is None or original.format != "pdf":
            return None
        key = (doc.doc_id, page)
        found = self._letters.get(key)
        if found is None:
            found = self._men.letters(original, page)
            self._letters.put(key, found)
        return found


class Kept(Generic[T]):
    """What was made last, up to a ceiling of its summed weight. Safe for threads."""

    def __init__(self, ceiling: int, weigh: Callable[[T], int]) -> None:
        self._ceiling = ceiling
        self._weigh = weigh
        self._lock = threading.Lock()
        self._things: OrderedDict[object, T] = OrderedDict()
        self._weight = 0

    def get(self, key: object) -> T | None:
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
            return found

    def put(self, key: object, thing: T) -> None:
        with self._lock:
            before = self._things.pop(key, None)
            self._weight += self._weigh(thing) - (self._weigh(before) if before is not None else 0)
            self._things[key] = thing
            while self._weight > self._ceiling and len(self._things) > 1:
                self._weight -= self._weigh(self._things.popitem(last=False)[1])


def _page(doc: Document, number: int) -> Page:
    for page in doc.pages:
        if page.number == number:
            return page
    raise UnknownReferenceError(
        f"There is no page p{number} in this document.",
        code="unknown_page",
        hint=f"It has p1 to p{len(doc.pages)}." if doc.pages else "It has no pages.",
    )


def _drawable(doc: Document, original: Original | None) -> Original:
    if original is None:
        raise RequestError(
            f"The file of {doc.source} is not known here any more, so its pages cannot be shown.",
            code="no_picture",
            hint="Open it again; its text can be read as before.",
        )
    if original.format != "pdf":
        raise RequestError(
            f"Pages of a .{original.format} cannot be shown.", code="no_picture", hint="Read the text instead."
        )
    return original


def _part(page: Page, clip: Clip | None, boxes: Sequence[BBox]) -> BBox | None:
    """The part of the page that is shown; ``None`` for all of it."""
    if clip is None or not page.width or not page.height or (clip == "marks" and not boxes):
        return None
    if clip == "marks":
        clip = _around(boxes, page.width)
    part = BBox(
        max(0.0, clip[0]), max(0.0, clip[1]), min(page.width, clip[2]), min(page.height, clip[3])
    )  # fmt: skip
    if part.x1 - part.x0 < 1 or part.y1 - part.y0 < 1:
        raise RequestError(
            "The clip lies outside the page.",
            hint=f"The page has {page.width:g} x {page.height:g} points, from its top left.",
        )
    return part


def _around(boxes: Sequence[BBox], width: float) -> BBox:
    x0, x1 = min(b.x0 for b in boxes) - _MARGIN, max(b.x1 for b in boxes) + _MARGIN
    more = max(0.0, _LEAST_SHARE * width - (x1 - x0)) / 2
    shift = max(0.0, more - x0) - max(0.0, x1 + more - width)  # what does not fit at one side goes to the other
    return BBox(
        x0 - more + shift, min(b.y0 for b in boxes) - _MARGIN, x1 + more + shift, max(b.y1 for b in boxes) + _MARGIN
    )


def _scale(shown: BBox, width: int | None) -> float:
    """Pixels a point."""
    wide, high = shown.x1 - shown.x0, shown.y1 - shown.y0
    if width is None:
        return float(min((_PIXELS / (wide * high)) ** 0.5, _SIDE / max(wide, high), _FINEST))
    if not 16 <= width <= PICTURE_COLUMNS:
        raise RequestError(f"A picture cannot be {width} pixels wide.", hint=f"Ask for 16 to {PICTURE_COLUMNS}.")
    return width / wide


def _picture(drawn: Drawn, page: int, part: BBox | None) -> PagePicture:
    shown = part and BBox(
        drawn.left, drawn.top, drawn.left + drawn.width / drawn.scale, drawn.top + drawn.height / drawn.scale
    )
    return PagePicture(drawn.data, drawn.mime, drawn.width, drawn.height, page, shown, drawn.scale, "page", drawn.marks)
