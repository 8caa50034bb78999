"""Roman numerals, as page labels, office programs and browsers print them."""

from __future__ import annotations

_SIGNS = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def roman(value: int) -> str:
    """A positive number in lower case: ``iv`` for 4; empty for any other."""
    out, value = "", max(value, 0)
    for worth, sign in _SIGNS:
        count, value = divmod(value, worth)
        out += sign * count
    return out


def roman_value(text: str) -> int:
    """The value of a Roman numeral in its usual spelling; 0 where it is none."""
    total, low = 0, text.lower()
    for char, after in zip(low, low[1:] + " ", strict=True):
        value = _VALUES[char]
        total += -value if value < _VALUES.get(after, 0) else value
    return total if roman(total) == low else 0
