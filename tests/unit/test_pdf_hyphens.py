"""What stands between two lines of a block."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pincite.parsers.pdf.layout import Joint, Layout
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out


def joint(first: str, second: str, *elsewhere: str) -> Joint:
    layout = lay_out(Sheet().line(20, 100, first).line(20, 112, second).lines(20, 200, list(elsewhere)))
    make_lines(layout)
    one, two = layout.pages[0].lines[:2]
    return Joints(layout).of(one, two)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("the first line", "goes on here", Joint.SPACE),
        ("more infor-", "mation on the offers", Joint.JOIN),
        ("it was legis-", "lated in the", Joint.JOIN),
        ("a sample of n-", "tridecanal was kept", Joint.KEEP),
        ("the years 2019-", "2021 were", Joint.KEEP),
        ("the Covid-", "19 pandemic", Joint.KEEP),
        ("a non-", "linear relation", Joint.KEEP),
        ("the state-of-the-", "art method", Joint.KEEP),
        ("a high-quality Franco-", "German treaty", Joint.KEEP),
        ("the U.S.-", "based company", Joint.KEEP),
        ("vracht-", "en verzendkosten", Joint.SPACE),
        ("short-", "and long-term debt", Joint.SPACE),
        ("the use of PRO-", "GRAMS is", Joint.JOIN),
        ("10.0.8.72", "-prio 3", Joint.SPACE),
        ("add -ip 10.0.8.72 -", "prio 3", Joint.KEEP),
        ("he came —", "and left", Joint.SPACE),
        ("he came—", "and left", Joint.NONE),
        ("次の会議は", "三月です", Joint.NONE),
        ("see https://example.org/", "path/to/file", Joint.NONE),
        ("ends with -", "and goes on", Joint.SPACE),
        ("infor\u00ad", "mation", Joint.JOIN),
    ],
)
def test_by_form(first: str, second: str, expected: Joint) -> None:
    assert joint(first, second) is expected


def test_the_document_is_the_witness_for_a_compound() -> None:
    assert joint("based on the price-", "determining factors", "all price-determining factors") is Joint.KEEP


def test_two_words_that_the_document_knows_are_a_compound() -> None:
    assert joint("a project-", "based plan", "the project is", "it is based on") is Joint.KEEP


def test_the_document_is_the_witness_for_one_word() -> None:
    assert joint("in pre-", "eminent place", "the preeminent one") is Joint.JOIN


def test_a_korean_word_that_the_document_knows_is_closed_up() -> None:
    assert joint("대유행 단계에 돌", "입하였다고 인정한", "단계에 돌입하였다고 했다") is Joint.NONE
    assert joint("대유행 단계에", "들어갔다고 인정한") is Joint.SPACE


def document(*lines: str) -> Layout:
    layout = lay_out(Sheet().lines(20, 100, list(lines)))
    make_lines(layout)
    return layout


def joints_of(layout: Layout) -> dict[str, Joint]:
    """The joints of the lines that end with a hyphen, by their last word."""
    joints = Joints(layout)
    lines = layout.pages[0].lines
    return {a.text.split()[-1]: joints.of(a, b) for a, b in pairwise(lines) if a.text.endswith("-")}


def test_a_document_that_divides_no_words_keeps_its_hyphens() -> None:
    plain = [f"line {i} of a text whose words are never divided" for i in range(130)]
    layout = document("ducks eat by filter-", "feeding in ponds and", "are sometimes bad-", "tempered", *plain)
    assert joints_of(layout) == {"filter-": Joint.KEEP, "bad-": Joint.KEEP}


def test_compounds_that_the_document_knows_speak_for_the_others() -> None:
    layout = document(
        *("all long-term debts and well-known risks", "of the long-", "term plan and its well-", "known risks"),
        *("for lean-", "manufacturing"),
    )
    assert joints_of(layout)["lean-"] is Joint.KEEP


def test_words_that_the_document_divides_speak_for_the_others() -> None:
    plain = [f"line {i} of a text whose words are seldom divided" for i in range(150)]
    layout = document("the information of infor-", "mation and a recon-", "struction that was in-", "spired", *plain)
    assert joints_of(layout) == {"infor-": Joint.JOIN, "recon-": Joint.JOIN, "in-": Joint.JOIN}


def test_the_second_half_of_a_divided_word_is_no_word_that_the_document_knows() -> None:
    layout = document("this complex thing has the complex-", "ities of its kind and infor-", "mation")
    assert joints_of(layout) == {"complex-": Joint.JOIN, "infor-": Joint.JOIN}


@pytest.mark.parametrize(("first", "second"), [("169,92", "3"), ("$1,2", "34"), ("detection", "s"), ("violatio", "n")])
def test_a_word_that_a_narrow_cell_broke_is_closed_up(first: str, second: str) -> None:
    assert joint(first, second) is Joint.NONE


def test_a_last_vowel_goes_to_a_word_that_the_document_knows() -> None:
    assert joint("Estimat", "e", "the estimate of the year") is Joint.NONE
    assert joint("bandiera", "e", "la bandiera") is Joint.SPACE


@pytest.mark.parametrize(("first", "second"), [("169,923", "3"), ("Class", "A"), ("2023", "4"), ("Level", "3")])
def test_short_words_below_others_stay_words(first: str, second: str) -> None:
    assert joint(first, second) is Joint.SPACE
