"""The words of a page as stretches of its text between white space, with what their ends tell."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.reader.glyphs import Boxes, Glyphs
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN
from pincite.parsers.pdf.reader.looks import Look
from pincite.parsers.pdf.reader.runs import BACKWARD, BRACKETLESS, CJK, MARKS

_PART = re.compile(f"[^{LINE_END_HYPHEN}]+{LINE_END_HYPHEN}?|{LINE_END_HYPHEN}")
_INK = 0.9  # of the size: lines are higher
_ASCENT, _DESCENT = 0.8, 0.2  # of the size: the box of a line of text from its base line


class Spans(NamedTuple):
    """The words of a page as stretches of its text, in parallel lists; ``heads`` and ``tails`` are the boxes of their
    first and last characters, ``edges`` those of the words, ``firsts`` and ``lasts`` the text objects of the first and
    last characters; ``sizes`` are those of the looks, of which ``kinds`` has each once."""

    raws: list[str]
    starts: list[int]
    ends: list[int]
    heads: Boxes
    tails: Boxes
    edges: Boxes
    firsts: list[int]
    lasts: list[int]
    looks: list[Look]
    kinds: list[Look]
    sizes: NDArray[np.float64]


def make_spans(
    raws: list[str],
    starts: list[int],
    ends: list[int],
    heads: Boxes,
    tails: Boxes,
    firsts: list[int],
    lasts: list[int],
    looks: list[Look],
) -> Spans:
    """Spans with what follows from their other parts."""
    edges = np.minimum(heads, tails)
    np.maximum(heads[:, 2:], tails[:, 2:], out=edges[:, 2:])
    kinds = list({id(look): look for look in looks}.values())
    sizes = np.array(array("d", [look.size for look in looks]))
    return Spans(raws, starts, ends, heads, tails, edges, firsts, lasts, looks, kinds, sizes)


def read_spans(glyphs: Glyphs) -> Spans:
    raws, starts, ends = _stretches(glyphs.text)
    if not raws:
        none = np.zeros((0, 4))
        return make_spans([], [], [], none, none, [], [], [])
    n = len(starts)
    edges = glyphs.boxes(starts + ends)
    firsts = glyphs.owners(starts)
    lasts = _last_owners(glyphs, ends, firsts)
    looks = glyphs.looks(starts, firsts)
    askew = crooked(glyphs, starts + ends, edges, looks + looks)
    if askew:
        indices = [(starts + ends)[i] for i in askew]
        edges[askew] = straightened(glyphs, edges[askew], indices, [looks[i % n] for i in askew])
    return make_spans(raws, starts, ends, edges[:n], edges[n:], firsts, lasts, looks)


def _stretches(page: str) -> tuple[list[str], list[int], list[int]]:
    """What stands between white space or behind a line-end hyphen, with the places of the first and last characters."""
    raws, starts, at = page.split(), [], 0
    if LINE_END_HYPHEN in page:
        raws = [part for raw in raws for part in (_PART.findall(raw) if LINE_END_HYPHEN in raw else (raw,))]
    for raw in raws:
        at = page.index(raw, at)
        starts.append(at)
        at += len(raw)
    return raws, starts, [start + len(raw) - 1 for start, raw in zip(starts, raws, strict=True)]


def _last_owners(glyphs: Glyphs, ends: list[int], firsts: list[int]) -> list[int]:
    """The text objects of the last characters. A word between two beginnings of one object lies in it."""
    lasts = list(firsts)
    open_ends = [i for i, (a, b) in enumerate(pairwise((*firsts, 0))) if a != b or not a]
    for i, owner in zip(open_ends, glyphs.owners([ends[i] for i in open_ends]), strict=True):
        lasts[i] = owner
    return lasts


def crooked(glyphs: Glyphs, indices: Sequence[int], boxes: Boxes, looks: Sequence[Look]) -> list[int]:
    """Which boxes are not as high as a line: those of fonts that do not say how high they are, and those of joined
    letters that run from right to left, of which pdfium gives the ink alone."""
    found = {i for i, look in enumerate(looks) if look.misshapen}
    if not glyphs.text.isascii() and BACKWARD.search(glyphs.text):
        heights = (boxes[:, 3] - boxes[:, 1]).tolist()
        for i, (at, height, look) in enumerate(zip(indices, heights, looks, strict=True)):
            if height < _INK * look.size and look.angle == 0 and BACKWARD.match(glyphs.text[at]):
                found.add(i)
    return sorted(found)


def straightened(glyphs: Glyphs, boxes: Boxes, indices: list[int], looks: list[Look]) -> Boxes:
    """Boxes of the height of a line about the base line, in place of others (``crooked``)."""
    boxes = boxes.copy()
    for box, (x, y), look in zip(boxes, glyphs.origins(indices), looks, strict=True):
        up, down = _ASCENT * look.size, _DESCENT * look.size
        if look.slanted:
            continue
        if look.angle == 0:
            box[1::2] = y - up, y + down
            if not look.misshapen:
                box[0] = min(box[0], x)
        elif look.angle == 180:
            box[1::2] = y - down, y + up
        elif look.angle == 90:
            box[0::2] = x - down, x + up
        else:
            box[0::2] = x - up, x + down
    return boxes


def find_plain(spans: Spans) -> list[bool]:
    """For each word whether it keeps its base line and is as long as its letters need."""
    looks, edges, size = spans.looks, spans.edges, spans.sizes
    length = np.fromiter(map(len, spans.raws), np.int64, len(spans.raws))
    need = (length * 0.75 + 0.5) * size
    if not all(map(str.isascii, spans.raws)):
        wide = np.array([raw[0] >= CJK for raw in spans.raws])
        need += np.where(wide, length * 0.3 * size, 0.0)
    shift = np.abs(spans.heads - spans.tails)
    drift, extent = shift[:, 1] + shift[:, 3], edges[:, 2] - edges[:, 0]
    if any(look.slanted or look.angle % 180 for look in spans.kinds):
        down = edges[:, 3] - edges[:, 1]
        upright = np.array([look.angle % 180 == 0 for look in looks])
        slanted = np.array([look.slanted for look in looks])
        drift = np.where(slanted, 0.0, np.where(upright, drift, shift[:, 0] + shift[:, 2]))
        extent = np.where(slanted, np.hypot(extent, down), np.where(upright, extent, down))
    plain: list[bool] = ((drift < 0.1 * size) & (extent < need)).tolist()
    return plain


def find_backward(spans: Spans) -> list[int]:
    """The words whose last character stands to the left of the first. In a line that runs from right to left pdfium
    turns the parts of an address ("com.example.www"), too. Of a script that runs from right to left, those whose last
    character stands to the right, and those with signs or marks."""
    raws, heads, tails = spans.raws, spans.heads, spans.tails
    found = [i for i in np.flatnonzero(heads[:, 0] > tails[:, 2] - 0.01).tolist() if BRACKETLESS.fullmatch(raws[i])]
    foreign = [i for i, raw in enumerate(raws) if len(raw) > 1 and not raw.isascii() and BACKWARD.search(raw)]
    found += [
        i for i in foreign if heads[i, 0] < tails[i, 0] or not BACKWARD.fullmatch(raws[i]) or MARKS.search(raws[i])
    ]
    return [i for i in found if spans.looks[i].angle == 0]
