"""Titles that stand again further on: contents without page numbers are known by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titles import has_letters, key
from pincite.parsers.pdf.headings.tocrows import NOT_IN_LISTS
from pincite.parsers.pdf.layout import Layout, LayoutBlock

PREVIEW = 6  # rows that must stand again to make an untitled list; half as many if all are numbered or links
LONGEST = 200  # characters of a title
_TITLE_LINES = 4


class Later:
    """Where short lines of their own stand in the document, by their words with and without a number before them."""

    def __init__(self, layout: Layout) -> None:
        self._at: dict[str, list[int]] = {}
        on_page: list[list[str]] = []
        for i, page in enumerate(layout.pages):
            on_page.append([])
            for block in page.blocks:
                if block.kind in NOT_IN_LISTS or block.table is not None or not block.lines:
                    continue
                texts = _texts(block, linked=any(a.page is not None for a in page.links))
                for text in texts:
                    if len(text) < LONGEST:
                        on_page[-1].append(key(text))
                        if len(block.lines) <= _TITLE_LINES:
                            for k in _keys(text):
                                self._at.setdefault(k, []).append(position(i, block.box.y0))
        self._repeats = [self._count(i, keys) for i, keys in enumerate(on_page)]

    def _count(self, page: int, keys: Sequence[str]) -> int:
        """How many lines of a page stand again below themselves, on it or on a later page."""
        start, end = position(page, 0), position(page + 1, 0)
        count = 0
        for k in keys:
            at = self._at.get(k, [])
            count += bool(at) and at[-1] >= start and (len(at) > 1 or at[0] >= end)
        return count

    def may_preview(self, page: int) -> bool:
        """Whether enough lines of a page stand again for it to hold contents without page numbers."""
        return self._repeats[page] >= PREVIEW / 2

    def places(self, text: str, position: int) -> list[int]:
        """The places below ``position`` where the words of ``text`` stand alone, in order."""
        if not 3 < len(text) < LONGEST or not has_letters(text):
            return []
        found = {at for k in _keys(text) for at in self._at.get(k, ()) if at > position}
        return sorted(found)


@dataclass(slots=True)
class Spread:
    """Places that should ascend: ``width`` is the distance from the first to the last, -1 where they do not."""

    first: int = 0
    last: int = 0
    broken: bool = False

    def add(self, place: int) -> None:
        """Takes the next place."""
        self.broken = self.broken or place <= self.last
        self.first = self.first or place
        self.last = max(self.last, place)

    @property
    def width(self) -> int:
        return -1 if self.broken else self.last - self.first


def _texts(block: LayoutBlock, *, linked: bool) -> list[str]:
    """The text of a block as a title, and its first line; of a long block each line, where it may be a list of
    contents."""
    lines = block.lines
    if len(lines) == 1:
        return [lines[0].text]
    if len(lines) <= _TITLE_LINES:
        return [" ".join(line.text for line in lines), lines[0].text]
    return [line.text for line in lines] if linked or readings(lines[0].text) else []


def position(page: int, y: float) -> int:
    return page * 10_000 + int(y)


def _keys(text: str) -> set[str]:
    numbers = readings(text)
    out = {key(text)}
    if numbers and len(text) - numbers[0].end > 2:
        out.add(key(text[numbers[0].end :]))
    return out
