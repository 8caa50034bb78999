"""Headings of a text file, where they are clear: underlined, numbered in order, set out from an indented body."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pincite.parsers.plain.lines import TextLine

_LONGEST = 80
_UNDERLINE = re.compile(r"\s*([=\-~^\"'`*#+])\1{2,}\s*")
_NUMBERED = re.compile(r"((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+(?=\S*[^\W\d_])")
_WORD = re.compile(
    r"(part|book|volume|title|chapter|article|appendix|annex|act|section|scene)\s+(\d+|[ivxlcdm]+|[a-z])\b[.:]?",
    re.IGNORECASE,
)
_RANKS = {
    word: rank
    for rank, words in enumerate(
        ("volume", "part book", "title", "chapter article appendix annex act", "section scene")
    )
    for word in words.split()
}
_RUN_OF_CONTENTS = 3
_SHORT = 8  # words
_INDENTED_BODY = 0.6
_SENTENCE_END = re.compile(r"[.,;:!?]$")
_COLUMNS = re.compile(r"\S {3,}\S")


class Title(NamedTuple):
    """``level`` is 1-based; ``evidence`` says what made the line a heading."""

    level: int
    evidence: str


def underlined(lines: Sequence[TextLine], at: int) -> str | None:
    """The character of the rule under the line ``at`` of a chunk, ``None`` where there is none of its length."""
    if at + 1 >= len(lines) or (at and not _UNDERLINE.fullmatch(lines[at - 1].text)):
        return None
    title, rule = lines[at].text, _UNDERLINE.fullmatch(lines[at + 1].text)
    if rule is None or len(title) > _LONGEST or _COLUMNS.search(title.strip()) or _UNDERLINE.fullmatch(title):
        return None
    near = abs(len(rule[0].strip()) - len(title.strip())) <= max(2, len(title.strip()) // 4)
    return rule[1] if near else None


def is_rule(line: TextLine) -> bool:
    """Whether the line is drawn, not written."""
    return _UNDERLINE.fullmatch(line.text) is not None


def standing_titles(chunks: Sequence[Sequence[TextLine]]) -> dict[int, Title]:
    """The chunks of one line that are headings, by index: numbers and chapter words that follow each other, and lines
    at the margin of a text whose body is indented."""
    alone = {i: chunk[0].text for i, chunk in enumerate(chunks) if len(chunk) == 1 and _may_be_title(chunk[0])}
    found = _outdented(chunks, alone) if _has_indented_body(chunks) else {}
    found = _numbered(alone) | _worded(alone) | found
    return _without_contents(found, alone)


def _may_be_title(line: TextLine) -> bool:
    text = line.text.strip()
    return (
        len(text) <= _LONGEST
        and any(c.isalpha() for c in text)
        and not _COLUMNS.search(text)
        and not re.search(r"\.{4,}|(?:\. ){3,}", text)
    )


def _has_indented_body(chunks: Sequence[Sequence[TextLine]]) -> bool:
    body = [line for chunk in chunks if len(chunk) > 1 for line in chunk]
    return len(body) >= 5 and sum(line.indent >= 2 for line in body) > _INDENTED_BODY * len(body)


def _outdented(chunks: Sequence[Sequence[TextLine]], alone: dict[int, str]) -> dict[int, Title]:
    found = {}
    for i, text in alone.items():
        if chunks[i][0].indent or _SENTENCE_END.search(text) or not text[0].isalnum() or text[0].islower():
            continue
        number = _NUMBERED.match(text)
        found[i] = Title(number[1].count(".") + 1 if number else 1, "set out from an indented body")
    return found


def _numbered(alone: dict[int, str]) -> dict[int, Title]:
    """Numbers that count up from 0 or 1 without a gap (and again, after a contents list)."""
    found: dict[int, Title] = {}
    last: tuple[int, ...] = ()
    for i, text in alone.items():
        title = text.strip()
        number = _NUMBERED.match(title)
        if number is None or number[1][0].isalpha() or not _is_short_phrase(title[number.end() :]):
            continue
        parts = tuple(int(part) for part in number[1].split("."))
        if _follows(parts, last) or parts in ((0,), (1,)):
            found[i], last = Title(len(parts), "numbered in order"), parts
    return found if len(found) > 1 else {}


def _is_short_phrase(text: str) -> bool:
    """``Definitions`` or ``Source Code.``, but no sentence."""
    return not _SENTENCE_END.search(text) or (text.endswith(".") and len(text.split()) <= _SHORT and text[0].isupper())


def _follows(parts: tuple[int, ...], last: tuple[int, ...]) -> bool:
    if len(parts) > len(last):
        return parts[:-1] == last and parts[-1] == 1
    return parts[:-1] == last[: len(parts) - 1] and parts[-1] == last[len(parts) - 1] + 1


def _worded(alone: dict[int, str]) -> dict[int, Title]:
    hits = {i: _RANKS[found[1].lower()] for i, text in alone.items() if (found := _WORD.match(text.strip()))}
    ranks = sorted(set(hits.values()))
    return {i: Title(ranks.index(rank) + 1, "chapter word") for i, rank in hits.items()} if len(hits) > 1 else {}


def _without_contents(found: dict[int, Title], texts: dict[int, str]) -> dict[int, Title]:
    """Without the runs of headings that have no text between them: the entries of a contents list, or of another."""
    out = dict(found)
    run: list[int] = []
    for i in [*sorted(found), -1]:
        if run and i == run[-1] + 1 and found[i].level == found[run[-1]].level:
            run.append(i)
            continue
        if len(run) >= _RUN_OF_CONTENTS:
            again = texts[run[-1]] in [texts[entry] for entry in run[:-1]]  # the first heading after a contents list
            for entry in run[: -1 if again else None]:
                del out[entry]
        run = [i]
    return out
