"""When a document was published: as it says on its front, else by its file where that can be believed.

A wrong date is worse than none: what contradicts itself is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.citations.front import Front
from pincite.citations.people import Date, date
from pincite.citations.written import Written, dates_in
from pincite.model import Document

_STATED = ("html", "markdown", "text")  # formats whose file gives the date of publication, not that of the file
_PLACEHOLDERS = frozenset(
    ("1601-01-01", "1899-12-30", "1900-01-01", "1904-01-01", "1970-01-01", "1980-01-01", "2000-01-01")
)
_LABEL = re.compile(
    r"(?:\b(?:dated?|date of (?:issue|issuance|publication|release|report)|issued?|published|"
    r"publi\w+ (?:date|on|el|le)|released?|for immediate release|revised|revision|updated?|"
    r"filed|edition|stand|datum|fecha|veröffentlicht am)"
    r"(?: date)?(?: on| as of)?|作成年月日|发布日期)\s*[:：]?[\s(]*$",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:first|prospectus|act|law|decree|agreement|effective|expir\w+|due)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:end(?:ed|ing|s)?|through|until|till?|expir\w+|maturity|due|as|prior|before|after|since|from|to|by|between|"
    r"prospectus|supplement|born|deadline|effective|beg[aiu]n\w*|start\w*|period|act|law|and|bis|ab|hasta|jusqu\w*)\b"
    r"(?: of| at| on| dated)?[\s,:(]*$",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:made|entered into|dated|executed|effective)\b[^.;]{0,80}?\b(?:as of|on|this|effective)(?: the)?\s*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:of|af|av|vom|du|del?|den|van|am|le|il|on|(?:mon|tues|wednes|thurs|fri|satur|sun)day),?\s+|\W*)",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[^.:;!?]{2,70}(?:[,–—-]|\s)\s*$")
_LETTER = re.compile(r"\w")
_LIST = 6  # dates beside each other, from which on they are those of a list
_LINE = 90  # characters of a line that is no sentence
_RIGHTS = re.compile(r"(?:©|\(c\)|copyright)[^\n]{0,20}?(?:(?:19|20)\d\d\s*[-–,]\s*)?((?:19|20)\d\d)\b", re.IGNORECASE)
_PERIOD = re.compile(
    r"\b(?:fiscal|financial|quarter(?:ly)?|year|months?|period|weeks?)\b[^.;\n]{0,40}\bended:?\s*$", re.IGNORECASE
)
_YEAR = re.compile(r"(?<!\bof )(?<![\d/.$€£-])((?:19|20)\d\d)(?![\d/%]|\.\d|-\d{2}(?!\d\d))")
_SIGNED = re.compile(r"Dated?:?\s{1,3}([^\n|]{6,30})")
_LATEST = 18  # months from the end of a period to the report on it


def date_of(doc: Document, front: Front, title: str) -> Date | None:
    """The date of publication, as exactly as it is known; ``None`` where the document does not say, or not plainly."""
    stated = date(doc.metadata.created) if doc.format in _STATED else None
    if stated is not None and not _is_placeholder(doc.metadata.created):
        return stated
    period = ended[1] if (ended := period_of(front)) else None
    for found in _classes(doc, front, period):
        fit = [when for when in dict.fromkeys(found) if _fits(when, period)]
        if fit and len(found) <= _LIST:
            return _common(fit)
    return _of_the_file(doc, front, title, period)


def period_of(front: Front) -> tuple[str, Date] | None:
    """The end of the period that a report is on: as its front writes it, and the day."""
    for line in front.lines:
        for found in dates_in(line):
            if found.date.day and _PERIOD.search(found.before):
                return line[len(found.before) : len(line) - len(found.after)], found.date
    return None


def _classes(doc: Document, front: Front, period: Date | None) -> Iterator[list[Date]]:
    """The dates that may be that of the document, the surest first: beside a word such as "issued", in a line of their
    own, at the end of a line of the cover, of the agreement that it is, of the signatures below a report."""
    cover = [(line, found) for line in front.lines[: front.cover] for found in dates_in(line)]
    back = front.lines[front.cover :] if doc.pages else ()
    yield [f.date for line, f in cover if _is_labelled(line, f)]
    yield [f.date for line, f in cover if _is_bare(f)]
    yield [f.date for line, f in cover if len(line) < _LINE and _ends_line(f)]
    yield [f.date for _, f in cover if _MADE.search(f.before)][:1]
    yield [f.date for line in back for f in dates_in(line) if _is_labelled(line, f)]
    if period is not None:
        yield list(_signatures(doc.text))
    rights = [Date(int(found[1])) for found in _RIGHTS.finditer(front.text)]
    yield [max(rights)] if rights else []


def _is_labelled(line: str, found: Written) -> bool:
    label = _LABEL.search(found.before)
    if label is None or _ANOTHER.search(found.before.rpartition(". ")[2]):
        return False
    return ":" in label[0] or len(line) < _LINE  # no "dated" in the middle of a sentence


def _is_bare(found: Written) -> bool:
    return bool(_LEAD.fullmatch(found.before)) and not _LETTER.search(found.after)


def _ends_line(found: Written) -> bool:
    ends = not found.after.strip(" )]")
    return ends and bool(_PLACE.fullmatch(found.before)) and not _OTHER.search(found.before)


def _signatures(text: str) -> Iterator[Date]:
    for found in _SIGNED.finditer(text):
        first = next(dates_in(" ".join(found[1].split())), None)
        if first is not None and not first.before and first.date.day:
            yield first.date


def _fits(when: Date, period: Date | None) -> bool:
    """Whether a report on the period may be of that date."""
    if period is None:
        return True
    first = (period.year, period.month or 1)
    if when.month is None:
        return first[0] <= when.year <= first[0] + 1
    months = (when.year - first[0]) * 12 + when.month - first[1]
    return 0 <= months <= _LATEST and when != period


def _common(dates: Sequence[Date]) -> Date | None:
    """What the dates agree on."""
    if len(dates) == 1:
        return dates[0]
    if len({d.year for d in dates}) > 1:
        return None
    months = {d.month for d in dates if d.month}
    return Date(dates[0].year, months.pop() if len(months) == 1 else None)


def _of_the_file(doc: Document, front: Front, title: str, period: Date | None) -> Date | None:
    """The year in which the file was made, where nothing speaks against it: it is no placeholder, an Office file was
    not saved again in another year (its date is that of a template, often), and what the front tells is no older and
    no newer."""
    made, saved = date(doc.metadata.created), date(doc.metadata.modified)
    if made is None or _is_placeholder(doc.metadata.created):
        return None
    if doc.format != "pdf" and saved is not None and saved.year != made.year:
        return None
    year = Date(made.year)
    named, told = _years(title), _years("\n".join(front.lines[: front.cover]))
    if named and not (min(named) - 1 <= made.year <= max(named) + 1):
        return None
    if told and max(told) > made.year + 1 and min(told) > made.year:
        return None
    return year if _fits(year, period) else None


def _years(text: str) -> list[int]:
    return [int(found[1]) for found in _YEAR.finditer(text)]


def _is_placeholder(text: str | None) -> bool:
    return (text or "").strip()[:10] in _PLACEHOLDERS
