"""The only maker of text for a model: slices of the document, within a budget, with the spans they came from.

A slice is made of segments: words of the document, verbatim with their place, and markers (page markers, heading
marks, blank lines) without one. Reading goes on exactly where a slice stopped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from pincite.costs import Costs, count_after, count_tokens
from pincite.errors import RequestError
from pincite.markup import Markup, Segment, Unit
from pincite.model import Block, Document, Span
from pincite.spans import page_of, page_spans, visible_parts

__all__ = ["MIN_TOKENS", "Position", "Segment", "Slice", "page_of", "page_spans", "render"]

MIN_TOKENS = 64  # holds the longest page marker and some words: less could not move forward
_SENTENCE_END = re.compile(r"[.!?;:][\"'”’)\]]*\s+|[。！？；]")
_LINE_END = re.compile(r"\n\s*")
_SPACE = re.compile(r"\s+")
_CHARS_A_TOKEN = 10  # more than any text holds on average: bounds the search for a cut


class Position(NamedTuple):
    """Where a slice goes on: at ``Document.text[char]``, in the span with this index. As a string: ``2.18034``."""

    char: int
    span: int = 0

    def __str__(self) -> str:
        return f"{self.span}.{self.char}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``str(position)``. Raises ``RequestError`` (bad_cursor)."""
        found = re.fullmatch(r"(\d{1,6})\.(\d{1,12})", text.strip(), re.ASCII)
        if not found:
            raise _bad_cursor()
        return cls(int(found[2]), int(found[1]))


@dataclass(slots=True)
class Slice:
    """What one read returns. ``tokens`` is what it costs, as the costs say; ``next`` is ``None`` when nothing is
    left."""

    segments: list[Segment] = field(default_factory=list)
    tokens: int = 0
    next: Position | None = None

    @property
    def text(self) -> str:
        return "".join(s.text for s in self.segments)


def render(
    doc: Document,
    spans: Sequence[Span],
    *,
    costs: Costs | None = None,
    max_tokens: int | None = None,
    start: Position | None = None,
) -> Slice:
    """The text of the spans from ``start`` on, as far as ``max_tokens`` allow (``None``: all). ``costs`` saves
    counting again.

    Raises ``RequestError``: bad_budget below ``MIN_TOKENS``, bad_cursor for a position outside the spans.
    """
    if max_tokens is not None and max_tokens < MIN_TOKENS:
        raise RequestError(
            f"A budget of {max_tokens} tokens is too small to read anything.",
            code="bad_budget",
            hint=f"Give at least {MIN_TOKENS} tokens.",
        )
    return _Filler(doc, costs, max_tokens).fill(list(visible_parts(doc, _rest(spans, start))))


def _rest(spans: Sequence[Span], start: Position | None) -> list[Span]:
    """The spans with all before ``start`` taken away (their indexes stay)."""
    if start is None:
        return list(spans)
    if not (start.span < len(spans) and spans[start.span].start <= start.char < spans[start.span].end):
        raise _bad_cursor()
    done = [Span(s.start, s.start) for s in spans[: start.span]]
    return [*done, Span(start.char, spans[start.span].end), *spans[start.span + 1 :]]


def _bad_cursor() -> RequestError:
    return RequestError(
        "This cursor does not belong to this read.",
        code="bad_cursor",
        hint="Pass the cursor back unchanged with the same references, or leave it out to start again.",
    )


class _Filler:
    """Fills one slice."""

    def __init__(self, doc: Document, costs: Costs | None, limit: int | None) -> None:
        self._doc = doc
        self._costs = costs
        self._markup = costs.markup if costs else Markup(doc)
        self._limit = limit
        self._taken: list[tuple[int, Unit, int]] = []  # (index of the span, unit, its cost)
        self._tokens = 0

    def fill(self, parts: Sequence[tuple[int, Block, int, int]]) -> Slice:
        pages: tuple[int, int] | None = None
        for index, block, start, end in parts:
            unit = self._markup.unit(block, start, end, pages)
            cost = self._cost(unit)
            if self._limit is not None and self._tokens + cost > self._limit:
                return self._stop(index, block, unit, pages)
            self._take(index, unit, cost)
            pages = unit.last
        return self._slice(None)

    def _take(self, index: int, unit: Unit, cost: int) -> None:
        self._taken.append((index, unit, cost))
        self._tokens += cost

    def _slice(self, position: Position | None) -> Slice:
        segments: list[Segment] = []
        for _, unit, _ in self._taken:
            if unit.marker:
                segments.append(Segment(unit.marker))
            segments.extend(unit.body)
        return Slice(segments, self._tokens, position)

    def _cost(self, unit: Unit) -> int:
        before = self._taken[-1][1] if self._taken else None
        if self._costs:
            return self._costs.unit(unit, before)
        ends_in = unit.marker or (before.body_text if before else "")
        return count_tokens(unit.marker) + count_after(ends_in, unit.body_text)

    def _stop(self, index: int, block: Block, unit: Unit, pages: tuple[int, int] | None) -> Slice:
        """The block does not fit: its first part is taken where much room is left, else the slice ends before it."""
        assert self._limit is not None
        room = self._limit - self._tokens
        if not self._taken or room >= self._limit // 2 or (room >= self._limit // 4 and self._cost(unit) > self._limit):
            cut = self._cut(block, unit, pages, room)
            if cut is not None:
                part = self._markup.unit(block, unit.start, cut, pages)
                self._take(index, part, self._cost(part))
                return self._slice(Position(cut, index))
        at = Position(unit.start, index)
        while len(self._taken) > 1 and self._doc.blocks[self._taken[-1][1].block].kind.is_heading:
            if all(self._doc.blocks[u.block].kind.is_heading for _, u, _ in self._taken):
                break
            index, heading, cost = self._taken.pop()  # a heading goes with the text below it
            self._tokens -= cost
            at = Position(heading.start, index)
        return self._slice(at)

    def _cut(self, block: Block, unit: Unit, pages: tuple[int, int] | None, room: int) -> int | None:
        """Where the unit may end to fit in ``room`` tokens; ``None`` where not even a character fits."""
        low, high = unit.start, min(unit.end - 1, unit.start + room * _CHARS_A_TOKEN)
        while low < high:
            middle = (low + high + 1) // 2
            if self._cost(self._markup.unit(block, unit.start, middle, pages)) <= room:
                low = middle
            else:
                high = middle - 1
        while low > unit.start:
            at = boundary(self._doc.text, unit.start, low, in_table=block.table is not None)
            if self._cost(self._markup.unit(block, unit.start, at, pages)) <= room:
                return at
            low = at - 1
        return None


def boundary(text: str, start: int, end: int, *, in_table: bool) -> int:
    """The best place to stop at or before ``end``: after a table row; after a sentence, a line or a word; anywhere.
    What follows is never white space: it would be lost between two slices."""
    if in_table:
        row = text.rfind("\n", start, end) + 1
        if row > start:
            return row
    window = (start + end) // 2
    for pattern, since in ((_SENTENCE_END, window), (_LINE_END, window), (_SPACE, start)):
        places = [m.end() for m in pattern.finditer(text, since, end) if not text[m.end() : m.end() + 1].isspace()]
        if places and places[-1] > start:
            return places[-1]
    while end > start + 1 and text[end : end + 1].isspace():
        end -= 1
    return end
