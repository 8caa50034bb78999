"""The map of a document with what was reached: its sections in order, those that were not reached folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.server.sources.reach import Reach, State

if TYPE_CHECKING:
    from pincite.outline import Section


class Row(NamedTuple):
    """One line of the map: a section, or a run of neighbours that were not reached (``last`` is set). ``level`` counts
    from 1 and ``more`` the sections that the line stands for, those below it included."""

    section: Section
    level: int
    state: State
    tokens: int
    read: int
    last: Section | None = None
    more: int = 1


class Map(NamedTuple):
    """``cut``: how many rows did not find room at the end."""

    rows: list[Row]
    cut: int


def draw(reach: Reach, most: int, *, fold: bool = True) -> Map:
    """The map in at most ``most`` rows: without ``fold`` all sections where that is enough for them, else what was not
    reached is folded, then what lies deepest is left out, then the end."""
    sections = reach.opened.outline.sections
    if not fold and len(sections) <= most:
        return Map([_row(reach, section) for section in sections], 0)
    folded = list(_folded(reach, reach.opened.outline.roots))
    depth = max(row.level for row in folded)
    while len(folded) > most and depth > 1:
        depth -= 1
        folded = [row for row in folded if row.level <= depth]
    return Map(folded[:most], max(0, len(folded) - most))


def _row(reach: Reach, section: Section) -> Row:
    cost = reach.opened.costs.section(section)
    return Row(section, section.level, reach.states[section.id], cost, reach.read_tokens(section))


def _folded(reach: Reach, siblings: Sequence[Section]) -> Iterator[Row]:
    """The sections with those below them; neighbours that were not reached as one row."""
    run: list[Section] = []
    for section in siblings:
        if reach.states[section.id] is State.UNREAD:
            run.append(section)
            continue
        if run:
            yield _run(reach, run)
            run = []
        yield _row(reach, section)
        yield from _folded(reach, reach.opened.outline.children(section.id))
    if run:
        yield _run(reach, run)


def _run(reach: Reach, run: Sequence[Section]) -> Row:
    first, last = run[0], run[-1]
    tokens = reach.opened.costs.blocks(first.start, last.end)
    count = _end_id(reach, last) - first.id
    return Row(first, first.level, State.UNREAD, tokens, 0, last if count > 1 else None, count)


def _end_id(reach: Reach, section: Section) -> int:
    """The id after the last section below it."""
    children = reach.opened.outline.children(section.id)
    return _end_id(reach, children[-1]) if children else section.id + 1
