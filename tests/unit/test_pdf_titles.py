from __future__ import annotations

import pytest

from pincite.parsers.pdf.headings import titles


def test_key_is_the_same_however_a_title_is_set() -> None:
    assert titles.key("Risk\u00a0Factors") == titles.key("RISK FACTORS") == titles.key("Risk Factors:") == "riskfactors"
    assert titles.key("Ofﬁce — Straße") == titles.key("Office - Strasse")


@pytest.mark.parametrize(
    "text",
    [
        "Table of Contents",
        "CONTENTS",
        "Inhaltsverzeichnis",
        "List of Figures",
        "目录",
        "Содержание",
        "Índice de figuras",
        "插图清单",
    ],
)
def test_names_of_contents(text: str) -> None:
    assert titles.names_contents(text)


def test_a_sentence_about_contents_names_none() -> None:
    assert not titles.names_contents("The contents of the box")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Goal 8: Workforce (Cont’d)", "Goal 8: Workforce"),
        ("2. LEASES (continued)", "2. LEASES"),
        ("Leases – continued", "Leases"),
        ("Statements (Continued)", "Statements"),
        ("Continued fractions", "Continued fractions"),
        ("To be continued", "To be continued"),
    ],
)
def test_continued(text: str, plain: str) -> None:
    assert titles.without_continued(text) == plain


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("We agree to this.", True),
        ("Acme Inc.", False),
        ("John F. K.", False),
        ("Scope", False),
        ("the price;", True),
        ("Why now?", False),
    ],
)
def test_ends_sentence(text: str, ends: bool) -> None:
    assert titles.ends_sentence(text) is ends


@pytest.mark.parametrize("text", ["The sum of the", "bread, milk,", "a total of", "see (", "research &"])
def test_cut_short(text: str) -> None:
    assert titles.is_cut_short(text)


@pytest.mark.parametrize(
    "text",
    ["March 31, 2022", "31 March 2022", "As of December 31, 2023", "2024-01-31", "May 2020", "Updated June 1, 2020"],
)
def test_dates(text: str) -> None:
    assert titles.is_date(text)


def test_a_title_with_a_year_is_no_date() -> None:
    assert not titles.is_date("Fiscal 2023 Compared to Fiscal 2022")


@pytest.mark.parametrize(
    "text", ["www.example.org", "One Main Street, Springfield, OR 97005", "(503) 671-6453", "info@example.org"]
)
def test_addresses(text: str) -> None:
    assert titles.is_address(text)


@pytest.mark.parametrize(
    "text", ["Figure 1. Trend", "Table 2: Rates", "Abb. 3 Verlauf", "Рис. 4 Схема", "图 2 结构", "Exhibit 3 | Costs",
             "Tabela 4.1. Menus", "Tabell 2 Priser", "Rysunek 3. Okno", "Figuur 1.2"]
)  # fmt: skip
def test_captions(text: str) -> None:
    assert titles.is_caption(text)


@pytest.mark.parametrize("text", ["Figures", "Tables and chairs", "Table of Contents", "Exhibits"])
def test_no_captions(text: str) -> None:
    assert not titles.is_caption(text)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("Allow 10.2.1", True),
        ("water, 12, 15-18", True),
        ("New criteria in WCAG 2.1", False),
        ("Overview of 2022", False),
    ],
)
def test_index_entries(text: str, entry: bool) -> None:
    assert titles.is_index_entry(text) is entry


def test_index_titles_may_be_numbered() -> None:
    assert titles.names_index("Index")
    assert titles.names_index("12. Subject Index")
    assert not titles.names_index("Price index of 2020")


def test_capitals() -> None:
    assert titles.is_capitals("ITEM 1A. RISK FACTORS")
    assert not titles.is_capitals("Item 1A. Risk Factors")
    assert not titles.is_capitals("IT")


def test_letters() -> None:
    assert titles.has_letters("章")
    assert titles.has_letters("a b")
    assert not titles.has_letters("12 - 4 a")


def test_standard_titles_and_notices() -> None:
    assert titles.is_standard("REFERENCES")
    assert titles.is_standard("Danksagung")
    assert titles.is_standard("Notes to Consolidated Financial Statements")
    assert not titles.is_standard("Our references are good")
    assert titles.is_notice("CAUTION!")
    assert not titles.is_notice("Cautionary tales")


def test_citations() -> None:
    assert titles.is_citation("Battiston, S, Gatti, D. D, Gallegati, M and Stiglitz, J.E. (2009)")
    assert titles.is_citation("Knuth, D. E. (1974)")
    assert not titles.is_citation("Hours, Rest and Pay")
    assert not titles.is_citation("Property, Plant and Equipment")


def test_titles_of_works_cited() -> None:
    assert titles.names_references("7. References")
    assert not titles.names_references("Terms of reference")


@pytest.mark.parametrize("text", ["April - September", "May-13Jul-13Sep-13 Nov-13 Jan-14Mar-14", "Jan Feb Mar Apr"])
def test_months_in_a_row_are_dates(text: str) -> None:
    assert titles.is_date(text)


@pytest.mark.parametrize("text", ["March", "May and Marching Orders", "Decision in June", "Marketing", "Mayor of June"])
def test_words_that_begin_as_months_do(text: str) -> None:
    assert not titles.is_date(text)
