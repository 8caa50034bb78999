"""A text reduced to its letters and digits, to be searched without regard to white space and punctuation."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, islice
from operator import add
from typing import NamedTuple

from pincite.model import Span
from pincite.verify.gaps import RAISED

_ASCII_WORD = re.compile(r"([A-Za-z0-9]+)")
_WORD = re.compile(r"([\w\u0300-\u036f]+)")
_NO_LETTERS = "_ـʼʹʻ"  # word characters to a regular expression, but marks to a reader


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

    def is_edge(self, key: int) -> bool:
        """Whether a run begins at the key character, or the text ends before it."""
        return key == len(self.text) or self.keys[self.run_at(key)] == key

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


def is_letter(char: str) -> bool:
    """Whether the character counts as a letter or digit here."""
    return char.isalnum() and bool(_letter(char)[0])


def _words(source: str, stretches: Iterable[Span]) -> tuple[list[int], list[str]]:
    """Where each word begins, and the word."""
    pattern = _ASCII_WORD if source.isascii() else _WORD
    starts: list[int] = []
    words: list[str] = []
    for a, b in stretches:
        parts = pattern.split(source[a:b])  # gap, word, gap, … gap
        starts.extend(islice(accumulate(map(len, parts), initial=a), 1, len(parts), 2))
        words.extend(parts[1::2])
    return _without_note_marks(source, starts, words) if "[^" in source else (starts, words)


def _without_note_marks(source: str, starts: list[int], words: list[str]) -> tuple[list[int], list[str]]:
    """The words without the marks of notes (``[^1]``): they stand in the gaps."""
    kept = [
        i
        for i, (start, word) in enumerate(zip(starts, words, strict=True))
        if not (start > 1 and source.startswith("[^", start - 2) and source.startswith("]", start + len(word)))
    ]
    return [starts[i] for i in kept], [words[i] for i in kept]


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


@lru_cache(maxsize=4096)
def _letter(char: str) -> tuple[str, str, bool]:
    """(folded, case kept, stands apart) of a character; empty where it is no letter or digit, or one mixed with
    punctuation."""
    whole = unicodedata.normalize("NFKD", char)
    if char in _NO_LETTERS or not all(c.isalnum() or unicodedata.combining(c) for c in whole):
        return "", "", False
    fold = unicodedata.normalize("NFKD", whole.casefold()).lower()
    return fold, whole if len(whole) == len(fold) else fold, _is_raised(char)


@lru_cache(maxsize=4096)
def _is_raised(char: str) -> bool:
    return not char.isascii() and unicodedata.decomposition(char)[:6] in ("<super", "<sub> ", "<circl")
