"""Builds the tags of a page from the file's structure tree, whoever gives access to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from pincite.limits import PAGE_TAGS, TREE_LEVELS
from pincite.parsers.pdf.layout import Tag

_CELLS = frozenset({"TD", "TH"})
MOST_REPLACED = 4  # characters that stand for a glyph: ligatures, initials, hyphens
_WITH_ALT = frozenset({"Figure", "Formula", "Form"})

E = TypeVar("E")


class TagTree(Protocol[E]):
    """The part of the structure tree that belongs to one page."""

    def roots(self) -> Iterator[E]: ...

    def kids(self, element: E) -> tuple[list[E], list[int]]:
        """The elements below, and the ids of marked content of this page (-1: something else)."""

    def role(self, element: E) -> str: ...

    def span(self, element: E, name: str) -> int: ...

    def actual_text(self, element: E) -> str | None: ...

    def alt(self, element: E) -> str | None: ...


def read_tags(tree: TagTree[E]) -> tuple[list[Tag], dict[int, int]]:
    """The elements in document order, and which of them each marked content id belongs to."""
    tags: list[Tag] = []
    owners: dict[int, int] = {}
    doubtful: dict[int, int] = {}  # inside form XObjects ids begin anew: one that an element has twice is of that sort
    stack = [(element, -1, 0) for element in reversed(list(tree.roots()))]
    while stack and len(tags) < PAGE_TAGS:
        element, parent, depth = stack.pop()
        number = len(tags)
        tags.append(_tag(tree, element, parent))
        below, own = tree.kids(element)
        for mcid, times in Counter(own).items() if len(own) > 1 else ((mcid, 1) for mcid in own):
            if mcid >= 0:
                (owners if times == 1 else doubtful).setdefault(mcid, number)
        if depth < TREE_LEVELS:
            stack += [(kid, number, depth + 1) for kid in reversed(below)]
    return tags, doubtful | owners


def _tag(tree: TagTree[E], element: E, parent: int) -> Tag:
    role = tree.role(element)
    rowspan = colspan = 1
    if role in _CELLS:
        rowspan, colspan = tree.span(element, "RowSpan"), tree.span(element, "ColSpan")
    alt = tree.alt(element) if role in _WITH_ALT else None
    return Tag(role, parent, rowspan, colspan, tree.actual_text(element), alt)


# Roles that cut a paragraph into pieces of text without meaning a place of their own.
_INLINE = frozenset(
    {"Span", "NonStruct", "Private", "Quote", "Link", "Reference", "Annot", "BibEntry", "Em", "Strong", "Sub"}
)


def read_groups(tags: Sequence[Tag], owners: Mapping[int, int]) -> dict[int, int]:
    """For each marked content id the innermost tag around it that is more than a piece of text: words need not be cut
    between contents of the same one. What a tag has another text for is a piece of its own."""
    outer: list[int] = []
    for number, tag in enumerate(tags):
        inline = tag.role in _INLINE and tag.parent >= 0 and len(tag.actual_text or "?" * 99) > MOST_REPLACED
        outer.append(outer[tag.parent] if inline else number)
    return {mcid: outer[number] for mcid, number in owners.items()}
