"""What the tag tree says of headings, and whether it deserves belief."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.parsers.pdf.headings.candidates import MAX_LINES, Candidate
from pincite.parsers.pdf.layout import PageLayout

_HEADING = re.compile(r"H([1-9])?|Title")
_LISTED = frozenset(
    {"LI", "LBody", "TOC", "TOCI", "TD", "TH", "Caption", "Note", "FENote", "Artifact", "Code", "Formula"}
)
_MANY = 0.45  # of all blocks of text as headings: nobody writes like that
_LONG = 110  # characters that a heading has in the mean at most


def read_tags(candidates: Sequence[Candidate]) -> bool:
    """Sets ``Candidate.tag`` to the level of the heading tag that a block stands in (0: tagged as something else,
    ``None``: not tagged). Returns whether heading tags can be believed: there are some, not on half of all blocks or on
    whole paragraphs."""
    roles: dict[int, dict[int, str]] = {}
    for c in candidates:
        if c.page.number not in roles:
            roles[c.page.number] = _roles(c.page)
        c.tag = _level(c, roles[c.page.number])
    headed = [c for c in candidates if c.tag]
    if not headed:
        return False
    short = sum(c.short and c.tag is not None for c in candidates)
    flows = {id(c.around): c.around.flow for c in headed}.values()
    long = sum(len(block.lines) > MAX_LINES for flow in flows for block in flow)
    mean = sum(len(c.text) for c in headed) / len(headed)
    return len(headed) <= _MANY * max(short + long, 4) + 2 and mean <= _LONG


def _roles(page: PageLayout) -> dict[int, str]:
    """For each marked content id the role that decides: the nearest heading, or list, table or note part, else the
    nearest."""
    out = {}
    for mcid, tag in page.mcids.items():
        nearest = ""
        while tag >= 0:
            role = page.tags[tag].role
            nearest = nearest or role
            if role in _LISTED or _HEADING.fullmatch(role):
                nearest = role
                break
            tag = page.tags[tag].parent
        out[mcid] = nearest
    return out


def _level(c: Candidate, roles: dict[int, str]) -> int | None:
    words = [w for line in c.block.lines[:5] for w in line.words]
    tagged = [roles[w.mcid] for w in words if w.mcid in roles]
    if not tagged or len(tagged) < 0.5 * len(words):
        return None
    role, count = Counter(tagged).most_common(1)[0]
    match = _HEADING.fullmatch(role)
    if match is None or count < 0.6 * len(tagged):
        return 0
    return int(match[1]) if match[1] else 1
