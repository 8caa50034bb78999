"""Reading order of lines and tables on a page."""

from __future__ import annotations

from pincite.model import BBox
from pincite.parsers.assemble import DraftTable
from pincite.parsers.pdf.layout import LayoutTable
from pincite.parsers.pdf.text.columns import reading_order, running_text
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out


def order(sheet: Sheet, *tables: LayoutTable, rtl: bool = False) -> list[str]:
    """Texts of the page in reading order; a table shows as TABLE."""
    layout = lay_out(sheet)
    make_lines(layout)
    flows = reading_order(layout.pages[0].lines, tables, rtl=rtl)
    return ["TABLE" if isinstance(item, LayoutTable) else item.text for flow in flows for item in flow]


def column(name: str, n: int) -> list[str]:
    return [f"{name} column has the text {i}" for i in range(n)]


def test_two_columns_are_read_one_after_the_other() -> None:
    sheet = Sheet().lines(72, 100, column("left", 6)).lines(320, 100, column("right", 6))
    assert order(sheet) == column("left", 6) + column("right", 6)


def test_a_large_title_in_a_column_does_not_close_a_narrow_gutter() -> None:
    right = Sheet().lines(72, 100, column("left", 1)).page.words[-1].x1 + 8
    sheet = Sheet().lines(72, 100, column("left", 4)).line(72, 160, "A large title", size=14)
    sheet.lines(72, 180, column("down", 4)).lines(right, 100, column("east", 4)).lines(right, 180, column("last", 4))
    expected = [*column("left", 4), "A large title", *column("down", 4), *column("east", 4), *column("last", 4)]
    assert order(sheet) == expected


def test_columns_with_other_base_lines() -> None:
    sheet = Sheet().lines(72, 100, column("left", 8)).lines(320, 105, column("right", 7), leading=13)
    assert order(sheet) == column("left", 8) + column("right", 7)


def test_a_title_over_two_columns_comes_first_and_a_note_below_last() -> None:
    wide = "a line that runs over both of the columns and is long enough to do it in every case here"
    sheet = (
        Sheet()
        .line(72, 60, wide)
        .lines(72, 100, column("left", 6))
        .lines(320, 100, column("right", 6))
        .line(72, 200, wide)
    )
    assert order(sheet) == [wide, *column("left", 6), *column("right", 6), wide]


def test_two_bands_of_columns() -> None:
    wide = "a line that runs over both of the columns and is long enough to do it in every case here"
    sheet = Sheet().lines(72, 100, column("left", 5)).lines(320, 100, column("right", 5)).line(72, 190, wide)
    sheet.lines(72, 230, column("lower left", 5)).lines(320, 230, column("lower right", 5))
    expected = [*column("left", 5), *column("right", 5), wide, *column("lower left", 5), *column("lower right", 5)]
    assert order(sheet) == expected


def test_three_columns() -> None:
    sheet = Sheet()
    for x, name in ((40, "one"), (230, "two"), (420, "three")):
        sheet.lines(x, 100, column(name, 5))
    assert order(sheet) == column("one", 5) + column("two", 5) + column("three", 5)


def test_columns_from_right_to_left() -> None:
    sheet = Sheet().lines(72, 100, column("left", 6)).lines(320, 100, column("right", 6))
    assert order(sheet, rtl=True) == column("right", 6) + column("left", 6)


def test_a_contents_page_is_read_row_by_row() -> None:
    sheet = Sheet()
    titles = ["Business of the company", "Risk factors that we face", "Legal proceedings pending"]
    for i, title in enumerate(titles):
        sheet.line(72, 100 + 20 * i, title).line(500, 100 + 20 * i, str(3 + i))
    assert order(sheet) == [titles[0], "3", titles[1], "4", titles[2], "5"]


def test_a_table_over_both_columns_parts_them() -> None:
    table = LayoutTable(BBox(72, 200, 540, 300), 1, DraftTable(1, 1, []))
    sheet = Sheet().lines(72, 100, column("left", 6)).lines(320, 100, column("right", 6))
    sheet.lines(72, 330, column("lower left", 4)).lines(320, 330, column("lower right", 4))
    texts = order(sheet, table)
    assert texts == [
        *column("left", 6),
        *column("right", 6),
        "TABLE",
        *column("lower left", 4),
        *column("lower right", 4),
    ]


def test_a_short_heading_under_the_columns_is_read_after_both() -> None:
    sheet = Sheet().lines(72, 100, column("left", 6)).lines(320, 100, column("right", 6)).line(72, 230, "Notes")
    assert order(sheet)[-1] == "Notes"


def test_a_column_that_ends_early() -> None:
    sheet = Sheet().lines(72, 100, column("left", 12)).lines(320, 100, column("right", 4))
    assert order(sheet) == column("left", 12) + column("right", 4)


def test_rows_from_right_to_left() -> None:
    sheet = Sheet().line(72, 100, "16,898").line(200, 100, "15,501").line(400, 100, "מילים")
    assert order(sheet, rtl=True) == ["מילים", "15,501", "16,898"]


def test_running_text_is_told_from_the_cells_of_a_table() -> None:
    text = [
        *("a line of a paragraph that is", "long enough to be followed by", "others of the same width and"),
        *("that breaks off in the middle", "of its sentences."),
    ]
    sheet = Sheet().lines(72, 100, text).lines(320, 100, ["Revenue", "Costs", "Taxes", "Profit", "Dividend", "Shares"])
    layout = lay_out(sheet)
    make_lines(layout)
    found = running_text(layout.pages[0].lines)
    assert [line.text for line in layout.pages[0].lines if id(line) in found] == text


def test_terms_and_the_texts_beside_them_are_read_entry_by_entry() -> None:
    sheet = Sheet()
    entries = [
        (["Issuer"], ["The bank holding company", "of the savings bank"]),
        (
            ["Shares of common", "stock offered by us"],
            ["Four million shares", "or more if the option", "is taken in full"],
        ),
        (["Use of proceeds"], ["We mean to use the money", "for our corporate purposes"]),
        (["Lock-up agreements"], ["All of our officers have", "entered into agreements"]),
    ]
    y = 100.0
    for term, text in entries:
        sheet.lines(72, y, term).lines(260, y, text)
        y += 12 * len(text) + 10
    assert order(sheet) == [line for term, text in entries for line in (*term, *text)]


def test_two_columns_of_paragraphs_are_no_entries() -> None:
    left = ["this column goes on", "down to its own foot", "", "with a new paragraph", "here and some more", "words."]
    right = [
        "and that column goes",
        "on beside it until it",
        "has come to an end,",
        "",
        "then ends below the",
        "other one.",
    ]
    sheet = Sheet()
    for x, lines in ((72, left), (320, right)):
        for i, line in enumerate(lines * 2):
            if line:
                sheet.line(x, 100 + 12 * i, line)
    assert order(sheet) == [line for line in (*left, *left, *right, *right) if line]


def test_signatures_are_read_with_the_title_and_the_date_beside_them() -> None:
    sheet = Sheet().line(130, 90, "Name").line(330, 90, "Title").line(500, 90, "Date")
    people = [
        ("Ada Moor", ["Chief Executive Officer", "(Principal Executive Officer)"]),
        ("Ben Hale", ["Chief Financial Officer"]),
        ("Cleo Ward", ["Director"]),
        ("Dora Finch", ["Director"]),
        ("Egon Lake", ["Director and Chair of the Board"]),
    ]
    for i, (name, title) in enumerate(people):
        y = 120 + 36 * i
        sheet.line(46, y + 9, f"/s/ {name}").line(46, y + 22, name.upper()).rule(46, y + 12, 200, y + 12)
        sheet.lines(265, y if len(title) > 1 else y + 9, title, leading=9).line(498, y, "November 1, 2024")
    expected = ["Name", "Title", "Date"]
    for name, title in people:
        expected += [f"/s/ {name}", name.upper(), *title, "November 1, 2024"]
    assert order(sheet) == expected


def test_cards_in_rows_are_read_row_by_row() -> None:
    sheet = Sheet()
    expected = []
    for row in range(4):
        for col in range(2):
            card = [f"Card {row} {col}", f"and the text of card {row}", f"which ends with {col}"]
            sheet.lines(60 + 260 * col, 100 + 60 * row, card)
            expected += card
    assert order(sheet) == expected


def test_the_answers_of_a_form_follow_their_labels() -> None:
    sheet = Sheet()
    fields = [("Surname:", "Okonkwo-Lind"), ("Date of arrival:", "17 April 2026"), ("Parking:", ""), ("Meal:", "Fish")]
    for i, (label, answer) in enumerate(fields):
        sheet.line(72, 100 + 30 * i, label)
        if answer:
            sheet.line(170, 102 + 30 * i, answer)
    assert order(sheet) == [text for field in fields for text in field if text]


def set_columns(sheet: Sheet, left: list[list[str]], right: list[list[str]], *, space: float) -> list[str]:
    """Sets paragraphs in two columns, with white space between them; their lines, column by column."""
    for x, paragraphs in ((60, left), (330, right)):
        y = 100.0
        for paragraph in paragraphs:
            sheet.lines(x, y, paragraph)
            y += 12 * len(paragraph) + space
    return [line for paragraphs in (left, right) for paragraph in paragraphs for line in paragraph]


def test_two_columns_of_paragraphs_that_fall_out_of_step_stay_columns() -> None:
    sheet = Sheet()
    left = [column(f"left {i}", 3 + i % 3) for i in range(5)]
    right = [column(f"right {i}", 5 - i % 3) for i in range(5)]
    expected = set_columns(sheet, left, right, space=8)
    assert order(sheet) == expected


def test_the_signature_blocks_of_two_parties_are_read_one_after_the_other() -> None:
    sheet = Sheet()
    left = ["PROVIDER: ALPHA WORKS LIMITED", "By: ______________", "Name: ____________", "Title: ___________"]
    right = ["CUSTOMER: BETA FARMS", "By: ______________", "Name: ____________", "Title: ___________"]
    for x, texts in ((60, left), (330, right)):
        for i, text in enumerate(texts):
            sheet.line(x, 100 + 24 * i, text)
            if i == 0:
                sheet.line(x, 112, "a company of the state")
    block = ["a company of the state"]
    assert order(sheet) == [left[0], *block, *left[1:], right[0], *block, *right[1:]]


def test_empty_fields_of_two_parties_are_read_one_party_after_the_other() -> None:
    sheet = Sheet()
    for x in (60, 330):
        for i, text in enumerate(["Signature of party:", "Printed name:", "Title at company:", "Date of signature:"]):
            sheet.line(x, 100 + 24 * i, text)
    assert order(sheet)[:2] == ["Signature of party:", "Printed name:"]


def test_two_columns_of_questions_of_which_most_begin_level_stay_columns() -> None:
    sheet = Sheet()
    left = [column(f"of questions left {i}", n) for i, n in enumerate((1, 9, 2, 2, 1, 3))]
    right = [column(f"of questions right {i}", n) for i, n in enumerate((1, 7, 1, 5, 1, 5))]
    expected = set_columns(sheet, left, right, space=12)
    assert order(sheet) == expected


def test_paragraphs_beside_their_translations_are_read_pair_by_pair() -> None:
    sheet, expected, y = Sheet(), [], 100.0
    for i, n in enumerate((3, 5, 2, 4, 3)):
        for x, language in ((60, "english"), (330, "danish")):
            sheet.lines(x, y, column(f"{i} the {language}", n))
            expected += column(f"{i} the {language}", n)
        y += 12 * n + 12
    assert order(sheet) == expected


def test_two_columns_with_as_many_long_paragraphs_stay_columns() -> None:
    sheet = Sheet()
    left = [column(f"left {i}", n) for i, n in enumerate((11, 9, 10, 8))]
    right = [column(f"right {i}", n) for i, n in enumerate((10, 11, 9, 9))]
    expected = set_columns(sheet, left, right, space=8)
    assert order(sheet) == expected


def test_four_columns_side_by_side() -> None:
    sheet, names = Sheet(), ("one", "two", "six", "ten")
    for x, name in zip((40, 180, 320, 460), names, strict=True):
        sheet.lines(x, 100, [f"{name} of the text {i}" for i in range(30)])
    assert order(sheet) == [f"{name} of the text {i}" for name in names for i in range(30)]


def test_a_band_between_three_columns_is_read_between_them() -> None:
    wide = "a line that runs over all of the columns and is long enough to reach far into the last one of them all"
    sheet = Sheet()
    expected: list[str] = []
    for top, level in ((100, "up"), (350, "low")):
        expected += [wide] if expected else []
        for x, name in ((40, "a"), (230, "b"), (420, "c")):
            sheet.lines(x, top, column(f"{level} {name}", 15))
            expected += column(f"{level} {name}", 15)
    assert order(sheet.line(40, 310, wide)) == expected


def test_a_side_note_is_read_between_the_text_beside_it_and_that_below() -> None:
    beside = [f"{i} text that goes on to the middle of the page" for i in range(15)]
    below = [
        f"{i} text that goes on to the right edge, as there is nothing in its way any more, it does" for i in range(9)
    ]
    note = [f"note {i} in its own frame" for i in range(8)]
    sheet = Sheet().lines(72, 100, beside).lines(400, 104, note, leading=11, size=9).lines(72, 280, below)
    assert order(sheet) == beside + note + below


def test_a_side_column_does_not_part_the_paragraphs_of_the_main_one() -> None:
    sheet = Sheet().lines(72, 100, column("main", 14)).lines(72, 280, column("more of the main", 9))
    sheet.lines(360, 100, column("side", 13))
    assert order(sheet) == column("main", 14) + column("more of the main", 9) + column("side", 13)


def test_short_bands_of_two_columns_with_narrow_white_space_are_no_lines() -> None:
    left = [f"{text} up to the gutter " for text in column("left", 4)]
    right = column("right", 3)
    sheet = Sheet()
    at = 72 + max(len(text.split()) * 2.5 + 5 * len("".join(text.split())) for text in left) + 10
    for i, text in enumerate(left):
        sheet.line(72, 100 + 12 * i, text)
        if i < 3:
            sheet.line(at, 100 + 12 * i, right[i])
    assert order(sheet) == [" ".join(text.split()) for text in left] + right


def test_a_list_of_short_names_beside_a_text_out_of_step_is_a_column() -> None:
    names = ["ACL", "AHRQ", "ASPE", "CDC", "CMS", "HRSA", "IHS", "NIH", "OCR"]
    sheet = Sheet().lines(72, 100, names, leading=17).lines(320, 103, column("right", 12), leading=13)
    assert order(sheet) == names + column("right", 12)


def test_the_numbers_of_a_form_stay_with_their_rows() -> None:
    sheet = Sheet()
    for i in range(8):
        sheet.line(72, 100 + 20 * i, f"{i + 11}").line(120, 102 + 20 * i, f"Business income or loss of kind {i}")
    assert order(sheet)[:4] == ["11", "Business income or loss of kind 0", "12", "Business income or loss of kind 1"]


def test_short_names_in_the_middle_of_the_texts_beside_them_are_no_column() -> None:
    sheet, y = Sheet(), 100.0
    expected: list[str] = []
    for i, n in enumerate((3, 1, 5, 3, 1, 3, 5, 1, 3, 3)):
        sheet.line(72, y + 6 * (n - 1), f"N{i}").lines(320, y, column(f"{i} right", n))
        expected.append(f"N{i}")
        y += 12 * n + 12
    assert order(sheet)[: len(expected)] != expected


def test_a_headline_over_two_of_three_columns() -> None:
    headline = "Over two of the three"
    sheet = Sheet().line(40, 80, headline, size=20).lines(40, 110, column("a", 20)).lines(230, 110, column("b", 20))
    sheet.lines(420, 60, column("c", 25))
    assert order(sheet) == [headline, *column("a", 20), *column("b", 20), *column("c", 25)]
