"""Bullets and automatic numbers as PowerPoint prints them."""

from __future__ import annotations

from pincite.parsers.numerals import roman
from pincite.parsers.pptx.styles import Bullet

_SYMBOL_FONTS = ("wingdings", "webdings", "symbol", "zapf dingbats", "monotype sorts")
# of the symbol fonts, whose letters are pictures: what they draw, as far as it says more than "here is an item"
_MEANT = {
    "wingdings": {"ü": "✓", "û": "✗", "þ": "☑", "ý": "☒", "o": "□", "q": "❑", "Ø": "➢", "à": "→", "F": "☞", "J": "☺"},
    "webdings": {"a": "✓", "r": "✗"},
    "symbol": {"Þ": "⇒", "®": "→", "-": "–"},
}
_DASHES = "-–—−‒"
_SHOWN = "✓✔✗✘☑☒□❑❏➢➤→⇒☞☺◆◇○●▪■►▶◦‣"


def bullet_text(bullet: Bullet) -> str:
    """The bullet as a character of plain text; empty where there is none."""
    if bullet.kind == "picture":
        return "•"
    if bullet.kind != "char" or not bullet.char.strip():
        return ""
    char = bullet.char.strip()[0]
    code = ord(char)
    font = bullet.font.lower()
    family = next((name for name in _SYMBOL_FONTS if font.startswith(name)), None)
    if 0xF020 <= code <= 0xF0FF:  # where symbol fonts keep their letters
        char, family = chr(code - 0xF000), family or "wingdings"
    if family:
        return _MEANT.get(family, {}).get(char, "•")
    if char in _DASHES:
        return "–"
    return char if char in _SHOWN else "•"


class Numbering:
    """The numbers of a shape's paragraphs, level by level."""

    def __init__(self) -> None:
        self._running: dict[int, tuple[Bullet, int]] = {}

    def label(self, bullet: Bullet, level: int) -> str:
        """What is printed before the next paragraph: ``•``, ``3.``, ``(c)``; empty for a paragraph without."""
        for deeper in [at for at in self._running if at > level]:
            del self._running[deeper]
        if bullet.kind in ("none", "char", "picture"):
            self._running.pop(level, None)
            return bullet_text(bullet)
        before, value = self._running.get(level, (None, 0))
        value = value + 1 if before == bullet else bullet.start
        self._running[level] = (bullet, value)
        return numbered(value, bullet.kind)


def numbered(value: int, scheme: str) -> str:
    """A number in one of the schemes of ``a:buAutoNum``: ``arabicPeriod``, ``alphaLcParenBoth``, ``romanUcPeriod`` …"""
    for ending, form in _FORMS.items():
        if scheme.endswith(ending):
            return form.format(_value(value, scheme.removesuffix(ending)))
    return _value(value, scheme)


_FORMS = {"ParenBoth": "({})", "ParenR": "{})", "Period": "{}.", "Plain": "{}", "Minus": "{}-"}


def _value(value: int, family: str) -> str:
    if family.startswith("alpha"):
        letters = _letters(value)
        return letters.upper() if family.endswith("Uc") else letters
    if family.startswith("roman"):
        return roman(value).upper() if family.endswith("Uc") else roman(value)
    if family.startswith("circleNum") and 1 <= value <= 20:
        return chr((0x2775 if family.endswith("WdBlack") else 0x245F) + value) if value <= 10 else chr(0x245F + value)
    if family.startswith("ea1") and 1 <= value <= 99:
        return _chinese(value)
    digits = {"arabicDb": 0xFF10, "hindiNum": 0x0966, "thaiNum": 0x0E50}.get(family)
    return "".join(chr(digits + int(d)) for d in str(value)) if digits else str(value)


def _letters(value: int) -> str:
    """a … z, aa, bb …"""
    count, index = divmod(value - 1, 26)
    return chr(ord("a") + index) * (count + 1)


def _chinese(value: int) -> str:
    digits = "零一二三四五六七八九"
    tens, ones = divmod(value, 10)
    start = "" if not tens else "十" if tens == 1 else digits[tens] + "十"
    return start + (digits[ones] if ones or not tens else "")
