"""Cursors check themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import RequestError
from pincite.server.cursor import decode, encode


@settings(deadline=None)
@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_a_cursor_gives_its_place_back(place: str, scope: str) -> None:
    place = place.strip() or "x"
    assert decode("read", scope, encode("read", scope, place)) == place


@pytest.mark.parametrize(
    ("call", "scope", "cursor"),
    [
        ("get_outline", "doc@rev", None),
        ("read", "other@rev", None),
        ("read", "doc@other", None),
        ("read", "doc@rev", "s8~aaaaaa"),
        ("read", "doc@rev", "s7"),
        ("read", "doc@rev", ""),
        ("read", "doc@rev", "~"),
    ],
)
def test_a_foreign_or_changed_cursor_is_refused(call: str, scope: str, cursor: str | None) -> None:
    with pytest.raises(RequestError) as raised:
        decode(call, scope, encode("read", "doc@rev", "s7") if cursor is None else cursor)
    assert raised.value.code == "bad_cursor"
    assert f"call {call} without one" in raised.value.hint


@settings(deadline=None)
@given(st.text(min_size=1, max_size=30), st.integers(0, 60), st.characters())
def test_any_change_is_noticed(place: str, at: int, char: str) -> None:
    cursor = encode("read", "doc@rev", place)
    at %= len(cursor)
    changed = cursor[:at] + char + cursor[at + 1 :]
    if changed.strip() != cursor.strip():
        with pytest.raises(RequestError):
            decode("read", "doc@rev", changed)
