from __future__ import annotations

import pytest

from pincite.parsers.pdf.headings.numbering import Number, Scheme, is_bare, readings


def first(text: str) -> tuple[str, tuple[int, ...], str]:
    """Label, parts and title of the likeliest reading."""
    number = readings(text)[0]
    return number.label, number.parts, text[number.end :]


@pytest.mark.parametrize(
    ("text", "label", "parts", "title"),
    [
        ("1. Scope", "", (1,), "Scope"),
        ("1 INTRODUCTION", "", (1,), "INTRODUCTION"),
        ("1.1 Background", "", (1, 1), "Background"),
        ("5.3 \\title", "", (5, 3), "\\title"),
        ("2 „Wissen“", "", (2,), "„Wissen“"),
        ("1.1.1. Earlier work", "", (1, 1, 1), "Earlier work"),
        ("1.1\u00a0Purpose", "", (1, 1), "Purpose"),
        ("10.Communications", "", (10,), "Communications"),
        ("(a) the goods", "", (1,), "the goods"),
        ("b) the price", "", (2,), "the price"),
        ("(iii) the term", "", (3,), "the term"),
        ("C. Guidance", "", (3,), "Guidance"),
        ("B.1 Test Cases", "", (2, 1), "Test Cases"),
        ("II.A Methods", "", (2, 1), "Methods"),
        ("A Federal Reserve System", "", (1,), "Federal Reserve System"),
        ("Article IV", "article", (4,), ""),
        ("ARTICLE IV – TERM", "article", (4,), "TERM"),
        ("PART II", "part", (2,), ""),
        ("Appendice B", "appendix", (2,), ""),
        ("فصل ١", "chapter", (1,), ""),
        ("المادة 12 التعاريف", "article", (12,), "التعاريف"),
        ("Chương 2", "chapter", (2,), ""),
        ("Kapitola 3", "chapter", (3,), ""),
        ("Κεφάλαιο 2 Μέθοδοι", "chapter", (2,), "Μέθοδοι"),
        ("Příloha 1 – Tabulky", "annex", (1,), "Tabulky"),
        ("PART I—FINANCIAL INFORMATION", "part", (1,), "FINANCIAL INFORMATION"),
        ("Item 1. Business", "item", (1,), "Business"),
        ("ITEM 1.BUSINESS", "item", (1,), "BUSINESS"),
        ("Items 1 and 2. Business and Properties", "item", (1,), "and 2. Business and Properties"),
        ("Note 14 – Revenue", "note", (14,), "Revenue"),
        ("NOTE 3: Leases", "note", (3,), "Leases"),
        ("Appendix B: Terms", "appendix", (2,), "Terms"),
        ("Chapter 3", "chapter", (3,), ""),
        ("CHAPTER THREE", "chapter", (3,), ""),
        ("Kapitel 2 Lage", "chapter", (2,), "Lage"),
        ("Глава 4. Итоги", "chapter", (4,), "Итоги"),
        ("Section 2.01 Definitions", "section", (2, 1), "Definitions"),
        ("Section 2.01(a) Terms", "section", (2, 1, 1), "Terms"),
        ("§ 4 Form", "§", (4,), "Form"),
        ("§4.2 Form", "§", (4, 2), "Form"),
        ("Challenge #1: Scaling", "challenge", (1,), "Scaling"),
        ("Strategy 1.1.1 Outcomes", "strategy", (1, 1, 1), "Outcomes"),
        ("第三章 总则", "chapter", (3,), "总则"),
        ("第十二条 期限", "article", (12,), "期限"),
        ("二、背景", "", (2,), "背景"),
        ("제2장 방법", "chapter", (2,), "방법"),
    ],
)
def test_a_number_is_read(text: str, label: str, parts: tuple[int, ...], title: str) -> None:
    assert first(text) == (label, parts, title)


@pytest.mark.parametrize(
    "text",
    [
        "2023 Compared to 2022",
        "March 31, 2022",
        "Figure 1. Trend",
        "Fiscal 2023",
        "U.S. Treasury",
        "e.g. this",
        "$ 5 million",
        "Dear Sir",
        "Notes to the accounts",
        "Part of the plan",
        "mix) it",
        "007 Bond",
        "3.14",
        "12",
        "",
        "Period 2023",
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert readings(text) == ()


def test_a_roman_one_may_be_a_letter() -> None:
    roman, letter = readings("I. Introduction")
    assert (roman.scheme, roman.value) == (Scheme.UPPER_ROMAN, 1)
    assert (letter.scheme, letter.value) == (Scheme.UPPER_LETTER, 9)


def test_a_letter_that_no_list_reaches_as_a_roman_number_is_a_letter() -> None:
    assert [n.scheme for n in readings("C. Guidance")] == [Scheme.UPPER_LETTER]


def test_the_suffix_of_an_item() -> None:
    item = readings("Item 7A. Market Risk")[0]
    assert (item.value, item.suffix) == (7, 1)
    assert readings("Item 7. Discussion")[0].suffix == 0


def test_series_tells_what_is_counted() -> None:
    def number(text: str) -> Number:
        return readings(text)[0]

    assert number("1.1 Aims").series == number("1.2 Means").series
    assert number("1.1 Aims").series != number("2.1 Aims").series
    assert number("1.1 Aims").family == number("2.1 Aims").family
    assert number("1. Aims").series != number("(1) Aims").series
    assert number("Note 1. Aims").series != number("Item 1. Aims").series


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("PART II", True),
        ("ELEVEN", True),
        ("Chapter 3.", True),
        ("PART II OTHER", False),
        ("Eleven men", False),
        ("Scope", False),
    ],
)
def test_a_number_with_nothing_behind_it(text: str, bare: bool) -> None:
    assert is_bare(text) is bare


def test_a_name_that_begins_with_a_figure_is_not_numbered() -> None:
    assert readings("3M Company and Subsidiaries") == ()
    assert readings("7A Disclosures")[0].suffix == 1
