"""Headers of tables without upright rules: over columns with nothing below them, over rules of their own, of several
lines; and what stands right above a table and is no header."""

from __future__ import annotations

from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import headers, only, rows_of, spans
from tests.unit.test_pdf_tables_aligned import SEGMENTS, segments
from tests.unit.test_pdf_tables_tagged import Cell, row, tagged

AMOUNTS = [list(r) for r in SEGMENTS]


class TestEmptyColumns:
    @staticmethod
    def _report(*extra: tuple[float, str]) -> Pdf:
        pdf = Pdf().page()
        for x, head in ((300, "2025"), (400, "2024"), (500, "2023"), *extra):
            pdf.text(x, 100, head, align="right", bold=True)
        return segments(pdf, 116)

    def test_a_header_without_a_value_below_it_is_a_column(self) -> None:
        table = only(self._report((260, "Note")))
        assert rows_of(table) == [["", "Note", "2025", "2024", "2023"], *([r[0], "", *r[1:]] for r in AMOUNTS)]

    def test_also_between_columns_and_after_the_last(self) -> None:
        table = only(self._report((450, "Var."), (540, "Ref.")))
        assert rows_of(table)[0] == ["", "2025", "2024", "Var.", "2023", "Ref."]
        assert rows_of(table)[1] == ["Net sales", "58", "38", "", "96", ""]

    def test_a_header_a_little_beside_its_column_is_none_of_its_own(self) -> None:
        pdf = Pdf().page()
        for x, head in ((280, "2025"), (380, "2024"), (480, "2023")):
            pdf.text(x, 100, head, align="right", bold=True)
        assert rows_of(only(segments(pdf, 116))) == [["", "2025", "2024", "2023"], *AMOUNTS]


class TestRulesBelowHeaders:
    LINES = (
        (100, (("", 0), ("", 0), ("Shares Bought", 3))),
        (112, (("Average", 2), ("under a Public", 3))),
        (124, (("Total", 1), ("Price", 2), ("Plan of the Company", 3))),
    )
    RULES = ((72, 250), (256, 312), (316, 390), (394, 500))

    def _header(self) -> Pdf:
        """Lines that nearly touch those of the next header, bottom lines on one base line."""
        pdf = Pdf().page().text(72, 124, "Period", bold=True)
        for y, words in self.LINES:
            for text, column in words:
                if text:
                    x0, x1 = self.RULES[column]
                    pdf.text((x0 + x1) / 2, y, text, align="center", bold=True, size=9)
        for x0, x1 in self.RULES:
            pdf.rule(x0, 127, x1, 127)
        for i, (label, *amounts) in enumerate(SEGMENTS):
            pdf.text(72, 142 + 14 * i, label)
            for x, amount in zip((310, 388, 470), amounts, strict=True):
                pdf.text(x + (3.33 if amount.endswith(")") else 0), 142 + 14 * i, amount, align="right")
        return pdf

    def test_lines_over_one_rule_are_one_header(self) -> None:
        assert rows_of(only(self._header())) == [
            ["Period", "Total", "Average Price", "Shares Bought under a Public Plan of the Company"],
            *AMOUNTS,
        ]

    def test_a_stub_between_two_lines_parts_the_header_over_both_columns_from_theirs(self) -> None:
        """As a browser sets a cell that spans both rows of the header."""
        pdf = Pdf().page().text(335, 94, "Year ended 31 December", align="center", bold=True)
        pdf.rule(260, 98, 335, 98).rule(335, 98, 410, 98).text(110, 101, "In thousands", align="center", bold=True)
        for x, year in ((300, "2025"), (375, "2024")):
            pdf.text(x, 109, year, align="center", bold=True)
        pdf.rule(60, 113, 410, 113)
        for i, (label, one, two, *_) in enumerate(SEGMENTS):
            pdf.text(72, 126 + 14 * i, label).text(330, 126 + 14 * i, one, align="right")
            pdf.text(405, 126 + 14 * i, two, align="right")
        table = only(pdf)
        assert rows_of(table)[:2] == [["In thousands", "Year ended 31 December", ""], ["", "2025", "2024"]]
        assert spans(table) == {"Year ended 31 December": (1, 2)}

    def test_words_a_blank_apart_over_two_rules_are_two_headers(self) -> None:
        pdf = Pdf().page().text(72, 100, "Period", bold=True)
        pdf.text(310, 100, "Total paid", align="right", bold=True).text(316, 100, "Average paid", bold=True)
        pdf.text(396, 100, "Number", bold=True)
        for x0, x1 in self.RULES:
            pdf.rule(x0, 103, x1, 103)
        for i, (label, *amounts) in enumerate(SEGMENTS):
            pdf.text(72, 118 + 14 * i, label)
            for x, amount in zip((300, 360, 430), amounts, strict=True):
                pdf.text(x + (3.33 if amount.endswith(")") else 0), 118 + 14 * i, amount, align="right")
        assert rows_of(only(pdf)) == [["Period", "Total paid", "Average paid", "Number"], *AMOUNTS]


class TestLinesOfOneHeader:
    def test_lines_with_one_middle_span_the_columns_of_their_rule(self) -> None:
        pdf = Pdf().page()
        for middle, text in ((330, "Three months ended"), (480, "Six months ended")):
            pdf.text(middle, 100, text, align="center", bold=True).text(
                middle, 112, "June 30,", align="center", bold=True
            )
            pdf.rule(middle - 70, 115, middle + 70, 115)
        pdf.text(72, 128, "Millions")
        for x in (300, 360, 450, 510):
            pdf.text(x, 128, "2025" if x in (300, 450) else "2024", align="right", bold=True)
        for i, (label, *amounts) in enumerate([(*r, r[1]) for r in SEGMENTS]):
            pdf.text(72, 144 + 14 * i, label)
            for x, amount in zip((300, 360, 450, 510), amounts, strict=True):
                pdf.text(x + (3.33 if amount.endswith(")") else 0), 144 + 14 * i, amount, align="right")
        table = only(pdf)
        assert spans(table) == {"Three months ended June 30,": (1, 2), "Six months ended June 30,": (1, 2)}
        assert rows_of(table)[1] == ["Millions", "2025", "2024", "2025", "2024"]


class TestAboveTheBody:
    @staticmethod
    def _notes(pdf: Pdf, *, bold: bool) -> Pdf:
        names = ("Common Stock", "Notes due 2026", "Notes due 2027", "Notes due 2029")
        for i, name in enumerate(names):
            y = 130 + 13 * i
            pdf.text(72, y, name, bold=bold).text(310, y, "—" if i else "ABCD", align="center", bold=bold)
            pdf.text(420, y, "The Stock Market", bold=bold)
        return pdf

    def test_a_row_of_texts_in_the_look_of_the_rows_below_is_no_header(self) -> None:
        pdf = Pdf().page().text(72, 116, "Title of class").text(310, 116, "Symbol", align="center")
        pdf.text(420, 116, "Exchange")
        table = only(self._notes(pdf, bold=True))
        assert rows_of(table)[:3] == [
            ["Title of class", "Symbol", "Exchange"],
            ["Common Stock", "ABCD", "The Stock Market"],
            ["Notes due 2026", "—", "The Stock Market"],
        ]
        assert headers(table) == {"Title of class", "Symbol", "Exchange"}

    def test_a_clause_that_announces_the_table_is_none_of_its_headers(self) -> None:
        pdf = Pdf().page().text(310, 100, "Securities registered under section 12 of the Act:", align="center")
        pdf.text(72, 116, "Title of class", bold=True).text(310, 116, "Symbol", align="center", bold=True)
        pdf.text(420, 116, "Exchange", bold=True)
        assert rows_of(only(self._notes(pdf, bold=False)))[0] == ["Title of class", "Symbol", "Exchange"]


class TestTaggedHeaders:
    LONG = ("Total number of units bought as", "part of the plans and programs", "that the Company announced")

    def test_a_header_cell_of_many_words_in_several_lines_is_kept(self) -> None:
        head = [Cell(("Period",), 72), Cell(("Bought",), 202), Cell(self.LONG, 332)]
        body = [
            [Cell((a,), 72), Cell((b,), 202), Cell((c,), 332)] for a, b, c in (("May", "12", "3"), ("June", "7", "1"))
        ]
        short = [Cell(("Total",), 72), Cell(("19",), 202)]  # its last cell was left out: columns go by place
        (table,) = tagged([head, *body, short]).pages[0].tables
        assert rows_of(table.table)[0] == ["Period", "Bought", " ".join(self.LONG)]

    def test_no_tagged_row_above_the_body_is_lost(self) -> None:
        sentence = [Cell(("This is a sentence of more than twelve words which stands above both of them",), 72)]
        body = [row("May", "12"), row("June", "7"), row("July", "1,9"), [Cell(("Total",), 72)]]
        (table,) = tagged([sentence, row("Period", "Bought"), *body]).pages[0].tables
        assert [r[0] for r in rows_of(table.table)][:2] == [sentence[0].text[0], "Period"]


def test_a_sign_before_a_blank_to_be_filled_in_leaves_the_amount_before_it_alone() -> None:
    pdf = Pdf().page()
    for x, head in ((310, "Actual"), (400, "As adjusted")):
        pdf.text(x, 100, head, align="center", bold=True)
    for i, label in enumerate(("Cash", "Deposits", "Advances", "Debentures")):
        y = 116 + 14 * i
        pdf.text(72, y, label).text(280, y, "$").text(330, y, f"{i + 2},643", align="right")
        pdf.text(370, y, "$")
        if i:
            pdf.text(425, y, f"{i + 4},930", align="right")
    table = only(pdf)
    assert rows_of(table)[0] == ["", "Actual", "As adjusted"]
    assert rows_of(table)[1] == ["Cash", "$2,643", "$"]
    assert rows_of(table)[2] == ["Deposits", "$3,643", "$5,930"]
    assert headers(table) == {"Actual", "As adjusted"}


def test_a_currency_sign_after_its_amount_stays_with_it() -> None:
    pdf = Pdf().page().text(300, 100, "2025", align="right", bold=True).text(400, 100, "2024", align="right", bold=True)
    for i, (label, a, b) in enumerate(
        (("Waren", "1.234", "980"), ("Dienste", "310", "295"), ("Summe", "1.544", "1.275"))
    ):
        pdf.text(72, 116 + 14 * i, label)
        pdf.text(300, 116 + 14 * i, f"{a} €", align="right").text(400, 116 + 14 * i, f"{b} €", align="right")
    rows = rows_of(only(pdf))
    assert [[cell.replace(" ", "") for cell in row] for row in rows[1:]] == [
        ["Waren", "1.234€", "980€"], ["Dienste", "310€", "295€"], ["Summe", "1.544€", "1.275€"],
    ]  # fmt: skip


def test_the_mark_of_a_note_raised_above_a_header_is_part_of_its_line() -> None:
    pdf = Pdf().page()
    pdf.text(380, 92, "As adjusted for", size=8, align="center", bold=True)
    pdf.text(376, 101, "this offering", size=8, align="center", bold=True).text(403, 96.5, "(2)", size=4.7, bold=True)
    pdf.text(76, 101, "(In thousands)", size=8, bold=True).text(290, 101, "Actual", size=8, align="center", bold=True)
    rows = [["Cash", "267,643", "267,650"], ["Deposits", "860,930", "860,931"], ["Loans", "38,093", "38,094"]]
    for i, (label, first, second) in enumerate(rows):
        pdf.text(76, 115 + 13 * i, label).text(310, 115 + 13 * i, first, align="right")
        pdf.text(400, 115 + 13 * i, second, align="right")
    table = only(pdf)
    assert rows_of(table)[0] == ["(In thousands)", "Actual", "As adjusted for this offering (2)"]
    assert rows_of(table)[1:] == rows
