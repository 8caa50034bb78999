"""Tables whose bars are drawn cell by cell, without upright rules; and frames that are none."""

from __future__ import annotations

from itertools import pairwise

from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, only, rows_of, spans, tables_of

SIDES = (72, 180, 290, 420)


def bar(pdf: Pdf, y: float, sides: tuple[int, ...] = SIDES) -> Pdf:
    for a, b in pairwise(sides):
        pdf.rule(a, y, b, y, width=0.25)
    return pdf


def texts(pdf: Pdf, y: float, *cells: list[str], sides: tuple[int, ...] = SIDES) -> Pdf:
    for x, lines in zip(sides, cells, strict=False):
        pdf.lines(x + 4, y, lines, size=8, leading=10)
    return pdf


def test_two_bars_below_a_header_on_tiles() -> None:
    pdf = Pdf().page()
    for a, b in pairwise(SIDES):
        pdf.box(a, 80, b, 100, fill="#aa2222", stroke=False)
    texts(pdf, 92, ["Who?"], ["What?"], ["Where?"])
    texts(pdf, 112, ["Clinically", "well and stable"], ["Standard care", "and advice"], ["Facility, or", "mobile"])
    bar(texts(bar(pdf, 130), 142, ["Advanced", "disease"], ["Intensive", "support"], ["Hospital"]), 160)
    table = only(pdf)
    assert rows_of(table) == [
        ["Who?", "What?", "Where?"],
        ["Clinically well and stable", "Standard care and advice", "Facility, or mobile"],
        ["Advanced disease", "Intensive support", "Hospital"],
    ]
    assert headers(table) == {"Who?", "What?", "Where?"}


def test_a_cell_that_no_bar_parts_spans_two_rows() -> None:
    pdf = texts(bar(Pdf().page(), 100), 112, ["14-25 kg"], ["200 mg"], ["250 mg"])
    bar(pdf, 120, SIDES[1:])
    bar(texts(pdf, 132, [], ["150 mg"], ["80 mg"]), 140)
    bar(texts(pdf, 152, ["26-40 kg"], ["300 mg"], ["400 mg"]), 160)
    table = only(pdf)
    assert rows_of(table) == [
        ["14-25 kg", "200 mg", "250 mg"],
        ["", "150 mg", "80 mg"],
        ["26-40 kg", "300 mg", "400 mg"],
    ]
    assert spans(table) == {"14-25 kg": (2, 1)}


def test_text_that_runs_over_the_joints_is_no_table() -> None:
    pdf = bar(bar(bar(Pdf().page(), 100), 150), 200).paragraph(76, 112, 340, PROSE).paragraph(76, 162, 340, PROSE)
    assert not tables_of(pdf)


def test_boxes_tied_together_by_lines_are_a_drawing() -> None:
    pdf = Pdf().page()
    for i, x in enumerate((80, 220, 360)):
        for k, y in enumerate((100, 180, 260)):
            pdf.box(x, y, x + 60, y + 24).text(x + 8, y + 15, f"Unit {i}{k}", size=8)
            pdf.rule(x + 30, y - 56, x + 30, y)
        pdf.rule(80, 290 + 6 * i, 420, 290 + 6 * i).rule(x, 284, x, 302)
    assert not tables_of(pdf)


def test_a_numbered_title_between_boxes_of_text_is_no_table() -> None:
    sides = (72, 120, 300)
    pdf = texts(bar(Pdf().page(), 80, sides), 92, [], ["Slipping hazard", "Fluids can cause it."], sides=sides)
    bar(pdf, 120, sides).text(76, 140, "1.2", bold=True, size=12).text(124, 140, "Intended use", bold=True, size=12)
    texts(bar(pdf, 150, sides), 162, [], ["Misuse", "Use it only as intended."], sides=sides)
    assert not tables_of(bar(pdf, 190, sides))
