"""What stands at the front of a document, where it says who made it and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.model import Document, Kind

_PAGES = 3
_CHARS = 6000
_BLOCKS = 60
_COVER = 2500  # characters that say what a document is, where a page holds more
_SPACE = re.compile(r"\s+")


class Front(NamedTuple):
    """``lines`` of the first pages, running heads too, in reading order; ``cover``: how many of them are the cover or
    what stands at the top of the first page."""

    lines: tuple[str, ...]
    cover: int

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def front_of(doc: Document) -> Front:
    """The lines of the first pages of a document, without its contents."""
    lines: list[str] = []
    cover = seen = 0
    for page, line in _lines(doc):
        lines.append(line)
        seen += len(line)
        cover = len(lines) if page <= 1 and seen <= _COVER else cover
    return Front(tuple(lines), cover)


def _lines(doc: Document) -> Iterator[tuple[int, str]]:
    left = _CHARS
    for block in doc.blocks[:_BLOCKS]:
        page = block.regions[0].page if block.regions else 1
        if page > _PAGES or left <= 0:
            return
        if block.kind in (Kind.TOC_ENTRY, Kind.SPEAKER_NOTE, Kind.COMMENT, Kind.PAGE_LABEL):
            continue
        text = doc.text[block.start : min(block.end, block.start + left)]
        left -= len(text)
        for line in text.split("\n"):
            for cell in line.split("|"):  # the cells of a table are lines of their own
                plain = _SPACE.sub(" ", cell).strip()
                if plain.strip("-: "):
                    yield page, plain
