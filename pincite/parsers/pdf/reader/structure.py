"""The structure tree of a tagged page, through pdfium's functions."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_float, c_void_p
from typing import Any, NamedTuple

from pincite.parsers.pdf.layout import Tag
from pincite.parsers.pdf.reader.buffers import read_wide
from pincite.parsers.pdf.reader.taginfo import Kid, read_tags


class StructureCalls(NamedTuple):
    """The functions of pdfium that tell of structure elements, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects and come back as integers."""

    get_for_page: Any
    close: Any
    count_roots: Any
    root: Any
    count_children: Any
    child: Any
    count_contents: Any
    content: Any
    role: Any
    actual_text: Any
    alt: Any
    count_attributes: Any
    attributes: Any
    attribute: Any
    number: Any


def read_structure(calls: StructureCalls, page: int) -> tuple[list[Tag], dict[int, int]]:
    """The tags of the page at an address in document order, and which of them each marked content id belongs to."""
    tree = calls.get_for_page(c_void_p(page))
    if not tree:
        return [], {}
    try:
        return read_tags(_PageTags(calls, c_void_p(tree)))
    finally:
        calls.close(c_void_p(tree))


class _PageTags:
    """Implements ``taginfo.TagTree``."""

    def __init__(self, calls: StructureCalls, tree: c_void_p) -> None:
        self._calls = calls
        self._tree = tree

    def roots(self) -> Iterator[c_void_p]:
        for i in range(self._calls.count_roots(self._tree)):
            if element := self._calls.root(self._tree, i):
                yield c_void_p(element)

    def kids(self, element: c_void_p) -> Iterator[Kid[c_void_p]]:
        child, content = self._calls.child, self._calls.content
        has_content: bool | None = None
        for i in range(self._calls.count_children(element)):
            if address := child(element, i):
                yield Kid(c_void_p(address), -1)
                continue
            if has_content is None:
                has_content = self._calls.count_contents(element) > 0
            if has_content:
                yield Kid(None, content(element, i))

    def role(self, element: c_void_p) -> str:
        return _text(self._calls.role, element)

    def span(self, element: c_void_p, name: str) -> int:
        number, calls = c_float(), self._calls
        for i in range(calls.count_attributes(element)):
            attributes = calls.attributes(element, i)
            value = calls.attribute(c_void_p(attributes), name.encode()) if attributes else None
            if value and calls.number(c_void_p(value), byref(number)):
                return max(1, int(number.value))
        return 1

    def actual_text(self, element: c_void_p) -> str | None:
        return _text(self._calls.actual_text, element) or None

    def alt(self, element: c_void_p) -> str | None:
        return _text(self._calls.alt, element) or None


def _text(call: Any, element: c_void_p) -> str:
    return read_wide(lambda buffer, size: call(element, buffer, size))
