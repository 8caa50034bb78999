"""The rows of a page that may belong to a list of contents: what stands on one base line, and what it says."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.model import BBox, Kind
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titles import has_letters
from pincite.parsers.pdf.layout import LayoutBlock, Line, PageLayout

_LABEL = r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Z]{1,3}[-–‑.]?\d{1,4}|\d{1,2}[-–‑]\d{1,3})"
_LONGEST_LABEL = 30  # characters, with the word "page" and a range
_ONLY_LABEL = re.compile(rf"(?:page\s*)?{_LABEL}(?:\s*[-–]\s*{_LABEL})?|N/?A", re.IGNORECASE)
_LEADERS = re.compile(
    r"^(?P<title>.*?)\s*(?P<leader>(?:[.·•…‥]\s?){3,}|…+|(?<=\s)\.{2,})"
    rf"\s*(?P<label>(?:page\s*)?{_LABEL}|N/?A)?\s*$",
    re.IGNORECASE,
)
_MAY_LEAD = re.compile(r"[.·•…‥]\s?[.·•…‥]|…")  # spares most texts the pattern above
NOT_IN_LISTS = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE, Kind.FIGURE})


@dataclass(slots=True, eq=False)
class Row:
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
        return self.lines[0].text if len(self.lines) == 1 else " ".join([line.text for line in self.lines])


def page_rows(page: PageLayout, index: int) -> list[Row]:
    """The rows of a page in reading order. Label-only lines at the right are put to the titles beside them."""
    rows: list[Row] = []
    for at, block in enumerate(page.blocks):
        if block.kind in NOT_IN_LISTS or block.kind is Kind.TOC_ENTRY:
            continue
        rows += [Row([line], index, at) for line in block_lines(page, block)]
    if any(b.table is not None for b in page.blocks) or sum(_is_label(r.text) for r in rows) >= 2:
        rows = _merge_rows(rows)
    linked = [a.box for a in page.links if a.page is not None]
    tagged = _tagged_ids(page)
    for row in rows:
        split_row(row)
        if row.label is None and not row.leader:
            row.known = any(w.mcid in tagged for w in row.lines[0].words) if tagged else False
            row.known = row.known or (bool(linked) and _is_linked(row, linked))
    return rows


def _is_label(text: str) -> bool:
    return len(text) <= _LONGEST_LABEL and _ONLY_LABEL.fullmatch(text) is not None


def block_lines(page: PageLayout, block: LayoutBlock) -> list[Line]:
    """The lines of a block; of a table those that it claimed, from top to bottom, then from left to right."""
    if block.table is None:
        return block.lines
    number = next((i for i, t in enumerate(page.tables) if t is block.table), None)
    lines = [line for line in page.lines if line.table == number and number is not None]
    return sorted(lines, key=lambda line: (round(line.y1, 1), line.x0)) or block.lines


def _merge_rows(rows: list[Row]) -> list[Row]:
    """Puts lines that stand on one base line into one row, up to and including a page label."""
    by_base = sorted(range(len(rows)), key=lambda i: rows[i].lines[0].y1)
    bases = [rows[i].lines[0].y1 for i in by_base]
    out: list[Row] = []
    done: set[int] = set()
    for i, row in enumerate(rows):
        if i in done:
            continue
        done.add(i)
        line = row.lines[0]
        reach = 0.5 * (line.y1 - line.y0)
        near = by_base[bisect_left(bases, line.y1 - reach) : bisect_right(bases, line.y1 + reach)]
        right = [j for j in near if j not in done and rows[j].lines[0].x0 > line.x0]
        beside = [j for j in right if _same_row(line, rows[j].lines[0])]
        for j in sorted(beside, key=lambda j: (rows[j].lines[0].x0, j)):
            done.add(j)
            row.lines.append(rows[j].lines[0])
            if _is_label(rows[j].text):
                break
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


def _is_linked(row: Row, boxes: Sequence[BBox]) -> bool:
    """Whether a link into the document covers most of the row."""
    first, last = row.lines[0], row.lines[-1]
    y = (first.y0 + first.y1) / 2
    covered = sum(max(0.0, min(b.x1, last.x1) - max(b.x0, first.x0)) for b in boxes if b.y0 <= y <= b.y1)
    return covered >= 0.6 * (last.x1 - first.x0)


def _may_lead(text: str) -> bool:
    """Whether leaders may stand in a text: it has two dots of some kind."""
    if text.isascii() and text.count(".") < 2:
        return False
    return _MAY_LEAD.search(text) is not None


def split_row(row: Row) -> None:
    """Sets title, label and leader of a row."""
    text = row.text
    leaders = _LEADERS.match(text) if _may_lead(text) else None
    if leaders:
        row.title, row.label, row.leader = leaders["title"].strip(" .·•…‥_"), leaders["label"], True
        return
    row.title = text
    if not _is_label(row.lines[-1].words[-1].text):
        return
    words = [w for line in row.lines for w in line.words]
    if len(words) < 2 or not has_letters(text):
        return
    gap = words[-1].x0 - words[-2].x1
    size = row.lines[-1].size or 10.0
    if gap > 1.6 * size or (len(row.lines) > 1 and gap > 0.8 * size):
        row.title, row.label = " ".join(w.text for w in words[:-1]), words[-1].text
