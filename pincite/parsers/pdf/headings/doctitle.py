"""The title of the document: what the file calls itself, unless that is a makeshift of the program that wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.titles import has_letters, is_file_name, names_contents, names_cover, names_form
from pincite.parsers.pdf.layout import Layout

_LONGEST = 200  # characters of a title
_LARGER = 1.08  # than the text
_MAKESHIFT = re.compile(
    r"(?:untitled|unbenannt|sans titre|sin título|no title|title|print|microsoft (?:word|powerpoint|excel)\b.*"
    r"|powerpoint[- ]pr(?:e|ä)sentation|présentation powerpoint|presentación de powerpoint|presentation|document"
    r"|doc|draft|slide|page|layout|about:blank|normal\.dotm?)[\s\d()_.-]*|[a-z]:[\\/].*|(?:/[\w.-]+){2,}|https?://\S+",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(
    r"\b(?:prospectus|(?:proxy|information) statement|offering (?:memorandum|circular)|annual report)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\S*\d{3}\S*")  # one word with a number in it: an accession number, the name of a file


def name_document(layout: Layout, title: Candidate | None, heads: Sequence[Candidate], body: float) -> None:
    """Sets ``Metadata.title`` where the file gives none, or a makeshift, to the title on the cover, else to the largest
    heading of the first page, where it is larger than the text (``body`` points); of a filing, to its form. A makeshift
    for which there is nothing better goes."""
    given = " ".join((layout.metadata.title or "").split())
    if given and not is_makeshift(given):
        return
    found = _title_of(title, [h for h in heads if h.page is layout.pages[0]], body)
    if found or not (has_letters(given) and _CODE.fullmatch(given)):
        layout.metadata = replace(layout.metadata, title=found)


def is_makeshift(title: str) -> bool:
    """Whether a title was made by a program ("Microsoft Word - a.doc", "untitled", "thesis.dvi") or is but a code."""
    if not has_letters(title) or _MAKESHIFT.fullmatch(title) or _CODE.fullmatch(title):
        return True
    return is_file_name(title) and len(title.split()) < 4


def _title_of(title: Candidate | None, first: Sequence[Candidate], body: float) -> str | None:
    if any(names_cover(h.text) for h in first):
        return next((h.text for h in first if names_cover(h.text) and names_form(h.text)), None)
    if title is not None and len(title.text.split()) > 1:
        return title.text
    named = next((h for h in first if _DOCUMENT.search(h.text)), title)
    if named is not None:  # rather than "Shares", on the cover of what offers them
        return named.text
    fit = [h for h in first if not (h.number or h.run_in or names_contents(h.text)) and h.look.size > _LARGER * body]
    best = max(fit, key=lambda h: (h.look.size, -h.place), default=None)
    return best.text if best is not None and len(best.text) <= _LONGEST else None
