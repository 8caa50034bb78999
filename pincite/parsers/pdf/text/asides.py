"""Boxes that text runs around: what stands on a ground of its own or in a frame, apart from the text beside it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from pincite.model import BBox
from pincite.parsers.pdf.layout import LayoutBlock, LayoutTable, Line, PageLayout, Rule

WHITE = 0xFFFFFF
FEWEST = 2  # lines in a box, and beside it
WIDEST = 0.6  # of the width of the page; a wider ground has no text beside it
SMALLEST = 36.0  # points, the least width and height
MOST_RULES = 200  # on pages with more, frames are the cells of tables and the lines of drawings
SAME = 2.0  # points: how far the lines of a frame may miss each other
NEXT = 2  # lines over the place of a box that are looked at; the nearest may be the short end of a paragraph
UNDER = 0.25  # of the width of a box: so much of it a line below or above runs under
LEADINGS = 3.0  # white space between paragraphs is narrower, in sizes


class Aside(NamedTuple):
    """A box with what stands in it, taken out of the text around."""

    box: BBox
    lines: list[Line]
    tables: list[LayoutTable]


def find_asides(boxes: Sequence[Aside], lines: Sequence[Line]) -> list[Aside]:
    """Those of the boxes of a page that its text runs around, from top to bottom: the lines beside are of the width
    that the box leaves, and those of the same text above or below it go on over its place."""
    found = [a for a in boxes if _is_run_around(a.box, [n for n in lines if not _holds(a.box, n)])]
    return sorted(found, key=lambda a: a.box.y0)


def enclosed(page: PageLayout, lines: Sequence[Line]) -> list[Aside]:
    """The boxes of a page that hold lines, as a whole."""
    found: list[Aside] = []
    for box in _outermost(grounds(page) + _frames(page.rules)):
        inside = [n for n in lines if _holds(box, n)]
        if len(inside) >= FEWEST and not _is_crossed(box, lines) and not _is_crossed(box, page.tables):
            found.append(Aside(box, inside, [t for t in page.tables if _holds(box, t)]))
    return found


def place_of(aside: Aside, blocks: Sequence[LayoutBlock]) -> int:
    """Before which of the blocks around it a box is read: the first that reaches down beside it or stands below."""
    box = aside.box
    for i, block in enumerate(blocks):
        size = block.lines[0].size if block.lines else 0.0
        if block.box.y1 > box.y0 + 0.5 * size:
            return i
    return len(blocks)


def without(
    boxes: Sequence[Aside], lines: Sequence[Line], tables: Sequence[LayoutTable]
) -> tuple[Sequence[Line], Sequence[LayoutTable]]:
    """What stands outside of boxes."""
    if not boxes:
        return lines, tables
    inside = {id(item) for box in boxes for item in (*box.lines, *box.tables)}
    return [n for n in lines if id(n) not in inside], [t for t in tables if id(t) not in inside]


def grounds(page: PageLayout) -> list[BBox]:
    """Coloured grounds of several lines that are not as wide as the page; one above the other are one."""
    out: list[BBox] = []
    for box, color in page.fills:
        if color == WHITE or not SMALLEST < box.x1 - box.x0 < WIDEST * page.width:
            continue
        last = out[-1] if out else None
        if last and abs(box.x0 - last.x0) < SAME and abs(box.x1 - last.x1) < SAME and abs(box.y0 - last.y1) < SAME:
            out[-1] = last._replace(y1=box.y1)
        else:
            out.append(box)
    return [box for box in out if box.y1 - box.y0 > SMALLEST]


def _frames(rules: Sequence[Rule]) -> list[BBox]:
    """What four rules enclose that meet at their ends."""
    if len(rules) > MOST_RULES:
        return []
    across = sorted((r for r in rules if r.y0 == r.y1 and r.x1 - r.x0 > SMALLEST), key=lambda r: r.y0)
    down = [r for r in rules if r.x0 == r.x1 and r.y1 - r.y0 > SMALLEST]
    out: list[BBox] = []
    for i, top in enumerate(across):
        sides = [r for r in down if abs(r.y0 - top.y0) < SAME]
        left = next((r for r in sides if abs(r.x0 - top.x0) < SAME), None)
        right = next((r for r in sides if abs(r.x0 - top.x1) < SAME), None)
        if left is None or right is None or abs(left.y1 - right.y1) > SAME:
            continue
        if any(abs(r.y0 - left.y1) < SAME and abs(r.x0 - top.x0) < SAME for r in across[i + 1 :]):
            out.append(BBox(top.x0, top.y0, top.x1, left.y1))
    return out


def _outermost(boxes: Sequence[BBox]) -> list[BBox]:
    out: list[BBox] = []
    for box in sorted(boxes, key=lambda b: (b.x0 - b.x1) * (b.y1 - b.y0)):
        if not any(
            o.x0 - 1 <= box.x0 and box.x1 <= o.x1 + 1 and o.y0 - 1 <= box.y0 and box.y1 <= o.y1 + 1 for o in out
        ):
            out.append(box)
    return out


def _holds(box: BBox, item: Line | LayoutTable) -> bool:
    x0, y0, x1, y1 = item.box
    return box.x0 - 1 <= x0 and x1 <= box.x1 + 1 and box.y0 <= (y0 + y1) / 2 <= box.y1


def _is_crossed(box: BBox, items: Sequence[Line] | Sequence[LayoutTable]) -> bool:
    """Whether an item stands in a box in part only."""
    left, top, right, bottom = box.x0 + 2, box.y0 + 2, box.x1 - 2, box.y1 - 2
    for item in items:
        x0, y0, x1, y1 = item.box
        if y0 < bottom and y1 > top and x0 < right and x1 > left and not _holds(box, item):
            return True
    return False


def _is_run_around(box: BBox, others: Sequence[Line]) -> bool:
    beside = [n for n in others if n.y0 < box.y1 and n.y1 > box.y0]
    if len(beside) < FEWEST:
        return False
    on_left = beside[0].x1 <= box.x0 + 2
    if any((n.x1 <= box.x0 + 2) != on_left for n in beside):
        return False
    size = median(n.size for n in beside)
    over = sorted((n for n in others if _is_over(box, n) and abs(n.size - size) < 0.1), key=lambda n: n.y1)
    sides = [n for n in over if n.y1 <= box.y0 + 2][-NEXT:], [n for n in over if n.y0 >= box.y1 - 2][:NEXT]
    edge = min(n.x0 for n in beside) if on_left else max(n.x1 for n in beside)
    return any(sides) and all(
        not side or any(_runs_by(n, box, edge) and _is_near(n, box, others) for n in side) for side in sides
    )


def _is_over(box: BBox, line: Line) -> bool:
    return line.x0 < box.x1 - 2 and line.x1 > box.x0 + 2


def _runs_by(line: Line, box: BBox, edge: float) -> bool:
    """Whether a line above or below a box begins as far from it (``edge``) as the text beside it, and runs over its
    place."""
    if min(line.x1, box.x1) - max(line.x0, box.x0) < UNDER * (box.x1 - box.x0):
        return False
    reach = edge + 3 * line.size if edge < box.x0 else edge - 3 * line.size
    return line.x0 <= reach if edge < box.x0 else line.x1 >= reach


def _is_near(line: Line, box: BBox, others: Sequence[Line]) -> bool:
    """Whether no more white space than between paragraphs lies between a line and the box or the text beside it."""
    if line.y0 >= box.y1 - 2:
        return line.y0 - max([box.y1, *(n.y1 for n in others if n.y1 <= line.y0 + 2)]) < LEADINGS * line.size
    return min([box.y0, *(n.y0 for n in others if n.y0 >= line.y1 - 2)]) - line.y1 < LEADINGS * line.size
