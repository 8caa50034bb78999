"""The only module (with ``calls``) that talks to pdfium: opens PDF files, hands out what is on their pages.

pdfium keeps global state and is not thread-safe, so every public call holds one lock of the process.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_float, c_int, c_ushort, c_void_p
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import pypdfium2_raw as raw
from numpy.typing import NDArray

from pincite.errors import ParseError, SourceError
from pincite.limits import ANNOTATIONS, BOOKMARKS, TREE_LEVELS
from pincite.model import BBox, DocumentWarning, Metadata
from pincite.parsers.pdf.layout import Bookmark, Layout, LinkArea, PageLayout
from pincite.parsers.pdf.reader.annotations import Annotations, read_annotations
from pincite.parsers.pdf.reader.attachments import attached_files, warning_of_files
from pincite.parsers.pdf.reader.bombs import defuse
from pincite.parsers.pdf.reader.buffers import read_narrow, read_wide
from pincite.parsers.pdf.reader.calls import (
    ANNOTATION_CALLS,
    CHAR_CALLS,
    CLIP_CALLS,
    FILE_CALLS,
    MARK_CALLS,
    OBJECT_CALLS,
    STRUCTURE_CALLS,
)
from pincite.parsers.pdf.reader.clips import Clips
from pincite.parsers.pdf.reader.composing import PageParts, compose
from pincite.parsers.pdf.reader.dates import iso_date
from pincite.parsers.pdf.reader.dropped import restore, restore_initials
from pincite.parsers.pdf.reader.fields import place_fields
from pincite.parsers.pdf.reader.fontfacts import name_of_font, read_font
from pincite.parsers.pdf.reader.fontprograms import Characters, FontPrograms
from pincite.parsers.pdf.reader.glyphs import Glyphs
from pincite.parsers.pdf.reader.layers import Layers
from pincite.parsers.pdf.reader.leaves import uncounted
from pincite.parsers.pdf.reader.letters import Letters, read_letters
from pincite.parsers.pdf.reader.loading import CORRUPT_HINT, load, seems_locked, unlocked, written
from pincite.parsers.pdf.reader.looks import Looks
from pincite.parsers.pdf.reader.losses import warnings_of_losses
from pincite.parsers.pdf.reader.missing import missing
from pincite.parsers.pdf.reader.objects import Painted, Walk
from pincite.parsers.pdf.reader.pagebox import bounded, space_of
from pincite.parsers.pdf.reader.pagechars import PageChars
from pincite.parsers.pdf.reader.pageobjects import PageObjects
from pincite.parsers.pdf.reader.pictures import PageLook, picture_scales, render_colours, render_grey
from pincite.parsers.pdf.reader.places import with_true_places
from pincite.parsers.pdf.reader.png import write_png
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.reading import read_pages
from pincite.parsers.pdf.reader.repair import is_cut, opened, with_a_new_tree
from pincite.parsers.pdf.reader.rows import Rows
from pincite.parsers.pdf.reader.rulings import Drawing
from pincite.parsers.pdf.reader.runs import Found
from pincite.parsers.pdf.reader.space import PageSpace
from pincite.parsers.pdf.reader.structure import read_structure
from pincite.parsers.pdf.reader.styles import StyleTable
from pincite.parsers.pdf.reader.survey import survey
from pincite.parsers.pdf.reader.taginfo import read_groups
from pincite.parsers.pdf.reader.tagtext import detach_forms, replace_glyphs, stands_in
from pincite.parsers.pdf.reader.visibility import Picture
from pincite.parsers.pdf.reader.words import read_words

_LOCK = threading.RLock()
_ROWS = Rows(4)


class PdfFile:
    """An open PDF, to be used as a context manager."""

    def __init__(self, source: Path | bytes, password: str | None = None) -> None:
        """Raises ``ParseError`` corrupt, password_required or wrong_password, and ``SourceError`` unreadable."""
        data = with_true_places(_bytes_of(source))
        plain, n_bombs = None, 0
        if seems_locked(data):
            data, n_bombs, _, _ = defuse(data, locked=True)
            with _LOCK:
                plain = unlocked(data, password)
        self._data, self._n_bombs, self._damaged, objects = defuse(plain.data if plain else data)
        self._n_bombs += n_bombs  # pdfium reads from the data until the end
        self._survey = survey(objects)
        self._layers = Layers(MARK_CALLS) if self._survey.has_hidden_layers else None
        self._links: dict[int, list[LinkArea]] = {}
        self._annotations: dict[int, Annotations] = {}
        self._form: Any = None  # loaded with the first field
        self._programs: FontPrograms | None = None
        with _LOCK:
            (self._doc, needed), mended = opened(self._data, lambda data: load(data, password))
            self._data, self._loss, self._known = mended
            if plain is not None and self._loss is None:
                self._loss, self._known = plain.loss, plain.known
            self._password = password if needed else None
            self.n_pages: int = raw.FPDF_GetPageCount(self._doc)
            self._count_again(password)
            sound = not self._survey.has_bad_trees
            self.is_tagged: bool = sound and bool(raw.FPDFCatalog_IsTagged(self._doc))
        if self._known is None and is_cut(self._data):
            self._known = objects.numbers if objects.data is self._data else RawObjects(self._data).numbers
        self._objects: RawObjects | None = objects  # until the warnings

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Frees the file; closing twice does no harm."""
        with _LOCK:
            if self._form:
                raw.FPDFDOC_ExitFormFillEnvironment(self._form)
            if self._doc:
                raw.FPDF_CloseDocument(self._doc)
            self._doc = self._form = None

    def _count_again(self, password: str | None) -> None:
        """Takes up the pages that the file has beyond those that it counts, or that its tree does not lead to."""
        if self._loss is not None:
            return
        told = self.n_pages
        if not self._has_page(0):
            whole = with_a_new_tree(self._data)
            tried = iter([whole] if whole else [])
        else:
            tried = uncounted(self._data, told, self._survey.packed_pages)
        for whole in tried:
            self._take(whole.data, password, whole.loss)
        if self._loss is None and self.n_pages > told:
            self._loss = f"The file says that it has {told} pages; the {self.n_pages} that it has were read."

    def _take(self, data: bytes, password: str | None, loss: str | None) -> None:
        """This file instead, if it has pages that can be had, and more than there are without a ``loss``."""
        try:
            document, _ = load(data, password)
        except ParseError:
            return
        before, self._doc = self._doc, document
        found = raw.FPDF_GetPageCount(document)
        if not self._has_page(0) or (loss is None and found <= self.n_pages):
            self._doc = before
            raw.FPDF_CloseDocument(document)
            return
        raw.FPDF_CloseDocument(before)
        self._data, self.n_pages, self._loss = data, found, loss

    def _has_page(self, index: int) -> bool:
        """Whether the tree of pages leads to the page."""
        return bool(raw.FPDF_GetPageSizeByIndexF(self._doc, index, raw.FS_SIZEF()))

    def metadata(self) -> Metadata:
        """What the document information and the catalog say."""
        with _LOCK:
            meta = self._meta
            wide = ctypes.POINTER(c_ushort)
            language = read_wide(lambda b, size: raw.FPDFCatalog_GetLanguage(self._doc, ctypes.cast(b, wide), size))
            return Metadata(
                title=meta(b"Title"),
                author=meta(b"Author"),
                subject=meta(b"Subject"),
                keywords=meta(b"Keywords"),
                creator=meta(b"Creator"),
                producer=meta(b"Producer"),
                created=iso_date(meta(b"CreationDate")),
                modified=iso_date(meta(b"ModDate")),
                language=language.strip() or None,
            )

    def _meta(self, key: bytes) -> str | None:
        return read_wide(lambda buffer, size: raw.FPDF_GetMetaText(self._doc, key, buffer, size)).strip() or None

    def declared_labels(self) -> list[str | None]:
        """The label that the file declares for each page, ``None`` where it declares none."""
        return [self.declared_label(index) for index in range(self.n_pages)]

    def declared_label(self, index: int) -> str | None:
        """The label that the file declares for page ``index`` (from 0), ``None`` where it declares none."""
        if self._survey.has_bad_labels or self._survey.has_bad_trees:
            return None
        with _LOCK:
            return read_wide(lambda buffer, size: raw.FPDF_GetPageLabel(self._doc, index, buffer, size)) or None

    def bookmarks(self) -> list[Bookmark]:
        """The outline of the file in reading order, up to one entry more than may be. Loops and absurd depth are cut
        off; entries without a title stay."""
        with _LOCK:
            found: list[Bookmark] = []
            seen: set[int] = set()
            todo = [(raw.FPDFBookmark_GetFirstChild(self._doc, None), 1)]
            while todo and len(found) <= BOOKMARKS:
                mark, level = todo.pop()
                if not mark or _address(mark) in seen:
                    continue
                seen.add(_address(mark))
                found.append(self._bookmark(mark, level))
                todo.append((raw.FPDFBookmark_GetNextSibling(self._doc, mark), level))
                if level < TREE_LEVELS:
                    todo.append((raw.FPDFBookmark_GetFirstChild(self._doc, mark), level + 1))
            return found

    def _bookmark(self, mark: Any, level: int) -> Bookmark:
        title = " ".join(read_wide(lambda buffer, size: raw.FPDFBookmark_GetTitle(mark, buffer, size)).split())
        dest = raw.FPDFBookmark_GetDest(self._doc, mark) or self._dest_of(raw.FPDFBookmark_GetAction(mark))
        page = self._page_of(dest)
        return Bookmark(level, title, page, self._height_of(dest, page - 1) if page else None)

    def _dest_of(self, action: Any) -> Any:
        """Where a jump leads to; ``None`` for other actions."""
        is_jump = action and raw.FPDFAction_GetType(action) == raw.PDFACTION_GOTO
        return raw.FPDFAction_GetDest(self._doc, action) if is_jump else None

    def _page_of(self, dest: Any) -> int | None:
        """The page (from 1) of a destination."""
        index = raw.FPDFDest_GetDestPageIndex(self._doc, dest) if dest else -1
        return index + 1 if 0 <= index < self.n_pages else None

    def _height_of(self, dest: Any, index: int) -> float | None:
        """Distance of a destination from the top of its page as displayed."""
        has_x, has_y, has_zoom, x, y, zoom = c_int(), c_int(), c_int(), c_float(), c_float(), c_float()
        known = raw.FPDFDest_GetLocationInPage(dest, has_x, has_y, has_zoom, x, y, zoom)
        if not known or not has_y.value:
            return None
        size = raw.FS_SIZEF()
        raw.FPDF_GetPageSizeByIndexF(self._doc, index, size)
        height = float(size.height)
        return round(min(max(0.0, height - y.value), height), 1)

    def read_page(self, index: int, styles: StyleTable, warnings: list[DocumentWarning] | None = None) -> PageLayout:
        """Everything on page ``index`` (from 0); what a reader should know of it is added to ``warnings``. A page that
        cannot be loaded comes back empty and without size, with the warning ``page_unreadable``. With the first page
        come warnings of the whole file."""
        warnings = [] if warnings is None else warnings
        if index == 0:
            warnings += self._warnings()
        with _LOCK:
            page = self._load(index)
            if not page:
                warnings.append(DocumentWarning("page_unreadable", "The page could not be read.", index + 1))
                return PageLayout(index + 1, 0.0, 0.0, 0)
            try:
                layout = self._read_loaded(page, index, styles, warnings)
            finally:
                raw.FPDF_ClosePage(page)
            layout.links = list(self._links[index])
            self._add_annotations(layout, styles, warnings)
            return layout

    def _add_annotations(self, layout: PageLayout, styles: StyleTable, warnings: list[DocumentWarning]) -> None:
        annotations = self._annotations[layout.number - 1]
        if annotations.fields:
            layout.words = place_fields(layout.words, layout.hidden, annotations.fields, styles)
        layout.comments = list(annotations.comments)
        if annotations.n_unread:
            message = f"Of the page's annotations only the first {ANNOTATIONS:,} were read."
            warnings.append(DocumentWarning("partial", message, layout.number))
        if annotations.files:
            warnings.append(warning_of_files(FILE_CALLS, annotations.files, layout.number))

    def _warnings(self) -> Iterator[DocumentWarning]:
        """What a reader should know of the file as a whole."""
        if self._loss:
            yield DocumentWarning("partial", self._loss)
        if self._survey.has_bad_trees:
            yield DocumentWarning(
                "partial", "Trees of the file run in circles: its tags and page labels were not read."
            )
        if self._n_bombs:
            yield DocumentWarning("partial", f"Streams that unpack to an absurd size were left out ({self._n_bombs}).")
        objects, self._objects = self._objects, None
        if objects is None or objects.data is not self._data:
            objects = RawObjects(self._data)
        absent = missing(objects, self._known)
        if self._damaged or absent:
            sure = self._known is not None
            yield from warnings_of_losses(self._data, self._password, self._damaged, absent, is_sure=sure)
        with _LOCK:
            form = raw.FPDF_GetFormType(self._doc)
            if self._survey.has_huge_form and form != raw.FORMTYPE_NONE:
                yield DocumentWarning("partial", "Its form has more fields than can be asked for: see its pages.")
            if form == raw.FORMTYPE_XFA_FULL:
                yield DocumentWarning("partial", "This is an XFA form: its stand-in pages were read, not the form.")
            if files := attached_files(FILE_CALLS, _address(self._doc)):
                yield warning_of_files(FILE_CALLS, files, None)

    def _read_loaded(self, page: Any, index: int, styles: StyleTable, warnings: list[DocumentWarning]) -> PageLayout:
        """Everything on a loaded page but its links."""
        space = space_of(page)
        layout = PageLayout(index + 1, raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page), space.rotation)
        if self.is_tagged:
            layout.tags, layout.mcids = read_structure(STRUCTURE_CALLS, _address(page))
        handle = raw.FPDFText_LoadPage(page)
        if not handle:
            return layout
        try:
            objects = PageObjects(OBJECT_CALLS, _address(page))
            looks = Looks(styles, space, read_groups(layout.tags, layout.mcids), read_font)
            text_page, n = _address(handle), raw.FPDFText_CountChars(handle)
            tagged, pieced = self.is_tagged, any(map(stands_in, layout.tags))
            chars = PageChars(CHAR_CALLS, _ROWS, text_page, n, objects, looks, space, tagged=tagged, pieced=pieced)
            glyphs: Glyphs = chars
            found = read_words(glyphs, styles.solid)
            if chars.mend(lambda: self._fonts_of(index), name_of_font):
                glyphs = restore_initials(chars, chars.doubtful_spaces) or chars
                found = read_words(glyphs, styles.solid)
            painted = _walk(objects, space, layout, found, styles)
            if painted.repeats and (restored := restore(glyphs, painted.repeats)) is not None:
                found = read_words(restored, styles.solid)
                painted = _walk(objects, space, layout, found, styles)
            if layout.tags:
                found = replace_glyphs(detach_forms(found, painted), layout.tags, layout.mcids)
            warnings += compose(
                PageParts(layout, found, painted, styles, PageLook(page), Clips(CLIP_CALLS, space), self._layers)
            )
        finally:
            raw.FPDFText_ClosePage(handle)
        return layout

    def saved(self) -> bytes:
        """The file as pdfium writes it: without encryption, all objects plain; nothing where it cannot be written."""
        with _LOCK:
            return written(self._doc)

    def _fonts_of(self, index: int) -> dict[str, Characters]:
        if self._programs is None:
            self._programs = FontPrograms(self.saved)
        return self._programs.of_page(index)

    def _load(self, index: int) -> Any:
        """The page, with what its form fields and text annotations show made part of it."""
        page = bounded(self._doc, raw.FPDF_LoadPage(self._doc, index), index)
        if page and index not in self._links:
            self._links[index] = list(self._read_links(page))
            annotations = read_annotations(ANNOTATION_CALLS, _address(page), space_of(page), self._load_form)
            self._annotations[index] = annotations
            if annotations.is_printed:
                raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY)
                raw.FPDF_ClosePage(page)
                page = raw.FPDF_LoadPage(self._doc, index)
        return page

    def _load_form(self) -> int:
        """The address of the file's form; 0 where it is not asked."""
        if self._survey.has_huge_form:
            return 0
        if self._form is None:
            self._form_info = raw.FPDF_FORMFILLINFO(version=2)  # without any function: nothing calls back
            self._form = raw.FPDFDOC_InitFormFillEnvironment(self._doc, self._form_info)
        return _address(self._form)

    def _read_links(self, page: Any) -> Iterator[LinkArea]:
        space = space_of(page)
        position, link, rect, quad = c_int(0), raw.FPDF_LINK(), raw.FS_RECTF(), raw.FS_QUADPOINTSF()
        while raw.FPDFLink_Enumerate(page, position, link):
            uri, target = self._target_of(link)
            if uri is None and target is None:
                continue
            n_quads = raw.FPDFLink_CountQuadPoints(link)
            for i in range(n_quads if n_quads > 1 else 0):  # one for each line of the linked text
                raw.FPDFLink_GetQuadPoints(link, i, quad)
                xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
                yield LinkArea(space.box(min(xs), min(ys), max(xs), max(ys)), uri, target)
            if n_quads <= 1 and raw.FPDFLink_GetAnnotRect(link, rect):
                yield LinkArea(space.box(rect.left, rect.bottom, rect.right, rect.top), uri, target)

    def _target_of(self, link: Any) -> tuple[str | None, int | None]:
        """The address or the page (from 1) that a link leads to."""
        action = raw.FPDFLink_GetAction(link)
        if action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
            uri = read_narrow(lambda buffer, size: raw.FPDFAction_GetURIPath(self._doc, action, buffer, size))
            return uri.strip() or None, None
        return None, self._page_of(raw.FPDFLink_GetDest(self._doc, link) or self._dest_of(action))

    def grey(self, index: int, scale: float) -> NDArray[np.uint8]:
        """Page ``index`` (from 0) as displayed, ``scale`` pixels a point, in shades of grey: [row, column], 0 is black.
        Raises as ``render``."""
        with _LOCK, self._page(index) as page:
            return render_grey(page, scale)

    def letters(self, index: int) -> Letters:
        """The letters of page ``index`` (from 0). Raises as ``render``."""
        with _LOCK, self._page(index) as page:
            handle = raw.FPDFText_LoadPage(page)
            if not handle:
                return Letters("", array("f"))
            try:
                n = max(0, raw.FPDFText_CountChars(handle))
                return read_letters(CHAR_CALLS, _ROWS, _address(handle), n, space_of(page))
            finally:
                raw.FPDFText_ClosePage(handle)

    def picture(self, index: int, scale: float, part: BBox | None = None) -> Picture:
        """Page ``index`` (from 0) as displayed with its forms, ``scale`` pixels a point (less where the page is
        enormous), or the part of it that a box touches. Raises as ``render``."""
        with _LOCK, self._page(index) as page:
            return render_colours(page, scale, part)

    def page_size(self, index: int) -> tuple[float, float]:
        """Width and height of page ``index`` (from 0) as displayed, in points. Raises as ``render``."""
        with _LOCK, self._page(index) as page:
            return raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)

    @contextmanager
    def _page(self, index: int) -> Iterator[Any]:
        page = self._load(index)
        if not page:
            raise ParseError(f"Page {index + 1} could not be read.", code="corrupt", hint=CORRUPT_HINT)
        try:
            yield page
        finally:
            raw.FPDF_ClosePage(page)

    def picture_scale(self, index: int) -> float | None:
        """How many pixels a point the pictures on page ``index`` have, the finest of those that cover a good part of
        it; ``None`` where there is none."""
        with _LOCK:
            page = raw.FPDF_LoadPage(self._doc, index)
            if not page:
                return None
            try:
                return max(picture_scales(page), default=None)
            finally:
                raw.FPDF_ClosePage(page)

    def render(self, index: int, scale: float = 2.0) -> bytes:
        """A PNG of page ``index`` (from 0) as displayed, ``scale`` pixels a point (less where the page is enormous).
        Raises ``ParseError`` corrupt where the page cannot be loaded, too_large where memory does not suffice."""
        with _LOCK:
            page = raw.FPDF_LoadPage(self._doc, index)
            if not page:
                raise ParseError(f"Page {index + 1} could not be read.", code="corrupt", hint=CORRUPT_HINT)
            try:
                pixels = render_colours(page, scale).pixels
            finally:
                raw.FPDF_ClosePage(page)
        return write_png(pixels.shape[1], pixels.shape[0], pixels.tobytes())


def _walk(
    objects: PageObjects, space: PageSpace, layout: PageLayout, found: list[Found], styles: StyleTable
) -> Painted:
    painted = Painted(Drawing(layout.width, layout.height))
    runs = {first: (len(word.text), last) for word, first, last, _ in found}
    italic = [style.italic for style in styles.styles]
    leaning = {first for word, first, _, _ in found if italic[word.style]} if any(italic) else frozenset()
    Walk(objects, space, runs, painted, leaning).visit()
    return painted


def _address(handle: Any) -> int:
    return ctypes.cast(handle, c_void_p).value or 0


def read_layout(
    source: Path | bytes,
    password: str | None = None,
    first: int = 0,
    last: int | None = None,
    max_pages: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Layout:
    """Reads pages ``first`` to ``last`` (from 0, half open), at most ``max_pages`` of them. ``progress`` gets (pages
    done, pages to do). Raises ``ParseError`` corrupt, password_required or wrong_password, ``SourceError``
    unreadable."""
    with PdfFile(source, password) as pdf:
        return read_pages(pdf, first, last, max_pages, progress)


def _bytes_of(source: Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return source.read_bytes()
    except OSError as error:
        raise SourceError(f"{source.name} cannot be read.", code="unreadable", hint="Check its permissions.") from error
