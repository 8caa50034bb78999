"""Damaged font programs that text is read better without.

pdfium drops a letter whose outline it cannot load. Where the font says elsewhere what its codes mean and how wide they
are, the program is needed for the picture only, and another font can stand in for it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from pincite.parsers.pdf.reader.rawobjects import RawObjects

_PROGRAM = re.compile(rb"/FontFile2\s+(\d{1,9})\s+\d{1,5}\s+R")
_DESCRIPTOR = re.compile(rb"/FontDescriptor\s+(\d{1,9})\s+\d{1,5}\s+R")
_DESCENDANT = re.compile(rb"/DescendantFonts\s*\[?\s*(\d{1,9})\s+\d{1,5}\s+R")
_MEANING = re.compile(rb"/ToUnicode\s+\d")


def needless_programs(objects: RawObjects, damaged: Container[int]) -> Iterator[int]:
    """Those of the damaged streams that hold the programs of such fonts."""
    for number in [*objects.starts, *objects.packed]:
        font = objects.get(number)
        child = _DESCENDANT.search(font)
        if child and _MEANING.search(font):
            descriptor = _DESCRIPTOR.search(objects.get(int(child[1])))
            program = _PROGRAM.search(objects.get(int(descriptor[1]))) if descriptor else None
            if program and int(program[1]) in damaged:
                yield int(program[1])
