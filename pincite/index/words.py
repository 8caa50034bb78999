"""Words of a text as the index knows them, for the text that is searched and for the question alike.

A word is folded (case, typography, ligatures, accents), numbers lose their thousands separators, a possessive ``'s`` is
dropped, and scripts that are written without spaces give overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from pincite.fold import fold
from pincite.model import Span

_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\U00020000-\U0003134f"
)
_MARKS = "\u0900-\u0963\u0966-\u0dff"  # vowel signs of Indic scripts are parts of words though they are no letters
_LETTER = rf"(?:[^\W_]|[{_MARKS}{_SPACELESS}])"
_TOKEN = re.compile(rf"\d+(?:[.,]\d+)+|{_LETTER}+")
_PLAIN_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[a-z0-9]+")
_COMPOUND = re.compile(rf"{_LETTER}+(?:[-&]{_LETTER}+)+|(?:[^\W\d_]\.){{2,}}")
_BROKEN = re.compile(r"[^\W\d_]{2,}-\s+[^\W\d_]{2,}")  # over the end of a line that the parser took for a block's end
_CONNECTOR = re.compile(r"[-&.](?<=\w.)(?=\w)")
_RUN = re.compile(rf"[{_SPACELESS}]+|[^{_SPACELESS}]+")
_HAS_SPACELESS = re.compile(rf"[{_SPACELESS}]")
_POSSESSIVE = re.compile(r"'s\b")
_THIN_GROUP = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_GROUPED = re.compile(r"\d+(?:[.,]\d+)+")
_COMMA_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DOT_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:\.\d{3})+,\d+")
_LONE_GROUP = re.compile(r"(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,]\d|\d)")
# signs that are frequent in prose and no part of a word; footnote marks would fuse with the number before them
_SIGNS = "…•●▪\uf0b7®™℠©§→☐☒⁰¹²³⁴⁵⁶⁷⁸⁹"
_REPLACED = (*zip("‘’“”‐‑–—−", "''\"\"-----", strict=True), *((sign, " ") for sign in _SIGNS))
_LONGEST = 60  # characters of a word; more is a base64 dump, not a word
_DROPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]")
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"}


def _chunks(plain: str) -> Iterator[str]:
    """What stands around connecting signs, from space to space: the rest need not be searched for compounds."""
    done = 0
    for match in _CONNECTOR.finditer(plain):
        if match.start() >= done:
            start = plain.rfind(" ", done, match.start()) + 1 or done
            done = plain.find(" ", match.end())
            done = len(plain) if done < 0 else done
            yield plain[start:done]


class Terms(NamedTuple):
    """What the index holds of a text, separated by spaces: its words in order, and what it writes in parts but may be
    asked for as one word (``co-operation``, ``U.S.``, the German ``1.577``)."""

    single: str
    joined: str


def index_terms(text: str) -> Terms:
    """The terms of ``text``."""
    plain = _plain(_prepared(text))
    return Terms(_spelled(plain), " ".join(_joined(plain)))


def terms(text: str) -> list[str]:
    """The words of ``text`` in order."""
    return _terms(_plain(_prepared(text)))


def _terms(plain: str) -> list[str]:
    return _spelled(plain).split()


def _spelled(plain: str) -> str:
    if not plain.isascii():
        return " ".join(term for token in _TOKEN.findall(plain) for term, _, _ in _split(token))
    found: list[str] = _PLAIN_TOKEN.findall(plain)
    if found and max(map(len, found)) > _LONGEST:
        found = [token for token in found if len(token) <= _LONGEST]
    return _GROUPED.sub(lambda match: _number(match.group()), " ".join(found))


def _joined(plain: str) -> list[str]:
    likely = " ".join(_chunks(plain))
    out = ["".join(_terms(match.group())) for match in _COMPOUND.finditer(likely)]
    out += [match.group().replace(".", "") for match in _LONE_GROUP.finditer(likely)]
    if "- " in plain or "-\n" in plain:
        out += ["".join(_terms(match.group())) for match in _BROKEN.finditer(plain)]
    return [term for term in out if term and len(term) <= _LONGEST]


class Words:
    """The words of a text in order, each with its place in it. ``terms`` are the words; places are looked for when they
    are asked for."""

    def __init__(self, text: str) -> None:
        plain, self._offsets = _plain_with_offsets(text)
        self._plain = _POSSESSIVE.sub("  ", plain) if "'" in plain else plain
        self._split: list[tuple[str, int, int]] | None = None
        tokens: list[str] = _PLAIN_TOKEN.findall(self._plain) if self._plain.isascii() else []
        if self._plain.isascii() and len(max(tokens, key=len, default="")) <= _LONGEST:
            self.terms = [token if token.isalnum() else _number(token) for token in tokens]
        else:
            self._split = list(_placed(self._plain))
            self.terms = [term for term, _, _ in self._split]

    def spans(self, first: int, last: int) -> list[Span]:
        """The characters of the text that the words from ``first`` to ``last`` come from."""
        if self._split is None:
            found = islice(_PLAIN_TOKEN.finditer(self._plain), first, last + 1)
            places = [match.span() for match in found]
        else:
            places = [(start, end) for _, start, end in self._split[first : last + 1]]
        return [Span(self._offsets[start], self._offsets[end - 1] + 1) for start, end in places]


def _placed(plain: str) -> Iterator[tuple[str, int, int]]:
    """The terms with their places in ``plain``."""
    for match in _TOKEN.finditer(plain):
        at = match.start()
        for term, start, end in _split(match.group()):
            yield term, at + start, at + end


def query_tokens(text: str) -> list[tuple[tuple[str, ...], str | None]]:
    """The words of a question: each with its parts, and as one word where it is a compound."""
    plain = _plain(_prepared(text))
    out: list[tuple[tuple[str, ...], str | None]] = []
    at = 0
    for match in _COMPOUND.finditer(plain):
        out += [((term,), None) for term in _terms(plain[at : match.start()])]
        parts = tuple(_terms(match.group()))
        if parts:
            out.append((parts, "".join(parts) if len(parts) > 1 else None))
        at = match.end()
    return out + [((term,), None) for term in _terms(plain[at:])]


def is_spaceless(term: str) -> bool:
    """Whether the word is a pair of characters of a script without spaces."""
    return bool(_HAS_SPACELESS.match(term))


def _prepared(text: str) -> str:
    """Character by character what folding would lose: a narrow space between groups of digits becomes a comma."""
    if text.isascii():
        return text
    text = _THIN_GROUP.sub(",", text)
    for sign, plain in _REPLACED:
        text = text.replace(sign, plain)
    return text


def _plain(text: str) -> str:
    folded = text.lower() if text.isascii() else fold(text, case=True).text
    if not folded.isascii():
        folded = "".join(map(_plain_char, folded))
    return _POSSESSIVE.sub("  ", folded) if "'" in folded else folded


def _plain_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """As ``_plain``, with the place in ``text`` of each character and of the end."""
    if text.isascii():
        return text.lower(), range(len(text) + 1)
    folded = fold(_prepared(text), case=True)
    if folded.text.isascii():
        return folded
    chars = [_plain_char(c) for c in folded.text]
    places = [at for at, char in zip(folded.offsets, chars, strict=False) for _ in char]
    return "".join(chars), [*places, len(text)]


@lru_cache(maxsize=8192)
def _plain_char(char: str) -> str:
    """A letter without its accent, a digit of any script as 0-9."""
    if char.isascii():
        return char
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    bare = _DROPPED_MARKS.sub("", unicodedata.normalize("NFD", char))
    return _LETTERS.get(bare, unicodedata.normalize("NFC", bare))


def _split(token: str) -> Iterator[tuple[str, int, int]]:
    """The terms of a token, with their places in it."""
    if len(token) > _LONGEST and not _HAS_SPACELESS.search(token):
        return
    if "," in token or "." in token:
        yield _number(token), 0, len(token)
    elif not _HAS_SPACELESS.search(token):
        yield token, 0, len(token)
    else:
        for run in _RUN.finditer(token):
            yield from _split_run(run.group(), run.start())


def _split_run(run: str, at: int) -> Iterator[tuple[str, int, int]]:
    if len(run) == 1 or not is_spaceless(run):
        yield run, at, at + len(run)
    else:
        for i in range(len(run) - 1):
            yield run[i : i + 2], at + i, at + i + 2


def _number(token: str) -> str:
    """``1,577.50`` and ``1.577,50`` as ``1577.50``; a comma that does not group is a decimal one."""
    if _COMMA_GROUPS.fullmatch(token):
        return token.replace(",", "")
    if _DOT_GROUPS.fullmatch(token):
        return token.replace(".", "").replace(",", ".")
    return token.replace(",", ".")
