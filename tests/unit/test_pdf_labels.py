"""The label that is printed on each page."""

from __future__ import annotations

import pytest

from pincite.parsers.numerals import roman, roman_value
from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.furniture.labels import read_labels
from pincite.parsers.pdf.furniture.pagenumbers import Form, read_numbers
from pincite.parsers.pdf.layout import Furniture
from pincite.parsers.pdf.text.lines import make_lines
from tests.unit.test_pdf_furniture import body
from tests.words import Sheet, lay_out


def labels(*feet: str | None, declared: list[str] | None = None) -> list[str | None]:
    """The labels of pages that have these texts at their feet."""
    sheets = [body(Sheet()) if foot is None else body(Sheet()).line(300, 760, foot) for foot in feet]
    layout = lay_out(*sheets)
    for page, label in zip(layout.pages, declared or [], strict=False):
        page.declared_label = label
    make_lines(layout)
    mark_furniture(layout)
    read_labels(layout)
    return [page.printed_label for page in layout.pages]


def test_plain_numbers() -> None:
    assert labels("1", "2", "3") == ["1", "2", "3"]


def test_an_offprint_starts_high() -> None:
    assert labels("141", "142", "143") == ["141", "142", "143"]


def test_roman_front_matter() -> None:
    assert labels("i", "ii", "iii", "1", "2", "3") == ["i", "ii", "iii", "1", "2", "3"]


def test_a_cover_has_no_label() -> None:
    assert labels(None, "2", "3", "4") == [None, "2", "3", "4"]


def test_prefixes() -> None:
    assert labels("61", "62", "63", "F-1", "F-2", "F-3") == ["61", "62", "63", "F-1", "F-2", "F-3"]


def test_a_hole_between_two_that_agree_is_filled() -> None:
    assert labels("1", "2", None, "4", "5") == ["1", "2", "3", "4", "5"]
    assert labels("ii", "iii", None, "v", "vi") == ["ii", "iii", "iv", "v", "vi"]


def test_a_hole_between_two_that_disagree_is_not() -> None:
    assert labels("1", "2", "3", None, "11", "12", "13") == ["1", "2", "3", None, "11", "12", "13"]


def test_words_around_the_number() -> None:
    assert labels("Page 1 of 3", "Page 2 of 3", "Page 3 of 3") == ["1", "2", "3"]
    assert labels("- 4 -", "- 5 -", "- 6 -") == ["4", "5", "6"]
    assert labels("7 | Annual report", "8 | Annual report", "9 | Annual report") == ["7", "8", "9"]


def test_a_number_that_does_not_count_pages_is_no_label() -> None:
    assert labels("2022", "2022", "2022") == [None, None, None]
    assert labels("17", "4", "96") == [None, None, None]


def test_page_n_of_m_at_the_end_of_the_text_of_each_page() -> None:
    sheets = [body(Sheet()).line(300, 300 + 70 * (i % 3), f"Page {i} of 80") for i in range(11, 15)]
    layout = lay_out(*sheets)
    for run in (make_lines, mark_furniture, read_labels):
        run(layout)
    assert [page.printed_label for page in layout.pages] == ["11", "12", "13", "14"]


def test_restarts() -> None:
    assert labels("1", "2", "3", "1", "2", "3") == ["1", "2", "3", "1", "2", "3"]


@pytest.mark.parametrize(
    ("text", "label", "form"),
    [
        ("12", "12", Form.ALONE),
        ("F-12", "F-12", Form.ALONE),
        ("A-1-12", "A-1-12", Form.ALONE),
        ("- 4 -", "4", Form.ALONE),
        ("xiv", "xiv", Form.ALONE),
        ("Page 3 of 9", "3", Form.NAMED),
        ("Seite 3 von 9", "3", Form.NAMED),
        ("3 / 9", "3", Form.ALONE),
        ("000123", "000123", Form.STAMP),
        ("Annual report 14", "14", Form.INSIDE),
        ("第 3 页", "3", Form.NAMED),
    ],
)
def test_read_numbers(text: str, label: str, form: Form) -> None:
    assert [(n.label, n.form) for n in read_numbers(text)] == [(label, form)]


@pytest.mark.parametrize("text", ["did", "civic", "Introduction", "iiii", "$12.50"])
def test_no_numbers(text: str) -> None:
    assert read_numbers(text) == []


@pytest.mark.parametrize("value", [1, 4, 9, 14, 40, 99, 448])
def test_roman_numerals(value: int) -> None:
    assert roman_value(roman(value)) == value


def test_a_first_page_that_has_its_number_elsewhere() -> None:
    sheets = [body(Sheet().line(400, 100, "Page 1 of 4"), y=300)]
    sheets += [body(Sheet().line(500, 40, f"Page {i} of 4")) for i in range(2, 5)]
    layout = lay_out(*sheets)
    make_lines(layout)
    mark_furniture(layout)
    read_labels(layout)
    assert [page.printed_label for page in layout.pages] == ["1", "2", "3", "4"]
    assert [n.furniture for n in layout.pages[0].lines if n.text == "Page 1 of 4"] == [Furniture.PAGE_LABEL]


def test_a_reference_to_a_page_is_no_label() -> None:
    sheets = [body(Sheet().line(72, 300, "as shown on Page 1 of 4 above"), y=340)]
    sheets += [body(Sheet().line(500, 40, f"Page {i} of 4")) for i in range(2, 5)]
    layout = lay_out(*sheets)
    make_lines(layout)
    mark_furniture(layout)
    read_labels(layout)
    assert [page.printed_label for page in layout.pages] == [None, "2", "3", "4"]


def declared(*feet: str | None, said: list[str]) -> list[str | None]:
    """What is left of the declared labels of pages that have these texts at their feet."""
    layout = lay_out(*(body(Sheet()) if foot is None else body(Sheet()).line(300, 760, foot) for foot in feet))
    for page, label in zip(layout.pages, said, strict=True):
        page.declared_label = label
    for run in (make_lines, mark_furniture, read_labels):
        run(layout)
    return [page.declared_label for page in layout.pages if page.printed_label is None]


def test_a_cover_does_not_take_the_label_that_another_page_shows() -> None:
    feet = (None, "i", "ii", "iii", "1", "2", "3")
    assert declared(*feet, said=["1", "i", "ii", "iii", "1", "2", "3"]) == [None]


def test_numbers_of_sheets_are_forgotten_where_pages_are_numbered_otherwise() -> None:
    assert declared(None, "1", "2", "3", "4", None, said=["1", "2", "3", "4", "5", "6"]) == [None, None]


def test_a_file_that_knows_its_pages_names_the_cover() -> None:
    assert declared(None, "2", "3", "4", None, said=["1", "2", "3", "4", "5"]) == ["1", "5"]
    assert declared(None, None, None, said=["A", "i", "ii"]) == ["A", "i", "ii"]


def test_an_exhibit_of_an_exhibit() -> None:
    feet = ["1", "2", "3", "A-1", "A-1-1", "B-1"]
    assert labels(*feet) == feet
