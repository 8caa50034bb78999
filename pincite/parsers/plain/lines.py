"""The lines of a text file, and the stretches of them that blank lines divide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TAB = 8


class TextLine(NamedTuple):
    """A line without its line end. ``page`` is ``None`` in a text without form feeds."""

    text: str
    page: int | None

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def blank(self) -> bool:
        return not self.text.strip()


def split_pages(text: str) -> list[list[TextLine]]:
    """The lines by page; a text without form feeds is one list of lines without a page."""
    sheets = text.split("\f")
    while len(sheets) > 1 and not sheets[-1].strip():
        sheets.pop()
    if len(sheets) == 1:
        return [_lines(text.replace("\f", ""), None)]
    return [_lines(sheet, number) for number, sheet in enumerate(sheets, 1)]


def chunks(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    """Runs of lines without a blank one among them."""
    run: list[TextLine] = []
    for line in lines:
        if not line.blank:
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _lines(text: str, page: int | None) -> list[TextLine]:
    return [TextLine(line.rstrip().expandtabs(_TAB), page) for line in text.split("\n")]
