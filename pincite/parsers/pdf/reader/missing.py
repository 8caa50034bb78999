"""Objects that pages are drawn with and that the file does not have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pincite.parsers.pdf.reader.rawobjects import RawObjects, packed_objects

_NEEDED = re.compile(
    rb"/(?:Contents|Resources|DescendantFonts|ToUnicode|FontDescriptor|FontFile[23]?)\s*\[?\s*((?:\d{1,9}\s+\d{1,5}\s+R\s*)+)"
)
_NAMED = re.compile(rb"/(?:Font|XObject)\s*<<([^<>]*)>>")
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+R\b")


def missing(data: bytes, known: Collection[int] | None = None) -> frozenset[int]:
    """The numbers that are referred to as contents, resources, fonts, forms or pictures, and that no object has.
    ``known`` are the numbers of the objects that are there where this was found out already."""
    wanted, there = set(_wanted(data)), {0, *(RawObjects(data).starts if known is None else known)}
    if wanted <= there and b"/ObjStm" not in data:
        return frozenset()
    for packed in packed_objects(data):
        wanted.update(_wanted(packed.text))
        there.update(packed.numbers)
    return frozenset(wanted - there)


def _wanted(text: bytes) -> Iterator[int]:
    for expression in (_NEEDED, _NAMED):
        for match in expression.finditer(text):
            yield from map(int, _REFERENCE.findall(match[1]))
