"""Dates as PDF files write them."""

from __future__ import annotations

import re

_DATE = re.compile(
    r"(?:D:)?(?P<year>\d{4})(?P<month>\d\d)?(?P<day>\d\d)?(?P<hour>\d\d)?(?P<minute>\d\d)?(?P<second>\d\d)?\s*"
    r"(?:(?P<sign>[-+])(?P<off_hour>\d\d)'?(?P<off_minute>\d\d)?|(?P<utc>[Zz])(?:00'?00)?)?'?"
)


def iso_date(date: str | None) -> str | None:
    """ISO 8601 of a date such as ``D:20240131120000+01'00'``, as precise as it is; text that is no such date as it
    stands."""
    match = _DATE.fullmatch(date.strip()) if date else None
    if not match:
        return date
    part = match.group
    out = "-".join(p for p in part("year", "month", "day") if p)
    if part("hour"):
        out += f"T{part('hour')}:{part('minute') or '00'}:{part('second') or '00'}"
        if part("sign"):
            out += f"{part('sign')}{part('off_hour')}:{part('off_minute') or '00'}"
        elif part("utc"):
            out += "Z"
    return out
