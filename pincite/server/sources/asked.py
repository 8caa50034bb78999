"""What a caller passes: the rounds of reading and the quotes of the answer, and how much of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pincite.errors import RequestError
from pincite.server.wire import Wire

MAX_ROUNDS = 50
MAX_REFS = 100  # of all rounds together
MAX_QUOTES = 50
MAX_DOCUMENTS = 20
_CHARACTERS = {"question": 2000, "why": 1000, "found": 1000, "quote": 4000, "doc_id": 200, "anchor": 300}
_REF_CHARACTERS = 300


class Round(Wire):
    refs: list[str]
    doc_id: str | None = None
    why: str | None = None
    found: str | None = None


class Quote(Wire):
    quote: str
    doc_id: str | None = None
    anchor: str | None = None


class Asked(NamedTuple):
    """The arguments of ``show_sources``."""

    question: str
    read: Sequence[Round]
    cited: Sequence[Quote]


def check_sizes(asked: Asked) -> None:
    """Raises ``RequestError`` (bad_argument) for what is too much, or nothing at all."""
    question, read, cited = asked
    if not read and not cited:
        raise RequestError(
            "Nothing to show: read and cited are empty.", hint="Give the rounds that you read and the quotes you use."
        )
    _count("rounds", len(read), MAX_ROUNDS)
    _count("refs in all rounds", sum(len(r.refs) for r in read), MAX_REFS)
    _count("quotes", len(cited), MAX_QUOTES)
    _length("question", question, "question")
    for i, reading in enumerate(read, 1):
        for name in ("why", "found", "doc_id"):
            _length(f"{name} of round {i}", getattr(reading, name), name)
        if any(len(ref) > _REF_CHARACTERS for ref in reading.refs):
            raise RequestError(f"A ref of round {i} is too long.", hint=f"At most {_REF_CHARACTERS} characters.")
    for i, quote in enumerate(cited, 1):
        for name in ("quote", "doc_id", "anchor"):
            _length(f"{name} {i}" if name == "quote" else f"{name} of quote {i}", getattr(quote, name), name)


def _count(what: str, n: int, most: int) -> None:
    if n > most:
        raise RequestError(f"{n} {what} in one call.", hint=f"At most {most}.")


def _length(what: str, text: str | None, name: str) -> None:
    most = _CHARACTERS[name]
    if text is not None and len(text) > most:
        raise RequestError(f"The {what} has {len(text):,} characters, more than {most:,}.", hint="Give a shorter one.")
