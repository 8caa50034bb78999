"""From PDF space to the page as displayed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parsers.pdf.reader.space import IDENTITY, Matrix, PageSpace

NUMBERS = st.floats(-1000, 1000)


@pytest.mark.parametrize(
    ("rotation", "box"),
    [(0, (10, 60, 30, 70)), (90, (30, 10, 40, 30)), (180, (170, 30, 190, 40)), (270, (60, 170, 70, 190))],
)
def test_a_box_on_a_page_of_200_by_100(rotation: int, box: tuple[float, ...]) -> None:
    assert tuple(PageSpace(0, 0, 200, 100, rotation).box(10, 30, 30, 40)) == box


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_visible_part_begins_at_nought(rotation: int) -> None:
    width, height = (50, 20) if rotation % 180 == 0 else (20, 50)
    assert tuple(PageSpace(100, 200, 150, 220, rotation).box(100, 200, 150, 220)) == (0, 0, width, height)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_many_boxes_as_one(rotation: int) -> None:
    space = PageSpace(5, 7, 205, 107, rotation)
    rows = np.array([[10, 40, 30, 30], [50, 90, 80, 70]], dtype=np.float32)
    assert space.boxes(rows).tolist() == [list(space.box(10, 30, 30, 40)), list(space.box(50, 70, 80, 90))]


@pytest.mark.parametrize(
    ("rotation", "direction", "angle"),
    [(0, (1, 0), 0), (0, (0, 1), 270), (0, (0, -1), 90), (0, (-1, 0), 180), (90, (0, 1), 0), (90, (1, 0), 90),
     (270, (1, 0), 270),
     (0, (1, 0.3), 0)],
)  # fmt: skip
def test_direction_of_reading(rotation: int, direction: tuple[float, float], angle: int) -> None:
    assert PageSpace(0, 0, 200, 100, rotation).angle(*direction) == angle


def test_matrices_in_a_row() -> None:
    both = Matrix(2, 0, 0, 2, 0, 0).before(Matrix(1, 0, 0, 1, 10, 20))
    assert both.point(3, 4) == (16, 28)
    assert both.scale == 2
    assert Matrix(0, 3, -3, 0).scale == 3


@given(st.tuples(*[NUMBERS] * 6), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_a_mapped_box_holds_its_mapped_corners(m: tuple[float, ...], a: float, b: float, c: float, d: float) -> None:
    matrix = Matrix(*m)
    left, right = sorted((a, b))
    bottom, top = sorted((c, d))
    x0, y0, x1, y1 = matrix.box(left, bottom, right, top)
    for x in (left, right):
        for y in (bottom, top):
            u, v = matrix.point(x, y)
            assert x0 - 1e-3 <= u <= x1 + 1e-3
            assert y0 - 1e-3 <= v <= y1 + 1e-3
    assert IDENTITY.box(left, bottom, right, top) == (left, bottom, right, top)


@pytest.mark.parametrize("matrix", [Matrix(2, 0, 0, -3, 5, 7), Matrix(0.6, 0.8, -0.8, 0.6, 1, 2), Matrix(0, 1, -1, 0)])
def test_many_boxes_are_mapped_as_one(matrix: Matrix) -> None:
    rows = [(10.0, 30.0, 30.0, 40.0), (-5.0, 0.0, 0.0, 80.0)]
    assert matrix.boxes(np.array(rows)).tolist() == [list(matrix.box(*row)) for row in rows]
