"""The number a title begins with: ``1.2``, ``(a)``, ``Article IV``, ``Item 7A.``, ``Note 14 –``, ``第三章``.

``readings`` says what the beginning of a text may mean; whether it counts chapters, list items or nothing at all is
decided by its neighbours (``sequences``), never here.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pincite.parsers.pdf.headings.kindwords import CJK_LABELS, LABELS, NOT_TITLES, RANKS, SPELLED


class Scheme(StrEnum):
    """What the last part of a number counts with."""

    DECIMAL = "decimal"
    UPPER_ROMAN = "upper roman"
    LOWER_ROMAN = "lower roman"
    UPPER_LETTER = "upper letter"
    LOWER_LETTER = "lower letter"


class Number(NamedTuple):
    """A number at the beginning of a title.

    ``label`` is the kind word before it, in lower case and singular (``item``; empty: none). ``parts`` are its values
    from the left (``1.2`` -> ``(1, 2)``, ``B.1`` -> ``(2, 1)``); ``scheme`` is that of the last part and ``root`` that
    of the first. ``suffix`` is the letter of ``7A`` as a value (0: none). ``form`` is the punctuation around it:
    ``x.``, ``(x)``, ``x)``, ``x:``, ``x``. The title begins at the offset ``end`` of the text.
    """

    label: str
    parts: tuple[int, ...]
    scheme: Scheme
    root: Scheme
    suffix: int
    form: str
    end: int

    @property
    def depth(self) -> int:
        """How many parts the number has."""
        return len(self.parts)

    @property
    def value(self) -> int:
        """The last part."""
        return self.parts[-1]

    @property
    def series(self) -> tuple[object, ...]:
        """Equal for numbers that count the same thing: only their last parts differ."""
        return self.label, self.parts[:-1], self.root, self.scheme, self.form

    @property
    def family(self) -> tuple[str, Scheme, int, str]:
        """Equal for numbers of one kind and depth, whatever stands before their last part."""
        return self.label, self.root, self.depth, self.form


_ROMAN = re.compile(r"(?=[IVXLC])(C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))$")
_LAST_SUFFIX = "H"  # of a number without punctuation
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_PART = r"(?:\d{1,4}|[IVXLC]{1,7}|[ivxlc]{1,6}|[A-Za-z])"
_CORE = rf"{_PART}(?:[.\-‐‑]{_PART})*"
_NUMBER = re.compile(
    rf"(?P<open>[(（]?)(?P<core>{_CORE})(?P<suffix>(?<=\d)[A-Za-z])?(?P<subs>(?:\([A-Za-z0-9]{{1,4}}\))*)"
    r"(?P<close>\.\)|[.):：．）、]|(?=\s*[—–]|\s+-\s|\s|$))\s*"
)
_LABEL = re.compile(r"(?P<label>[^\W\d_]{2,14}\.?(?=\s|#|\d)|§§?)\s*(?:#\s*|No\.\s*|Nr\.\s*)?(?=[\d(]|[A-Za-z]+\b)")
_SPELLED = re.compile(r"[A-Za-z]+")
_CJK = re.compile(
    r"(?:第|제)\s*(?P<value>[0-9０-９]{1,4}|[一二三四五六七八九十百]{1,5})\s*"
    r"(?P<label>章|节|節|条|條|编|編|部分|部|회|장|절|조|관|편)\s*"
)
_CJK_ITEM = re.compile(r"(?P<open>[(（]?)(?P<value>[一二三四五六七八九十]{1,3})(?P<close>[、．.)）])\s*")
_DASH = re.compile(r"(?:[—–‒―]|-(?=\s)|:|\.(?=\s|$)|\|)\s*")


@lru_cache(maxsize=16384)
def readings(text: str) -> tuple[Number, ...]:
    """What the number at the beginning of ``text`` may be, likeliest first; empty where there is none.

    ``I.`` is read as a roman number and as a letter. A bare number must be followed by white space and a title, a
    labelled one may stand alone.
    """
    text = text.replace("\u00a0", " ")
    start = len(text) - len(text.lstrip())
    if start == len(text):
        return ()
    if text[start] in "第제":
        return _read_cjk(text, start)
    labelled = _LABEL.match(text, start)
    if labelled:
        found = _read_labelled(text, labelled)
        if found:
            return found
    item = _CJK_ITEM.match(text, start)
    if item:
        form = f"{item['open']}x{item['close']}"
        return (Number("", (_cjk_value(item["value"]),), Scheme.DECIMAL, Scheme.DECIMAL, 0, form, item.end()),)
    return _read_bare(text, start)


def is_bare(text: str) -> bool:
    """Whether it is a number with nothing behind it, spelled out or with a kind word ("ELEVEN", "PART II", "4.")."""
    if text.strip().lower() in SPELLED:
        return True
    numbers = readings(text)
    return bool(numbers) and not text[numbers[0].end :].strip(" .:–—-")


def _read_labelled(text: str, found: re.Match[str]) -> tuple[Number, ...]:
    word = found["label"].lower()
    label = LABELS.get(word) or LABELS.get(word.rstrip("."))
    if label is None:
        # Any other kind word ("Goal 2", "Strategy 1.1.1") needs a capital and an arabic number.
        if (
            word.rstrip(".") in NOT_TITLES
            or not found["label"][0].isupper()
            or not text[found.end() : found.end() + 1].isdigit()
        ):
            return ()
        label = word.rstrip(".")
    spelled = _SPELLED.match(text, found.end())
    if spelled and spelled[0].lower() in SPELLED and label in RANKS:
        end = _skip_dash(text, spelled.end())
        return (Number(label, (SPELLED[spelled[0].lower()],), Scheme.DECIMAL, Scheme.DECIMAL, 0, "x", end),)
    number = _NUMBER.match(text, found.end())
    if number is not None and label not in RANKS and number["core"].isdigit() and len(number["core"]) > 3:
        return ()  # a year
    if number is None or (number["core"].islower() and len(number["core"]) > 1 and label not in ("section", "part")):
        return ()
    if number["core"][0].isalpha() and text[number.end("core") - 1 : number.end()].isspace() is None:
        return ()
    end = _skip_dash(text, number.end())
    # That "Section 4 of the Act applies" is a sentence and no title is seen by its other features.
    return tuple(_numbers(number, label, end, "x"))


def _read_bare(text: str, start: int) -> tuple[Number, ...]:
    number = _NUMBER.match(text, start)
    if number is None:
        return ()
    core, close = number["core"], number["close"]
    end = number.end()
    rest = text[end:]
    if not close:
        end = _skip_dash(text, end)
        rest = text[end:]
        # A number without punctuation: at most 199 or 25.10, and a title must follow ("1 Scope", "3.2 Roles").
        if (
            not rest
            or core[0].islower()
            or (core[0].isalpha() and len(core) > 1 and "." not in core and not _roman(core))
        ):
            return ()
        if core.isdigit() and (len(core) > 3 or int(core) > 199):
            return ()
        if number["suffix"] and number["suffix"].upper() > _LAST_SUFFIX:
            return ()  # "3M Company"
        if not (rest[0].isalpha() or rest[0] in "\"'“‘«(<¿¡[@$_/.`\\„»「『《（【" or rest[0].isdigit()):
            return ()
    elif (
        close in ".:"
        and end == number.end("close")
        and rest
        and not number["open"]
        and core[-1].isdigit()
        and rest[0].isdigit()
    ) or (len(core) > 1 and core[0].islower() and not _roman(core.upper())):
        return ()
    if core[0] == "0" and core != "0":
        return ()
    form = f"{number['open']}x{close}" if close else "x"
    return tuple(_numbers(number, "", end, form))


def _numbers(number: re.Match[str], label: str, end: int, form: str) -> list[Number]:
    """All values that the parts may have; at most two (a roman number that may be a letter)."""
    pieces = re.split(r"[.\-‐‑]", number["core"]) + re.findall(r"\(([A-Za-z0-9]+)\)", number["subs"] or "")
    suffix = ord(number["suffix"].upper()) - 64 if number["suffix"] else 0
    options = [_values(p) for p in pieces]
    if not all(options):
        return []
    if len(pieces) > 1 and not any(p.isdigit() for p in pieces) and not _roman(pieces[0]):
        return []  # "U.S.", "e.g."
    if len(pieces) == 2 and pieces[1] == "0" and not label:
        options, form = options[:1], f"{form}0"  # "1.0 DEFINITIONS" counts chapters
    out = []
    for i in range(max(len(o) for o in options)):
        chosen = [o[min(i, len(o) - 1)] for o in options]
        parts = tuple(v for v, _ in chosen)
        out.append(Number(label, parts, chosen[-1][1], chosen[0][1], suffix, form, end))
    return out


def _values(piece: str) -> list[tuple[int, Scheme]]:
    if piece.isdigit():
        return [(int(piece), Scheme.DECIMAL)]
    upper = piece.isupper()
    out = []
    roman = _roman(piece.upper()) if upper or piece.islower() else 0
    if roman and (len(piece) > 1 or piece in "IVXivx"):
        out.append((roman, Scheme.UPPER_ROMAN if upper else Scheme.LOWER_ROMAN))
    if len(piece) == 1:
        out.append((ord(piece.upper()) - 64, Scheme.UPPER_LETTER if upper else Scheme.LOWER_LETTER))
    elif not roman and len(piece) == 2 and piece[0] == piece[1]:  # aa, bb after z
        out.append((26 + ord(piece[0].upper()) - 64, Scheme.UPPER_LETTER if upper else Scheme.LOWER_LETTER))
    return out


def _roman(text: str) -> int:
    """The value of an upper case roman number, 0 where it is none."""
    if not _ROMAN.match(text):
        return 0
    values = [_ROMAN_VALUES[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _skip_dash(text: str, at: int) -> int:
    """Where the title begins behind a number: dashes, a colon or a full stop are no part of it."""
    found = _DASH.match(text, at)
    return found.end() if found else at


def _read_cjk(text: str, start: int) -> tuple[Number, ...]:
    found = _CJK.match(text, start)
    if found is None:
        return ()
    value = _cjk_value(found["value"])
    return (
        Number(
            CJK_LABELS[found["label"]], (value,), Scheme.DECIMAL, Scheme.DECIMAL, 0, "x", _skip_dash(text, found.end())
        ),
    )


def _cjk_value(text: str) -> int:
    if text.isdecimal():
        return int(text)
    total = 0
    digit = 0
    for char in text:
        if char == "百":
            total, digit = total + max(digit, 1) * 100, 0
        elif char == "十":
            total, digit = total + max(digit, 1) * 10, 0
        else:
            digit = "一二三四五六七八九".index(char) + 1
    return total + digit
