"""Numbers that files write where a count belongs."""

from __future__ import annotations

import pytest

from pincite.parsers.counts import is_count
from pincite.parsers.html.looks import color_of, length
from tests.pages import html


@pytest.mark.parametrize("text", ["0", "7", "007", "123456789", "１２"])
def test_counts(text: str) -> None:
    assert is_count(text)
    assert int(text) >= 0


@pytest.mark.parametrize("text", ["", "-1", "1.5", "²", "1²", " 1", "9" * 5000, "x"])
def test_what_is_no_count(text: str) -> None:
    assert not is_count(text)


@pytest.mark.parametrize("value", ["9" * 400 + "px", "-" + "9" * 400 + "em", "9" * 400 + "%"])
def test_lengths_end_where_nothing_can_be_drawn(value: str) -> None:
    assert 1_000 < abs(length(value, 12.0, whole=12.0)) <= 25_000


def test_parts_of_colours_end_at_255() -> None:
    assert color_of("rgb(999, 0, 1)", 0) == 0xFF0001
    assert color_of(f"rgb({'9' * 5000}, 0, 0)", 7) == 7


def test_a_page_of_absurd_numbers_is_read() -> None:
    huge = "9" * 5000
    doc = html(
        f"<style>p {{ margin-left: {huge}px }}</style>"
        f'<p style="font-size:{huge}px">Large</p><ol start="²"><li value="--1">one</ol><ol start="{huge}"><li>two</ol>'
        f'<table><tr><td colspan="{huge}">a<td rowspan="²">b</table><div style="font-weight:²">c</div>'
    )
    for word in ("Large", "one", "two", "a", "b", "c"):
        assert word in doc.text
