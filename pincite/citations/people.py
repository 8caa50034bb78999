"""Who wrote a document and when, as far as its file says so."""

from __future__ import annotations

import re
from typing import NamedTuple

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DATE = re.compile(r"([12]\d{3})(?:-(\d\d)(?:-(\d\d))?)?(?!\d)")
_BETWEEN = re.compile(r"\s+(?:and|&|und|et|y)\s+")
_NAME = re.compile(r"(?:[^\W\d_]\.?|[^\W\d_][\w'’.-]*)(?:\s+(?:[^\W\d_]\.?|[^\W\d_][\w'’.-]*)){0,3}")
_AFTER_COMMA = re.compile(
    r"(?:inc|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|gmbh|ag|se|sa|s\.?a\.?r?\.?l?|n\.?v|b\.?v|n\.?a|"
    r"l\.?l\.?c|l\.?l\.?p|l\.?p|jr|sr|ii|iii|iv|esq|ph\.?d|m\.?d|the)\.?",
    re.IGNORECASE,
)
_OF_BODIES = frozenset(  # words of no person's name
    "for of the in agency association bank board center centre commission committee company council department group "
    "institute ministry office services society university".split()
)
_MOST = 20


class Author(NamedTuple):
    """An author as the file names them. ``family`` and ``given`` are set where the file itself tells them apart
    (``Doe, Jane``): of ``Morgan Stanley`` nobody can know."""

    name: str
    family: str | None = None
    given: str | None = None

    @property
    def in_order(self) -> str:
        """``Jane Doe``"""
        return f"{self.given} {self.family}" if self.family else self.name

    @property
    def initials(self) -> str:
        """``J. M.`` of ``Jane M.``; empty where the given names are not known."""
        return " ".join(f"{word[0].upper()}." for word in (self.given or "").split())


class Date(NamedTuple):
    """A day, a month or a year."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def month_name(self) -> str:
        return MONTHS[self.month - 1] if self.month else ""

    @property
    def short_month(self) -> str:
        """``Feb.``, ``May``, ``Sept.``"""
        name = self.month_name
        if len(name) <= 4:
            return name
        return f"{name[:4] if name == 'September' else name[:3]}."


def authors(text: str | None) -> tuple[Author, ...]:
    """The authors of a file's author field. Several are told apart at semicolons, and at ``and`` between full names:
    ``Procter and Gamble`` is one."""
    flat = " ".join((text or "").split())
    found: list[Author] = []
    for part in flat.split(";"):
        names = _BETWEEN.split(part.strip())
        several = len(names) > 1 and all(_is_full_name(name) for name in names)
        found += [_author(name) for name in (names if several else [part.strip()]) if name]
    return tuple(dict.fromkeys(found))[:_MOST]


def _is_full_name(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and _NAME.fullmatch(name) is not None and not _OF_BODIES.intersection(name.casefold().split())


def _author(name: str) -> Author:
    family, comma, given = (part.strip() for part in name.partition(","))
    told = comma and _NAME.fullmatch(family) and _NAME.fullmatch(given)
    if not told or _AFTER_COMMA.fullmatch(given):
        return Author(name)
    return Author(name, family, given)


def date(text: str | None) -> Date | None:
    """The day of an ISO 8601 date or time, as exactly as it is given; ``None`` for anything else."""
    found = _DATE.match((text or "").strip())
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    assert year is not None
    if month is None or not 1 <= month <= 12:
        return Date(year)
    return Date(year, month, day if day is not None and 1 <= day <= 31 else None)
