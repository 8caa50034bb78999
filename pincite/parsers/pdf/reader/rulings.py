"""Sorts what paths draw into straight rules and filled areas."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model import BBox
from pincite.parsers.pdf.layout import Fill, Rule

Point = tuple[float, float]

THIN = 2.5  # a filled rectangle up to this thickness (points) is a line that somebody drew as a rectangle
_SHORTEST = 1.5  # shorter strokes are dots
_LEAN = 0.5  # points by which a straight line may lean
_SOLID = 0.85  # share of its box that a rounded rectangle fills at least; a diamond or a circle's corners fill half
WHITE = 0xFFFFFF
_RECENT = 500  # how many areas back to look, so that time stays linear


@dataclass(slots=True)
class Outline:
    """The corners of the parts of a path, displayed space: curves by their end points, a closed part with its first
    corner again at the end. ``lines`` are its level and upright lines (x0, y0, x1, y1), left to right and downwards."""

    parts: list[list[Point]] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)

    def add(self, point: Point, *, curved: bool) -> bool:
        """Goes on to a point; returns whether that was a level or upright line."""
        (ax, ay), (bx, by) = self.parts[-1][-1], point
        self.parts[-1].append(point)
        wide, high = abs(ax - bx), abs(ay - by)
        if curved or min(wide, high) > _LEAN:
            return False
        if wide > high:
            self.lines.append((min(ax, bx), (ay + by) / 2, max(ax, bx), (ay + by) / 2))
        elif high:
            self.lines.append(((ax + bx) / 2, min(ay, by), (ax + bx) / 2, max(ay, by)))
        return True


NO_OUTLINE = Outline()


class Path(NamedTuple):
    """A painted path, displayed space. ``fill`` is its colour on white paper (``None``: not filled, -1: a pattern);
    ``stroke`` its printed width (``None``: not stroked) and ``ink`` the colour of the stroke. A path thinner than
    ``THIN`` needs no outline, nor does one that is only white where it is on white paper."""

    box: BBox
    order: int
    fill: int | None
    opaque: bool
    stroke: float | None
    ink: int
    outline: Outline


class Area(NamedTuple):
    """A filled area and when it is painted (``order``), as against text objects. One that is not ``seen`` is white on
    white paper; it may still hide what lies under it."""

    fill: Fill
    order: int
    opaque: bool
    seen: bool


@dataclass(slots=True)
class Drawing:
    """Rules and filled areas of a page, in the order in which they are painted."""

    width: float
    height: float
    rules: list[Rule] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    _grounds: deque[BBox] = field(default_factory=lambda: deque(maxlen=_RECENT))  # of the areas that are seen

    @property
    def fills(self) -> list[Fill]:
        """The filled areas that are seen."""
        return [area.fill for area in self.areas if area.seen]

    def add(self, path: Path) -> None:
        """Adds what a path shows. Curves and slanted lines are left out."""
        x0, y0, x1, y1 = path.box
        is_thin = x1 - x0 <= THIN or y1 - y0 <= THIN
        if path.fill == WHITE and path.stroke is None and not path.outline.parts and self.is_unseen(WHITE, path.box):
            if not is_thin:
                self._add_area(path.box, WHITE, path, seen=False)
            return
        if is_thin:
            self._add_thin(path)
            return
        if path.fill is not None:
            for part in path.outline.parts:
                self._add_filled(path, part)
        if path.stroke is not None and not self.is_unseen(path.ink, path.box):
            for line in path.outline.lines:
                self._rule(*line, path.stroke)

    def _add_thin(self, path: Path) -> None:
        x0, y0, x1, y1 = path.box
        wide, high = x1 - x0, y1 - y0
        thin, long = (wide, high) if wide < high else (high, wide)
        thickness = thin + (path.stroke or 0.0)
        if long < 2 * thickness:
            return  # a dot
        color = path.ink if path.stroke is not None else path.fill
        if color is None or self.is_unseen(color, path.box):
            return
        if wide >= high:
            self._rule(x0, (y0 + y1) / 2, x1, (y0 + y1) / 2, thickness)
        else:
            self._rule((x0 + x1) / 2, y0, (x0 + x1) / 2, y1, thickness)

    def _add_filled(self, path: Path, part: Sequence[Point]) -> None:
        box = _box_of(part)
        wide, high = box.x1 - box.x0, box.y1 - box.y0
        color = path.fill if path.fill is not None else -1
        if _area_of(part) < _SOLID * wide * high:
            return
        thin, long = sorted((wide, high))
        if thin <= THIN and long >= 3 * thin:
            self._add_thin(path._replace(box=box, stroke=None))
            return
        self._add_area(box, color, path, seen=not self.is_unseen(color, box))

    def _add_area(self, box: BBox, color: int, path: Path, *, seen: bool) -> None:
        x0, y0, x1, y1 = box
        if x0 < 0.0 or y0 < 0.0 or x1 > self.width or y1 > self.height:
            box = BBox(max(x0, 0.0), max(y0, 0.0), min(x1, self.width), min(y1, self.height))
        if box[0] < box[2] and box[1] < box[3]:
            self.areas.append(Area(Fill(box, color), path.order, path.opaque, seen))
            if seen:
                self._grounds.append(box)

    def _rule(self, x0: float, y0: float, x1: float, y1: float, width: float) -> None:
        if x0 < 0.0 or y0 < 0.0 or x1 > self.width or y1 > self.height:
            x0, y0, x1, y1 = max(x0, 0.0), max(y0, 0.0), min(x1, self.width), min(y1, self.height)
        if x0 <= x1 and y0 <= y1 and (x1 - x0 >= _SHORTEST or y1 - y0 >= _SHORTEST):
            self.rules.append(Rule(round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2), round(width, 2)))

    def is_unseen(self, color: int, box: Sequence[float]) -> bool:
        """White on white paper: nothing that was painted before lies under its middle."""
        if color != WHITE:
            return False
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        for x0, y0, x1, y1 in self._grounds:  # noqa: SIM110  # a generator takes twice the time
            if y0 <= y <= y1 and x0 <= x <= x1:
                return False
        return True


def _box_of(points: Sequence[Point]) -> BBox:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return BBox(min(xs), min(ys), max(xs), max(ys))


def _area_of(points: Sequence[Point]) -> float:
    total, (ax, ay) = 0.0, points[-1]
    for bx, by in points:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return abs(total) / 2
