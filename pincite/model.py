"""The document: one canonical text, and everything else as half-open character spans into it.

Frozen values without I/O, rendering or vendor types. Small records that a document holds by the ten thousand
(``Region``, ``Cell``, ``Link``) are named tuples, which load several times faster than dataclasses. Geometry is in
points, origin top left, on the page as it is displayed (its /Rotate applied); unknown geometry is ``None``, never a
guess.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a block is. Furniture (running heads, page numbers, comments of readers) is kept in the text and found by
    search, but not read out."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CHART = "chart"
    CAPTION = "caption"
    FIGURE = "figure"
    CODE = "code"
    EQUATION = "equation"
    FOOTNOTE = "footnote"
    QUOTE = "quote"
    FORM_FIELD = "form_field"
    SPEAKER_NOTE = "speaker_note"
    COMMENT = "comment"
    TOC_ENTRY = "toc_entry"
    HEADER = "header"
    FOOTER = "footer"
    PAGE_LABEL = "page_label"
    EXHIBIT = "exhibit"

    @property
    def is_heading(self) -> bool:
        return self is Kind.HEADING

    @property
    def is_furniture(self) -> bool:
        return self in _FURNITURE


_FURNITURE = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.COMMENT})


class Role(StrEnum):
    """Where a block stands in the document."""

    BODY = "body"
    COVER = "cover"
    TOC = "toc"
    HEADER = "header"
    FOOTER = "footer"
    EXHIBIT = "exhibit"
    SIGNATURE = "signature"
    INDEX = "index"


class Span(NamedTuple):
    """Half-open range of characters of ``Document.text``."""

    start: int
    end: int


class BBox(NamedTuple):
    """A rectangle on a page, in points, origin top left: ``x0 < x1`` (right), ``y0 < y1`` (down)."""

    x0: float
    y0: float
    x1: float
    y1: float


class Region(NamedTuple):
    """Where the characters ``start:end`` sit: one line of one page. ``bbox`` is ``None`` where the format has no
    geometry."""

    start: int
    end: int
    page: int
    bbox: BBox | None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Link(NamedTuple):
    """A hyperlink on the characters ``start:end``: to a ``uri``, or to a physical ``page`` of the same document."""

    start: int
    end: int
    uri: str | None
    page: int | None


class Fact(NamedTuple):
    """What inline XBRL says of a number: its ``concept`` (``us-gaap:Revenues``), ``period`` (a day, or two days with a
    slash between), ``unit`` (``USD``, ``USD/shares``) and ``value`` (scaled and signed, as a decimal), as strings;
    ``dimensions`` are the members that it is broken down by, with commas between. ``None``: not said."""

    concept: str
    period: str | None
    dimensions: str | None
    unit: str | None
    value: str


class Cell(NamedTuple):
    """A table cell. ``row`` and ``col`` count from 0; ``start:end`` is its place in ``Document.text``, where a pipe
    of the cell's own text stands escaped as ``\\|``; ``text`` is without the escapes; ``fact`` is what the file says
    of its number, ``None`` where it says nothing."""

    row: int
    col: int
    rowspan: int
    colspan: int
    is_header: bool
    start: int
    end: int
    text: str
    fact: Fact | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Confidence(NamedTuple):
    """How sure OCR was of the characters ``start:end``, a word, in per cent."""

    start: int
    end: int
    percent: int


class Hiding(StrEnum):
    """Why a reader does not see words that the file holds."""

    MARKED = "marked"  # the file says that they are hidden: an attribute, a style, a switch
    INVISIBLE = "invisible"  # letters that are not painted
    COLOR = "color"  # that of what is behind them
    TINY = "tiny"
    OFF_PAGE = "off_page"
    CLIPPED = "clipped"
    LAYER = "layer"  # that is switched off
    COVERED = "covered"  # under, or in the colour of, something drawn, as a redaction is: no document holds these


class HiddenText(NamedTuple):
    """Words that the file holds and no reader sees; they are no part of ``Document.text``. ``page`` is physical,
    ``None`` where the format does not tell; ``boxes`` are those of its lines on the page, ``()`` where there is no
    geometry."""

    text: str
    page: int | None
    why: Hiding
    boxes: tuple[BBox, ...] = ()


class LabelSource(Enum):
    """How a page came to its label."""

    PRINTED = "printed"
    DECLARED = "declared"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Page:
    """A page. ``number`` is physical and 1-based; ``label`` is what is printed on it, else what the file declares, else
    ``None``; ``width`` and ``height`` in points as displayed (``None``: no geometry); ``rotation`` is the file's
    /Rotate; ``source`` says where its text came from: ``"text"``, or ``"ocr"`` for what was read off a picture, by us
    or by whoever made the file; ``confidence`` is how sure our OCR was, the mean of its words in per cent (``None``: it
    did not read the page)."""

    number: int
    label: str | None = None
    width: float | None = None
    height: float | None = None
    rotation: int = 0
    source: str = "text"
    label_source: LabelSource = LabelSource.NONE
    confidence: float | None = None

    @property
    def cite(self) -> str:
        """The label, or the physical number where there is none."""
        return self.label or str(self.number)


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of reading. ``id`` is its position in reading order; ``regions`` ascend, are disjoint and lie inside
    ``span``; ``level`` is 1-based and set for headings (and the depth of list items, where known); ``table`` and
    ``chart`` are indexes into ``Document.tables`` and ``Document.charts``."""

    id: int
    kind: Kind
    start: int
    end: int
    regions: tuple[Region, ...] = ()
    level: int | None = None
    role: Role = Role.BODY
    table: int | None = None
    chart: int | None = None
    links: tuple[Link, ...] = ()

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: ``id`` is its index in ``Document.tables``, ``block`` the block that holds its text, ``pages`` the
    physical pages that it runs over, ascending."""

    id: int
    block: int
    n_rows: int
    n_cols: int
    cells: tuple[Cell, ...]
    caption: str | None = None
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: ``series`` holds (name, ((category, value), ...)); a value that is missing is ``None``."""

    id: int
    block: int
    kind: str
    title: str | None = None
    axes: tuple[str, ...] = ()
    series: tuple[tuple[str, tuple[tuple[str, float | None], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentWarning:
    """Something a reader of the document should know. ``page`` is physical, ``None`` where the whole document is
    meant."""

    code: str
    message: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the file says of itself, as strings; ``None`` where it says nothing. Dates are ISO 8601."""

    title: str | None = None
    author: str | None = None
    subject: str | None = None
    keywords: str | None = None
    creator: str | None = None
    producer: str | None = None
    created: str | None = None
    modified: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed document. Immutable; made by ``parsers.assemble`` (or a codec) only.

    ``doc_id`` comes from the bytes of the source, ``rev`` from the parsed content; ``source`` is the file's name
    (never a path); ``format`` is ``"pdf"``, ``"docx"``, …; ``parser`` names the parser and its version.
    ``confidences`` are those of the words that our OCR read, ascending. ``hidden`` is what no reader sees, where the
    parser was asked for it.
    """

    doc_id: str
    rev: str
    source: str
    format: str
    parser: str
    text: str
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    warnings: tuple[DocumentWarning, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    confidences: tuple[Confidence, ...] = ()
    hidden: tuple[HiddenText, ...] = ()

    @property
    def title(self) -> str:
        """The title that the file declares, else the name of the source."""
        return self.metadata.title or self.source
