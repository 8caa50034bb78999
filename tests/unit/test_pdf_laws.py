"""Outlines of laws and regulations, which set their titles as plainly as their text."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import Sheets, outline


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_headings(doc.layout)
    return outline(doc.layout)


def law(*parts: str) -> Sheets:
    """A law whose titles look like its text; ``Kind N: Title`` stands in two lines, and text follows where the kind is
    that of the last part."""
    doc = Sheets().page()
    last = parts[-1].split()[0]
    for part in parts:
        number, _, title = part.partition(": ")
        doc.block([number])
        if title:
            doc.block([title])
        if number.split()[0] == last:
            doc.text().text()
    return doc


@pytest.mark.parametrize(
    ("chapter", "section", "article"),
    [("CHAPTER", "Section", "Article"), ("KAPITEL", "Afdeling", "Artikel"), ("Kapitel", "Abschnitt", "§")],
)
def test_numbers_alone_on_their_lines_and_their_titles(chapter: str, section: str, article: str) -> None:
    doc = law(
        f"{chapter} I: General provisions", f"{article} 1: Scope", f"{article} 2: Definitions",
        f"{chapter} II: Rights of buyers", f"{section} 1: Information", f"{article} 3: Prices", f"{article} 4: Goods",
        f"{section} 2: Return", f"{article} 5: Time to return", f"{chapter} III: Final provisions",
        f"{section} 1: Dates", f"{article} 6: Entry into force",
    )  # fmt: skip
    assert headings(doc) == [
        (1, f"{chapter} I General provisions"), (2, f"{article} 1 Scope"), (2, f"{article} 2 Definitions"),
        (1, f"{chapter} II Rights of buyers"), (2, f"{section} 1 Information"), (3, f"{article} 3 Prices"),
        (3, f"{article} 4 Goods"), (2, f"{section} 2 Return"), (3, f"{article} 5 Time to return"),
        (1, f"{chapter} III Final provisions"), (2, f"{section} 1 Dates"), (3, f"{article} 6 Entry into force"),
    ]  # fmt: skip


def test_articles_hold_sections_in_a_contract() -> None:
    doc = Sheets().page()
    for article in ("I", "II", "III"):
        doc.title(f"ARTICLE {article}", bold=True, centred=True, after=2).block(["TERMS"], bold=True, centred=True)
        for section in ("1", "2"):
            doc.title(f"Section {section}. Fees", bold=True).text()
    assert [level for level, _ in headings(doc)] == [1, 2, 2] * 3


def test_numbers_without_titles_are_headings_alone() -> None:
    doc = law("Article 1", "Article 2", "Article 3", "Article 4")
    assert headings(doc) == [(1, f"Article {n}") for n in range(1, 5)]


def test_a_sentence_under_a_number_is_no_title() -> None:
    doc = Sheets().page()
    for n in range(1, 5):
        doc.block([f"Article {n}"]).block(["This law applies to ships."]).text()
    assert headings(doc) == [(1, f"Article {n}") for n in range(1, 5)]


def test_a_page_without_words() -> None:
    assert headings(law("Article 1", "Article 2", "Article 3").page()) == [(1, f"Article {n}") for n in range(1, 4)]
