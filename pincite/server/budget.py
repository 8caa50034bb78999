"""Results of a bounded size: a budget counts every token that the client sees, our own words included."""

from __future__ import annotations

from collections.abc import Callable

from pincite.costs import count_tokens
from pincite.errors import RequestError
from pincite.render import MIN_TOKENS

MIN_CONTENT = MIN_TOKENS
"""Tokens of content without which a result is not worth a call."""

_ATTEMPTS = 8


def allowed(requested: int | None, ceiling: int) -> int:
    """The size of a result in tokens: what the client asks for, never more than the ceiling.

    Raises ``RequestError`` (bad_budget) for zero and negative numbers.
    """
    if requested is None:
        return ceiling
    if requested < 1:
        raise RequestError(
            f"max_tokens={requested} leaves no room for an answer.",
            code="bad_budget",
            hint=f"Give a number up to {ceiling}, or leave it out.",
        )
    return min(requested, ceiling)


def fits(text: str, limit: int) -> bool:
    """Whether the text has at most ``limit`` tokens. Short ones are not counted: no token is shorter than a byte, and the first
    count of a process has to load the vocabulary."""
    return len(text.encode()) <= limit or count_tokens(text) <= limit


class NoRoomError(Exception):
    """Raised by a builder: nothing useful fits into the room it was given."""


def fit(build: Callable[[int], str], limit: int, frame: int = 80) -> str:
    """The text of ``build(room)``, with as much room for content as keeps the whole within ``limit`` tokens.

    ``frame`` is a first guess of what surrounds the content. Raises ``RequestError`` (bad_budget) with the smallest useful
    size where not even ``MIN_CONTENT`` tokens of content fit.
    """
    room = limit - frame
    surround = frame
    for _ in range(_ATTEMPTS):
        if room < MIN_CONTENT and limit - surround < MIN_CONTENT:
            break
        room = max(room, MIN_CONTENT)
        try:
            text = build(room)
        except NoRoomError:
            break
        if fits(text, limit):
            return text
        size = count_tokens(text)
        surround = max(surround, size - room)
        room -= size - limit + 1
    raise RequestError(
        f"max_tokens={limit} holds nothing of this.",
        code="bad_budget",
        hint=f"The smallest useful size here is {surround + MIN_CONTENT + 16}.",
    )
