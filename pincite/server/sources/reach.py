"""How far a reading reached into a document: which blocks, sections and pages were read, which are cited."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pincite.model import Span
from pincite.spans import pages_of

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument


class State(StrEnum):
    """``PATH``: neither read nor cited itself, but something below it is."""

    CITED = "cited"
    READ = "read"
    PATH = "path"
    UNREAD = "unread"


class Segment(NamedTuple):
    """Neighbouring blocks of one state, and what they cost."""

    state: State
    tokens: int


class PageRun(NamedTuple):
    """Neighbouring pages of one state, by physical number."""

    first: int
    last: int
    state: State


class Reach:
    """What was read and cited of one document. Whole blocks count, each once, however often it was read."""

    def __init__(self, opened: OpenDocument, read: Sequence[Span], cited: Sequence[Span]) -> None:
        self.opened = opened
        self._read_spans = tuple(read)
        self._cited_spans = tuple(cited)
        self._read = _merged(_block_range(opened, span) for span in read)
        self._cited = _merged(_block_range(opened, span) for span in cited)

    @property
    def tokens(self) -> int:
        """What was read, in tokens."""
        return sum(self.opened.costs.blocks(start, end) for start, end in self._read)

    @property
    def share(self) -> float:
        """The part of the document that was read, 0 to 1."""
        total = self.opened.costs.total
        return min(1.0, self.tokens / total) if total else 0.0

    @cached_property
    def sections_read(self) -> int:
        return sum(any(_within(self._read, *self.own(s))) for s in self.opened.outline.sections)

    def own(self, section: Section) -> tuple[int, int]:
        """The blocks of the section itself, without its subsections, half open."""
        sections = self.opened.outline.sections
        following = sections[section.id + 1].start if section.id + 1 < len(sections) else section.end
        return section.start, min(section.end, following)

    def read_tokens(self, section: Section) -> int:
        """What was read of the section with all below it, in tokens."""
        parts = _within(self._read, section.start, section.end)
        return sum(self.opened.costs.blocks(start, end) for start, end in parts)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state of each section by its id: that of its own blocks, else ``PATH`` where something below it was
        reached."""
        out = []
        for section in self.opened.outline.sections:
            own = self.own(section)
            if any(_within(self._cited, *own)):
                out.append(State.CITED)
            elif any(_within(self._read, *own)):
                out.append(State.READ)
            else:
                below = (section.start, section.end)
                reached = any(_within(self._cited, *below)) or any(_within(self._read, *below))
                out.append(State.PATH if reached else State.UNREAD)
        return tuple(out)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The document as a bar from its first block to its last."""
        ends = {0, len(self.opened.document.blocks)}
        ends.update(edge for part in (*self._read, *self._cited) for edge in part)
        out: list[Segment] = []
        for start, end in pairwise(sorted(ends)):
            tokens = self.opened.costs.blocks(start, end)
            if tokens:
                out.append(Segment(self._state_of_blocks(start, end), tokens))
        return tuple(out)

    @cached_property
    def pages(self) -> tuple[PageRun, ...]:
        """All pages in runs of one state; each cited page is a run of its own."""
        doc = self.opened.document
        read = set(pages_of(doc, self._read_spans))
        cited = set(pages_of(doc, self._cited_spans))
        out: list[PageRun] = []
        for page in doc.pages:
            n = page.number
            state = State.CITED if n in cited else State.READ if n in read else State.UNREAD
            if out and out[-1].state is state and state is not State.CITED:
                out[-1] = out[-1]._replace(last=n)
            else:
                out.append(PageRun(n, n, state))
        return tuple(out)

    def _state_of_blocks(self, start: int, end: int) -> State:
        if any(_within(self._cited, start, end)):
            return State.CITED
        return State.READ if any(_within(self._read, start, end)) else State.UNREAD


def _block_range(opened: OpenDocument, span: Span) -> tuple[int, int]:
    """The blocks that the span touches, half open."""
    blocks = opened.document.blocks
    start = bisect_left(blocks, span.start + 1, key=lambda b: b.end)
    return start, bisect_left(blocks, span.end, key=lambda b: b.start)


def _merged(parts: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The ranges in order, those that touch or overlap as one."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(part for part in parts if part[0] < part[1]):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return tuple(out)


def _within(parts: Sequence[tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    """What the ranges share with ``start:end``."""
    at = bisect_left(parts, start + 1, key=lambda part: part[1])
    while at < len(parts) and parts[at][0] < end:
        yield max(start, parts[at][0]), min(end, parts[at][1])
        at += 1
