"""A question as the words and phrases to look for. Any text is a question; there is no syntax to get wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from pincite.index.words import is_spaceless, query_tokens, terms

_QUOTED = re.compile(r'["“”„«»]([^"“”„«»]+)["“”„«»]')
_LETTERS_THEN_YEAR = re.compile(r"[^\W\d_]+((?:19|20)\d\d)")
_FAINT, _FADED, _MANNER = 0.3, 0.6, 0.7  # of the weight of a word of the matter
_MOST_SHOWN = 80  # characters of a question that is named as a whole
_MOST_WORDS = 64  # of a question; the rest of a longer text does not change what is found


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _words("""
    a about all also am an and any are as at be been before being between both but by can could did do does doing done
    during each either else few for from had has have having he her here him his how i if in into is it its just may me
    might more most much must my neither no nor not of off on once only onto or other our out over own per please s same
    shall she should since so some such t than that the their them then there these they this those through to too under
    until up upon very via was we were what when where whether which while who whom whose why will with within without
    would you your
""")
# what a question says about the answer that is wanted, rather than about the matter
_FAINT_WORDS = _words("""
    answer answers ask asked based calculate compute decimal decimals describe document explain find following format
    give given integer list mention mentioned metric name names percent percentage place places question relevant report
    respectively round rounded roughly say show state tell term terms use used useful using write
""")
# the time that is asked about: it stands on many pages, whatever they are about
_MONTHS = _words("january february march april june july august september october november december")
_TIME_WORDS = _MONTHS | _words("""
    annual date dated end ended ending ends fiscal fy month months quarter quarters year years
""")
_DAY_OR_YEAR = re.compile(r"[12]?\d|3[01]|(?:19|20)\d\d")


class Unit(NamedTuple):
    """A word of the question: ``parts`` has several terms for a compound, which may also be written ``joined``;
    ``also`` is a part that may stand alone (the year of ``FY2018``); ``is_time``: it says when, not what."""

    parts: tuple[str, ...]
    joined: str | None
    also: str | None
    weight: float
    is_time: bool = False

    @property
    def surface(self) -> str:
        return "-".join(self.parts)


@dataclass(frozen=True, slots=True)
class Question:
    """``text`` to name the question by, ``units`` without stop words (unless there is nothing else), ``phrases`` what
    stood in double quotes, as terms, each with the quote as it was written; ``is_quote``: there is nothing else."""

    text: str
    units: tuple[Unit, ...]
    phrases: dict[tuple[str, ...], str]
    is_quote: bool


def read_question(text: str) -> Question:
    """The words and phrases of any text."""
    quoted = [(" ".join(q.split()), tuple(terms(q)[:_MOST_WORDS])) for q in _QUOTED.findall(text)]
    phrases: dict[tuple[str, ...], str] = {}
    for quote, phrase in quoted:
        if phrase:
            phrases.setdefault(phrase, quote)
    rest = _QUOTED.sub(" ", text)
    outside = [unit for unit in _units(rest) if unit.surface not in STOP_WORDS]
    return Question(
        text=" ".join(text.split())[:_MOST_SHOWN],
        units=_without_stop_words(_units(text)),
        phrases=phrases,
        is_quote=bool(phrases) and not outside,
    )


def _units(text: str) -> list[Unit]:
    """The units of the question, each once. What follows the last question mark is about the form of the answer and
    counts less."""
    asked, _, manner = text.rpartition("?")
    units: dict[tuple[str, ...], Unit] = {}
    for unit in [_unit(*token) for token in _with_neighbours(asked)]:
        units.setdefault(unit.parts, unit)
    less = _MANNER if units else 1.0
    for unit in [_unit(*token) for token in _with_neighbours(manner)]:
        units.setdefault(unit.parts, unit._replace(weight=unit.weight * less))
    return list(units.values())[:_MOST_WORDS]


def _with_neighbours(text: str) -> list[tuple[tuple[str, ...], str | None, bool]]:
    """The tokens, each with whether it may be the day or the year of a date with the name of a month."""
    tokens = query_tokens(text)
    months = {i for i, (parts, _) in enumerate(tokens) if parts[0] in _MONTHS}
    return [(parts, joined, not months.isdisjoint((i - 2, i - 1, i + 1))) for i, (parts, joined) in enumerate(tokens)]


def _unit(parts: tuple[str, ...], joined: str | None, near_month: bool) -> Unit:
    term = parts[0] if len(parts) == 1 else ""
    year = _LETTERS_THEN_YEAR.fullmatch(term)
    is_time = term in _TIME_WORDS or bool(near_month and _DAY_OR_YEAR.fullmatch(term))
    weight = _FAINT if term in _FAINT_WORDS else _FADED if is_time else 1.0
    return Unit(parts, joined, year.group(1) if year else None, weight, is_time)


def _without_stop_words(units: list[Unit]) -> tuple[Unit, ...]:
    kept = [u for u in units if u.surface not in STOP_WORDS and not _is_crumb(u)]
    return tuple(kept or units)


def _is_crumb(unit: Unit) -> bool:
    """A single letter of an alphabet, which names nothing by itself."""
    term = unit.parts[0]
    return len(unit.parts) == 1 and len(term) == 1 and not term.isdecimal() and not is_spaceless(term)
