"""A quote as it is shown again: on one line, without what only draws a table."""

from __future__ import annotations

import re

from pincite.server.fence import line, shorten

_BORDERS = re.compile(r"\s*\|[\s|]*(?::?-{3,}:?[\s|]*)*")
_LONGEST = 10_000


def wording(quote: str, size: int) -> str:
    """At most ``size`` characters of the quote."""
    flat = line(quote, _LONGEST)
    if flat.count("|") > 1:
        flat = _BORDERS.sub(" | ", flat).strip(" |") or flat
    return shorten(flat, size)
