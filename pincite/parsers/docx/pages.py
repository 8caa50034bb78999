"""Pages: where Word broke them when it last saved the document, and what number it printed on each.

Word saves a mark at the places where its pages began. What it saves is not always complete, so the pages count only
where they come to about as many as Word says that there were.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.model import DocumentWarning, LabelSource, Page
from pincite.parsers.counts import is_count
from pincite.parsers.docx.numberforms import printed, roman
from pincite.parsers.ooxml.names import Element, W

_VAL = W + "val"
_FLOWING = ("continuous", "nextColumn")
_TRUSTED = 0.9  # of the pages that Word says there were
_SURE = 0.98
_ABSURD = 2
_MOST_LOST = 20  # pages between two headings whose beginnings are not marked
_LAST_NUMBER = re.compile(r"(\d+|[ivxlcdm]+)$", re.I)
_SEPARATORS = {"hyphen": "-", "period": ".", "colon": ":", "emDash": "—", "enDash": "–"}
_PREFIX = re.compile(r"(?:^|\s)([A-Z]{1,3}\s?[-–.])$")


@dataclass(slots=True)
class Numbered:
    """How a section numbers its pages. ``start`` is ``None`` where it counts on; ``chapter`` is the heading level (from
    0) whose number stands before the page's; ``prefix`` is what its running heads print before the number, ``None``
    where they print no number."""

    kind: str = "nextPage"
    form: str = "decimal"
    start: int | None = None
    chapter: int | None = None
    separator: str = "-"
    prefix: str | None = None
    width: float | None = None
    height: float | None = None

    @property
    def declares(self) -> bool:
        return self.form != "decimal" or self.start is not None or self.chapter is not None


def read_section(properties: Element) -> Numbered:
    """The page numbers of a ``w:sectPr``; which of them are printed its running heads know."""
    out = Numbered()
    kind = properties.find(W + "type")
    if kind is not None:
        out.kind = kind.get(_VAL) or out.kind
    size = properties.find(W + "pgSz")
    if size is not None:
        out.width, out.height = points(size.get(W + "w")), points(size.get(W + "h"))
    numbers = properties.find(W + "pgNumType")
    if numbers is not None:
        out.form = numbers.get(W + "fmt") or out.form
        start, chapter = numbers.get(W + "start") or "", numbers.get(W + "chapStyle") or ""
        out.start = int(start) if is_count(start) else None
        out.chapter = int(chapter) - 1 if is_count(chapter) else None
        out.separator = _SEPARATORS.get(numbers.get(W + "chapSep") or "hyphen", "-")
    return out


def points(text: str | None) -> float | None:
    """A measure in points: files give twentieths, strict ones a number with its unit."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(pt|in|cm|mm)?", text or "")
    if found is None:
        return None
    return float(found[1]) * {None: 0.05, "pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4}[found[2]]


def value_of(label: str, form: str) -> int | None:
    """The page number that a label ends with, ``None`` where it is not of this format."""
    found = _LAST_NUMBER.search(label.strip())
    if found is None or found[1].isdigit() != (form in ("decimal", "decimalZero", "numberInDash")):
        return None
    if is_count(found[1]):
        return int(found[1])
    if form not in ("lowerRoman", "upperRoman"):
        return None
    return next((n for n in range(1, 400) if roman(n) == found[1].lower()), None)


def prefix_of(before: str) -> str:
    """What is printed directly before a page number as a part of it (``F-``)."""
    found = _PREFIX.search(before)
    return found[1] if found else ""


@dataclass(slots=True)
class PageCounter:
    """Where the reading is. ``number`` is the present page, counted from 1; for each page ``starts`` has the section
    that it begins in and ``values`` its number there. ``saved`` counts the marks that Word left, ``lost`` those that it
    must have left out."""

    sections: list[Numbered] = field(default_factory=list)
    number: int = 1
    section: int = 0
    saved: int = 0
    lost: int = 0
    starts: list[int] = field(default_factory=lambda: [0])
    values: list[int] = field(default_factory=list)
    chapters: dict[int, str] = field(default_factory=dict)
    _broken: bool = False
    _row_begins: bool = False
    _surplus: int = 0

    def __post_init__(self) -> None:
        self.values.append(_next_value(0, self._section(), fresh=True))

    def text(self) -> None:
        """Words were read: what breaks after them breaks anew."""
        self._broken = False

    def hard_break(self) -> None:
        """A page break of the author's. Word saves a mark of its own behind it, which is the same break."""
        self._turn()
        self._broken = True

    def saved_break(self) -> None:
        """A break that Word saved."""
        self.saved += 1
        if self._surplus and not self._broken:
            self._surplus -= 1
        elif not self._broken:
            self._turn()
        self._broken = False

    def row_break(self) -> None:
        """The page of a table row begins with it, though only its first cell has the mark."""
        self.saved_break()
        self._row_begins = True

    def side_by_side(self, page: int) -> None:
        """A cell begins on the page of its row: each cell may break over the same page end."""
        self.number = page
        self._broken = self._row_begins

    def end_row(self, page: int) -> None:
        self.number = page
        self._broken = self._row_begins = False

    def expect(self, label: str) -> None:
        """The table of contents says that what comes now stands on this page: begins of pages that are missing before
        it are made up for, as many as there are too many are passed over after it."""
        wanted = value_of(label, self._section().form)
        missing = wanted - self.values[-1] if wanted is not None and self.number == len(self.starts) else 0
        self._surplus = -missing if -_MOST_LOST <= missing < 0 else 0
        if 0 < missing <= _MOST_LOST:
            self.lost += missing
            for _ in range(missing):
                self._turn()
            self._broken = True

    def end_section(self) -> None:
        """A section ends; how the next one begins decides about the page."""
        self._surplus = 0
        if self.section + 1 >= len(self.sections):
            return
        self.section += 1
        if self.sections[self.section].kind not in _FLOWING:
            self.hard_break()

    def chapter(self, level: int, label: str) -> None:
        """A heading with a number: it may stand before the numbers of the pages from here on."""
        if any(s.chapter == level for s in self.sections):
            self.chapters[self.number] = label.rstrip(".").rpartition(" ")[2]

    def _turn(self) -> None:
        self.number += 1
        if self.number > len(self.starts):  # the cells of a row break one after the other over the same page end
            fresh = self.section != self.starts[-1]
            self.starts.append(self.section)
            self.values.append(_next_value(self.values[-1], self._section(), fresh=fresh))

    def _section(self) -> Numbered:
        return self.sections[self.section] if self.sections else Numbered()


def made_pages(counter: PageCounter, stated: int | None) -> tuple[list[Page], list[DocumentWarning]]:
    """The pages, empty where they cannot be relied on. ``stated`` is how many Word says that there were (``None``: it
    does not say)."""
    if stated is not None and counter.number > _ABSURD * stated:
        stated = None  # a count that was never brought up to date
    if not counter.saved and (stated is None or stated != counter.number):
        return [], []
    if stated is not None and counter.number < stated * _TRUSTED:
        message = (
            f"The file marks the beginnings of {counter.number} of {stated} pages only: places are cited by section."
        )
        return [], [DocumentWarning("no_page_numbers", message)]
    pages = _labelled(counter)
    if stated is not None and not stated * _SURE <= counter.number <= stated / _SURE:
        message = (
            f"Pages are those that Word saved; it marked {counter.number} of {stated}, so a page may be off by some."
        )
        return pages, [DocumentWarning("approximate_pages", message)]
    return pages, []


def _labelled(counter: PageCounter) -> list[Page]:
    sections = counter.sections or [Numbered()]
    out: list[Page] = []
    chapter = ""
    telling = any(s.prefix is not None or s.declares for s in sections)
    for number, (index, value) in enumerate(zip(counter.starts, counter.values, strict=True), 1):
        section = sections[min(index, len(sections) - 1)]
        chapter = counter.chapters.get(number, chapter)
        label, source = None, LabelSource.NONE
        if telling:
            head = f"{chapter}{section.separator}" if section.chapter is not None and chapter else section.prefix or ""
            label = head + printed(value, section.form)
            source = LabelSource.PRINTED if section.prefix is not None else LabelSource.DECLARED
        out.append(Page(number, label or None, section.width, section.height, label_source=source))
    return out


def _next_value(value: int, section: Numbered, *, fresh: bool) -> int:
    value += 1
    if not fresh:
        return value
    if section.start is not None:
        return section.start
    odd = {"oddPage": 1, "evenPage": 0}.get(section.kind)
    return value + 1 if odd is not None and value % 2 != odd else value
