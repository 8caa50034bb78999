"""Dates as they are written in text: ``April 2024``, ``3 février 2024``, ``2024-02-03``, ``2024年2月3日``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.people import Date

_NAMES = (
    "january jan januar janvier enero gennaio janeiro januari",
    "february feb februar février fevrier febrero febbraio fevereiro februari",
    "march mar märz mars marzo março maart",
    "april apr avril abril aprile",
    "may mai mayo maggio maio mei maj",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août aout agosto augustus augusti",
    "september sept sep septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre decembre diciembre dicembre dezembro desember",
)
_MONTHS = {name: n for n, names in enumerate(_NAMES, 1) for name in names.split()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:1[89]|20)\d\d"
_DAY = r"[0-3]?\d"
WRITTEN = rf"""
    (?P<m1>{_MONTH})\.?\s(?P<d1>{_DAY})(?:st|nd|rd|th)?(?:,\s?|\s)(?P<y1>{_YEAR})
  | (?P<d2>{_DAY})(?:st|nd|rd|th|er|º|\.)?(?:\sday)?(?:\s(?:of|de))?\s
    (?P<m2>{_MONTH})\.?,?\s(?:de\s|del\s)?(?P<y2>{_YEAR})
  | (?P<m3>{_MONTH})\.?,?\s(?:de\s|of\s)?(?P<y3>{_YEAR})
  | (?P<y4>{_YEAR})-(?P<m4>[01]\d)-(?P<d4>[0-3]\d)
  | (?P<d5>{_DAY})\.\s?(?P<m5>[01]?\d)\.\s?(?P<y5>{_YEAR})
  | (?P<y6>{_YEAR})\s?年\s?(?P<m6>[01]?\d)\s?月(?:\s?(?P<d6>{_DAY})\s?日)?
  | \d{{1,2}}/\d{{1,2}}/(?P<y7>{_YEAR})
"""
_FIND = re.compile(rf"(?<![\w/.-])(?:{WRITTEN})(?![\w/-]|\.\d)", re.IGNORECASE | re.VERBOSE)
_SOME_YEAR = re.compile(_YEAR)


class Written(NamedTuple):
    """A date in a line, with what stands before it and after it."""

    date: Date
    before: str
    after: str


def dates_in(line: str) -> Iterator[Written]:
    """The dates of a line of text. Of ``03/04/2024``, which is read differently in different countries, the year."""
    if not _SOME_YEAR.search(line):
        return
    for found in _FIND.finditer(line):
        date = _date({name[0]: text for name, text in found.groupdict().items() if text})
        if date is not None:
            yield Written(date, line[: found.start()], line[found.end() :])


def _date(parts: dict[str, str]) -> Date | None:
    month, day = parts.get("m"), int(parts.get("d", 0))
    number = None if month is None else _MONTHS.get(month.casefold()) or (int(month) if month.isdigit() else None)
    if (number is not None and not 1 <= number <= 12) or day > 31:
        return None
    return Date(int(parts["y"]), number, day or None if number else None)
