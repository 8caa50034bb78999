"""What a Markdown file says of itself in a block of ``key: value`` lines at its start."""

from __future__ import annotations

import re

from pincite.model import Metadata

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_LINE = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+(.*))?|[ \t#-].*|")
_FIELDS = {
    "title": "title",
    "author": "author",
    "description": "subject",
    "subject": "subject",
    "keywords": "keywords",
    "tags": "keywords",
    "date": "created",
    "lang": "language",
    "language": "language",
}


def take_front_matter(text: str) -> tuple[Metadata, str]:
    """The metadata and the text after it; a block that is not ``key: value`` throughout is text."""
    found = _BLOCK.match(text)
    lines = [_LINE.fullmatch(line) for line in found[1].split("\n")] if found else []
    if found is None or not all(lines) or not any(line and line[1] for line in lines):
        return Metadata(), text
    values = {
        _FIELDS[line[1].lower()]: _bare(line[2])
        for line in lines
        if line and line[1] and line[2] and line[1].lower() in _FIELDS
    }
    return Metadata(**values), text[found.end() :]


def _bare(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
