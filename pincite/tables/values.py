"""The value of a number as a table prints it: sign, scale, unit, currency.

What may be read in two ways is not read at all: ``None`` is the honest answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal, NamedTuple

_CURRENCIES = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₫": "VND", "₴": "UAH",
    "US$": "USD", "U.S.$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "HK$": "HKD", "NZ$": "NZD",
    "S$": "SGD", "R$": "BRL", "NT$": "TWD", "RMB": "CNY", "zł": "PLN", "Kč": "CZK", "$": "$", "¥": "¥", "kr": "kr",
}  # fmt: skip
_CODES = tuple(
    "USD EUR GBP JPY CNY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RUB TRY INR BRL MXN ZAR KRW SGD HKD TWD ILS AED SAR "
    "THB IDR MYR PHP".split()
)
_SCALES = {
    "thousand": 3, "thousands": 3, "k": 3, "tsd": 3, "million": 6, "millions": 6, "mn": 6, "mio": 6, "m": 6, "mm": 6,
    "billion": 9, "billions": 9, "bn": 9, "b": 9, "mrd": 9, "trillion": 12, "trillions": 12, "tn": 12,
}  # fmt: skip
_LETTER_SCALES = frozenset(("k", "m", "b", "mm"))  # units of other things, too: they count after a currency only
_UNITS = frozenset(
    "% ‰ pp bps bp x km m cm mm km² m² ha kg g mg t lb lbs oz l ml s ms min h hr hrs hour hours day days week weeks "
    "month months year years yr yrs share shares kWh MWh GWh TWh kW MW GW W V A Hz kHz MHz GHz kB MB GB TB °C °F K "
    "percent pages units people employees miles ft mph km/h ppm mmol/l mg/dl mg/l bpm".split()
)
_SIGNS = "|".join(re.escape(sign) for sign in sorted([*_CURRENCIES, *_CODES], key=len, reverse=True))
_MINUS = "-−–‒﹣－"
_WORD = r"(?:[^\W\d_¹²³⁴⁵⁶⁷⁸⁹]|°)[^\s\d()\[\]*†‡§¹]*"
_DIGITS = r"\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?|\d[\d.,]*|[.,]\d+"
_NUMBER = re.compile(
    rf"""^
    (?P<open>\()?\s*
    (?P<sign>[{_MINUS}+])?\s*
    (?P<currency>{_SIGNS})?\s*
    (?P<inner>[{_MINUS}+])?\s*
    (?P<open2>\()?\s*
    (?P<digits>{_DIGITS})
    \s*(?P<close2>\))?
    \s*(?P<percent>[%‰])?
    \s*(?P<close>\))?
    \s*(?P<percent2>[%‰])?
    \s*(?P<after>{_SIGNS})?
    (?:\s*(?P<word>{_WORD}(?:\s{_WORD})?)\.?)?
    \s*(?P<trailing>[{_MINUS}])?
    \s*(?P<note>(?:\(\d{{1,2}}\)|\([a-z]\)|\[\w{{1,2}}\]|[*†‡§¹²³⁴⁵⁶⁷⁸⁹]+)(?:\s*,?\s*(?:\(\d{{1,2}}\)|\([a-z]\)))*)?
    $""",
    re.VERBOSE,
)
_POINT = re.compile(r"^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$")
_COMMA = re.compile(r"^(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,\d+)?$")
_LAKHS = re.compile(r"^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$")
_SPACES = re.compile(r"[ \u00a0\u2009\u202f'’](?=\d{3})")
_MAX_LENGTH = 60

Mark = Literal[".", ","]


class Number(NamedTuple):
    """``value`` as printed, with its sign (parentheses, a minus before or after); ``unit`` is what is printed beside it
    (``%``, ``km``, ``shares``), ``currency`` an ISO code where the sign means one (``€``, ``US$``) and the sign itself
    where it does not (``$``, ``¥``, ``kr``); ``scale`` is what the value counts: 1000000 for a table in millions."""

    value: Decimal
    unit: str | None = None
    currency: str | None = None
    scale: int = 1

    @property
    def amount(self) -> Decimal:
        """The value times its scale."""
        return self.value * self.scale


def parse_number(text: str, mark: Mark = ".", scale: int = 1, currency: str | None = None) -> Number | None:
    """The number that the text is; ``None`` where it is none, several, a date, or can be read in two ways. ``mark`` is
    the decimal mark where one number alone does not tell; ``scale`` and ``currency`` are those of the table, for money
    and plain numbers that do not say otherwise."""
    text = text.strip()
    found = _NUMBER.match(text) if 0 < len(text) <= _MAX_LENGTH else None
    if found is None or bool(found["open"] or found["open2"]) != bool(found["close"] or found["close2"]):
        return None
    signs = [bool(found["open"] or found["open2"]), *(bool(found[n]) and found[n] in _MINUS for n in _SIGNS_AT)]
    value = _value(found["digits"], mark)
    own, own_scale, unit = _words(found)
    if value is None or sum(signs) > 1 or (found["word"] and unit is None and own_scale is None):
        return None
    unit = unit or found["percent"] or found["percent2"]
    if unit is not None:
        return Number(-value if any(signs) else value, unit, own, own_scale or 1)
    return Number(-value if any(signs) else value, None, own or currency, own_scale or scale)


_SIGNS_AT = ("sign", "inner", "trailing")


def _value(digits: str, mark: Mark) -> Decimal | None:
    plain = _SPACES.sub("", digits)
    readings = [m for m, form in ((".", _POINT), (",", _COMMA)) if form.match(plain)]
    if not readings:
        return Decimal(plain.replace(",", "")) if _LAKHS.match(plain) else None
    chosen = mark if mark in readings else readings[0]
    if len(plain) > 1 and plain[0] == "0" and plain[1].isdigit():
        return None  # a code, not a count
    return Decimal(plain.replace(",", "") if chosen == "." else plain.replace(".", "").replace(",", "."))


def _words(found: re.Match[str]) -> tuple[str | None, int | None, str | None]:
    """Currency, scale and unit that are printed with the number; a word that is neither leaves all but the first
    ``None``."""
    sign = found["currency"] or found["after"]
    currency = _CURRENCIES.get(sign, sign) if sign else None
    scale = unit = None
    for word in (found["word"] or "").split():
        power = _SCALES.get(word.rstrip(".").casefold())
        if power is not None and scale is None and (currency or word.casefold() not in _LETTER_SCALES):
            scale = 10**power
        elif word in _UNITS and unit is None:
            unit = word
        elif word in (*_CURRENCIES, *_CODES) and currency is None:
            currency = _CURRENCIES.get(word, word)
        else:
            return currency, None, None
    return currency, scale, unit


def decimal_mark(texts: Iterable[str]) -> Mark:
    """The decimal mark of a table: the comma where more of its numbers can only be read so than with a point."""
    votes = 0
    for text in texts:
        found = _NUMBER.match(text.strip()) if len(text) <= _MAX_LENGTH else None
        if found:
            plain = _SPACES.sub("", found["digits"])
            votes += bool(_COMMA.match(plain)) - bool(_POINT.match(plain))
    return "," if votes > 0 else "."


_STATED = re.compile(
    r"(?:\bin\b|\()\s*(?:(?P<code>[A-Z]{3}|€|£|US\$|U\.S\.|\$|¥)\s*)?"
    r"(?:(?P<dollars>dollars|euros?)\s+)?(?:in\s+)?(?P<scale>thousands?|millions?|billions?|mio|mrd|mn|bn|tsd|000s?)\b"
    r"|(?P<sign>[€£$¥])\s?(?P<short>000s?|k|m|mn|bn)\b",
    re.IGNORECASE,
)


def stated_scale(text: str) -> tuple[int, str | None]:
    """Scale and currency that a caption or header states (``in millions of euros``, ``€000``); 1 and ``None`` where it
    does not."""
    found = _STATED.search(text)
    if not found:
        return 1, None
    word = (found["scale"] or found["short"]).casefold()
    sign = found["code"] or found["sign"]
    currency = _CURRENCIES.get(sign, sign if sign in _CODES else None) if sign else None
    return 10 ** (3 if word.startswith("000") else _SCALES[word]), currency


def currency_of(text: str) -> str | None:
    """The currency that the text is the sign or code of, and nothing else."""
    sign = text.strip()
    return _CURRENCIES.get(sign, sign if sign in _CODES else None)
