"""The title of a slide: its title placeholder, else its largest text."""

from __future__ import annotations

from typing import NamedTuple

from pincite.model import Kind
from pincite.parsers.pptx.contents import Content
from pincite.parsers.pptx.paragraphs import Paragraph

_LONGEST = 150  # letters of a text that may stand for a title
_MOST_LINES = 3
_FALLBACK = "largest text of a slide without a title"


class Title(NamedTuple):
    """``own`` says that the slide declares it."""

    paragraphs: list[Paragraph]
    evidence: str
    own: bool


def choose_title(contents: list[Content]) -> tuple[Title | None, list[Content]]:
    """The title, and the contents without it. ``None`` for a slide without any text that could be one."""
    for content in contents:
        if content.shape.is_title and content.paragraphs:
            rest = [c for c in contents if c is not content]
            return Title(content.paragraphs, "title placeholder", True), rest
    return _largest_text(contents)


def _largest_text(contents: list[Content]) -> tuple[Title | None, list[Content]]:
    """The largest paragraph (of equal ones the first), with those of its size that go on right below it."""
    best: tuple[Content, int] | None = None
    size = 0.0
    for content in contents:
        for n, paragraph in enumerate(content.paragraphs):
            if round(paragraph.size, 1) > size and _may_be_title(paragraph):
                best, size = (content, n), round(paragraph.size, 1)
    if best is None:
        return _first_words(contents)
    content, first = best
    last = _end_of_title(content.paragraphs, first, size)
    title = content.paragraphs[first:last]
    del content.paragraphs[first:last]
    return Title(title, _FALLBACK, False), [c for c in contents if c.says_something]


def _first_words(contents: list[Content]) -> tuple[Title | None, list[Content]]:
    """The name of a chart, or the root of a diagram, that alone fills the slide."""
    blocks = [block for content in contents for block in content.blocks]
    if not blocks or blocks[0].kind not in (Kind.CAPTION, Kind.PARAGRAPH) or len(blocks) < 2:
        return None, contents
    if blocks[0].kind is Kind.PARAGRAPH and sum(block.kind is Kind.PARAGRAPH for block in blocks) > 1:
        return None, contents  # several that stand side by side
    text = "".join(piece.text for piece in blocks[0].pieces)
    if len(text) > _LONGEST:
        return None, contents
    contents[0].blocks.pop(0)
    return Title([Paragraph(blocks[0].pieces, "", 1, 0.0)], _FALLBACK, False), contents


def _may_be_title(paragraph: Paragraph) -> bool:
    text = paragraph.text
    return not paragraph.is_equation and len(text) <= _LONGEST and sum(c.isalpha() for c in text) > 1


def _end_of_title(paragraphs: list[Paragraph], first: int, size: float) -> int:
    """Where the title ends that begins with this paragraph: a few short ones of its size may go on with it; a longer
    run of them is text."""
    last = first + 1
    while last < len(paragraphs) and round(paragraphs[last].size, 1) == size:
        last += 1
    run = paragraphs[first:last]
    is_title = len(run) <= _MOST_LINES and not any(p.label for p in run) and sum(len(p.text) for p in run) <= _LONGEST
    return last if is_title else first + 1
