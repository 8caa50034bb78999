"""The order in which a slide is read: by where things stand, what was grouped staying together.

The shapes are divided again and again at the widest gap between them, across or down. Where nothing divides them they
are read in rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pincite.model import BBox
from pincite.parsers.pptx.shapes import Group, Node, Shape, hull

_ALIKE = 1.4  # boxes of a grid differ less than this in height
_FAR_LARGER = 2.0
_SAME_ROW = 0.5
_SMALL = 0.02  # of the area of what stands beside it


class _Item(NamedTuple):
    node: Node
    box: BBox


def reading_order(nodes: Sequence[Node], box_of: Callable[[Shape], BBox | None], *, rtl: bool = False) -> list[Shape]:
    """The shapes in reading order; those without a place come last, as the file has them. ``rtl``: columns are read
    from the right."""
    return _Reader(box_of, rtl).read(nodes)


class _Reader:
    def __init__(self, box_of: Callable[[Shape], BBox | None], rtl: bool) -> None:
        self._box_of = box_of
        self._rtl = rtl

    def read(self, nodes: Sequence[Node]) -> list[Shape]:
        boxes = [self._box(node) for node in nodes]
        items = [_Item(node, box) for node, box in zip(nodes, boxes, strict=True) if box is not None]
        out: list[Shape] = []
        for item in self._ordered(items):
            out += self._shapes(item.node)
        for node, box in zip(nodes, boxes, strict=True):
            out += self._shapes(node) if box is None else []
        return out

    def _shapes(self, node: Node) -> list[Shape]:
        return self.read(node.members) if isinstance(node, Group) else [node]

    def _box(self, node: Node) -> BBox | None:
        if isinstance(node, Group):
            return hull([self._box(member) for member in node.members])
        return self._box_of(node)

    def _ordered(self, items: list[_Item]) -> list[_Item]:
        if len(items) < 2:
            return items
        across, down = _widest_gap(items, 1), _widest_gap(items, 0)
        if across is not None and (down is None or across.width >= down.width or _is_grid(items)):
            parts = across.parts(items, 1)
        elif down is not None:
            parts = down.parts(items, 0)
            label = _side_label(parts)
            if label is not None:
                return self._with_label(label, [item for item in items if item is not label])
            if self._rtl:
                parts = parts[::-1]
        else:
            return self._undivided(items)
        return [item for part in parts for item in self._ordered(part)]

    def _with_label(self, label: _Item, others: list[_Item]) -> list[_Item]:
        """The label stands after what begins above it."""
        rest = self._ordered(others)
        above = [i for i, item in enumerate(rest) if item.box.y0 < label.box.y0]
        at = above[-1] + 1 if above else 0
        return [*rest[:at], label, *rest[at:]]

    def _undivided(self, items: list[_Item]) -> list[_Item]:
        """Shapes that overlap: one that lies under the others (a picture, mostly) is set aside first."""
        by_area = sorted(items, key=lambda item: _area(item.box))
        if len(items) > 2 and _area(by_area[-1].box) > _FAR_LARGER * _area(by_area[-2].box):
            large = by_area[-1]
            rest = self._ordered([item for item in items if item is not large])
            over = [
                i for i, item in enumerate(rest) if item.box.y0 < large.box.y0 and _share_width(item.box, large.box)
            ]
            under = (i for i, item in enumerate(rest) if item.box.y0 >= large.box.y0)
            at = over[-1] + 1 if over else next(under, len(rest))
            return [*rest[:at], large, *rest[at:]]
        return [item for row in _rows(items) for item in sorted(row, key=self._from_the_side)]

    def _from_the_side(self, item: _Item) -> float:
        return -item.box.x1 if self._rtl else item.box.x0


class _Gap(NamedTuple):
    """An empty strip that divides all items; it begins at ``start``."""

    width: float
    start: float

    def parts(self, items: list[_Item], axis: int) -> list[list[_Item]]:
        before = [item for item in items if item.box[axis + 2] <= self.start]
        after = [item for item in items if item.box[axis + 2] > self.start]
        return [before, after]


def _widest_gap(items: list[_Item], axis: int) -> _Gap | None:
    """The widest strip across (``axis`` 1) or down (0) that no item touches."""
    ordered = sorted(items, key=lambda item: item.box[axis])
    best: _Gap | None = None
    end = ordered[0].box[axis + 2]
    for item in ordered[1:]:
        width = item.box[axis] - end
        if width >= 0 and (best is None or width > best.width):
            best = _Gap(width, end)
        end = max(end, item.box[axis + 2])
    return best


def _side_label(parts: list[list[_Item]]) -> _Item | None:
    """A small shape alone beside all others, as the name of a vertical axis: no column of its own."""
    for one, others in (parts, parts[::-1]):
        if len(one) == 1 and len(others) > 1:
            box = hull([item.box for item in others])
            if box is not None and _area(one[0].box) < _SMALL * _area(box) and box.y0 < one[0].box.y0:
                return one[0]
    return None


def _is_grid(items: list[_Item]) -> bool:
    """Boxes of one height, as cards or labels in rows have it: these are read row by row."""
    heights = [item.box.y1 - item.box.y0 for item in items]
    return len(items) > 3 and max(heights) < _ALIKE * min(heights)


def _rows(items: list[_Item]) -> list[list[_Item]]:
    rows: list[list[_Item]] = []
    for item in sorted(items, key=lambda item: (item.box.y0, item.box.x0)):
        if rows and _beside(rows[-1][0].box, item.box):
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows


def _beside(one: BBox, other: BBox) -> bool:
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    least = min(one.y1 - one.y0, other.y1 - other.y0)
    apart = one.x1 <= other.x0 or other.x1 <= one.x0
    return apart and shared > _SAME_ROW * least


def _share_width(one: BBox, other: BBox) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1


def _area(box: BBox) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)
