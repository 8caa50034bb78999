"""The passage that comes nearest to a quote, cut to where the two differ."""

from __future__ import annotations

import re

from pincite.server.fence import line

_MARK = re.compile(r"\[-|\{\+")


def difference(marked: str, size: int) -> str:
    """At most about ``size`` characters of the passage, from a little before the first difference on."""
    first = _MARK.search(marked)
    start = max(0, first.start() - size // 3) if first else 0
    if start:
        start = marked.find(" ", start, first.start() if first else None) + 1 or start
    return ("…" if start else "") + line(marked[start:], size)
