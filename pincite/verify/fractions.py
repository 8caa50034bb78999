"""Fractions: ``½``, ``1/2`` and ``1⁄2`` are the same, ``1½`` is ``1 1/2``, and neither is ``11/2``."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

from pincite.model import Span

_SPACE = "[ \u00a0\u2009\u202f]"
_SIGNS = {  # by what each stands for, as ("1", "2")
    tuple(unicodedata.normalize("NFKC", sign).split("⁄")): sign
    for sign in ("¼½¾" + "".join(map(chr, range(0x2150, 0x215F))))
}
_SIGN = re.compile(f"(?:(?<=\\d){_SPACE}?)?([{''.join(_SIGNS.values())}])(?!/)")
_SPELT = re.compile(rf"(?<![\w/.,⁄])(?:(\d+){_SPACE})?(\d{{1,2}})[/⁄](\d{{1,2}})(?![\w/⁄]|[.,]\d)")
_FRACTION = re.compile(rf"[{''.join(_SIGNS.values())}]|\d{{1,2}}[/⁄]\d{{1,2}}(?![\w/⁄])")
_GOES_ON = re.compile(rf"{_SPACE}?(?:{_FRACTION.pattern})")
_WHOLE_BEFORE = re.compile(rf"\d{_SPACE}?\Z")


def other_fractions(text: str) -> list[str]:
    """The text with its fractions written in the other ways; ``[]`` where it has none."""
    signed = _SPELT.sub(_as_sign, text)
    spelt = [_SIGN.sub(partial(_spell, slash=slash), signed) for slash in "/⁄"]
    return [other for other in dict.fromkeys((signed, *spelt)) if other != text]


def cuts_fraction(text: str, span: Span) -> bool:
    """Whether the span takes one part of a mixed number, ``1`` or ``½`` of ``1½``, without the other."""
    start, end = span
    if _FRACTION.match(text, start) and _WHOLE_BEFORE.search(text, max(0, start - 2), start):
        return True
    return text[end - 1 : end].isdigit() and _GOES_ON.match(text, end) is not None


def _as_sign(found: re.Match[str]) -> str:
    sign = _SIGNS.get((found[2], found[3]))
    return found[0] if sign is None else (found[1] or "") + sign


def _spell(found: re.Match[str], slash: str) -> str:
    over, under = unicodedata.normalize("NFKC", found[1]).split("⁄")
    mixed = found.start() > 0 and found.string[found.start() - 1].isdigit()
    return f"{' ' if mixed else ''}{over}{slash}{under}"
