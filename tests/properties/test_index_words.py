"""Words: placed or not they are the same, and they stand where they say, whatever the text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.index.question import read_question
from pincite.index.words import Words, index_terms, terms
from tests.properties.strategies import lines

texts = st.one_of(st.text(), st.lists(lines, max_size=6).map("\n".join))


@given(texts)
def test_words_are_the_terms_with_their_places(text: str) -> None:
    assert Words(text).terms == terms(text)
    assert index_terms(text).single.split() == terms(text)


@given(texts)
def test_places_ascend_within_the_text(text: str) -> None:
    found = Words(text)
    places = found.spans(0, len(found.terms))
    assert all(0 <= place.start < place.end <= len(text) for place in places)
    assert all(a.start <= b.start and a.end <= b.end for a, b in pairwise(places))


@given(texts)
def test_terms_are_single_words(text: str) -> None:
    for term in [*terms(text), *index_terms(text).joined.split()]:
        assert term
        assert not any(c.isspace() for c in term)


@given(texts)
def test_any_text_is_a_question(text: str) -> None:
    question = read_question(text)
    assert all(question.phrases)
    assert all(question.phrases.values())
    assert all(unit.parts and unit.weight > 0 for unit in question.units)
    assert len(set(question.units)) == len(question.units)
