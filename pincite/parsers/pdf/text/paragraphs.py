"""Lines of one column -> paragraphs.

Lines are first put in rows (pieces of one base line), rows in stretches (one look, even leading, no white space
between). Within a stretch a paragraph ends where its last line ends early: the next word would have fitted there.
Indents, item markers and tags end it too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from pincite.model import BBox
from pincite.parsers.pdf.layout import Layout, Line, Style, Word
from pincite.parsers.pdf.scripts import is_cjk

BULLET = re.compile(r"(?:[•●○◦▪■□◻·➢►▸▶‣⁃∙❑❖❏✓✔✗☐☒☑➔→★◆◇※♦✻❋\uf0b7\uf0a7\uf0d8](?=\s|\S)|[–—\-*+o>»](?=\s))")
NUMBERED = re.compile(
    r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxl]{1,6}|[IVXL]{1,6}|[a-z]{2})[.)]|\((?:\d{1,3}|[a-zA-Z]{1,2}|[ivxlIVXL]{1,6})\)|\[\d{1,3}\]"
    r"|\d{1,2}(?:\.\d{1,3}){1,4}\.?)(?=\s|$)"
)
ENDS = re.compile(r"[.:!?;。！？：；؟။।][\"”’')\]»]*\s*(?:\[?\d{1,3}\]?)?$")
TEXT_RULE = re.compile(r"[_\-–—=*.·~ ]{5,}")  # a line drawn with signs
ITEM_BEFORE = re.compile(r"(?:[.:;,!?)]|\b(?:and|or|und|oder|et|ou))$")  # how the item before ends
TITLE_ENDS = re.compile(r"[.;!。]$")

INDENT = 0.7  # of the size: a smaller shift of the left edge is none
SLACK = 0.45  # of the size: a word must fit with so much to spare before its absence says anything
TORN = 2.5  # of the size: white space inside a row of running text is narrower
MARGIN = 1.2  # of the size: white space below an aside where lines are short as well
EVEN = 0.05  # of the leading: how far that of one text differs
UNFILLED = 0.25  # of the width of the column
WIDE_RUN = 3  # rows that stand evenly apart are a text of its own leading
LOOSE = 1.22  # of the usual leading: more ends a paragraph


class Row:
    """Lines of one base line in one column; coordinates are mirrored for scripts that run from right to left."""

    __slots__ = ("base", "first", "last", "lines", "size", "top", "x0", "x1")

    def __init__(self, line: Line, *, mirrored: bool) -> None:
        self.lines = [line]
        self.x0, self.x1 = (-line.x1, -line.x0) if mirrored else (line.x0, line.x1)
        self.top, self.base = line.y0, line.y1
        self.size = line.size
        self.first = self.last = line

    def add(self, line: Line, *, mirrored: bool) -> None:
        self.lines.append(line)
        x0, x1 = (-line.x1, -line.x0) if mirrored else (line.x0, line.x1)
        self.x0, self.x1 = min(self.x0, x0), max(self.x1, x1)
        self.top, self.base = min(self.top, line.y0), max(self.base, line.y1)
        self.last = line

    @property
    def is_torn(self) -> bool:
        """Whether wide white space parts the row, as in a form or a contents page."""
        lines = self.lines
        return len(lines) > 1 and any(abs(b.x0 - a.x1) > TORN * a.size for a, b in pairwise(lines))

    @property
    def text(self) -> str:
        return self.first.text


class Leadings:
    """The usual distance of base lines in the document, by size of the text."""

    def __init__(self, layout: Layout) -> None:
        self._usual: dict[float, float] = {}
        counts: dict[float, Counter[float]] = {}
        for page in layout.pages:
            for a, b in pairwise(page.lines):
                step = b.y1 - a.y1
                if a.size == b.size and 0.9 * a.size < step < 2.6 * a.size and a.x0 < b.x1 and b.x0 < a.x1:
                    counts.setdefault(a.size, Counter())[round(step * 2) / 2] += 1
        for size, steps in counts.items():
            self._usual[size] = max(steps, key=lambda s: (steps[s], -s))

    def usual(self, size: float, steps: Sequence[float]) -> float:
        """The leading for text of a size: that of the column where it has enough lines, else that of the document."""
        if len(steps) >= 4:
            counts = Counter(round(s * 2) / 2 for s in steps)
            best = max(counts, key=lambda s: (counts[s], -s))
            if counts[best] >= 0.4 * len(steps):
                return best
        return self._usual.get(size, 1.3 * size)


Breaks = Callable[[Line, Line], bool | None]


def paragraphs(
    lines: Sequence[Line],
    styles: Sequence[Style],
    leadings: Leadings,
    tagged_break: Breaks,
    *,
    mirrored: bool = False,
    asides: Sequence[BBox] = (),
) -> list[list[Line]]:
    """Groups the lines of one flow. ``tagged_break`` says for two lines whether the tags of the file part them
    (``None``: they say nothing). Beside ``asides`` lines are shorter."""
    out: list[list[Row]] = []
    rows = _rows(lines, mirrored)
    edges = _edges(rows, asides)
    edge = max(edges.values())
    if asides:
        _move_back(rows, asides)
    for stretch in _stretches(rows, styles, leadings):
        widest = max(row.x1 for row in stretch)
        group = [stretch[0]]
        for row in stretch[1:]:
            if asides:
                edge = edges[_beside(group[-1], asides)]
            right = min(widest, edge)
            verdict = tagged_break(group[-1].last, row.first)
            if verdict is None:
                verdict = _turns(group[-1], row, edge, styles) or _ends(group, row, right, styles)
            elif not verdict:
                verdict = _is_plain_end(group[-1], row, right)
            if verdict:
                out.append(group)
                group = []
            group.append(row)
        out.append(group)
    return [[line for row in group for line in row.lines] for group in out]


def _beside(row: Row, asides: Sequence[BBox]) -> int:
    """Which of the asides a row stands beside; -1 where there is none."""
    for i, (x0, y0, x1, y1) in enumerate(asides):
        margin = MARGIN * row.size if row.lines[-1].x1 <= x0 or row.lines[0].x0 >= x1 else 0.0
        if row.top < y1 + margin and row.base > y0:
            return i
    return -1


def _edges(rows: Sequence[Row], asides: Sequence[BBox]) -> dict[int, float]:
    """The right edge of the column beside each of the asides, and (-1) of the rest."""
    edges: dict[int, float] = {}
    for row in rows:
        i = _beside(row, asides) if asides else -1
        edges[i] = max(edges.get(i, row.x1), row.x1)
    return edges


def _move_back(rows: Sequence[Row], asides: Sequence[BBox]) -> None:
    """Has rows begin where they would without the asides before them."""
    places = [_beside(row, asides) for row in rows]
    lefts: dict[int, float] = {}
    for row, i in zip(rows, places, strict=True):
        lefts[i] = min(lefts.get(i, row.x0), row.x0)
    for row, i in zip(rows, places, strict=True):
        row.x0 -= lefts[i] - lefts.get(-1, lefts[i])


def _rows(lines: Sequence[Line], mirrored: bool) -> list[Row]:
    rows: list[Row] = []
    for line in lines:
        last = rows[-1] if rows else None
        x0 = -line.x1 if mirrored else line.x0
        if last and abs(line.y1 - last.last.y1) < 0.35 * max(line.size, last.size) and x0 >= last.x1 - 1:
            last.add(line, mirrored=mirrored)
        else:
            rows.append(Row(line, mirrored=mirrored))
    return rows


def _stretches(rows: list[Row], styles: Sequence[Style], leadings: Leadings) -> list[list[Row]]:
    """Rows of one look that stand as close as lines of a paragraph do."""
    steps: dict[float, list[float]] = {}
    for a, b in pairwise(rows):
        if a.size == b.size and 0.9 * a.size < b.base - a.base < 2.6 * a.size:
            steps.setdefault(a.size, []).append(b.base - a.base)
    usual = {size: leadings.usual(size, steps.get(size, ())) for size in {row.size for row in rows}}
    wide = _wide_rows(rows, usual)
    out: list[list[Row]] = []
    for i, row in enumerate(rows):
        if out and _same_stretch(out[-1], row, styles, max(usual[row.size], wide.get(i, 0.0))):
            out[-1].append(row)
        else:
            out.append([row])
    return out


def _wide_rows(rows: Sequence[Row], usual: dict[float, float]) -> dict[int, float]:
    """Rows below filled ones that stand further apart than rows of their size usually do, as far as several in a run:
    by their index, how far from the one above."""
    steps: dict[int, float] = {}
    runs: list[list[int]] = []
    for i, (a, b) in enumerate(pairwise(rows), 1):
        step = b.base - a.base
        if a.size == b.size and LOOSE * usual[b.size] < step < 2.6 * b.size and b.x0 < a.x1 and a.x0 < b.x1:
            if i - 1 in steps and abs(step - steps[runs[-1][0]]) < EVEN * step:
                runs[-1].append(i)
            else:
                runs.append([i])
            steps[i] = step
    runs = [run for run in runs if len(run) >= WIDE_RUN]
    if not runs:
        return {}
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    filled = {i for i in steps if rows[i - 1].x1 > right - UNFILLED * (right - left)}
    leadings = [steps[run[0]] for run in runs if 2 * len(filled.intersection(run)) >= len(run)]
    return {i: steps[i] for i in filled if any(abs(steps[i] - leading) < EVEN * leading for leading in leadings)}


def _same_stretch(stretch: list[Row], row: Row, styles: Sequence[Style], usual: float) -> bool:
    last = stretch[-1]
    if _is_text_rule(last.text) or _is_text_rule(row.text):
        return False
    step = row.base - last.base
    ends, starts = styles[last.last.words[-1].style].size, styles[row.first.words[0].style].size
    if abs(last.size - row.size) > 0.07 * row.size and abs(ends - starts) > 0.07 * starts:
        return False
    if step < 0.3 * row.size or row.x0 >= last.x1 + row.size:
        return False
    own = last.base - stretch[-2].base if len(stretch) > 1 else usual
    if step > LOOSE * max(usual, min(own, 1.1 * usual)) + 0.5:
        return False
    return not _looks_differ(last, row, styles)


def _is_text_rule(text: str) -> bool:
    return not text[:1].isalnum() and TEXT_RULE.fullmatch(text) is not None


def _looks_differ(last: Row, row: Row, styles: Sequence[Style]) -> bool:
    """Whether one of two rows is bold as a whole and the other is not (a bold lead-in does not count)."""
    if last.last.bold == row.first.bold:
        return False
    ends_bold, starts_bold = styles[last.last.words[-1].style].bold, styles[row.first.words[0].style].bold
    if ends_bold == starts_bold:
        return False
    bold = last.last if last.last.bold else row.first
    return all(styles[w.style].bold for w in bold.words if w.text.isalnum())


def _is_plain_end(last: Row, row: Row, right: float) -> bool:
    """Whether a paragraph ends beyond doubt, whatever the tags say: the last line is short, its sentence closed,
    and the next line begins at another edge."""
    room = right - last.x1 - _space(row.size) - _first_word(row, row.size)
    return room > 2 * row.size and ENDS.search(last.last.text) is not None and abs(row.x0 - last.x0) > INDENT * row.size


def _turns(last: Row, row: Row, edge: float, styles: Sequence[Style]) -> bool:
    """Whether the look changes between two rows although the first leaves room in the column, whose right edge is
    ``edge``."""
    before, after = styles[last.last.words[-1].style], styles[row.first.words[0].style]
    if (before.color, before.italic) == (after.color, after.italic):
        return False
    if last.x1 + _space(row.size) + _first_word(row, row.size) > edge - SLACK * row.size:
        return False
    return len({w.style for w in last.last.words}) == 1 or len({w.style for w in row.first.words}) == 1


def _ends(group: list[Row], row: Row, right: float, styles: Sequence[Style]) -> bool:
    """Whether a paragraph ends before a row of the same stretch."""
    last = group[-1]
    size = row.size
    if last.is_torn or row.is_torn:
        return True
    if _is_noted(row) and (_is_noted(group[0]) or row.x0 < last.x0 - INDENT * size):
        return True
    full = last.x1 + _space(size) + _first_word(row, size) > right - SLACK * size
    closed = ENDS.search(last.last.text) is not None
    if (
        starts_item(row.text)
        and not _is_reference(last, row, full)
        and (closed or not full or abs(row.x0 - last.x0) > INDENT * size or _is_item(group))
    ):
        return True
    if _is_centred(last, row):
        return closed and not full
    if not full and not _is_title(group, row, styles):
        return closed or not row.text[:1].islower() or right - last.x1 > 0.6 * (right - last.x0)
    return _shifts(group, row, size, closed)


def _shifts(group: list[Row], row: Row, size: float, closed: bool) -> bool:
    """Whether the left edge of a row says that something new begins."""
    first, last = group[0], group[-1]
    if len(group) > 1:
        shift = row.x0 - last.x0
        return abs(shift) > INDENT * size if closed else shift > 3 * size or shift < -3 * size
    shift = row.x0 - first.x0
    if shift > INDENT * size:  # the second line further in: a hanging indent
        return closed and not starts_item(first.text) and shift < 4 * size
    return shift < -8 * size


def _is_reference(last: Row, row: Row, full: bool) -> bool:
    """Whether a number at the head of a row belongs to the sentence of the row above ("under Section / 8.8.1
    above")."""
    if not full or ITEM_BEFORE.search(last.last.text):
        return False
    rest = row.text.split(None, 1)
    return len(rest) == 2 and rest[0][0].isdigit() and rest[1][0].islower()


def _is_noted(row: Row) -> bool:
    """Whether a row begins with the raised mark of a note."""
    first, line = row.first.words[0], row.first
    return len(first.text) <= 3 and first.y1 < line.y1 - 0.1 * line.size and first.text.strip("*†‡§¶").isalnum()


def _is_item(group: list[Row]) -> bool:
    return starts_item(group[0].text)


def starts_item(text: str) -> bool:
    """Whether a text begins with a bullet or the number of an item."""
    return BULLET.match(text) is not None or NUMBERED.match(text) is not None


def _is_centred(one: Row, two: Row) -> bool:
    """Whether two rows share their middle and not their left edge."""
    return abs(one.x0 + one.x1 - two.x0 - two.x1) < 3 and abs(one.x0 - two.x0) > 3


def _is_title(group: list[Row], row: Row, styles: Sequence[Style]) -> bool:
    """Whether rows are lines of a title that its designer broke by hand: all bold, and no sentence ends between."""
    if TITLE_ENDS.search(group[-1].text) or len(group) > 3:
        return False
    return all(styles[w.style].bold for r in (group[-1], row) for w in r.first.words)


def _space(size: float) -> float:
    return 0.25 * size


def _first_word(row: Row, size: float) -> float:
    """How much room the first word of a row needs; a single character where words are not parted by blanks."""
    words = row.first.words
    if is_cjk(words[0].text[0]):
        return size
    width = _width(words[0])
    for word in words[1:]:
        if not word.flags & 1:
            break
        width += _width(word)
    return width


def _width(word: Word) -> float:
    return word.x1 - word.x0
