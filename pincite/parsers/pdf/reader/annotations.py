"""What annotations say that is no link: values of form fields, text put on the page, comments, attached files."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_float, c_void_p
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from pincite.limits import ANNOTATIONS, FIELD_CHARACTERS, FIELD_OPTIONS
from pincite.model import BBox
from pincite.parsers.pdf.layout import Comment
from pincite.parsers.pdf.reader.buffers import read_wide
from pincite.parsers.pdf.reader.space import PageSpace

_LINK, _FREE_TEXT, _SQUARE, _CIRCLE, _STAMP, _POPUP, _FILE, _WIDGET, _REDACT = 2, 3, 5, 6, 13, 16, 17, 20, 28
_PRINTED = frozenset({_FREE_TEXT, _SQUARE, _CIRCLE, _STAMP, _WIDGET, _REDACT})  # what may show text, or cover it
_UNSEEN = 2 | 32  # hidden, or not shown on a screen
_PASSWORD, _MULTILINE = 1 << 13, 1 << 12  # flags of text fields
_NORMAL = 0  # the appearance that is neither pressed nor pointed at


class FieldKind(IntEnum):
    """Kinds of form fields, with pdfium's numbers; ``TEXT`` is also the text that was put on a page."""

    CHECK_BOX = 2
    RADIO_BUTTON = 3
    COMBO_BOX = 4
    LIST_BOX = 5
    TEXT = 6

    @property
    def is_box(self) -> bool:
        """Whether it is ticked and not filled in."""
        return self in (FieldKind.CHECK_BOX, FieldKind.RADIO_BUTTON)


class Field(NamedTuple):
    """A field as displayed: ``value`` is the text that it holds, ``on`` whether it is ticked. ``is_form``: somebody
    filled it in; else it is text that was put on the page."""

    kind: FieldKind
    box: BBox
    value: str
    on: bool = False
    is_form: bool = True


@dataclass(slots=True)
class Annotations:
    """Those of a page. ``is_printed``: some of them show or cover something, and have to be made part of the page;
    ``n_unread``: how many more the page has than are read."""

    fields: list[Field] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    files: list[int] = field(default_factory=list)  # addresses of attachments
    is_printed: bool = False
    n_unread: int = 0


class AnnotationCalls(NamedTuple):
    """The functions of pdfium that tell of annotations, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects and come back as integers."""

    count: Any
    get: Any
    close: Any
    subtype: Any
    flags: Any
    rect: Any
    text: Any
    appearance: Any
    file: Any
    field_kind: Any
    field_flags: Any
    field_value: Any
    is_checked: Any
    count_options: Any
    is_selected: Any
    option: Any


def read_annotations(calls: AnnotationCalls, page: int, space: PageSpace, form: Callable[[], int]) -> Annotations:
    """The annotations of the page at an address. ``form`` gives the address of the form of the file, and is called
    only where there are fields."""
    n: int = calls.count(c_void_p(page))
    found = Annotations(n_unread=max(0, n - ANNOTATIONS))
    for i in range(min(n, ANNOTATIONS)):
        address = calls.get(c_void_p(page), i)
        if not address:
            continue
        annotation = _Annotation(calls, c_void_p(address), space)
        kind = calls.subtype(annotation.address)
        if kind not in (_LINK, _POPUP):
            _add(found, annotation, kind, form)
        calls.close(annotation.address)
    return found


def _add(found: Annotations, annotation: _Annotation, kind: int, form: Callable[[], int]) -> None:
    if kind == _FILE and (file := annotation.file()):
        found.files.append(file)
    if annotation.is_unseen:
        return
    found.is_printed = found.is_printed or kind in _PRINTED
    if kind == _WIDGET:
        if (made := annotation.field(c_void_p(form()))) is not None:
            found.fields.append(made)
        return
    text = annotation.text(b"Contents").strip()
    if not text:
        return
    if kind == _FREE_TEXT:
        if not annotation.has_appearance:
            found.fields.append(Field(FieldKind.TEXT, annotation.box(), text, is_form=False))
    else:
        found.comments.append(Comment(annotation.box(), annotation.text(b"T").strip() or None, text))


class _Annotation:
    """One annotation."""

    def __init__(self, calls: AnnotationCalls, address: c_void_p, space: PageSpace) -> None:
        self.address = address
        self._calls = calls
        self._space = space

    @property
    def is_unseen(self) -> bool:
        return bool(self._calls.flags(self.address) & _UNSEEN)

    @property
    def has_appearance(self) -> bool:
        return bool(read_wide(lambda buffer, size: self._calls.appearance(self.address, _NORMAL, buffer, size)))

    def box(self) -> BBox:
        rect = (c_float * 4)()  # left, top, right, bottom
        self._calls.rect(self.address, byref(rect))
        left, top, right, bottom = rect
        return self._space.box(left, bottom, right, top)

    def text(self, key: bytes) -> str:
        return read_wide(lambda buffer, size: self._calls.text(self.address, key, buffer, size))[:FIELD_CHARACTERS]

    def file(self) -> int:
        return self._calls.file(self.address) or 0

    def field(self, form: c_void_p) -> Field | None:
        number = self._calls.field_kind(form, self.address)
        if number not in set(FieldKind):
            return None
        kind = FieldKind(number)
        if kind.is_box:
            return Field(kind, self.box(), "", self._is_on(form))
        value = self._value(form, kind).strip()
        return Field(kind, self.box(), value) if value else None

    def _is_on(self, form: c_void_p) -> bool:
        state = self.text(b"AS")
        return state != "Off" if state else bool(self._calls.is_checked(form, self.address))

    def _value(self, form: c_void_p, kind: FieldKind) -> str:
        calls = self._calls
        if kind is FieldKind.TEXT:
            if calls.field_flags(form, self.address) & _PASSWORD:
                return ""
        else:
            chosen = [self._option(form, i) for i in range(self._n_options(form)) if self._is_chosen(form, i)]
            if chosen:
                return "\n".join(chosen)
        return read_wide(lambda buffer, size: calls.field_value(form, self.address, buffer, size))[:FIELD_CHARACTERS]

    def _n_options(self, form: c_void_p) -> int:
        return min(int(self._calls.count_options(form, self.address)), FIELD_OPTIONS)

    def _is_chosen(self, form: c_void_p, index: int) -> bool:
        return bool(self._calls.is_selected(form, self.address, index))

    def _option(self, form: c_void_p, index: int) -> str:
        return read_wide(lambda buffer, size: self._calls.option(form, self.address, index, buffer, size))
