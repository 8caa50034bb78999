"""Parts words that pdfium gives as one: between text objects it overlooks a narrow word space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from pincite.parsers.pdf.reader.glyphs import Boxes, Glyphs
from pincite.parsers.pdf.reader.runs import NARROW, Run, may_part
from pincite.parsers.pdf.reader.spans import Spans, make_spans

# Where to cut a word, and the boxes and text objects of its characters.
_Holes = tuple[list[int], Boxes, list[int]]


# Words without any gap, by text, style and width in hundredths of a point: most words of a document come again and
# again, and need not be measured letter by letter each time.
Solid = set[tuple[str, int, int]]


def part_at_holes(glyphs: Glyphs, spans: Spans, whole: list[bool], solid: Solid) -> tuple[Spans, list[bool]]:
    """The words, those of several text objects parted where there is a gap inside. ``whole`` says which words may be
    asked, all in one look and on one base line; it comes back for the words as they are then. ``solid`` grows by the
    words that have no gap."""
    owners = zip(whole, spans.firsts, spans.lasts, strict=True)
    pieced = [i for i, (ok, first, last) in enumerate(owners) if ok and first != last]
    holes = _find_holes(glyphs, spans, pieced, solid) if pieced else {}
    if not holes:
        return spans, whole
    parts = [part for i in range(len(whole)) for part in _parts(spans, i, holes.get(i))]
    numbers, raws, starts, ends, heads, tails, firsts, lasts = zip(*parts, strict=True)
    looks = [spans.looks[i] for i in numbers]
    parted = make_spans(
        list(raws), list(starts), list(ends), np.array(heads), np.array(tails), list(firsts), list(lasts), looks
    )
    return parted, [whole[i] for i in numbers]


# The number of the word that it is of, then as in ``Spans``, without the look.
_Part = tuple[int, str, int, int, Boxes, Boxes, int, int]


def _parts(spans: Spans, i: int, holes: _Holes | None) -> Iterator[_Part]:
    raw, start = spans.raws[i], spans.starts[i]
    if holes is None:
        yield i, raw, start, spans.ends[i], spans.heads[i], spans.tails[i], spans.firsts[i], spans.lasts[i]
        return
    cuts, boxes, owners = holes
    for a, b in pairwise([0, *cuts, len(raw)]):
        yield i, raw[a:b], start + a, start + b - 1, boxes[a], boxes[b - 1], owners[a], owners[b - 1]


def _find_holes(glyphs: Glyphs, spans: Spans, numbers: list[int], solid: Solid) -> dict[int, _Holes]:
    """The holes of some words."""
    widths = np.rint(100 * (spans.edges[numbers, 2] - spans.edges[numbers, 0])).astype(int).tolist()
    keys = [(spans.raws[i], spans.looks[i].style, width) for i, width in zip(numbers, widths, strict=True)]
    unknown = {i: key for i, key in zip(numbers, keys, strict=True) if key not in solid}
    numbers = list(unknown)
    if not numbers:
        return {}
    starts, ends = spans.starts, spans.ends
    lengths = np.array([len(spans.raws[i]) for i in numbers])
    boxes = glyphs.boxes([k for i in numbers for k in range(starts[i], ends[i] + 1)])
    size = spans.sizes[numbers]
    of_word = np.repeat(np.arange(len(numbers)), lengths)
    gaps = boxes[1:, 0] - boxes[:-1, 2]
    wide = (gaps >= NARROW * size[of_word[1:]]) & (of_word[1:] == of_word[:-1])
    begins = np.cumsum(lengths) - lengths
    found: dict[int, _Holes] = {}
    gaping = {*of_word[1:][wide].tolist()}
    solid.update(key for n, key in enumerate(unknown.values()) if n not in gaping)
    for n in sorted(gaping):
        number, begin, end = numbers[n], int(begins[n]), int(begins[n] + lengths[n])
        own = boxes[begin:end]
        candidates = [k - begin + 1 for k in (np.flatnonzero(wide[begin : end - 1]) + begin).tolist()]
        hole = _confirm(glyphs, spans, number, own, candidates)
        if hole is not None:
            found[number] = hole
    return found


def _confirm(glyphs: Glyphs, spans: Spans, number: int, boxes: Boxes, candidates: list[int]) -> _Holes | None:
    raw, look = spans.raws[number], spans.looks[number]
    candidates = [k for k in candidates if may_part(raw[k - 1], raw[k])]
    if not candidates:
        return None
    owners = glyphs.owners(range(spans.starts[number], spans.ends[number] + 1))
    if look.misshapen:  # their heights come from the base line
        boxes = boxes.copy()
        boxes[:, 1::2] = spans.heads[number, 1::2]
    run = Run(raw, boxes.tolist(), owners, [look] * len(raw))
    gaps = (boxes[1:, 0] - boxes[:-1, 2]).tolist()
    spacing = run.spacing(gaps)
    cuts = [k for k in candidates if run.is_narrow_space(k, gaps[k - 1], spacing)]
    return (cuts, boxes, owners) if cuts else None
