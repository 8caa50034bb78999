"""Results of a bounded size: a budget counts every token that the client sees, our own words included."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

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
    """Whether the text has at most ``limit`` tokens. Short ones are not counted: no token is shorter than a byte, and
    the first count of a process has to load the vocabulary."""
    return len(text.encode()) <= limit or count_tokens(text) <= limit


class NoRoomError(Exception):
    """Raised by a builder: it needs ``needed`` tokens of room for anything useful."""

    def __init__(self, needed: int) -> None:
        super().__init__(f"needs {needed} tokens")
        self.needed = needed


def fit(build: Callable[[int], str], limit: int, frame: int = 80) -> str:
    """The text of ``build(room)``, with as much room for content as keeps the whole within ``limit`` tokens.

    ``frame`` is a first guess of what surrounds the content. Raises ``RequestError`` (bad_budget), with the smallest
    size that holds something, where the least room of the builder is too much.
    """
    least = MIN_CONTENT
    room = max(limit - frame, least)
    for attempt in count(1):
        try:
            text = build(room)
        except NoRoomError as error:
            if error.needed <= room:  # a builder that asks for less than it was given would never end
                raise
            least = room = error.needed
            continue
        if fits(text, limit):
            return text
        size = count_tokens(text)
        if room <= least:
            raise _too_small(limit, size)
        room = least if attempt >= _ATTEMPTS else max(least, room - (size - limit) - 1)
    raise AssertionError("unreachable")


def _too_small(limit: int, smallest: int) -> RequestError:
    return RequestError(
        f"max_tokens={limit} holds nothing of this.",
        code="bad_budget",
        hint=f"The smallest useful size here is {smallest}.",
    )
