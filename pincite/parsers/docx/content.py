"""What the passes of the Word parser work on: paragraphs with their runs, tables, and what is ready already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, DraftTable, Piece


class Look(NamedTuple):
    """How a run is printed. ``size`` is in half points, 0 where nothing says so; ``hidden`` text is printed nowhere,
    ``white`` text can be read only on a ground of another colour."""

    bold: bool = False
    italic: bool = False
    underlined: bool = False
    caps: bool = False
    size: int = 0
    hidden: bool = False
    white: bool = False


PLAIN = Look()


class Run(NamedTuple):
    """Characters of one look on one page. ``uri`` is where a link on them leads, ``anchor`` the bookmark of one that
    stays in the document. ``page`` is physical and counts on whether or not the document's pages can be relied on."""

    text: str
    page: int
    look: Look = PLAIN
    uri: str | None = None
    anchor: str | None = None


@dataclass(slots=True)
class Paragraph:
    """A paragraph as it is printed. ``label`` is the number or bullet that stands before it, ``depth`` its list level
    from 0 (``None``: no list); ``outline`` the level that its author gave it as a heading, from 0; ``run_in``
    marks the title of a clause that was cut from it. ``after`` holds what
    is anchored in it and read after it: text boxes, charts, notes."""

    runs: list[Run] = field(default_factory=list)
    style: str = ""
    page: int = 1
    label: str = ""
    bullet: bool = False
    depth: int | None = None
    outline: int | None = None
    centred: bool = False
    kept_with_next: bool = False
    kind: Kind = Kind.PARAGRAPH
    level: int | None = None
    run_in: bool = False
    after: list[Node] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words without the label."""
        return "".join(run.text for run in self.runs)

    @property
    def printed(self) -> str:
        """Label and words."""
        return f"{self.label} {self.text}" if self.label else self.text


@dataclass(slots=True)
class TableNode:
    """A table, its text boxes, charts and notes."""

    table: DraftTable
    page: int
    after: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Ready:
    """Blocks that need no more work."""

    blocks: list[DraftBlock]


Node = Paragraph | TableNode | Ready


def pieces_of(runs: list[Run], label: str = "") -> list[Piece]:
    """The runs as pieces: neighbours on one page and under one link become one. Anchors stay in ``uri`` as ``#name``
    until the pages of all bookmarks are known."""
    out: list[Piece] = []
    if label and runs:
        runs = [runs[0]._replace(text=f"{label} ", uri=None, anchor=None), *runs]
    for run in runs:
        uri = run.uri or (f"#{run.anchor}" if run.anchor else None)
        if out and out[-1].page == run.page and out[-1].uri == uri:
            out[-1] = out[-1]._replace(text=out[-1].text + run.text)
        else:
            out.append(Piece(run.text, run.page, None, uri))
    return out
