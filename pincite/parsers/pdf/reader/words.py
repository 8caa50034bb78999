"""Cuts the text of a page into words: at white space, at changes of look, and at jumps between columns, cells and
lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from pincite.parsers.pdf.layout import Flag, Word
from pincite.parsers.pdf.reader.accents import compose_accents
from pincite.parsers.pdf.reader.glyphs import Glyphs
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN, SOFT_HYPHEN, UNKNOWN, is_unusual, spell
from pincite.parsers.pdf.reader.holes import Solid, part_at_holes
from pincite.parsers.pdf.reader.lamalef import mend_lam_alef
from pincite.parsers.pdf.reader.looks import Look
from pincite.parsers.pdf.reader.runs import CJK, Found, Run, split, step
from pincite.parsers.pdf.reader.spans import Spans, crooked, find_backward, find_plain, read_spans, straightened
from pincite.parsers.pdf.reader.unmapped import unmapped_characters

_MIXED = re.compile(r"[0-9][^\W\d]|[^\W\d][0-9]|[)\]][0-9]")  # where a raised or lowered mark may stand inside
_TOUCHING = 0.025  # of the size: what stands this near is one word, whatever white space the file has between
_LEVEL = 0.05  # of the size: how far words that are one may differ in height
_REACHING = frozenset("fjJ")  # italics that reach far over their neighbours, to the right or the left
_STOPS = frozenset(",.;:!?")  # a space of the file after them is meant, however narrow
_OVERLAP = 0.06  # of the size: what overlaps more is not one word
_HYPHEN = Flag.HYPHEN.value
_GLUED = Flag.GLUED.value


def read_words(glyphs: Glyphs, solid: Solid | None = None) -> list[Found]:
    """Words in the order of the page's text. ``solid`` is what is known of words from other pages."""
    mend_lam_alef(glyphs)
    compose_accents(glyphs)
    page = glyphs.text
    spans = read_spans(glyphs)
    if not spans.raws:
        return []
    spans, whole = part_at_holes(glyphs, spans, _whole(glyphs, spans), set() if solid is None else solid)
    for i in find_backward(spans):
        whole[i] = False
    raws, starts, firsts, lasts, looks = spans.raws, spans.starts, spans.firsts, spans.lasts, spans.looks
    rough = _read_characters(glyphs, spans, [i for i, ok in enumerate(whole) if not ok])
    unmapped = unmapped_characters(raws, starts, [look.font for look in looks], glyphs.is_unmapped)
    unusual = bool(unmapped) or is_unusual(page)
    joined = _joined(glyphs, spans)
    out: list[Found] = []
    new = tuple.__new__  # a named tuple's own constructor takes twice the time
    known: Look | None = None
    for i, (raw, box, a, b, look, ok) in enumerate(
        zip(raws, spans.edges.tolist(), firsts, lasts, looks, whole, strict=True)
    ):
        if not ok:
            parts = list(split(next(rough)))
            if i in joined and out and parts:
                _join(out, *parts.pop(0))
            out += parts
            continue
        if unmapped and (table := unmapped.get(look.font)):
            raw = raw.translate(table)
        text, flags = (raw, 0) if not unusual or (raw.isascii() and raw.isprintable()) else spell(raw)
        if not text:
            continue
        if look is not known:  # most words look as the one before
            style, _, angle, mcid, painted, *_ = known = look
        word: Word = new(Word, (text, *box, style, mcid, flags, angle))
        if i in joined and out:
            _join(out, word, a, b, painted)
        else:
            out.append((word, a, b, painted))
    if LINE_END_HYPHEN in page or SOFT_HYPHEN in page:
        _mend_hyphens(out)
    return out


def _whole(glyphs: Glyphs, spans: Spans) -> list[bool]:
    """For each word whether it is one without a look at each of its characters, but for holes: it keeps its base line,
    is as long as its letters need, begins and ends in the same look."""
    whole, looks, lasts = find_plain(spans), spans.looks, spans.lasts
    ends = zip(spans.firsts, lasts, whole, strict=True)
    pieced = [i for i, (first, last, ok) in enumerate(ends) if ok and first != last]
    alike = glyphs.alike([looks[i] for i in pieced], [lasts[i] for i in pieced])
    for i, same in zip(pieced, alike, strict=True):
        raw = spans.raws[i]
        whole[i] = same and (raw.isalpha() or not _MIXED.search(raw)) and (looks[i].angle == 0 or len(raw) == 1)
    return whole


def _joined(glyphs: Glyphs, spans: Spans) -> set[int]:
    """The words that stand so near to the one before that they are one with it: the white space between them is
    pdfium's or the file's, but not on the page."""
    heads, tails, looks = spans.heads, spans.tails, spans.looks
    size = spans.sizes[:-1]
    gap, level = heads[1:, 0] - tails[:-1, 2], np.abs(heads[1:, 1] - tails[:-1, 1])
    near = (gap < _TOUCHING * size) & (gap > -_OVERLAP * size) & (level < _LEVEL * size)
    near &= heads[1:, 0] > tails[:-1, 0]
    found = [i + 1 for i in np.flatnonzero(near).tolist() if looks[i].angle == looks[i + 1].angle == 0]
    turned = any(look.angle for look in spans.kinds)
    for i in [i for i, look in enumerate(looks) if i and look.angle] if turned else ():
        free, off = step(tails[i - 1], heads[i], looks[i].angle)
        near_by = -_OVERLAP * looks[i].size < free < _TOUCHING * looks[i].size
        if near_by and looks[i].angle == looks[i - 1].angle and off < _LEVEL * looks[i].size:
            found.append(i)
    return {i for i in found if _may_join(glyphs, spans, i)}


def _may_join(glyphs: Glyphs, spans: Spans, i: int) -> bool:
    before, after = spans.raws[i - 1][-1], spans.raws[i][0]
    one, two = spans.looks[i - 1], spans.looks[i]
    if before == LINE_END_HYPHEN or before >= CJK or after >= CJK or one.slanted or two.slanted:
        return False
    if not one.goes_with(two):
        return False
    if (one.leans or two.leans) and (before in _REACHING or after in _REACHING or not _is_closed_up(spans, i)):
        return False
    return before not in _STOPS or all(map(glyphs.is_generated, range(spans.ends[i - 1] + 1, spans.starts[i])))


def _is_closed_up(spans: Spans, i: int) -> bool:
    """Whether leaning letters leave no room at all: most of them reach over the space beside them."""
    gap, _ = step(spans.tails[i - 1], spans.heads[i], spans.looks[i].angle)
    return bool(gap < 0.005 * spans.looks[i].size)


def _join(out: list[Found], word: Word, a: int, b: int, painted: bool) -> None:
    """Adds the rest of a word, unless its end turned out to look otherwise."""
    before, first, _, _ = out[-1]
    if before.mcid != word.mcid or before.style != word.style:
        flags = word.flags | _GLUED if before.style == word.style else word.flags
        out.append((word._replace(flags=flags), a, b, painted))
        return
    whole = before._replace(
        text=before.text + word.text,
        x0=min(before.x0, word.x0),
        y0=min(before.y0, word.y0),
        x1=max(before.x1, word.x1),
        y1=max(before.y1, word.y1),
        flags=before.flags | word.flags,
    )
    out[-1] = (whole, first, b, painted)


def _read_characters(glyphs: Glyphs, spans: Spans, numbers: list[int]) -> Iterator[Run]:
    """The characters of some words, asked for in one go."""
    indices = [i for n in numbers for i in range(spans.starts[n], spans.ends[n] + 1)]
    if not indices:
        return
    edges = glyphs.boxes(indices)
    owners = glyphs.owners(indices)
    looks = glyphs.looks(indices, owners)
    askew = crooked(glyphs, indices, edges, looks)
    if askew:
        edges[askew] = straightened(glyphs, edges[askew], [indices[i] for i in askew], [looks[i] for i in askew])
    boxes = edges.tolist()
    text = "".join(UNKNOWN if glyphs.is_unmapped(i) else glyphs.text[i] for i in indices)
    at = 0
    for n in numbers:
        here = slice(at, at + spans.ends[n] + 1 - spans.starts[n])
        at = here.stop
        yield Run(text[here], boxes[here], owners[here], looks[here]).in_order()


def _mend_hyphens(found: list[Found]) -> None:
    """A hyphen that pdfium takes for a word division though the word goes on in the same line is an ordinary one."""
    for i in [i for i, (word, *_) in enumerate(found[:-1]) if word.flags & _HYPHEN]:
        word, after = found[i][0], found[i + 1][0]
        if _goes_on(word, after):
            found[i] = (word._replace(flags=word.flags & ~_HYPHEN), *found[i][1:])
            found[i + 1] = (after._replace(flags=after.flags | _GLUED), *found[i + 1][1:])


def _goes_on(a: Word, b: Word) -> bool:
    gap, off = step(a[1:5], b[1:5], a.angle)
    height = (a.y1 - a.y0) if a.angle % 180 == 0 else (a.x1 - a.x0)
    return a.angle == b.angle and off < 0.2 * height and gap < 0.15 * height
