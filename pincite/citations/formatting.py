"""A cited place in the styles that people use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

from pincite.anchors import Anchor, Ref
from pincite.citations.bibtex import bibtex
from pincite.citations.links import deep_link
from pincite.citations.people import Author, Date
from pincite.citations.places import Cited, Opened, cited
from pincite.errors import RequestError
from pincite.model import Document
from pincite.verify import Match

Style = Literal["plain", "apa", "mla", "bluebook", "bibtex"]
STYLES: tuple[Style, ...] = get_args(Style)


def format_citation(
    opened: Opened | Document,
    place: Anchor | Match | Ref | str,
    style: Style = "plain",
    public_url: str | None = None,
) -> str:
    """The citation of a place in a style; with ``public_url``, the base of the viewer, it ends with the link that opens
    the place.

    Raises ``UnknownReferenceError`` for a place that is not there, ``RequestError`` (bad_argument) for another style.
    """
    make = _MAKERS.get(style)
    if make is None:
        raise RequestError(f"There is no citation style {style!r}.", hint=f"Use one of {', '.join(STYLES)}.")
    place_ = cited(opened, place)
    return make(place_, deep_link(public_url, place_, place_.ref))


def plain(place: Cited, link: str | None = None) -> str:
    """``Annual Report (Acme Inc., 2024), pp. 31–32, Notes > Revenue``"""
    known = [_names(place.authors, " and ")] if place.authors else []
    known += [str(place.date.year)] if place.date else []
    who = f" ({', '.join(known)})" if known else ""
    return ", ".join(filter(None, [place.title + who, place.locator, place.path, place.cell, link]))


def apa(place: Cited, link: str | None = None) -> str:
    """``Doe, J. (2024, February 3). Annual Report (p. 31, Notes > Revenue) [PDF].`` Without an author the title comes
    first; without a date it says ``n.d.``; a file without a title is named in brackets."""
    where = ", ".join(filter(None, [place.locator, place.path, place.cell]))
    title = place.title if place.titled else f"[{place.title}]"
    title += f" ({where})" if where else ""
    title += f" [{place.form}]" if place.titled else ""
    when = f"({_apa_date(place.date)})."
    if not place.authors:
        return " ".join(filter(None, [f"{title}.", when, link]))
    names = [f"{a.family}, {a.initials}" if a.family else a.name for a in place.authors]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])}, & {names[-1]}"
    return " ".join(filter(None, [_stopped(who), when, f"{title}.", link]))


def mla(place: Cited, link: str | None = None) -> str:
    """``Doe, Jane. Annual Report. 3 Feb. 2024, p. 31, sec. “Notes > Revenue”. PDF.``"""
    when = _mla_date(place.date) if place.date else ""
    section = f"sec. “{place.path}”" if place.path else ""
    where = ", ".join(filter(None, [when, place.locator, section, place.cell]))
    who = place.authors[0].name if place.authors else ""
    if len(place.authors) == 2:
        who += f", and {place.authors[1].in_order}"
    elif len(place.authors) > 2:
        who += ", et al."
    parts = [_stopped(part) for part in (who, place.title, where, place.form) if part]
    return " ".join([*parts, *([link] if link else [])])


def bluebook(place: Cited, link: str | None = None) -> str:
    """``Acme Inc., Annual Report § 4.2, at 31–32 (Feb. 3, 2024).``"""
    number = place.section_number
    where = f"at {place.numbers}" if place.noun == "page" and place.pages else place.locator
    where = where or ("" if number else place.path)
    head = [_names(place.authors, " & "), f"{place.title} {number}".strip(), where, place.cell]
    when = _bluebook_date(place.date) if place.date else "n.d."
    text = f"{', '.join(filter(None, head))} ({when})"
    return f"{text}, {link}" if link else f"{text}."


_MAKERS: dict[str, Callable[[Cited, str | None], str]] = {
    "plain": plain,
    "apa": apa,
    "mla": mla,
    "bluebook": bluebook,
    "bibtex": bibtex,
}


def _names(authors: Sequence[Author], last: str) -> str:
    """All authors in their natural order; more than three by the first."""
    names = [a.in_order for a in authors]
    if len(names) > 3:
        return f"{names[0]} et al."
    return last.join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _stopped(text: str) -> str:
    return text if text.endswith((".", "?", "!", ".”")) else f"{text}."


def _apa_date(date: Date | None) -> str:
    if date is None:
        return "n.d."
    day = f" {date.day}" if date.day else ""
    return f"{date.year}, {date.month_name}{day}" if date.month else str(date.year)


def _mla_date(date: Date) -> str:
    return " ".join(filter(None, [str(date.day or ""), date.short_month if date.month else "", str(date.year)]))


def _bluebook_date(date: Date) -> str:
    if date.month and date.day:
        return f"{date.short_month} {date.day}, {date.year}"
    return " ".join(filter(None, [date.short_month if date.month else "", str(date.year)]))
