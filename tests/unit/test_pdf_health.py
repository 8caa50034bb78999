"""The state of a page's text."""

from __future__ import annotations

import pytest

from pincite.model import BBox
from pincite.parsers.pdf.health import State, page_health, warn_of_unreadable_pages
from pincite.parsers.pdf.layout import Flag, Layout, PageLayout, Rule, Word


def word(text: str, flags: Flag = Flag.NONE) -> Word:
    return Word(text, 0, 0, 10, 10, 0, -1, flags)


def page(**parts: object) -> PageLayout:
    made = PageLayout(1, 600, 800, 0)
    for name, value in parts.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("made", "state"),
    [
        (page(words=[word("text")]), State.TEXT),
        (page(images=[BBox(0, 0, 600, 780)]), State.SCAN),
        (page(images=[BBox(0, 0, 600, 780)], words=[word("layer")]), State.TEXT),
        (page(images=[BBox(0, 0, 60, 60)]), State.DRAWING),
        (page(rules=[Rule(0, 0, 9, 0, 1)]), State.DRAWING),
        (page(), State.BLANK),
        (page(words=[word("\ufffd", Flag.GARBLED), word("b"), word("c")]), State.GARBLED),
        (page(words=[word("\ufffd", Flag.GARBLED)] + [word("a")] * 9), State.TEXT),
    ],
)
def test_state(made: PageLayout, state: State) -> None:
    assert page_health(made).state is state


def test_counts_and_shares() -> None:
    health = page_health(
        page(words=[word("a")] * 4, hidden=[word("b")], images=[BBox(0, 0, 300, 800), BBox(0, 0, 600, 800)])
    )
    assert (health.words, health.hidden, health.garbled, health.images) == (4, 1, 0.0, 1.0)


def test_a_picture_of_text_and_garbled_text_are_warned_of() -> None:
    layout = Layout([page(images=[BBox(0, 0, 600, 780)]), page(words=[word("\ufffd", Flag.GARBLED)]), page()], [])
    for number, made in enumerate(layout.pages, start=1):
        made.number = number
    warn_of_unreadable_pages(layout)
    assert [(w.code, w.page) for w in layout.warnings] == [("no_text_layer", 1), ("garbled_text", 2)]
