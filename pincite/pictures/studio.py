"""Makes pictures of pages and boxes of quotes, and keeps those made last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from pincite.errors import ParseError, PinciteError, UnknownReferenceError
from pincite.limits import PDF_PAGES, PICTURE_BYTES
from pincite.model import BBox, Document, Page, Span
from pincite.pictures.asking import Draughtsmen, Drawn, Texts
from pincite.pictures.framing import FINEST, PIXELS, check_width, frame
from pincite.pictures.marking import PageLetters, line_boxes
from pincite.pictures.original import Original
from pincite.pictures.picture import Clip, Origin, PagePicture
from pincite.pictures.plain import plain_wish
from pincite.pictures.renderings import PrintPage, Renderings
from pincite.pictures.sheets import Sheets, boxes_of

_WAIT_S = 20.0  # for a rendering; clients give up on a call after half a minute
_KEPT_BYTES, _KEPT_PAGES, _KEPT_TEXTS = 48_000_000, 64, 8
_DRAWN = ("pdf", "image")  # formats whose pages are drawn from the file itself
_GONE = frozenset({"source_changed", "unreadable", "password_required", "wrong_password"})

_SAID = frozenset({"pending", "bad_argument"})  # what whoever asked must hear

T = TypeVar("T")


class _Asked(NamedTuple):
    """The arguments of ``picture``."""

    page: int
    width: int | None
    clip: Clip | None
    spans: tuple[Span, ...]
    max_bytes: int


class Studio:
    """Pictures and boxes under one roof. ``directory`` is for renderings of what is no PDF; ``print_page`` shows web
    pages (``None``: there is no browser). Safe for threads; ``close`` ends its processes."""

    def __init__(self, directory: Path, memory_mb: int | None = None, print_page: PrintPage | None = None) -> None:
        self._men = Draughtsmen(memory_mb)
        self._renderings = Renderings(directory, memory_mb, print_page)
        self._pictures: Kept[PagePicture] = Kept(_KEPT_BYTES, lambda picture: len(picture.data))
        self._letters: Kept[PageLetters] = Kept(_KEPT_PAGES, lambda _: 1)
        self._texts: Kept[tuple[Texts, Sheets]] = Kept(_KEPT_TEXTS, lambda _: 1)

    def close(self) -> None:
        self._men.close()
        self._renderings.close()

    def forget(self, doc_id: str) -> None:
        """Drops what is kept of a document."""
        self._pictures.drop(doc_id)
        self._letters.drop(doc_id)
        self._renderings.forget(doc_id)

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
        as fits a model), ``clip`` the part that is shown; ``"marks"`` without marks on the page shows all of it. Where
        the file is gone, or no program here shows its kind, the text of the page is drawn.

        Raises ``UnknownReferenceError`` (unknown_page), ``RequestError`` (bad_argument), ``ParseError`` (pending: a
        rendering needs longer; timeout, too_large, …).
        """
        sheet = _page(doc, page)
        check_width(width)
        asked = _Asked(page, width, clip, tuple(spans), max_bytes)
        found = self._pictures.get((doc.doc_id, doc.rev, asked))
        if found is None:
            found = self._made(doc, original, sheet, asked)
            if found.origin != "blocks":  # the program that is missing may be there next time
                self._pictures.put((doc.doc_id, doc.rev, asked), found)
        return found

    def boxes(self, doc: Document, original: Original | None, spans: Sequence[Span]) -> dict[int, tuple[BBox, ...]]:
        """Where the characters of the spans stand; see ``marking.line_boxes``."""
        exact = original if original is not None and original.format == "pdf" else None
        return line_boxes(doc, spans, lambda page: self._letters_of(doc.doc_id, exact, page) if exact else None)

    def _made(self, doc: Document, original: Original | None, sheet: Page | None, asked: _Asked) -> PagePicture:
        note = f"The file of {doc.source} is not at hand any more; open it again to see it."
        try:
            if original is not None and original.format in _DRAWN and sheet is not None:
                boxes = self.boxes(doc, original, asked.spans).get(asked.page, ()) if asked.spans else ()
                return self._drawn(original, asked.page, (sheet.width or 1, sheet.height or 1), asked, boxes, "page")
            if original is not None and self._renderings.can(original):
                return self._rendered(doc, original, asked)
            if original is not None:
                note = "No program is here that shows such files."
        except PinciteError as error:
            if original is None or (original.format in _DRAWN and error.code not in _GONE) or error.code in _SAID:
                raise
            note = error.message
        return self._plain(doc, sheet, asked, note)

    def _rendered(self, doc: Document, original: Original, asked: _Asked) -> PagePicture:
        """From the PDF that another program made: the sheet on which the marks begin, else that on which the page
        begins."""
        pdf = self._renderings.get(original, _WAIT_S)
        texts, sheets = self._sheets(doc, pdf)
        stretches = sheets.find(doc, asked.spans)
        at = stretches[0].sheet if stretches else sheets.sheet_of(doc, asked.page)
        boxes: tuple[BBox, ...] = ()
        if stretches:
            letters = self._letters_of(doc.doc_id, pdf, at + 1)
            boxes = boxes_of(letters, [s for s in stretches if s.sheet == at])
        picture = self._drawn(pdf, at + 1, texts.sizes[at], asked, boxes, "rendering")
        return picture._replace(note=f"Sheet {at + 1} of {len(texts.sizes)} as laid out here.")

    def _drawn(
        self,
        file: Original,
        sheet: int,
        size: tuple[float, float],
        asked: _Asked,
        boxes: Sequence[BBox],
        origin: Origin,
    ) -> PagePicture:
        part, scale = frame(size, asked.width, asked.clip, boxes)
        wish = {"page": sheet, "scale": scale, "part": part, "marks": boxes, "max_bytes": asked.max_bytes}
        return _picture(self._men.draw(file, wish), asked.page, part is not None, origin)

    def _plain(self, doc: Document, sheet: Page | None, asked: _Asked, note: str) -> PagePicture:
        wish = plain_wish(doc, sheet, asked.spans)
        scale = asked.width and asked.width / wish["width"]
        wish |= {"scale": scale, "pixels": PIXELS, "finest": FINEST, "max_bytes": asked.max_bytes}
        return _picture(self._men.plain(doc, wish), asked.page, False, "blocks")._replace(note=note)

    def _letters_of(self, doc_id: str, file: Original, page: int) -> PageLetters:
        key = (doc_id, file.doc_id, page)
        found = self._letters.get(key)
        if found is None:
            found = self._men.letters(file, page)
            self._letters.put(key, found)
        return found

    def _sheets(self, doc: Document, pdf: Original) -> tuple[Texts, Sheets]:
        key = (doc.doc_id, pdf.doc_id)
        found = self._texts.get(key)
        if found is None:
            texts = self._men.texts(pdf, PDF_PAGES)
            if not texts.sizes:
                raise ParseError("The rendering has no pages.", code="corrupt", hint="Read the text instead.")
            found = texts, Sheets(texts.texts)
            self._texts.put(key, found)
        return found


class Kept(Generic[T]):
    """What was made last, up to a ceiling of its summed weight. The first part of a key is the id of a document. Safe
    for threads."""

    def __init__(self, ceiling: int, weigh: Callable[[T], int]) -> None:
        self._ceiling = ceiling
        self._weigh = weigh
        self._lock = threading.Lock()
        self._things: OrderedDict[tuple[object, ...], T] = OrderedDict()
        self._weight = 0

    def get(self, key: tuple[object, ...]) -> T | None:
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
            return found

    def put(self, key: tuple[object, ...], thing: T) -> None:
        with self._lock:
            before = self._things.pop(key, None)
            self._weight += self._weigh(thing) - (self._weigh(before) if before is not None else 0)
            self._things[key] = thing
            while self._weight > self._ceiling and len(self._things) > 1:
                self._weight -= self._weigh(self._things.popitem(last=False)[1])

    def drop(self, doc_id: str) -> None:
        with self._lock:
            for key in [key for key in self._things if key[0] == doc_id]:
                self._weight -= self._weigh(self._things.pop(key))


def _page(doc: Document, number: int) -> Page | None:
    """The page; ``None`` for the first of a document without pages."""
    for page in doc.pages:
        if page.number == number:
            return page
    if not doc.pages and number == 1:
        return None
    raise UnknownReferenceError(
        f"There is no page p{number} in this document.",
        code="unknown_page",
        hint=f"It has p1 to p{len(doc.pages)}." if doc.pages else "It has no pages: p1 shows its beginning.",
    )


def _picture(drawn: Drawn, page: int, is_part: bool, origin: Origin) -> PagePicture:
    shown = BBox(
        drawn.left, drawn.top, drawn.left + drawn.width / drawn.scale, drawn.top + drawn.height / drawn.scale
    )  # fmt: skip
    clip = shown if is_part else None
    return PagePicture(drawn.data, drawn.mime, drawn.width, drawn.height, page, clip, drawn.scale, origin, drawn.marks)
