"""What looks like a table and is none: contents pages, lists with hanging markers, columns of running text,
references."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from statistics import median

from pincite.parsers.pdf.layout import PageLayout, Style
from pincite.parsers.pdf.scripts import has_rtl
from pincite.parsers.pdf.tables.amounts import is_amount, is_value
from pincite.parsers.pdf.tables.grid import Grid, GridCell
from pincite.parsers.pdf.tables.rows import Row
from pincite.parsers.pdf.text.columns import running_text

BLANKS = 0.6  # of the cells end in a colon: a form to be filled in, or signatures
DENSITY = 0.4  # of the places of rows with several cells
FULL = 0.7  # of the width of a column: a line that breaks where no word fitted
ON = 0.15  # of the cells go on in the next
DENSE = 0.85  # of the same places, where a caption announces a figure
STRAIGHT = 0.5  # of the amounts of a column
CHANGES = 3  # of the look of a column, at least, where it is names with their titles
LEVEL = 4  # rows with several units that tell whether they are level
STEP = 1.0  # points
MANY = 5  # amounts of a column: for as many it may have one edge more
SIDE = 20.0  # points: how far into a table its first column may begin
TYPED = 0.9  # of the words of a page that is set in a typewriter font
EDGE = 3.2  # points: how far the edges of a column differ (a bracket or a percent sign hangs out)
MARKER = re.compile(
    r"(?:[•●○◦▪■□▫–—\-*·➢►▶▷▸‣⁃✓❖§o>»›\ufffd\uf020-\uf0ff]|\(?(?:\d{1,3}|[^\W\d_]|[ivxlIVXL]{1,6})[.)]|\[\s?\w{0,8}\s?\]|\d{1,2}(?:\.\d{1,3})*\.?"
    r"|\(?\d{1,3}(?:\.\d{1,3}){1,2}[A-Za-z]?\)?[*+†‡]{0,3})"  # exhibits
)
BULLET = re.compile(r"[•●○◦▪■□▫·➢►▶▷▸‣⁃✓❖§o–—\-*>»›\ufffd\uf020-\uf0ff]")
SIGNED = re.compile(
    r"(?:by|its|name|print(?:ed)? name|title|date|signature|signed|witness)\s*:?(?:\s*_+)?", re.IGNORECASE
)
NUMBERED = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,3})*\.|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})\)")
PART = re.compile(
    r"(?:item|article|section|part|chapter|clause|note|§)\s*(?:\d{1,2}[A-Z]?|[IVXLC]{1,6})[.:]?", re.IGNORECASE
)
CITED = re.compile(r"\[\d{1,3}\]")
LEADERS = re.compile(r"(?:\. ?){4,}|…{2,}|_{4,}")
PAGE_NUMBER = re.compile(r"(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxlc]{1,7})", re.IGNORECASE)


def is_plausible(
    grid: Grid, rows: Sequence[Row], page: PageLayout, styles: Sequence[Style], *, headed: bool, typed: bool = True
) -> bool:
    """Whether aligned rows are a table. Strict: a false table destroys the flow of text. ``typed`` says that the
    document is set in a typewriter font, so that this is no sign of code."""
    body = [row for row in grid.rows() if row and not row[0].is_header]
    full = [row for row in body if len(row) > 1]
    if not full or grid.n_cols < 2 or is_contents(grid, body, page) or _is_list(full, grid.n_cols):
        return False
    values = _numeric_columns(body, grid.n_cols)
    if _is_code(rows, page, styles, typed=typed or bool(values)) or is_signed(full) or _are_references(grid):
        return False
    if values:
        amounts = [[c for c in column if is_amount(c.text)] for column in _columns(full, grid.n_cols)]
        if not _is_orderly(full, [amounts[col] for col in values], grid.n_cols):
            return False
        least = 2 if headed or len(values) > 1 else 3
        return sum(len(amounts[col]) for col in values) >= least and (len(full) >= 2 or headed)
    bold = headed and len(full) == 2 and _is_under_bold(grid, styles)
    if not _is_text_table(full, grid, headed=headed, least=2 if bold else 3) or _are_entries(full, grid.n_cols, styles):
        return False
    return not _are_columns_of_text(grid, page) and not _is_out_of_step(rows)


def _are_entries(full: Sequence[Sequence[GridCell]], n_cols: int, styles: Sequence[Style]) -> bool:
    """Whether names with their titles or addresses stand side by side: down each column the look changes again and
    again."""
    columns = [[c for row in full for c in row if c.col == i] for i in range(n_cols)]
    return all(_changes(c, styles) >= max(CHANGES, 0.3 * len(c)) for c in columns if len(c) >= 0.5 * len(full))


def _changes(column: Sequence[GridCell], styles: Sequence[Style]) -> int:
    """How often the look of a column changes from one cell to the next, or within a cell from one line to the next."""
    looks = []
    for cell in column:
        last = cell.words[0]
        looks.append(_look(styles[last.style]))
        for word in cell.words[1:]:
            if word.y0 > last.y1 - 1:
                looks.append(_look(styles[word.style]))
            last = word
    return sum(a != b for a, b in itertools.pairwise(looks))


def _look(style: Style) -> tuple[float, bool, bool]:
    return style.size, style.bold, style.italic


def _are_columns_of_text(grid: Grid, page: PageLayout) -> bool:
    """Whether the first column of the grid is running text, or most of all is: narrow columns of a page."""
    x0, y0, x1, y1 = grid.box
    inside = [n for n in page.lines if n.y0 > y0 - 2 and n.y1 < y1 + 2 and n.x0 > x0 - 2 and n.x1 < x1 + 2]
    if sum(_runs_on([c for row in grid.rows() for c in row if c.col == i]) for i in range(grid.n_cols)) > 1:
        return True
    ids = running_text(inside)
    running = [n for n in inside if id(n) in ids]
    return any(n.x0 < x0 + SIDE for n in running) or len(running) > 0.8 * len(inside)


def _is_out_of_step(rows: Sequence[Row]) -> bool:
    """Whether the lines on both sides stand now higher, now lower beside each other: a list beside a text."""
    pairs = [(row.units[0].words[0], row.units[-1].words[0]) for row in rows if len(row.units) > 1]
    steps = [right.y0 + right.y1 - left.y0 - left.y1 for left, right in pairs]
    if len(steps) < LEVEL:
        return False
    usual = median(steps)
    return sum(abs(step - usual) > 2 * STEP for step in steps) >= 0.5 * len(steps)


def _runs_on(column: Sequence[GridCell]) -> bool:
    """Whether sentences go on from cell to cell down a column."""
    if len(column) < MANY:
        return False
    width = max(c.box.x1 - c.box.x0 for c in column)
    on = sum(
        b.text[0].islower() and a.text[-1] not in ".!?:;," and a.box.x1 - a.box.x0 > FULL * width
        for a, b in itertools.pairwise(column)
    )
    return on > 1 and on >= ON * (len(column) - 1)


def is_dense(grid: Grid) -> bool:
    """Whether nearly all places of the rows with several cells are filled: words of a chart leave gaps."""
    rows = [row for row in grid.rows() if len(row) > 1]
    return sum(c.colspan for row in rows for c in row) >= DENSE * grid.n_cols * len(rows)


def _is_code(rows: Sequence[Row], page: PageLayout, styles: Sequence[Style], *, typed: bool) -> bool:
    """Text in a typewriter font in a document (or, where ``typed``, on a page) that is not set in one."""
    mono = [styles[u.words[0].style].mono for row in rows for u in row.units]
    if sum(mono) < 0.8 * len(mono):
        return False
    return not typed or sum(styles[w.style].mono for w in page.words) < TYPED * len(page.words)


def _columns(rows: Sequence[Sequence[GridCell]], n_cols: int) -> list[list[GridCell]]:
    """The cells that begin in each column, from top to bottom."""
    out: list[list[GridCell]] = [[] for _ in range(n_cols)]
    for row in rows:
        for cell in row:
            out[cell.col].append(cell)
    return out


def _numeric_columns(body: Sequence[Sequence[GridCell]], n_cols: int) -> list[int]:
    """The columns after the first most of whose cells are amounts."""
    out: list[int] = []
    for col, column in enumerate(_columns(body, n_cols)[1:], 1):
        cells = [c for c in column if c.colspan == 1]
        amounts = sum(is_amount(c.text) for c in cells)
        if amounts and amounts >= 0.6 * len(cells):
            out.append(col)
    return out


def _is_orderly(full: Sequence[Sequence[GridCell]], amounts: Sequence[Sequence[GridCell]], n_cols: int) -> bool:
    """Whether most of the places of the rows with several cells are filled and the ``amounts`` of the columns stand on
    one edge each: not the labels of a chart."""
    if sum(c.colspan for row in full for c in row) < DENSITY * n_cols * len(full):
        return False
    known = [c for c in amounts if len(c) > 2]
    return not known or sum(_is_straight(c, STRAIGHT) for c in known) >= 0.5 * len(known)


def is_contents(grid: Grid, body: Sequence[Sequence[GridCell]], page: PageLayout) -> bool:
    """Titles with page numbers that ascend at the right edge."""
    if _is_linked(body, page):
        return True
    led = _count_leaders([c.text for row in body for c in row]) >= 2
    last = [row[-1] for row in body if len(row) > 1 and row[-1].col == grid.n_cols - 1]
    if len(last) < 3 - led or grid.n_cols > 3:
        return False
    numbers = [c.text for c in last if PAGE_NUMBER.fullmatch(c.text)]
    if len(numbers) < 0.8 * len(last):
        return False
    plain = [int(re.sub(r"\D", "", n)) for n in numbers if re.sub(r"\D", "", n)]
    rising = sum(a <= b for a, b in itertools.pairwise(plain)) >= 0.85 * (len(plain) - 1)
    if not rising or (plain and plain[-1] > 3000):
        return False
    if led:
        return True
    linked = sum(any(a.box.y0 < c.box.y1 and a.box.y1 > c.box.y0 and a.page for a in page.links) for c in last)
    wordy = sum(len(row[-2].words) for row in body if len(row) > 1) / max(1, len(last))
    return linked >= 0.5 * len(last) or (wordy >= 2 and (len(plain) >= 5 or _says_page(grid)))


def _count_leaders(texts: Sequence[str]) -> int:
    """How many of the texts have leader dots: most tables have none."""
    return sum(bool(LEADERS.search(t)) for t in texts) if LEADERS.search("\n".join(texts)) else 0


def _is_linked(body: Sequence[Sequence[GridCell]], page: PageLayout) -> bool:
    """Whether most rows are links to pages from end to end."""
    areas = [a.box for a in page.links if a.page is not None]
    if len(areas) < 3:
        return False
    linked = 0
    for row in body:
        middles = [((w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2) for c in row for w in c.words]
        inside = sum(any(a.x0 <= x <= a.x1 and a.y0 <= y <= a.y1 for a in areas) for x, y in middles)
        linked += inside >= 0.6 * len(middles)
    return linked >= 0.6 * len(body)


def _says_page(grid: Grid) -> bool:
    return any(c.is_header and c.text.casefold().startswith("page") for c in grid.cells)


def _are_references(grid: Grid) -> bool:
    """Whether a column holds nothing but the marks of works that are cited."""
    columns = _columns([grid.cells], grid.n_cols)
    return any(len(cells) > 1 and all(CITED.fullmatch(c.text) for c in cells) for cells in columns)


def _is_list(full: Sequence[Sequence[GridCell]], n_cols: int) -> bool:
    """Items whose numbers or bullets hang in a column of their own."""
    bullets = sum(_hangs(row) for row in full)
    if n_cols > 2:
        if any(_is_inner_list(full, col) for col in range(1, n_cols - 1)):
            return True
        if all(len(row) == 2 and MARKER.fullmatch(row[0].text) and not is_amount(row[1].text) for row in full):
            return True  # numbers of two depths
        numbered = sum(bool(NUMBERED.fullmatch(row[0].text.strip())) for row in full)
        return (
            bullets >= 0.5 * len(full)
            or _begin_with_bullets(full)
            or (numbered >= 0.7 * len(full) and not any(is_amount(row[-1].text) for row in full))
        )
    marked = sum(bool(MARKER.fullmatch(row[0].text)) for row in full)
    marked = max(marked, sum(bool(PART.fullmatch(row[0].text)) and not is_amount(row[-1].text) for row in full))
    if has_rtl([w for row in full for c in row for w in c.words]):
        marked = max(marked, sum(bool(MARKER.fullmatch(row[-1].text)) for row in full))
    return bullets >= 0.3 * len(full) or marked >= 0.6 * len(full)


def _begin_with_bullets(full: Sequence[Sequence[GridCell]]) -> bool:
    """Whether most rows begin with a bullet; notes in the margin stand beside the items."""
    marks = [row[0].text for row in full if row[0].col == 0]
    return sum(bool(BULLET.fullmatch(m)) and m not in "–—-" for m in marks) >= 0.6 * len(full)


def _is_inner_list(full: Sequence[Sequence[GridCell]], col: int) -> bool:
    """Whether a column inside holds numbers or bullets of items only: a list in the second column of a page."""
    marks = [c.text for row in full for c in row if c.col == col]
    if len(marks) < 3 or not all(NUMBERED.fullmatch(m) or BULLET.fullmatch(m) for m in marks):
        return False
    return not all(m in "-–—*" for m in marks) and not any(is_amount(row[-1].text) for row in full)


def is_signed(full: Sequence[Sequence[GridCell]]) -> bool:
    """Places for signatures: names, titles and dates of one party, or of parties side by side."""
    fields = [[text for c in row if SIGNED.fullmatch(text := c.text.split(":")[0].casefold())] for row in full]
    kinds = {text for row in fields for text in row}
    named = sum(len(row) > 1 or len(cells) == 2 for row, cells in zip(fields, full, strict=True) if row)
    return len(kinds) > 1 and named >= 0.6 * len(full) and not any(is_value(c.text) for row in full for c in row)


def _hangs(row: Sequence[GridCell]) -> bool:
    """Whether bullets, and numbers at most, stand before the last cell of a row."""
    if not MARKER.fullmatch(row[0].words[0].text):
        return False
    marks = [mark for cell in row[: max(1, len(row) - 1)] for mark in cell.text.split()]
    return any(map(BULLET.fullmatch, marks)) and all(map(MARKER.fullmatch, marks))


def _is_under_bold(grid: Grid, styles: Sequence[Style]) -> bool:
    """Whether three columns or more have each a bold header and no empty cell: few rows are enough."""
    if grid.n_cols < 3 or any(len(row) < grid.n_cols for row in grid.rows()):
        return False
    return all(styles[w.style].bold == cell.is_header for cell in grid.cells for w in cell.words)


def _is_text_table(full: Sequence[Sequence[GridCell]], grid: Grid, *, headed: bool, least: int = 3) -> bool:
    if len(full) < least:
        return False
    columns: list[list[GridCell]] = [
        [c for row in full for c in row if c.col == i and c.colspan == 1] for i in range(grid.n_cols)
    ]
    filled = [c for c in columns if len(c) >= 0.5 * len(full)]
    if len(filled) < 2 or len(filled) < grid.n_cols - 1:
        return False
    if not all(_is_straight(c) for c in filled[:-1]):
        return False
    if not _is_straight(filled[-1]) and not _on_few_edges([c.box.x0 for c in filled[-1]]):  # signs before some texts
        return False
    if sum(c.text.endswith(":") for row in full for c in row) > BLANKS * sum(len(row) for row in full):
        return False
    words = [median(len(c.words) for c in column) for column in filled]
    if words[0] > 7 or sum(w > 12 for w in words) > 1:
        return False
    return len(filled) > 2 or len(full) >= 4 or headed


def _is_straight(cells: Sequence[GridCell], share: float = 0.75) -> bool:
    """Whether ``share`` of the cells of a column have one left edge, last digit or middle."""
    boxes = [c.box for c in cells]
    if _on_one_edge([b.x0 for b in boxes], share) or _on_one_edge([(b.x0 + b.x1) / 2 for b in boxes], share):
        return True
    ends = [_last_digit(c) for c in cells]
    return _on_one_edge(ends, share) or _on_few_edges(ends)


def _on_one_edge(edges: Sequence[float], share: float) -> bool:
    """Whether ``share`` of some edges are one."""
    middle = median(edges)
    return sum([abs(e - middle) <= EDGE for e in edges]) >= share * len(edges)


def _on_few_edges(edges: Sequence[float]) -> bool:
    """Whether nearly all edges are one of two or three, as of amounts and percentages in one column."""
    rest = list(edges)
    for _ in range(min(len(edges) // MANY + 1, 3)):
        best = max(rest, key=lambda e: sum(abs(e - other) <= EDGE for other in rest), default=0.0)
        rest = [e for e in rest if abs(e - best) > EDGE]
    return len(edges) > MANY and len(rest) <= 0.15 * len(edges)


def _last_digit(cell: GridCell) -> float:
    """Where the last digit (or letter) of a cell ends: brackets, percent signs and note marks hang out."""
    word = next((w for w in reversed(cell.words) if any(c.isalnum() for c in w.text)), cell.words[-1])
    tail = len(word.text) - len(word.text.rstrip(")]%*†‡"))
    return word.x1 - tail * (word.x1 - word.x0) / len(word.text)
