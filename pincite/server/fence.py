"""Where our words end and a document's begin.

What a document says reaches a model between two delimiters. ``fence`` writes them and breaks every delimiter that
stands in the text itself; ``line`` makes a title or a file name fit to stand in a line of our own.
"""

from __future__ import annotations

import re

OPEN = "<document-content>"
CLOSE = "</document-content>"

_INVISIBLE = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
_NAME = _INVISIBLE.join("document") + r"[\W_]{0,3}" + _INVISIBLE.join("content")
_DELIMITER = re.compile(
    rf"[<\u2039\u27e8\u3008\ufe64\uff1c](?=[\s/\u2215\u2044\uff0f\\]*{_INVISIBLE}{_NAME})", re.IGNORECASE
)
# control characters but tab and newline, bidirectional overrides and isolates, invisible "tag" letters
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_ELLIPSIS = "…"


def neutral(text: str) -> str:
    """The text with every delimiter in it broken by a backslash, and without characters that only deceive."""
    if _HARMFUL.search(text):
        text = _HARMFUL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _DELIMITER.sub(lambda m: m.group() + "\\", text)


def fence(text: str) -> str:
    """The text between delimiters, each on a line of its own."""
    return f"{OPEN}\n{neutral(text).strip(chr(10))}\n{CLOSE}"


def inline(text: str, limit: int | None = None) -> str:
    """The same for a field of a record: delimiters without line breaks around a shortened text."""
    return f"{OPEN}{neutral(text if limit is None else shorten(text, limit))}{CLOSE}"


def line(text: str, limit: int = 100) -> str:
    """The text on one line of at most ``limit`` characters, without direction marks, safe between our own words."""
    flat = " ".join(re.sub("[\u061c\u200e\u200f]", "", neutral(text.replace("\x85", " "))).split())
    return shorten(flat, limit)


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters, cut between words where one ends near by, with an ellipsis for what is left out."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = -1 if text[limit - 1].isspace() else cut.rfind(" ", limit * 2 // 3)
    return (cut[:space] if space > 0 else cut).rstrip() + _ELLIPSIS
