"""Letters that are set apart from their word."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.text.lines import make_lines
from tests.rawpdfs import raw_pdf
from tests.words import Sheet, lay_out


def text(content: str) -> str:
    return parse_pdf(raw_pdf(content), doc_id="d", name="d.pdf").text


def line(show: str) -> str:
    return text(f"BT /F1 12 Tf 72 700 Td {show} ET")


@pytest.mark.parametrize(
    "show",
    [
        "(A N N U A L   R E P O R T) Tj",
        "6 Tc (ANNUAL REPORT) Tj",
        "[(A) -400 (N) -400 (N) -400 (U) -400 (A) -400 (L) -1100 (R) -400 (E) -400 (P) -400 (O) -400 (R) -400 (T)] TJ",
    ],
)
def test_words_that_are_set_wide(show: str) -> None:
    assert line(show) == "ANNUAL REPORT"


def test_a_year_that_is_set_wide() -> None:
    assert line("(R E P O R T   2 0 2 3) Tj") == "REPORT 2023"


@pytest.mark.parametrize(
    "letters", ["A B C D E F", "Y N Y N Y N", "1 2 3 4 5 6", "X X X X X", "a b x y z w", "A N N U A L R E P O R T"]
)
def test_lists_of_letters_stay_apart(letters: str) -> None:
    assert line(f"({letters}) Tj") == letters


def test_uneven_distances_are_those_of_something_else() -> None:
    sheet = Sheet()
    for x, letter in zip((72, 80, 92, 98, 112, 119), "MERGED", strict=True):
        sheet.line(x, 100, letter)
    layout = lay_out(sheet)
    make_lines(layout)
    assert layout.pages[0].lines[0].text == "M E R G E D"


def initial(letter: str, rest: str) -> str:
    """A paragraph whose initial is three lines high."""
    lines = [rest, "what has been done in the years that went", "before, and what will be done in those to come."]
    shown = " ".join(f"1 0 0 1 100 {676 - 12 * i} Tm ({part}) Tj" for i, part in enumerate(lines))
    return text(f"BT /F1 36 Tf 1 0 0 1 72 652 Tm ({letter}) Tj /F1 10 Tf {shown} ET")


def test_an_initial_belongs_to_the_word_beside_it() -> None:
    assert initial("T", "HE TIME of the year has come for us to say").startswith("THE TIME of the year")
    assert initial("S", "ince the time has come for us to say to all").startswith("Since the time")


def test_an_initial_that_is_a_word() -> None:
    assert initial("A", "time of the year has come for us to say it").startswith("A time of the year")


def test_small_capitals_belong_to_their_capital() -> None:
    assert line("(T) Tj /F1 9 Tf [-100 (HE )] TJ /F1 12 Tf (B) Tj /F1 9 Tf [-100 (OARD)] TJ") == "THE BOARD"
