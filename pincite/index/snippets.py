"""The window of a passage that shows best why it was found: some thirty words of the document, word for word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import add
from typing import NamedTuple

from pincite.index.schema import stems
from pincite.index.words import Words
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
    """The words of a stretch of text, and those of them that count: place among the words, stem, weight."""

    start: int
    words: Words
    counting: list[tuple[int, str, float]]

    def spans(self, first: int, last: int) -> list[Span]:
        """Where the words from ``first`` to ``last`` stand in the document."""
        return [Span(self.start + start, self.start + end) for start, end in self.words.spans(first, last)]


class _Window(NamedTuple):
    run: _Run
    first: int
    last: int
    weight: float


def best_window(
    doc: Document, span: Span, weights: Mapping[str, float], may_show: Callable[[Block], bool]
) -> Snippet | None:
    """The window of ``span`` with the most weight of different words (``weights`` by stem), the earliest of equals;
    within blocks that ``may_show`` allows. ``None`` where it allows none with words."""
    runs = (_weighed(doc, stretch, weights) for stretch in _stretches(doc, span, may_show))
    windows = [_heaviest(run) for run in runs if run.words.terms]
    if not windows:
        return None
    best = max(windows, key=lambda window: window.weight)
    places = best.run.spans(best.first, best.last)
    shown = Span(places[0].start, places[-1].end)
    return Snippet(_trimmed(doc, span, shown), _main_block(doc, best, places))


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
    found = Words(doc.text[stretch.start : stretch.end])
    terms, roots = found.terms, stems(found.terms)
    wanted = {word for word, weight in weights.items() if weight}
    weighed = {
        i: weights.get(root) or weights[term]
        for i, (root, term) in enumerate(zip(roots, terms, strict=True))
        if root in wanted or term in wanted
    }
    for i, compound in enumerate(map(add, terms, terms[1:])):
        if compound in wanted and _are_joined(found, i):  # asked for as one word
            weighed[i] = weighed[i + 1] = weights[compound]
    return _Run(stretch.start, found, [(i, roots[i], weighed[i]) for i in sorted(weighed)])


def _are_joined(found: Words, i: int) -> bool:
    """Whether a word and the one after it may be parts of one."""
    word, after = found.spans(i, i + 1)
    return after.start - word.end <= _SEAM


def _heaviest(run: _Run) -> _Window:
    """The best window of a run; each begins with a word that counts, if there is one."""
    end = len(run.words.terms) - 1
    best = _Window(run, 0, min(_WINDOW - 1, end), 0.0)
    stop, heaviest = 0, -1.0
    for at, (first, _, _) in enumerate(run.counting):
        last = min(first + _WINDOW - 1, end)
        while stop < len(run.counting) and run.counting[stop][0] <= last:
            stop += 1
        inside = run.counting[at:stop]
        different = {stem: weight for _, stem, weight in inside}
        weight = sum(different.values()) + 0.1 * sum([weight for _, _, weight in inside])
        if weight > heaviest + 1e-9:
            heaviest, best = weight, _Window(run, first, last, weight)
    return best


def _main_block(doc: Document, window: _Window, places: Sequence[Span]) -> int:
    """The block with the most weight in the window, the first of equals. ``places``: of the window's words."""
    counting = [(i, weight) for i, _, weight in window.run.counting if window.first <= i <= window.last]
    totals: dict[int, float] = {}
    for i, weight in counting or [(window.first, 0.0)]:
        block = block_at(doc, places[i - window.first].start)
        assert block is not None  # words stand in blocks
        totals[block.id] = totals.get(block.id, 0.0) + weight
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
