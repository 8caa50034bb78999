"""Results of a bounded size."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.costs import count_tokens
from pincite.errors import RequestError
from pincite.server.budget import MIN_CONTENT, NoRoomError, allowed, fit, fits


def test_a_client_may_lower_the_ceiling_never_raise_it() -> None:
    assert allowed(None, 4000) == 4000
    assert allowed(500, 4000) == 500
    assert allowed(50_000, 4000) == 4000


@pytest.mark.parametrize("requested", [0, -1])
def test_nothing_is_no_budget(requested: int) -> None:
    with pytest.raises(RequestError) as raised:
        allowed(requested, 4000)
    assert raised.value.code == "bad_budget"
    assert raised.value.hint == "Give a number up to 4000, or leave it out."


def words(frame: int, per_room: float = 1.0, least: int = MIN_CONTENT):  # type: ignore[no-untyped-def]
    """A builder with so many tokens of frame, whose content is not quite as long as its room."""

    def build(room: int) -> str:
        if room < least:
            raise NoRoomError(least)
        return "frame " * frame + "word " * int(room * per_room)

    return build


@settings(deadline=None)
@given(st.integers(1, 3000), st.integers(0, 400), st.floats(0.2, 1.3), st.sampled_from([0, 100, 700]))
def test_what_is_built_fits_or_names_a_size_that_does(limit: int, frame: int, per_room: float, least: int) -> None:
    size = limit
    try:
        text = fit(words(frame, per_room, least), limit)
    except RequestError as error:
        size = int(re.search(r"\d+", error.hint)[0])  # type: ignore[index]
        text = fit(words(frame, per_room, least), size)
    assert size >= limit
    assert count_tokens(text) <= size


def test_room_is_used() -> None:
    assert count_tokens(fit(words(20), 1000)) > 900


def test_short_texts_fit_without_being_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.server.budget.count_tokens", lambda _: pytest.fail("counted"))
    assert fits("x" * 100, 100)


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(1, 100))
def test_fits_agrees_with_the_count(text: str, limit: int) -> None:
    assert fits(text, limit) == (count_tokens(text) <= limit)
