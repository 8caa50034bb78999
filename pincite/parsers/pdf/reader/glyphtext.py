"""Plain spelling of the characters that PDF fonts yield: ligatures, presentation forms, symbol fonts, unknown
characters."""

from __future__ import annotations

import re
import unicodedata

from pincite.parsers.pdf.layout import Flag

LINE_END_HYPHEN = "\ufffe"  # how pdfium marks a hyphen that it takes for a word division
UNKNOWN = "\ufffd"
SOFT_HYPHEN = "\u00ad"

# Code points at which symbol fonts keep their bullets, boxes and arrows when they have no Unicode values.
_SYMBOLS = {
    0xF0B7: "\u2022", 0xF0A7: "\u25aa", 0xF06F: "\u25a1", 0xF0A8: "\u25fb", 0xF0D8: "\u27a2", 0xF076: "\u2756",
    0xF0FC: "\u2713", 0xF0FB: "\u2717", 0xF0FE: "\u2612", 0xF078: "\u2612", 0xF06E: "\u25a0", 0xF06C: "\u25cf",
    0xF0E0: "\u2192", 0xF0DF: "\u2190", 0xF0B0: "\u00b0", 0xF0B1: "\u00b1", 0xF0B4: "\u00d7", 0xF0B3: "\u2265",
    0xF0A3: "\u2264", 0xF0D2: "\u00ae", 0xF0D3: "\u00a9", 0xF0D4: "\u2122", 0xF06D: "\u03bc", 0xF02D: "\u2212",
    0xF09F: "\u2022", 0xF0BE: "\u2014", 0xF071: "\u2751", 0xF0F0: "\u21e8", 0xF077: "\u2b25", 0xF073: "\u2b27",
}  # fmt: skip
_INVISIBLE = (0x00AD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF)
_CONTROL = (*range(0x20), *range(0x7F, 0xA0), 0xFFFF)
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")


def _spellings() -> dict[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys(_INVISIBLE)
    table.update(dict.fromkeys(_CONTROL, UNKNOWN))
    # Latin ligatures, Hebrew and Arabic presentation forms, and the radicals that CJK fonts give for whole ideographs.
    for first, last in ((0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0x2E80, 0x2FD5)):
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code)).replace(" ", "")
            if plain and plain != chr(code):
                table[code] = plain
    table.update(_SYMBOLS)
    table.update({0xF730 + i: str(i) for i in range(10)})  # old-style figures
    table.update({0xF761 + i: chr(ord("A") + i) for i in range(26)})  # small capitals
    return table


_SPELLINGS = _spellings()
_UNUSUAL = re.compile(
    "["
    + "".join(re.escape(chr(code)) for code in sorted(_SPELLINGS) if not chr(code).isspace())
    + f"{UNKNOWN}{LINE_END_HYPHEN}\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010fffd]"
    + "|[\u05d0-\u05ea][\u00e0-\u00fa]|[\u00e0-\u00fa][\u05d0-\u05ea]"
)
# No Hebrew word has Latin letters with accents: they are Hebrew ones of the code page 1255, read as Latin-1.
_HEBREW = re.compile("[\u05d0-\u05ea]")
_MISREAD = {0xE0 + i: chr(0x5D0 + i) for i in range(27)}


def is_unusual(text: str) -> bool:
    """Whether ``spell`` has anything to do in a text (white space aside)."""
    return _UNUSUAL.search(text) is not None


def spell(raw: str) -> tuple[str, int]:
    """The plain text of a word's characters, and its flags (``HYPHEN``, ``GARBLED``). The text may be empty."""
    if not raw or not is_unusual(raw):
        return raw, 0
    flags = 0
    if raw[-1] in (LINE_END_HYPHEN, SOFT_HYPHEN):
        raw, flags = raw[:-1] + "-", Flag.HYPHEN.value
    text = _PRIVATE.sub(UNKNOWN, join_surrogates(raw).translate(_SPELLINGS))
    if _HEBREW.search(text):
        text = text.translate(_MISREAD)
    if UNKNOWN in text:
        flags |= Flag.GARBLED.value
    return text, flags


def join_surrogates(text: str) -> str:
    """Pairs of surrogates as the characters that they mean; single ones as unknown characters."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
