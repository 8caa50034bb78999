"""The headings of a document as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.fold import fold_text


@dataclass(frozen=True, slots=True)
class Node:
    """A heading of the outline. ``id`` is its section (``s7`` in references); ``level`` its depth from 1;
    ``page_number`` is physical, ``None`` without pages; ``page_label`` is what to cite it by: the label, or the number
    where the page has none; ``parent`` the id of the heading above it, ``None`` at the top."""

    id: int
    level: int
    text: str
    page_number: int | None
    page_label: str | None
    parent: int | None


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The headings of a document."""

    nodes: tuple[Node, ...]

    @property
    def roots(self) -> list[Node]:
        """The topmost headings."""
        return self.children()

    def flatten(self) -> list[Node]:
        """All headings in document order."""
        return list(self.nodes)

    def children(self, node: Node | None = None) -> list[Node]:
        """The headings directly under ``node``; without one, the topmost."""
        parent = node.id if node else None
        return [n for n in self.nodes if n.parent == parent]

    def level(self, level: int, parent: Node | None = None) -> list[Node]:
        """The headings at this depth from 1; with ``parent``, those of them that stand anywhere below it."""
        return [n for n in (self.below(parent) if parent else self.nodes) if n.level == level]

    def below(self, node: Node) -> list[Node]:
        """All headings below ``node``, in document order."""
        found = {node.id}
        out = []
        for other in self.nodes:
            if other.parent in found:
                found.add(other.id)
                out.append(other)
        return out

    def path(self, node: Node) -> list[Node]:
        """The heading and those above it, the topmost first."""
        by_id = {n.id: n for n in self.nodes}
        out = [node]
        while (parent := out[-1].parent) is not None:
            out.append(by_id[parent])
        return out[::-1]

    def find(self, text: str) -> list[Node]:
        """The headings that hold ``text``, those that are nothing else first. Case, white space and typography do not
        matter; empty where there are none."""
        wanted = fold_text(text)
        held = [(fold_text(n.text), n) for n in self.nodes] if wanted else []
        found = [(title, n) for title, n in held if wanted in title]
        return [n for title, n in found if title == wanted] + [n for title, n in found if title != wanted]

    def to_outline(self, depth: int | None = None) -> str:
        """The tree as an indented list, a heading a line; ``depth`` leaves out what is deeper."""
        shown = [n for n in self.nodes if depth is None or n.level <= depth]
        return "\n".join("  " * (n.level - 1) + f"- {n.text}" for n in shown)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)
