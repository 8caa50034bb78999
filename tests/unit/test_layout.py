"""The working types of the PDF engine."""

from __future__ import annotations

from pincite.model import BBox
from pincite.parsers.pdf.layout import Word, hull


def test_the_hull_holds_all_items_and_nothing_more() -> None:
    words = [Word("a", 10.0, 20.0, 15.0, 30.0, 0), Word("b", 40.0, 18.0, 52.0, 28.0, 0)]
    assert hull(words) == BBox(10.0, 18.0, 52.0, 30.0)


def test_the_hull_of_one_item_is_its_box() -> None:
    assert hull([Word("a", 1.0, 2.0, 3.0, 4.0, 0)]) == BBox(1.0, 2.0, 3.0, 4.0)
    assert hull([BBox(1.0, 2.0, 3.0, 4.0)]) == BBox(1.0, 2.0, 3.0, 4.0)
