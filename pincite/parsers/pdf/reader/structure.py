"""The structure tree of a tagged page, through pdfium's functions."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_float, c_void_p
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from pincite.parsers.pdf.layout import Tag
from pincite.parsers.pdf.reader.buffers import read_wide
from pincite.parsers.pdf.reader.taginfo import read_tags


class StructureCalls(NamedTuple):
    """The functions of pdfium that tell of structure elements, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects and come back as integers."""

    get_for_page: Any
    close: Any
    count_roots: Any
    root: Any
    count_children: Any
    child: Any
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
        self._number = c_float()
        self._asked: c_void_p | None = None  # the element that was asked last for its attributes
        self._attributes: list[c_void_p] = []

    def roots(self) -> Iterator[c_void_p]:
        for i in range(self._calls.count_roots(self._tree)):
            if element := self._calls.root(self._tree, i):
                yield c_void_p(element)

    def kids(self, element: c_void_p) -> tuple[list[c_void_p], list[int]]:
        n, child, content = self._calls.count_children(element), self._calls.child, self._calls.content
        if n == 1:
            address = child(element, 0)
            return ([c_void_p(address)], []) if address else ([], [content(element, 0)])
        ids = [-1] * n
        if n and not child(element, 0):  # what the first one is, most of the others are
            ids = list(map(content, repeat(element), range(n)))
            if min(ids) >= 0:
                return [], ids
        below, own = [], []
        for i, mcid in enumerate(ids):
            if mcid >= 0:
                own.append(mcid)
            elif address := child(element, i):
                below.append(c_void_p(address))
            else:
                own.append(content(element, i))
        return below, own

    def role(self, element: c_void_p) -> str:
        return _text(self._calls.role, element)

    def span(self, element: c_void_p, name: str) -> int:
        number, calls = self._number, self._calls
        for attributes in self._attributes_of(element):
            value = calls.attribute(attributes, name.encode())
            if value and calls.number(c_void_p(value), byref(number)):
                return max(1, int(number.value))
        return 1

    def _attributes_of(self, element: c_void_p) -> list[c_void_p]:
        if element is not self._asked:
            n, get = self._calls.count_attributes(element), self._calls.attributes
            found = [get(element, i) for i in range(n)]
            self._asked, self._attributes = element, [c_void_p(address) for address in found if address]
        return self._attributes

    def actual_text(self, element: c_void_p) -> str | None:
        return _text(self._calls.actual_text, element) or None

    def alt(self, element: c_void_p) -> str | None:
        return _text(self._calls.alt, element) or None


def _text(call: Any, element: c_void_p) -> str:
    return read_wide(partial(call, element))
