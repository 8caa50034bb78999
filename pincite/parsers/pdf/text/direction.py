"""Text that runs from right to left: words as they stand on a line, put into the order in which they are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.parsers.pdf.layout import Flag, Style, Word
from pincite.parsers.pdf.scripts import RTL, STRONG_LTR, has_rtl

_GLUED = Flag.GLUED.value
_NEAR = 0.1  # of the size: what stands nearer is one word
_PARTED = 0.18  # the same where the file has nothing between them
_SURE = 0.7  # of the letters of a page that run one way
_SIGN_FIRST = re.compile(r"([,;:]|\.(?!\d)|\.(?=\d+[./]\d))([0-9A-Za-z](?:[^()\[\]]*[0-9A-Za-z%])?)", re.DOTALL)
_MARKER = re.compile(r"\.(\d{1,2})")
_STOPS = frozenset(".,;:!?،؛؟")
_MIRRORED = dict(zip("()[]{}", ")(][}{", strict=True))


def share_of_rtl(words: Sequence[Word]) -> float:
    """The share of the letters with a direction that run from right to left; 0 where there are none."""
    text = "".join([w.text for w in words])
    right = len(RTL.findall(text)) if not text.isascii() else 0
    return right / (right + len(STRONG_LTR.findall(text))) if right else 0.0


def in_reading_order(words: list[Word], page_share: float, styles: Sequence[Style] = ()) -> list[Word]:
    """The words of a line, given from left to right, as they are read; lines without right-to-left words stay as they
    are. ``page_share`` is the ``share_of_rtl`` of what is around the line. With ``styles`` their ``Flag.GLUED`` is set
    as they stand."""
    if not has_rtl(words):
        return words
    ordered = logical_order(words) if _runs_left(words, page_share) else _islands_turned(words)
    return mend_brackets(_glue(ordered, styles) if styles else ordered)


def _runs_left(words: Sequence[Word], page_share: float) -> bool:
    """Whether a line as a whole is read from right to left. A line with both directions at its ends is one of the
    page's, or, where the page has both, that of most of its letters."""
    ends = [bool(RTL.search(w.text)) for w in words if RTL.search(w.text) or STRONG_LTR.search(w.text)]
    if ends[0] and ends[-1]:
        return True
    if page_share > _SURE or page_share < 1 - _SURE:
        return page_share > _SURE
    return share_of_rtl(words) > 0.5


def _islands_turned(words: Sequence[Word]) -> list[Word]:
    """The words of a left-to-right line, in which several right-to-left words side by side are turned round, with the
    numbers and signs between them."""
    out: list[Word] = []
    island: list[Word] = []  # ends with a right-to-left word
    between: list[Word] = []
    for word in words:
        if not word.text.isascii() and RTL.search(word.text):
            island += [*between, word] if island else [word]
            out += [] if len(island) > 1 else between
            between = []
        elif island and not STRONG_LTR.search(word.text):
            between.append(word)
        else:
            out += [*_turned(island), *between, word]
            island, between = [], []
    return [*out, *_turned(island), *between]


def _turned(island: list[Word]) -> list[Word]:
    return logical_order(island) if len(island) > 1 else island


def logical_order(words: Sequence[Word]) -> list[Word]:
    """Words of a right-to-left line, given from left to right, in the order in which they are read: numbers and
    words of other scripts that stand side by side keep their own order."""
    out: list[Word] = []
    island: list[Word] = []
    for word in reversed(words):
        if not word.text.isascii() and RTL.search(word.text):
            out += _flush(island)
            out.append(word)
        else:
            island.append(word)
    out += _flush(island)
    marker = _MARKER.fullmatch(out[0].text)
    return [out[0]._replace(text=marker[1] + "."), *out[1:]] if marker else out


def _flush(island: list[Word]) -> list[Word]:
    """The left-to-right words, met from right to left, in their own order; signs at either end belong to the line
    around."""
    first, last = 0, len(island)
    while first < last and not _has_alnum(island[first]):
        first += 1
    while last > first and not _has_alnum(island[last - 1]):
        last -= 1
    inner = _sign_last([*reversed(island[first:last])])
    out = [*island[:first], *inner, *island[last:]]
    island.clear()
    return out


def _sign_last(words: list[Word]) -> list[Word]:
    """Numbers or foreign words with the comma that ends them: in a right-to-left line that is at their left."""
    match = _SIGN_FIRST.fullmatch(words[0].text) if words else None
    if match is None:
        return words
    words[0] = words[0]._replace(text=match[2])
    words[-1] = words[-1]._replace(text=words[-1].text + match[1])
    return words


def _has_alnum(word: Word) -> bool:
    return any(c.isalnum() for c in word.text)


def _glue(words: list[Word], styles: Sequence[Style]) -> list[Word]:
    """The words with ``Flag.GLUED`` where nothing parts one from the word before it, on either side."""
    out = [words[0]._replace(flags=words[0].flags & ~_GLUED)]
    for before, word in pairwise(words):
        gap = max(before.x0 - word.x1, word.x0 - before.x1)
        near = _PARTED if word.flags & _GLUED else _NEAR
        glued = gap < near * styles[word.style].size
        out.append(word._replace(flags=word.flags | _GLUED if glued else word.flags & ~_GLUED))
    return out


def mend_brackets(words: list[Word]) -> list[Word]:
    """Brackets as they open and close in the order of reading. Files give them as they look or as they are meant, and
    what turns the text round mirrors some: one that begins a word opens, one that ends it closes."""
    places = [(i, k) for i, w in enumerate(words) for k, c in enumerate(w.text) if c in _MIRRORED]
    if not places:
        return words
    texts = [list(w.text) for w in words]
    depth = 0
    for i, k in places:
        before, after = _beside(words, i, k)
        at_edge = (before == " ") != (after == " ")
        opens = before == " " if at_edge else depth == 0 or before in "-–—/"
        if (texts[i][k] in "([{") != opens:
            texts[i][k] = _MIRRORED[texts[i][k]]
        depth = max(0, depth + (1 if opens else -1))
    return [w._replace(text="".join(t)) for w, t in zip(words, texts, strict=True)]


def _beside(words: Sequence[Word], i: int, k: int) -> tuple[str, str]:
    """The characters before and after a character of a word, a blank where none is near."""
    text = words[i].text
    before = text[k - 1] if k else words[i - 1].text[-1] if i and words[i].flags & _GLUED else " "
    glued = i + 1 < len(words) and words[i + 1].flags & _GLUED
    after = text[k + 1] if k + 1 < len(text) else words[i + 1].text[0] if glued else " "
    return before, " " if after in _STOPS else after
