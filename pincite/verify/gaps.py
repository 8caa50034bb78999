"""What stands between the letters: which differences a copy may have there, and which it may never have.

A quote and a passage whose letters and digits agree still have to agree in every *gap*, the characters between two
words or two numbers. White space, Markdown marks, table pipes, bullets and typographic variants are forgiven there.
Signs, currency, brackets, decimal points and whatever else carries meaning is not, and neither is white space that
would make another number or a negation.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pincite.fold import DASHES, DOUBLE_QUOTES, SINGLE_QUOTES

CURRENCY = "$€£¥₹₽₩₺₪₫฿₴₦₱¢"
LEADER = re.compile(r"(?:[.·][^\S\n]?){5,}|…{3,}")  # an ellipsis has at most four dots
NOTE_MARK = re.compile(r"\[\^\w{1,8}\]:?")  # of a note, in the text and before the note itself
RAISED = "^"  # stands in a gap where plain text meets a superscript or subscript

_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))
_QUOTES = str.maketrans(dict.fromkeys(SINGLE_QUOTES + DOUBLE_QUOTES + '"', "'"))
_INCHES = str.maketrans({**dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"')})
_TRADE_MARKS = str.maketrans(dict.fromkeys("™®℠", ""))
_FORGIVEN = re.compile(r"[\s*`|\\_•‣◦▪∙\ue000-\uf8ff]+")
_RULER = re.compile(r"\|(?:\s*:?-{3,}:?\s*\|)+")
_LINE_MARKS = re.compile(r"(?<=\n)(?:[^\S\n]*(?:#{1,6}|[>+*•‣◦▪∙●○➢➤◆◇·\-])(?=[^\S\n]))+")
_LOOSE_BULLET = re.compile(r"(?<=\s)[-+●○➢➤◆◇·](?=\s+\Z)")
_REPEATED = (("…", re.compile(r"\.{3,}")), ("-", re.compile(r"-{2,}")), ("'", re.compile(r"'{2,}")))
_MINUS = re.compile(rf"[^\w]-[{CURRENCY}]?\Z")
_TRUE_MINUS = re.compile(rf"−\s*[{CURRENCY}]?\s*\Z")
_NEGATIONS = frozenset({"no", "not", "non", "nor", "never", "none"})
_SNAKE_CASE = frozenset({"_", "__"})  # join words; more are a blank to fill in


class Gap(NamedTuple):
    """``raw`` between the character ``left`` and the character ``right`` (empty at an end of the text); ``line_end``:
    a line of the page ends in it."""

    raw: str
    left: str
    right: str
    line_end: bool = False


def hyphens(raw: str) -> str:
    """All dashes as ``-``."""
    return raw.translate(_DASH)


@lru_cache(maxsize=16384)
def plain(raw: str, *, numbers: bool = False, inches: bool = False) -> str:
    """The gap without what is forgiven. ``numbers``: a digit follows, so that a dash or ``>`` at the start of a line
    may belong to it; ``inches``: a digit stands before, so that ``'`` and ``"`` differ."""
    if not raw or raw.isspace():
        return ""
    text = hyphens(raw).translate(_TRADE_MARKS)
    if not text.isascii():
        wide = unicodedata.normalize("NFKC", text)
        text = hyphens("".join(c for c in wide if unicodedata.category(c) != "Cf"))
    text = _RULER.sub("|", text)
    text = _LINE_MARKS.sub(lambda marks: marks[0][-1] if numbers and marks[0][-1] in "-+>" else "", text)
    text = _FORGIVEN.sub("", text).translate(_INCHES if inches else _QUOTES)
    for one, run in _REPEATED:
        text = run.sub(one, text)
    return text


def agree(doc: Gap, quote: Gap) -> bool:
    """Whether a quote may have the gap ``quote`` where the document has ``doc``. Both stand between the same
    letters."""
    if doc.raw == quote.raw:
        return True
    if (doc.raw in _SNAKE_CASE) != (quote.raw in _SNAKE_CASE):
        return False
    left, right = doc.left.isdigit(), doc.right.isdigit()
    ours, theirs = (forms(gap.raw, numbers=right, inches=left) for gap in (doc, quote))
    for shared in ours & theirs:
        if left and right:
            same = _same_numbers(doc.raw, quote.raw, shared)
        else:
            same = not (right and "-" in shared) or is_minus(doc.raw, doc.left) == is_minus(quote.raw, quote.left)
        if same:
            return True
    if left or (right and ours | theirs != {RAISED, ""}):
        return False
    return ours | theirs == {RAISED, ""} or _same_word(doc, quote, ours, theirs)


def forms(raw: str, *, numbers: bool = False, inches: bool = False) -> set[str]:
    """``plain`` with the marks at the start of a line taken as marks, and as text: a copy may lose or gain breaks; and
    with leaders, ``.....``, taken as the blank that they fill; without the marks of notes."""
    raw = NOTE_MARK.sub("", raw)
    texts = {raw, raw.replace("\n", " ")}
    if LEADER.search(raw):
        texts |= {LEADER.sub(" ", text) for text in texts}
    return {plain(text, numbers=numbers, inches=inches) for text in texts}


def is_minus(raw: str, left: str) -> bool:
    """Whether the number after the gap is negative by a minus sign: a dash that touches it and nothing before it, or
    the typographic minus."""
    return bool(_MINUS.search(hyphens(raw if left else "\n" + raw)) or _TRUE_MINUS.search(raw))


def is_negation(word: str) -> bool:
    """Whether white space after the word makes or unmakes a negation: ``not able`` and ``notable``, ``no table`` and
    ``notable``. (Before it there is no such pair: ``shallnot`` can only mean ``shall not``.)"""
    return word in _NEGATIONS


def has_space(raw: str) -> bool:
    """Whether words on both sides stand apart: white space, leaders, or the edge of a table cell."""
    return any(c.isspace() or c == "|" for c in raw) or LEADER.search(raw) is not None


def _same_numbers(doc: str, quote: str, shared: str) -> bool:
    """Between two digits white space counts where it could make one number of two, or a range of a difference."""
    if shared in {"", ".", ",", "'"}:
        return has_space(doc) == has_space(quote)
    if "-" not in shared:
        return True
    in_table = "|" in doc or "|" in quote
    same_sign = is_minus(doc, "0") == is_minus(quote, "0")
    return same_sign and not (in_table and (hyphens(doc) == "-") != (hyphens(quote) == "-"))


def _same_word(doc: Gap, quote: Gap, ours: set[str], theirs: set[str]) -> bool:
    """Between letters the copy may add a bullet where a block begins, and a hyphen may come or go where a line of the
    page ended, or still ends in the copy."""
    if "\n\n" in doc.raw and plain(_LOOSE_BULLET.sub("", hyphens(quote.raw))) in ours:
        return True
    if (ours, theirs) == ({"-"}, {""}):
        return doc.line_end and not has_space(quote.raw)
    if (ours, theirs) == ({""}, {"-"}):
        still_ends = re.match(r"-\s", hyphens(quote.raw)) is not None
        return not has_space(doc.raw) and (doc.line_end or still_ends)
    return False
