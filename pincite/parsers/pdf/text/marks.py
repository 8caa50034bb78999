"""Raised and lowered marks beside a word: when a blank has to stand between.

A raised note number directly after a figure must never become part of it (``4,512`` with note 1 is not ``4,5121``),
and a note number after a word should leave the word whole for search; exponents of units and chemical formulas stay
closed up.
"""

from __future__ import annotations

import re

from pincite.parsers.pdf.layout import Flag, Style, Word

SMALL = 0.82  # of the size of the line: no larger is a mark
RAISED = 0.12  # of the size of the line: the base line of a raised mark is at least this far above
DESCENT = 0.21
GLUED = Flag.GLUED.value
ENDING = re.compile(r"st|nd|rd|th|er|re|e|de|ème|tm|sm", re.IGNORECASE)
UNIT = re.compile(r"(?:.*[\d\s/·.(])?(?:[a-zA-Zµμ]{1,2}|sec|min|mol|ft|in|yd)", re.DOTALL)


def part_marks(words: list[Word], styles: list[Style], main: int) -> list[Word]:
    """The words of a line with ``Flag.GLUED`` set or cleared at raised marks: a note mark stands apart from the
    word before it (and after it), an exponent, an ordinal ending or a trade mark sign does not."""
    size = styles[main].size
    bases = [w.y1 - DESCENT * styles[w.style].size for w in words]
    level = next((b for w, b in zip(words, bases, strict=True) if styles[w.style].size > SMALL * size), bases[0])
    raised = [
        styles[w.style].size <= SMALL * size and level - base >= RAISED * size
        for w, base in zip(words, bases, strict=True)
    ]
    if not any(raised):
        return words
    out = words[:1]
    for i in range(1, len(words)):
        word = words[i]
        if word.flags & GLUED and raised[i] != raised[i - 1]:
            free = i == 1 or not out[-1].flags & GLUED
            if _is_note(words[i - 1].text, word.text) if raised[i] else free and _starts_word(word.text):
                word = word._replace(flags=word.flags & ~GLUED)
        out.append(word)
    return out


def _is_note(before: str, mark: str) -> bool:
    """Whether a raised text after a word is a note mark, and not a part of the word."""
    if not any(c.isalnum() for c in mark):
        return False
    if len(mark) > 1 and ENDING.fullmatch(mark):
        return False
    return not (mark.lstrip("-–−+").isdigit() and UNIT.fullmatch(before))


def _starts_word(text: str) -> bool:
    return text[:1].isalnum()
