"""Kinds of tables that need more than one kind of evidence, and what only looks like a table."""

from __future__ import annotations

import itertools
from typing import ClassVar

import pytest

from pincite.parsers.pdf.layout import LayoutTable
from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, layout_of, only, rows_of, spans, tables_of

NARROW = (
    "Most people who live in the north do not have a long history of travel, but a small number of them have been "
    "to many places and know the roads between the towns better than any of the maps that were drawn before them, "
    "which is why the survey asked them to walk along and to note what they saw on the way to the coast and back."
)


def lines_in(table: LayoutTable) -> str:
    return " ".join("".join(p.text for p in c.pieces) for c in table.table.cells)


class TestBars:
    """Rows parted by rules from end to end."""

    @staticmethod
    def _barred(pdf: Pdf, top: float, rows: list[tuple[str, str]], *, step: float = 20) -> Pdf:
        for i, (left, right) in enumerate(rows):
            pdf.rule(72, top + step * i, 540, top + step * i)
            pdf.text(76, top + step * i + 13, left).text(400, top + step * i + 13, right)
        return pdf.rule(72, top + step * len(rows), 540, top + step * len(rows))

    ROWS: ClassVar = [
        ("Sofosbuvir", "Cipla"),
        ("Daclatasvir", "Mylan"),
        ("Ledipasvir", "None"),
        ("Velpatasvir", "None"),
    ]

    def test_a_row_of_tiles_above_the_first_bar_is_the_header(self) -> None:
        pdf = Pdf().page().box(72, 78, 390, 98, fill="#cc2222", stroke=False)
        pdf.box(390, 78, 540, 98, fill="#cc2222", stroke=False)
        pdf.text(76, 92, "Substance", bold=True).text(400, 92, "Supplier", bold=True)
        pdf.text(76, 111, "Ribavirin").text(400, 111, "Hetero")
        table = only(self._barred(pdf, 118, self.ROWS))
        assert rows_of(table) == [["Substance", "Supplier"], ["Ribavirin", "Hetero"], *map(list, self.ROWS)]
        assert headers(table) == {"Substance", "Supplier"}

    def test_the_paragraphs_down_to_the_bar_of_a_box_are_no_row(self) -> None:
        pdf = self._barred(Pdf().page(), 100, self.ROWS)
        pdf.paragraph(72, 210, 460, PROSE * 2).text(72, 290, "4.5 What to consider", bold=True, size=13)
        pdf.rule(72, 310, 540, 310).paragraph(76, 330, 450, PROSE)
        (table,) = tables_of(pdf)
        assert rows_of(table.table) == [list(row) for row in self.ROWS]
        assert table.box.y1 < 190

    def test_long_titles_beside_a_word_are_a_table(self) -> None:
        title = "Financial statements of the board of governors as of and for the years that ended on the last day of "
        rows = [(title[: 78 + i], month) for i, month in enumerate(("January", "March", "April", "May"))]
        pdf = Pdf().page()
        for i, (left, right) in enumerate(rows):
            y = 100 + 34 * i
            pdf.rule(72, y, 540, y).text(76, y + 13, left, size=8).text(84, y + 25, "December 2022 and 2021", size=8)
            pdf.text(480, y + 25, right, size=8)
        pdf.rule(72, 236, 540, 236)
        assert [row[1] for row in rows_of(only(pdf))] == ["January", "March", "April", "May"]

    def test_a_header_between_walls_is_put_on_the_rows_between_bars(self) -> None:
        pdf = Pdf().page()
        tiles = (
            (72, 180, 80, 120),
            (180, 240, 80, 120),
            (240, 400, 80, 100),
            (240, 320, 100, 120),
            (320, 400, 100, 120),
        )
        for x0, x1, y0, y1 in tiles:
            pdf.box(x0, y0, x1, y1, fill="#e6e7e9", stroke=False)
        pdf.rule(72, 80, 400, 80).rule(240, 100, 400, 100).rule(72, 120, 400, 120).text(110, 104, "Item").text(
            200, 104, "2023"
        )
        pdf.text(320, 94, "Change", align="center")
        pdf.text(280, 114, "Amount", align="center").text(360, 114, "Percent", align="center")
        rows = [["Board", "31", "16", "0.5"], ["Banks", "20", "53", "0.3"], ["Total", "51", "69", "0.4"]]
        for i, row in enumerate(rows):
            for x, text in zip((76, 225, 290, 370), row, strict=True):
                pdf.text(x, 132 + 16 * i, text, align="left" if x == 76 else "right")
            pdf.rule(72, 136 + 16 * i, 400, 136 + 16 * i)
        table = only(pdf)
        assert rows_of(table) == [["Item", "2023", "Change", ""], ["", "", "Amount", "Percent"], *rows]
        assert spans(table) == {"Item": (2, 1), "2023": (2, 1), "Change": (1, 2)}
        assert headers(table) == {"Item", "2023", "Change", "Amount", "Percent"}

    def test_a_caption_in_the_first_row_stays_in_the_text(self) -> None:
        pdf = Pdf().page().box(72, 80, 540, 100, fill="#00548b", stroke=False).text(76, 94, "Table C.1. Suppliers")
        layout = layout_of(self._barred(pdf, 100, self.ROWS))
        (table,) = layout.pages[0].tables
        assert rows_of(table.table) == [list(row) for row in self.ROWS]
        assert table.table.caption == "Table C.1. Suppliers"
        assert [line.text for line in layout.pages[0].lines if line.table is None] == ["Table C.1. Suppliers"]


class TestRows:
    def test_a_label_may_stand_at_the_middle_of_its_row(self) -> None:
        pdf = Pdf().page()
        y = 100.0
        for label, texts in (
            ("Kind", ["Public"]), ("Traded as", ["First index", "Second index", "Third index"]), ("Code", ["US5949"]),
            ("Founded", ["April 4", "in the west"]), ("Place", ["Albany"]),
        ):  # fmt: skip
            for i, text in enumerate(texts):
                pdf.text(160, y + 14 * i, text, size=12)
            pdf.text(72, y + 7 * (len(texts) - 1), label, size=12)
            y += 14 * len(texts) + 5
        assert rows_of(only(pdf)) == [
            ["Kind", "Public"], ["Traded as", "First index Second index Third index"], ["Code", "US5949"],
            ["Founded", "April 4 in the west"], ["Place", "Albany"],
        ]  # fmt: skip

    def test_labels_at_the_middle_of_an_even_number_of_lines(self) -> None:
        facts = [
            ("Seat", ["One Long Way, Redmond"]),
            ("Area", ["Worldwide"]),
            ("People", ["Ada Byron", "(Chair)", "Grace Hopper", "(Clerk)"]),
            ("Products", ["Software", "Hardware", "Devices", "Networks", "Clouds", "Games", "Capital", "Advice"]),
            ("Brands", ["Windows ·  Skype ·  Xbox"]),
            ("Staff", ["221,000 (2023)"]),
            ("Houses", ["House of Japan", "House of Egypt", "House of India"]),
        ]
        pdf, y = Pdf().page(), 80.0
        for label, lines in facts:
            pdf.text(90, y + 6.5 * (len(lines) - 1), label, bold=True, align="center").lines(150, y, lines, leading=13)
            y += 13 * (len(lines) - 1) + 18
        expected = [[label, " ".join(lines)] for label, lines in facts]
        assert [[a, b.replace(" ", "").replace("·", "")] for a, b in rows_of(only(pdf))] == [
            [a, b.replace(" ", "").replace("·", "")] for a, b in expected
        ]

    def test_a_long_label_runs_over_columns_that_are_empty(self) -> None:
        pdf = Pdf().page()
        for i, row in enumerate((("First quarter", "5,745", "492"), ("Second quarter", "6,111", "733"))):
            pdf.text(72, 100 + 14 * i, row[0])
            pdf.text(300, 100 + 14 * i, row[1], align="right").text(500, 100 + 14 * i, row[2], align="right")
        pdf.text(72, 128, "Remaining number of shares that may be purchased under the program")
        pdf.text(500, 128, "93,888,442", align="right")
        (table,) = tables_of(pdf)
        assert rows_of(table.table)[-1] == [
            "Remaining number of shares that may be purchased under the program", "", "93,888,442",
        ]  # fmt: skip

    def test_lines_of_a_cell_that_begin_further_right_than_the_first_are_no_paragraph(self) -> None:
        pdf = Pdf().page()
        for i in range(4):
            y = 100 + 40 * i
            pdf.text(40, y, f"4.{i}", size=8).text(
                94, y, f"Certificate of the registrant, as of May {i}, 2013, forms of"
            )
            pdf.text(440, y, "8-K", size=8).text(490, y, f"4.{i}", size=8).text(530, y, f"5/{i + 1}/13", size=8)
            pdf.text(103, y + 10, "global notes representing the floating rate notes due 2016, all notes", size=10)
            pdf.text(103, y + 20, "due 2018, 0.45% notes due 2016, 1.00% notes due 2018 and more notes", size=10)
        rows = rows_of(only(pdf))
        assert [row[0] for row in rows] == ["4.0", "4.1", "4.2", "4.3"]
        assert all(row[1].endswith("1.00% notes due 2018 and more notes") for row in rows)

    def test_rows_whose_cells_nearly_touch_are_no_paragraph(self) -> None:
        pdf = Pdf().page()
        for i, (name, text) in enumerate(
            (("short", "Signed"), ("less short", "Signed twice"), ("a rather long name", "Signed by the curve of that"),
             ("another long name.", "Signed by the curve of this"), ("short", "Signed"))
        ):  # fmt: skip
            y = 100 + 15 * i
            pdf.text(72, y, name, size=12).text(177, y, text, size=12).text(330, y, "Active in all the states", size=12)
        assert [row[2] for row in rows_of(only(pdf))] == ["Active in all the states"] * 5


class TestHeads:
    def test_headers_in_a_cell_without_walls_are_cut_at_their_columns(self) -> None:
        pdf = Pdf().page()
        xs, ys = (72, 200, 270, 340, 410, 480), (90, 118, 136, 154)
        for y in ys:
            pdf.rule(xs[0], y, xs[-1], y)
        for x in xs:
            pdf.rule(x, ys[1], x, ys[-1])
        pdf.rule(72, 90, 72, 118).rule(200, 90, 200, 118).rule(480, 90, 480, 118)
        for x, lines in zip(
            (240, 310, 380, 450),
            (("Common", "shares"), ("Paid-in", "surplus"), ("Retained", "earnings"), ("", "Total")),
            strict=True,
        ):
            pdf.text(x, 101, lines[0], align="right").text(x, 113, lines[1], align="right")
        pdf.text(76, 113, "Millions")
        for i, row in enumerate(
            (("April", "1,113", "2,783", "5,213", "9,109"), ("June", "1,114", "2,784", "5,249", "9,147"))
        ):
            for x, text in zip((76, 240, 310, 380, 450), row, strict=True):
                pdf.text(x, 131 + 18 * i, text, align="left" if x == 76 else "right")
        assert rows_of(only(pdf))[0] == ["Millions", "Common shares", "Paid-in surplus", "Retained earnings", "Total"]

    def test_headers_a_blank_apart_are_cut_where_the_line_above_shows(self) -> None:
        pdf = Pdf().page()
        for x, name in ((160, "Revenue"), (242, "Income"), (324, "Assets")):
            pdf.text(x, 100, name, align="center").text(x, 112, "in million US dollars", size=8.2, align="center")
        for i, row in enumerate((("2005", "39,788", "12,254", "70,815"), ("2006", "44,282", "12,599", "69,597"))):
            for x, text in zip((72, 190, 272, 354), row, strict=True):
                pdf.text(x, 126 + 14 * i, text, align="left" if x == 72 else "right")
        table = only(pdf)
        assert rows_of(table)[-1] == ["2006", "44,282", "12,599", "69,597"]
        assert [row[1:] for row in rows_of(table)[:-2]][-1][0].endswith("in million US dollars")
        assert all("dollars in" not in text for row in rows_of(table) for text in row)

    def test_two_rows_under_a_caption_are_parted_by_their_headers(self) -> None:
        pdf = Pdf().page().text(200, 84, "Table 11", size=12)
        pdf.text(36, 100, "Range unit", size=12, bold=True).text(210, 100, "Description", size=12, bold=True)
        pdf.text(399, 100, "Section", size=12, bold=True)
        pdf.text(36, 116, "bytes", size=12).text(130, 116, "a range of octets", size=12).text(
            399, 116, "14.1.2", size=12
        )
        pdf.text(36, 132, "none", size=12).text(130, 132, "a word to say that no range is supported yet", size=12)
        pdf.text(399, 132, "14.3", size=12)
        assert rows_of(only(pdf)) == [
            ["Range unit", "Description", "Section"],
            ["bytes", "a range of octets", "14.1.2"],
            ["none", "a word to say that no range is supported yet", "14.3"],
        ]


class TestNoTables:
    def test_words_marked_with_colour(self) -> None:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        pdf = Pdf().page()
        text = (
            ("Deliverables (excluding any ", "Customer ", "materials and"),
            ("property of others ", "Provider's ", "employees are "),
            ("deemed to be ", "Customer's ", "own "),
        )
        for row, words in enumerate(text):
            x, y = 100.0, 100 + 12 * row
            for n, word in enumerate(words):
                width = stringWidth(word, "Helvetica", 10)
                pdf.box(x, y - 9, x + width, y + 3, fill=("#ffff00", "#dddddd")[n % 2], stroke=False).text(x, y, word)
                x += width
        assert tables_of(pdf) == []

    def test_narrow_columns_of_text(self) -> None:
        pdf = Pdf(420, 595).page().paragraph(60, 80, 120, NARROW, size=9).paragraph(220, 80, 120, NARROW[40:], size=9)
        assert tables_of(pdf) == []

    def test_columns_of_text_in_korean(self) -> None:
        from pincite.parsers.pdf.layout import Line, Word
        from pincite.parsers.pdf.tables.prose import part_prose

        def line(x: float, y: float, text: str) -> Line:
            words = [Word(t, x + 30 * i, y, x + 30 * i + 28, y + 10, 0) for i, t in enumerate(text.split())]
            return Line(words, x, y, words[-1].x1, y + 10, 1, 10, 0, text)

        text = "보험금의 경우 보장금액 등이 높게 책정되어 있다"
        lines = [line(x, 100 + 15 * i, text) for x in (60, 300) for i in range(8)]
        assert part_prose(lines, 600).free == []

    def test_a_column_of_text_beside_a_table_is_not_its_stub(self) -> None:
        pdf = Pdf().page().paragraph(60, 100, 200, NARROW * 2, size=9, leading=11)
        for i in range(12):
            pdf.text(300, 100 + 14 * i, f"Item {i}").text(480, 100 + 14 * i, f"{i + 10}.5", align="right")
        (table,) = tables_of(pdf)
        assert "people" not in lines_in(table)
        assert table.table.n_cols == 2

    def test_places_for_signatures(self) -> None:
        pdf = Pdf().page()
        fields = (
            ("By:", "/s/ Stephen Rizz", "/s/ Mark Tyn"),
            ("Name:", "Stephen Rizz", "Mark Tyn"),
            ("Title:", "President", "Manager"),
            ("Date:", "20/12/2018", "21/12/2018"),
        )
        for i, (field, one, two) in enumerate(fields):
            y = 100 + 18 * i
            pdf.text(60, y, field).text(110, y, one).text(320, y, field).text(370, y, two)
        assert tables_of(pdf) == []

    def test_a_list_of_steps_marked_with_brackets_beside_a_note(self) -> None:
        pdf = Pdf().page().text(300, 100, "Caution")
        for i, step in enumerate(
            ("Read the manual with care", "Do not touch hot parts", "Do not use it broken", "Use it whole")
        ):
            pdf.text(60, 100 + 14 * i, ">").text(80, 100 + 14 * i, step)
        assert tables_of(pdf) == []

    def test_words_on_a_map_under_the_caption_of_a_figure(self) -> None:
        pdf = Pdf().page().text(72, 80, "Figure 1.1. The twelve districts")
        spots = [
            *((150, 120, "9"), (400, 120, "1"), (180, 136, "Minneapolis"), (360, 136, "2"), (420, 136, "Boston")),
            *((72, 152, "12"), (230, 152, "7"), (300, 152, "Cleveland"), (350, 152, "3"), (420, 152, "New York")),
        ]
        for x, y, text in spots:
            pdf.text(x, y, text, size=8)
        assert tables_of(pdf) == []


class TestListsWithAHeader:
    ROWS: ClassVar = [
        ("2.1", "Agreement of merger by and between the two corporations of Delaware,"),
        ("", "dated November 28, 1997, as amended by the parties in the spring of"),
        ("", "(14)"),
        ("3.3(a)", "Amended and restated by-laws of the company"),
        ("10.10", "Stock option plan of the company for the directors and officers, as"),
        ("", "amended and restated in March and filed with the report of that year"),
        ("10.11", "Rights agreement"),
    ]

    def _drawn(self, *, headed: bool) -> Pdf:
        pdf = Pdf().page()
        if headed:
            pdf.text(60, 100, "Exhibit No.", bold=True).text(320, 100, "Description", bold=True)
        for i, (label, text) in enumerate(self.ROWS):
            pdf.text(192, 118 + 12 * i, text).text(109, 118 + 12 * i, label, align="right")
            if label:
                pdf.text(166, 118 + 12 * i, "\u2014")
        return pdf

    def test_labels_under_a_header_part_texts_of_several_lines(self) -> None:
        rows = rows_of(only(self._drawn(headed=True)))
        assert [row[:2] for row in rows] == [
            ["Exhibit No.", ""], ["2.1", "\u2014"], ["3.3(a)", "\u2014"], ["10.10", "\u2014"], ["10.11", "\u2014"],
        ]  # fmt: skip
        assert rows[0][2] == "Description"
        assert rows[1][2] == " ".join(text for _, text in self.ROWS[:3])

    def test_entries_of_an_entry_stand_deeper(self) -> None:
        pdf = (
            self._drawn(headed=True)
            .text(130, 202, "10.11(i)")
            .text(222, 202, "Form of the agreement for the officers of")
        )
        pdf.text(222, 214, "the company").text(109, 226, "12", align="right").text(192, 226, "List of subsidiaries")
        rows = rows_of(only(pdf))
        assert [row[-1] for row in rows[-2:]] == [
            "Form of the agreement for the officers of the company", "List of subsidiaries",
        ]  # fmt: skip

    def test_bold_words_above_a_paragraph_are_no_header(self) -> None:
        pdf = Pdf().page().text(60, 100, "Scope", bold=True).text(320, 100, "Terms", bold=True)
        assert tables_of(pdf.paragraph(60, 118, 450, PROSE * 2)) == []


def test_exhibits_in_the_plural_are_no_caption() -> None:
    from pincite.parsers.pdf.tables.captions import is_caption

    assert not is_caption("Exhibits Filed as Part of This Report")
    assert all(
        map(is_caption, ("Exhibit 4", "Exhibit A", "Table IV. Costs", "Table C.1. Reports", "表1 結果", "Table 7:"))
    )


def test_the_title_of_a_note_parts_two_tables_of_amounts() -> None:
    pdf = Pdf().page()
    rows = [("Transition asset", "(2)", "31"), ("Service credit", "55", "60"), ("Loss", "(493)", "(689)")]
    for i, (label, a, b) in enumerate(rows):
        pdf.text(72, 100 + 12 * i, label).text(360, 100 + 12 * i, a, align="right").text(
            440, 100 + 12 * i, b, align="right"
        )
    pdf.text(72, 148, "NOTE 9. Supplemental Cash Flow Information", bold=True)
    for i, (label, a, b) in enumerate([("Tax payments", "1,320", "1,695"), ("Interest", "440", "472")]):
        pdf.text(72, 168 + 12 * i, label).text(360, 168 + 12 * i, a, align="right").text(
            440, 168 + 12 * i, b, align="right"
        )
    first, second = tables_of(pdf)
    assert rows_of(first.table) == [list(row) for row in rows]
    assert rows_of(second.table) == [["Tax payments", "1,320", "1,695"], ["Interest", "440", "472"]]


class TestSideBySide:
    """Labels and texts that only white space parts."""

    TERMS: ClassVar = [
        ("Provider", ["Acme Cloud Inc., a Delaware corporation"]),
        ("Governing law", ["The laws of the State of Delaware without regard to the rules on conflict of law of that",
                           "state or of any other place where the services are used."]),
        ("Cap", ["1.5x the fees paid in the twelve months before"]),
        ("1 –", ["Notices by mail, to both of the addresses below"]),
    ]  # fmt: skip

    def test_a_text_of_two_wide_lines_beside_its_label_is_a_cell(self) -> None:
        pdf, y = Pdf().page(), 100.0
        for label, lines in self.TERMS:
            pdf.text(72, y, label, bold=True).lines(170, y, lines)
            y += 12 * len(lines) + 10
        assert rows_of(only(pdf)) == [[label, " ".join(lines)] for label, lines in self.TERMS]

    def test_references_of_two_wide_lines_are_none(self) -> None:
        pdf, y = Pdf().page(), 100.0
        for label, lines in self.TERMS:
            pdf.text(72, y, f"[{label[:3].upper()}]", bold=True).lines(170, y, [*self.TERMS[1][1][:1], lines[-1]])
            y += 34
        assert not tables_of(pdf)

    def test_a_text_in_another_font_begins_its_column_a_narrow_blank_after_the_text_before(self) -> None:
        rows = [["N, Bx", "rast_contains"], ["N, Cx", "rast_crosses"], ["C", "poly_touches"], ["N", "poly_within"]]
        pdf = Pdf().page().paragraph(72, 60, 400, PROSE)
        for i, (case, name) in enumerate(rows):
            pdf.text(72, 200 + 14 * i, case).text(102, 200 + 14 * i, name, font="Courier")
            pdf.text(300, 200 + 14 * i, f"ST of {name}")
        assert [row[:2] for row in rows_of(only(pdf))] == rows

    def test_names_of_several_lines_stand_around_their_one_text(self) -> None:
        rows = [(["bmp"], "Windows bitmap"), (["canon", "dot", "gv", "xdot"], "Graph"),
                (["jpg", "jpeg", "jpe"], "JPEG"), (["gif"], "Graphics interchange"),
                (["gd", "gd2"], "GD formats"), (["ico"], "Icon image")]  # fmt: skip
        pdf, y = Pdf().page(), 100.0
        for names, text in rows:
            pdf.lines(72, y, names).text(200, y + 6 * (len(names) - 1), text)
            y += 12 * len(names) + 6
        assert rows_of(only(pdf)) == [[" ".join(names), text] for names, text in rows]

    def test_the_last_line_of_the_last_cell_stays_with_it(self) -> None:
        pdf = Pdf().page()
        for i, row in enumerate([("Serial", "string"), ("Maker", "string"), ("Model", "text"), ("Rating", "number")]):
            pdf.text(72, 100 + 24 * i, row[0]).text(160, 100 + 24 * i, row[1])
            pdf.text(240, 100 + 24 * i, "Known from the file, and for old ones from" if i == 3 else "Always there")
        pdf.text(240, 184, "the name of the folder")
        assert rows_of(only(pdf))[-1][-1].endswith("from the name of the folder")

    @pytest.mark.parametrize("header", [False, True])
    def test_dashes_between_texts_are_no_amounts(self, header: bool) -> None:
        rows = [["Enable", "Engine on", "shorter"], ["Disable", "Engine off", "shorter"], ["Cache", "-", "gone"],
                ["Port", "-", "gone"], ["Mutex", "Mutex file", "renamed"], ["Strict", "-", "gone"]]  # fmt: skip
        head = [["Old name", "New name", "Remarks"]] if header else []
        pdf = Pdf().page()
        for i, row in enumerate(head + rows):
            for x, text in zip((72, 200, 330), row, strict=True):
                pdf.text(x, 100 + 16 * i, text, bold=header and not i)
        table = only(pdf)
        assert rows_of(table) == head + rows
        assert headers(table) == set(itertools.chain(*head))

    def test_rows_of_texts_before_the_first_amounts_are_no_header(self) -> None:
        rows = [["Item", "1KiB", "2KiB"], ["Blocks", "2^32", "2^32"], ["Inodes", "2^32", "2^32"],
                ["Size", "4TiB", "8TiB"], ["Per group", "8,192", "16,384"], ["Entries", "4,096", "8,192"]]  # fmt: skip
        pdf = Pdf().page()
        for i, row in enumerate(rows):
            for x, text in zip((72, 200, 330), row, strict=True):
                pdf.text(x, 100 + 28 * i, text, bold=not i)
        assert rows_of(only(pdf)) == rows

    def test_two_rows_of_texts_are_a_table_where_each_column_has_a_bold_header(self) -> None:
        rows = [["Offset", "Size", "Name"], ["First", "le32", "hash"], ["Last", "le16", "minor hash of it"]]
        pdf = Pdf().page()
        for i, row in enumerate(rows):
            for x, text in zip((72, 200, 330) if i else (72, 222, 360), row, strict=True):
                pdf.text(x, 100 + 30 * i, text, bold=not i)
        assert rows_of(only(pdf)) == rows


class TestBarsInPart:
    """Rules that do not lie around all rows."""

    def test_rules_over_the_sums_of_a_table_part_none_of_its_rows(self) -> None:
        rows = [["Revenue", "64,133", "9,190"], ["Materials", "9,759", "99,149"], ["Staff", "6,128", "10,155"],
                ["Other", "82,795", "92,188"], ["Result", "1,204", "5,201"], ["Interest", "7,225", "9,046"],
                ["Income", "19,519", "66,973"]]  # fmt: skip
        pdf = Pdf().page()
        for i, (label, *amounts) in enumerate(rows):
            pdf.text(72, 110 + 14 * i, label)
            for x, amount in zip((350, 450), amounts, strict=True):
                pdf.text(x, 110 + 14 * i, amount, align="right")
            if i > 3:
                pdf.rule(70, 100 + 14 * i, 455, 100 + 14 * i)
        pdf.rule(70, 100 + 14 * len(rows), 455, 100 + 14 * len(rows))
        assert rows_of(only(pdf)) == rows

    def test_the_header_stands_over_the_first_rule(self) -> None:
        rows = [["Menu item", "What it does"], ["Conversations", "Lists all of them"], ["Endpoints", "Shows the ends"],
                ["Hierarchy", "Gives the share of each"], ["Flow", "Draws who spoke to whom"]]  # fmt: skip
        pdf = Pdf().page()
        for i, (label, text) in enumerate(rows):
            pdf.text(76, 112 + 20 * i, label, bold=not i).text(250, 112 + 20 * i, text, bold=not i)
            pdf.rule(72, 118 + 20 * i, 500, 118 + 20 * i)
        assert rows_of(only(pdf)) == rows
