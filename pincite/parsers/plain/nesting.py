"""Quotes and lists that are nested too deep for the Markdown reader, which would drop them and all that follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.limits import QUOTES

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore

_MARKS = re.compile(r"^(?:>|[-*+][ \t]|[ \t])+", re.M)
_DEEP = "deep"


def bounded(reader: MarkdownIt) -> MarkdownIt:
    """The reader, which now takes what is nested too deep as plain paragraphs."""
    within_lines = reader.options["maxNesting"]
    reader.options["maxNesting"] = 2 * QUOTES  # never reached: a list adds two

    def restore(_: StateCore) -> None:
        reader.options["maxNesting"] = within_lines  # brackets in brackets cost more the deeper they are followed

    reader.core.ruler.before("inline", _DEEP, restore)
    reader.block.ruler.before(reader.block.ruler.get_active_rules()[0], _DEEP, _read_flat)
    return reader


def is_flattened(env: dict[str, object]) -> bool:
    """Whether that happened, by the environment of a reading."""
    return _DEEP in env


def _read_flat(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A rule of the reader: the lines from the first one to an empty one, or to one of a list around."""
    if state.level < QUOTES or silent:
        return False
    end = first + 1
    while end < last and not state.isEmpty(end) and state.sCount[end] >= state.blkIndent:
        end += 1
    state.env[_DEEP] = True
    state.line = end
    if text := _MARKS.sub("", state.getLines(first, end, state.blkIndent, False)).strip():
        state.push("paragraph_open", "p", 1)
        token = state.push("inline", "", 0)
        token.content, token.children = text, []
        state.push("paragraph_close", "p", -1)
    return True
