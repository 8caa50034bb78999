"""The names of the glyphs in a file's fonts, through pdfminer: pdfium does not hand them out.

Only asked for where a font does not say which characters its glyphs are.
"""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import Any

from pincite.parsers.pdf.reader.glyphnames import read_names
from pincite.parsers.pdf.reader.styles import SUBSET

_DEEPEST = 4  # form XObjects inside form XObjects
_SIMPLE = frozenset({"Type1", "MMType1", "TrueType", "Type3"})

# What a damaged file makes of pdfminer, which checks little; its own exceptions are added when it is loaded.
_FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, struct.error, zlib.error)

Characters = dict[int, str]  # by the codes of a font


class FontPrograms:
    """The fonts of a file. Nothing is read before it is asked for; a damaged file has none."""

    def __init__(self, data: bytes, password: str | None) -> None:
        self._data = data
        self._password = password or ""
        self._pages: list[Mapping[Any, Any]] = []  # the resources of the pages as far as they were asked for
        self._more: Iterator[Mapping[Any, Any]] | None = None
        self._known: dict[int, Characters] = {}  # by number of the font's object

    def of_page(self, index: int) -> dict[str, Characters]:
        """What the codes of the fonts of page ``index`` (from 0) mean, by the names of the fonts without the mark of
        a subset. Where two fonts have one name, the codes on which they agree."""
        from pdfminer.psexceptions import PSException

        try:
            self._more = self._read_pages() if self._more is None else self._more
            self._pages += islice(self._more, max(0, index + 1 - len(self._pages)))
            found: defaultdict[str, list[Characters]] = defaultdict(list)
            for name, characters in self._fonts_of(self._pages[index], 0):
                found[SUBSET.sub("", name)].append(characters)
        except (PSException, *_FAULTS):
            return {}
        return {name: _agreed(fonts) for name, fonts in found.items()}

    def _read_pages(self) -> Iterator[Mapping[Any, Any]]:
        """The resources of the pages."""
        from pdfminer.pdfdocument import PDFDocument
        from pdfminer.pdfpage import PDFPage
        from pdfminer.pdfparser import PDFParser

        document = PDFDocument(PDFParser(BytesIO(self._data)), password=self._password)
        for page in PDFPage.create_pages(document):
            yield page.resources

    def _fonts_of(self, resources: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Characters]]:
        from pdfminer.pdftypes import dict_value, resolve1

        for reference in dict_value(resources.get("Font", {})).values():
            font = dict_value(reference)
            if getattr(font.get("Subtype"), "name", "") in _SIMPLE:
                number = getattr(reference, "objid", id(reference))
                if number not in self._known:
                    self._known[number] = _characters(font)
                yield _text(font.get("BaseFont")), self._known[number]
        for reference in dict_value(resources.get("XObject", {})).values() if depth < _DEEPEST else ():
            inner = getattr(resolve1(reference), "attrs", {}).get("Resources")
            if inner is not None:
                yield from self._fonts_of(dict_value(inner), depth + 1)


def _agreed(fonts: list[Characters]) -> Characters:
    meanings: defaultdict[int, set[str]] = defaultdict(set)
    for font in fonts:
        for code, char in font.items():
            meanings[code].add(char)
    return {code: chars.pop() for code, chars in meanings.items() if len(chars) == 1}


def _characters(font: Mapping[str, Any]) -> Characters:
    from pdfminer.encodingdb import EncodingDB
    from pdfminer.pdftypes import dict_value, list_value, resolve1

    encoding = resolve1(font.get("Encoding"))
    names: dict[int, str] = {}
    if not isinstance(encoding, dict) or "BaseEncoding" not in encoding:
        names = _built_in(dict_value(font.get("FontDescriptor", {})))
    characters: Characters = {}
    if isinstance(encoding, dict):
        base = _text(resolve1(encoding.get("BaseEncoding")))
        if base:
            characters = dict(EncodingDB.get_encoding(base))
        code = 0
        for entry in list_value(encoding.get("Differences", [])):
            if isinstance(entry, int):
                code = entry
            else:
                names[code] = _text(entry)
                code += 1
    return {code: c for code, c in characters.items() if len(c) == 1} | read_names(names, _adobe)


def _built_in(descriptor: Mapping[str, Any]) -> dict[int, str]:
    """The names by which a font program itself knows its codes."""
    from pdfminer.pdffont import CFFFont
    from pdfminer.pdftypes import int_value, stream_value

    if "FontFile3" in descriptor:
        font = CFFFont("", BytesIO(stream_value(descriptor["FontFile3"]).get_data()))
        return {code: _text(font.gid2name.get(gid, "")) for code, gid in font.code2gid.items()}
    if "FontFile" in descriptor:
        stream = stream_value(descriptor["FontFile"])
        return _type1_names(stream.get_data()[: int_value(stream.get("Length1"))])
    return {}


def _type1_names(head: bytes) -> dict[int, str]:
    from pdfminer.pdffont import Type1FontHeaderParser

    class Names(Type1FontHeaderParser):
        """As its base, which gives characters only."""

        def get_names(self) -> dict[int, str]:
            from pdfminer.psparser import PSEOF

            names: dict[int, str] = {}
            while True:
                try:
                    code, name = self.nextobject()
                except PSEOF:
                    return names
                names[code] = name if isinstance(name, str) else _text(name)

    return Names(BytesIO(head)).get_names()


def _adobe(name: str) -> str | None:
    from pdfminer.encodingdb import name2unicode

    try:
        return str(name2unicode(name))
    except (KeyError, ValueError):
        return None


def _text(value: Any) -> str:
    """A name of the file."""
    value = getattr(value, "name", value)
    return value.decode("latin-1") if isinstance(value, bytes) else value if isinstance(value, str) else ""
