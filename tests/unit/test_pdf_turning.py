"""Sideways pages are turned upright for the passes, and back."""

from __future__ import annotations

import pytest

from pincite.model import BBox
from pincite.parsers.pdf.turning import reading_angle, turning, upright
from tests.words import Sheet


def sideways(angle: int) -> Sheet:
    """A page most of whose words are read at ``angle``; "Brake" stands before "fluid"."""
    spots = {90: (500, 100, 500, 140), 180: (300, 100, 260, 100), 270: (100, 600, 100, 560)}
    x, y, x2, y2 = spots[angle]
    sheet = (
        Sheet()
        .line(x, y, "Brake")
        .line(x2, y2, "fluid")
        .line(300, 760, "3")
        .rule(90, 50, 90, 700)
        .image(10, 20, 30, 60)
    )
    sheet.page.words[:2] = [w._replace(angle=angle) for w in sheet.page.words[:2]]
    return sheet


def test_the_angle_is_that_of_most_characters() -> None:
    assert reading_angle(sideways(270).page) == 270
    assert reading_angle(Sheet().line(72, 100, "upright").page) == 0


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_inside_the_words_run_from_left_to_right(angle: int) -> None:
    page = sideways(angle).page
    with upright(page):
        brake, fluid, _ = page.words
        assert (brake.angle, fluid.angle) == (0, 0)
        assert brake.x0 < fluid.x0
        assert (page.width > page.height) == (angle != 180)


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_afterwards_all_is_as_before(angle: int) -> None:
    page, before = sideways(angle).page, sideways(angle).page
    with upright(page):
        pass
    assert (page.width, page.height) == (before.width, before.height)
    assert [w[0] for w in page.words] == [w[0] for w in before.words]
    assert [w[6:] for w in page.words] == [w[6:] for w in before.words]
    for now, then in zip(page.words, before.words, strict=True):
        assert now[1:5] == pytest.approx(then[1:5])
    assert page.rules[0] == pytest.approx(before.rules[0])
    assert tuple(page.images[0]) == pytest.approx(tuple(before.images[0]))


def test_a_turn_keeps_corners_in_order() -> None:
    box = BBox(10, 20, 30, 60)
    for angle in (0, 90, 180, 270):
        x0, y0, x1, y1 = turning(angle, 200, 100)(*box)
        assert x0 < x1
        assert y0 < y1
