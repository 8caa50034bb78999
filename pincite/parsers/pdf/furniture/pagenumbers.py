"""Page numbers as they are printed: ``iv``, ``12``, ``F-3``, ``- 4 -``, ``Page 3 of 9``, ``3 | Annual report``."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

from pincite.parsers.numerals import roman, roman_value

_ROMAN = r"[ivxlc]{1,9}|[IVXLC]{1,9}"
_PREFIX = r"(?P<prefix>[A-Za-z]{1,3}\.?[-–—‑](?:\d{1,2}[-–—‑])?|[A-Z](?=\d)|\d{1,3}[-–—‑])?"
_NUMBER = rf"{_PREFIX}\s?(?P<number>\d{{1,6}}|{_ROMAN})"
_PAGE = r"(?:page|pages|pg\.?|p\.|seite|página|pagina|pág\.|strona|sida|side|стр\.?|страница|עמוד|صفحة)"
_TOTAL = r"(?:\s?(?:of|von|de|sur|di|av|из|/|מתוך|من)\s?\d{1,5})"
_ALONE = re.compile(rf"[-–—|•·\[(<~\s]*{_NUMBER}{_TOTAL}?[-–—|•·\])>~.\s]*")
_NAMED = re.compile(rf"{_PAGE}\s*[:#]?\s*[-–—(\[]?\s*{_NUMBER}{_TOTAL}?[-–—)\].|\s]*", re.IGNORECASE)
_COUNTED = re.compile(rf"(?:.*\W)?{_PAGE}\s*{_NUMBER}{_TOTAL}(?:\W.*)?", re.IGNORECASE | re.DOTALL)
_FIRST = re.compile(rf"{_NUMBER}(?=\s)(?!\s*%).+", re.DOTALL)
_LAST = re.compile(rf".+?(?:\s|\|){_NUMBER}\s*", re.DOTALL)
_CJK = re.compile(r"(?:.*\s)?第?\s*(?P<prefix>)(?P<number>\d{1,5})\s*[頁页ページ쪽]+(?:.*)", re.DOTALL)
_SPACED = re.compile(r"\d(?: \d){1,3}")  # digits of one number set apart


class Form(IntEnum):
    """How plainly a line says that it is a page number; higher is plainer."""

    INSIDE = 1  # the first or last word of a longer line
    STAMP = 2  # with leading zeros, as stamped by machines
    NAMED = 3  # "Page 3 of 9"
    ALONE = 4


class Number(NamedTuple):
    """A number that may count pages: ``label`` as a reader would cite it; ``series`` tells writings apart."""

    label: str
    value: int
    series: str
    form: Form


def read_numbers(text: str) -> list[Number]:
    """The page numbers that a line may show, the plainest reading first."""
    found: list[Number] = []
    if _SPACED.fullmatch(text):
        text = text.replace(" ", "")
    if len(text) > 30 and not any(map(str.isdigit, text)):
        return found
    for pattern, form in ((_ALONE, Form.ALONE), (_NAMED, Form.NAMED), (_COUNTED, Form.NAMED), (_CJK, Form.NAMED)):
        match = pattern.fullmatch(text)
        if match and (number := _number(match, form)):
            return [number]
    for pattern in (_FIRST, _LAST):
        match = pattern.fullmatch(text)
        if match and (number := _number(match, Form.INSIDE)):
            found.append(number)
    return found


def _number(match: re.Match[str], form: Form) -> Number | None:
    prefix, digits = match["prefix"] or "", match["number"]
    if digits.isdigit():
        if len(digits) > 1 and digits[0] == "0":
            form = min(form, Form.STAMP)
        return Number(prefix + digits, int(digits), f"{prefix}1", form)
    if form is Form.INSIDE and len(digits) == 1 and digits not in "iv":
        return None
    value = roman_value(digits)
    return Number(prefix + digits, value, f"{prefix}{'i' if digits.islower() else 'I'}", form) if value else None


def number_at(number: Number, distance: int) -> Number:
    """The number ``distance`` pages further on, in the same writing."""
    value, writing = number.value + distance, number.series[-1]
    digits = str(value) if writing == "1" else roman(value) if writing == "i" else roman(value).upper()
    return number._replace(label=number.series[:-1] + digits, value=value)
