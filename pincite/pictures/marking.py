"""Boxes of characters: the lines of a document cut to the letters of a quote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pincite.fold import fold
from pincite.model import BBox, Document, Region, Span
from pincite.pictures.letterwidths import advance
from pincite.spans import blocks_in, regions_in

_REACH = 0.25  # of the height of a line: how far the middle of a letter may stand outside its box
_HOLE = 2.5  # of the height of a line: nobody justifies words that far apart
_ALIKE = 0.6  # share of a line's letters that must be found among those that stand there


class PageLetters(NamedTuple):
    """The letters of a page in the order of the file, without white space, and a box for each."""

    text: str
    boxes: Sequence[BBox]


LettersOf = Callable[[int], PageLetters | None]
"""The letters of a physical page; ``None`` where they cannot be had."""


def line_boxes(doc: Document, spans: Iterable[Span], letters_of: LettersOf) -> dict[int, tuple[BBox, ...]]:
    """Where the characters of the spans stand, by physical page: a box for each stretch of a line, none where the
    format has no geometry."""
    found: dict[int, list[BBox]] = {}
    for region, span in _lines(doc, spans):
        if region.bbox is not None:
            boxes = _cut(doc, region, region.bbox, span, letters_of(region.page))
            found.setdefault(region.page, []).extend(boxes)
    return {page: tuple(boxes) for page, boxes in found.items()}


def _lines(doc: Document, spans: Iterable[Span]) -> Iterator[tuple[Region, Span]]:
    for span in spans:
        for block in blocks_in(doc, span):
            for region in regions_in(block, span):
                yield region, Span(max(region.start, span.start), min(region.end, span.end))


def _cut(doc: Document, region: Region, box: BBox, span: Span, letters: PageLetters | None) -> list[BBox]:
    if letters is not None:
        exact = _by_letters(doc, region, box, span, letters)
        if exact:
            return exact
    return [_by_share(doc.text, region, box, span)]


def _by_share(text: str, region: Region, box: BBox, span: Span) -> BBox:
    """The part of a line that letters of ordinary width take up; an upright line keeps its whole box."""
    whole = advance(text[region.start : region.end])
    if tuple(span) == (region.start, region.end) or box.y1 - box.y0 > box.x1 - box.x0 or not whole:
        return box
    step = (box.x1 - box.x0) / whole
    left = box.x0 + step * advance(text[region.start : span.start])
    return BBox(left, box.y0, left + step * advance(text[span.start : span.end]), box.y1)


def _by_letters(doc: Document, region: Region, box: BBox, span: Span, letters: PageLetters) -> list[BBox]:
    """The boxes of the span's letters; none where other letters stand there than the line has."""
    there = _inside(letters, box)
    line, at = _folded(doc.text[region.start : region.end])
    page, on = _folded("".join(letters.text[i] for i in there))
    wanted = set(range(span.start - region.start, span.end - region.start))
    pairs = list(_aligned(line, page))
    if not line or len(pairs) < _ALIKE * len(line):
        return []
    chosen = {there[on[j]] for i, j in pairs if at[i] in wanted}
    return _stretches(chosen, there, letters)


def _inside(letters: PageLetters, box: BBox) -> list[int]:
    reach = _REACH * min(box.x1 - box.x0, box.y1 - box.y0)
    x0, y0, x1, y1 = 2 * (box.x0 - reach), 2 * (box.y0 - reach), 2 * (box.x1 + reach), 2 * (box.y1 + reach)
    return [i for i, b in enumerate(letters.boxes) if x0 < b.x0 + b.x1 < x1 and y0 < b.y0 + b.y1 < y1]


def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text without white space, and for each of its characters where it comes from."""
    folded = fold(text, case=True)
    kept = [(char, at) for char, at in zip(folded.text, folded.offsets, strict=False) if char != " "]
    return "".join(char for char, _ in kept), [at for _, at in kept]


def _aligned(line: str, page: str) -> Iterator[tuple[int, int]]:
    """Pairs of characters of both that are the same, ascending."""
    start = page.find(line)
    if start >= 0:
        yield from ((i, start + i) for i in range(len(line)))
        return
    from rapidfuzz.distance import Levenshtein

    for same in Levenshtein.opcodes(line, page).as_matching_blocks():
        yield from ((same.a + k, same.b + k) for k in range(same.size))


def _stretches(chosen: set[int], there: Sequence[int], letters: PageLetters) -> list[BBox]:
    """A box around each run of chosen letters that has no other between them."""
    boxes = [letters.boxes[i] for i in there]
    wide = max(b.x1 for b in boxes) - min(b.x0 for b in boxes)
    high = max(b.y1 for b in boxes) - min(b.y0 for b in boxes)
    axis = 0 if wide >= high else 1
    order = sorted(zip(there, boxes, strict=True), key=lambda item: item[1][axis] + item[1][axis + 2])
    found: list[BBox] = []
    for is_chosen, run in groupby(order, key=lambda item: item[0] in chosen):
        if is_chosen:
            found += _parted([box for _, box in run], axis)
    return found


def _parted(boxes: Sequence[BBox], axis: int) -> Iterator[BBox]:
    """The box around letters in a row; several where there are holes between them, as after a currency sign."""
    start = 0
    for i in range(1, len(boxes) + 1):
        if i < len(boxes):
            high = boxes[i][3 - axis] - boxes[i][1 - axis]
            if boxes[i][axis] - boxes[i - 1][axis + 2] < _HOLE * high:
                continue
        yield _hull(boxes[start:i])
        start = i


def _hull(boxes: Sequence[BBox]) -> BBox:
    return BBox(min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))
