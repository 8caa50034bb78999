"""Dates and times as Excel shows them: a serial number of days, and the tokens of a format code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_DAY_S = 86_400


class _Token(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...


def moment(serial: float, date1904: bool) -> datetime | None:
    """The moment that a serial number stands for, to the millisecond; ``None`` outside the years 1900 to 9999."""
    days = int(serial // 1)
    if not 0 <= days < 2_958_466:
        return None
    start = datetime(1904, 1, 1) if date1904 else datetime(1899, 12, 31 if days < 60 else 30)  # Excel's 29 Feb 1900
    return start + timedelta(days=days, milliseconds=round((serial - days) * _DAY_S * 1000))


def iso_text(serial: float, date1904: bool) -> str | None:
    """The moment as ISO 8601."""
    at = moment(serial, date1904)
    return None if at is None else at.date().isoformat() if serial == int(serial) else at.isoformat(timespec="seconds")


def date_text(serial: float, tokens: Sequence[_Token], date1904: bool) -> str | None:
    """The moment in this format; ``None`` for a number that is no date."""
    if serial < 0 and any(token.kind == "elapsed" for token in tokens):
        positive = date_text(-serial, tokens, date1904)
        return None if positive is None else "-" + positive
    at = moment(serial, date1904)
    if at is None:
        return None
    fraction = any(token.kind == "date" and token.text.startswith("s") and "." in token.text for token in tokens)
    if not fraction:  # seconds are rounded, not cut
        at += timedelta(milliseconds=500)
        at = at.replace(microsecond=0)
    noon = any(token.kind == "ampm" for token in tokens)
    out: list[str] = []
    for i, token in enumerate(tokens):
        if token.kind == "date":
            out.append(_minutes(at, token.text) if _is_minutes(tokens, i) else _part(at, token.text, noon))
        elif token.kind == "elapsed":
            out.append(_elapsed(serial, token.text))
        elif token.kind == "ampm":
            out.append(_half(at, token.text))
        elif token.kind in ("text", "comma", "point", "slash"):
            out.append(token.text)
    return "".join(out)


def _is_minutes(tokens: Sequence[_Token], index: int) -> bool:
    """``m`` is minutes after hours and before seconds, else the month."""
    if tokens[index].text[0] != "m" or len(tokens[index].text) > 2:
        return False
    parts = [i for i, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    at = parts.index(index)
    before = tokens[parts[at - 1]].text[0] if at else ""
    after = tokens[parts[at + 1]].text[0] if at + 1 < len(parts) else ""
    return before == "h" or after == "s"


def _minutes(at: datetime, text: str) -> str:
    return f"{at.minute:02}" if len(text) > 1 else str(at.minute)


def _part(at: datetime, text: str, noon: bool) -> str:
    kind, length = text[0], len(text)
    if kind in "ye":
        return str(at.year) if length > 2 or kind == "e" else f"{at.year % 100:02}"
    if kind == "m":
        return _named(at.month, _MONTHS[at.month - 1], length)
    if kind == "d":
        return _named(at.day, _DAYS[at.weekday()], length)
    if kind == "a":
        return _DAYS[at.weekday()][: 3 if length == 3 else None]
    if kind == "h":
        hour = (at.hour % 12 or 12) if noon else at.hour
        return f"{hour:02}" if length > 1 else str(hour)
    if kind == "s":
        whole, point, digits = text.partition(".")
        seconds = f"{at.second:02}" if len(whole) > 1 else str(at.second)
        return seconds + point + f"{at.microsecond:06}"[: len(digits)]
    return ""


def _named(number: int, name: str, length: int) -> str:
    if length >= 5:
        return name[0]
    return {1: str(number), 2: f"{number:02}", 3: name[:3]}.get(length, name)


def _elapsed(serial: float, text: str) -> str:
    seconds = round(serial * _DAY_S)
    total = {"h": seconds // 3600, "m": seconds // 60}.get(text[0], seconds)
    return str(total).rjust(len(text), "0")


def _half(at: datetime, text: str) -> str:
    half = "AM" if at.hour < 12 else "PM"
    return half if len(text) > 3 else half[0]
