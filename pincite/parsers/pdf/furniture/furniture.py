"""Running heads, feet and page numbers: lines that belong to the page and not to the text.

Three witnesses: numbers that count with the pages, lines that come back in the same place on pages near by, and the
company of such lines (what shares their row, or stands between them and the edge of the paper). A real heading at the
top of a page has none of the three.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from pincite.parsers.pdf.furniture.counting import SAME_DEPTH, believed_runs
from pincite.parsers.pdf.furniture.linenumbers import mark_line_numbers
from pincite.parsers.pdf.furniture.margins import CELLS, Edge, EdgeRow, margin_rows
from pincite.parsers.pdf.furniture.pagenumbers import Form
from pincite.parsers.pdf.furniture.watermarks import mark_watermark
from pincite.parsers.pdf.layout import Furniture, Layout, Rule

NEAR = 2  # a line comes back on one of so many next pages (left and right pages have heads of their own)
TIMES = (3, 8)  # so many pages must show it at least, in short and in long documents
LARGE_TIMES = 8  # the same for lines larger than
LARGE = 1.25  # of the body size: running heads are hardly ever larger
TIGHT = 0.6  # of the size: a row closer to the text than this may be part of it

STACK = 3  # rows that a running head may have
CHANGING = 3  # so many different texts make running heads that change with the sections
MANY = 8  # so many running heads of one look and place show where and how the document sets them

Look = tuple[str, int, int]  # margin, depth, style


def mark_furniture(layout: Layout) -> None:
    """Sets ``Line.furniture`` of running heads and feet, of page numbers (``PAGE_LABEL`` where the line says no more),
    of line numbers in the margin and of watermarks."""
    for page in layout.pages:
        mark_watermark(page, layout.styles, layout.body_size)
        mark_line_numbers(page)
    pages = [
        list(margin_rows(i, [n for n in page.lines if n.furniture is None], page))
        for i, page in enumerate(layout.pages)
    ]
    uprights = [[r for r in page.rules if r.x0 == r.x1] for page in layout.pages]
    edges = [edge for rows in pages for row in rows for edge in row.edges]
    _mark_numbers(edges, layout)
    repeated, twice = _repeated(edges, layout)
    margins = [margin for rows in pages for margin in _by_place(rows)]
    for margin in margins:
        _mark_repeated(margin, repeated, layout.body_size, uprights[margin[0].page])
        _mark_company(margin, layout.body_size)
    _mark_alike(margins, twice, layout.body_size)
    _mark_familiar(margins)


def _furnish(edge: Edge) -> None:
    if edge.line.furniture is None:
        edge.line.furniture = Furniture.HEADER if edge.place.startswith("top") else Furniture.FOOTER


def _mark_numbers(edges: list[Edge], layout: Layout) -> None:
    labels: dict[int, str] = {}
    for run in believed_runs(edges, layout):
        for seen in run:
            if len(run) < 4 and labels.get(seen.page, seen.number.label) != seen.number.label:
                continue
            labels.setdefault(seen.page, seen.number.label)
            if seen.number.form is Form.INSIDE or len(seen.edge.line.text) > 20:
                _furnish(seen.edge)
            else:
                seen.edge.line.furniture = Furniture.PAGE_LABEL


def _repeated(edges: list[Edge], layout: Layout) -> tuple[set[int], set[int]]:
    """Ids of the edges that stand on enough pages near by in the same place; and of those that do so on two at
    least."""
    groups: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        if len(edge.row.edges) < CELLS or edge is edge.row.edges[0]:  # long rows are taken as a whole
            groups[edge.place, edge.key].append(edge)
    found: set[int] = set()
    twice: set[int] = set()
    n_pages = len(layout.pages)
    usual = max(2, min(n_pages, TIMES[0]), min(n_pages // 8, TIMES[1]))
    for group in groups.values():
        large = group[0].line.size > LARGE * layout.body_size
        need = max(usual, min(n_pages // 2, LARGE_TIMES)) if large else usual
        for chain in _chains(group) if len(group) > 1 else ():
            pages = len({edge.page for edge in chain})
            if pages > 1:
                twice.update(_ids(chain))
            if pages >= need and not _heads_titles(chain, layout.body_size):
                found.update(_ids(chain))
    return found, twice


def _ids(chain: list[Edge]) -> set[int]:
    return {id(e) for edge in chain for e in (edge.row.edges if len(edge.row.edges) >= CELLS else [edge])}


def _heads_titles(chain: list[Edge], body_size: float) -> bool:
    """Whether the repeated line belongs to the larger title right below it ("CHAPTER" above "ONE")."""
    titles = sum(
        1
        for edge in chain
        if edge.row.gap is not None
        and edge.row.inner[0][1].size > 1.2 * max(edge.line.size, body_size)
        and edge.row.gap < 1.2 * edge.row.inner[0][1].size
    )
    return titles > 0.7 * len(chain)


def _chains(group: list[Edge]) -> list[list[Edge]]:
    """Parts of a group (ordered by page) in which each edge has the one before on a page near by, in the same place."""
    open_chains: list[list[Edge]] = []
    done: list[list[Edge]] = []
    for edge in group:
        done += [c for c in open_chains if edge.page - c[-1].page > NEAR]
        open_chains = [c for c in open_chains if edge.page - c[-1].page <= NEAR]
        chain = next((c for c in open_chains if _follows(c[-1], edge)), None)
        if chain is None:
            open_chains.append([edge])
        else:
            chain.append(edge)
    return done + open_chains


def _follows(one: Edge, two: Edge) -> bool:
    """Whether a line is the same as one on an earlier page: in place, look and words; or both hold the number of
    their page."""
    if one.page == two.page or abs(one.depth - two.depth) > SAME_DEPTH or abs(one.line.size - two.line.size) > 0.6:
        return False
    return one.text.casefold() == two.text.casefold() or (one.row.is_furniture and two.row.is_furniture)


def _by_place(rows: Iterable[EdgeRow]) -> list[list[EdgeRow]]:
    margins: dict[str, list[EdgeRow]] = defaultdict(list)
    for row in rows:
        margins[row.place].append(row)
    return list(margins.values())


def _mark_repeated(margin: list[EdgeRow], repeated: set[int], body_size: float, uprights: list[Rule]) -> None:
    """Marks the repeated rows of one margin from the edge of the page up to the first row that is not, without
    those at the end that belong to the text below."""
    rows: list[EdgeRow] = []
    for row in margin:
        if not row.is_furniture and (
            not any(id(edge) in repeated for edge in row.edges) or _is_prose(row, body_size) or _is_ruled(row, uprights)
        ):
            break
        rows.append(row)
    while rows and not rows[-1].is_furniture and (_is_text(rows[-1]) or _leans_inwards(rows)):
        rows.pop()
    for row in rows:
        for edge in row.edges:
            if id(edge) in repeated:
                _furnish(edge)


def _is_prose(row: EdgeRow, body_size: float) -> bool:
    """Whether a row at the top looks like a line of running text; small print at the foot may be longer."""
    line = row.edges[0].line
    return row.place.startswith("top") and len(row.edges) == 1 and len(line.words) > 12 and line.size > 0.95 * body_size


def _is_ruled(row: EdgeRow, uprights: list[Rule]) -> bool:
    """Whether upright rulings part the row into cells."""
    x0, x1, y = row.edges[0].box.x0, row.edges[-1].box.x1, (row.edges[0].box.y0 + row.edges[0].box.y1) / 2
    return any(x0 < r.x0 < x1 and r.y0 <= y <= r.y1 for r in uprights)


def _is_text(row: EdgeRow) -> bool:
    """Whether a repeated row belongs to the row next to it: the head of a table that goes on, or a line of a title."""
    if row.gap is None:
        return False
    if row.place.startswith("top") and len({edge.line.text for edge in row.edges}) < len(row.edges):
        return True  # columns that have the same head
    first, inner = row.edges[0].line, row.inner[0][1]
    if row.gap < TIGHT * first.size and (
        (abs(first.size - inner.size) < 0.3 and first.bold == inner.bold) or len(row.edges) > 2
    ):
        return True
    starts = [box.x0 for box, _ in row.inner]
    aligned = sum(1 for edge in row.edges if any(abs(edge.box.x0 - x) < 3 for x in starts))
    return aligned >= 3 or (aligned == len(row.edges) == len(row.inner) == 2 and row.gap < 1.5 * first.size)


def _leans_inwards(rows: list[EdgeRow]) -> bool:
    """Whether the last of the rows at a head of a page stands close to the text, apart from the running head above."""
    if len(rows) < 2 or not rows[-1].place.startswith("top"):
        return False
    above, below = rows[-2].gap, rows[-1].gap
    size = rows[-1].edges[0].line.size
    return above is not None and below is not None and below < min(size, 0.5 * above)


def _mark_familiar(margins: list[list[EdgeRow]]) -> None:
    """Marks outermost lines with the very words that are furniture on several other pages, wherever they stand: the
    foot of a form that ends early."""
    pages: dict[tuple[str, float], set[int]] = defaultdict(set)
    for edge in (edge for margin in margins for row in margin for edge in row.edges):
        if edge.line.furniture in (Furniture.HEADER, Furniture.FOOTER):
            pages[edge.line.text, edge.line.size].add(edge.page)
    for margin in margins:
        row = next((row for row in margin if not row.is_furniture), None)
        for edge in row.edges if row is not None and len(row.edges) < CELLS else ():
            if len(pages.get((edge.line.text, edge.line.size), ())) >= TIMES[0]:
                _furnish(edge)


def _mark_alike(margins: list[list[EdgeRow]], twice: set[int], body_size: float) -> None:
    """Marks outermost lines that look like the running heads of many other pages and stand where those do, though
    their own words come back on few pages only (the title of a short section). ``twice`` holds the ids of edges
    that a page near by has too."""
    stacks = {id(margin[0]): _stack(margin) for margin in margins if len(margin[0].edges) < CELLS}
    outer = [edge for margin in margins if stacks.get(id(margin[0])) for edge in margin[0].edges]
    places: Counter[Look] = Counter()
    changing: dict[Look, set[str]] = defaultdict(set)
    for edge in outer:
        for look in _looks_of(edge):
            places[look] += 1
            if id(edge) in twice and edge.line.furniture is not Furniture.PAGE_LABEL:
                changing[look].add(edge.key)
    usual = {look for look, texts in changing.items() if len(texts) >= CHANGING and places[look] >= MANY}
    for edge in outer if usual else ():
        if edge.line.size <= LARGE * body_size and any(look in usual for look in _looks_of(edge)):
            for other in (other for row in stacks[id(edge.row)] for other in row.edges):
                _furnish(other)


def _stack(margin: list[EdgeRow]) -> list[EdgeRow]:
    """The rows at the edge of the page that stand together, apart from the text; none where no white space follows."""
    for i, row in enumerate(margin[:STACK]):
        if row.gap is None or row.gap >= TIGHT * row.edges[0].line.size:
            return margin[: i + 1]
    return []


def _looks_of(edge: Edge) -> list[Look]:
    """The place and style of a line; its depth counts for the points next to it, too."""
    return [(edge.place, round(edge.depth) + step, edge.line.style) for step in (-1, 0, 1)]


def _mark_company(margin: list[EdgeRow], body_size: float) -> None:
    """Marks what shares its row with furniture, and small print between furniture and the lower edge of the paper."""
    for row in margin:
        if row.is_furniture and len(row.edges) < CELLS and all(e.line.size <= LARGE * body_size for e in row.edges):
            for edge in row.edges:
                _furnish(edge)
    last = max((row.rank for row in margin if row.is_furniture and row.place.startswith("bottom")), default=0)
    for row in margin:
        if row.rank < last and all(edge.line.size <= body_size for edge in row.edges):
            for edge in row.edges:
                _furnish(edge)
