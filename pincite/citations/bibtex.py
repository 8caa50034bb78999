"""A cited place as an entry of a BibTeX file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pincite.citations.people import Author
from pincite.citations.places import Cited

_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "–": "--",
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
}  # fmt: skip
_ESCAPES = str.maketrans(_ESCAPED)
_IN_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
_PERSON = re.compile(r"[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){1,3}")
_STOP_WORDS = frozenset(("the", "a", "an", "form", "of", "and"))


def bibtex(place: Cited, link: str | None = None) -> str:
    """A ``@misc`` entry. What is no field of BibTeX (slide, section, cell, what the file does not say) is its
    ``note``."""
    lines = [f"  {name} = {value}" for name, value in _fields(place, link)]
    return f"@misc{{{_key(place)},\n" + ",\n".join(lines) + "\n}"


def escaped(text: str) -> str:
    """The text as it can stand in a field: no character of it is read as a command, and its braces balance."""
    return text.translate(_ESCAPES)


def _fields(place: Cited, link: str | None) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{{{escaped(place.title)}}}}}"
    if place.authors:
        yield "author", f"{{{' and '.join(_author(a) for a in place.authors)}}}"
    if place.date:
        yield "year", f"{{{place.date.year}}}"
        if place.date.month:
            yield "month", place.date.month_name[:3].lower()  # a macro of BibTeX
    if place.noun == "page" and place.pages:
        yield "pages", f"{{{', '.join('--'.join(_page(name) for name in run) for run in place.pages)}}}"
    yield "howpublished", f"{{{escaped(place.form)}}}"
    note = "; ".join(_notes(place))
    if note:
        yield "note", f"{{{note}}}"
    if link:
        yield "url", f"{{{link.translate(_IN_URL)}}}"


def _notes(place: Cited) -> Iterator[str]:
    if place.noun != "page" and place.locator:
        yield escaped(place.locator)
    if place.path:
        yield f"section {escaped(place.path)}"
    if place.cell:
        yield escaped(place.cell)
    unsaid = [
        name for name, known in (("title", place.titled), ("author", place.authors), ("date", place.date)) if not known
    ]
    if unsaid:
        yield f"the document states no {' and no '.join(unsaid)}"


def _author(author: Author) -> str:
    """A name that BibTeX must not take apart stands in braces."""
    if author.family:
        return f"{escaped(author.family)}, {escaped(author.given or '')}"
    name = escaped(author.name)
    return name if _PERSON.fullmatch(author.name) and " and " not in author.name else f"{{{name}}}"


def _page(name: str) -> str:
    return escaped(name) if name.isalnum() else f"{{{escaped(name)}}}"


def _key(place: Cited) -> str:
    """``annual2024-b12``: two places of a document are two entries."""
    words = re.findall(
        "[a-z0-9]+", unicodedata.normalize("NFKD", place.title).encode("ascii", "ignore").decode().lower()
    )
    word = next((w for w in words if w not in _STOP_WORDS), "") or place.doc_id
    year = str(place.date.year) if place.date else ""
    return f"{word}{year}-{re.sub('[^a-z0-9]+', '-', place.ref)}"
