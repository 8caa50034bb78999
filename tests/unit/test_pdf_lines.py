"""Words become lines: one base line, one column."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out


def texts(sheet: Sheet) -> list[str]:
    return [line.text for line in run(sheet).pages[0].lines]


def run(sheet: Sheet) -> Layout:
    layout = lay_out(sheet)
    make_lines(layout)
    return layout


def test_words_of_one_base_line_make_a_line() -> None:
    assert texts(Sheet().lines(72, 100, ["The first line", "and the second."])) == ["The first line", "and the second."]


def test_a_line_knows_its_box_and_look() -> None:
    (line,) = run(Sheet().line(100, 100, "ab cd", size=10, bold=True)).pages[0].lines
    assert tuple(line.box) == pytest.approx((100, 92.1, 122.5, 102.1))
    assert (line.size, line.bold, line.italic, line.page) == (10, True, False, 1)


def test_bold_is_what_most_characters_are() -> None:
    (line,) = run(Sheet().line(72, 100, "Term", bold=True).line(94.5, 100, "means a long explanation")).pages[0].lines
    assert line.text == "Term means a long explanation"
    assert not line.bold


def test_words_in_any_order_of_drawing() -> None:
    sheet = Sheet()
    for x, word in ((130, "in"), (72, "words"), (145, "disorder"), (102, "drawn")):
        sheet.line(x, 100, word)
    assert texts(sheet) == ["words drawn in disorder"]


def test_columns_drawn_line_by_line_do_not_weave() -> None:
    sheet = Sheet()
    for i in range(6):
        sheet.line(72, 100 + 12 * i, f"left column text {i}").line(72 + 118, 100 + 12 * i, f"right column text {i}")
    assert texts(sheet) == [t for i in range(6) for t in (f"left column text {i}", f"right column text {i}")]


def test_a_narrow_gutter_is_seen_over_several_lines() -> None:
    sheet = Sheet()
    for i, word in enumerate(["alpha", "omega", "delta", "gamma", "kappa"]):
        sheet.line(72, 100 + 12 * i, f"left side {word}").line(72 + 85, 100 + 12 * i, "right side")
    assert texts(sheet)[:2] == ["left side alpha", "right side"]


def test_a_wide_word_space_in_justified_text_is_no_gutter() -> None:
    sheet = Sheet().lines(72, 100, ["words that fill the line", "words that fill the line"])
    sheet.line(72, 124, "stretched words", space=1.2).lines(72, 136, ["words that fill the line"])
    assert "stretched words" in texts(sheet)


def test_a_ruling_parts_cells() -> None:
    sheet = Sheet().line(72, 100, "one").line(72 + 22, 100, "two")
    assert texts(sheet) == ["one two"]
    sheet = Sheet().line(72, 100, "one").line(72 + 22, 100, "two").rule(90, 80, 90, 110)
    assert texts(sheet) == ["one", "two"]


@pytest.mark.parametrize("marker", ["1.", "(a)", "•", "iv)", "2.3.1", "Item 1A.", "Section 4.02"])
def test_a_marker_stays_with_its_text(marker: str) -> None:
    assert texts(Sheet().line(72, 100, marker).line(72 + 5 * len(marker) + 36, 100, "The text of it")) == [
        f"{marker} The text of it"
    ]


def test_a_bullet_on_a_base_line_of_its_own() -> None:
    assert texts(Sheet().line(72, 96, "▪", size=7).line(90, 100, "The text of it")) == ["▪ The text of it"]


def test_figures_of_a_table_row_are_lines_of_their_own() -> None:
    assert texts(Sheet().line(72, 100, "Revenue").line(300, 100, "4,512").line(400, 100, "3,977")) == [
        "Revenue",
        "4,512",
        "3,977",
    ]


@pytest.mark.parametrize(
    ("before", "mark", "after", "text"),
    [
        ("4,512", "1", "tonnes", "4,512 1 tonnes"),
        ("debt", "(2)", "rose", "debt (2) rose"),
        ("12 m", "3", "of gas", "12 m3 of gas"),
        ("the 21", "st", "century", "the 21st century"),
        ("Acme", "TM", "phones", "AcmeTM phones"),
        ("end.", "14", "Then", "end. 14 Then"),
        ("name", "*", "here", "name* here"),
    ],
)
def test_raised_marks(before: str, mark: str, after: str, text: str) -> None:
    sheet = Sheet().line(72, 100, before)
    right = sheet.page.words[-1].x1
    sheet.line(right, 96.5, mark, size=6, glued=True).line(right + 3 * len(mark) + 2.5, 100, after)
    assert texts(sheet) == [text]


def test_a_raised_number_before_a_footnote() -> None:
    sheet = Sheet().line(72, 97, "1", size=5).line(75, 100, "Provisional figure.", size=8, glued=True)
    (line,) = run(sheet).pages[0].lines
    assert (line.text, line.size) == ("1 Provisional figure.", 8)


def test_a_lowered_index_belongs_to_its_word() -> None:
    sheet = Sheet().line(72, 100, "CO").line(82, 101.5, "2", size=6, glued=True).line(87.5, 100, "emissions")
    assert texts(sheet) == ["CO2 emissions"]


def test_japanese_characters_are_not_parted() -> None:
    sheet = Sheet()
    for i, char in enumerate("会議は三月"):
        sheet.line(72 + 5.5 * i, 100, char)
    assert texts(sheet) == ["会議は三月"]


def test_japanese_in_upright_columns_from_right_to_left() -> None:
    sheet = Sheet(200, 200)
    for column, text in enumerate(("いつもお世話に", "なっております")):
        for i, char in enumerate(text):
            sheet.line(150 - 20 * column, 30 + 11 * i, char)
    assert texts(sheet) == ["いつもお世話に", "なっております"]
    assert {w.angle for w in sheet.page.words} == {90}


def test_hebrew_is_read_from_the_right() -> None:
    sheet = Sheet().line(72, 100, "לחודש").line(102, 100, "January").line(142, 100, "2024").line(170, 100, "בשנת")
    assert texts(sheet) == ["בשנת January 2024 לחודש"]


def test_a_full_stop_closes_a_hebrew_line() -> None:
    sheet = Sheet().line(72, 100, ".").line(77, 100, "לחודש").line(104.5, 100, "בשנת")
    assert texts(sheet) == ["בשנת לחודש."]


def test_letters_drawn_one_by_one() -> None:
    sheet = Sheet()
    for i, letter in enumerate("Nonvested"):
        sheet.line(72 + 5 * i, 100, letter)
    assert texts(sheet.line(119.5, 100, "at June")) == ["Nonvested at June"]


def test_sideways_text_reads_upwards() -> None:
    sheet = Sheet(200, 300)
    for i, word in enumerate(["Brake", "fluid", "level"]):
        sheet.line(0, 0, word)
        sheet.page.words[-1] = sheet.page.words[-1]._replace(x0=50, x1=60, y0=200 - 30 * i, y1=225 - 30 * i, angle=270)
    (line,) = run(sheet).pages[0].lines
    assert line.text == "Brake fluid level"
    assert line.box == (50, 140, 60, 225)


def test_the_body_size_is_that_of_most_characters() -> None:
    sheet = Sheet().line(72, 50, "A Title", size=24).lines(72, 100, ["many words of body text here"] * 5, size=9)
    assert run(sheet).body_size == 9


def test_the_comma_after_a_number_stands_at_its_left_in_a_hebrew_line() -> None:
    sheet = Sheet().line(72, 100, "חשבון").line(102, 100, ",571").line(130, 100, "סניף")
    assert texts(sheet) == ["סניף 571, חשבון"]
    assert texts(Sheet().line(72, 100, "חשבון").line(102, 100, ".571").line(130, 100, "סניף")) == ["סניף .571 חשבון"]
