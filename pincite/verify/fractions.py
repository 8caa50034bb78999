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
_FRACTION = re.compile(rf"{_SPACE}?(?:[{''.join(_SIGNS.values())}]|(\d{{1,2}})[/⁄](\d{{1,2}})(?![\w/⁄]))")
_WHOLE = re.compile(rf"(?:(?<![\d.,])\d{{1,3}}|(\d)){_SPACE}?\Z")  # a large number before "1/2" is none of its own


def other_fractions(text: str) -> list[str]:
    """The text with its fractions written in the other ways; ``[]`` where it has none."""
    signed = _SPELT.sub(_as_sign, text)
    spelt = [_SIGN.sub(partial(_spell, slash=slash), signed) for slash in "/⁄"]
    return [other for other in dict.fromkeys((signed, *spelt)) if other != text]


def cuts_fraction(text: str, span: Span) -> bool:
    """Whether the span takes one part of a mixed number, ``1`` or ``½`` of ``1½``, without the other."""
    start, end = span
    if text[start : start + 1].isspace():
        return False
    return _is_mixed(text, start) or (text[end - 1 : end].isdigit() and _is_mixed(text, end))


def _is_mixed(text: str, at: int) -> bool:
    """Whether a whole number ends and its fraction begins there. Spelt with a stroke, only a small number before a part
    of one is: ``4,512 12/31`` is a number and a date."""
    fraction, whole = _FRACTION.match(text, at), _WHOLE.search(text, max(0, at - 5), at)
    if fraction is None or whole is None:
        return False
    if fraction[1] is None:
        return True
    return whole[1] is None and int(fraction[1]) < int(fraction[2])


def _as_sign(found: re.Match[str]) -> str:
    sign = _SIGNS.get((found[2], found[3]))
    return found[0] if sign is None else (found[1] or "") + sign


def _spell(found: re.Match[str], slash: str) -> str:
    over, under = unicodedata.normalize("NFKC", found[1]).split("⁄")
    mixed = found.start() > 0 and found.string[found.start() - 1].isdigit()
    return f"{' ' if mixed else ''}{over}{slash}{under}"
