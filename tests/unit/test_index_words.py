"""Words as the index knows them: the same for every way in which people and files write them."""

from __future__ import annotations

import pytest

from pincite.index.words import Words, index_terms, query_tokens, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Then BUILD the shed", "then build the shed"),
        ("ﬁnancial oﬃce", "financial office"),
        ("résumé naïve cafe\u0301", "resume naive cafe"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("“quoted” ‘single’ it’s", "quoted single it"),
        ("SHA‐1 SHA-1 SHA–1", "sha 1 sha 1 sha 1"),
        ("3M's company’s companies'", "3m company companies"),
        ("3M™ Post-it®", "3m post it"),
        ("Straße Łódź Ærø", "strasse lodz aero"),
        ("snake_case", "snake case"),
        ("CO₂ and 4,512¹", "co2 and 4512"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
        ("كِتَابٌ", "كتاب"),
        ("שָׁלוֹם", "שלום"),
        ("йод", "иод"),
        ("", ""),
        ("… — ** || ??", ""),
    ],
)
def test_writing_does_not_matter(text: str, expected: str) -> None:
    assert " ".join(terms(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,577 and 1577", ["1577", "and", "1577"]),
        ("$1,234,567.89", ["1234567.89"]),
        ("1.234.567,89 EUR", ["1234567.89", "eur"]),
        ("1\u202f577 Mio", ["1577", "mio"]),
        ("12.5% and 12,5 %", ["12.5", "and", "12.5"]),
        ("(1,577)", ["1577"]),
        ("section 1.2.3", ["section", "1.2.3"]),
        ("2019-2020", ["2019", "2020"]),
        ("1,23,456", ["1.23.456"]),
        ("١٢٣", ["123"]),
        ("3.5x", ["3.5", "x"]),
    ],
)
def test_numbers_lose_what_only_groups_their_digits(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_scripts_without_spaces_give_pairs() -> None:
    assert terms("資本支出") == ["資本", "本支", "支出"]
    assert terms("2018年度") == ["2018", "年度"]
    assert terms("株") == ["株"]
    assert terms("서울 특별시") == ["서울", "특별", "별시"]
    assert terms("ประชา") == ["ปร", "ระ", "ะช", "ชา"]


def test_vowel_signs_belong_to_their_word() -> None:
    assert terms("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("co-operation and e-mail", "cooperation email"),
        ("the U.S. economy", "us"),
        ("R&D costs", "rd"),
        ("SHA‐1", "sha1"),
        ("1.577 Euro", "1577"),
        ("rests on co-\noperation", "cooperation"),
        ("the “naïve” rest on co-\n\noperation", "cooperation"),
        ("a sentence. Another one", ""),
        ("a range of 12.5", ""),
    ],
)
def test_compounds_are_also_one_word(text: str, joined: str) -> None:
    assert index_terms(text).joined == joined


def test_what_is_no_word_is_left_out() -> None:
    assert terms("x " + "A1b2" * 100 + " y") == ["x", "y"]


def test_a_question_keeps_its_compounds_together() -> None:
    assert query_tokens("long-term debt") == [(("long", "term"), "longterm"), (("debt",), None)]
    assert query_tokens("U.S. FY2018") == [(("u", "s"), "us"), (("fy2018",), None)]


@pytest.mark.parametrize(
    "text",
    [
        "plain words, 1,577.50",
        "Bob's U.S. co-op, snake_case " + 61 * "x" + " end",
        "“Naïve” oﬃce’s  co\u00adop",
        "資本支出は2018年度",
        "cafe\u0301 x",
        "𝟙𝟚 ŉ ǆ ß",
        "1\u202f577 x",
    ],
)
def test_words_know_where_they_stand(text: str) -> None:
    found = Words(text)
    assert found.terms == terms(text)
    places = found.spans(0, len(found.terms) - 1)
    for term, place in zip(found.terms, places, strict=True):
        assert terms(text[place.start : place.end]) == [term]
    assert [found.spans(i, i) for i in range(len(places))] == [[place] for place in places]
