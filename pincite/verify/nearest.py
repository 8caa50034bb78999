"""What the document says instead of a quote that does not stand in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import islice
from math import log
from typing import NamedTuple

from pincite.fold import fold, fold_text
from pincite.model import Document, Span
from pincite.verify.quotes import without_markers

_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\S+")
_RULER = re.compile(r"\|?(?:\s*:?-{3,}:?\s*\|)+|^\|+$")
_HEADING_MARKS = re.compile(r"^#{1,6}[^\S\n]", re.MULTILINE)
_STOPS = ".,;:"
_CANDIDATES = 4
_LIKENESS = 60.0  # of 100; below it the passage has little in common with the quote
_MAX_QUOTE = 1_500  # characters compared: a longer quote is recognised by its beginning
_END = 100  # characters of either end of a long quote that are placed
_MAX_WINDOW = 6_000
_LONGEST_SAME = 24  # words in a row shown in full


class Passage(NamedTuple):
    """The passage most like a quote: where it stands, and its words with the differences marked."""

    span: Span
    marked: str


class Nearest:
    """Finds the nearest passage in one document; built when the first quote fails."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._blocks = [b for b in doc.blocks if not b.kind.is_furniture]
        self._by_word: dict[str, list[int]] = {}
        for i, block in enumerate(self._blocks):
            for word in set(_WORD.findall(doc.text[block.start : block.end].lower())):
                self._by_word.setdefault(word, []).append(i)

    def find(self, quote: str, near: Iterable[Span] = ()) -> Passage | None:
        """The passage most like the quote, ``None`` where nothing is. ``near``: places to consider first."""
        quote = _HEADING_MARKS.sub("", without_markers(quote)).strip()
        said = fold(quote[:_MAX_QUOTE], case=True).text.strip()
        best: tuple[float, Span] | None = None
        for window in self._windows(quote, len(said), near):
            text = fold(self._doc.text[window.start : window.end], case=True)
            found = _aligned(said, text.text, _LIKENESS if best is None else best[0])
            if found is not None and (best is None or found[0] > best[0]):
                start, end = (window.start + text.offsets[i] for i in found[1])
                best = (found[0], self._whole_words(start, end, stopped=quote[-1:] in _STOPS))
        if best is None:
            return None
        return Passage(best[1], marked(quote[:_MAX_QUOTE], self._doc.text[best[1].start : best[1].end]))

    def _windows(self, quote: str, length: int, near: Iterable[Span]) -> Iterator[Span]:
        for span in islice(near, _CANDIDATES):
            yield Span(span.start, min(span.end, span.start + _MAX_WINDOW))
        scores: defaultdict[int, float] = defaultdict(float)
        for word in set(_WORD.findall(quote.lower())):
            blocks = self._by_word.get(word, ())
            weight = log(1 + len(self._blocks) / (1 + len(blocks)))
            for i in blocks:
                scores[i] += weight
        for i in nlargest(_CANDIDATES, scores, key=lambda i: scores[i]):
            yield self._window(i, length)

    def _window(self, i: int, length: int) -> Span:
        """The block, with its neighbours where it is shorter than the quote."""
        first = last = i
        block = self._blocks[i]
        room = max(length - (block.end - block.start), 0) * 3 // 2
        while first > 0 and block.start - self._blocks[first - 1].start <= room:
            first -= 1
        while last + 1 < len(self._blocks) and self._blocks[last + 1].start - block.end <= room:
            last += 1
        start, end = self._blocks[first].start, self._blocks[last].end
        return Span(start, min(end, start + _MAX_WINDOW))

    def _whole_words(self, start: int, end: int, *, stopped: bool) -> Span:
        text = self._doc.text
        while start > 0 and not text[start - 1].isspace():
            start -= 1
        while end < len(text) and not text[end].isspace():
            end += 1
        while not stopped and end > start and text[end - 1] in _STOPS:
            end -= 1
        return Span(start, end)


def _aligned(said: str, text: str, floor: float) -> tuple[float, Span] | None:
    """(likeness of 100, the place in ``text``) of the passage most like ``said``, ``None`` below ``floor``. Of a long
    quote the two ends are placed, which costs much less than placing the whole."""
    from rapidfuzz import fuzz

    if len(said) <= 2 * _END:
        found = fuzz.partial_ratio_alignment(said, text, score_cutoff=floor)
        return (found.score, Span(found.dest_start, found.dest_end)) if found else None
    head = fuzz.partial_ratio_alignment(said[:_END], text)
    tail = fuzz.partial_ratio_alignment(said[-_END:], text)
    assert head is not None
    assert tail is not None  # without a cut-off there is always a best place
    whole = Span(head.dest_start, tail.dest_end)
    by_head = Span(head.dest_start, min(head.dest_start + len(said), len(text)))
    by_tail = Span(max(tail.dest_end - len(said), 0), tail.dest_end)
    score, place = max((fuzz.ratio(said, text[a:b]), Span(a, b)) for a, b in (whole, by_head, by_tail))
    return (score, place) if score >= floor else None


def marked(said: str, stands: str) -> str:
    """The words of ``stands``; what only ``said`` has as ``[-said-]``, what only ``stands`` has, where they differ,
    as ``{+stands+}``."""
    ours, theirs = _tokens(stands), _tokens(said)
    matcher = SequenceMatcher(None, [fold_text(t) for t in theirs], [fold_text(t) for t in ours], autojunk=False)
    out: list[str] = []
    for op, a, b, c, d in matcher.get_opcodes():
        if op == "equal":
            out.extend(_shortened(ours[c:d]))
            continue
        said_part = f"[-{' '.join(theirs[a:b])}-]" if a < b else ""
        out.append(said_part + (f"{{+{' '.join(ours[c:d])}+}}" if c < d else ""))
    return " ".join(out)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(_RULER.sub(" ", text).replace("|", " "))


def _shortened(words: Sequence[str]) -> list[str]:
    if len(words) <= _LONGEST_SAME:
        return list(words)
    half = _LONGEST_SAME // 2
    return [*words[:half], "…", *words[-half:]]
