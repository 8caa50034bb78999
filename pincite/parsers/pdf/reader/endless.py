"""Finds streams that pdfium would unfold without end: forms that call each other, patterns of tiny tiles."""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pincite.limits import FORM_BYTES, FORM_CALLS, TILE_AREA
from pincite.parsers.pdf.reader.rawobjects import LONGEST, RawObjects
from pincite.parsers.pdf.reader.streams import Overlaps

_MARKS = re.compile(rb"/Subtype\s*/Form\b|/PatternType\s+1\b")
_FORM = re.compile(rb"/Subtype\s*/Form\b")
_TILING = re.compile(rb"/PatternType\s+1\b")
_STEP = re.compile(rb"/([XY])Step\s+([-+.\d]+)")
_MATRIX = re.compile(rb"/Matrix\s*\[\s*([-+.\d]+)\s+([-+.\d]+)\s+([-+.\d]+)\s+([-+.\d]+)")
_RESOURCES = re.compile(rb"/Resources\s+(\d+)\s+\d+\s+R")
_XOBJECTS = re.compile(rb"/XObject\s*(?:<<(.*?)>>|(\d+)\s+\d+\s+R)", re.S)
_NAMED = re.compile(rb"/([^\s/<>\[\]()]+)\s+(\d+)\s+\d+\s+R")
_CALL = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")
_STREAM = re.compile(rb"stream(?:\r\n?|\n)")


class _Form(NamedTuple):
    """A stream: where it is, and how often it shows which others."""

    start: int
    end: int
    calls: Counter[int]


def endless(objects: RawObjects) -> list[tuple[int, int]]:
    """Where such streams begin and end; of a pattern, the words that make it one."""
    heads = list(_heads(objects.data))
    found = [mark for mark, head in heads if _is_dust(head)]
    if any(_FORM.search(head) for _, head in heads):
        found += _without_end(objects)
    return found


def _heads(data: bytes) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Where a dictionary says that it is of a form or a tiling pattern, and the dictionary."""
    for mark in _MARKS.finditer(data):
        begin = max(data.rfind(b" obj", max(0, mark.start() - LONGEST), mark.start()), 0)
        stream = _STREAM.search(data, mark.end(), mark.end() + LONGEST)
        if stream is not None:
            yield mark.span(), data[begin : stream.start()]


def _is_dust(head: bytes) -> bool:
    """Whether a pattern has tiles so small that there are millions on a page."""
    if not _TILING.search(head):
        return False
    steps = {axis: abs(_number(step)) for axis, step in _STEP.findall(head)}
    matrix = _MATRIX.search(head)
    a, b, c, d = map(_number, matrix.groups()) if matrix else (1.0, 0.0, 0.0, 1.0)
    return steps.get(b"X", 1.0) * steps.get(b"Y", 1.0) * abs(a * d - b * c) < TILE_AREA


def _number(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _without_end(objects: RawObjects) -> list[tuple[int, int]]:
    """Forms that show others more often than anybody can look at, or themselves."""
    finder = _Forms(objects)
    forms = {number: form for number in finder.numbers() if (form := finder.form(number)) is not None}
    costs: dict[int, float] = {}
    for number in forms:
        _add_cost(number, forms, costs)
    return [(form.start, form.end) for number, form in forms.items() if costs[number] > FORM_CALLS]


class _Forms:
    """Reads the forms of a file."""

    def __init__(self, objects: RawObjects) -> None:
        self.objects = objects
        self._data = objects.data
        self._overlaps = Overlaps(objects.data)

    def numbers(self) -> Iterator[int]:
        """The objects that say that they are forms, before they end."""
        marks = [mark.start() for mark in _FORM.finditer(self._data)]
        for number, start in self.objects.starts.items():
            at = bisect_left(marks, start)
            if at < len(marks) and self._data.find(b"endobj", start, marks[at]) < 0:
                yield number

    def form(self, number: int) -> _Form | None:
        """The form of this number, ``None`` where the object is something else or shows no others."""
        start = self.objects.starts[number]
        stream = _STREAM.search(self._data, start, start + LONGEST)
        head = self._data[start : stream.start()] if stream else b""
        if stream is None or b"endobj" in head or not _FORM.search(head):
            return None
        end = self._data.find(b"endstream", stream.end())
        end = end if end >= 0 else len(self._data)
        self._overlaps.add(end - stream.end())
        content = _content(self._data[stream.end() : end], packed=b"/Filter" in head)
        shown = Counter(_CALL.findall(content))
        if not shown:
            return None
        named = self._named(head)
        calls: Counter[int] = Counter()
        for name, times in shown.items():
            for child in named.get(name) or self._anywhere.get(name) or ():
                calls[child] += times
        return _Form(stream.end(), end, calls)

    def _named(self, head: bytes) -> dict[bytes, set[int]]:
        """The objects that names stand for in the resources of a dictionary."""
        resources = _RESOURCES.search(head)
        return self._listed(self.objects.get(int(resources[1])) if resources else head)

    def _listed(self, text: bytes) -> dict[bytes, set[int]]:
        found: dict[bytes, set[int]] = {}
        for direct, reference in _XOBJECTS.findall(text + b">>"):  # else each one left open is searched to the end
            for name, child in _NAMED.findall(direct or self.objects.get(int(reference))):
                found.setdefault(name, set()).add(int(child))
        return found

    @cached_property
    def _anywhere(self) -> dict[bytes, set[int]]:
        """The same for names that a form lacks, which pdfium looks for on whatever page shows it."""
        found = self._listed(self._data)
        for text in self.objects.packed.values():
            for name, children in self._listed(text).items():
                found.setdefault(name, set()).update(children)
        return found


def _content(data: bytes, *, packed: bool) -> bytes:
    if not packed:
        return data
    try:
        return zlib.decompressobj().decompress(data, FORM_BYTES)
    except zlib.error:
        return b""


def _add_cost(root: int, forms: dict[int, _Form], costs: dict[int, float]) -> None:
    """How many forms are shown where a form is; without end where it shows itself. No recursion: chains may be long."""
    stack, opened, looped = [(root, False)], set[int](), set[int]()
    while stack:
        number, done = stack.pop()
        if done:
            opened.discard(number)
            inside = sum(n * costs.get(child, 1.0) for child, n in forms[number].calls.items())
            costs[number] = float("inf") if number in looped else 1.0 + inside
        elif number not in costs and number not in opened:
            opened.add(number)
            stack.append((number, True))
            looped.update(child for child in forms[number].calls if child in opened)
            stack += [(child, False) for child in forms[number].calls if child in forms and child not in costs]
