"""Finding words: the letters are searched exactly, and what stands between them is then compared gap by gap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.markup import is_unspaced
from pincite.model import Span
from pincite.verify.edges import closes_here, opens_here
from pincite.verify.fractions import cuts_fraction
from pincite.verify.gaps import Gap, agree, has_space, is_negation, plain
from pincite.verify.letters import Letters, is_letter

_BRACKETED = re.compile(r"[\d.,' \u00a0\u2009\u202f]*\d\s?%?\s?\)|\d\s?%?\s?\)")
_MAX_MARKS = 24  # characters around the words that a quote may bring along
_BLOCK_TAIL = 8


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
    """Looks quotes up in one text. ``line_starts`` are the offsets at which a line of a page begins;
    ``block_ends`` those at which a block ends."""

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
        spaced = not (is_unspaced(want.text[0]) or is_unspaced(want.text[-1]))
        at = text.find(want.text, low, high)
        while at >= 0:
            if not spaced or (self.letters.is_edge(at) and self.letters.is_edge(at + len(want.text))):
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
        if cuts_fraction(letters.source, Span(start, stop)):
            return None
        return Hit(start, stop, letters.cased[key:end] == want.letters.cased)

    def _gap_agrees(self, want: Wanted, key: int, at: int, run: int | None) -> bool:
        letters = self.letters
        theirs = want.gaps.get(at, "")
        ours = letters.gap_before(run) if run is not None else ""
        if ours == theirs:
            return True
        left, right = want.text[at - 1], want.text[at]
        line_end = self._line_ends_in(key + at, run)
        if not agree(Gap(ours, left, right, line_end), Gap(theirs, left, right)):
            return False
        if plain(ours) or plain(theirs) or has_space(ours) == has_space(theirs):
            return True
        breaks = want.gaps.keys() if has_space(theirs) else self._break_before(key, at)
        return not is_negation(want.text[max((b for b in breaks if b < at), default=0) : at])

    def _break_before(self, key: int, at: int) -> list[int]:
        """Where the word of the document begins that ends at one of its breaks, by position in the quote."""
        run = self.letters.run_at(key + at) - 1
        return [max(self.letters.keys[run] - key, 0)] if run >= 0 else []

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
        if not opens_here(before, want.lead, bracketed=self._bracketed(key, first)):
            return False
        stop = letters.place(end - 1, last).end
        rest = letters.source[stop : stop + _BLOCK_TAIL]
        block_ends = any(stop + i in self._block_ends for i in range(len(rest) + 1) if not _has_word(rest[:i]))
        base = letters.text[letters.keys[last] : end]
        return closes_here(after, want.trail, base=base, block_ends=block_ends or not right)

    def _bracketed(self, key: int, first: int) -> bool:
        """Whether the number at the key stands in brackets of its own, as negative amounts do."""
        start = self.letters.place(key, first).start
        return _BRACKETED.match(self.letters.source, start) is not None

    def _with_marks(self, core: Span, want: Wanted) -> Span:
        """The core with the punctuation that the quote has around it."""
        source = self.letters.source
        start, end = core
        lead, trail = plain("\n" + want.lead, numbers=True), plain(want.trail)
        for n in range(1, min(_MAX_MARKS, start) + 1 if lead else 0):
            if source[start - n] == "\n" or is_letter(source[start - n]):
                break
            if plain(source[start - n : start], numbers=True) == lead:
                start -= n
                break
        for n in range(1, min(_MAX_MARKS, len(source) - end) + 1 if trail else 0):
            if source[end + n - 1] == "\n" or is_letter(source[end + n - 1]):
                break
            if plain(source[end : end + n]) == trail:
                end += n
                break
        return Span(start, end)


def _has_word(text: str) -> bool:
    return any(is_letter(c) for c in text)
