"""Lines of forms: what was filled in, beside what was printed."""

from __future__ import annotations

from collections.abc import Callable

from pincite.parsers.pdf.layout import Flag, Line

_FIELD = Flag.FIELD.value
TICKS = frozenset({"[x]", "[ ]"})
COLONS = (":", "：")
LONGEST_LABEL = 14  # words

Breaks = Callable[[Line, Line], bool | None]


def is_value(line: Line) -> bool:
    """Whether all of a line was filled in; a box that can be ticked is not."""
    return not has_tick(line) and all(word.flags & _FIELD for word in line.words)


def has_tick(line: Line) -> bool:
    """Whether a line begins with a box that can be ticked."""
    word = line.words[0]
    return word.flags & _FIELD != 0 and word.text in TICKS


def is_filled(line: Line) -> bool:
    """Whether a line is that of a form: a box with its label, or a value at its end (where one is in the middle, the
    text goes on around it)."""
    words = line.words
    if words[0].flags & _FIELD:
        return True
    return words[-1].flags & _FIELD != 0 and sum(not word.flags & _FIELD for word in words) <= LONGEST_LABEL


def is_labelled(line: Line) -> bool:
    """Whether what was filled in stands after a label with a colon."""
    if not line.words[-1].flags & _FIELD:
        return False
    filled = [bool(word.flags & _FIELD) for word in line.words]
    return not filled[0] and line.words[filled.index(True) - 1].text.endswith(COLONS)


def field_breaks(breaks: Breaks) -> Breaks:
    """``breaks``, which says of two lines whether they are parted, with each line of a form parted from what stands
    before it; the label of a box and a value may go on."""

    def parts(one: Line, two: Line) -> bool | None:
        if is_filled(two):
            return not (is_value(one) and is_value(two))
        if is_filled(one) and not has_tick(one):
            return True
        return breaks(one, two)

    return parts
