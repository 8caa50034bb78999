"""Contents pages: their lines become entries, and what the entries say of titles and pages is evidence for headings.

A list of contents begins at its title ("Table of Contents", "List of Figures") or, without one, where most rows of a page end in
dotted leaders. It goes on, over pages, as long as rows look like entries: a page label behind leaders or a wide gap, a
link into the document, a tag that says so, or words that stand again, alone, further on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import BBox, Kind, Role
from pincite.parsers.pdf.layout import Layout, LayoutBlock, Line, PageLayout
from pincite.parsers.pdf.numbering import readings
from pincite.parsers.pdf.titles import has_letters, key, names_contents

_LABEL = r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Z]{1,3}[-–‑.]?\d{1,4}|\d{1,2}[-–‑]\d{1,3})"
_ONLY_LABEL = re.compile(rf"(?:page\s*)?{_LABEL}(?:\s*[-–]\s*{_LABEL})?|N/?A", re.IGNORECASE)
_LEADERS = re.compile(
    rf"^(?P<title>.*?)\s*(?P<leader>(?:[.·•…‥_]\s?){{3,}}|…+|(?<=\s)\.{{2,}})\s*(?P<label>(?:page\s*)?{_LABEL}|N/?A)?\s*$",
    re.IGNORECASE,
)
_NOT_IN_LISTS = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE, Kind.FIGURE})
_PATIENCE = 3  # rows in a list that may look unlike an entry: titles over several lines, "Page", parts without a number
_PREVIEW = 6  # rows that must stand again to make an untitled list; half as many if all are numbered or links
_LARGER = 1.35  # than the first entry: a heading that ends the list
_TITLE_LINES = 4
_LONGEST = 200  # characters of a title
_SHARE = 0.5  # share of the rows of an untitled list that end in leaders


class Entry(NamedTuple):
    """What a contents entry says: a title, the page label printed behind it (``None``: none), and its indent (from
    1)."""

    title: str
    label: str | None
    level: int


@dataclass(slots=True, eq=False)
class _Row:
    """One row of a page: lines side by side, with the block that they come from."""

    lines: list[Line]
    page: int  # index into layout.pages
    block: int  # index into page.blocks
    title: str = ""
    label: str | None = None
    leader: bool = False
    known: bool = False  # a link, a tag or a repetition says that this is an entry

    @property
    def is_entry(self) -> bool:
        return self.label is not None or self.leader or self.known

    @property
    def numbered(self) -> bool:
        return bool(readings(self.text))

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


@dataclass(slots=True)
class _List:
    """Rows of one list of contents; ``rows`` may run over pages."""

    rows: list[_Row] = field(default_factory=list)


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
    row = _Row(block.lines, 0, 0)
    _split(row)
    return Entry(row.title, row.label, block.level or 1)


class _Later:
    """Where short lines of their own stand in the document, by their words with and without a number before them."""

    def __init__(self, layout: Layout) -> None:
        self._at: dict[str, list[int]] = {}
        on_page: list[list[str]] = []
        for i, page in enumerate(layout.pages):
            on_page.append([])
            for block in page.blocks:
                if block.kind in _NOT_IN_LISTS or block.table is not None or not block.lines:
                    continue
                texts = _texts(block, linked=any(a.page is not None for a in page.links))
                for text in texts:
                    if len(text) < _LONGEST:
                        on_page[-1].append(key(text))
                        if len(block.lines) <= _TITLE_LINES:
                            for k in _keys(text):
                                self._at.setdefault(k, []).append(_position(i, block.box.y0))
        self._repeats = [self._count(i, keys) for i, keys in enumerate(on_page)]

    def _count(self, page: int, keys: Sequence[str]) -> int:
        start = _position(page, 0)
        return sum(
            1
            for k in keys
            if len(at := self._at.get(k, ())) and at[-1] >= start and (len(at) > 1 or at[0] >= start + 10_000)
        )

    def may_preview(self, page: int) -> bool:
        """Whether enough lines of a page stand again for it to hold contents without page numbers."""
        return self._repeats[page] >= _PREVIEW / 2

    def places(self, text: str, position: int) -> list[int]:
        """The places below ``position`` where the words of ``text`` stand alone, in order."""
        if not 3 < len(text) < _LONGEST or not has_letters(text):
            return []
        found = {at for k in _keys(text) for at in self._at.get(k, ()) if at > position}
        return sorted(found)


@dataclass(slots=True)
class _Spread:
    """Places that should ascend: ``width`` is the distance from the first to the last, -1 where they do not."""

    first: int = 0
    last: int = 0
    broken: bool = False

    def add(self, place: int) -> None:
        """Takes the next place."""
        self.broken = self.broken or place <= self.last
        self.first = self.first or place
        self.last = max(self.last, place)

    @property
    def width(self) -> int:
        return -1 if self.broken else self.last - self.first


def _texts(block: LayoutBlock, *, linked: bool) -> list[str]:
    """The text of a block as a title, and its first line; of a long block each line, where it may be a list of
    contents."""
    lines = block.lines
    if len(lines) == 1:
        return [lines[0].text]
    if len(lines) <= _TITLE_LINES:
        return [" ".join(line.text for line in lines), lines[0].text]
    return [line.text for line in lines] if linked or readings(lines[0].text) else []


def _position(page: int, y: float) -> int:
    return page * 10_000 + int(y)


def _keys(text: str) -> set[str]:
    numbers = readings(text)
    out = {key(text)}
    if numbers and len(text) - numbers[0].end > 2:
        out.add(key(text[numbers[0].end :]))
    return out


class _Finder:
    """Walks the rows of the document and cuts the lists out."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pages: dict[int, list[_Row]] = {}
        self.later = _Later(layout)

    def lists(self) -> Iterator[_List]:
        """The lists in document order."""
        index, start = 0, 0
        while index < len(self.layout.pages):
            begin = self._begin(index, start)
            if begin is None:
                index, start = index + 1, 0
                continue
            rows = self._collect(index, begin)
            if _is_honest(rows):
                yield _List(rows)
            if rows:  # what was looked at once is not looked at again
                index, start = rows[-1].page, self._rows(rows[-1].page).index(rows[-1]) + 1
            else:
                start = begin + 1

    def _rows(self, index: int) -> list[_Row]:
        if index not in self.pages:
            self.pages[index] = _page_rows(self.layout.pages[index], index)
        return self.pages[index]

    def _begin(self, index: int, start: int) -> int | None:
        """The row after the title of a list, or the first entry of an untitled one; ``None``: no list begins on the
        page."""
        page = self.layout.pages[index]
        if any(_may_begin(b) for b in page.blocks):
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
            if start == 0 and any(b.kind is Kind.HEADER and names_contents(b.lines[0].text) for b in page.blocks):
                return 0
        return self._find_preview(index, start)

    def _find_preview(self, index: int, start: int) -> int | None:
        """The first of some rows in sequence whose words stand again further on, in the same order but spread out:
        contents
        without a title and without page numbers, also those at the head of a chapter."""
        if not self.later.may_preview(index):
            return None
        rows = self._rows(index)
        begin, sure = start, 0
        next_at, last_at = _Spread(), _Spread()  # the next place after that of the row before; the last place
        for i in range(start, len(rows)):
            row = rows[i]
            here = _position(index, row.lines[0].y1)
            places = self.later.places(row.text, here) if self._may_preview(row) else []
            if not places:
                begin, sure, next_at, last_at = i + 1, 0, _Spread(), _Spread()
                continue
            sure += row.known or row.numbered
            next_at.add(next((p for p in places if p > next_at.last), 0))
            last_at.add(places[-1])
            needed = _PREVIEW if sure < i + 1 - begin else _PREVIEW / 2
            least = 2 * (here - _position(index, rows[begin].lines[0].y1)) + 200
            if i + 1 - begin >= needed and max(next_at.width, last_at.width) > least:
                return begin
        return None

    def _may_preview(self, row: _Row) -> bool:
        """Whether a row is set as running text is: a heading over its own text is no preview of itself."""
        return len(row.text) < _LONGEST and row.lines[0].size <= 1.1 * self.layout.body_size

    def _collect(self, index: int, begin: int) -> list[_Row]:
        """Rows from ``begin`` on that are entries or stand between entries."""
        kept: list[_Row] = []
        pending: list[_Row] = []
        entries = labels = 0
        at = begin
        while index < len(self.layout.pages):
            rows = self._rows(index)
            if at == 0 and kept and not self._goes_on(rows, labelled=2 * labels > entries):
                break
            for row in rows[at:]:
                if entries and (names_contents(row.text) or row.lines[0].size > _LARGER * kept[0].lines[0].size):
                    return kept
                if row.is_entry or (2 * labels <= entries and self._stands_again(row)):
                    row.known = True
                    kept += [*pending, row]
                    pending = []
                    entries += 1
                    labels += row.label is not None
                    continue
                if names_contents(row.text):  # the title once more, after a running head of the same words
                    pending = []
                    continue
                pending.append(row)
                if len(pending) > _PATIENCE or len(row.text) > 250:
                    return kept
            if not kept:
                break
            index, at = index + 1, 0
        return kept

    def _goes_on(self, rows: Sequence[_Row], *, labelled: bool) -> bool:
        """Whether a list goes on with the first rows of the next page: most of them are entries."""
        head = rows[:6]
        count = sum(r.label is not None if labelled else r.is_entry or self._stands_again(r) for r in head)
        return count >= max(2, 0.5 * len(head))

    def _stands_again(self, row: _Row) -> bool:
        """Whether the words of the row are a line of their own further on (contents without page numbers)."""
        return bool(self.later.places(row.text, _position(row.page, row.lines[0].y1)))


def _is_honest(rows: Sequence[_Row]) -> bool:
    """A list has two entries at least, and its labels do not run backwards as amounts in a table do."""
    if len(rows) < 2:
        return False
    labels = [int(r.label) for r in rows if r.label is not None and r.label.isdigit()]
    rising = sum(a <= b for a, b in zip(labels, labels[1:], strict=False))
    return len(labels) < 4 or rising >= 0.7 * (len(labels) - 1)


def _may_begin(block: LayoutBlock) -> bool:
    if block.kind in _NOT_IN_LISTS:
        return block.kind is Kind.HEADER and names_contents(block.lines[0].text)
    if block.table is not None:
        return True
    return any(
        names_contents(line.text) or "..." in line.text or ". . ." in line.text or "…" in line.text
        for line in block.lines
    )


def _page_rows(page: PageLayout, index: int) -> list[_Row]:
    """The rows of a page in reading order. Label-only lines at the right are put to the titles beside them."""
    rows: list[_Row] = []
    for at, block in enumerate(page.blocks):
        if block.kind in _NOT_IN_LISTS or block.kind is Kind.TOC_ENTRY:
            continue
        lines = _table_lines(page, block) if block.table is not None else block.lines
        rows += [_Row([line], index, at) for line in lines]
    labels = sum(1 for r in rows if _ONLY_LABEL.fullmatch(r.text))
    if labels >= 2 or any(b.table is not None for b in page.blocks):
        rows = _merge_rows(rows)
    linked = [a.box for a in page.links if a.page is not None]
    tagged = _tagged_ids(page)
    for row in rows:
        _split(row)
        if row.label is None and not row.leader:
            row.known = any(w.mcid in tagged for w in row.lines[0].words) if tagged else False
            row.known = row.known or (bool(linked) and _is_linked(row, linked))
    return rows


def _table_lines(page: PageLayout, block: LayoutBlock) -> list[Line]:
    number = next((i for i, t in enumerate(page.tables) if t is block.table), None)
    lines = [line for line in page.lines if line.table == number and number is not None]
    return sorted(lines, key=lambda line: (round(line.y1, 1), line.x0)) or block.lines


def _merge_rows(rows: list[_Row]) -> list[_Row]:
    """Puts lines that stand on one base line into one row, up to and including a page label."""
    out: list[_Row] = []
    done: set[int] = set()
    for i, row in enumerate(rows):
        if i in done:
            continue
        line = row.lines[0]
        beside = [
            j
            for j in range(len(rows))
            if j != i and j not in done and _same_row(line, rows[j].lines[0]) and rows[j].lines[0].x0 > line.x0
        ]
        beside.sort(key=lambda j: rows[j].lines[0].x0)
        for j in beside:
            done.add(j)
            row.lines.append(rows[j].lines[0])
            if _ONLY_LABEL.fullmatch(rows[j].text):
                break
        done.add(i)
        out.append(row)
    return out


def _same_row(a: Line, b: Line) -> bool:
    return abs(a.y1 - b.y1) < 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)


def _tagged_ids(page: PageLayout) -> set[int]:
    """Marked content that the tag tree puts into a table of contents."""
    tocs = {i for i, tag in enumerate(page.tags) if tag.role in ("TOC", "TOCI")}
    if not tocs:
        return set()
    out = set()
    for mcid, tag in page.mcids.items():
        while tag >= 0:
            if tag in tocs:
                out.add(mcid)
                break
            tag = page.tags[tag].parent
    return out


def _is_linked(row: _Row, boxes: Sequence[BBox]) -> bool:
    """Whether a link into the document covers most of the row."""
    first, last = row.lines[0], row.lines[-1]
    y = (first.y0 + first.y1) / 2
    covered = sum(max(0.0, min(b.x1, last.x1) - max(b.x0, first.x0)) for b in boxes if b.y0 <= y <= b.y1)
    return covered >= 0.6 * (last.x1 - first.x0)


def _split(row: _Row) -> None:
    """Sets title, label and leader of a row."""
    text = row.text
    leaders = _LEADERS.match(text)
    if leaders:
        row.title, row.label, row.leader = leaders["title"].strip(" .·•…‥_"), leaders["label"], True
        return
    words = [w for line in row.lines for w in line.words]
    row.title = text
    if len(words) < 2 or not _ONLY_LABEL.fullmatch(words[-1].text) or not has_letters(text):
        return
    gap = words[-1].x0 - words[-2].x1
    size = row.lines[-1].size or 10.0
    if gap > 1.6 * size or (len(row.lines) > 1 and gap > 0.8 * size):
        row.title, row.label = " ".join(w.text for w in words[:-1]), words[-1].text


def _replace(layout: Layout, found: _List) -> None:
    """Puts the entries of a list in the place of the blocks that held their lines."""
    by_page: dict[int, list[_Row]] = {}
    for row in found.rows:
        by_page.setdefault(row.page, []).append(row)
    indents = _indents(found.rows)
    for index, rows in by_page.items():
        _replace_on_page(layout.pages[index], rows, indents)


def _indents(rows: Sequence[_Row]) -> list[float]:
    """The left edges that entries begin at, ascending, those nearer than 4 points taken as one."""
    out: list[float] = []
    for x in sorted(row.lines[0].x0 for row in rows if row.is_entry):
        if not out or x - out[-1] > 4:
            out.append(x)
    return out


def _replace_on_page(page: PageLayout, rows: Sequence[_Row], indents: Sequence[float]) -> None:
    entries = _entries(page, rows, indents)
    claimed = {id(line) for row in rows for line in row.lines}
    touched = {row.block for row in rows} | {
        i for i, b in enumerate(page.blocks) if b.table is None and any(id(line) in claimed for line in b.lines)
    }
    first = min(touched)
    out: list[LayoutBlock] = []
    for i, block in enumerate(page.blocks):
        if i not in touched:
            out.append(block)
            continue
        rest = [] if block.table is not None else [line for line in block.lines if id(line) not in claimed]
        before = [line for line in rest if line.y1 <= rows[0].lines[0].y1] if i == first else []
        if before:
            out.append(_part_of(block, before))
        if i == first:
            out += entries
        after = rest[len(before) :]
        if after:
            out.append(_part_of(block, after))
    page.blocks[:] = out


def _entries(page: PageLayout, rows: Sequence[_Row], indents: Sequence[float]) -> list[LayoutBlock]:
    """A block for each entry: the rows without a label that lead up to a labelled row belong to it where it goes on in
    the
    same words (no entry of its own, the same indent or deeper)."""
    out: list[LayoutBlock] = []
    pending: list[_Row] = []
    for i, row in enumerate(rows):
        pending.append(row)
        following = rows[i + 1] if i + 1 < len(rows) else None
        if not row.is_entry and following is not None and _flows_on(row, following):
            continue
        lines = [line for r in pending for line in r.lines]
        level = 1 + sum(x < pending[0].lines[0].x0 - 4 for x in indents)
        for line in lines:
            line.table = None
        out.append(
            LayoutBlock(Kind.TOC_ENTRY, lines, page.number, _hull(lines), Role.TOC, level, evidence=["contents entry"])
        )
        pending = []
    return out


def _flows_on(row: _Row, following: _Row) -> bool:
    """Whether an unlabelled row is the beginning of the next row's title: it fills its line, or the next begins
    small."""
    a, b = row.lines[-1], following.lines[0]
    near = 0 < b.y1 - a.y1 < 2.2 * max(a.size, 1.0)
    starts_low = following.title[:1].islower()
    wide = a.x1 - row.lines[0].x0 > 0.7 * (following.lines[-1].x1 - b.x0) and b.x0 >= row.lines[0].x0 - 2
    return near and (starts_low or (wide and len(row.text) > 40))


def _part_of(block: LayoutBlock, lines: list[Line]) -> LayoutBlock:
    return LayoutBlock(block.kind, lines, block.page, _hull(lines), block.role, block.level, None, list(block.evidence))


def _hull(lines: Sequence[Line]) -> BBox:
    return BBox(min(w.x0 for w in lines), min(w.y0 for w in lines), max(w.x1 for w in lines), max(w.y1 for w in lines))
