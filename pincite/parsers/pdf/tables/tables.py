"""The tables of the pages: tagged ones, those between edges, those that only their alignment shows.

Each kind of evidence proposes grids out of the words that are still free; what it takes leaves the flow of the text.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from pincite.parsers.pdf.layout import Layout, LayoutTable, Line, PageLayout, Style
from pincite.parsers.pdf.tables.aligned import find_aligned
from pincite.parsers.pdf.tables.barred import find_barred
from pincite.parsers.pdf.tables.captions import caption_of, is_caption, is_figure, release_caption
from pincite.parsers.pdf.tables.cells import claim, draft
from pincite.parsers.pdf.tables.continued import mark_continued
from pincite.parsers.pdf.tables.edges import rule_edges, underlines
from pincite.parsers.pdf.tables.footrows import take_foot_rows
from pincite.parsers.pdf.tables.grid import Grid, settle
from pincite.parsers.pdf.tables.headmarks import mark_head, spread_heads
from pincite.parsers.pdf.tables.heads import add_head
from pincite.parsers.pdf.tables.joining import join_heads, put_on
from pincite.parsers.pdf.tables.jointed import find_jointed
from pincite.parsers.pdf.tables.listed import find_listed
from pincite.parsers.pdf.tables.mirroring import mirror
from pincite.parsers.pdf.tables.reach import add_rows, is_part
from pincite.parsers.pdf.tables.rows import make_rows
from pincite.parsers.pdf.tables.ruled import find_ruled
from pincite.parsers.pdf.tables.spans import widen_spans
from pincite.parsers.pdf.tables.stops import usual_blanks
from pincite.parsers.pdf.tables.tagged import find_tagged
from pincite.parsers.pdf.text.fieldlines import is_labelled
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.turning import turned, upright

FOOT_HEIGHT = 60.0  # points: how far below a body more rows are looked for
TURNED_LINES = 5  # of one direction, at least, where they may be a table
HEAD_HEIGHT = 130.0  # points: how far above a body its header lines are looked for


def find_tables(layout: Layout) -> None:
    """Fills ``PageLayout.tables`` (top to bottom) and claims their lines (``Line.table``; lines partly inside are
    split)."""
    joints = Joints(layout)
    blanks, typed = usual_blanks(layout), _is_typed(layout)
    for page in layout.pages:
        if not page.lines:
            continue
        with upright(page):
            for angle in (0, *_turned(page)):
                with turned(page, angle):
                    grids = _grids(page, layout, blanks, typed=typed)
                    if grids:
                        _keep(page, grids, layout.styles, joints)
    for before, page in itertools.pairwise(layout.pages):
        if page.tables and before.lines and page.number == before.number + 1:
            take_foot_rows(before, page, layout.styles, joints)
    mark_continued(layout)


def _turned(page: PageLayout) -> list[int]:
    """The other directions in which enough lines of the page are read to be a table."""
    angles = Counter([line.words[0].angle for line in page.lines if line.furniture is None])
    return sorted(angle for angle, count in angles.items() if angle and count >= TURNED_LINES)


def _is_typed(layout: Layout) -> bool:
    """Whether most words of the document are set in a typewriter font."""
    mono = [style.mono for style in layout.styles]
    if not any(mono):
        return False
    words = [w.style for page in layout.pages for w in page.words]
    return 2 * sum(mono[style] for style in words) > len(words)


def _grids(page: PageLayout, layout: Layout, blanks: dict[int, float], *, typed: bool) -> list[Grid]:
    lines = [line for line in page.lines if line.furniture is None and line.table is None]
    free = [line for line in lines if not line.words[0].angle]
    across = [line for line in lines if line.words[0].angle in (90, 270)]
    found: list[Grid] = []
    under = underlines(page.rules)
    if layout.tagged and page.tags:
        found += find_tagged(page, free, under)
        free = _without(free, found)
    tagged = list(found)
    drawn = rule_edges(page.rules)
    for grid in find_ruled(page, free + across if free else [], layout.styles, drawn):
        if _lies_on(grid, tagged):
            continue
        free = _without(free, [grid])
        if grid.framed:
            found.append(grid)
            continue
        rows = make_rows(_near(grid, free), layout.styles)
        if add_rows(grid, rows):
            rows = make_rows(_near(grid, _without(free, [grid])), layout.styles)
        add_head(grid, rows, under)
        free = _without(free, [grid])
        found.append(grid)
    for grid in find_barred(drawn[0], free, layout.styles, page.fills):
        if _lies_on(grid, tagged) or is_figure(grid.box, free) or _is_part(grid, free, layout.styles):
            continue
        free = _without(free, [grid])
        add_head(grid, make_rows(_near(grid, free), layout.styles), under)
        found.append(grid)
        free = _without(free, [grid])
    words = [w for line in free for w in line.words]
    for grid, head in find_jointed(page.rules, words, layout.styles, page.fills, found):
        if _lies_on(grid, tagged) or is_figure(grid.box, free):
            continue
        if head is None and _is_part(grid, free, layout.styles):
            continue
        free = _without(free, [grid])
        if head is None:
            add_head(grid, make_rows(_near(grid, free), layout.styles), under)
            free = _without(free, [grid])
            found.append(grid)
        else:
            found[found.index(head)] = put_on(head, grid)
    free = [line for line in free if not is_labelled(line)]
    for grid in find_listed(free, layout.styles, under):
        if not _lies_on(grid, tagged):
            found.append(grid)
            free = _without(free, [grid])
    aligned = find_aligned(page, free, layout.styles, under, blanks, typed=typed)
    found += [grid for grid in aligned if not _lies_on(grid, tagged)]
    plain = found[len(tagged) :]
    for grid in plain:
        release_caption(grid)
    found = tagged + join_heads(sorted(plain, key=lambda g: (g.box.y1, g.box.x0)))
    for grid in found:
        if not grid.framed:
            widen_spans(grid, under)
        spread_heads(grid, layout.styles)
        settle(grid)
        mark_head(grid, layout.styles)
    mirror(plain, free)
    return sorted(found, key=lambda g: (g.box.y0, g.box.x0))


def _lies_on(grid: Grid, others: Sequence[Grid]) -> bool:
    """Whether a grid lies on another for the most part: what its tags left out is no table of its own."""
    x0, y0, x1, y1 = grid.box
    for a0, b0, a1, b1 in (g.box for g in others):
        common = max(0.0, min(x1, a1) - max(x0, a0)) * max(0.0, min(y1, b1) - max(y0, b0))
        if common > 0.5 * (x1 - x0) * (y1 - y0):
            return True
    return False


def _without(lines: list[Line], grids: Sequence[Grid]) -> list[Line]:
    """The lines that no grid took words of."""
    taken = {id(w) for grid in grids for cell in grid.cells for w in cell.words}
    return [line for line in lines if taken.isdisjoint(map(id, line.words))] if taken else lines


def _is_part(grid: Grid, free: list[Line], styles: Sequence[Style]) -> bool:
    return is_part(grid, make_rows(_near(grid, _without(free, [grid])), styles))


def _near(grid: Grid, lines: Sequence[Line]) -> list[Line]:
    """The lines that may be header lines of a grid, or rows of it outside its edges."""
    x0, y0, x1, y1 = grid.box
    return [n for n in lines if n.y0 < y1 + FOOT_HEIGHT and n.y0 > y0 - HEAD_HEIGHT and n.x1 > x0 - 5 and n.x0 < x1 + 5]


def _keep(page: PageLayout, grids: Sequence[Grid], styles: Sequence[Style], joints: Joints) -> None:
    owner: dict[int, int] = {}
    first = len(page.tables)
    free = [line for line in page.lines if line.furniture is None]
    captioned = any(is_caption(line.text) for line in free)  # most pages have no captions
    for index, grid in enumerate(grids, first):
        for cell in grid.cells:
            owner.update(dict.fromkeys(map(id, cell.words), index))
        caption = caption_of(grid.box, free) if captioned else None
        page.tables.append(LayoutTable(grid.box, page.number, draft(grid, page.number, joints, caption), grid.evidence))
    page.lines = claim(page.lines, owner, styles)
