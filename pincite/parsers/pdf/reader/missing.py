"""Objects that pages are drawn with and that the file does not have."""

from __future__ import annotations

import re
from collections.abc import Collection

from pincite.parsers.pdf.reader.rawobjects import RawObjects

_NEEDED = re.compile(
    rb"/(?:(?:Contents|Resources|DescendantFonts|ToUnicode|FontDescriptor|FontFile[23]?)\s*\[?\s*"
    rb"((?:\d{1,9}\s+\d{1,5}\s+R\s*)+)|(?:Font|XObject)\s*<<([^<>]*)>>)"
)
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+R\b")


def missing(objects: RawObjects, known: Collection[int] | None = None) -> frozenset[int]:
    """The numbers that are referred to as contents, resources, fonts, forms or pictures, and that no object has.
    ``known`` are the numbers of the objects that are there where this was found out already."""
    wanted, there = _wanted(objects.beside_pictures()), {0, *(objects.starts if known is None else known)}
    if wanted <= there and b"/ObjStm" not in objects.data:
        return frozenset()
    for packed in objects.streams():
        wanted.update(_wanted(packed.text))
        there.update(packed.numbers)
    return frozenset(wanted - there)


def _wanted(text: bytes) -> set[int]:
    named = (references or names for references, names in _NEEDED.findall(text))
    return set(map(int, _REFERENCE.findall(b" ".join(named))))
