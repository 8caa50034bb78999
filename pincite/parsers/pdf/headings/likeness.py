"""How alike a title given elsewhere (by a bookmark, by the contents) and the title of a block are."""

from __future__ import annotations

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.titles import key, without_number

NEAR = 88.0  # likeness (0-100) of a title that is not quite the same
_SHORT = 8  # characters below which titles that differ are not compared


def likeness(wanted: str, wanted_bare: str, c: Candidate) -> float:
    """100 for the same title, 98 where only the number differs, else how near it is, and 0 below ``NEAR``. ``wanted``
    is a folded title (``titles.key``), ``wanted_bare`` the same without its number."""
    like = _like(wanted, wanted_bare, c.text, c.key)
    if not like and c.text.endswith(")") and "(" in c.text[1:]:
        shorter = c.text[: c.text.rindex("(")]  # "Item 7. Results (in millions)"
        like = _like(wanted, wanted_bare, shorter, key(shorter))
    return like


def _like(wanted: str, wanted_bare: str, text: str, folded: str) -> float:
    if folded == wanted:
        return 100.0
    if len(wanted_bare) > 2 and folded.endswith(wanted_bare) and bare(text) == wanted_bare:
        return 98.0
    if min(len(folded), len(wanted)) < _SHORT or abs(len(folded) - len(wanted)) > 0.25 * max(len(folded), len(wanted)):
        return 0.0
    from rapidfuzz.fuzz import ratio

    return float(ratio(wanted, folded, score_cutoff=NEAR))


def bare(title: str) -> str:
    """The folded title without its number."""
    return key(without_number(title))
