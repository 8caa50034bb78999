"""Tables that only their alignment shows: columns that nearly touch, cells of several lines, headers over several
columns, text that stands in columns and is none."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

import pytest

from pincite.model import BBox
from pincite.parsers.pdf.layout import PageLayout, Word
from pincite.parsers.pdf.tables.amounts import token_of
from pincite.parsers.pdf.tables.doubts import is_plausible
from pincite.parsers.pdf.tables.grid import Grid, GridCell
from pincite.parsers.pdf.tables.regions import find_regions
from pincite.parsers.pdf.tables.rows import Row, Unit
from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, only, rows_of, spans, tables_of

LOOSE = "Officer of the northern division of Company"
SEGMENTS = [("Net sales", "58", "38", "96"), ("Cost of sales", "(31)", "(19)", "(50)"), ("Income", "23", "17", "40")]


def segments(pdf: Pdf, top: float, rows: Sequence[tuple[str, ...]] = SEGMENTS) -> Pdf:
    """Rows of a label and amounts whose last digits stand below each other."""
    for i, (label, *amounts) in enumerate(rows):
        pdf.text(72, top + 14 * i, label)
        for x, amount in zip((300, 400, 500), amounts, strict=False):
            hang = 3.33 if amount.endswith(")") else 0
            pdf.text(x + hang, top + 14 * i, amount, align="right")
    return pdf


def justified(pdf: Pdf, x: float, y: float, width: float, text: str) -> Pdf:
    """A line whose blanks are stretched so that it fills the width."""
    from reportlab.pdfbase import pdfmetrics

    words = text.split()
    widths = [pdfmetrics.stringWidth(w, "Helvetica", 10) for w in words]
    blank = (width - sum(widths)) / (len(words) - 1)
    for word, own in zip(words, widths, strict=True):
        pdf.text(x, y, word, font="Helvetica")
        x += own + blank
    return pdf


class TestSpans:
    @staticmethod
    def _named(pdf: Pdf, top: float) -> Pdf:
        for x, name in ((290, "Americas"), (390, "Europe"), (490, "Total")):
            pdf.text(x, top, name, align="center", bold=True)
        return pdf

    def test_a_rule_in_short_pieces_gives_the_columns_of_the_header_over_it(self) -> None:
        """Printed web pages draw the border of each of many small cells."""
        pdf = Pdf().page().text(330, 100, "2024", align="center", bold=True)
        for x in range(270, 410, 2):
            pdf.rule(x, 104, x + 2, 104)
        self._named(pdf, 118)
        segments(pdf, 134)
        table = only(pdf)
        assert spans(table) == {"2024": (1, 2)}
        assert rows_of(table)[:2] == [["", "2024", "", ""], ["", "Americas", "Europe", "Total"]]

    def test_a_header_in_the_middle_of_all_columns_of_values_spans_them(self) -> None:
        pdf = Pdf().page().text(385, 100, "Three Months Ended December 27", align="center", bold=True)
        segments(self._named(pdf, 116), 132)
        assert spans(only(pdf)) == {"Three Months Ended December 27": (1, 3)}

    def test_so_does_one_between_groups_of_rows(self) -> None:
        pdf = Pdf().page().text(385, 100, "Three Months Ended December 27", align="center", bold=True)
        segments(self._named(pdf, 116), 132)
        pdf.text(385, 178, "Three Months Ended December 28", align="center", bold=True)
        segments(self._named(pdf, 194), 210)
        spanning = {text: span for table in tables_of(pdf) for text, span in spans(table.table).items()}
        assert spanning["Three Months Ended December 28"] == (1, 3)


class TestNarrowGaps:
    FIELDS = ("Accept", "Allow", "Connection", "Content-Encoding", "Expect", "From", "Host")

    def test_text_of_the_document_tells_blanks_from_columns(self) -> None:
        """On a page that is one table most gaps are those between its columns."""
        pdf = Pdf().page()
        for i, field in enumerate(self.FIELDS):
            pdf.text(36, 100 + 14 * i, field).text(140, 100 + 14 * i, "permanent")
            pdf.text(191.6, 100 + 14 * i, f"12.5.{i}")
        for _ in range(2):
            pdf.page().paragraph(72, 72, 460, PROSE * 4)
        table = only(pdf)
        assert rows_of(table) == [[field, "permanent", f"12.5.{i}"] for i, field in enumerate(self.FIELDS)]

    def test_headers_part_columns_that_are_a_blank_apart(self) -> None:
        pdf = Pdf().page().text(60, 100, "Field", align="center", bold=True)
        pdf.text(157.9, 100, "Status", align="center", bold=True).text(
            239.45, 100, "Reference", align="center", bold=True
        )
        for i in range(4):
            y = 116 + 14 * i
            pdf.text(36, y, f"Field {i}").text(134, y, "permanent")
            pdf.text(184.7, y, f"Section 4.{i} of RFC 9421")
        assert rows_of(only(pdf)) == [
            ["Field", "Status", "Reference"],
            *([f"Field {i}", "permanent", f"Section 4.{i} of RFC 9421"] for i in range(4)),
        ]


class TestCellsOfSeveralLines:
    OFFICERS: ClassVar = [
        ("Jelinek", ["President and Chief Executive Officer since", "January 2012 and a director since then,",
                     "after some years in other duties."], "69"),
        ("Galanti", ["Executive Vice President of the Company and",
                     "a director since January 1995."], "65"),
        ("Klauer", ["Executive Vice President, Northern Division", "of the Company and before that Senior Vice",
                    "President of another division, to 2018."], "59"),
    ]  # fmt: skip

    def test_sentences_between_a_name_and_an_amount_are_cells(self) -> None:
        pdf, y = Pdf().page(), 100.0
        for name, lines, age in self.OFFICERS:
            pdf.text(72, y, name).lines(160, y, lines).text(500, y, age, align="right")
            y += 12 * len(lines) + 6
        assert rows_of(only(pdf)) == [[name, " ".join(lines), age] for name, lines, age in self.OFFICERS]

    def test_cells_may_stand_at_half_the_height_of_their_row(self) -> None:
        pdf, y = Pdf().page(), 100.0
        for x, head in ((72, "Exhibit"), (160, "Description"), (420, "Filing")):
            pdf.text(x, 84, head, bold=True)
        lines = ["Indenture by and among the parties to", "Exhibit 4.1 of the report", "named."]
        rows = [(str(i), [f"{i} {lines[0]}", *lines[1:]]) for i in range(1, 5)]
        for number, lines in rows:
            pdf.text(72, y + 12, number).lines(160, y, lines).text(420, y + 12, "By reference")
            y += 12 * len(lines) + 8
        assert rows_of(only(pdf)) == [
            ["Exhibit", "Description", "Filing"],
            *([number, " ".join(lines), "By reference"] for number, lines in rows),
        ]

    def test_rows_far_apart_have_labels_a_little_higher_than_their_texts(self) -> None:
        pdf = Pdf().page()
        for x, head in ((72, "Index"), (160, "Element"), (260, "Derivation")):
            pdf.text(x, 84, head, bold=True)
        for i in range(1, 6):
            y = 69 + 57 * i
            pdf.text(72, y - 5.8, f"name {i}").text(160, y - 5.8, f"of {i}")
            pdf.text(260, y, f"The compression {i} of the").text(260, y + 15, "whole image")
        body = [[f"name {i}", f"of {i}", f"The compression {i} of the whole image"] for i in range(1, 6)]
        assert rows_of(only(pdf))[-5:] == body

    def test_names_at_half_the_height_of_others_in_the_header_widen_no_columns(self) -> None:
        pdf = Pdf().page()
        head = [(154, 39), (518, 39), (66, 45), (224, 45), (282, 45), (337, 45), (170, 50.2), (531, 50.2)]
        names = ["Associated", "Constraint", "Algorithm", "Objective", "Gradient", "Hessian", "Type", "Type"]
        for (x, y), name in zip(head, names, strict=True):
            pdf.text(x, 100 + y, name, bold=True, size=8)
        rows = [[f"Bounded {c} Line Search", f"TAO{c}N", "X", "X", "X", "Box constraints"] for c in "ABCD"]
        for i, row in enumerate(rows):
            y = 176 + 37 * i
            for x, text in ((41, row[0]), (515, row[5])):
                first, _, rest = text.partition(" ")
                pdf.text(x, y, first, size=8).text(x, y + 11, rest, size=8)
            for x, text in zip((151, 224, 282, 337), row[1:5], strict=True):
                pdf.text(x, y + 5.5, text, size=8)
        assert rows_of(only(pdf))[-4:] == rows

    def test_wide_blanks_of_a_justified_line_do_not_part_a_cell(self) -> None:
        pdf = Pdf().page()
        for i, name in enumerate(("Ada", "Grace", "Edith", "Jean")):
            pdf.text(72, 100 + 30 * i, name).text(500, 100 + 30 * i, f"{40 + i}", align="right")
            text = "Officer of the northern divisions of the whole Company" if i < 3 else LOOSE
            justified(pdf, 160, 100 + 30 * i, 250, text).text(160, 112 + 30 * i, "and of others.")
        rows = rows_of(only(pdf))
        assert rows[3] == ["Jean", f"{LOOSE} and of others.", "43"]
        assert [len(row) for row in rows] == [3] * 4

    def test_a_number_at_the_end_of_a_cell_makes_no_column_of_amounts(self) -> None:
        pdf = Pdf().page()
        for x, head in ((72, "Name"), (160, "Description"), (400, "Reference")):
            pdf.text(x, 84, head, bold=True)
        for i in range(4):
            y = 100 + 32 * i
            pdf.text(72, y + 6, f"name-{i}").text(160, y + 6, f"The value of the part {i}")
            pdf.lines(400, y, [f"Section 2.{i} of RFC", "9421"])
        assert rows_of(only(pdf)) == [
            ["Name", "Description", "Reference"],
            *([f"name-{i}", f"The value of the part {i}", f"Section 2.{i} of RFC 9421"] for i in range(4)),
        ]


class TestSigns:
    def test_a_percent_sign_far_from_its_amount(self) -> None:
        pdf = Pdf().page()
        for i, (label, a, b) in enumerate(
            [("Organic", "1.2", "8.7"), ("Sold", "(0.5)", "2.0"), ("All", "0.7", "10.7")]
        ):
            y = 100 + 14 * i
            pdf.text(72, y, label)
            for x, amount in ((300, a), (420, b)):
                pdf.text(x, y, amount, align="right").text(x + 16, y, "%")
        assert rows_of(only(pdf))[0] == ["Organic", "1.2%", "8.7%"]

    def test_a_currency_sign_far_from_its_amount(self) -> None:
        pdf = Pdf().page().text(400, 86, "2020", align="center", bold=True)
        for i, (label, amount) in enumerate([("Cost of sales", "42"), ("Selling", "12"), ("Total", "54")]):
            pdf.text(72, 100 + 14 * i, label).text(540, 100 + 14 * i, amount, align="right")
            pdf.text(300, 100 + 14 * i, "" if i == 1 else "$")
        assert rows_of(only(pdf))[1:] == [["Cost of sales", "$42"], ["Selling", "12"], ["Total", "$54"]]

    def test_decimals_set_apart_belong_to_their_number(self) -> None:
        pdf = Pdf().page()
        for i, text in enumerate(("Articles", "Bylaws", "Indenture", "Notes")):
            y = 100 + 14 * i
            pdf.text(80, y, str(i), align="right").text(85, y, f".{i + 1}").text(120, y, text)
            pdf.text(300, y, "Filed herewith")
        assert rows_of(only(pdf))[2] == ["2.3", "Indenture", "Filed herewith"]

    def test_amounts_and_percentages_below_each_other(self) -> None:
        pdf = (
            Pdf()
            .page()
            .text(320, 86, "2022", align="center", bold=True)
            .text(440, 86, "2021", align="center", bold=True)
        )
        rows = [("Sales", "8,902", "9,262"), ("Organic", "1.2%", "8.7%"), ("Sold", "(0.5)%", "0.4%"),
                ("Income", "1,012", "1,880"),
                ("Change", "(46.2)%", "10.6%"), ("Of sales", "11.4%", "20.3%")]  # fmt: skip
        for i, (label, a, b) in enumerate(rows):
            pdf.text(72, 102 + 14 * i, label)
            for x, amount in ((330, a), (450, b)):
                pdf.text(x if amount.endswith("%") else x + 9, 102 + 14 * i, amount, align="right")
        assert rows_of(only(pdf))[1:] == [list(row) for row in rows]


class TestHeaderOrNot:
    def test_a_justified_sentence_above_is_no_header(self) -> None:
        pdf = Pdf().page()
        text = "Goodwill is part of other assets in the balance sheets and the following table shows it by segment"
        justified(pdf, 72, 88, 460, text).text(72, 100, "of the Company:")
        for x, head in ((300, "America"), (400, "Asia"), (500, "Total")):
            pdf.text(x, 122, head, align="right", bold=True)
        table = only(segments(pdf, 136))
        assert headers(table) == {"America", "Asia", "Total"}
        assert table.n_rows == 4

    def test_a_header_line_beside_its_column_does_not_end_the_table(self) -> None:
        """The header reaches further left than the first amounts, which then seem to be a column of their own."""
        pdf = Pdf().page().text(277, 88, "(in many millions)", align="center", bold=True)
        pdf.text(500, 88, "Price", align="right", bold=True)
        rows = [
            ("Outstanding", "4", "10.66"),
            ("Granted", "7", "11.79"),
            ("Exercised", "(1,300)", "9.88"),
            ("Left", "9", "1.06"),
        ]
        for i, (label, a, b) in enumerate(rows):
            pdf.text(72, 102 + 14 * i, label).text(334, 102 + 14 * i, a, align="right")
            pdf.text(500, 102 + 14 * i, b, align="right")
        assert [row[0] for row in rows_of(only(pdf))[1:]] == [row[0] for row in rows]

    def test_a_clause_announces_the_next_table(self) -> None:
        pdf = Pdf().page().text(500, 86, "2020", align="right", bold=True)
        for i, (label, amount) in enumerate([("Cost of sales", "42"), ("Selling", "12"), ("Total", "54")]):
            pdf.text(72, 100 + 14 * i, label).text(500, 100 + 14 * i, amount, align="right")
        pdf.text(72, 150, "The changes of the accrued amounts were as follows:")
        pdf.text(72, 166, "(Millions)", bold=True)
        for x, head in ((300, "People"), (400, "Assets"), (500, "Total")):
            pdf.text(x, 166, head, align="right", bold=True)
        segments(pdf, 180)
        first, second = (t.table for t in tables_of(pdf))
        assert rows_of(first)[-1] == ["Total", "54"]
        assert rows_of(second)[0] == ["(Millions)", "People", "Assets", "Total"]


class TestNoTables:
    @pytest.mark.parametrize("columns", [2, 3])
    def test_columns_of_text_with_lists_and_short_paragraphs(self, columns: int) -> None:
        width = (612 - 72 - 18 * (columns - 1)) / columns
        pdf = Pdf().page()
        for c in range(columns):
            x = 36 + c * (width + 18)
            pdf.paragraph(x, 60, width, PROSE * (5 - columns)).text(x, 250, "What is new", bold=True)
            pdf.paragraph(x, 264, width, PROSE).paragraph(x, 396, width, "The rate is zero. See page 12.")
            for i in range(4):
                pdf.text(x, 450 + 12 * i, "•").text(x + 10, 450 + 12 * i, f"a point {i} of column {c}")
            pdf.paragraph(x, 520, width, PROSE * 2)
        assert tables_of(pdf) == []

    @pytest.mark.parametrize("marks", ["•", "• • •", "137. •", "(ii) •"])
    def test_bullets_and_numbers_before_text_are_a_list(self, marks: str) -> None:
        assert not self._plausible([(*marks.split(" ", 1), "the point that is made here")] * 4)
        assert not self._plausible([(marks, "", "the point that is made here")] * 4)

    def test_a_table_of_names_and_dashes_is_no_list(self) -> None:
        assert self._plausible([("Lemon", "—", "yellow"), ("Lime", "—", "green"), ("Plum", "—", "blue")] * 2)

    @staticmethod
    def _plausible(rows: Sequence[Sequence[str]]) -> bool:
        """Whether cells in three columns are taken for a table."""
        cells = [
            GridCell(r, c, 1, 1, [Word(text, 72 + 100 * c + 20 * i, y, 85 + 100 * c + 20 * i, y + 10, 0)
                                  for i, text in enumerate(cell.split())])
            for r, (y, row) in enumerate(zip(itertools.count(100.0, 14), rows))
            for c, cell in enumerate(row)
            if cell
        ]  # fmt: skip
        grid = Grid(len(rows), 3, cells, BBox(72, 100, 400, 300))
        return is_plausible(grid, [], PageLayout(1, 612, 792, 0), [], headed=False)

    @pytest.mark.parametrize("box", [("[", "]"), ("[x", "]")])
    def test_tick_boxes_set_in_brackets(self, box: tuple[str, str]) -> None:
        pdf = Pdf().page()
        for i in range(5):
            y = 100 + 16 * i
            pdf.text(72, y, box[0]).text(83, y, box[1]).text(100, y, f"the choice number {i} that one may take")
        assert tables_of(pdf) == []


class TestFrames:
    def test_two_tables_in_one_frame_keep_their_columns(self) -> None:
        upper = [72, 150, 200, 250, 300, 350, 500]
        lower = [72, 150, 225, 290, 380, 500]
        pdf = Pdf().page()
        pdf.grid(upper, [100, 120, 140, 160, 180], [["Silver", "11/3", "<10", "10", "100", "waste"]] * 4, bold_rows=0)
        pdf.rule(72, 180, 72, 200).rule(500, 180, 500, 200).text(
            80, 194, "Table 6 - Contaminants that are not regulated"
        )
        pdf.grid(lower, [200, 220, 240, 260], [["Chemical", "Date", "Level", "Action", "Effects"]] * 3, bold_rows=0)
        table = only(pdf)
        texts = [[text for text in row if text] for row in rows_of(table)]
        assert texts[0] == ["Silver", "11/3", "<10", "10", "100", "waste"]
        assert texts[-1] == ["Chemical", "Date", "Level", "Action", "Effects"]

    def test_one_text_across_the_columns_between_bars(self) -> None:
        pdf = Pdf().page()
        for y in (100, 140, 180, 220, 260):
            pdf.rule(72, y, 500, y)
        for i, (term, text) in enumerate(
            [("Fees", "within thirty days"), ("Term", "one year"), ("Law", "of Delaware")]
        ):
            pdf.text(76, 124 + 40 * i, term, bold=True).text(250, 124 + 40 * i, text)
        pdf.text(76, 244, "All of these terms may be changed by the parties, but only in writing.")
        table = only(pdf)
        assert rows_of(table)[:3] == [["Fees", "within thirty days"], ["Term", "one year"], ["Law", "of Delaware"]]


def test_a_sum_further_down_whose_amounts_end_below_the_others_is_a_row() -> None:
    rows = [("Cash", "8,770", "8,536"), ("School funds", "1,246", "303"), ("Revenue due", "5,035", "7,731")]
    pdf = Pdf().page()
    for i, row in enumerate([*rows, ("", "15,051", "16,570")]):
        y = 100 + 14 * i + (22 if i == 3 else 0)
        pdf.text(72, y, row[0] or " ")
        for x, amount in zip((300, 380), row[1:], strict=True):
            pdf.text(x, y, amount, align="right")
    assert rows_of(only(pdf))[-1] == ["", "15,051", "16,570"]


def test_a_label_with_blanks_to_be_filled_in_goes_on_over_its_lines() -> None:
    pdf = Pdf().page()
    sums = [("Deposits", "860", "860"), ("Other", "195", "195"), ("Total", "1,055", "1,055")]
    for i, (label, *amounts) in enumerate(sums):
        pdf.text(72, 100 + 14 * i, label)
        for x, amount in zip((420, 490), amounts, strict=True):
            pdf.text(x, 100 + 14 * i, amount, align="right")
    pdf.text(72, 142, "Common stock (100,000 shares authorized, 30,000")
    pdf.text(72, 156, "issued in September, and").text(230, 156, "shares issued and").text(345, 156, "shares")
    pdf.text(72, 170, "outstanding, as adjusted)").text(420, 170, "341", align="right")
    pdf.text(72, 184, "Paid-in capital").text(420, 184, "261", align="right").text(490, 184, "300", align="right")
    rows = rows_of(only(pdf))
    assert rows[-1] == ["Paid-in capital", "261", "300"]
    assert "issued in September, and shares issued and shares" in " ".join(row[0] for row in rows)


def test_rows_in_a_font_without_height_are_read_as_others() -> None:
    rows = [
        Row([Unit([Word(text, x, y, x + 30, y, 0)], token_of(text)) for x, text in ((72, label), (200, amount))], 10)
        for y, label, amount in ((100, "Pumps", "85"), (112, "Valves", "97"), (124, "Meters", "12"))
    ]
    (region,) = find_regions(rows)
    assert (region.first, region.last) == (0, 2)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("113 (14.2)", "104 (9.3)"),
        ("0.80 (0.44–1.38)", "1.02 [0.9]"),
        ("898 130", "1 214 710"),
        ("1 234,50", "(12 345)"),
    ],
)
def test_the_parts_of_a_number_a_word_space_apart_are_one_cell(left: str, right: str) -> None:
    rows = [["Mean", left, right], ["Female", right, left], ["Male", left, left]]
    pdf = Pdf().page()
    for i, row in enumerate(rows):
        for x, text in zip((72, 200, 320), row, strict=True):
            pdf.text(x, 100 + 14 * i, text)
    assert rows_of(only(pdf)) == rows


def test_amounts_that_stand_close_are_cells_of_their_own() -> None:
    rows = [["Sales", "1,204", "(118)", "731"], ["Costs", "1,190", "(204)", "640"], ["Tax", "1,377", "(311)", "500"]]
    pdf = Pdf().page()
    for i, row in enumerate(rows):
        pdf.text(72, 100 + 14 * i, row[0])
        for x, text in zip((225, 252, 275), row[1:], strict=True):
            pdf.text(x, 100 + 14 * i, text, align="right")
    assert rows_of(only(pdf)) == rows
