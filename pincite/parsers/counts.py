"""Numbers that files write where a count belongs."""

from __future__ import annotations

_DIGITS = 9  # what is longer counts nothing, and may be too long for ``int``


def is_count(text: str) -> bool:
    """Whether ``int`` reads the text: plain digits, not too many. (``str.isdigit`` takes ``²``, too.)"""
    return text.isdecimal() and len(text) <= _DIGITS
