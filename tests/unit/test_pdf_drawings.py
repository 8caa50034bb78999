"""Paths to rules and filled areas, and the walk over page objects, without any PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.model import BBox
from pincite.parsers.pdf.reader.objects import FORM, IMAGE, PATH, TEXT, Bounds, Painted, Walk
from pincite.parsers.pdf.reader.paths import CURVE, LINE, MOVE, Paint, Segment, on_white
from pincite.parsers.pdf.reader.rulings import Drawing
from pincite.parsers.pdf.reader.space import Matrix, PageSpace

BLACK = (0, 0, 0, 255)
FILLED = Paint(True, None, BLACK, None)


@dataclass
class Item:
    kind: int
    segments: list[Segment] = field(default_factory=list)
    paint: Paint = FILLED
    box: Bounds = (0.0, 0.0, 0.0, 0.0)
    matrix: Matrix = field(default_factory=Matrix)
    items: list[int] = field(default_factory=list)
    opaque: bool = True
    closed: bool = False


class FakeObjects:
    """Objects with numbers from 1; those of the page in ``top``."""

    def __init__(self) -> None:
        self.items: dict[int, Item] = {}
        self.top: list[int] = []
        self.read_segments = self.asked = 0

    def add(self, item: Item, *, inside: int = 0) -> int:
        number = len(self.items) + 1
        if item.segments and item.box == (0.0, 0.0, 0.0, 0.0):
            xs, ys = [x for _, x, _ in item.segments], [y for _, _, y in item.segments]
            w = item.paint.stroke or 0.0
            item.box = (min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w)
        self.items[number] = item
        (self.items[inside].items if inside else self.top).append(number)
        return number

    def count(self, container: int) -> int:
        return len(self.items[container].items if container else self.top)

    def getter(self, container: int) -> Callable[[int], int | None]:
        return lambda index: self._get(container, index)

    def _get(self, container: int, index: int) -> int:
        self.asked += 1
        return (self.items[container].items if container else self.top)[index]

    def kind(self, item: int) -> int:
        return self.items[item].kind

    def bounds(self, item: int) -> Bounds:
        return self.items[item].box

    def boxes(self, items: Sequence[int]) -> NDArray[np.float32]:
        return np.array([self.bounds(item) for item in items], np.float32)

    def matrix(self, item: int) -> Matrix:
        return self.items[item].matrix

    def paint(self, item: int) -> Paint:
        return self.items[item].paint

    def n_segments(self, item: int) -> int:
        return len(self.items[item].segments)

    def segments(self, item: int, n: int) -> Iterator[Segment]:
        for segment in self.items[item].segments[:n]:
            self.read_segments += 1
            yield segment

    def closes(self, item: int, index: int) -> bool:
        return self.items[item].closed

    def is_opaque(self, item: int) -> bool:
        return self.items[item].opaque


def rectangle(x0: float, y0: float, x1: float, y1: float) -> list[Segment]:
    return [(MOVE, x0, y0), (LINE, x1, y0), (LINE, x1, y1), (LINE, x0, y1), (LINE, x0, y0)]


def stroke(*segments: Segment, width: float = 1.0, closed: bool = False) -> Item:
    return Item(PATH, list(segments), Paint(False, width, None, BLACK), closed=closed)


def walk(objects: FakeObjects, runs: dict[int, tuple[int, int]] | None = None) -> Painted:
    painted = Painted(Drawing(600, 800))
    Walk(objects, PageSpace(0, 0, 600, 800, 0), runs or {}, painted).visit()
    return painted


class TestPaths:
    def draw(self, *items: Item) -> Drawing:
        objects = FakeObjects()
        for item in items:
            objects.add(item)
        return walk(objects).drawing

    def test_a_grid_in_one_path(self) -> None:
        segments = [s for y in range(100, 200, 20) for s in ((MOVE, 50, y), (LINE, 250, y))]
        rules = self.draw(stroke(*segments)).rules
        assert [(r.x0, r.y0, r.x1, r.y1) for r in rules] == [(50, 800 - y, 250, 800 - y) for y in range(100, 200, 20)]

    def test_cell_backgrounds_and_thin_boxes_in_one_path(self) -> None:
        drawing = self.draw(Item(PATH, rectangle(50, 100, 250, 120) + rectangle(50, 120, 250, 120.5)))
        assert [tuple(f.box) for f in drawing.fills] == [(50, 680, 250, 700)]
        assert [(r.y0, r.width) for r in drawing.rules] == [(679.75, 0.5)]

    def test_what_charts_draw_by_the_thousand_is_passed_over_unread(self) -> None:
        objects = FakeObjects()
        objects.add(Item(PATH, rectangle(50, 100, 52, 102)))  # a dot
        objects.add(Item(PATH, [(MOVE, 50, 100), (LINE, 90, 150), (LINE, 60, 160)]))  # the head of an arrow
        objects.add(stroke((MOVE, 50, 100), (LINE, 250, 300)))  # a slanted line
        drawing = walk(objects).drawing
        assert (drawing.rules, drawing.fills, objects.read_segments) == ([], [], 0)

    def test_two_strokes_at_a_right_angle_are_rules(self) -> None:
        rules = self.draw(stroke((MOVE, 50, 200), (LINE, 50, 100), (LINE, 250, 100))).rules
        assert [(r.x0, r.y0, r.x1, r.y1) for r in rules] == [(50, 600, 50, 700), (50, 700, 250, 700)]

    def test_a_frame_that_is_closed_by_its_end(self) -> None:
        three = [(MOVE, 50.0, 100.0), (LINE, 250.0, 100.0), (LINE, 250.0, 200.0), (LINE, 50.0, 200.0)]
        assert len(self.draw(stroke(*three, closed=True)).rules) == 4
        assert len(self.draw(stroke(*three)).rules) == 3

    def test_a_rounded_box_is_an_area_with_straight_sides(self) -> None:
        box = [
            (MOVE, 60, 100), (LINE, 240, 100), (CURVE, 245, 100), (CURVE, 250, 105), (CURVE, 250, 110),
            (LINE, 250, 190), (CURVE, 250, 195), (CURVE, 245, 200), (CURVE, 240, 200), (LINE, 60, 200),
            (CURVE, 55, 200), (CURVE, 50, 195), (CURVE, 50, 190), (LINE, 50, 110), (CURVE, 50, 105),
            (CURVE, 55, 100), (CURVE, 60, 100),
        ]  # fmt: skip
        drawing = self.draw(Item(PATH, [(k, float(x), float(y)) for k, x, y in box], Paint(True, 1.0, BLACK, BLACK)))
        assert [tuple(f.box) for f in drawing.fills] == [(50, 600, 250, 700)]
        assert len(drawing.rules) == 4

    @pytest.mark.parametrize(
        "points",
        [
            [(100, 100), (150, 200), (200, 100), (100, 100)],
            [(150, 100), (200, 150), (150, 200), (100, 150), (150, 100)],
        ],
    )
    def test_triangles_and_diamonds_are_nothing(self, points: list[tuple[float, float]]) -> None:
        segments = [(LINE if i else MOVE, x, y) for i, (x, y) in enumerate(points)]
        drawing = self.draw(Item(PATH, segments), stroke(*segments))
        assert [r for r in drawing.rules if r.x1 - r.x0 != 100] == []
        assert drawing.fills == []

    def test_dots_are_nothing(self) -> None:
        assert self.draw(Item(PATH, rectangle(50, 100, 51.5, 101.5))).rules == []

    def test_what_is_outside_the_page_is_cut_off(self) -> None:
        drawing = self.draw(stroke((MOVE, -50, 100), (LINE, 700, 100)), stroke((MOVE, 700, 0), (LINE, 700, 300)))
        assert [(r.x0, r.x1) for r in drawing.rules] == [(0, 600)]

    def test_paths_that_paint_nothing(self) -> None:
        clear = Paint(True, None, (0, 0, 0, 0), None)
        drawing = self.draw(
            Item(PATH, rectangle(0, 0, 90, 90), clear),
            Item(PATH, rectangle(0, 0, 90, 90), Paint(False, None, None, None)),
        )
        assert (drawing.rules, drawing.areas) == ([], [])

    def test_white_paper_is_not_an_area_but_covers(self) -> None:
        drawing = self.draw(Item(PATH, rectangle(50, 100, 250, 200), Paint(True, None, (255, 255, 255, 255), None)))
        assert drawing.fills == []
        assert [(a.seen, a.opaque) for a in drawing.areas] == [(False, True)]

    def test_a_chart_is_given_up_early(self) -> None:
        objects = FakeObjects()
        zigzag = [(LINE if i else MOVE, float(i), float(7 * i % 90)) for i in range(3000)]
        objects.add(stroke(*zigzag))
        assert walk(objects).drawing.rules == []
        assert objects.read_segments < 60

    def test_maps_do_not_take_forever(self) -> None:
        objects = FakeObjects()
        for n in range(3000):
            objects.add(stroke(*((LINE if i else MOVE, float(i % 2) * 90, n * 0.2 + i) for i in range(40))))
        walk(objects)
        assert objects.read_segments <= 30_000


class TestWalk:
    def test_forms_in_forms_are_placed_and_a_loop_ends(self) -> None:
        objects = FakeObjects()
        outer = objects.add(Item(FORM, matrix=Matrix(2, 0, 0, 2, 100, 100)))
        inner = objects.add(Item(FORM, matrix=Matrix(1, 0, 0, 1, 10, 0)), inside=outer)
        objects.add(stroke((MOVE, 0, 0), (LINE, 50, 0)), inside=inner)
        objects.items[inner].items.append(inner)
        rules = walk(objects).drawing.rules
        assert (rules[0].x0, rules[0].y0, rules[0].x1, rules[0].width) == (120, 700, 220, 2)
        assert len(rules) < 20

    def test_the_order_of_painting(self) -> None:
        objects = FakeObjects()
        before = objects.add(Item(TEXT))
        objects.add(Item(PATH, rectangle(50, 100, 250, 200)))
        after = objects.add(Item(TEXT))
        painted = walk(objects, {before: (4, before), after: (4, after)})
        (area,) = painted.drawing.areas
        assert painted.orders[before] < area.order < painted.orders[after]

    def test_words_of_one_object_a_character_are_walked_in_one_step(self) -> None:
        objects = FakeObjects()
        numbers = [objects.add(Item(TEXT)) for _ in range(1000)]
        runs = {numbers[i]: (10, numbers[i + 9]) for i in range(0, 1000, 10)}
        painted = walk(objects, runs)
        assert objects.asked == 200
        assert painted.orders[numbers[999]] == 1000

    def test_a_rule_between_the_characters_of_a_word_is_found(self) -> None:
        objects = FakeObjects()
        first = objects.add(Item(TEXT))
        objects.add(stroke((MOVE, 0, 50), (LINE, 90, 50)))
        last = objects.add(Item(TEXT))
        assert len(walk(objects, {first: (2, last)}).drawing.rules) == 1

    def test_a_copy_just_beside_makes_its_original_struck(self) -> None:
        objects = FakeObjects()
        original = objects.add(Item(TEXT, box=(10, 10, 60, 20)))
        objects.add(Item(TEXT, box=(10.4, 10, 60.4, 20)))
        objects.add(Item(TEXT, box=(80, 10, 130, 20)))
        assert walk(objects, {original: (5, original)}).struck == {original}

    def test_pictures_are_clipped_to_the_page(self) -> None:
        objects = FakeObjects()
        objects.add(Item(IMAGE, box=(-10, -10, 300, 400)))
        objects.add(Item(IMAGE, box=(700, 0, 800, 100)))
        assert walk(objects).images == [BBox(0, 400, 300, 800)]


@pytest.mark.parametrize(
    ("color", "expected"),
    [((1, 2, 3, 255), 0x010203), ((0, 0, 0, 0), None), ((0, 0, 0, 128), 0x7F7F7F), (None, -1)],
)
def test_colours_on_white_paper(color: tuple[int, int, int, int] | None, expected: int | None) -> None:
    assert on_white(color) == expected
