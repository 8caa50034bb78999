"""The only module that talks to pdfium: opens PDF files and hands out what is on their pages as working types.

pdfium keeps global state and is not thread-safe, so every public call holds one lock of the process. Functions that are called
per word or per object are bound as ``PYFUNCTYPE`` with bare addresses, which costs two thirds of pypdfium2's own bindings.
"""

from __future__ import annotations

import ctypes
import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_char, c_double, c_float, c_int, c_size_t, c_uint, c_ulong, c_ushort, c_void_p
from math import hypot
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import pypdfium2  # noqa: F401  # importing it initialises the library
import pypdfium2.raw as raw

from pincite.errors import ParseError
from pincite.model import DocumentWarning, Metadata
from pincite.parsers.pdf.composing import PageParts, compose
from pincite.parsers.pdf.dates import iso_date
from pincite.parsers.pdf.glyphtext import LINE_END_HYPHEN, UNKNOWN, join_surrogates
from pincite.parsers.pdf.layout import Bookmark, Layout, LinkArea, PageLayout
from pincite.parsers.pdf.objects import Paint, Painted, Segment, Walk
from pincite.parsers.pdf.png import write_png
from pincite.parsers.pdf.rulings import Drawing
from pincite.parsers.pdf.space import Matrix, PageSpace
from pincite.parsers.pdf.styles import UNKNOWN_FONT, Font, StyleTable, describe_font
from pincite.parsers.pdf.taginfo import Kid, read_groups, read_tags
from pincite.parsers.pdf.visibility import Picture
from pincite.parsers.pdf.words import Boxes, Look, read_words

_LOCK = threading.RLock()
_MOST_BOOKMARKS = 50_000
_DEEPEST_BOOKMARK = 64
_MOST_PIXELS = 16_000_000
_LOOK = 1.5  # pixels a point that show whether a word is visible
_FILL, _FILL_AND_STROKE, _INVISIBLE = 0, 2, 3  # text render modes
_PRINTED_ANNOTATIONS = frozenset({raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP})


def _bind(name: str, result: Any, *arguments: Any) -> Any:
    """A pdfium function that takes handles as bare addresses."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(getattr(raw, name), c_void_p).value or 0)


_P, _I = c_void_p, c_int
_get_text = _bind("FPDFText_GetText", _I, _P, _I, _I, _P)
_unicode = _bind("FPDFText_GetUnicode", c_uint, _P, _I)
_is_hyphen = _bind("FPDFText_IsHyphen", _I, _P, _I)
_loose_box = _bind("FPDFText_GetLooseCharBox", _I, _P, _I, _P)
_text_object = _bind("FPDFText_GetTextObject", _P, _P, _I)
_font_size = _bind("FPDFText_GetFontSize", c_double, _P, _I)
_char_matrix = _bind("FPDFText_GetMatrix", _I, _P, _I, _P)
_font_of = _bind("FPDFTextObj_GetFont", _P, _P)
_render_mode = _bind("FPDFTextObj_GetTextRenderMode", _I, _P)
_font_name = _bind("FPDFFont_GetBaseFontName", c_size_t, _P, _P, c_size_t)
_font_flags = _bind("FPDFFont_GetFlags", _I, _P)
_font_weight = _bind("FPDFFont_GetWeight", _I, _P)
_font_angle = _bind("FPDFFont_GetItalicAngle", _I, _P, _P)
_count_objects = _bind("FPDFPage_CountObjects", _I, _P)
_get_object = _bind("FPDFPage_GetObject", _P, _P, _I)
_count_inner = _bind("FPDFFormObj_CountObjects", _I, _P)
_get_inner = _bind("FPDFFormObj_GetObject", _P, _P, c_ulong)
_object_type = _bind("FPDFPageObj_GetType", _I, _P)
_object_bounds = _bind("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
_object_matrix = _bind("FPDFPageObj_GetMatrix", _I, _P, _P)
_mcid_of = _bind("FPDFPageObj_GetMarkedContentID", _I, _P)
_fill_color = _bind("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
_stroke_color = _bind("FPDFPageObj_GetStrokeColor", _I, _P, _P, _P, _P, _P)
_stroke_width = _bind("FPDFPageObj_GetStrokeWidth", _I, _P, _P)
_has_transparency = _bind("FPDFPageObj_HasTransparency", _I, _P)
_draw_mode = _bind("FPDFPath_GetDrawMode", _I, _P, _P, _P)
_count_segments = _bind("FPDFPath_CountSegments", _I, _P)
_get_segment = _bind("FPDFPath_GetPathSegment", _P, _P, _I)
_segment_type = _bind("FPDFPathSegment_GetType", _I, _P)
_segment_point = _bind("FPDFPathSegment_GetPoint", _I, _P, _P, _P)
_segment_closes = _bind("FPDFPathSegment_GetClose", _I, _P)


class PdfFile:
    """An open PDF, to be used as a context manager."""

    def __init__(self, source: Path | bytes, password: str | None = None) -> None:
        """Raises ``ParseError`` with code corrupt, password_required or wrong_password."""
        self._data = source if isinstance(source, bytes) else source.read_bytes()  # pdfium reads from it until the end
        self._links: dict[int, list[LinkArea]] = {}
        with _LOCK:
            self._doc = self._open(password)
            self.n_pages: int = raw.FPDF_GetPageCount(self._doc)
            self.is_tagged: bool = bool(raw.FPDFCatalog_IsTagged(self._doc))
        if self.n_pages <= 0:
            self.close()
            raise ParseError("The PDF has no pages.", code="corrupt", hint=_CORRUPT_HINT)

    def _open(self, password: str | None) -> Any:
        """Tries the encodings that programs use for passwords: new ones UTF-8, old ones Latin-1."""
        for encoding in ("utf-8", "latin-1"):
            secret = None if password is None else password.encode(encoding, "replace")
            if document := raw.FPDF_LoadMemDocument64(self._data, len(self._data), secret):
                return document
            error = error_of(raw.FPDF_GetLastError(), has_password=password is not None)
            if error.code != "wrong_password":
                break
        raise error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Frees the file; closing twice does no harm."""
        with _LOCK:
            if self._doc:
                raw.FPDF_CloseDocument(self._doc)
            self._doc = None

    def metadata(self) -> Metadata:
        """What the document information and the catalog say."""
        with _LOCK:
            meta = self._meta
            language = _wide(lambda buffer, size: raw.FPDFCatalog_GetLanguage(self._doc, _as_wide(buffer), size))
            return Metadata(
                title=meta(b"Title"), author=meta(b"Author"), subject=meta(b"Subject"), keywords=meta(b"Keywords"),
                creator=meta(b"Creator"), producer=meta(b"Producer"), created=iso_date(meta(b"CreationDate")),
                modified=iso_date(meta(b"ModDate")), language=language.strip() or None,
            )  # fmt: skip

    def _meta(self, key: bytes) -> str | None:
        return _wide(lambda buffer, size: raw.FPDF_GetMetaText(self._doc, key, buffer, size)).strip() or None

    def declared_labels(self) -> list[str | None]:
        """The label that the file declares for each page, ``None`` where it declares none."""
        with _LOCK:
            return [
                _wide(lambda buffer, size, i=i: raw.FPDF_GetPageLabel(self._doc, i, buffer, size)) or None  # type: ignore[misc]
                for i in range(self.n_pages)
            ]

    def bookmarks(self) -> list[Bookmark]:
        """The outline of the file in reading order. Loops and absurd depth are cut off; entries without a title stay."""
        with _LOCK:
            found: list[Bookmark] = []
            seen: set[int] = set()
            todo = [(raw.FPDFBookmark_GetFirstChild(self._doc, None), 1)]
            while todo and len(found) < _MOST_BOOKMARKS:
                mark, level = todo.pop()
                if not mark or _address(mark) in seen:
                    continue
                seen.add(_address(mark))
                found.append(self._bookmark(mark, level))
                todo.append((raw.FPDFBookmark_GetNextSibling(self._doc, mark), level))
                if level < _DEEPEST_BOOKMARK:
                    todo.append((raw.FPDFBookmark_GetFirstChild(self._doc, mark), level + 1))
            return found

    def _bookmark(self, mark: Any, level: int) -> Bookmark:
        title = _wide(lambda buffer, size: raw.FPDFBookmark_GetTitle(mark, buffer, size))
        dest = raw.FPDFBookmark_GetDest(self._doc, mark) or self._dest_of_action(raw.FPDFBookmark_GetAction(mark))
        index = raw.FPDFDest_GetDestPageIndex(self._doc, dest) if dest else -1
        if not 0 <= index < self.n_pages:
            return Bookmark(level, " ".join(title.split()), None, None)
        return Bookmark(level, " ".join(title.split()), index + 1, self._height_of(dest, index))

    def _dest_of_action(self, action: Any) -> Any:
        is_jump = action and raw.FPDFAction_GetType(action) == raw.PDFACTION_GOTO
        return raw.FPDFAction_GetDest(self._doc, action) if is_jump else None

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
        """Everything on page ``index`` (from 0); what a reader should know of it is added to ``warnings``. A page that cannot be
        loaded comes back empty, with a warning."""
        warnings = [] if warnings is None else warnings
        with _LOCK:
            page = self._load(index)
            if not page:
                warnings.append(DocumentWarning("page_unreadable", "The page could not be read.", index + 1))
                return PageLayout(index + 1, 0.0, 0.0, 0)
            try:
                reader = _PageReader(page, index, self.is_tagged)
                layout = reader.read(styles, warnings)
            finally:
                raw.FPDF_ClosePage(page)
            layout.links = self._links[index]
            return layout

    def _load(self, index: int) -> Any:
        """The page, with what its form fields and text annotations show made part of it."""
        page = raw.FPDF_LoadPage(self._doc, index)
        if page and index not in self._links:
            self._links[index] = list(self._read_links(page))
            if _has_printed_annotations(page) and raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS:
                raw.FPDF_ClosePage(page)
                page = raw.FPDF_LoadPage(self._doc, index)
        return page

    def _read_links(self, page: Any) -> Iterator[LinkArea]:
        space = _space_of(page)
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
        """The address or the page (1-based) that a link leads to."""
        action = raw.FPDFLink_GetAction(link)
        if action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
            size = raw.FPDFAction_GetURIPath(self._doc, action, None, 0)
            buffer = ctypes.create_string_buffer(max(size, 1))
            raw.FPDFAction_GetURIPath(self._doc, action, buffer, size)
            return buffer.value.decode("utf-8", "replace").strip() or None, None
        dest = raw.FPDFLink_GetDest(self._doc, link) or self._dest_of_action(action)
        index = raw.FPDFDest_GetDestPageIndex(self._doc, dest) if dest else -1
        return None, index + 1 if 0 <= index < self.n_pages else None

    def render(self, index: int, scale: float = 2.0) -> bytes:
        """A PNG of page ``index`` (from 0) as displayed, ``scale`` pixels a point (less where the page is enormous). Raises
        ``ParseError`` corrupt where the page cannot be loaded."""
        with _LOCK:
            page = raw.FPDF_LoadPage(self._doc, index)
            if not page:
                raise ParseError(f"Page {index + 1} could not be read.", code="corrupt", hint=_CORRUPT_HINT)
            try:
                pixels = _render(page, scale).pixels
            finally:
                raw.FPDF_ClosePage(page)
        return write_png(pixels.shape[1], pixels.shape[0], pixels.tobytes())


class _PageReader:
    """Reads one loaded page; gives ``read_words`` access to its characters (the protocol ``Glyphs``)."""

    def __init__(self, page: Any, index: int, tagged: bool) -> None:
        self._page = page
        self._number = index + 1
        self._tagged = tagged
        self._space = _space_of(page)
        self._styles = StyleTable()
        self._text_page = 0
        self._matrix = (c_float * 6)()
        self._matrix_at = ctypes.addressof(self._matrix)
        self._alike: dict[tuple[object, ...], Look] = {}
        self._groups: dict[int, int] = {}
        self._looks: dict[int, Look] = {}
        self._fonts: dict[int, Font] = {}
        self.text = ""

    def read(self, styles: StyleTable, warnings: list[DocumentWarning]) -> PageLayout:
        page, self._styles = self._page, styles
        layout = PageLayout(self._number, raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page), self._space.rotation)
        if self._tagged:
            layout.tags, layout.mcids = _read_tags(page)
            self._groups = read_groups(layout.tags, layout.mcids)
        handle = raw.FPDFText_LoadPage(page)
        if not handle:
            return layout
        try:
            self._text_page = _address(handle)
            self.text = self._read_text(raw.FPDFText_CountChars(handle))
            found = read_words(self)
            runs = {first: (len(word.text), last) for word, first, last, _ in found}
            painted = Painted(Drawing(layout.width, layout.height))
            Walk(_Objects(_address(page)), self._space, runs, painted).visit()
            warnings += compose(PageParts(layout, found, painted, styles, lambda: _render(page, _LOOK)))
        finally:
            raw.FPDFText_ClosePage(handle)
        return layout

    def _read_text(self, n: int) -> str:
        """The text of the page with one character for each of pdfium's characters."""
        if n <= 0:
            return ""
        buffer = (c_ushort * (n + 1))()
        units = _get_text(self._text_page, 0, n, ctypes.addressof(buffer)) - 1
        text = bytes(buffer)[: 2 * units].decode("utf-16-le", "surrogatepass") if units == n else ""
        if len(text) == n:
            return text
        # Characters without a Unicode value are not in that text, so it does not tell which character is which.
        return "".join(self._character(i) for i in range(n))

    def _character(self, index: int) -> str:
        code = _unicode(self._text_page, index)
        if code == 2 and _is_hyphen(self._text_page, index):
            return LINE_END_HYPHEN
        return chr(code) if 0 < code < 0x110000 else UNKNOWN

    def boxes(self, indices: Sequence[int]) -> Boxes:
        rows = np.zeros((len(indices), 4), np.float32)
        call, page, address = _loose_box, self._text_page, rows.ctypes.data
        for index in indices:
            call(page, index, address)
            address += 16
        return self._space.boxes(rows)

    def owners(self, indices: Sequence[int]) -> list[int]:
        call, page = _text_object, self._text_page
        return [call(page, index) or 0 for index in indices]

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]:
        known = self._looks
        for index, owner in zip(indices, owners, strict=True):
            if owner not in known:
                known[owner] = self._read_look(index, owner)
        return [known[owner] for owner in owners]

    def alike(self, first: int, last: int) -> bool:
        if not first or not last:
            return False
        same_font = bool(_font_of(first) == _font_of(last))
        return same_font and (not self._tagged or self._group(_mcid_of(first)) == self._group(_mcid_of(last)))

    def _group(self, mcid: int) -> int:
        return self._groups.get(mcid, -1)

    def _read_look(self, index: int, owner: int) -> Look:
        _char_matrix(self._text_page, index, self._matrix_at)
        a, b, c, d = self._matrix[:4]
        operand = _font_size(self._text_page, index)
        if not owner:
            return self._make_look(operand, a, b, c, d, 0, 0, None, -1)
        mode, color = _render_mode(owner), _color(_fill_color, owner)
        mcid = _mcid_of(owner) if self._tagged else -1
        key = (operand, a, b, c, d, _font_of(owner), mode, color, mcid)
        if mode == _FILL_AND_STROKE and _color(_stroke_color, owner) != color:
            mode = _FILL
        found = self._alike.get(key)
        if found is None:
            found = self._alike[key] = self._make_look(operand, a, b, c, d, _font_of(owner) or 0, mode, color, mcid)
        return found

    def _make_look(self, operand: float, a: float, b: float, c: float, d: float, font: int, mode: int,
                   color: tuple[int, int, int, int] | None, mcid: int) -> Look:  # fmt: skip
        size = round(abs(operand) * hypot(c, d), 1)
        sign = -1 if operand < 0 else 1
        number = -1 if color is None else color[0] << 16 | color[1] << 8 | color[2]
        style = self._styles.intern(self._font(font), size, number, struck=mode == _FILL_AND_STROKE)
        painted = mode != _INVISIBLE and not (color and color[3] == 0)
        angle = self._space.angle(sign * a, sign * b)
        slanted = min(abs(a), abs(b)) > 0.1 * max(abs(a), abs(b))
        return Look(style, size, angle, mcid, painted, slanted, self._group(mcid))

    def _font(self, address: int) -> Font:
        if address not in self._fonts:
            self._fonts[address] = _read_font(address)
        return self._fonts[address]


class _Objects:
    """The page's objects for ``Walk`` (the protocol ``Objects``)."""

    def __init__(self, page: int) -> None:
        self._page = page
        self._floats = (c_float * 6)()
        self._at = [ctypes.addressof(self._floats) + 4 * i for i in range(6)]
        self._mode = (c_int * 2)()
        self._mode_at = ctypes.addressof(self._mode)

    def count(self, container: int) -> int:
        return int(_count_inner(container) if container else _count_objects(self._page))

    def get(self, container: int, index: int) -> int:
        return (_get_inner(container, index) if container else _get_object(self._page, index)) or 0

    def kind(self, item: int) -> int:
        return int(_object_type(item))

    def bounds(self, item: int) -> tuple[float, float, float, float]:
        a, b, c, d, *_ = self._at
        if not _object_bounds(item, a, b, c, d):
            return (0.0, 0.0, 0.0, 0.0)
        left, bottom, right, top = self._floats[:4]
        return left, bottom, right, top

    def matrix(self, item: int) -> Matrix:
        return Matrix(*self._floats) if _object_matrix(item, self._at[0]) else Matrix()

    def paint(self, item: int) -> Paint:
        _draw_mode(item, self._mode_at, self._mode_at + 4)
        filled, stroked = self._mode
        width = None
        if stroked:
            width = self._floats[0] if _stroke_width(item, self._at[0]) else 0.0
        return Paint(
            filled != 0, width, _color(_fill_color, item) if filled else None, _color(_stroke_color, item) if stroked else None
        )

    def n_segments(self, item: int) -> int:
        return int(_count_segments(item))

    def segments(self, item: int, n: int) -> Iterator[Segment]:
        get, kind, point, floats = _get_segment, _segment_type, _segment_point, self._floats
        at_x, at_y = self._at[:2]
        for index in range(n):
            segment = get(item, index)
            point(segment, at_x, at_y)
            yield kind(segment), floats[0], floats[1]

    def closes(self, item: int, index: int) -> bool:
        return bool(_segment_closes(_get_segment(item, index)))

    def is_opaque(self, item: int) -> bool:
        return not _has_transparency(item)


class _PageTags:
    """The page's part of the structure tree (the protocol ``TagTree``)."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree

    def roots(self) -> Iterator[Any]:
        for i in range(raw.FPDF_StructTree_CountChildren(self._tree)):
            if element := raw.FPDF_StructTree_GetChildAtIndex(self._tree, i):
                yield element

    def kids(self, element: Any) -> Iterator[Kid[Any]]:
        has_content = raw.FPDF_StructElement_GetMarkedContentIdCount(element) > 0
        for i in range(raw.FPDF_StructElement_CountChildren(element)):
            if child := raw.FPDF_StructElement_GetChildAtIndex(element, i):
                yield Kid(child, -1)
            elif has_content:
                yield Kid(None, raw.FPDF_StructElement_GetChildMarkedContentID(element, i))

    def role(self, element: Any) -> str:
        return _wide(lambda buffer, size: raw.FPDF_StructElement_GetType(element, buffer, size))

    def span(self, element: Any, name: str) -> int:
        number = c_float()
        for i in range(max(0, raw.FPDF_StructElement_GetAttributeCount(element))):
            attributes = raw.FPDF_StructElement_GetAttributeAtIndex(element, i)
            value = raw.FPDF_StructElement_Attr_GetValue(attributes, name.encode()) if attributes else None
            if value and raw.FPDF_StructElement_Attr_GetNumberValue(value, number):
                return max(1, int(number.value))
        return 1

    def actual_text(self, element: Any) -> str | None:
        return _wide(lambda buffer, size: raw.FPDF_StructElement_GetActualText(element, buffer, size)) or None

    def alt(self, element: Any) -> str | None:
        return _wide(lambda buffer, size: raw.FPDF_StructElement_GetAltText(element, buffer, size)) or None


_CORRUPT_HINT = "Open it in a PDF viewer: if that fails too, get the file again."


def error_of(code: int, *, has_password: bool) -> ParseError:
    """Our error for an error code of pdfium."""
    if code == raw.FPDF_ERR_PASSWORD and has_password:
        return ParseError("The password is wrong.", code="wrong_password", hint="Ask for the right password and try again.")
    if code == raw.FPDF_ERR_PASSWORD:
        return ParseError("The PDF is encrypted.", code="password_required", hint="Pass the password of the file.")
    if code == raw.FPDF_ERR_SECURITY:
        hint = "Save an unprotected copy in the program that made it."
        return ParseError("The PDF is protected in a way that cannot be read here.", code="password_required", hint=hint)
    return ParseError("The file is not a readable PDF.", code="corrupt", hint=_CORRUPT_HINT)


def _address(handle: Any) -> int:
    return ctypes.cast(handle, c_void_p).value or 0


_SCRATCH = (c_char * 512)()


def _wide(call: Callable[[Any, int], int]) -> str:
    """The UTF-16 string of a pdfium function that takes a buffer and its size in bytes."""
    buffer, room = _SCRATCH, len(_SCRATCH)
    size = call(buffer, room)
    if size > room:
        buffer = (c_char * size)()
        size = call(buffer, size)
    if size <= 2:
        return ""
    return join_surrogates(buffer.raw[: size - 2].decode("utf-16-le", "surrogatepass"))


def _as_wide(buffer: Any) -> Any:
    return ctypes.cast(buffer, ctypes.POINTER(c_ushort))


def _space_of(page: Any) -> PageSpace:
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, box)
    return PageSpace(box.left, box.bottom, box.right, box.top, 90 * max(0, raw.FPDFPage_GetRotation(page)))


_COLOR = (c_uint * 4)()
_COLOR_AT = [ctypes.addressof(_COLOR) + 4 * i for i in range(4)]


def _color(getter: Any, item: int) -> tuple[int, int, int, int] | None:
    """Red, green, blue and alpha of an object; ``None`` for a pattern."""
    if not getter(item, *_COLOR_AT):
        return None
    red, green, blue, alpha = _COLOR
    return red, green, blue, alpha


def _read_font(address: int) -> Font:
    if not address:
        return UNKNOWN_FONT
    size = _font_name(address, None, 0)
    buffer = ctypes.create_string_buffer(max(size, 1))
    _font_name(address, ctypes.addressof(buffer), size)
    angle = c_int()
    _font_angle(address, ctypes.addressof(angle))
    name = buffer.value.decode("utf-8", "replace")
    return describe_font(name, _font_flags(address), _font_weight(address), angle.value)


def _read_tags(page: Any) -> tuple[list[Any], dict[int, int]]:
    tree = raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return [], {}
    try:
        return read_tags(_PageTags(tree))
    finally:
        raw.FPDF_StructTree_Close(tree)


def _has_printed_annotations(page: Any) -> bool:
    """Whether form fields, text boxes or stamps stand on the page."""
    for i in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, i)
        kind = raw.FPDFAnnot_GetSubtype(annotation) if annotation else 0
        raw.FPDFPage_CloseAnnot(annotation)
        if kind in _PRINTED_ANNOTATIONS:
            return True
    return False


def _render(page: Any, scale: float) -> Picture:
    width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
    scale = min(scale, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    bitmap = raw.FPDFBitmap_Create(columns, rows, 0)
    if not bitmap:
        raise ParseError("There is not enough memory to draw the page.", code="too_large")
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, raw.FPDF_ANNOT)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        data = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * rows)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    pixels = np.frombuffer(data, np.uint8).reshape(rows, stride)[:, : 4 * columns].reshape(rows, columns, 4)
    return Picture(np.ascontiguousarray(pixels[:, :, 2::-1]), scale)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Words are small tuples that all live on: looking for garbage among them on the way costs time and finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read_layout(source: Path | bytes, password: str | None = None, first: int = 0, last: int | None = None,
                max_pages: int | None = None, progress: Callable[[int, int], None] | None = None) -> Layout:  # fmt: skip
    """Reads pages ``first`` to ``last`` (from 0, half open), at most ``max_pages``. ``progress`` gets (pages done, pages to do).
    Raises ``ParseError`` corrupt, password_required or wrong_password."""
    with PdfFile(source, password) as pdf, _no_collection():
        styles = StyleTable()
        layout = Layout([], styles.styles, pdf.bookmarks(), pdf.metadata(), pdf.is_tagged)
        stop = pdf.n_pages if last is None else min(last, pdf.n_pages)
        if max_pages is not None and stop - first > max_pages:
            stop = first + max_pages
            message = f"Only the first {max_pages} of {pdf.n_pages} pages were read."
            layout.warnings.append(DocumentWarning("partial", message))
        labels = pdf.declared_labels()
        for index in range(first, stop):
            page = pdf.read_page(index, styles, layout.warnings)
            page.declared_label = labels[index]
            layout.pages.append(page)
            if progress:
                progress(index + 1 - first, stop - first)
        styles.settle()
        return layout
