"""What the flow of a page is made of, before it is known which parts are headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import Fact, Kind, Role
from pincite.parsers.assemble import DraftTable
from pincite.parsers.html.looks import Look


class Run(NamedTuple):
    """Characters in one look. ``uri`` is where a link leads, ``fragment`` the id within the page that it leads to;
    ``fact`` is what the page says of the number that they are."""

    text: str
    look: Look
    uri: str | None = None
    fragment: str | None = None
    fact: Fact | None = None


@dataclass(slots=True, eq=False)
class Para:
    """A paragraph: runs whose white space is already collapsed (``\\n`` where a line ends). ``heading`` is the level of
    its heading tag; ``anchors`` are the ids that stand before or in it; ``indent`` is in points."""

    runs: list[Run]
    kind: Kind = Kind.PARAGRAPH
    role: Role = Role.BODY
    heading: int | None = None
    level: int | None = None
    align: str = "left"
    indent: float = 0.0
    anchors: list[str] = field(default_factory=list)
    is_furniture: bool = False
    is_row: bool = False  # it stands beside others that are no mark of it

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    @property
    def is_linked(self) -> bool:
        """Whether all its words but a page number behind them lead to a place within the page."""
        words = [run for run in self.runs if any(map(str.isalnum, run.text))]
        words = words[1:] if len(words) > 1 and self.kind is Kind.LIST_ITEM and words[0].fragment is None else words
        linked = [run.fragment is not None for run in words]
        if len(linked) > 1 and not linked[-1] and words[-1].text.strip(" .·\u2026").isalnum():
            linked.pop()
        return bool(linked) and all(linked)


@dataclass(slots=True, eq=False)
class TableItem:
    """A table of data, or a list of contents (``entries``: its rows as lines). ``anchors`` are the ids in it."""

    table: DraftTable
    entries: list[Para] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    is_furniture: bool = False

    @property
    def text(self) -> str:
        return " ".join("".join(piece.text for piece in cell.pieces) for cell in self.table.cells)


@dataclass(frozen=True, slots=True)
class Break:
    """Where a page may end: ``rule`` tells how the horizontal rule there is drawn; ``None``: styles ask for a page."""

    rule: str | None = None


Item = Para | TableItem | Break


def paragraphs(items: list[Item]) -> Iterator[Para]:
    return (item for item in items if isinstance(item, Para))


def has_words(items: list[Item]) -> bool:
    return any(not isinstance(item, Break) and item.text.strip() for item in items)
