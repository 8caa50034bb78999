"""The numbers and bullets of list items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.parsers.counts import is_count
from pincite.parsers.html.looks import Styles
from pincite.parsers.numerals import roman

BULLET = "\u2022 "
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_PLAIN = frozenset({"disc", "circle", "square"})


@dataclass(slots=True)
class ListState:
    """An open list: the style of its marks and the number of its next item."""

    style: str
    next: int = 1
    step: int = 1

    @classmethod
    def of(cls, node: Any, tag: str, styles: Styles) -> ListState:
        kind = node.get("type", "")
        style = "disc" if tag != "ol" else _TYPES.get(kind, "decimal")
        if kind.lower() in _PLAIN:
            style = kind.lower()
        for name in ("list-style-type", "list-style"):
            if name in styles:
                style = styles[name].split(" ")[0]
        start = node.get("start", "")
        down = node.get("reversed") is not None
        count = sum(1 for child in node if child.tag == "li")
        number = int(start) if is_count(start.removeprefix("-")) else (count if down else 1)
        return cls(style, number, -1 if down else 1)


def label_of(item: Any, lists: tuple[ListState, ...]) -> str:
    """The mark of an item as it is shown, with a space behind it; empty where its list shows none."""
    if not lists:
        return BULLET
    state = lists[-1]
    value = item.get("value", "")
    if is_count(value.removeprefix("-")):
        state.next = int(value)
    number, state.next = state.next, state.next + state.step
    if state.style == "none":
        return ""
    if state.style in _PLAIN:
        return BULLET
    return f"{counter(number, state.style)}. "


def counter(number: int, style: str) -> str:
    """A number in a counter style of CSS: ``iv`` for 4 in ``lower-roman``."""
    if number < 1:
        return str(number)
    if style in ("lower-alpha", "lower-latin", "upper-alpha", "upper-latin"):
        letters = ""
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(97 + rest) + letters
        return letters.upper() if style.startswith("upper") else letters
    if style in ("lower-roman", "upper-roman") and number < 4000:
        return roman(number).upper() if style.startswith("upper") else roman(number)
    return f"{number:02d}" if style == "decimal-leading-zero" else str(number)
