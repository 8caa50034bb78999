"""The names of the glyphs in a file's fonts, out of a copy that pdfium saves: it does not hand them out itself.

Only asked for where a font does not say which characters its glyphs are.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from pincite.parsers.pdf.reader.adobenames import encoding, meaning_of
from pincite.parsers.pdf.reader.cff import names_of_codes
from pincite.parsers.pdf.reader.glyphnames import read_names
from pincite.parsers.pdf.reader.savedfile import Name, Reference, Resources, SavedFile
from pincite.parsers.pdf.reader.styles import SUBSET

_DEEPEST = 4  # form XObjects inside form XObjects
_SIMPLE = frozenset({"Type1", "MMType1", "TrueType", "Type3"})
_ENCODED = re.compile(rb"(\d+)\s*/([^\s()<>\[\]{}/%]+)\s+put\b")  # of a Type 1 font program

# What damaged data make of the readers, which check little.
_FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, struct.error)

Characters = dict[int, str]  # by the codes of a font


class FontPrograms:
    """The fonts of a file. ``save`` gives the copy, and is not called before a font is asked for; a damaged file has
    none."""

    def __init__(self, save: Callable[[], bytes]) -> None:
        self._save = save
        self._file: SavedFile | None = None
        self._pages: list[Resources] = []  # as far as they were asked for
        self._more: Iterator[Resources] = iter(())
        self._known: dict[int, Characters] = {}  # by number of the font's object

    def of_page(self, index: int) -> dict[str, Characters]:
        """What the codes of the fonts of page ``index`` (from 0) mean, by the names of the fonts without the mark of
        a subset. Where two fonts have one name, the codes on which they agree."""
        found: defaultdict[str, list[Characters]] = defaultdict(list)
        try:
            if self._file is None:
                self._file = SavedFile(self._save())
                self._more = self._file.pages()
            self._pages += islice(self._more, max(0, index + 1 - len(self._pages)))
            for name, characters in self._fonts_of(self._file, self._pages[index], 0):
                found[SUBSET.sub("", name)].append(characters)
        except _FAULTS:
            return {}
        return {name: _agreed(fonts) for name, fonts in found.items()}

    def _fonts_of(self, file: SavedFile, resources: Resources, depth: int) -> Iterator[tuple[str, Characters]]:
        for value in file.dictionary(resources.get("Font")).values():
            font = file.dictionary(value)
            if file.value(font.get("Subtype")) in _SIMPLE:
                number = value.number if isinstance(value, Reference) else id(font)
                if number not in self._known:
                    self._known[number] = _characters(file, font)
                yield str(file.value(font.get("BaseFont")) or ""), self._known[number]
        for value in file.dictionary(resources.get("XObject")).values() if depth < _DEEPEST else ():
            inner = file.dictionary(value).get("Resources")
            if inner is not None:
                yield from self._fonts_of(file, file.dictionary(inner), depth + 1)


def _agreed(fonts: list[Characters]) -> Characters:
    meanings: defaultdict[int, set[str]] = defaultdict(set)
    for font in fonts:
        for code, char in font.items():
            meanings[code].add(char)
    return {code: chars.pop() for code, chars in meanings.items() if len(chars) == 1}


def _characters(file: SavedFile, font: Mapping[str, Any]) -> Characters:
    stated = file.dictionary(font.get("Encoding"))
    names: dict[int, str] = {}
    if "BaseEncoding" not in stated:
        names = _built_in(file, file.dictionary(font.get("FontDescriptor")))
    base = file.value(stated.get("BaseEncoding"))
    characters = encoding(base) if base else {}
    code = 0
    for entry in file.array(stated.get("Differences")):
        if isinstance(entry, int):
            code = entry
        else:
            names[code] = entry if isinstance(entry, Name) else ""
            code += 1
    return {code: c for code, c in characters.items() if len(c) == 1} | read_names(names, meaning_of)


def _built_in(file: SavedFile, descriptor: Mapping[str, Any]) -> dict[int, str]:
    """The names by which a font program itself knows its codes."""
    if "FontFile3" in descriptor:
        return names_of_codes(file.unpacked(descriptor["FontFile3"]))
    if "FontFile" in descriptor:
        stream = descriptor["FontFile"]
        head = file.unpacked(stream)[: file.value(file.dictionary(stream).get("Length1"))]
        return {int(code): name.decode("latin-1") for code, name in _ENCODED.findall(head)}
    return {}
