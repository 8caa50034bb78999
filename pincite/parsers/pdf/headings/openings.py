"""Openings of chapters: the number of a part on a line of its own ("Kapitel 3") over its title in larger letters.

Both are headings of one part. They stand beside each other: the title has the number that is printed over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.numbering import is_bare

_LARGER = 1.04  # than its number


def unite_openings(heads: Sequence[Candidate], title: Candidate | None = None) -> tuple[list[Candidate], list[int]]:
    """The headings with those that are numbers over titles taken out, whose titles have their numbers instead; and for
    each heading given which of these it stands for. ``title`` names the whole document and has no number."""
    united: list[Candidate] = []
    places: list[int] = []
    opener: Candidate | None = None
    for head, after in zip_longest(heads, heads[1:]):
        places.append(len(united))
        if opener is None and after is not None and title not in (head, after) and _opens(head, after):
            opener = head
            continue
        united.append(_numbered(head, opener) if opener else head)
        opener = None
    return united, places


def _opens(head: Candidate, after: Candidate) -> bool:
    """Whether a heading is nothing but the number of the part that the next one names."""
    number = head.number
    if number is None or number.label not in RANKS or not is_bare(head.text):
        return False
    given = (head.bookmark, head.tag, after.bookmark, after.tag)
    near = after.page is head.page and head.place < after.place <= head.place + 2
    return near and after.number is None and not any(given) and after.look.size > _LARGER * head.look.size


def _numbered(head: Candidate, opener: Candidate) -> Candidate:
    return replace(head, counted=opener.counted, first_on_page=opener.first_on_page, place=opener.place)
