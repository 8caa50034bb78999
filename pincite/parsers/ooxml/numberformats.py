"""Numbers as Excel shows them: a value and a format code give a text.

A code has up to four sections (positive; negative; zero; text). It is cut into tokens once and kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.dateformats import date_text

GENERAL = "General"
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0;("$"#,##0)', 6: '"$"#,##0;[Red]("$"#,##0)',
    7: '"$"#,##0.00;("$"#,##0.00)', 8: '"$"#,##0.00;[Red]("$"#,##0.00)', 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 41: "#,##0;(#,##0);-", 42: '"$"#,##0;("$"#,##0);-',
    43: "#,##0.00;(#,##0.00);-", 44: '"$"#,##0.00;("$"#,##0.00);-', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]|(?P<general>General)|'
    r"(?P<exponent>E[+-])|(?P<ampm>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?|e+|b+|g+|a{3,4}(?!\w))|(?P<digit>[0#?])|"
    r"(?P<other>.)",
    re.IGNORECASE | re.S,
)
_CONDITION = re.compile(r"([<>=]{1,2})\s*(-?[\d.]+)")
_CURRENCY = re.compile(r"\$([^-\]]*)(?:-.*)?")
_ELAPSED = re.compile(r"h+|m+|s+", re.I)
_MOST_DIGITS = 30


class Token(NamedTuple):
    """``kind`` is ``text``, ``digit`` (0, # or ?), ``point``, ``comma``, ``percent``, ``slash``, ``exponent``,
    ``date``, ``elapsed``, ``ampm``, ``general`` or ``at``."""

    kind: str
    text: str


class Plan(NamedTuple):
    """A section of the common kind: words, one number, words. ``least`` is how many digits stand before the point at
    least, ``factor`` what the value is multiplied with first."""

    before: str
    least: int
    decimals: int
    grouped: bool
    factor: float
    after: str


class Section(NamedTuple):
    tokens: tuple[Token, ...]
    condition: tuple[str, float] | None
    is_date: bool
    shows_value: bool
    is_general: bool
    plan: Plan | None


def is_date_format(code: str) -> bool:
    """Whether numbers in this format are dates or times."""
    return any(section.is_date for section in _sections(code)[:1])


def shown(value: float, code: str, *, date1904: bool = False) -> str:
    """The number in this format."""
    section, signed = _choose(_sections(code), value)
    if section is None:
        return general(value)
    if section.is_date:
        text = date_text(value, section.tokens, date1904)
        return general(value) if text is None else text.strip()
    if not signed:
        value = abs(value)
    if section.plan is not None:
        return _planned(value, section.plan)
    if not section.shows_value:
        return _literal(section.tokens).strip()
    return _around(section.tokens, general(value)) if section.is_general else _number(value, section.tokens).strip()


def shown_text(text: str, code: str) -> str:
    """A text in this format: its fourth section may add words."""
    sections = _sections(code)
    if len(sections) < 4 and not any(token.kind == "at" for token in sections[-1].tokens):
        return text
    return _around(sections[-1].tokens, text) if len(sections[-1].tokens) > 1 else text


def general(value: float) -> str:
    """The number in the format that Excel takes where none is given: eleven characters at most."""
    if value == int(value) and abs(value) < 1e11:
        return str(int(value))
    size = abs(value)
    if size >= 1e11 or size < 1e-4:
        mantissa, exponent = f"{value:.5E}".split("E")
        return f"{mantissa.rstrip('0').rstrip('.')}E{exponent[0]}{exponent[1:].lstrip('0').rjust(2, '0')}"
    text = f"{_rounded(value, 10 - len(str(int(size)))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=2048)
def _sections(code: str) -> tuple[Section, ...]:
    sections: list[list[Token]] = [[]]
    conditions: list[tuple[str, float] | None] = [None]
    for found in _TOKEN.finditer(code):
        kind, text = found.lastgroup or "other", found[found.lastgroup or "other"]
        if kind == "other" and text == ";":
            sections.append([])
            conditions.append(None)
        elif kind == "bracket" and (condition := _CONDITION.fullmatch(text)):
            conditions[-1] = (condition[1], _float(condition[2]))
        else:
            sections[-1] += _tokens(kind, text)
    return tuple(_section(tuple(tokens), condition) for tokens, condition in zip(sections, conditions, strict=True))


def _section(tokens: tuple[Token, ...], condition: tuple[str, float] | None) -> Section:
    kinds = {token.kind for token in tokens}
    return Section(
        tokens,
        condition,
        is_date=bool(kinds & {"date", "elapsed", "ampm"}),
        shows_value=bool(kinds & {"digit", "general", "at"}),
        is_general=bool(kinds & {"general", "at"}),
        plan=_plan(tokens),
    )


def _plan(tokens: Sequence[Token]) -> Plan | None:
    """The plan of a section whose digits stand together, those after the point all forced."""
    if any(token.kind not in ("text", "digit", "comma", "point", "percent") for token in tokens):
        return None
    places = [i for i, token in enumerate(tokens) if token.kind in ("digit", "comma", "point")]
    if not places or places[-1] - places[0] != len(places) - 1:
        return None
    start, end = places[0], places[-1] + 1
    whole, _, fraction = "".join(token.text for token in tokens[start:end]).partition(".")
    bare = whole.rstrip(",") if not fraction else whole
    scale = len(whole) - len(bare) + len(fraction) - len(fraction.rstrip(","))
    fraction = fraction.rstrip(",")
    if not bare or bare[0] == "," or not bare.endswith("0") or fraction.strip("0") or tokens[end - 1].kind == "point":
        return None
    outer = ["".join(token.text for token in part) for part in (tokens[:start], tokens[end:])]
    percents = sum(token.kind == "percent" for token in tokens)
    return Plan(
        outer[0].lstrip(), bare.count("0"), len(fraction), "," in bare, 100.0**percents / 1000.0**scale,
        outer[1].rstrip(),
    )  # fmt: skip


def _planned(value: float, plan: Plan) -> str:
    number = _rounded(value * plan.factor if plan.factor != 1 else value, plan.decimals)
    text = f"{abs(number):,f}" if plan.grouped else f"{abs(number):f}"
    if plan.least > 1:
        whole, point, fraction = text.partition(".")
        text = _forced(whole, plan) + point + fraction
    return ("-" if value < 0 and number else "") + plan.before + text + plan.after


def _forced(whole: str, plan: Plan) -> str:
    digits = whole.replace(",", "").rjust(plan.least, "0")
    return _grouped(digits, 0) if plan.grouped else digits


def _tokens(kind: str, text: str) -> list[Token]:
    match kind:
        case "quoted" | "escaped":
            return [Token("text", text)]
        case "space":
            return [Token("text", " ")]
        case "fill":
            return []
        case "bracket":
            if currency := _CURRENCY.fullmatch(text):
                return [Token("text", currency[1])]
            return [Token("elapsed", text.lower())] if _ELAPSED.fullmatch(text) else []  # colours say nothing
        case "other":
            names = {".": "point", ",": "comma", "%": "percent", "/": "slash", "@": "at"}
            return [Token(names.get(text, "text"), text)]
        case "date":
            return [Token("date", text.lower())]
    return [Token(kind, text)]


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _choose(sections: Sequence[Section], value: float) -> tuple[Section | None, bool]:
    """The section for a value, and whether it shows its sign (one for negative numbers shows it itself)."""
    if any(section.condition for section in sections):
        for section in sections[:3]:
            if section.condition is None or _holds(section.condition, value):
                return section, section.condition is None or value >= 0 or section is sections[0]
        return None, True
    numeric = sections[: min(len(sections), 3)]
    if value < 0 and len(numeric) > 1:
        return numeric[1], False
    if value == 0 and len(numeric) > 2:
        return numeric[2], True
    return numeric[0], True


def _holds(condition: tuple[str, float], value: float) -> bool:
    sign, limit = condition
    return {
        "<": value < limit, ">": value > limit, "=": value == limit, "<=": value <= limit, ">=": value >= limit,
        "<>": value != limit,
    }.get(sign, False)  # fmt: skip


def _literal(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens if token.kind in ("text", "percent", "comma", "point", "slash"))


def _around(tokens: Sequence[Token], value: str) -> str:
    parts = (value if t.kind in ("general", "at") else t.text if t.kind == "text" else "" for t in tokens)
    return "".join(parts).strip()


def _rounded(value: float, decimals: int) -> Decimal:
    try:
        return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    except InvalidOperation:  # more digits than a decimal holds
        return Decimal(repr(value))


def _number(value: float, tokens: Sequence[Token]) -> str:
    kinds = [token.kind for token in tokens]
    places = [i for i, kind in enumerate(kinds) if kind == "digit"]
    if "slash" in kinds and kinds.index("slash") > places[0]:
        return _fraction(value, tokens)
    value *= 100 ** kinds.count("percent")
    last = places[-1]
    while last + 1 < len(kinds) and kinds[last + 1] == "comma":  # commas after the last digit divide by a thousand
        value /= 1000
        last += 1
    if "exponent" in kinds:
        return _scientific(value, tokens)
    point = kinds.index("point") if "point" in kinds else len(tokens)
    decimals = min(sum(i > point for i in places), _MOST_DIGITS)
    grouped = any(kind == "comma" and places[0] < i < min(point, places[-1]) for i, kind in enumerate(kinds))
    number = _rounded(abs(value), decimals)
    sign = "-" if value < 0 and number else ""
    whole, _, fraction = f"{number:f}".partition(".")
    return _written(tokens, whole, fraction, grouped=grouped, sign=sign)


def _written(tokens: Sequence[Token], whole: str, fraction: str, *, grouped: bool, sign: str) -> str:
    """The digits in the places that the format has for them, texts between them."""
    kinds = [token.kind for token in tokens]
    point = kinds.index("point") if "point" in kinds else len(tokens)
    before = [i for i, kind in enumerate(kinds) if kind == "digit" and i < point]
    forced = sum(tokens[i].text == "0" for i in before)
    digits = whole.lstrip("0").rjust(forced, "0")
    out: list[str] = []
    left, behind = len(digits), 0
    for i, token in enumerate(tokens):
        if token.kind == "digit" and i < point:
            remaining = sum(j > i for j in before)
            take = digits[len(digits) - left : max(len(digits) - remaining, len(digits) - left)]
            left -= len(take)
            out.append(_grouped(take, left) if grouped else take)
        elif token.kind == "digit":
            rest = [tokens[j].text for j in range(i, len(tokens)) if kinds[j] == "digit"]
            needed = "0" in rest or fraction[behind:].strip("0")
            out.append(fraction[behind : behind + 1] if needed else "")
            behind += 1
        elif token.kind == "point":
            out.append(".")
        elif token.kind in ("text", "percent", "slash") or (token.kind == "comma" and not before):
            out.append(token.text)
    text = "".join(out)
    if not before and whole.strip("0"):  # a format such as ``.00`` still shows what stands before the point
        text = text.replace(".", whole + ".", 1)
    return _signed(text, sign)


def _grouped(digits: str, following: int) -> str:
    out = ""
    for i, digit in enumerate(digits):
        after = len(digits) - i - 1 + following
        out += digit + ("," if after and after % 3 == 0 else "")
    return out


def _signed(text: str, sign: str) -> str:
    return sign + text if sign else text


def _scientific(value: float, tokens: Sequence[Token]) -> str:
    kinds = [token.kind for token in tokens]
    at = kinds.index("exponent")
    head = tokens[:at]
    point = kinds.index("point") if "point" in kinds[:at] else at
    whole_places = sum(kind == "digit" for kind in kinds[:point])
    decimals = sum(kind == "digit" for kind in kinds[point:at])
    exponent = 0 if value == 0 else Decimal(repr(value)).adjusted()
    exponent -= exponent % max(whole_places, 1) if whole_places > 1 else 0
    mantissa = _rounded(float(Decimal(repr(value)).scaleb(-exponent)), decimals)
    sign = "-" if exponent < 0 else "+" if tokens[at].text.endswith("+") else ""
    digits = sum(kind == "digit" for kind in kinds[at:])
    whole, _, fraction = f"{abs(mantissa):f}".partition(".")
    start = _written(head, whole, fraction, grouped=False, sign="-" if value < 0 else "")
    return f"{start}E{sign}{str(abs(exponent)).rjust(digits, '0')}"


def _fraction(value: float, tokens: Sequence[Token]) -> str:
    from fractions import Fraction

    kinds = [token.kind for token in tokens]
    slash = kinds.index("slash")
    below = "".join(token.text for token in tokens[slash + 1 :]).strip()
    size = abs(value)
    mixed = any(k == "digit" and tokens[i + 1].text == " " for i, k in enumerate(kinds[:slash]) if i + 1 < slash)
    whole = int(size) if mixed else 0
    if is_count(below) and int(below):
        part = Fraction(round((size - whole) * int(below)), 1)
        top, bottom = int(part), int(below)
    else:
        exact = Fraction(size - whole).limit_denominator(10 ** max(1, kinds[slash:].count("digit")) - 1)
        top, bottom = exact.numerator, exact.denominator
    if top == bottom and mixed:
        whole, top = whole + 1, 0
    parts = [str(whole)] if whole or not top else []
    parts += [f"{top}/{bottom}"] if top else []
    return ("-" if value < 0 else "") + " ".join(parts)
