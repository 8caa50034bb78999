"""The working types of the PDF engine: what the reader puts in, what each pass adds.

All geometry is in points, origin top left, on the page as displayed. Passes are plain functions ``(Layout) -> None``
that fill in fields; ``engine.PASSES`` is their order. Nothing here knows of pdfium.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntFlag, StrEnum
from operator import attrgetter
from typing import NamedTuple, Protocol

from pincite.model import BBox, DocumentWarning, Hiding, Kind, Metadata, Role
from pincite.parsers.assemble import DraftTable


class Boxed(Protocol):
    """What lies somewhere on a page."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


def hull(items: Sequence[Boxed]) -> BBox:
    """The smallest box around items of one page (there is at least one)."""
    if len(items) == 1:
        only = items[0]
        return BBox(only.x0, only.y0, only.x1, only.y1)
    return BBox(
        min([n.x0 for n in items]), min([n.y0 for n in items]), max([n.x1 for n in items]), max([n.y1 for n in items])
    )


def hull_of(words: Sequence[Word]) -> BBox:
    """As ``hull``, of words: column by column in half the time."""
    _, x0, y0, x1, y1, *_ = zip(*words, strict=True)
    return BBox(min(x0), min(y0), max(x1), max(y1))


class Style(NamedTuple):
    """A look of text. ``size`` is the printed size in points (after the text matrix), rounded to a tenth; ``color`` is
    0xRRGGBB, or -1 where unknown."""

    font: str
    size: float
    bold: bool
    italic: bool
    mono: bool
    color: int


class Flag(IntFlag):
    """Facts about a word."""

    NONE = 0
    GLUED = 1  # no white space between the word before and this one
    HYPHEN = 2  # ends with a hyphen that pdfium takes for a line-end hyphen; ``text`` includes "-"
    HIDDEN = 4  # not visible: render mode 3, fully transparent, or off the page
    GARBLED = 8  # holds characters without a Unicode value
    FIELD = 16  # somebody filled it into a form, or it is the sign of a box that can be ticked


class Word(NamedTuple):
    """Characters without white space between them, in one style. ``style`` indexes ``Layout.styles``; ``mcid`` is
    the marked content id (-1: none) that ties the word to the tag tree; ``angle`` is the direction of reading as
    displayed: 0, 90 (reads downwards), 180, 270 (reads upwards)."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: int
    mcid: int = -1
    flags: int = 0
    angle: int = 0


_FLAGS = attrgetter("flags")


def have_flag(words: Iterable[Word], flag: int) -> bool:
    """Whether some word has a flag: the words of a page have few combinations of flags."""
    return any(flags & flag for flags in set(map(_FLAGS, words)))


class Rule(NamedTuple):
    """A drawn straight line, or the edge or body of a thin rectangle: horizontal (``y0 == y1``) or vertical (``x0 ==
    x1``)."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float


class Fill(NamedTuple):
    """A filled area that is not a rule, with its colour (0xRRGGBB)."""

    box: BBox
    color: int


class LinkArea(NamedTuple):
    """A link annotation."""

    box: BBox
    uri: str | None
    page: int | None  # physical target page, 1-based


class Comment(NamedTuple):
    """What a reader wrote about a place of the page; ``author`` is ``None`` where the file does not tell."""

    box: BBox
    author: str | None
    text: str


class Bookmark(NamedTuple):
    """An entry of the file's outline. ``level`` is 1-based; ``page`` physical, ``None`` where it leads nowhere;
    ``y`` is the target's distance from the top of the page as displayed, ``None`` where the file gives none."""

    level: int
    title: str
    page: int | None
    y: float | None


class Tag(NamedTuple):
    """An element of the tag tree: ``role`` is the standard type after the role map (``H1``, ``P``, ``TD``,
    ``Artifact``); ``parent`` indexes ``PageLayout.tags`` (-1: root); spans are those of table cells."""

    role: str
    parent: int
    rowspan: int = 1
    colspan: int = 1
    actual_text: str | None = None
    alt: str | None = None


class Joint(StrEnum):
    """What stands between a line and the next line of the same block."""

    SPACE = " "
    JOIN = "join"  # the line-end hyphen is dropped and the word goes on
    KEEP = "keep"  # the hyphen stays and the word goes on
    BREAK = "\n"
    NONE = ""  # no space (CJK)


class Furniture(StrEnum):
    """Why a line is not part of the text."""

    HEADER = "header"
    FOOTER = "footer"
    PAGE_LABEL = "page_label"


@dataclass(slots=True, eq=False)
class Line:
    """Words on one base line in one column, left to right. ``size`` and ``style`` are those of most of its characters;
    ``joint`` says how the text goes on in the next line of its block; ``table`` is set when a table claimed the
    line."""

    words: list[Word]
    x0: float
    y0: float
    x1: float
    y1: float
    page: int
    size: float
    style: int
    text: str
    bold: bool = False
    italic: bool = False
    furniture: Furniture | None = None
    joint: Joint = Joint.SPACE
    table: int | None = None

    @property
    def box(self) -> BBox:
        return BBox(self.x0, self.y0, self.x1, self.y1)


@dataclass(slots=True, eq=False)
class LayoutTable:
    """A table found on a page: where it is, and its content as the assembler wants it."""

    box: BBox
    page: int
    table: DraftTable
    evidence: list[str] = field(default_factory=list)
    continues: bool = False  # goes on from the last table of the page before


@dataclass(slots=True, eq=False)
class LayoutBlock:
    """Lines (or a table) that are read as one. ``evidence`` says who decided what, one short phrase each."""

    kind: Kind
    lines: list[Line]
    page: int
    box: BBox
    role: Role = Role.BODY
    level: int | None = None
    table: LayoutTable | None = None
    evidence: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Recognition:
    """What OCR did for a page: why, how sure it is on the mean (per cent), by how many degrees lines fall to the right
    on the page as displayed (boxes are those of the straightened page until ``tilt_pages``), and the words that it
    found, each with its confidence in ``percents``."""

    reason: str
    confidence: float
    degrees: float
    words: list[Word]
    percents: list[int]


@dataclass(slots=True, eq=False)
class PageLayout:
    """A page on its way from words to blocks."""

    number: int
    width: float
    height: float
    rotation: int
    words: list[Word] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    images: list[BBox] = field(default_factory=list)
    links: list[LinkArea] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    mcids: dict[int, int] = field(default_factory=dict)  # marked content id -> index into tags
    declared_label: str | None = None
    printed_label: str | None = None
    hidden: list[Word] = field(default_factory=list)  # words that a reader does not see, kept apart
    hiding: list[Hiding] = field(default_factory=list)  # and why, one for each
    comments: list[Comment] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tables: list[LayoutTable] = field(default_factory=list)
    blocks: list[LayoutBlock] = field(default_factory=list)
    recognition: Recognition | None = None  # where its text is read from a picture of it


@dataclass(slots=True, eq=False)
class Layout:
    """A PDF on its way to a document."""

    pages: list[PageLayout]
    styles: list[Style]
    bookmarks: list[Bookmark] = field(default_factory=list)
    metadata: Metadata = field(default_factory=Metadata)
    tagged: bool = False  # the file says it is tagged (/MarkInfo /Marked true) and has a tag tree
    body_size: float = 0.0  # the size of most characters
    witnesses: dict[str, int] | None = None  # how often each word stands in the lines, once somebody had to know
    divides_words: bool | None = None  # at line ends; found out when first asked for
    warnings: list[DocumentWarning] = field(default_factory=list)
