"""Folding keeps a map back to every character."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.fold import fold, fold_text
from tests.properties.strategies import lines

texts = st.one_of(st.text(), lines)


@given(texts, st.booleans())
def test_offsets_ascend_from_the_folded_to_the_original_text(text: str, case: bool) -> None:
    folded = fold(text, case=case)
    assert len(folded.offsets) == len(folded.text) + 1
    assert folded.offsets[-1] == len(text)
    assert all(0 <= a <= b for a, b in pairwise(folded.offsets))


@given(texts)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@given(texts)
def test_white_space_between_words_does_not_matter(text: str) -> None:
    assert fold_text(text.replace(" ", " \n\t")) == fold_text(text)


@given(texts)
def test_no_two_spaces_and_no_line_breaks_remain(text: str) -> None:
    folded = fold(text).text
    assert "  " not in folded
    assert "\n" not in folded
