"""Passwords as people type them: one sight may be several strings of characters."""

from __future__ import annotations

import unicodedata


def spellings(password: str) -> tuple[str, ...]:
    """The password as it was given, then in the Unicode forms in which programs may have taken it: an accent may be
    typed as a character of its own, a ligature or a full-width letter stand for plain ones."""
    forms = (password, unicodedata.normalize("NFC", password), unicodedata.normalize("NFKC", password))
    return tuple(dict.fromkeys(forms))
