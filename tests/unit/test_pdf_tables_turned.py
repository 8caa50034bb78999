"""Tables and header cells that are read upwards or downwards on a page that is upright."""

from __future__ import annotations

import pytest

from tests.pdfs import Pdf
from tests.unit.test_pdf_tables import PROSE, layout_of, only, rows_of, tables_of

ROWS = [["Kind", "2025", "2024", "2023"], ["Private", "1,020", "980", "870"], ["Public", "310", "295", "260"],
        ["Banks", "44", "51", "62"], ["All", "1,374", "1,326", "1,192"]]  # fmt: skip
PLACES = (0, 140, 210, 280)


def sideways(pdf: Pdf, angle: int) -> Pdf:
    """The rows without rules, read upwards (90) or downwards (270)."""
    for i, cells in enumerate(ROWS):
        for place, cell in zip(PLACES, cells, strict=True):
            align = "right" if place else "left"
            x, y = (420 + 16 * i, 700 - place) if angle == 90 else (490 - 16 * i, 380 + place)
            pdf.text(x, y, cell, angle=angle, align=align)
    return pdf


@pytest.mark.parametrize("angle", [90, 270])
def test_a_turned_table_beside_upright_text(angle: int) -> None:
    pdf = Pdf().page().paragraph(72, 72, 300, PROSE * 4)
    assert rows_of(only(sideways(pdf, angle))) == ROWS


def test_the_lines_of_a_turned_table_are_claimed_and_stand_where_they_are() -> None:
    layout = layout_of(sideways(Pdf().page().paragraph(72, 72, 300, PROSE * 4), 90))
    page = layout.pages[0]
    (table,) = page.tables
    assert table.box.x0 > 400
    assert table.box.y1 > 690
    assert all(n.table == 0 for n in page.lines if n.words[0].angle)
    assert all(n.table is None for n in page.lines if not n.words[0].angle)
    private = next(c for c in table.table.cells if "".join(p.text for p in c.pieces) == "Private")
    box = private.pieces[0].bbox
    assert box is not None
    assert box.y1 - box.y0 > box.x1 - box.x0


def test_upright_and_turned_tables_of_one_page() -> None:
    pdf = Pdf().page()
    for i, cells in enumerate(ROWS):
        for place, cell in zip(PLACES, cells, strict=True):
            pdf.text(72 + place, 90 + 14 * i, cell, align="right" if place else "left")
    layout = layout_of(sideways(pdf, 90))
    assert [rows_of(t.table) for t in layout.pages[0].tables] == [ROWS, ROWS]
    assert {n.table for n in layout.pages[0].lines} == {0, 1}


@pytest.mark.parametrize("angle", [90, 270])
def test_turned_headers_over_narrow_columns(angle: int) -> None:
    pdf = (
        Pdf()
        .page()
        .grid([72, 200, 240, 280], [100, 180, 200, 220], [["Kind", "", ""], ["A", "1", "2"], ["B", "3", "4"]])
    )
    first, second = (0, 12) if angle == 90 else (12, 0)
    y = 176 if angle == 90 else 104
    pdf.text(218 + first, y, "Number of", angle=angle).text(218 + second, y, "lots sold", angle=angle)
    pdf.text(266, y, "In stores", angle=angle)
    assert rows_of(only(pdf)) == [["Kind", "Number of lots sold", "In stores"], ["A", "1", "2"], ["B", "3", "4"]]


def test_turned_lines_of_text_are_no_table() -> None:
    pdf = Pdf().page().paragraph(72, 72, 300, PROSE * 2)
    for i in range(8):
        pdf.text(430 + 14 * i, 700, "A line of a text that is set sideways beside the others", angle=90)
    assert tables_of(pdf) == []
