"""Rows alone at the foot of a page whose table stands on the next one."""

from __future__ import annotations

from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, headers, layout_of, rows_of

ROWS = [["open", "reads", "path"], ["close", "ends", "none"], ["seek", "moves", "number"], ["tell", "asks", "none"]]
LEFTS = (76, 200, 330)


def put(pdf: Pdf, y: float, cells: list[str], *, bold: bool = False, lefts: tuple[int, ...] = LEFTS) -> Pdf:
    for x, text in zip(lefts, cells, strict=True):
        pdf.text(x, y, text, bold=bold)
    return pdf


def over_two_pages(foot: list[str], lefts: tuple[int, ...] = LEFTS, *, bold: bool = True) -> Pdf:
    pdf = Pdf().page()
    for i in range(10):
        pdf.paragraph(72, 80 + 60 * i, 460, PROSE)
    put(pdf, 740, foot, bold=bold, lefts=lefts).page()
    for i, row in enumerate(ROWS):
        put(pdf, 80 + 14 * i, row)
    return pdf.paragraph(72, 180, 460, PROSE)


def test_a_header_alone_at_the_foot_of_a_page() -> None:
    first, second = layout_of(over_two_pages(["Name", "Deed", "Takes"])).pages
    (head,), (body,) = first.tables, second.tables
    assert rows_of(head.table) == [["Name", "Deed", "Takes"]]
    assert headers(head.table) == {"Name", "Deed", "Takes"}
    assert rows_of(body.table) == ROWS
    assert body.continues


def test_words_that_stand_in_no_columns_of_it_stay_text() -> None:
    first, second = layout_of(over_two_pages(["Name", "Deed", "Takes"], (76, 260, 420))).pages
    assert not first.tables
    assert not second.tables[0].continues
