"""Running heads and feet of a paged text: the outer lines of its pages that come back page after page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pincite.parsers.plain.lines import TextLine

_FEWEST_PAGES = 3
_NUMBER = re.compile(r"\d+")
_LABEL = re.compile(r"\bpage\s+([0-9]+|[ivxlcdm]+)\b|^\W*([0-9]+|[ivxlcdm]+)\W*$", re.IGNORECASE)


class Sheet(NamedTuple):
    """A page taken apart. ``label`` is the page number that a running line prints."""

    head: TextLine | None
    body: list[TextLine]
    foot: TextLine | None
    label: str | None


def take_apart(pages: Sequence[list[TextLine]]) -> list[Sheet]:
    """The pages with their running heads and feet set apart from what stands between."""
    ends = [[i for i, line in enumerate(page) if not line.blank] for page in pages]
    heads = _repeated([page[at[0]].text if at else "" for page, at in zip(pages, ends, strict=True)])
    feet = _repeated([page[at[-1]].text if len(at) > 1 else "" for page, at in zip(pages, ends, strict=True)])
    sheets = [_sheet(page, at, heads, feet) for page, at in zip(pages, ends, strict=True)]
    if 2 * sum(s.label is not None for s in sheets) < len(sheets):
        sheets = [s._replace(label=None) for s in sheets]
    return sheets


def _sheet(page: list[TextLine], at: list[int], heads: set[str], feet: set[str]) -> Sheet:
    start, end = 0, len(page)
    head = foot = None
    if at and _masked(page[at[0]].text) in heads:
        head, start = page[at[0]], at[0] + 1
    if len(at) > 1 and _masked(page[at[-1]].text) in feet:
        foot, end = page[at[-1]], at[-1]
    return Sheet(head, page[start:end], foot, _label(foot) or _label(head))


def _repeated(lines: Sequence[str]) -> set[str]:
    """The masked lines that stand on half of the pages or more."""
    uses = Counter(_masked(line) for line in lines if line.strip())
    return {line for line, n in uses.items() if n >= _FEWEST_PAGES and 2 * n >= len(lines)}


def _masked(line: str) -> str:
    return " ".join(_NUMBER.sub("0", line).split())


def _label(line: TextLine | None) -> str | None:
    found = _LABEL.search(line.text) if line else None
    return (found[1] or found[2]) if found else None
