"""How alike a title given elsewhere (by a bookmark, by the contents) and the title of a block are."""

from __future__ import annotations

from rapidfuzz import fuzz

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.titles import key, without_number

NEAR = 88.0  # likeness (0-100) of a title that is not quite the same
_SHORT = 8  # characters below which titles that differ are not compared


def likeness(wanted: str, wanted_bare: str, c: Candidate) -> float:
    """100 for the same title, 98 where only the number differs, else how near it is, and 0 below ``NEAR``. ``wanted``
    is a folded title (``titles.key``), ``wanted_bare`` the same without its number."""
    if c.key == wanted:
        return 100.0
    if len(wanted_bare) > 2 and c.key.endswith(wanted_bare) and bare(c.text) == wanted_bare:
        return 98.0
    if min(len(c.key), len(wanted)) < _SHORT or abs(len(c.key) - len(wanted)) > 0.25 * max(len(c.key), len(wanted)):
        return 0.0
    return float(fuzz.ratio(wanted, c.key, score_cutoff=NEAR))


def bare(title: str) -> str:
    """The folded title without its number."""
    return key(without_number(title))
