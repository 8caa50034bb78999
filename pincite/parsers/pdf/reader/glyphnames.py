"""What glyphs mean by their names, for fonts that say nothing else of their characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_CODED = re.compile(r"([A-Za-z]{1,2})([0-9A-Fa-f]{2})$")
_DECIMAL = re.compile(r"([A-Za-z]{1,2})([0-9]{2,3})$")
_FEWEST = 8  # coded names of a font that make a pattern
_UNNAMED = frozenset({".notdef", ""})
_UNASSIGNED = frozenset({0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D})  # of code page 1252
# Some that TeX's fonts use and the list of Adobe does not know, and ligatures, which must stay one character here.
_OTHERS = {
    "ff": "\ufb00", "fi": "\ufb01", "fl": "\ufb02", "ffi": "\ufb03", "ffl": "\ufb04", "f_f": "\ufb00", "f_i": "\ufb01",
    "f_l": "\ufb02", "f_f_i": "\ufb03", "f_f_l": "\ufb04", "angbracketleft": "\u27e8", "angbracketright": "\u27e9",
    "mapsto": "\u21a6", "arrowsouth": "\u2193", "arrownorth": "\u2191", "check": "\u2713", "square": "\u25a1",
    "squaresolid": "\u25a0", "lscript": "\u2113", "vector": "\u20d7", "dotlessj": "\u0237",
}  # fmt: skip


def read_names(names: Mapping[int, str], known: Callable[[str], str | None]) -> dict[int, str]:
    """For the codes of a font, given with the names of their glyphs, the characters that they mean. ``known`` gives
    the meaning of a name in Adobe's list. Codes whose names tell nothing are left out."""
    found: dict[int, str] = {}
    rest: dict[int, str] = {}
    for code, name in names.items():
        if name in _UNNAMED:
            continue
        meaning = _OTHERS.get(name) or known(name)
        if meaning is not None and len(meaning) == 1:
            found[code] = meaning
        elif meaning is None:
            rest[code] = name
    return found | _read_codes(rest)


def _read_codes(names: Mapping[int, str]) -> dict[int, str]:
    """Names like G59 are codes of characters, where all of a font are made so and none is a control code: numbers of
    glyphs begin at 0, and are no evidence of anything."""
    bare = {code: name.split(".")[0] for code, name in names.items()}
    for pattern, base in ((_CODED, 16), (_DECIMAL, 10)):
        matches = {code: match for code, name in bare.items() if (match := pattern.match(name))}
        if len(matches) < max(_FEWEST, len(bare)) or len({match[1] for match in matches.values()}) > 1:
            continue
        values = {code: int(match[2], base) for code, match in matches.items()}
        digits = "".join(match[2] for match in matches.values())
        is_telling = re.search("[A-Fa-f]", digits) if base == 16 else any(value > 99 for value in values.values())
        if is_telling and all(0x20 <= value < 0x100 and value not in _UNASSIGNED for value in values.values()):
            return {code: bytes([value]).decode("cp1252") for code, value in values.items()}
    return {}
