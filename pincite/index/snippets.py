"""The window of a passage that shows best why it was found: some thirty words of the document, word for word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from pincite.index.schema import stems
from pincite.index.words import Word, words
from pincite.model import Block, Document, Kind, Span
from pincite.spans import block_at, blocks_in

_WINDOW = 30
_LEAD = 15  # words that may stand before the window back to the beginning of its sentence
_RUN_UP = 8  # words before the window where the beginning of its sentence is farther
_LONGEST = 400  # characters, where words are long or there are none
_SEAM = 3  # characters between the parts of a compound, also one that is broken over lines
_WORD_START = re.compile(r"(?<!\S)\S")
_SENTENCE_END = (". ", "? ", "! ", ".\n", "\n\n", "\n", "。", "؟ ")


class Snippet(NamedTuple):
    """``span`` in the document's text, and the block in it that matches best."""

    span: Span
    block: int


class _Run(NamedTuple):
    """The words of a stretch of text, and what each weighs."""

    start: int
    words: list[Word]
    stems: list[str]
    weights: list[float]


class _Window(NamedTuple):
    run: _Run
    first: int
    last: int
    weight: float

    @property
    def span(self) -> Span:
        return Span(self.run.start + self.run.words[self.first].start, self.run.start + self.run.words[self.last].end)


def best_window(
    doc: Document, span: Span, weights: Mapping[str, float], may_show: Callable[[Block], bool]
) -> Snippet | None:
    """The window of ``span`` with the most weight of different words (``weights`` by stem), the earliest of equals;
    within blocks that ``may_show`` allows. ``None`` where it allows none with words."""
    runs = (_weighed(doc, stretch, weights) for stretch in _stretches(doc, span, may_show))
    windows = [_heaviest(run) for run in runs if run.words]
    if not windows:
        return None
    best = max(windows, key=lambda window: window.weight)
    return Snippet(_trimmed(doc, span, best.span), _main_block(doc, best))


def _stretches(doc: Document, span: Span, may_show: Callable[[Block], bool]) -> list[Span]:
    """The span without what may not be shown."""
    out: list[Span] = []
    whole = False
    for block in blocks_in(doc, span):
        if not may_show(block):
            whole = False
            continue
        start, end = max(block.start, span.start), min(block.end, span.end)
        if whole:
            out[-1] = Span(out[-1].start, end)
        else:
            out.append(Span(start, end))
        whole = True
    return out


def _weighed(doc: Document, stretch: Span, weights: Mapping[str, float]) -> _Run:
    found = words(doc.text[stretch.start : stretch.end])
    roots = stems([word.term for word in found])
    weighed = [weights.get(root, 0.0) or weights.get(word.term, 0.0) for root, word in zip(roots, found, strict=True)]
    for i, (word, after) in enumerate(pairwise(found)):
        if after.start - word.end <= _SEAM and (
            weight := weights.get(word.term + after.term)
        ):  # a compound, asked for as one
            weighed[i] = weighed[i + 1] = weight
    return _Run(stretch.start, found, roots, weighed)


def _heaviest(run: _Run) -> _Window:
    """The best window of a run; each begins with a word that counts, if there is one."""
    best: _Window | None = None
    for first in [i for i, weight in enumerate(run.weights) if weight] or [0]:
        last = min(first + _WINDOW, len(run.words)) - 1
        inside = range(first, last + 1)
        different = {run.stems[i]: run.weights[i] for i in inside if run.weights[i]}
        weight = sum(different.values()) + 0.1 * sum(run.weights[i] for i in inside)
        if best is None or weight > best.weight + 1e-9:
            best = _Window(run, first, last, weight)
    assert best is not None  # a run has words
    return best


def _main_block(doc: Document, window: _Window) -> int:
    """The block with the most weight in the window, the first of equals."""
    totals: dict[int, float] = {}
    for i in range(window.first, window.last + 1):
        block = block_at(doc, window.run.start + window.run.words[i].start)
        assert block is not None  # words stand in blocks
        totals[block.id] = totals.get(block.id, 0.0) + window.run.weights[i]
    return max(totals, key=lambda block_id: (totals[block_id], -block_id))


def _trimmed(doc: Document, span: Span, window: Span) -> Span:
    """From the beginning of the row, or of the sentence if that is near, to the end of a word (or row)."""
    first, last = block_at(doc, window.start), block_at(doc, window.end - 1)
    assert first is not None
    assert last is not None
    low, high = max(first.start, span.start), min(last.end, span.end)
    if first.kind is Kind.TABLE:
        start = max(low, doc.text.rfind("\n", low, window.start) + 1)
    else:
        start = _sentence_start(doc.text, low, window.start)
    end = _row_end(doc.text, window.end, high) if last.kind is Kind.TABLE else _word_end(doc.text, window.end, high)
    return Span(start, end if last.kind is Kind.TABLE else min(end, start + _LONGEST))


def _row_end(text: str, end: int, high: int) -> int:
    stop = text.find("\n", end, high)
    return high if stop < 0 else stop


def _word_end(text: str, end: int, high: int) -> int:
    """With the punctuation that follows."""
    while end < high and not text[end].isspace() and not text[end].isalnum():
        end += 1
    return end


def _sentence_start(text: str, low: int, start: int) -> int:
    before = text[low:start]
    at = max((before.rfind(mark) + len(mark) for mark in _SENTENCE_END if mark in before), default=0)
    if len(before[at:].split()) <= _LEAD:
        return low + at
    run_up = [match.start() for match in _WORD_START.finditer(before, at)][-_RUN_UP:]
    return low + run_up[0]
