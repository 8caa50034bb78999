"""Characters of symbol fonts, which files store as places in the font and not as what they mean."""

from __future__ import annotations

_SYMBOL = dict(
    zip(
        "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYWjJv",
        "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϕϑϖ",
        strict=True,
    )
) | {
    chr(code): char
    for code, char in {
        0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼", 0xA2: "′",
        0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±",
        0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈",
        0xBC: "…", 0xC4: "⊗", 0xC5: "⊕", 0xC6: "∅", 0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCB: "⊄", 0xCC: "⊂",
        0xCD: "⊆", 0xCE: "∈", 0xCF: "∉", 0xD0: "∠", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√",
        0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE5: "∑",
        0xF2: "∫",
    }.items()
}  # fmt: skip
_WINGDINGS = {
    chr(code): char
    for code, char in {
        0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "☐", 0x71: "❑", 0x72: "❒",
        0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xE0: "→", 0xE8: "➔",
        0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    }.items()
}  # fmt: skip
_WINGDINGS_2 = {chr(code): char for code, char in {0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0xA3: "☐"}.items()}
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2, "webdings": {}}
_PRIVATE = range(0xF000, 0xF100)


def is_symbol_font(font: str) -> bool:
    return font.lower() in _FONTS


def symbol(text: str, font: str = "") -> str:
    """The text with the characters of a symbol font as what they show. A character that nothing is known of becomes a
    bullet; without such a font the text stays."""
    table = _FONTS.get(font.lower())
    if table is None and not any(ord(c) in _PRIVATE for c in text):
        return text
    out = []
    for char in text:
        private = ord(char) in _PRIVATE
        plain = chr(ord(char) - 0xF000) if private else char
        known = (table if table is not None else _SYMBOL).get(plain)
        out.append(
            known or ("•" if private and not plain.isalnum() else plain if not private or table is _SYMBOL else "•")
        )
    return "".join(out)
