"""Walks the objects of a page once: paths and pictures, and when each text object is painted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from pincite.limits import FORM_LEVELS, PAGE_OBJECTS, PAGE_SEGMENTS
from pincite.model import BBox
from pincite.parsers.pdf.reader.drawnbullets import is_bullet
from pincite.parsers.pdf.reader.rulings import NO_OUTLINE, THIN, WHITE, Drawing, Outline, Path
from pincite.parsers.pdf.reader.space import IDENTITY, Matrix, PageSpace

TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
MOVE, LINE, CURVE = 2, 0, 1

_LONGEST_PATH = 4_000
_LOOKS_BACK = 5  # text objects that pdfium compares with
_FRUITLESS = 40  # text objects looked at in vain
_CROOKED = 12  # curves and slanted lines after which a path is a chart or a letter


# A step of a path, in the space of its object: kind (move, line, curve), x, y.
Segment = tuple[int, float, float]
Bounds = tuple[float, float, float, float]


class Paint(NamedTuple):
    """How a path is painted; colours are (red, green, blue, alpha), ``None`` for patterns and for what is not
    painted."""

    filled: bool
    stroke: float | None
    fill_color: tuple[int, int, int, int] | None
    ink: tuple[int, int, int, int] | None


class Repeat(NamedTuple):
    """A text object that seems to repeat the letter of the object before, beside it: displayed distance."""

    item: int
    before: int
    dx: float
    dy: float


class Objects(Protocol):
    """Access to page objects, which are known by their addresses. A container is the page (0) or a form object."""

    def count(self, container: int) -> int: ...

    def getter(self, container: int) -> Callable[[int], int | None]:
        """What gives the address of each object of a container."""

    def kind(self, item: int) -> int: ...

    def bounds(self, item: int) -> Bounds:
        """Left, bottom, right, top in the space of the container, with the stroke."""

    def matrix(self, item: int) -> Matrix: ...

    def paint(self, item: int) -> Paint: ...

    def n_segments(self, item: int) -> int: ...

    def segments(self, item: int, n: int) -> Iterator[Segment]: ...

    def closes(self, item: int, index: int) -> bool:
        """Whether a line leads from the end of this segment back to the begin of its part."""

    def is_opaque(self, item: int) -> bool: ...


@dataclass(slots=True)
class Painted:
    """What a walk found, displayed space. ``orders`` says when text objects are painted; ``shades`` are areas of colour
    gradients; ``image_orders`` say when the pictures are painted; ``forms`` are the orders, first and last, of what
    each form XObject paints, an inner one before the one around it."""

    drawing: Drawing
    images: list[BBox] = field(default_factory=list)
    image_orders: list[int] = field(default_factory=list)
    shades: list[BBox] = field(default_factory=list)
    orders: dict[int, int] = field(default_factory=dict)
    struck: set[int] = field(default_factory=set)  # text objects that are drawn a second time, a little beside
    unread: list[int] = field(default_factory=list)  # text objects that begin no word: blanks, dropped copies
    repeats: list[Repeat] = field(default_factory=list)  # letters that pdfium may have dropped
    forms: list[tuple[int, int]] = field(default_factory=list)
    discs: list[BBox] = field(default_factory=list)  # what may be bullets


class Walk:
    """One walk over a page. ``runs`` says of text objects that begin words how many characters the word has and in
    which object it ends: files with one object for each character are walked word by word. ``leaning`` are those of
    words in italics, whose letters overlap."""

    def __init__(
        self,
        objects: Objects,
        space: PageSpace,
        runs: Mapping[int, tuple[int, int]],
        painted: Painted,
        leaning: Set[int] = frozenset(),
    ) -> None:
        self._objects = objects
        self._space = space
        self._runs = runs
        self._leaning = leaning
        self._painted = painted
        self._order = 0
        self._segments_left = PAGE_SEGMENTS
        self._copies_left = _FRUITLESS
        self._recent: deque[int] = deque(maxlen=_LOOKS_BACK)
        self._bounds: dict[int, Bounds] = {}

    def visit(self, container: int = 0, outer: Matrix = IDENTITY, opaque: bool = True, depth: int = 0) -> None:
        """Visits the objects of a container."""
        get, kind_of, runs, orders = (
            self._objects.getter(container),
            self._objects.kind,
            self._runs,
            self._painted.orders,
        )
        n = min(self._objects.count(container), PAGE_OBJECTS - self._order)
        k, leans = 0, False
        while k < n:
            item = get(k) or 0
            run = runs.get(item)
            if run is None:
                self._order += 1
                k += 1
                kind = kind_of(item)
                if kind == PATH:
                    self._visit_path(item, outer, opaque)
                    continue
                if kind != TEXT:
                    self._visit_item(item, kind, outer, opaque, depth)
                    continue
                self._painted.unread.append(item)
                if not (leans and self._repeats_letter(item, outer)) and (
                    self._copies_left <= 0 or not self._find_original(item)
                ):
                    self._recent.append(item)
                continue
            length, last = run
            leans = item in self._leaning
            step = length if last != item and 1 < length <= n - k and get(k + length - 1) == last else 1
            orders[item] = self._order + 1
            self._order += step
            if step > 1:
                orders[last] = self._order
            self._recent.append(last if step > 1 else item)
            k += step

    def _find_original(self, item: int) -> bool:
        """Whether a text object that yields no text is a copy of one just before: pdfium drops repetitions. Most files
        have no such thing, and text objects by the thousand: the search is given up where it finds nothing."""
        self._copies_left -= 1
        box = self._bounds[item] = self._objects.bounds(item)
        for before in reversed(self._recent):
            if before not in self._bounds:
                self._bounds[before] = self._objects.bounds(before)
            if _is_beside(self._bounds[before], box):
                self._painted.struck.add(before)
                self._copies_left += _FRUITLESS
                return True
        return False

    def _repeats_letter(self, item: int, outer: Matrix) -> bool:
        """Whether a text object may be a letter that pdfium took for a copy of the one before, and dropped."""
        before = self._recent[-1] if self._recent else 0
        if not before:
            return False
        one, two = self._objects.bounds(before), self._objects.bounds(item)
        if not _is_next_to(one, two):
            return False
        a, b = self._space.box(*outer.box(*one)), self._space.box(*outer.box(*two))
        self._painted.repeats.append(Repeat(item, before, b.x0 - a.x0, b.y0 - a.y0))
        self._recent.append(item)
        return True

    def _visit_item(self, item: int, kind: int, outer: Matrix, opaque: bool, depth: int) -> None:
        if kind == IMAGE:
            self._add_box(self._painted.images, item, outer)
            self._painted.image_orders += [self._order] * (len(self._painted.images) - len(self._painted.image_orders))
        elif kind == SHADING:
            self._add_box(self._painted.shades, item, outer)
        elif kind == FORM and depth < FORM_LEVELS:
            inner = self._objects.matrix(item).before(outer)
            first = self._order + 1
            self.visit(item, inner, opaque and self._objects.is_opaque(item), depth + 1)
            self._painted.forms.append((first, self._order))

    def _box(self, item: int, outer: Matrix) -> BBox:
        """The bounds of an object as displayed."""
        bounds = self._objects.bounds(item)
        return self._space.box(*(bounds if outer is IDENTITY else outer.box(*bounds)))

    def _add_box(self, boxes: list[BBox], item: int, outer: Matrix) -> None:
        box = self._box(item, outer)
        page = self._painted.drawing
        clipped = BBox(max(box.x0, 0.0), max(box.y0, 0.0), min(box.x1, page.width), min(box.y1, page.height))
        if clipped.x0 < clipped.x1 and clipped.y0 < clipped.y1:
            boxes.append(clipped)

    def _visit_path(self, item: int, outer: Matrix, opaque: bool) -> None:
        objects = self._objects
        box = self._box(item, outer)
        if is_bullet(box):
            self._painted.discs.append(box)
        if _is_dot(box):
            return
        filled, stroke, fill_color, ink_color = objects.paint(item)
        fill = on_white(fill_color) if filled else None
        ink = on_white(ink_color) if stroke is not None else None
        if fill is None and ink is None:
            return
        inner, width = None, None
        if stroke is not None and ink is not None:
            inner = objects.matrix(item).before(outer)
            width = stroke * inner.scale
            box = _shrunk(box, width)  # the bounds of a stroked path are wider by the stroke
        drawing, outline = self._painted.drawing, NO_OUTLINE
        if box[2] - box[0] > THIN and box[3] - box[1] > THIN:
            is_white = fill == WHITE and width is None
            if not (is_white and drawing.is_unseen(WHITE, box)):
                inner = objects.matrix(item).before(outer) if inner is None else inner
                outline = self._outline(item, inner, fewest=4 if width is None else 3)
                if not outline.parts:
                    return
            if opaque and fill is not None:
                opaque = objects.is_opaque(item)
        drawing.add(Path(box, self._order, fill, opaque, width, WHITE if ink is None else ink, outline))

    def _outline(self, item: int, inner: Matrix, fewest: int) -> Outline:
        """The corners of a path as displayed; nothing where it is too long or has too few steps to hold an area or a
        level line, or is more crooked than straight."""
        n = self._objects.n_segments(item)
        outline = Outline()
        if not fewest <= n <= min(_LONGEST_PATH, self._segments_left):
            return outline
        self._segments_left -= n
        m = inner.before(self._space.to_display)
        crooked = steps = curve = 0
        for i, (kind, x, y) in enumerate(self._objects.segments(item, n)):
            point = m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f
            if kind == MOVE or not outline.parts:
                self._close(outline, item, i - 1)
                outline.parts.append([point])
                continue
            curve = curve + 1 if kind == CURVE else 0
            if curve % 3:  # a curve is three segments, of which only the end point counts
                continue
            straight = outline.add(point, curved=kind == CURVE)
            crooked, steps = crooked + (not straight), steps + 1
            if crooked > _CROOKED and 2 * crooked > steps:
                return Outline()
        self._close(outline, item, n - 1)
        return outline

    def _close(self, outline: Outline, item: int, last: int) -> None:
        """Adds the closing line of the last part, which ends with segment ``last``."""
        part = outline.parts[-1] if outline.parts else []
        if part and part[-1] != part[0] and self._objects.closes(item, last):
            outline.add(part[0], curved=False)


def _is_beside(a: Bounds, b: Bounds) -> bool:
    """Whether two boxes are of one size and a little apart."""
    wide, high = a[2] - a[0], a[3] - a[1]
    if wide <= 0 or abs(b[2] - b[0] - wide) > 0.1 or abs(b[3] - b[1] - high) > 0.1:
        return False
    return 0.02 < max(abs(b[0] - a[0]), abs(b[1] - a[1])) < 0.15 * max(high, 1.0)


def _is_next_to(a: Bounds, b: Bounds) -> bool:
    """Whether two boxes are of one size and overlap like the same letter twice: copies lie nearer."""
    wide, high = a[2] - a[0], a[3] - a[1]
    if wide <= 0 or abs(b[2] - b[0] - wide) > 0.1 or abs(b[3] - b[1] - high) > 0.1:
        return False
    across, up = abs(b[0] - a[0]), abs(b[1] - a[1])
    return min(across, up) < 0.05 and 0.3 * min(wide, high) < max(across, up) < max(wide, high)


def on_white(color: tuple[int, int, int, int] | None) -> int | None:
    """0xRRGGBB of a colour on white paper; -1 for a pattern, ``None`` where nothing is seen."""
    if color is None:
        return -1
    red, green, blue, alpha = color
    if alpha != 255:
        if alpha == 0:
            return None
        red, green, blue = (round(255 - (255 - c) * alpha / 255) for c in (red, green, blue))
    return red << 16 | green << 8 | blue


def _is_dot(box: BBox) -> bool:
    """Whether the bounds of a path, with its stroke, are those of a dot: charts draw them by the thousand."""
    wide, high = box[2] - box[0], box[3] - box[1]
    return wide < 2 * high <= 2 * THIN if high < wide else high < 2 * wide <= 2 * THIN


def _shrunk(box: BBox, by: float) -> BBox:
    x0, y0, x1, y1 = box
    x, y = (x1 - x0) / 2, (y1 - y0) / 2
    if x > by:
        x = by
    if y > by:
        y = by
    return BBox(x0 + x, y0 + y, x1 - x, y1 - y)
