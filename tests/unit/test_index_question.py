"""Questions: what is looked for, and what of a question is only manner of speaking."""

from __future__ import annotations

from pincite.index.question import read_question


def surfaces(text: str) -> list[str]:
    return [unit.surface for unit in read_question(text).units]


def test_stop_words_are_not_looked_for() -> None:
    assert surfaces("What is the capital expenditure of the company?") == ["capital", "expenditure", "company"]


def test_a_question_of_stop_words_alone_is_looked_for() -> None:
    assert surfaces("to be or not to be") == ["to", "be", "or", "not"]


def test_words_about_the_answer_and_the_time_count_less() -> None:
    weights = {unit.surface: unit.weight for unit in read_question("Calculate revenue for the fiscal year 2023").units}
    assert weights["calculate"] < weights["fiscal"] < weights["revenue"] == weights["2023"] == 1.0


def test_a_date_counts_less_than_a_bare_number() -> None:
    units = read_question("goodwill for the fiscal year ending January 28, 2023").units
    assert [unit.surface for unit in units if unit.is_time] == ["fiscal", "year", "ending", "january", "28", "2023"]
    assert {unit.weight for unit in units if unit.is_time} == {0.6}
    assert [unit.is_time for unit in read_question("28 shops in 2023").units] == [False, False, False]


def test_what_follows_the_question_counts_less() -> None:
    weights = {u.surface: u.weight for u in read_question("What is the profit? Give millions, not profit.").units}
    assert weights["profit"] == 1.0 > weights["millions"] > weights["give"]
    assert {unit.weight for unit in read_question("?? total assets").units} == {1.0}


def test_a_year_that_is_glued_to_letters_may_stand_alone() -> None:
    (unit,) = read_question("FY2018").units
    assert (unit.surface, unit.also) == ("fy2018", "2018")


def test_quoted_words_are_a_phrase() -> None:
    for text in ('"net revenue"', "“net revenue”", "«net revenue»", '" net\n revenue "'):
        question = read_question(text)
        assert list(question.phrases) == [("net", "revenue")]
        assert question.is_quote


def test_a_phrase_may_stand_among_other_words() -> None:
    question = read_question('where is "net revenue" for Domestic')
    assert question.phrases == {("net", "revenue"): "net revenue"}
    assert not question.is_quote
    assert surfaces('where is "net revenue" for Domestic') == ["net", "revenue", "domestic"]


def test_the_same_phrase_twice_is_one() -> None:
    question = read_question('"Net revenue" "net  revenue" "goodwill"')
    assert question.phrases == {("net", "revenue"): "Net revenue", ("goodwill",): "goodwill"}


def test_quotation_marks_around_nothing_or_alone_are_nothing() -> None:
    assert read_question('""').units == ()
    assert read_question('"--"').phrases == {}
    assert read_question('5" disk').phrases == {}
    assert read_question("").units == ()
    assert read_question("?!").units == ()


def test_query_syntax_is_only_text() -> None:
    assert surfaces("title:(a AND b*) ~2 +x^3 [1 TO 2] \\") == ["title", "2", "3", "1"]


def test_a_very_long_question_is_read_in_part() -> None:
    assert len(read_question(" ".join(f"word{i}" for i in range(1000))).units) == 64
