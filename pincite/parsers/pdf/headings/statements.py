"""Titles of financial statements, set as one with the name of the company over them and the unit or the period under
them: taken apart, for only the line between is the title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titles import (
    ends_sentence,
    is_cut_short,
    names_company,
    names_statement,
    without_continued,
)
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, hull
from pincite.parsers.pdf.tables.captions import is_units

BESIDE_STATEMENT = "line over or under the title of a statement"
_LINES = 6
_LINE_CHARS = 110
_POSSIBLE = frozenset({Kind.PARAGRAPH, Kind.CAPTION})
# what stands under the title: units in brackets, a period, a date
_UNDER = re.compile(
    r"[(\[]|(?:for|as of|as at|at)\s"
    r"|(?:(?:fiscal\s+)?(?:years?|quarters?|periods?)|(?:three|six|nine|twelve)\s+months)\s+ended\b"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d"
    r"|(?:dollars|amounts|shares|millions|thousands|in\s+(?:millions|thousands|billions))\b|unaudited$",
    re.IGNORECASE,
)


def split_statements(layout: Layout) -> None:
    """Splits a block whose lines are a name, the title of a financial statement and its unit or period."""
    for page in layout.pages:
        out: list[LayoutBlock] = []
        for block in page.blocks:
            out += _parts(block)
        if len(out) > len(page.blocks):
            page.blocks[:] = out


def _parts(block: LayoutBlock) -> list[LayoutBlock]:
    lines = block.lines
    if not 1 < len(lines) <= _LINES or block.kind not in _POSSIBLE or block.role is not Role.BODY:
        return [block]
    found = _title(lines)
    if found is None or found == (0, len(lines)):
        return [block]
    first, end = found
    pieces = ((lines[:first], True), (lines[first:end], False), (lines[end:], True))
    return [_piece(block, some, beside=beside) for some, beside in pieces if some]


def _title(lines: Sequence[Line]) -> tuple[int, int] | None:
    """Which of the lines are the title; ``None`` where they are no title with its neighbours."""
    if any(len(n.text) > _LINE_CHARS or ends_sentence(n.text) for n in lines):
        return None
    named = [i for i, line in enumerate(lines) if names_statement(line.text)]
    if not named and names_company(lines[0].text) and any(tells_units(n.text) for n in lines[2:]):
        named = [1]
    if len(named) != 1:
        return None
    (at,) = named
    first = at if names_company(" ".join(n.text for n in lines[:at])) else 0
    end = next((i for i in range(at + 1, len(lines)) if _is_under(lines[i].text)), len(lines))
    if any(readings(n.text) or is_cut_short(n.text) or not n.text[:1].isupper() for n in lines[:at]):
        return None
    return None if any(line.text[:1].islower() for line in lines[at + 1 : end]) else (first, end)


def tells_units(text: str) -> bool:
    """Whether it is the line of units under the title of a statement, or says that nobody audited it."""
    return is_units(text) or text.strip("()[] ").casefold() == "unaudited"


def _is_under(text: str) -> bool:
    """Whether it is the unit or the period of a statement; the mark of one that goes on is a part of its title."""
    return _UNDER.match(text) is not None and bool(without_continued(text).strip())


def _piece(block: LayoutBlock, lines: list[Line], *, beside: bool) -> LayoutBlock:
    evidence = [*block.evidence, BESIDE_STATEMENT] if beside else list(block.evidence)
    return LayoutBlock(block.kind, lines, lines[0].page, hull(lines), role=block.role, evidence=evidence)
