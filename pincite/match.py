"""Finding words: a text reduced to its letters and digits, searched exactly, and then compared gap by gap."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, islice
from operator import add
from typing import NamedTuple

from pincite import edges, gaps
from pincite.gaps import RAISED, Gap
from pincite.model import Span

_ASCII_WORD = re.compile(r"([A-Za-z0-9]+)")
_WORD = re.compile(r"([\w\u0300-\u036f]+)")
_MAX_CANDIDATES = 4000


class Letters:
    """The letters and digits of (stretches of) a text, case folded, with the way back. ``text`` is the folded key,
    ``cased`` the same length with case kept. A *run* is consecutive characters that map one to one; a longer fold is a
    run of its own."""

    def __init__(self, source: str, stretches: Iterable[Span] | None = None) -> None:
        self.source = source
        self.stretches = [Span(0, len(source))] if stretches is None else list(stretches)
        self._stretch_starts = [s.start for s in self.stretches]
        starts, words = _words(source, self.stretches)
        runs = _runs(starts, words)
        self.starts = array("q", runs.starts)
        self.ends = array("q", map(add, runs.starts, runs.widths))
        self.keys = array("q", accumulate(map(len, runs.folded[:-1]), initial=0) if runs.folded else ())
        self.text = "".join(runs.folded).lower()
        self.cased = "".join(runs.cased)

    def run_at(self, key: int) -> int:
        """The run that holds the key character."""
        return bisect_right(self.keys, key) - 1

    def key_at(self, char: int) -> int:
        """The first key character at or after ``char`` of the source (the length of the key if there is none)."""
        run = bisect_right(self.starts, char) - 1
        if run >= 0 and char < self.ends[run]:
            width = self._width(run)
            return self.keys[run] + (char - self.starts[run] if width == self.ends[run] - self.starts[run] else 0)
        return self.keys[run + 1] if run + 1 < len(self.keys) else len(self.text)

    def _width(self, run: int) -> int:
        return (self.keys[run + 1] if run + 1 < len(self.keys) else len(self.text)) - self.keys[run]

    def place(self, key: int, run: int) -> Span:
        """Where the key character stands in the source."""
        start, end = self.starts[run], self.ends[run]
        if self._width(run) != end - start:
            return Span(start, end)
        at = start + key - self.keys[run]
        return Span(at, at + 1)

    def gap_before(self, run: int) -> str:
        """What stands between the run and the one before it, skipped stretches left out; superscripts stand apart by
        ``^``."""
        start = self.ends[run - 1] if run else (self.stretches[0].start if self.stretches else 0)
        end = self.starts[run] if run < len(self.starts) else (self.stretches[-1].end if self.stretches else 0)
        raw = self._between(start, end)
        if raw or not 0 < run < len(self.starts):
            return raw
        return RAISED if _is_raised(self.source[start - 1]) != _is_raised(self.source[end]) else ""

    def _between(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        first = bisect_right(self._stretch_starts, start) - 1
        if first < 0 or end <= self.stretches[first].end:
            return self.source[start:end]
        parts = []
        while first < len(self.stretches) and self.stretches[first].start <= end:
            a, b = self.stretches[first]
            parts.append(self.source[max(a, start) : min(b, end)])
            first += 1
        return "\n\n".join(parts)


class Wanted(NamedTuple):
    """A quote, or a part of an elided one, ready to be looked for: its letters, the characters before the first and
    after the last of them, and its gaps by key position."""

    letters: Letters
    lead: str
    trail: str
    gaps: dict[int, str]

    @property
    def text(self) -> str:
        return self.letters.text


class Hit(NamedTuple):
    """A place where the wanted words stand: ``start:end`` of the source; ``same_case`` unless only the case differs."""

    start: int
    end: int
    same_case: bool


def wanted(text: str) -> Wanted | None:
    """Prepares a quote; ``None`` where it has no letters or digits."""
    letters = Letters(text)
    if not letters.text:
        return None
    gaps_ = {letters.keys[run]: letters.gap_before(run) for run in range(1, len(letters.starts))}
    return Wanted(letters, text[: letters.starts[0]], text[letters.ends[-1] :], gaps_)


class Searcher:
    """Looks quotes up in one text. ``line_ends`` are the offsets at which a line of a page begins; ``block_ends``
    those at which a block ends."""

    def __init__(
        self,
        letters: Letters,
        line_starts: frozenset[int] = frozenset(),
        block_ends: frozenset[int] = frozenset(),
    ) -> None:
        self.letters = letters
        self._line_starts = line_starts
        self._block_ends = block_ends

    def find(self, want: Wanted, within: Span | None = None) -> Iterator[Hit]:
        """The places where the words stand, in order, ``within`` characters of the source if given."""
        text = self.letters.text
        low, high = 0, len(text)
        if within is not None:
            low, high = self.letters.key_at(within.start), self.letters.key_at(within.end)
        at = text.find(want.text, low, high)
        tried = 0
        while at >= 0 and tried < _MAX_CANDIDATES:
            tried += 1
            hit = self._compare(want, at)
            if hit is not None:
                yield hit
            at = text.find(want.text, at + 1, high)

    def _compare(self, want: Wanted, key: int) -> Hit | None:
        letters = self.letters
        end = key + len(want.text)
        first, last = letters.run_at(key), letters.run_at(end - 1)
        if not self._edges_agree(want, key, end, first, last):
            return None
        here = {letters.keys[run] - key: run for run in range(first + 1, last + 1)}
        for at in here.keys() | want.gaps.keys():
            if not self._gap_agrees(want, key, at, here.get(at)):
                return None
        core = Span(letters.place(key, first).start, letters.place(end - 1, last).end)
        start, stop = self._with_marks(core, want)
        return Hit(start, stop, letters.cased[key:end] == want.letters.cased)

    def _gap_agrees(self, want: Wanted, key: int, at: int, run: int | None) -> bool:
        letters = self.letters
        theirs = want.gaps.get(at, "")
        ours = letters.gap_before(run) if run is not None else ""
        if ours == theirs:
            return True
        left, right = want.text[at - 1], want.text[at]
        line_end = self._line_ends_in(key + at, run)
        if not gaps.agree(Gap(ours, left, right, line_end), Gap(theirs, left, right)):
            return False
        if bool(ours) == bool(theirs) or not (left.isalpha() and right.isalpha()):
            return True
        breaks = want.gaps.keys() if theirs else self._breaks_near(key, at)
        return not gaps.makes_negation(*_words_around(want.text, at, breaks))

    def _breaks_near(self, key: int, at: int) -> list[int]:
        """The breaks of the document next to one of its breaks, by position in the quote."""
        letters = self.letters
        run = letters.run_at(key + at)
        return [letters.keys[r] - key for r in (run - 1, run + 1) if 0 <= r < len(letters.keys)]

    def _line_ends_in(self, key: int, run: int | None) -> bool:
        """Whether a line of the page ends in the gap before the key character."""
        letters = self.letters
        at = run if run is not None else letters.run_at(key)
        start = letters.place(key, at).start
        before = letters.ends[at - 1] if run is not None else start
        return any(i in self._line_starts for i in range(before, start + 1)) or "\n" in letters.source[before:start]

    def _edges_agree(self, want: Wanted, key: int, end: int, first: int, last: int) -> bool:
        letters = self.letters
        opened = letters.gap_before(first) if letters.keys[first] == key else ""
        ends_run = last + 1 == len(letters.keys) or letters.keys[last + 1] == end
        closed = letters.gap_before(last + 1) if ends_run else ""
        left = letters.text[key - 1] if key else ""
        right = letters.text[end] if end < len(letters.text) else ""
        before, after = Gap(opened, left, want.text[0]), Gap(closed, want.text[-1], right)
        if not edges.opens_here(before, want.lead, bracketed=self._bracketed(key, first)):
            return False
        stop = letters.place(end - 1, last).end
        rest = letters.source[stop : stop + 8]
        block_ends = any(stop + i in self._block_ends for i in range(len(rest) + 1) if not _has_word(rest[:i]))
        base = letters.text[letters.keys[last] : end]
        return edges.closes_here(after, want.trail, base=base, block_ends=block_ends or not right)

    def _bracketed(self, key: int, first: int) -> bool:
        """Whether the number at the key stands in brackets of its own, as negative amounts do."""
        start = self.letters.place(key, first).start
        return _BRACKETED.match(self.letters.source, start) is not None

    def _with_marks(self, core: Span, want: Wanted) -> Span:
        """The core with the punctuation that the quote has around it."""
        source = self.letters.source
        start, end = core
        lead, trail = gaps.plain("\n" + want.lead, numbers=True), gaps.plain(want.trail)
        for n in range(1, min(24, start) + 1 if lead else 0):
            if source[start - n] == "\n" or _is_letter(source[start - n]):
                break
            if gaps.plain(source[start - n : start], numbers=True) == lead:
                start -= n
                break
        for n in range(1, min(24, len(source) - end) + 1 if trail else 0):
            if source[end + n - 1] == "\n" or _is_letter(source[end + n - 1]):
                break
            if gaps.plain(source[end : end + n]) == trail:
                end += n
                break
        return Span(start, end)


def _words(source: str, stretches: Iterable[Span]) -> tuple[list[int], list[str]]:
    """Where each word begins, and the word."""
    pattern = _ASCII_WORD if source.isascii() else _WORD
    starts: list[int] = []
    words: list[str] = []
    for a, b in stretches:
        parts = pattern.split(source[a:b])  # gap, word, gap, … gap
        starts.extend(islice(accumulate(map(len, parts), initial=a), 1, len(parts), 2))
        words.extend(parts[1::2])
    return starts, words


def _runs(starts: list[int], words: list[str]) -> _Runs:
    """The runs of words; a word with letters beyond ASCII may be several."""
    unusual = {word for word in set(words) if not word.isascii() or "_" in word}
    if not unusual:
        return _Runs(starts, [*map(len, words)], words, words)
    odd = [i for i, word in enumerate(words) if word in unusual]
    runs = _Runs([], [], [], [])
    done = 0
    for i in odd:
        runs.add_plain(starts[done:i], words[done:i])
        runs.add_odd(starts[i], words[i])
        done = i + 1
    runs.add_plain(starts[done:], words[done:])
    return runs


class _Runs(NamedTuple):
    starts: list[int]
    widths: list[int]
    folded: list[str]
    cased: list[str]

    def add_plain(self, starts: list[int], words: list[str]) -> None:
        self.starts.extend(starts)
        self.widths.extend(map(len, words))
        self.folded.extend(words)
        self.cased.extend(words)

    def add_odd(self, start: int, word: str) -> None:
        """Simple letters side by side share a run; what folds to more, or stands apart, has its own."""
        joined = False
        for i, char in enumerate(word, start):
            fold, keep, apart = _letter(char)
            simple = len(fold) == 1 and not apart
            if joined and simple:
                self.widths[-1] += 1
                self.folded[-1] += fold
                self.cased[-1] += keep
            elif fold:
                self.starts.append(i)
                self.widths.append(1)
                self.folded.append(fold)
                self.cased.append(keep)
            joined = simple


_BRACKETED = re.compile(r"[\d.,' \u00a0\u2009\u202f]*\d\s?%?\s?\)|\d\s?%?\s?\)")


@lru_cache(maxsize=4096)
def _letter(char: str) -> tuple[str, str, bool]:
    """(folded, case kept, stands apart) of a character; empty where it is no letter or digit, or one mixed with
    punctuation."""
    whole = unicodedata.normalize("NFKD", char)
    if char in "_ـʼʹʻ" or not all(c.isalnum() or unicodedata.combining(c) for c in whole):
        return "", "", False
    fold = unicodedata.normalize("NFKD", whole.casefold()).lower()
    return fold, whole if len(whole) == len(fold) else fold, _is_raised(char)


@lru_cache(maxsize=4096)
def _is_raised(char: str) -> bool:
    return not char.isascii() and unicodedata.decomposition(char)[:6] in ("<super", "<sub> ", "<circl")


def _is_letter(char: str) -> bool:
    return char.isalnum() and bool(_letter(char)[0])


def _has_word(text: str) -> bool:
    return any(_is_letter(c) for c in text)


def _words_around(text: str, at: int, breaks: Iterable[int]) -> tuple[str, str]:
    """The words left and right of a break, by the breaks of the text that has one there."""
    before = max((b for b in breaks if b < at), default=0)
    after = min((b for b in breaks if b > at), default=len(text))
    return text[max(before, 0) : at], text[at:after]
