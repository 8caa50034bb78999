"""Titles of slides."""

from __future__ import annotations

from typing import Any

from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import Sheets, outline

TITLES = ["Why we are here", "What is a rule?", "The first rule holds.", "Two meanings", "A task", "What we learned"]
BLUE = 0x0000FF


def slides(width: float, height: float, titles: list[str], **look: Any) -> list[str]:
    doc = Sheets(width, height)
    for title in titles:
        doc.page()
        doc._y = 20
        doc.block([title], x=20, **look).text("Rules hold for all of us.").text("Some of them are old, some new.")
    mark_headings(doc.layout)
    return [text for _, text in outline(doc.layout)]


def test_what_stands_at_the_top_of_each_slide_is_its_title() -> None:
    assert slides(400, 300, TITLES, color=BLUE) == TITLES


def test_the_first_words_of_a_page_of_a_report_are_none() -> None:
    assert slides(612, 792, TITLES, color=BLUE) == []


def test_the_same_words_on_each_slide_are_none() -> None:
    assert slides(400, 300, ["Spring meeting of the board"] * 6, color=BLUE) == []


def test_words_in_the_look_of_the_text_are_none() -> None:
    assert slides(400, 300, TITLES) == []


def test_titles_within_a_slide_stand_below_its_title_and_never_over_the_next() -> None:
    parts = ["Inputs", "Costs", "Lids", "Keepers", "Honey", "Wax"]
    doc = Sheets(400, 300)
    for title, part in zip(TITLES, parts, strict=True):
        doc.page().block([title], color=BLUE, size=12).text("A few words that stand here.")
        doc.title(part, size=14, bold=True, color=BLUE).text("A few words more, and none of them large.")
    mark_headings(doc.layout)
    expected = [head for title, part in zip(TITLES, parts, strict=True) for head in ((1, title), (2, part))]
    assert outline(doc.layout) == expected
