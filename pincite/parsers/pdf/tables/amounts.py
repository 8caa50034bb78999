"""What a word is to a table: an amount, a sign that belongs to one, a year, or text."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Token(IntEnum):
    """``SIGN`` belongs to the amount on its right, ``TAIL`` to the amount on its left; ``DASH`` stands for no
    amount, or one left out; ``YEAR`` is a year or a date."""

    TEXT = 0
    NUMBER = 1
    DASH = 2
    SIGN = 3
    TAIL = 4
    YEAR = 5
    MARK = 6  # a tick box, a bullet, a lone star
    LEADER = 7  # dots that lead the eye from a label to its amount

    is_amount: bool

    def __init__(self, _: int) -> None:
        self.is_amount = self.name in ("NUMBER", "DASH", "YEAR")  # asked of every word, several times


LEADS = ".·…‥"  # what leader dots are made of
_CURRENCY = r"(?:US|C|A|HK|NZ|S|R)?[$€£¥₹₩₪]|(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|Rs\.?|NT\$)"
_LEADER = re.compile(r"[.·…‥]{2,}|[.·…‥]")
_YEAR = re.compile(r"\d{1,2}/\d{1,2}/(?:\d\d){1,2}|(?:FY)?(?:19|20)\d\d(?:[AEF]|\(?[a-z*]\))?,?")
_NUMBER = re.compile(
    r"[<>≤≥~≈±+\-–—−‑]?\s?(?:" + _CURRENCY + r")?\(?(?:" + _CURRENCY + r")?[<>+\-–—−‑]?\d[\d.,'’٫٬/:]*"
    r"(?:[eE][+\-−]?\d+)?(?:%|‰|bps|bp|pp|pts|x|[MBKmk]|bn|mn|°|st|nd|rd|th|"
    + _CURRENCY
    + r"|±[\d.]+|[-–][\d.,]+%?)?[)\]]*%?[)\]]?"
    r"(?:[*†‡§]{1,3}|\([a-z\d]{1,2}\)|\[[a-z\d]{1,2}\])?"
    r"|\(?[.,]\d+\)?%?"
)
_PAIR = re.compile(r"(.*\d)[(\[]([^()\[\]]+)[)\]]")  # "113 (14.2)"
_DASH = re.compile(
    r"\(?(?:" + _CURRENCY + r")?[—–\-−‑‒―]{1,4}\)?%?|\*{1,3}|\[\*{1,5}\]|n/?[am]\.?|N/?[AMD]\.?", re.IGNORECASE
)
_SIGN = re.compile(r"\(?(?:" + _CURRENCY + r")\(?|\(")
_TAIL = re.compile(r"[)\]]*(?:%|‰)?[)\]]*|pp|bps|pts\.?|x")
_MARK = re.compile(r"[☐☑☒□■✓✔✗✘•●○◦▪]+")


@lru_cache(maxsize=20000)
def token_of(text: str) -> Token:
    """The kind of one word."""
    first = text[0]
    if first.isalpha() and (len(text) > 8 or (len(text) > 3 and text.isalpha())):
        return Token.TEXT
    if first in LEADS and _LEADER.fullmatch(text):
        return Token.LEADER
    if _YEAR.fullmatch(text):
        return Token.YEAR
    if _NUMBER.fullmatch(text):
        return Token.NUMBER
    if _DASH.fullmatch(text):
        return Token.DASH
    if _SIGN.fullmatch(text):
        return Token.SIGN
    if _TAIL.fullmatch(text):
        return Token.TAIL
    if _MARK.fullmatch(text):
        return Token.MARK
    return Token.TEXT


@lru_cache(maxsize=20000)
def is_amount(text: str) -> bool:
    """Whether the text of a whole cell is an amount: a number with its signs, or a dash in its place."""
    squeezed = "".join(text.split())
    if not squeezed:
        return False
    if token_of(squeezed).is_amount:
        return True
    pair = _PAIR.fullmatch(squeezed)
    return pair is not None and all(token_of(part).is_amount for part in pair.groups())


def is_value(text: str) -> bool:
    """Whether the text of a whole cell is an amount that is no year or date."""
    return is_amount(text) and token_of("".join(text.split())) is not Token.YEAR
