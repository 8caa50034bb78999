"""Regions of a page: rows one below the other whose units stand in the same columns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.parsers.pdf.tables.amounts import Token
from pincite.parsers.pdf.tables.captions import LARGER, is_caption, is_section, names_part
from pincite.parsers.pdf.tables.recuts import TOUCH, cut_at_columns, label_of, rejoin
from pincite.parsers.pdf.tables.rows import Row, Unit

MAX_GAP = 2.3  # of the height of a row: white space that ends a table
SUM_GAP = 4.5  # of the same height: where the amounts of the next row end below those of the table
SUM_EDGE = 1.5  # points: how exactly
MAX_SINGLE = 4  # rows with a single unit on end, inside a table
SENTENCE = 9  # words of a single unit across columns that make it a sentence
CLAUSE = 6  # words of a line that announces a table
FEW = 0.12  # of the units are amounts, at least, where a region is a table of amounts
BESIDE = 0.3  # of the height of a text: so much of the row before stands beside it, not above
TITLE = 1.3  # times the size of a row: so large is no cell
LEVEL = 0.2  # of the height of a line: as much of two lines beside each other is on one height
FOUND = 4  # rows with several units that are no header lines any more
TIGHT = 0.35  # of the height of a row: no more white space stands between two lines of a cell
_NUMBER, _DASH = Token.NUMBER, Token.DASH


@dataclass(slots=True, eq=False)
class Region:
    """Rows that share columns. ``columns`` are (left, right), ascending; ``first`` and ``last`` index the rows of the
    page."""

    first: int
    last: int
    columns: list[list[float]]
    rows: list[Row] = field(default_factory=list)
    full: int = 0  # rows with several units
    numbers: int = 0
    dashes: int = 0

    @property
    def amounts(self) -> int:
        """How many units are amounts: in a table of texts a dash is one, too."""
        return self.numbers + self.dashes if self.numbers else 0

    def fit(self, row: Row, *, overrun: bool = False) -> list[list[float]] | None:
        """The columns with this row added, or ``None`` where it does not fit: a unit over two columns, two units in
        one. With ``overrun`` a label may lie over columns that are empty in its row."""
        columns = [c[:] for c in self.columns]
        used: set[int] = set()
        fresh: list[list[float]] = []
        first = 0  # columns before it end before the unit
        for unit in row.units:
            x0, x1 = unit.x0 + TOUCH, unit.x1 - TOUCH
            while first < len(columns) and columns[first][1] <= x0:
                first += 1
            over = []
            for i in range(first, len(columns)):
                if columns[i][0] >= x1:
                    break
                if columns[i][1] > x0:
                    over.append(i)
            if len(over) > 1 and overrun and self._is_long_label(unit, row):
                used.update(over)
                continue
            if len(over) > 1:
                return None
            if not over:
                home = self._home(unit, used)
                if home is None and len(row.units) == 1:
                    continue  # a title
                if home is None:
                    fresh.append([unit.x0, unit.x1])
                    continue
                over, first = [home], 0
            if over[0] in used:
                return None
            used.add(over[0])
            column = columns[over[0]]
            if unit.x0 < column[0]:
                column[0] = unit.x0
            if unit.x1 > column[1]:
                column[1] = unit.x1
        merged = sorted(columns + fresh)
        if any(b[0] < a[1] - TOUCH for a, b in itertools.pairwise(merged)):
            return None
        return merged

    def _is_long_label(self, unit: Unit, row: Row) -> bool:
        """Whether a unit is a label that runs over columns which are empty in its row, before amounts."""
        rest = row.units[1:]
        if unit is not row.units[0] or not rest or not self.amounts or abs(unit.x0 - self.columns[0][0]) > TOUCH:
            return False
        return all(u.kind in (Token.NUMBER, Token.DASH) for u in rest) and len(rest) <= len(self.columns) - 2

    def _home(self, unit: Unit, used: set[int]) -> int | None:
        """The text column on the left that a text belongs to although it stands deeper or shorter than all before."""
        left = [i for i, c in enumerate(self.columns) if c[1] <= unit.x0 + TOUCH]
        if unit.is_amount or not left or left[-1] in used or left[-1] > 0:
            return None
        return left[-1]

    def add(self, row: Row, index: int, columns: list[list[float]]) -> None:
        self.columns = columns
        self.rows.append(row)
        self.last = index
        if len(row.units) > 1:
            self.full += 1
        kinds = [u.kind for u in row.units[1:]]
        self.numbers += kinds.count(_NUMBER)
        self.dashes += kinds.count(_DASH)


def _amounts(row: Row) -> int:
    """The amounts of a row that are not years, after its first unit: a label may be a number."""
    return sum([u.kind is _NUMBER or u.kind is _DASH for u in row.units[1:]])


def find_regions(rows: Sequence[Row]) -> list[Region]:
    """Grows regions from the top of the page down."""
    out: list[Region] = []
    at = 0
    while at < len(rows):
        if len(rows[at].units) < 2:
            at += 1
            continue
        region = _grow(rows, at)
        if region.full > 1 or region.amounts > 1:
            out.append(region)
            at = region.last + 1
        else:
            at += 1
    return out


def _grow(rows: Sequence[Row], start: int) -> Region:
    """The region that begins with a row; begins again below where only spanning headers were found so far."""
    region = _begin(rows, start)
    pending: list[tuple[int, Row]] = []
    for index in range(start + 1, len(rows)):
        row, before = rows[index], rows[index - 1]
        gap = row.y0 - before.y1
        height = max(row.y1 - row.y0, before.y1 - before.y0) or row.size  # some fonts have no height
        if _is_caption(row, region) or (gap > MAX_GAP * height and not _sums_up(row, region, gap / height)):
            break
        if len(row.units) > 1 and _is_under_staggered(row, region.rows):
            region, pending = _begin(rows, index), []
            continue
        columns = region.fit(row)
        if columns is None and (region.full > 1 or region.amounts):
            row = cut_at_columns(row, region.columns) or rejoin(row, region.columns, texts=not region.amounts) or row
            columns = region.fit(row) or region.fit(row, overrun=True)
        if region.amounts and pending and gap < TIGHT * height:
            label = label_of(row, pending[-1][1], region.columns)
            row, columns = (label, region.fit(label)) if label is not None else (row, columns)
        if columns is not None and region.full and _completes(row, pending, region):
            for i, single in [*pending, (index, row)]:
                region.add(single, i, region.fit(single) or region.columns)
            region.full += 1
            pending = []
            continue
        if len(row.units) == 1:
            if (columns is None and _is_sentence(row)) or len(pending) >= _patience(row, region):
                break
            pending.append((index, row))
            continue
        if columns is None and (region.amounts or region.full >= FOUND):
            bare = _without_head(region)
            columns = bare.fit(row) if bare is not None else None
            if bare is not None and (columns is not None or region.full < FOUND):
                region = bare
            if columns is None:
                break
        if columns is None:
            region, pending = _begin(rows, index), []
            continue
        if region.amounts and (_is_head(row) or _is_announced(row, pending, region)):
            break
        if not pending:
            region.add(row, index, columns)
            continue
        joined = _joined(region, pending, row, index)
        if joined is None:
            break
        region, pending = joined, []
    _add_tail(region, pending)
    _add_top(region, rows)
    return region


def _is_under_staggered(row: Row, found: Sequence[Row]) -> bool:
    """Whether all rows before are lines of a header of another look that stand partly beside each other: cells of one
    line at the middle of cells of two."""
    if len(found) < 2 or found[1].y0 > found[0].y1 - BESIDE * (found[0].y1 - found[0].y0):
        return False
    look = {w.style for u in row.units for w in u.words}
    return all(w.style not in look for r in found for u in r.units for w in u.words)


def _joined(region: Region, pending: Sequence[tuple[int, Row]], row: Row, index: int) -> Region | None:
    """The region with the rows of a single unit that wait and the full row after them; ``None`` where it does not fit
    any more with them."""
    out = replace(region, rows=list(region.rows))
    for i, single in pending:
        fitted = out.fit(single)
        out.add(single, i, fitted if fitted is not None else out.columns)
    columns = out.fit(row) or out.fit(row, overrun=True)
    if columns is None:
        return None
    out.add(row, index, columns)
    return out


def _sums_up(row: Row, region: Region, gap: float) -> bool:
    """Whether a row a little further down goes on with the amounts of a table: all of its own end where those of one
    row before do. ``gap`` is in heights of a row."""
    ends = [u.x1 for u in row.units if u.kind in (Token.NUMBER, Token.DASH)]
    if gap > SUM_GAP or len(ends) < 2 or region.amounts < 2 * len(ends):
        return False
    rows = [[u.x1 for u in r.units if u.kind in (Token.NUMBER, Token.DASH)] for r in region.rows]
    return any(all(any(abs(x - end) <= SUM_EDGE for x in found) for end in ends) for found in rows)


def _completes(row: Row, pending: Sequence[tuple[int, Row]], region: Region) -> bool:
    """Whether a label stands alone at the middle of its lines, between two of them, or the line after it does."""
    if len(row.units) > 1 or not pending or len(pending[-1][1].units) > 1:
        return False
    last = pending[-1][1]
    edge = region.columns[1][0]
    level = min(last.y1, row.y1) - max(last.y0, row.y0) > LEVEL * min(last.y1 - last.y0, row.y1 - row.y0)
    left, right = sorted((last.units[0], row.units[0]), key=lambda u: u.x0)
    return level and left.x1 < edge - TOUCH and right.x0 >= edge - TOUCH


def _is_caption(row: Row, region: Region) -> bool:
    """Whether a row is the caption of another table or the title of a part, not a line of a cell that cites one."""
    alone = len(row.units) == 1
    inside = alone and row.units[0].x0 > region.columns[0][1]
    part = alone and region.amounts > 0 and len(row.units[0].words) > 2 and names_part(row.text)
    larger = row.size > LARGER * region.rows[-1].size and is_section(row.text)
    if larger and (alone or (len(row.units) == 2 and row.units[0].words[-1].text[-1:] in "0123456789.")):
        return True  # wherever its column begins
    title = alone and row.size > TITLE * region.rows[-1].size
    part = part or (title and row.size > TITLE * max(r.size for r in region.rows))
    return (part or (row.units[0].words[0].text[0].isalpha() and is_caption(row.text))) and not inside


def _patience(row: Row, region: Region) -> int:
    """How many rows with a single unit may stand before another full row: more, where they are lines of a cell."""
    return 2 * MAX_SINGLE if row.units[0].x0 > region.columns[0][1] else MAX_SINGLE


def _without_head(region: Region) -> Region | None:
    """The region from its first row of amounts on, or from its second row: header lines may stand so far beside their
    columns that they seem to be columns of their own. ``None`` where it begins so."""
    body = next((i for i, row in enumerate(region.rows) if _amounts(row)), 1)
    if not body or region.last - region.first + 1 != len(region.rows):
        return None
    out = _begin(region.rows, body)
    out.first = out.last = region.first + body
    for row in region.rows[body + 1 :]:
        columns = out.fit(row)
        if columns is None and len(row.units) > 1:
            return None
        out.add(row, out.last + 1, out.columns if columns is None else columns)
    out.full = max(out.full, region.full - body)
    return out


def _is_announced(row: Row, pending: Sequence[tuple[int, Row]], region: Region) -> bool:
    """Whether a row of texts over the columns of amounts heads another table, with a clause like "the changes were as
    follows:" before it."""
    if not pending or _amounts(row) or sum(u.x0 > region.columns[0][1] - TOUCH for u in row.units) < 2:
        return False
    text = pending[-1][1].text
    return text.endswith(":") and len(text.split()) >= CLAUSE


def behead(region: Region) -> None:
    """Leaves the lines over the columns of amounts to the header: those before the first row with amounts. A few
    amounts among texts have no header of their own."""
    if not region.numbers and not _begins_with_head(region):  # dashes stand for no amounts where nothing else is one
        for unit in (u for row in region.rows for u in row.units if u.kind is _DASH):
            unit.kind = Token.TEXT
        return
    if region.numbers + region.dashes < FEW * sum(len(row.units) for row in region.rows):
        return
    stub = region.columns[0][1]
    body = next(i for i, row in enumerate(region.rows) if _amounts(row))
    heads = [i for i, row in enumerate(region.rows[:body]) if any(u.x0 > stub - TOUCH for u in row.units)]
    count = heads[-1] + 1 if heads else 0
    alike = _alike(region, count, body)
    count -= alike if alike > 1 else 0
    del region.rows[:count]
    region.first += count


def _alike(region: Region, end: int, body: int) -> int:
    """How many rows before ``end`` fill all columns in the look of the first row with amounts, ``body``: they belong to
    the table as it does."""
    look = {w.style for w in region.rows[body].units[0].words}
    count = 0
    while count < end and len(region.rows[end - 1 - count].units) == len(region.columns) > 2:
        if {w.style for u in region.rows[end - 1 - count].units for w in u.words} != look:
            break
        count += 1
    return count


def _begins_with_head(region: Region) -> bool:
    """Whether the first row is set otherwise than the one below it."""
    looks = [{w.style for u in row.units for w in u.words} for row in region.rows[:2]]
    return len(region.rows) > 2 and looks[0].isdisjoint(looks[1])


def _begin(rows: Sequence[Row], index: int) -> Region:
    region = Region(index, index, [])
    region.add(rows[index], index, [[u.x0, u.x1] for u in rows[index].units])
    return region


def _is_sentence(row: Row) -> bool:
    unit = row.units[0]
    return len(unit.words) >= SENTENCE or (unit.text.endswith((".", ";")) and len(unit.words) > 3)


def _is_head(row: Row) -> bool:
    """Whether a row after amounts begins another table: years or texts over the columns, nothing in the stub."""
    return all(u.kind is Token.YEAR for u in row.units)


def _add_tail(region: Region, pending: Sequence[tuple[int, Row]]) -> None:
    """The lines right below the last row that go on with one of its cells."""
    for index, row in pending:
        last = region.rows[-1]
        unit = row.units[0]
        fitted = region.fit(row)
        if row.y0 - last.y1 >= TIGHT * (row.y1 - row.y0) or fitted is None:
            return
        begun = unit.text[0].islower() or unit.text[0] in "(["
        under = unit.x0 <= region.columns[0][1] or any(abs(u.x0 - unit.x0) <= TOUCH for u in last.units)
        if not (begun and under) and not _has_wrapped(region, unit):
            return
        region.add(row, index, fitted)


def _add_top(region: Region, rows: Sequence[Row]) -> None:
    """The lines right above the first row that begin one of its cells: its other cells stand at half their height."""
    while region.first:
        row, first = rows[region.first - 1], region.rows[0]
        if len(row.units) > 1 or first.y0 - row.y1 >= TIGHT * row.size or not _has_wrapped(region, row.units[0]):
            return
        columns = region.fit(row)
        if columns is None:
            return
        region.columns = columns
        region.rows.insert(0, row)
        region.first -= 1


def _has_wrapped(region: Region, unit: Unit) -> bool:
    """Whether lines that stand alone, right below another, are usual where a unit begins: cells of several lines. In
    the first column they are labels, where all rows stand apart."""
    pairs = list(itertools.pairwise(region.rows))
    alone = [
        row
        for above, row in pairs
        if len(row.units) == 1 and abs(row.units[0].x0 - unit.x0) <= TOUCH and row.y0 - above.y1 < TIGHT * row.size
    ]
    if len(alone) < 2 or unit.x0 > region.columns[0][1]:
        return len(alone) > 1
    return not any(min(len(a.units), len(b.units)) > 1 and b.y0 - a.y1 < b.size for a, b in pairs)
