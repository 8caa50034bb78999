"""Options and comments beside code are read row by row; two listings side by side are not."""

from __future__ import annotations

from tests.unit.test_pdf_blocks import texts
from tests.unit.test_pdf_columns import column
from tests.words import Sheet

OPTIONS = [f"--option-{i}" for i in range(6)]
WHAT = [f"Says what the option {i} is good for" for i in range(6)]


def test_options_and_what_they_do_are_read_row_by_row() -> None:
    sheet = Sheet().lines(72, 60, column("proportional", 8), leading=10)
    for i, (option, what) in enumerate(zip(OPTIONS, WHAT, strict=True)):
        sheet.line(72, 200 + 12 * i, option, mono=True).line(200, 200 + 12 * i, what, mono=True)
    rows = [f"{option} {what}" for option, what in zip(OPTIONS, WHAT, strict=True)]
    assert " ".join(texts(sheet)[-1].split()) == " ".join(rows)


def test_two_listings_side_by_side_are_read_one_after_the_other() -> None:
    left, right = [[f"{side} = call_of_the_{side}({i})" for i in range(8)] for side in ("before", "after")]
    sheet = Sheet().lines(72, 60, column("proportional", 8), leading=10)
    sheet.lines(72, 200, left, mono=True).lines(320, 200, right, mono=True)
    read = " ".join(texts(sheet)).split()
    assert read[-48:] == " ".join(left + right).split()


def test_text_set_in_rows_stays_in_columns_where_it_is_no_typescript() -> None:
    sheet = Sheet()
    for i in range(8):
        sheet.line(72, 100 + 12 * i, column("left", 8)[i]).line(320, 100 + 12 * i, column("right", 8)[i])
    assert " ".join(texts(sheet)) == " ".join(column("left", 8) + column("right", 8))
