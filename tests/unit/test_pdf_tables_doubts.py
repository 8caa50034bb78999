"""What looks like a table of aligned texts and is none, and the tables that stand beside such."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

import pytest

from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, only, rows_of, tables_of
from tests.unit.test_pdf_tables_tagged import row, tagged

SECURITIES = [
    ("Title of each class", "Trading symbol", "Name of each exchange"),
    ("Common stock", "ABC", "New York Stock Exchange"),
    ("1.150% Notes due 2028", "ABC28", "New York Stock Exchange"),
    ("1.650% Notes due 2035", "ABC35", "Chicago Stock Exchange"),
    ("2.100% Notes due 2041", "ABC41", "New York Stock Exchange"),
]
QUESTION = "Indicate by check mark if the registrant is well known in the sense of rule 405 of the act of 1933. Yes"


def centred(pdf: Pdf, top: float, rows: Sequence[tuple[str, ...]], step: float = 12) -> Pdf:
    for i, cells in enumerate(rows):
        for x, text in zip((130, 300, 470), cells, strict=False):
            pdf.text(x, top + step * i, text, align="center", size=9)
    return pdf


class TestCovers:
    """The first page of a filing."""

    def test_the_area_code_of_a_telephone_is_no_amount(self) -> None:
        pdf = Pdf().page().text(90, 100, "Delaware").text(380, 100, "94-3136539")
        pdf.text(90, 112, "(State of incorporation)").text(380, 112, "(Identification No.)")
        pdf.text(306, 140, "(302) 498-6700", align="center").text(306, 152, "(Telephone number)", align="center")
        assert not any("(302)" in chain.from_iterable(rows_of(t.table)) for t in tables_of(pdf))

    def test_a_name_in_large_type_is_no_header_of_what_stands_below(self) -> None:
        pdf = Pdf().page().text(200, 90, "EXAMPLE CORP.", size=20, bold=True)
        rows = [("Revenue", "12", "15"), ("Costs", "(8)", "(9)"), ("Profit", "4", "6")]
        for i, (label, *amounts) in enumerate(rows):
            pdf.text(72, 104 + 13 * i, label)
            for x, amount in zip((240, 320), amounts, strict=True):
                pdf.text(x, 104 + 13 * i, amount, align="right")
        assert rows_of(only(pdf)) == [list(r) for r in rows]

    def test_questions_below_do_not_hide_the_table_above_them(self) -> None:
        pdf = centred(Pdf().page(), 100, SECURITIES)
        for i in range(3):
            pdf.text(72, 172 + 14 * i, QUESTION, size=9).text(520, 172 + 14 * i, "No")
        assert rows_of(only(pdf)) == [list(r) for r in SECURITIES]

    def test_a_note_below_is_no_row(self) -> None:
        pdf = centred(Pdf().page(), 100, SECURITIES)
        pdf.text(300, 165, "Note: the notes are listed in London as well as in Vienna.", size=9, align="center")
        pdf.text(72, 180, QUESTION, size=9).text(520, 180, "No")
        assert rows_of(only(pdf)) == [list(r) for r in SECURITIES]


class TestNames:
    def test_authors_with_their_institutes_side_by_side(self) -> None:
        authors = [("Ada Byron", "Grace Hopper"), ("Emmy Noether", "Mary Somerville"), ("Sofia Kova", "Lise Meitner")]
        places = [("Unit One", "North Lab"), ("Institute Two", "East Lab"), ("House Three", "West Lab")]
        pdf = Pdf().page()
        for i, (names, homes) in enumerate(zip(authors, places, strict=True)):
            for x, name, home in zip((110, 330), names, homes, strict=True):
                pdf.text(x, 100 + 24 * i, name).text(x, 112 + 24 * i, home, italic=True, size=8)
        assert not tables_of(pdf)

    def test_names_and_duties_of_two_who_sign_under_the_names_of_their_houses(self) -> None:
        pdf = Pdf().page().text(72, 100, "Supplier", bold=True).text(330, 100, "Bank", bold=True)
        for i, (label, left, right) in enumerate(
            [("By:", "/s/ A. Byron", "/s/ G. Hopper"), ("Name:", "A. Byron", "G. Hopper"), ("Title:", "Chair", "Clerk")]
        ):
            pdf.text(72, 114 + 14 * i, label).text(110, 114 + 14 * i, left)
            pdf.text(330, 114 + 14 * i, label).text(370, 114 + 14 * i, right)
        assert not tables_of(pdf)

    def test_bold_labels_with_bold_values_are_no_header(self) -> None:
        pdf = Pdf().page()
        pairs = [("Agreement:", "CW25"), ("Date:", "4 May"), ("Company:", "Example"), ("Place:", "Vienna")]
        for i, (label, value) in enumerate(pairs):
            pdf.text(72, 100 + 14 * i, label, bold=True).text(180, 100 + 14 * i, value, bold=True)
        pdf.text(72, 156, "Telephone:").text(180, 156, "888 798")
        assert not any(headers(t.table) for t in tables_of(pdf))


class TestLists:
    def test_notes_in_the_margin_beside_items(self) -> None:
        items = ["Empty the collection container", "Rinse the water tank", "Insert the water tank", "Close the lid"]
        notes = ["Agents are poisonous", "Warm water is best", "See page 12", "Order number 7"]
        pdf = Pdf().page()
        for i, (item, note) in enumerate(zip(items, notes, strict=True)):
            pdf.text(72, 100 + 13 * i, "•").text(84, 100 + 13 * i, item).text(330, 100 + 13 * i, note, size=8)
        assert not tables_of(pdf)

    def test_works_cited_with_their_marks_in_two_columns(self) -> None:
        pdf = Pdf().page()
        for x, first in ((60, 1), (320, 7)):
            for i in range(4):
                y = 100 + 26 * i
                pdf.text(x, y, f"[{first + i}]").text(x + 20, y, f"A. Author {2000 + i} - On the life of words")
                pdf.text(x + 20, y + 11, "and the ways in which they are written")
        assert not tables_of(pdf)

    def test_works_cited_that_are_tagged_as_a_table(self) -> None:
        works = [row(f"[{i}]", f"Author {i} (2024) On words, available from the publisher") for i in range(1, 6)]
        assert not tagged(works).pages[0].tables

    @pytest.mark.parametrize("word", ["Item", "Section", "§"])
    def test_titles_whose_numbers_with_their_word_hang_before_them(self, word: str) -> None:
        names = ["Directors and officers", "Pay of the officers", "Owners of the company", "Exhibits and schedules"]
        pdf = Pdf().page()
        for i, name in enumerate(names):
            pdf.text(72, 100 + 26 * i, f"{word} {i + 10}:", bold=True).text(150, 100 + 26 * i, name, bold=True)
        assert not tables_of(pdf)

    def test_clauses_whose_numbers_of_two_depths_hang_before_them(self) -> None:
        clauses = [
            ("3.1", "Use of the data is free"), ("3.2", "Names are left out"), ("3.3", "Sums are added up"),
            ("4.", "Notice of a breach"), ("4.1", "The house tells it at once"), ("4.2", "Costs are paid back"),
        ]  # fmt: skip
        pdf = Pdf().page()
        for i, (number, text) in enumerate(clauses):
            pdf.text(72 if number == "4." else 84, 100 + 16 * i, number).text(130, 100 + 16 * i, text)
        assert not tables_of(pdf)


class TestCode:
    COMMANDS = (
        (".archive ...", "Keep the books of the house"), (".auth ON|OFF", "Show who may come in"),
        (".copy FILE", "Write all that is there to a file"), (".bail on|off", "Stop where it goes wrong"),
        (".cd PLACE", "Go to another place"), (".changes", "Show the number of changes"),
        (".clone NAME", "Make another of the same kind"),
    )  # fmt: skip

    def test_a_page_of_code_in_a_document_that_is_set_in_type(self) -> None:
        pdf = self._listing(Pdf()).page()
        for i in range(6):
            pdf.paragraph(72, 80 + 60 * i, 400, PROSE)
        assert not tables_of(pdf)

    def test_a_document_that_is_typewritten(self) -> None:
        assert tables_of(self._listing(Pdf()))

    def _listing(self, pdf: Pdf) -> Pdf:
        pdf.page()
        for i, cells in enumerate(self.COMMANDS):
            for x, cell in zip((72, 240), cells, strict=True):
                pdf.text(x, 100 + 12 * i, cell, font="Courier")
        return pdf


class TestBlanks:
    def test_amounts_that_were_left_out_are_amounts(self) -> None:
        rows = [("Upon approval in the north", "[***]"), ("Upon approval in the south", "[***]"), ("Total", "[***]")]
        pdf = Pdf().page().text(110, 90, "Milestone").text(420, 90, "Payment")
        for i, (left, right) in enumerate(rows):
            pdf.text(72, 104 + 14 * i, left).text(425, 104 + 14 * i, right)
        assert rows_of(only(pdf))[1:] == [list(r) for r in rows]

    def test_the_same_words_again_and_again_are_one_cell(self) -> None:
        pdf = Pdf().page()
        for i in range(5):
            pdf.text(72, 100 + 14 * i, "Upon sales of the").text(157, 100 + 14 * i, "product of")
            pdf.text(430, 100 + 14 * i, f"{i + 1},000", align="right")
        assert {len(set(r)) for r in rows_of(only(pdf))} == {2}


class TestColumns:
    """A table in one column of a page, text in the other."""

    def test_short_paragraphs_beside_a_table(self) -> None:
        pdf = Pdf().page()
        for i in range(5):
            pdf.text(60, 100 + 11 * i, f"Model {i}", size=9)
            for k in range(3):
                pdf.text(170 + 50 * k, 100 + 11 * i, f"8{i}.{k}", size=9, align="right")
        pdf.paragraph(60, 180, 230, PROSE * 3, size=9, leading=11)
        y = 100.0
        for first, second in pairwise(("No two of them", "These are all", "We know of one", "They have not")):
            text = f"{first} were alike in the eyes of all who saw them and then {second.lower()} that may be told"
            pdf.paragraph(320, y, 230, text, size=9, leading=11)
            y += 33
        pdf.paragraph(320, y, 230, PROSE * 4, size=9, leading=11)
        table = only(pdf)
        assert rows_of(table) == [[f"Model {i}", *(f"8{i}.{k}" for k in range(3))] for i in range(5)]


def test_exhibits_numbered_in_brackets_without_a_header_are_a_list() -> None:
    pdf = Pdf().page()
    for i in range(8):
        pdf.text(72, 100 + 14 * i, f"(10.{20 + i}){'*' * (i % 2)}").text(120, 100 + 14 * i, f"Agreement of May {i + 1}")
    assert not tables_of(pdf)


def chart() -> Pdf:
    pdf = Pdf().page().paragraph(72, 60, 400, PROSE)
    rows = [
        ("One step", "Two steps", "Three"),
        ("77.1", "85.6", "90.0"),
        ("73.2", "76.2", "80.1"),
        ("59.2", "68", "70"),
    ]
    for i, cells in enumerate(rows):
        for x, cell in zip((140, 220, 300), cells, strict=True):
            pdf.text(x, 150 + 14 * i, cell, size=6)
    return pdf.text(90, 208, "North South East West and all the other quarters of the old town", size=6)


def test_a_chart_with_wide_small_labels_over_the_caption_of_a_figure() -> None:
    assert tables_of(chart())
    assert not tables_of(chart().text(72, 224, "Figure 5: Recall of the two ways of asking"))


def test_boxes_of_a_drawing_far_below_its_caption() -> None:
    pdf = Pdf().page().text(72, 80, "Chart 6: The parts of a bond", bold=True).paragraph(72, 700, 400, PROSE)
    for i in range(14):
        pdf.text(90 if i % 2 else 330, 110 + 17 * i, f"share {chr(97 + i)}", size=7)
    rows = [
        ("Senior", "Equity", "Notes"),
        ("Capital", "Trust", "Loans"),
        ("Bonds", "Fund", "Debt"),
        ("Cash", "Sum", "Lot"),
    ]
    for i, cells in enumerate(rows):
        for x, cell in zip((90, 200, 310), cells, strict=True):
            pdf.text(x, 360 + 12 * i, cell, size=7)
    assert not tables_of(pdf)


def test_a_long_table_that_its_caption_calls_a_figure() -> None:
    pdf = Pdf().page().paragraph(72, 60, 400, PROSE)
    for i in range(16):
        pdf.text(90, 130 + 10 * i, f"program {chr(97 + i)}", size=7)
        for k in range(4):
            pdf.text(240 + 50 * k, 130 + 10 * i, str(7 * i + k), size=7, align="right")
    pdf.text(90, 300, "Each of these was run ten times on one machine of the house in spring", size=7)
    pdf.text(72, 316, "Figure 13: What each program did")
    assert len(rows_of(only(pdf))) == 16
