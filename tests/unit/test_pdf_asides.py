"""Boxes that text runs around are read before the paragraph beside them, and never within it."""

from __future__ import annotations

import pytest

from pincite.model import BBox
from pincite.parsers.pdf.layout import Fill
from pincite.parsers.pdf.text.asides import enclosed
from pincite.parsers.pdf.text.lines import make_lines
from tests.unit.test_pdf_blocks import texts
from tests.words import Sheet, lay_out

WIDE = "a line that goes on over the whole width of the page as long as nothing is in its way here at all"
BESIDE = "a line that ends where the box beside it begins"
NOTE = ["Did you know", "There is a box here,", "and the text runs", "around it as it must."]


def page(*, fill: bool = True, x: float = 340, above: str = "Above the box stands", first: str = "Beside it") -> Sheet:
    """A paragraph above, one that begins beside the box and goes on below it, and the box."""
    sheet = Sheet().lines(72, 100, [f"{above} {WIDE[:60]}", "which ends here."])
    sheet.lines(72 if x > 100 else 240, 140, [f"{first} {BESIDE[:30]}", *[BESIDE] * 6])
    sheet.lines(72, 224, [WIDE, "and is at its end."])
    sheet.lines(x + 8, 144, NOTE, leading=13, size=9)
    x1, bottom = x + 150, 202
    if fill:
        sheet.page.fills.append(Fill(BBox(x, 132, x1, bottom), 0xEEEEE0))
    else:
        sheet.rule(x, 132, x1, 132).rule(x, bottom, x1, bottom).rule(x, 132, x, bottom).rule(x1, 132, x1, bottom)
    return sheet


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("x", [340, 72])
def test_a_box_is_read_before_the_paragraph_beside_it(fill: bool, x: float) -> None:
    above, *note, beside = texts(page(fill=fill, x=x))
    assert (above[:5], above[-10:]) == ("Above", "ends here.")
    assert " ".join(note) == " ".join(NOTE)
    assert (beside[:9], beside[-11:]) == ("Beside it", "at its end.")


def test_what_would_part_a_sentence_is_taken_out_without_a_ground_of_its_own() -> None:
    sheet = page()
    sheet.page.fills.clear()
    _above, *note, beside = texts(sheet)
    assert " ".join(note) == " ".join(NOTE)
    assert (beside[:9], beside[-11:]) == ("Beside it", "at its end.")


def test_a_note_beside_a_whole_paragraph_is_read_after_it() -> None:
    sheet = page()
    sheet.page.fills.clear()
    sheet.page.words = [w for w in sheet.page.words if w.y0 < 190 or w.y0 > 230]
    assert [text[:9] for text in texts(sheet)][:3] == ["Above the", "Beside it", "Did you k"]


def test_a_box_in_one_of_two_columns_stays_there() -> None:
    sheet = Sheet().line(72, 80, "A title over both of the columns", size=16)
    sheet.lines(72, 110, [BESIDE] * 16)
    sheet.lines(340, 110, ["Above it", *[BESIDE[:40]] * 4]).lines(350, 180, ["listing one", "listing two"], mono=True)
    sheet.lines(340, 216, ["Below it", *[BESIDE[:40]] * 4])
    sheet.page.fills.append(Fill(BBox(340, 168, 560, 200), 0xEEEEEE))
    sheet.page.fills.append(Fill(BBox(60, 90, 330, 300), 0xFFFFFF))
    read = " ".join(texts(sheet))
    assert read.index(BESIDE) < read.index("Above it") < read.index("listing one") < read.index("Below it")


def test_a_ground_with_lines_that_leave_it_is_no_box() -> None:
    sheet = page()
    layout = lay_out(sheet)
    make_lines(layout)
    assert len(enclosed(sheet.page, sheet.page.lines)) == 1
    sheet.page.fills[:] = [Fill(BBox(200, 132, 380, 202), 0xEEEEE0)]
    assert enclosed(sheet.page, sheet.page.lines) == []


def test_lines_end_at_the_edge_of_a_ground() -> None:
    sheet = Sheet().line(72, 144, "right up to the box").line(168, 144, "with a note").line(168, 156, "of two lines")
    sheet.page.fills.append(Fill(BBox(164, 132, 300, 170), 0xEEEEE0))
    layout = lay_out(sheet)
    make_lines(layout)
    assert [n.text for n in layout.pages[0].lines] == ["right up to the box", "with a note", "of two lines"]


def test_cards_in_frames_are_read_row_by_row() -> None:
    sheet, expected = Sheet().line(72, 60, "Above all of them"), ["Above all of them"]
    for row in range(2):
        for col in range(3):
            x, y = 72 + 160 * col, 100 + 120 * row
            sheet.rule(x, y, x + 140, y).rule(x, y + 100, x + 140, y + 100)
            sheet.rule(x, y, x, y + 100).rule(x + 140, y, x + 140, y + 100)
            card = [f"Card {row} {col}", *["which has a text"] * (3 + (row + col) % 3)]
            sheet.line(x + 8, y + 20, card[0], bold=True).lines(x + 8, y + 40, card[1:])
            expected += card
    assert " ".join(texts(sheet.line(72, 400, "Below them"))) == " ".join([*expected, "Below them"])


def test_two_addresses_in_frames_are_read_one_after_the_other() -> None:
    sheet = Sheet()
    bill = ["Bill to", "Ada Moor", "12 Long Street", "Springfield"]
    ship = ["Ship to", "Ben Hale", "9 Short Road", "Shelbyville"]
    for x, address in ((72, bill), (320, ship)):
        sheet.lines(x + 8, 120, address)
        sheet.page.fills.append(Fill(BBox(x, 105, x + 200, 165), 0xEEEEEE))
    assert " ".join(texts(sheet)) == " ".join(bill + ship)
