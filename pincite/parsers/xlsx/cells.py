"""The cells of a worksheet as they are shown."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from pincite.limits import SPAN
from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.names import Element, R, X, is_on
from pincite.parsers.ooxml.numberformats import is_date_format, shown, shown_text
from pincite.parsers.xlsx.workbook import Workbook, rich_text

MAX_ROW, MAX_COL = 1 << 20, 1 << 14  # what a sheet of Excel has
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DROPPED = re.compile(r"\s*\n\s*")


Place = tuple[int, int]  # row and column, from 0


class SheetCell(NamedTuple):
    """``text`` is as shown; ``is_text`` says that it is words, not a number, date or truth value; ``heads`` that it may
    stand in a header: words, a year, a date in bold."""

    text: str
    is_text: bool
    bold: bool
    heads: bool = False
    link: str | None = None


class Range(NamedTuple):
    """A rectangle of cells: first and last row and column, from 0, both inside."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True)
class Grid:
    """A worksheet. ``cells`` are by (row, column) from 0, in the order of rows; cells without a text are left out.
    ``tables`` are what its author has made a table; ``cut`` says that more was there than is read."""

    cells: dict[Place, SheetCell] = field(default_factory=dict)
    merges: list[Range] = field(default_factory=list)
    tables: list[Range] = field(default_factory=list)
    hidden: bool = False
    cut: bool = False
    _columns: dict[int, list[int]] | None = None
    _spanned: set[int] | None = None

    def used(self, row: int, area: Range) -> list[int]:
        """The columns of a row within the area that hold a text, ascending."""
        if self._columns is None:
            self._columns = {}
            for at, col in self.cells:
                self._columns.setdefault(at, []).append(col)
        return sorted(col for col in self._columns.get(row, ()) if area.left <= col <= area.right)

    @property
    def spanned_rows(self) -> set[int]:
        """The rows into which a merged cell of a row above reaches."""
        if self._spanned is None:
            deep = (m for m in self.merges if (m.top, m.left) in self.cells and m.bottom - m.top < SPAN)
            self._spanned = {row for m in deep for row in range(m.top + 1, m.bottom + 1)}
        return self._spanned


def read_grid(workbook: Workbook, part: str, room: int) -> Grid:
    """The cells of the worksheet in this part, at most ``room`` of them."""
    grid = Grid()
    data = workbook.package.text(part)
    links: dict[str, str | None] = {}
    relations = workbook.package.relations(part)
    for node in _elements(data, lambda: workbook.package.warn(part)) if data else ():
        tag = node.tag
        if tag == X + "row":
            grid.cut = not _read_row(workbook, node, grid, room) or grid.cut
            node.clear(keep_tail=False)
        elif tag == X + "col" and is_on(node.get("hidden", "0")):
            grid.hidden = True
        elif tag == X + "mergeCell":
            grid.merges += _ranges(node.get("ref"))
        elif tag == X + "hyperlink" and (relation := relations.get(node.get(R + "id") or "")):
            links[node.get("ref") or ""] = relation.target if relation.external else None
    _link(grid, links)
    for relation in workbook.package.related(part, "table"):
        root = workbook.package.xml(relation.target)
        grid.tables += _ranges(root.get("ref")) if root is not None else []
    return grid


def parse_range(reference: str | None) -> Range | None:
    """``B2:C7`` or ``B2`` as a range, ``None`` where it is none."""
    ends = [_REFERENCE.fullmatch(end) for end in (reference or "").split(":")]
    if not 1 <= len(ends) <= 2 or not all(ends):
        return None
    places = [(int(end[2]) - 1, _column(end[1])) for end in ends if end]
    (top, left), (bottom, right) = places[0], places[-1]
    if not (0 <= top <= bottom < MAX_ROW and left <= right < MAX_COL):
        return None
    return Range(top, left, bottom, right)


def _elements(data: bytes, damaged: Callable[[], None]) -> Iterator[Element]:
    """The elements that count, one after the other: a large sheet must not stand in memory as a tree. Calls
    ``damaged`` where the XML is broken: the rest is missing then."""
    tags = [X + name for name in ("row", "col", "mergeCell", "hyperlink")]
    events = etree.iterparse(
        io.BytesIO(data),
        tag=tags,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=True,
    )
    try:
        for _, node in events:
            yield node
    except etree.XMLSyntaxError:
        damaged()
        return
    if len(events.error_log):
        damaged()


def _read_row(workbook: Workbook, row: Element, grid: Grid, room: int) -> bool:
    """Takes up the cells of a row; ``False`` where there was no room for all."""
    number = row.get("r") or ""
    at = int(number) - 1 if is_count(number) and 0 < int(number[:9]) <= MAX_ROW else _next_row(grid)
    grid.hidden = grid.hidden or is_on(row.get("hidden", "0"))
    col = -1
    for node in row.iterfind(X + "c"):
        named = _column_of(node.get("r"))
        col = col + 1 if named is None else named
        cell = _cell(workbook, node)
        if cell is None:
            continue
        if len(grid.cells) >= room:
            return False
        grid.cells[at, col] = cell
    return True


def _next_row(grid: Grid) -> int:
    return next(reversed(grid.cells))[0] + 1 if grid.cells else 0


def _cell(workbook: Workbook, node: Element) -> SheetCell | None:
    kind = node.get("t") or "n"
    style_index = node.get("s") or "0"
    style = workbook.style(int(style_index) if is_count(style_index) else 0)
    value = node.find(X + "v")
    raw = (value.text or "") if value is not None else ""
    if kind == "inlineStr":
        inline = node.find(X + "is")
        raw = rich_text(inline) if inline is not None else raw
    if kind in ("s", "str", "inlineStr"):
        if kind == "s":
            raw = workbook.texts[int(raw)] if is_count(raw) and int(raw) < len(workbook.texts) else ""
        text = _DROPPED.sub("\n", shown_text(raw, style.format)).strip()
        return SheetCell(text, True, style.bold, heads=True) if text else None
    if not raw.strip():
        return None
    if kind == "b":
        return SheetCell("TRUE" if is_on(raw) else "FALSE", False, style.bold)
    if kind in ("e", "d"):
        return SheetCell(raw.strip(), False, style.bold)
    try:
        number = float(raw)
        text = shown(number, style.format, date1904=workbook.date1904)
    except (ValueError, OverflowError):
        text = raw.strip()
    heads = _YEAR.fullmatch(text) is not None or (style.bold and is_date_format(style.format))
    return SheetCell(text, False, style.bold, heads=heads) if text else None


def _link(grid: Grid, links: dict[str, str | None]) -> None:
    for reference, uri in links.items():
        place = parse_range(reference)
        cell = grid.cells.get((place.top, place.left)) if place else None
        if place and cell and uri:
            grid.cells[place.top, place.left] = cell._replace(link=uri)


def _ranges(reference: str | None) -> list[Range]:
    found = parse_range(reference)
    return [found] if found else []


def _column_of(reference: str | None) -> int | None:
    found = _REFERENCE.fullmatch(reference or "")
    column = _column(found[1]) if found else MAX_COL
    return column if column < MAX_COL else None


@lru_cache(maxsize=MAX_COL)
def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
