"""Contents pages: their lines become entries, and what the entries say of titles and pages is evidence for headings.

A list of contents begins at its title ("Table of Contents", "List of Figures") or, without one, where most rows of a
page end in dotted leaders. It goes on, over pages, as long as rows look like entries: a page label behind leaders or a
wide gap, a link into the document, a tag that says so, or words that stand again, alone, further on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.previews import LONGEST, PREVIEW, Later, Spread, position
from pincite.parsers.pdf.headings.rising import find_rising, may_rise
from pincite.parsers.pdf.headings.titles import names_contents
from pincite.parsers.pdf.headings.tocindents import NEAR, centred_rows, left_edges
from pincite.parsers.pdf.headings.tocrows import NOT_IN_LISTS, Row, block_lines, page_rows, split_row
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, PageLayout, hull

_PATIENCE = 3  # rows in a list that may look unlike an entry: titles over several lines, "Page", parts without a number
_LARGER = 1.35  # than the first entry: a heading that ends the list
_TITLED = 1.15  # than the first entry: the title of the list, and the next heading of its kind
_SHARE = 0.5  # share of the rows of an untitled list that end in leaders
_EVERYWHERE = 0.3  # share of the pages from which a running head "Table of Contents" is a link back, not a title
_WHOLE = 0.8  # share of a table's lines that must be entries for the table to be a list of contents


class Entry(NamedTuple):
    """What a contents entry says: title, page label printed behind it (``None``: none), and indent (from 1)."""

    title: str
    label: str | None
    level: int


@dataclass(slots=True)
class _List:
    """Rows of one list of contents; ``rows`` may run over pages."""

    rows: list[Row] = field(default_factory=list)


def mark_contents(layout: Layout) -> None:
    """Turns the lists of contents into blocks of kind ``TOC_ENTRY`` and role ``TOC``, one an entry, with the indent as
    level."""
    if not layout.pages:
        return
    finder = _Finder(layout)
    for found in finder.lists():
        _replace(layout, found)


def read_entries(layout: Layout) -> list[Entry]:
    """The entries of all contents pages in order, as ``mark_contents`` left them."""
    return [read_entry(b) for page in layout.pages for b in page.blocks if b.kind is Kind.TOC_ENTRY]


def read_entry(block: LayoutBlock) -> Entry:
    """Title, page label and indent of a contents block."""
    row = Row(block.lines, 0, 0)
    split_row(row)
    return Entry(row.title, row.label, block.level or 1)


class _Finder:
    """Walks the rows of the document and cuts the lists out."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pages: dict[int, list[Row]] = {}
        self.later = Later(layout)
        titled = sum(any(_heads_contents(b) for b in page.blocks) for page in layout.pages)
        self.titled_by_heads = titled <= max(3, _EVERYWHERE * len(layout.pages))

    def lists(self) -> Iterator[_List]:
        """The lists in document order."""
        index, start = 0, 0
        while index < len(self.layout.pages):
            begin = self._begin(index, start)
            if begin is None:
                index, start = index + 1, 0
                continue
            rows = self._collect(index, begin)
            listed = _without_data(self.layout, rows)
            if _is_honest(listed):
                yield _List(listed)
            if rows:  # what was looked at once is not looked at again
                index, start = rows[-1].page, self._rows(rows[-1].page).index(rows[-1]) + 1
            else:
                start = begin + 1

    def _rows(self, index: int) -> list[Row]:
        if index not in self.pages:
            self.pages[index] = page_rows(self.layout.pages[index], index)
        return self.pages[index]

    def _begin(self, index: int, start: int) -> int | None:
        """The row after the title of a list, or the first entry of an untitled one; ``None``: no list begins on the
        page."""
        page = self.layout.pages[index]
        if any(self._may_begin(page, b) for b in page.blocks):
            rows = self._rows(index)
            for i in range(start, len(rows)):
                if names_contents(rows[i].text):
                    return i + 1
            entries = [i for i in range(start, len(rows)) if rows[i].leader]
            if len(entries) >= 4 and len(entries) >= _SHARE * (entries[-1] - entries[0] + 1):
                begin = entries[0]
                while begin > start and rows[begin - 1].label is not None:
                    begin -= 1
                return begin
            if start == 0 and self.titled_by_heads and any(_heads_contents(b) for b in page.blocks):
                return 0
        if may_rise(page, len(self.layout.pages)):
            found = find_rising(self._rows(index), start, self.later, len(self.layout.pages))
            if found is not None:
                return found
        return self._find_preview(index, start)

    def _find_preview(self, index: int, start: int) -> int | None:
        """The first of some rows in sequence whose words stand again further on, in the same order but spread out:
        contents without a title and without page numbers, also those at the head of a chapter."""
        if not self.later.may_preview(index):
            return None
        rows = self._rows(index)
        begin, sure = start, 0
        next_at, last_at = Spread(), Spread()  # the next place after that of the row before; the last place
        for i in range(start, len(rows)):
            row = rows[i]
            here = position(index, row.lines[0].y1)
            places = self.later.places(row.text, here) if self._may_preview(row) else []
            if not places:
                begin, sure, next_at, last_at = i + 1, 0, Spread(), Spread()
                continue
            sure += row.known or row.numbered
            next_at.add(next((p for p in places if p > next_at.last), 0))
            last_at.add(places[-1])
            needed = PREVIEW if sure < i + 1 - begin else PREVIEW / 2
            least = 2 * (here - position(index, rows[begin].lines[0].y1)) + 200
            if i + 1 - begin >= needed and max(next_at.width, last_at.width) > least:
                return begin
        return None

    def _may_begin(self, page: PageLayout, block: LayoutBlock) -> bool:
        if block.kind in NOT_IN_LISTS:
            return self.titled_by_heads and _heads_contents(block)
        for line in block_lines(page, block):
            text = line.text
            if "..." in text or ". . ." in text or "…" in text or names_contents(text):
                return True
        return False

    def _may_preview(self, row: Row) -> bool:
        """Whether a row is set as running text is: a heading over its own text is no preview of itself."""
        return len(row.text) < LONGEST and row.lines[0].size <= 1.1 * self.layout.body_size

    def _collect(self, index: int, begin: int) -> list[Row]:
        """Rows from ``begin`` on that are entries or stand between entries."""
        kept: list[Row] = []
        pending: list[Row] = []
        entries = labels = 0
        at = begin
        title = self._rows(index)[begin - 1] if begin else None
        titled = title.lines[0].size if title is not None and names_contents(title.text) else 0.0
        while index < len(self.layout.pages):
            rows = self._rows(index)
            if at == 0 and kept and not self._goes_on(rows, labelled=2 * labels > entries):
                break
            for row in rows[at:]:
                if entries and (names_contents(row.text) or _ends_list(row, kept[0], titled)):
                    return kept
                if row.is_entry or (2 * labels <= entries and self._stands_again(row)):
                    row.known = True
                    kept += [*pending, row]
                    pending = []
                    entries += 1
                    labels += row.label is not None
                    continue
                if names_contents(row.text):  # the title once more, after a running head of the same words
                    pending, titled = [], max(titled, row.lines[0].size)
                    continue
                pending.append(row)
                if len(pending) > _PATIENCE or len(row.text) > 250:
                    return kept
            if not kept:
                break
            index, at = index + 1, 0
        return kept

    def _goes_on(self, rows: Sequence[Row], *, labelled: bool) -> bool:
        """Whether a list goes on with the first rows of the next page: most of them are entries."""
        head = rows[:6]
        count = sum(r.label is not None if labelled else r.is_entry or self._stands_again(r) for r in head)
        return count >= max(2, 0.5 * len(head))

    def _stands_again(self, row: Row) -> bool:
        """Whether the words of the row are a line of their own further on (contents without page numbers)."""
        return bool(self.later.places(row.text, position(row.page, row.lines[0].y1)))


def _ends_list(row: Row, entry: Row, titled: float) -> bool:
    """Whether a row is much larger than an entry, or without a page number as large as the title of the list, which
    has the size ``titled`` (0: there is none)."""
    size, usual = row.lines[0].size, entry.lines[0].size
    return size > _LARGER * usual or (row.label is None and size >= titled > _TITLED * usual)


def _without_data(layout: Layout, rows: Sequence[Row]) -> list[Row]:
    """The rows without those of tables that are entries in part only: such a table holds data."""
    claimed = {id(line) for row in rows for line in row.lines}
    data: set[int] = set()
    for page in (layout.pages[index] for index in {row.page for row in rows}):
        for block in page.blocks:
            lines = block_lines(page, block)
            if block.table is not None and sum(id(line) in claimed for line in lines) < _WHOLE * len(lines):
                data.update(id(line) for line in lines)
    return [row for row in rows if not any(id(line) in data for line in row.lines)]


def _is_honest(rows: Sequence[Row]) -> bool:
    """A list has two entries at least, and its labels do not run backwards as amounts in a table do."""
    if sum(row.known or row.label is not None for row in rows) < 2:
        return False
    labels = [int(r.label) for r in rows if r.label is not None and r.label.isdigit()]
    rising = sum(a <= b for a, b in pairwise(labels))
    return len(labels) < 4 or rising >= 0.7 * (len(labels) - 1)


def _heads_contents(block: LayoutBlock) -> bool:
    """Whether a running head names the contents."""
    return block.kind is Kind.HEADER and names_contents(block.lines[0].text)


def _replace(layout: Layout, found: _List) -> None:
    """Puts the entries of a list in the place of the blocks that held their lines."""
    by_page: dict[int, list[Row]] = {}
    for row in found.rows:
        by_page.setdefault(row.page, []).append(row)
    levels = _levels(found.rows)
    for index, rows in by_page.items():
        _replace_on_page(layout.pages[index], rows, levels)


def _levels(rows: Sequence[Row]) -> dict[int, int]:
    """The level of each row by its id: that of its left edge among those that entries begin at."""
    edges = left_edges(rows)
    centred = centred_rows(rows)
    indents: list[float] = []
    for x in sorted(edges[id(row)] for row in rows if row.is_entry and id(row) not in centred):
        if not indents or x - indents[-1] > NEAR:
            indents.append(x)
    return {at: 1 if at in centred else 1 + sum(x < edge - NEAR for x in indents) for at, edge in edges.items()}


def _replace_on_page(page: PageLayout, rows: Sequence[Row], levels: Mapping[int, int]) -> None:
    claimed = {id(line) for row in rows for line in row.lines}
    lines = [block_lines(page, block) for block in page.blocks]
    touched = [i for i, own in enumerate(lines) if any(id(line) in claimed for line in own)]
    entries = _entries(page, rows, levels)
    out: list[LayoutBlock] = []
    for i, block in enumerate(page.blocks):
        if i not in touched:
            out.append(block)
            continue
        rest = [line for line in lines[i] if id(line) not in claimed]
        before = [line for line in rest if line.y1 <= rows[0].lines[0].y1] if i == touched[0] else []
        if before:
            out.append(_part_of(block, before))
        if i == touched[0]:
            out += entries
        after = rest[len(before) :]
        if after:
            out.append(_part_of(block, after))
    page.blocks[:] = out


def _entries(page: PageLayout, rows: Sequence[Row], levels: Mapping[int, int]) -> list[LayoutBlock]:
    """A block for each entry: the rows without a label that lead up to a labelled row belong to it where it goes on in
    the same words (no entry of its own, the same indent or deeper)."""
    out: list[LayoutBlock] = []
    pending: list[Row] = []
    labelled = 2 * sum(row.label is not None for row in rows) > len(rows)
    for i, row in enumerate(rows):
        pending.append(row)
        following = rows[i + 1] if i + 1 < len(rows) else None
        whole = row.label is not None or row.leader or (row.known and not labelled)
        if not whole and following is not None and _flows_on(row, following):
            continue
        lines = [line for r in pending for line in r.lines]
        level = levels[id(pending[0])]
        for line in lines:
            line.table = None
        out.append(
            LayoutBlock(Kind.TOC_ENTRY, lines, page.number, hull(lines), Role.TOC, level, evidence=["contents entry"])
        )
        pending = []
    return out


def _flows_on(row: Row, following: Row) -> bool:
    """Whether an unlabelled row is the beginning of the next row's title: it fills its line, or the next begins
    small."""
    a, b = row.lines[-1], following.lines[0]
    near = 0 < b.y1 - a.y1 < 2.2 * max(a.size, 1.0)
    starts_low = following.title[:1].islower()
    wide = a.x1 - row.lines[0].x0 > 0.7 * (following.lines[-1].x1 - b.x0) and b.x0 >= row.lines[0].x0 - 2
    return near and (starts_low or (wide and len(row.text) > 40 and not following.numbered))


def _part_of(block: LayoutBlock, lines: list[Line]) -> LayoutBlock:
    kind = Kind.PARAGRAPH if block.table is not None else block.kind
    for line in lines:
        line.table = None
    return LayoutBlock(kind, lines, block.page, hull(lines), block.role, block.level, None, list(block.evidence))
