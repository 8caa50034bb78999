"""Text that runs from right to left: order of words, brackets, islands of the other direction."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.layout import Flag, Style, Word
from pincite.parsers.pdf.text.direction import in_reading_order, logical_order, mend_brackets, share_of_rtl
from pincite.parsers.pdf.text.lines import text_of

STYLES = [Style("Arial", 10.0, bold=False, italic=False, mono=False, color=0)]


def shown(line: str) -> list[Word]:
    """The words of a line as they stand, from left to right; ``+`` says that nothing parts two of them."""
    x, out = 50.0, []
    for i, text in enumerate(line.replace("+", " +").split(" ")):
        x += 0 if text[0] == "+" or not i else 4
        text = text.removeprefix("+")
        out.append(Word(text, x, 100, x + 5 * len(text), 110, 0))
        x += 5 * len(text)
    return out


def read(line: str, page: float = 1.0) -> str:
    return text_of(in_reading_order(shown(line), page, STYLES))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("עולם שלום", "שלום עולם"),
        ("2024 שנת", "שנת 2024"),
        ("New York בעיר", "בעיר New York"),
        ("סוף 12 March 2024 ביום", "ביום 12 March 2024 סוף"),
        (". 2024 שנת", "שנת 2024 ."),
        (".Microsoft Office ו", "ו Microsoft Office."),
        (".12/03/2023 בתאריך", "בתאריך 12/03/2023."),
        (".5 סך", "סך .5"),
        ("שלום .1", "1. שלום"),
    ],
)
def test_order_of_reading(line: str, text: str) -> None:
    assert " ".join(w.text for w in logical_order(shown(line))) == text


@pytest.mark.parametrize(
    "line",
    [
        "(+שומרון+) עברית",  # as they look
        ")+שומרון+( עברית",  # as they are meant
    ],
)
def test_brackets_open_and_close_in_the_order_of_reading(line: str) -> None:
    assert read(line) == "עברית (שומרון)"


def test_brackets_around_words_of_another_script() -> None:
    assert read("ו )+UNESCO+) כמו") == "כמו (UNESCO) ו"
    assert read("(+20%+)+סך") == "סך(20%)"


def test_a_bracket_that_a_line_leaves_open() -> None:
    assert read("האפרו ממשפחת+) שפה") == "שפה (ממשפחת האפרו"
    assert read("הידועה ,+(+אסיאתיות") == "אסיאתיות), הידועה"
    assert read('.+(+"+ברזל') == 'ברזל").'


def test_a_phrase_within_an_english_line_is_turned_round() -> None:
    assert read("the words עולם שלום mean peace", page=0.02) == "the words שלום עולם mean peace"
    assert read("page 5 עולם 12 שלום", page=0.02) == "page 5 שלום 12 עולם"
    assert read("in English alone", page=0.02) == "in English alone"


def test_a_line_with_both_directions_at_its_ends_runs_as_its_page() -> None:
    assert read("Languages: שלום", page=0.1) == "Languages: שלום"
    assert read("Acme בעיר", page=0.9) == "בעיר Acme"
    assert read("Acme בעיר הגדולה", page=0.5) == "הגדולה בעיר Acme"


def test_letters_that_the_file_has_together_stay_together() -> None:
    left, right = shown("مي سا")
    parted = [left._replace(x1=right.x0 - 1.5, flags=Flag.GLUED.value), right]
    assert text_of(in_reading_order(parted, 1.0, STYLES)) == "سامي"


def test_how_much_of_a_text_runs_from_the_right() -> None:
    assert share_of_rtl(shown("12 Acme")) == 0
    assert share_of_rtl(shown("שלום Acme 12")) == 0.5


def test_nothing_to_mend() -> None:
    words = shown("שלום עולם")
    assert mend_brackets(words) is words
