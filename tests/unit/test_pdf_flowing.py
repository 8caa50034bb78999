"""Page numbers right under the last line of text, as in filings printed from HTML."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.furniture.labels import read_labels
from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out

LENGTHS = (5, 9, 7, 12, 4, 10, 6, 11)  # lines of text on the pages, in turn
Foot = str | None | tuple[float, str]


WORDS = cycle(["oats", "rye", "barley", "hops", "wheat", "flax", "millet"])
VERBS = cycle(["grow", "ripen", "wither", "sprout", "sell"])


def sheet(lines: int, *, top: float = 80) -> Sheet:
    """Text that is different on each page."""
    return Sheet().lines(72, top, [f"where the {next(WORDS)} {next(VERBS)} in the field" for _ in range(lines)])


def read(sheets: Sequence[Sheet]) -> Layout:
    layout = lay_out(*sheets)
    make_lines(layout)
    mark_furniture(layout)
    read_labels(layout)
    return layout


def pages(*feet: Foot, gap: float = 30, size: float = 10) -> Layout:
    """Pages whose text is of changing length, each with its foot ``gap`` points below: a text in the middle of the
    page, or (x, text)."""
    sheets = []
    for lines, foot in zip(cycle(LENGTHS), feet, strict=False):
        made = sheet(lines)
        if foot is not None:
            x, text = foot if isinstance(foot, tuple) else (306 - 0.25 * size * len(foot), foot)
            made.line(x, 80 + 12 * (lines - 1) + gap, text, size=size)
        sheets.append(made)
    return read(sheets)


def labels(layout: Layout) -> list[str | None]:
    return [page.printed_label for page in layout.pages]


def furniture(layout: Layout) -> list[str]:
    return [line.text for page in layout.pages for line in page.lines if line.furniture is not None]


def test_numbers_under_text_of_changing_length() -> None:
    layout = pages(None, *"234567")
    assert labels(layout) == [None, *"234567"]
    assert furniture(layout) == [*"234567"]


def test_numbers_behind_the_same_words() -> None:
    feet = [f"Pilot Inc. | 2026 Form 10-K | {i}" for i in range(28, 34)]
    layout = pages(*feet)
    assert labels(layout) == ["28", "29", "30", "31", "32", "33"]
    assert furniture(layout) == feet


def test_numbers_beside_the_same_words() -> None:
    layout = read(
        [
            sheet(lines).line(300, 100 + 12 * lines, f"Page {i}").line(480, 100 + 12 * lines, "form B")
            for i, lines in enumerate(LENGTHS, 1)
        ]
    )
    assert labels(layout) == [*"12345678"]
    assert len(furniture(layout)) == 16


def test_a_foot_below_the_number_does_not_hide_it() -> None:
    layout = read(
        [
            sheet(n).line(300, 100 + 12 * n, str(i)).line(60, 770, "Source: PILOT INC., 10-Q")
            for i, n in enumerate(LENGTHS, 1)
        ]
    )
    assert labels(layout) == [*"12345678"]


def test_a_page_that_takes_two_sheets_gives_both_its_number() -> None:
    assert labels(pages("1", "2", None, "3", "4", "5", None, "6")) == ["1", "2", "3", "3", "4", "5", "6", "6"]


def test_a_blank_sheet_has_no_number() -> None:
    sheets = [sheet(n).line(300, 100 + 12 * n, str(i)) for i, n in enumerate(LENGTHS, 1)]
    sheets.insert(3, Sheet())
    assert labels(read(sheets)) == ["1", "2", "3", None, "4", "5", "6", "7", "8"]


def test_a_sheet_without_its_number_inside_the_count() -> None:
    assert labels(pages("1", "2", "3", None, "5", "6", "7")) == [*"1234567"]


def test_exhibits_have_short_counts_and_single_pages_of_their_own() -> None:
    layout = pages(*"123456", None, "A-1", "A-2", "A-3", "B-1", None, "1", "2", "3")
    assert labels(layout) == [*"123456", None, "A-1", "A-2", "A-3", "B-1", None, "1", "2", "3"]


def test_a_short_count_alone_is_not_believed() -> None:
    layout = pages(None, "1", "2", "3", None, None, None, None, None, None)
    assert labels(layout) == [None] * 10
    assert furniture(layout) == []


def test_totals_of_tables_do_not_count_pages() -> None:
    layout = pages("12", "7", "13", "261", "14", "9", "15", "40")
    assert labels(layout) == [None] * 8


def test_numbers_that_belong_to_the_text_above_do_not_count_pages() -> None:
    assert labels(pages(*"12345678", gap=12)) == [None] * 8


def test_numbers_at_changing_places_do_not_count_pages() -> None:
    xs = (72, 140, 210, 260, 330, 395, 420, 500)
    assert labels(pages(*((x, str(i)) for i, x in enumerate(xs, 1)))) == [None] * 8


def test_rows_of_a_table_do_not_count_pages() -> None:
    sheets = [
        sheet(n).line(72, 100 + 12 * n, f"Total {'abcdefgh'[i]}").line(300, 100 + 12 * n, str(i + 1))
        for i, n in enumerate(LENGTHS)
    ]
    assert labels(read(sheets)) == [None] * 8


@pytest.mark.parametrize("words", ["Figure", "Table", "Exhibit", "Question"])
def test_what_else_is_numbered_is_not_the_page(words: str) -> None:
    assert labels(pages(*(f"{words} {i}" for i in range(1, 9)))) == [None] * 8


def test_titles_that_count_at_the_top_stay_text() -> None:
    sheets = [
        sheet(n, top=140 + 20 * n).line(300, 100 + 20 * n, str(i), size=16, bold=True) for i, n in enumerate(LENGTHS, 1)
    ]
    layout = read(sheets)
    assert labels(layout) == [None] * 8
    assert furniture(layout) == []


def test_spaced_digits_are_one_number() -> None:
    assert labels(pages("8", "9", "1 0", "1 1", "1 2", "1 3")) == ["8", "9", "10", "11", "12", "13"]


def test_the_same_line_above_the_numbers_is_a_foot_too() -> None:
    sheets = [
        sheet(n).line(400, 80 + 12 * n, "* Confidential").line(300, 110 + 12 * n, str(i))
        for i, n in enumerate(LENGTHS, 1)
    ]
    assert furniture(read(sheets)).count("* Confidential") == 8
