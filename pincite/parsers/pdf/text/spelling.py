"""Letters that stand apart from their word: an initial over several lines, and words that are set wide with blanks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pincite.parsers.pdf.layout import Flag, Style, Word

GLUED = Flag.GLUED.value
INITIAL = 1.8  # of the size of the text: an initial over several lines is at least so large
WORDS = frozenset("AIOÀÉEYUÓ")  # letters that are words by themselves in some language
WIDER = 1.5  # of the usual distance of letters: a blank between two words
EVEN = 0.25  # of the usual distance: how far the others differ from it
FEWEST = 5  # letters that make a line a word set wide, and not a list of letters
LONGEST = 11  # letters of a word; a longer row has lost its blanks


def join_initial(words: list[Word], styles: Sequence[Style]) -> list[Word]:
    """The words of a line, the second glued to a large initial before it ("T" "HE"). A letter that may be a word
    itself is left as it is."""
    if len(words) < 2 or len(words[0].text) != 1 or not words[0].text.isupper() or words[0].text in WORDS:
        return words
    initial, rest = words[0], words[1]
    size = styles[rest.style].size
    if styles[initial.style].size < INITIAL * size or rest.x0 - initial.x1 > 0.75 * size or not rest.text[0].isalpha():
        return words
    return [initial, rest._replace(flags=rest.flags | GLUED), *words[2:]]


def close_wide(words: list[Word]) -> list[Word]:
    """The words of a line of single capitals, glued to words where they stand at an even distance ("A N N U A L
    R E P O R T"); a clearly wider distance parts words."""
    if not all(len(w.text) == 1 and (w.text.isupper() or w.text.isdigit() or w.text in "&'’.,-") for w in words):
        return words
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    usual = median(gaps)
    apart = [gap > WIDER * usual for gap in gaps]
    if usual <= 0 or any(abs(gap - usual) > EVEN * usual for gap, wide in zip(gaps, apart, strict=True) if not wide):
        return words
    out = words[:1]
    for word, wide in zip(words[1:], apart, strict=True):
        out.append(word if wide else word._replace(flags=word.flags | GLUED))
    return out if _are_words(out) else words


def _are_words(words: Sequence[Word]) -> bool:
    """Whether glued letters look like words, and not like a list of letters or of answers."""
    groups: list[str] = []
    for word in words:
        if groups and word.flags & GLUED:
            groups[-1] += word.text
        else:
            groups.append(word.text)
    letters = [c for group in groups for c in group if c.isalpha()]
    if len(letters) < FEWEST or max(map(len, groups)) > LONGEST or len(set(letters)) < 4:
        return False
    return sum(ord(b) - ord(a) == 1 for a, b in pairwise(letters)) < len(letters) / 3
