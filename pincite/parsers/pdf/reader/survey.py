"""What must be known of a file before pdfium is asked: switched-off layers, and trees from which it would not come
back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pincite.limits import FORM_FIELDS, TREE_LEVELS
from pincite.parsers.pdf.reader.rawobjects import PackedObjects, RawObjects

_OFF = re.compile(rb"/OFF\s*\[\s*\d|/BaseState\s*/OFF")
_KIDS = re.compile(rb"/Kids\s*\[([^][<]*)")  # up to what is no reference, so that nested lists cost one pass
_PAGES = re.compile(rb"/Type\s*/Pages\b")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+R")
_HUGE_START = re.compile(rb"/St\s+\d{6}")
_OBJECT = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+obj\b")
_NAME = 64  # bytes of "/Type /Pages" at most
_NEAR = 1 << 16  # bytes between the begin of an object and its list of kids


class Survey(NamedTuple):
    """``has_hidden_layers``: text of layers that are switched off would be handed out as if it were seen;
    ``has_bad_labels``, ``has_bad_trees``: asking for page labels, or for anything that a tree of numbers leads to,
    would crash. ``packed_pages`` are the pages that object streams seem to hold; ``has_huge_form``: asking for fields
    would take for ever."""

    has_hidden_layers: bool
    has_bad_labels: bool
    has_bad_trees: bool
    packed_pages: int
    has_huge_form: bool


def survey(objects: RawObjects) -> Survey:
    """Looks through the file and its object streams."""
    data = objects.data
    layers = _OFF.search(data) is not None
    labels = _HUGE_START.search(data) is not None
    kids = dict(_kids_of(data))
    pages, fields = 0, _n_letters(data)
    for packed in objects.streams():
        layers = layers or _OFF.search(packed.text) is not None
        labels = labels or _HUGE_START.search(packed.text) is not None
        kids.update(_packed_kids(packed))
        pages += len(_PAGE.findall(packed.text))
        fields += _n_letters(packed.text)
    if fields > FORM_FIELDS:
        fields = _n_fields(data) + sum(_n_fields(packed.text) for packed in objects.streams())
    return Survey(layers, labels, not _is_sound(kids), pages, fields > FORM_FIELDS)


def _n_letters(text: bytes) -> int:
    """At least as many as there are fields, and quicker counted."""
    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == ord("T")))


def _n_fields(text: bytes) -> int:
    """How many fields have a type, or a name."""
    return max(text.count(b"/FT"), text.count(b"/T(") + text.count(b"/T ("))


def _kids_of(data: bytes) -> Iterator[tuple[int, list[int]]]:
    """Nodes of trees other than that of the pages: number of the object, and those below it. An object may have any
    number of lists: no byte is looked at twice."""
    at = begin = end = seen = 0
    node, is_page = -1, False
    for match in _KIDS.finditer(data):
        head, at = data.rfind(b" obj", at, match.start()), match.start()
        if head >= 0:
            heads = _OBJECT.findall(data, max(0, head - 20), head + 4)
            begin, seen, node, is_page = head, head, int(heads[-1]) if heads else -1, False
        if 0 <= end < match.end():
            end = data.find(b"endobj", match.end())
        upto = end if 0 <= end <= match.end() + _NEAR else match.end()
        if upto > seen:
            is_page = is_page or _PAGES.search(data, max(begin, seen - _NAME), upto) is not None
            seen = upto
        if node >= 0 and not is_page and match.start() - begin <= _NEAR:
            yield node, _numbers(match[1])


def _packed_kids(packed: PackedObjects) -> Iterator[tuple[int, list[int]]]:
    if b"/Kids" not in packed.text:
        return
    for number, text in packed.objects():
        match = _KIDS.search(text)
        if match is not None and not _PAGES.search(text):
            yield number, _numbers(match[1])


def _numbers(references: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(references)]


def _is_sound(kids: dict[int, list[int]]) -> bool:
    """Whether no node is below itself, or absurdly deep."""
    depths: dict[int, int] = {}
    for root in kids:
        stack, opened = [(root, False)], set[int]()
        while stack:
            number, done = stack.pop()
            if done:
                opened.discard(number)
                depths[number] = 1 + max((depths.get(kid, 0) for kid in kids[number]), default=0)
                if depths[number] > TREE_LEVELS:
                    return False
            elif number not in depths:
                opened.add(number)
                stack.append((number, True))
                below = [kid for kid in kids[number] if kid in kids]
                if not opened.isdisjoint(below):
                    return False
                stack += [(kid, False) for kid in below if kid not in depths]
    return True
