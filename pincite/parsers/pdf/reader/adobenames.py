"""What Adobe's names of glyphs mean, and the encodings that use them, out of the tables of pdfminer.

Only its two modules of data are loaded: importing the package costs more than reading twenty pages.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

_CODES = re.compile(r"uni((?:[0-9A-Fa-f]{4})+)|u([0-9A-Fa-f]{4,6})")
_ENCODINGS = ("StandardEncoding", "MacRomanEncoding", "WinAnsiEncoding", "PDFDocEncoding")  # columns of the table


def meaning_of(name: str) -> str | None:
    """The characters that a glyph's name stands for (Adobe Glyph List Specification); ``None``: not known."""
    parts = [_meaning(part) for part in name.split(".")[0].split("_")]
    return None if None in parts else "".join(filter(None, parts))


def _meaning(part: str) -> str | None:
    known: str | None = _table("glyphlist").glyphname2unicode.get(part)
    if known is not None:
        return known
    match = _CODES.fullmatch(part)
    if match is None:
        return None
    digits, one = match.groups()
    codes = [int(one, 16)] if one else [int(digits[i : i + 4], 16) for i in range(0, len(digits), 4)]
    is_text = all(code < 0x110000 and not 0xD800 <= code < 0xE000 for code in codes)
    return "".join(map(chr, codes)) if is_text else None


@cache
def encoding(name: str) -> dict[int, str]:
    """The characters of the codes of an encoding that the PDF standard names; of the first for other names."""
    column = 1 + (_ENCODINGS.index(name) if name in _ENCODINGS else 0)
    rows = _table("latin_enc").ENCODING
    return {row[column]: meaning_of(row[0]) or "" for row in rows if row[column]}


@cache
def _table(name: str) -> Any:
    package = find_spec("pdfminer")
    spec = PathFinder.find_spec(name, package.submodule_search_locations if package else [])
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"pdfminer has no module {name}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
