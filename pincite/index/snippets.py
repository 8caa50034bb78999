"""The window of a passage that shows best why it was found: some thirty words of the document, word for word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from pincite.index.schema import stems
from pincite.index.words import Word, words
from pincite.model import Block, Document, Kind, Span
from pincite.spans import blocks_in

_WINDOW = 30
_LEAD = 12  # words that may stand before the window back to the beginning of its sentence
_LONGEST = 400  # characters, where words are long or there are none
_SENTENCE_END = (". ", "? ", "! ", ".\n", "\n\n", "\n", "。", "؟ ")


class Snippet(NamedTuple):
    """``span`` in the document's text, and the block in it that matches best."""

    span: Span
    block: int


class _Placed(NamedTuple):
    start: int
    end: int
    block: int
    weight: float
    stem: str


def best_window(
    doc: Document, span: Span, weights: Mapping[str, float], may_show: Callable[[Block], bool]
) -> Snippet | None:
    """The window of ``span`` with the most weight of different words (``weights`` by stem), the earliest of equals; within
    blocks that ``may_show`` allows. ``None`` where it allows none with words."""
    best: tuple[float, list[_Placed]] | None = None
    for run in _runs(doc, span, weights, may_show):
        found = _heaviest(run)
        if found and (best is None or found[0] > best[0]):
            best = found
    if best is None:
        return None
    window = best[1]
    return Snippet(_trimmed(doc, span, window), _main_block(window))


def _runs(
    doc: Document, span: Span, weights: Mapping[str, float], may_show: Callable[[Block], bool]
) -> list[list[_Placed]]:
    """The words of the span, in runs without anything in between that may not be shown."""
    runs: list[list[_Placed]] = [[]]
    for block in blocks_in(doc, span):
        if not may_show(block):
            runs.append([])
            continue
        start = max(block.start, span.start)
        found: list[Word] = words(doc.text[start : min(block.end, span.end)])
        for word, stem in zip(found, stems([w.term for w in found]), strict=True):
            weight = max(weights.get(stem, 0.0), weights.get(word.term, 0.0))
            runs[-1].append(_Placed(start + word.start, start + word.end, block.id, weight, stem))
    return [run for run in runs if run]


def _heaviest(run: list[_Placed]) -> tuple[float, list[_Placed]] | None:
    """The best window of a run; each begins with a word that counts, if there is one."""
    best: tuple[float, list[_Placed]] | None = None
    for first in [i for i, word in enumerate(run) if word.weight] or [0]:
        window = run[first : first + _WINDOW]
        weight = sum({word.stem: word.weight for word in window}.values())
        weight += 0.1 * sum(word.weight for word in window)
        if best is None or weight > best[0] + 1e-9:
            best = weight, window
    return best


def _main_block(window: Collection[_Placed]) -> int:
    """The block with the most weight in the window, the first of equals."""
    totals: dict[int, float] = {}
    for word in window:
        totals[word.block] = totals.get(word.block, 0.0) + word.weight
    return max(totals, key=lambda block: (totals[block], -block))


def _trimmed(doc: Document, span: Span, window: list[_Placed]) -> Span:
    """From the beginning of the row, or of the sentence if that is near, to the end of a word (or row)."""
    start, end = window[0].start, window[-1].end
    first, last = doc.blocks[window[0].block], doc.blocks[window[-1].block]
    low, high = max(first.start, span.start), min(last.end, span.end)
    if first.kind is Kind.TABLE:
        start = max(low, doc.text.rfind("\n", low, start) + 1)
    else:
        start = _sentence_start(doc.text, low, start)
    if last.kind is Kind.TABLE:
        stop = doc.text.find("\n", end, high)
        end = high if stop < 0 else stop
    elif end < high and not doc.text[end].isspace():
        end = next((i for i in range(end, min(high, end + 20)) if doc.text[i].isspace()), end)
    return Span(start, min(end, start + _LONGEST) if first.kind is not Kind.TABLE else end)


def _sentence_start(text: str, low: int, start: int) -> int:
    before = text[low:start]
    at = max((before.rfind(mark) + len(mark) for mark in _SENTENCE_END if mark in before), default=0)
    return low + at if len(before[at:].split()) <= _LEAD else start
