"""Where a quote may begin and end: at the edge of a word, with all that belongs to its first and last number.

``12`` is no quote from ``4,512``, ``5`` none from ``-5``, ``(5)``, ``5%``, ``5 €`` or ``5.2``, ``compete`` none from
``non-compete``, ``do`` none from ``don't``. A currency sign in front may stay behind, as a word may: ``5`` is quoted
from ``$5``, but nothing from ``-$5`` without its sign.
"""

from __future__ import annotations

import re

from pincite.markup import is_unspaced
from pincite.verify.gaps import CURRENCY, RAISED, Gap, forms, hyphens, is_minus

_SIGNS = "+±<>≤≥~≈"
_THIN_SPACE = "\u0020\u00a0\u2009\u202f"
_HEAD = re.compile(rf"[-{_SIGNS}({CURRENCY}][-{_SIGNS}({CURRENCY}{_THIN_SPACE}]*\Z")
_TAIL = re.compile(rf"[{_THIN_SPACE}]?([%‰°]|[{CURRENCY}])")
_RULER_CELL = re.compile(r":?-{3,}:?")
_LONE_POINT = re.compile(r"(?:\A|[^\w.\n])\.\Z")
_IN_WORD = frozenset("-‐‑'’ʼ_\u00ad\u200c\u200d\u2060")
_IN_NUMBER = frozenset(".,'’:/⁄·٫٬\u2009\u202f")
_STOPS = ".,;:"
_EXPONENT_BASE = 2  # digits; what is raised after a longer number is a note mark


def opens_here(doc: Gap, lead: str, *, bracketed: bool) -> bool:
    """Whether a quote that starts with ``lead`` and then ``doc.right`` may start after this gap. ``bracketed``: the
    first number stands in brackets of its own, ``(1,234)``."""
    if _inside(doc):
        return False
    number = doc.right.isdigit()
    wanted = {form.lstrip("…") for form in _forms("\n" + lead, lead, numbers=number)}
    have = _forms("\n" + doc.raw, lead, numbers=number)
    return any(_opens(doc, h, w, lead, bracketed=bracketed) for h in have for w in wanted)


def closes_here(doc: Gap, trail: str, *, base: str, block_ends: bool) -> bool:
    """Whether a quote that ends in ``trail`` may end before this gap. ``base``: the end of its last word;
    ``block_ends``: nothing follows in the block. A stop that the writer put at the end is forgiven, but no full stop
    where the sentence goes on."""
    if _inside(doc):
        return False
    number = doc.left.isdigit()
    have = _forms(doc.raw, trail, inches=number)
    exponent = doc.raw.startswith(RAISED) and not trail.startswith(RAISED)
    if number and exponent and base.isdigit() and len(base) <= _EXPONENT_BASE:
        return False
    wanted = {form.rstrip("…") for form in _forms(trail + " ", trail, inches=number)}
    if number:
        wanted = {form for form in wanted if form.startswith(_tail(doc))}
    return any(h.startswith(w) or _stop_forgiven(h, w, block_ends=block_ends) for h in have for w in wanted)


def _opens(doc: Gap, have: str, wanted: str, lead: str, *, bracketed: bool) -> bool:
    if not (have.endswith(wanted) or have.rstrip("'").endswith(wanted.strip("'"))):
        return False
    if wanted and wanted[0] in CURRENCY and doc.left.isalpha() and doc.raw == wanted:
        return False  # US$ is not $
    if not doc.right.isdigit():
        return True
    if _LONE_POINT.search(doc.raw) and not _LONE_POINT.search(lead):
        return False  # .5 is not 5
    if "-" in wanted and is_minus(doc.raw, doc.left) != is_minus(lead, ""):
        return False
    return wanted.strip("'").endswith(_head(doc, bracketed=bracketed))


def _forms(raw: str, copied: str, *, numbers: bool = False, inches: bool = False) -> set[str]:
    """The forms of a gap, without the line under a table's header where the copy may have a piece of it."""
    if "|" in copied:
        raw = _RULER_CELL.sub("", raw)
    return forms(raw, numbers=numbers, inches=inches)


def _inside(gap: Gap) -> bool:
    """Whether the gap lies inside a word or a number."""
    left, right, raw = gap.left, gap.right, gap.raw
    if not left or not right:
        return False
    digits = left.isdigit() and right.isdigit()
    if raw == "":
        return digits or not (is_unspaced(left) or is_unspaced(right))
    return raw in (_IN_NUMBER if digits else _IN_WORD)


def _head(doc: Gap, *, bracketed: bool) -> str:
    """The signs before the gap's end without which the number after it is another: ``-$``, ``(``, ``<``."""
    raw = doc.raw
    if doc.left and hyphens(raw) == "-":
        return ""  # a range, a compound, a dash between words
    found = _HEAD.search(hyphens(raw))
    head = found[0] if found else ""
    if "-" in head and not is_minus(raw, doc.left):
        head = head.rpartition("-")[2]
    head = re.sub("-+", "-", "".join(head.split()))
    return (head if bracketed else head.replace("(", "")).lstrip(CURRENCY)


def _tail(doc: Gap) -> str:
    """The unit that belongs to the number before the gap: ``%``, ``€``."""
    found = _TAIL.match(doc.raw)
    if not found or (found[1] in CURRENCY and doc.right.isdigit() and found.end() == len(doc.raw)):
        return ""
    return found[1]


def _stop_forgiven(have: str, wanted: str, *, block_ends: bool) -> bool:
    have, wanted = have.strip("'"), wanted.strip("'")
    if have.startswith(wanted):
        return True
    words, stop = wanted.rstrip(_STOPS).rstrip("'"), wanted[-1:]
    if stop not in _STOPS or not have.startswith(words):
        return False
    rest = have[len(words) :].lstrip("'")
    return stop != "." or (rest[0] in ".;:…" if rest else block_ends)
