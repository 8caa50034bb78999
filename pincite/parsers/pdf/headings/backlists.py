"""Lists whose entries look like titles: an index, works cited, a directory of names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.titles import is_person, names_index, names_references
from pincite.parsers.pdf.headings.typography import Look, Typography

_SAID = 110  # characters under a name that say nothing yet
_DIRECTORY = 4  # names in a row
_NAMES = 8  # of a look that stand in directories ...
_SHARE = 0.3  # ... and that much of all in the look: the look is that of names
_OFFICE_LINES = 3
_UNDECIDED = -2.2  # a score from which on a name counts as one of a row


def weigh_lists_at_the_back(short: Sequence[Candidate]) -> None:
    """Entries of an index or of the works cited are no headings: what follows their title, up to the next heading of
    the same look or number."""
    title: Candidate | None = None
    begun: set[int] = set()  # chains of numbers that stand over the list
    for at, c in enumerate(short):
        if at >= len(short) // 3 and c.score > 0 and (names_index(c.text) or names_references(c.text)):
            title = c
        elif title is None:
            if c.score > 0 and c.counted is not None:
                begun.add(id(c.counted.chain))
        elif c.look == title.look or _goes_on(c, title, begun):
            title = None
        else:
            c.weigh(-3.0, "in a list at the back")


def _goes_on(c: Candidate, title: Candidate, begun: Container[int]) -> bool:
    """Whether a number says that the list is over: a part has it, or the title before the list or its section counts
    on (7 after 6, 1.5.1 within 1.5)."""
    number = c.number
    if number is None:
        return False
    if number.label in RANKS and not names_index(title.text):
        return True
    inside = title.number is not None and number.depth > 1 and number.parts[:-1] == title.number.parts
    return inside or (c.score > 0 and c.counted is not None and id(c.counted.chain) in begun)


def weigh_directories(short: Sequence[Candidate], typography: Typography) -> None:
    """Bold names over an address or an office, one after the other, are a directory: nothing is said under them."""
    groups: dict[Look, list[Candidate]] = defaultdict(list)
    for c in short:
        if (
            c.score > _UNDECIDED
            and c.look.size < 1.08 * typography.body.size
            and not (c.indent or c.bookmark or c.tag or c.run_in)
        ):
            groups[c.look].append(c)
    for group in groups.values():
        run: list[Candidate] = []
        members: set[int] = set()
        for c, after in zip(group, [*group[1:], None], strict=True):
            run.append(c)
            if after is None or after.page.number > c.page.number + 1 or _says_something(c, after):
                if len(run) >= _DIRECTORY:
                    for member in run:
                        member.weigh(-2.5, "one of a directory")
                    members.update(map(id, run))
                run = []
        members.update(id(c) for c in group if is_person(c.text))
        if len(members) >= max(_NAMES, _SHARE * len(group)):
            for c in group:
                if id(c) not in members and _is_over_an_office(c):
                    c.weigh(-2.5, "a name as in the directories")


def _is_over_an_office(c: Candidate) -> bool:
    """Whether a few words that are no sentence follow, no larger than the name."""
    below = c.around.flow[c.at + 1] if c.at + 1 < len(c.around.flow) else None
    if below is None or not 0 < len(below.lines) <= _OFFICE_LINES or below.lines[0].bold:
        return False
    return below.lines[0].size <= c.look.size and not below.lines[-1].text.endswith((".", ":", "!", "?"))


def _says_something(c: Candidate, after: Candidate) -> bool:
    """Whether a sentence, or more than a few words, stand between two titles, or white space sets the first apart."""
    if c.space_below is not None and c.space_below > 0.6 * c.look.size:
        return True
    if after.offset - c.offset - len(c.text) > _SAID:
        return True
    below = c.around.flow[c.at + 1] if c.at + 1 < len(c.around.flow) else None
    return below is not None and bool(below.lines) and below.lines[-1].text.endswith((".", ":", "!", "?"))
