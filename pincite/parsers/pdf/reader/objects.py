"""Walks the objects of a page once: finds paths and pictures, and when each text object is painted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from pincite.limits import FORM_LEVELS, PAGE_OBJECTS
from pincite.model import BBox
from pincite.parsers.pdf.reader.paths import PathObjects, Paths
from pincite.parsers.pdf.reader.rulings import Drawing
from pincite.parsers.pdf.reader.space import IDENTITY, Matrix, PageSpace

TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5

_LOOKS_BACK = 5  # text objects that pdfium compares with
_FRUITLESS = 40  # text objects looked at in vain


Bounds = tuple[float, float, float, float]


class Repeat(NamedTuple):
    """A text object that seems to repeat the letter of the object before, beside it: displayed distance."""

    item: int
    before: int
    dx: float
    dy: float


class Objects(PathObjects, Protocol):
    """Access to page objects, which are known by their addresses. A container is the page (0) or a form object."""

    def count(self, container: int) -> int: ...

    def getter(self, container: int) -> Callable[[int], int | None]:
        """What gives the address of each object of a container."""

    def kind(self, item: int) -> int: ...

    def bounds(self, item: int) -> Bounds:
        """Left, bottom, right, top in the space of the container, with the stroke."""


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
        self._paths = Paths(objects, space, painted.drawing, painted.discs)
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
        paths: list[tuple[int, int]] = []
        while k < n:
            item = get(k) or 0
            run = runs.get(item)
            if run is None:
                self._order += 1
                k += 1
                kind = kind_of(item)
                if kind == PATH:
                    paths.append((item, self._order))
                    continue
                if kind != TEXT:
                    if kind == FORM:  # drawn after what was before it
                        self._paths.draw(paths, outer, opaque)
                        paths = []
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
        self._paths.draw(paths, outer, opaque)

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
