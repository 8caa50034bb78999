"""Running heads, feet and page numbers are told from text."""

from __future__ import annotations

import itertools

from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.layout import Furniture, Layout
from pincite.parsers.pdf.text.lines import make_lines
from tests.words import Sheet, lay_out

ANIMALS = itertools.cycle(["fox", "hedgehog", "dog", "blackbird", "cat", "horse", "otter"])


def body(sheet: Sheet, *, y: float = 120) -> Sheet:
    """Text that is different on each page."""
    for i in range(0, 96, 48):
        lines = [
            f"the quick brown {next(ANIMALS)} jumps over",
            f"the {next(ANIMALS)} and runs away",
            f"from the {next(ANIMALS)}.",
        ]
        sheet.lines(72, y + i, lines)
    return sheet


def marked(*sheets: Sheet) -> list[dict[str, Furniture]]:
    """Per page: text -> why it is furniture."""
    layout = run(*sheets)
    return [{n.text: n.furniture for n in page.lines if n.furniture is not None} for page in layout.pages]


def run(*sheets: Sheet) -> Layout:
    layout = lay_out(*sheets)
    make_lines(layout)
    mark_furniture(layout)
    return layout


def test_the_same_head_on_each_page_is_a_header() -> None:
    pages = marked(*(body(Sheet().line(72, 40, "Pilot Agreement 2026")) for _ in range(4)))
    assert pages == [{"Pilot Agreement 2026": Furniture.HEADER}] * 4


def test_page_n_of_m_is_a_page_label() -> None:
    pages = marked(*(body(Sheet()).line(280, 760, f"Page {i} of 4") for i in range(1, 5)))
    assert pages == [{f"Page {i} of 4": Furniture.PAGE_LABEL} for i in range(1, 5)]


def test_real_headings_at_the_top_of_the_text_stay() -> None:
    tops = ["1 Scope", "more words in the text", "2 Pay", "3 Leave"]
    sheets = [
        body(Sheet().line(72, 40, "Pilot Agreement").line(72, 90, top, size=12, bold=True)).line(300, 760, str(i))
        for i, top in enumerate(tops, 1)
    ]
    for page, number in zip(marked(*sheets), "1234", strict=True):
        assert page == {"Pilot Agreement": Furniture.HEADER, number: Furniture.PAGE_LABEL}


def test_left_and_right_pages_have_heads_of_their_own() -> None:
    sheets = [
        body(Sheet().line(72 if i % 2 else 400, 40, "The Book" if i % 2 else "The Chapter")).line(300, 760, str(i))
        for i in range(1, 9)
    ]
    for i, page in enumerate(marked(*sheets), 1):
        assert page["The Book" if i % 2 else "The Chapter"] is Furniture.HEADER


def test_numbers_that_rise_with_the_pages_at_alternating_corners() -> None:
    sheets = [body(Sheet()).line(72 if i % 2 else 500, 760, str(i)) for i in range(141, 145)]
    assert marked(*sheets) == [{str(i): Furniture.PAGE_LABEL} for i in range(141, 145)]


def test_what_stands_beside_the_number_goes_with_it() -> None:
    titles = ["Revenue", "Revenue", "Costs", "Outlook", "Risks"]
    sheets = [body(Sheet()).line(72, 760, title).line(500, 760, str(i)) for i, title in enumerate(titles, 7)]
    for title, page in zip(titles, marked(*sheets), strict=True):
        assert page[title] is Furniture.FOOTER


def test_a_title_that_comes_back_far_apart_is_text() -> None:
    sheets = [
        body(Sheet().line(72, 60, "Key findings", size=14, bold=True)) if i % 5 == 0 else body(Sheet())
        for i in range(15)
    ]
    assert marked(*sheets) == [{}] * 15


def test_a_chapter_word_above_its_title_is_text() -> None:
    names = ["ONE", "TWO", "THREE", "FOUR"]
    sheets = [body(Sheet().line(400, 60, "CHAPTER").line(400, 80, n, size=16, bold=True), y=150) for n in names]
    assert marked(*sheets) == [{}] * 4


def test_the_head_of_a_short_section_is_known_by_its_look() -> None:
    heads = [*["Care"] * 4, *["Safety"] * 3, *["Software"] * 4, "Warranty", *["Index"] * 3]
    for head, page in zip(heads, marked(*(body(Sheet().line(72, 40, head)) for head in heads)), strict=True):
        assert page == {head: Furniture.HEADER}


def test_a_heading_where_other_pages_have_their_link_is_text() -> None:
    heads = [*["Table of Contents"] * 9, "2. Restructuring", *["Table of Contents"] * 9, "5. Derivatives"]
    pages = marked(*(body(Sheet().line(72, 40, head)) for head in heads))
    assert [i for i, page in enumerate(pages) if not page] == [9, 19]


def test_numbered_chapter_titles_are_text() -> None:
    sheets = [body(Sheet().line(72, 60, f"Chapter {i}", size=10)) for i in (1, 5, 9, 20)]
    assert marked(*sheets) == [{}] * 4


def test_a_lone_number_at_the_foot_of_a_single_page() -> None:
    assert marked(body(Sheet()).line(300, 760, "312")) == [{"312": Furniture.PAGE_LABEL}]


def test_a_single_page_keeps_its_first_and_last_lines() -> None:
    assert marked(body(Sheet().line(72, 40, "Dear reader")).line(72, 760, "Total 5")) == [{}]


def test_the_head_of_a_table_that_goes_on_is_text() -> None:
    def sheet(i: int) -> Sheet:
        page = Sheet().line(72, 60, "Company").line(250, 60, "City").line(400, 60, "Jobs")
        for row in range(12):
            page.line(72, 72 + row * 12, f"Firm{i}{row}").line(250, 72 + row * 12, "Fresno").line(
                400, 72 + row * 12, f"{row * 7}"
            )
        return page

    assert marked(*(sheet(i) for i in range(4))) == [{}] * 4


BILL = ["An Act relating to credit reports; and providing that a consumer", "may place a security freeze on a report.",
        "The agency shall report each freeze to the consumer", "within ten days after the request was",
        "received by it."]  # fmt: skip


def test_line_numbers_in_the_margin() -> None:
    sheet = Sheet()
    for i, text in enumerate(BILL):
        sheet.line(60, 100 + 24 * i, f"{i + 1:02}").line(90, 100 + 24 * i, text)
    assert marked(sheet) == [{f"{i:02}": Furniture.HEADER for i in range(1, 6)}]


def test_line_numbers_close_to_the_text_are_cut_off() -> None:
    sheet = Sheet()
    for i, text in enumerate(BILL):
        sheet.line(60, 100 + 24 * i, f"{i + 1} {text}")
    layout = run(sheet)
    assert [n.text for n in layout.pages[0].lines if n.furniture is None] == BILL
    assert [n.text for n in layout.pages[0].lines if n.furniture] == ["1", "2", "3", "4", "5"]


def test_numbered_notes_under_a_table_stay() -> None:
    notes = [
        "Excludes the impact of translational currency",
        "Non-GAAP financial measure; refer to",
        "Excludes the net impact of",
    ]
    sheet = Sheet().lines(72, 100, BILL + BILL)
    for i, text in enumerate([*notes, "acquisitions and divestitures and"]):
        sheet.line(60, 300 + 12 * i, str(i + 1)).line(90, 300 + 12 * i, text)
    assert marked(sheet) == [{}]


def test_numbers_of_a_list_or_table_stay() -> None:
    names = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Kurt Goedel", "Emmy Noether"]
    sheet = Sheet()
    for i, name in enumerate(names):
        sheet.line(60, 300 + 24 * i, str(i + 1)).line(90, 300 + 24 * i, name).line(300, 300 + 24 * i, "1,512")
    assert marked(sheet) == [{}]


def test_small_numbers_with_a_pitch_of_their_own_are_line_numbers_and_even_rows_are_not() -> None:
    even, uneven, stray = Sheet(), Sheet(), 17
    for i in range(24):
        even.line(60, 100 + 14 * i, str(i + 1), size=7).line(90, 100 + 14 * i, "Ada Lovelace 1815")
        uneven.line(60, 100 + 14 * i, str(i + 1), size=7).line(90, 100 + 17.3 * i, "A formula and so on", size=10)
    uneven.line(300, 104 + 14 * stray, "3", size=7)
    assert marked(even, uneven) == [{}, {str(i + 1): Furniture.HEADER for i in range(24)}]


def test_heads_of_columns_that_stand_several_times_in_a_row_are_text() -> None:
    sheets = [
        body(
            Sheet().line(72, 40, "Tax tables").line(72, 62, "If your").line(240, 62, "If your").line(400, 62, "If your")
        )
        for _ in range(5)
    ]
    assert marked(*sheets) == [{"Tax tables": Furniture.HEADER}] * 5


def test_the_title_of_a_table_close_to_its_columns_is_text() -> None:
    sheets = [
        body(Sheet().line(72, 40, "Strategic plan").line(90, 84, "Indicators", bold=True).line(160, 99, "Type"), y=111)
        for _ in range(5)
    ]
    assert marked(*sheets) == [{"Strategic plan": Furniture.HEADER}] * 5


def test_a_large_running_head_in_part_of_a_long_document() -> None:
    sheets = [body(Sheet()) for _ in range(20)]
    sheets += [body(Sheet().line(72, 50, "PILOT INDIA LIMITED", size=16, bold=True)) for _ in range(9)]
    assert marked(*sheets)[20:] == [{"PILOT INDIA LIMITED": Furniture.HEADER}] * 9


def test_the_foot_of_a_form_that_ends_early() -> None:
    sheets = [body(Sheet()).line(400, 760 if i < 4 else 690, "Form 12 (2026)", size=7) for i in range(5)]
    assert marked(*sheets) == [{"Form 12 (2026)": Furniture.FOOTER}] * 5


def slanted(sheet: Sheet, texts: list[str], *, size: float = 25) -> Sheet:
    """Words that rise from the lower left to the upper right."""
    for i, text in enumerate(texts):
        sheet.line(100 + 55 * i, 560 - 55 * i, text, size=size)
        word = sheet.page.words[-1]
        sheet.page.words[-1] = word._replace(x1=word.x0 + 60, y0=word.y1 - 60)
    return sheet


def test_a_watermark_is_one_line_in_its_own_order_and_no_text() -> None:
    (page,) = marked(slanted(body(Sheet()), ["DO", "NOT", "SEND", "THIS"]))
    assert page == {"DO NOT SEND THIS": Furniture.HEADER}


def test_small_slanted_labels_of_a_chart_stay() -> None:
    assert marked(slanted(body(Sheet()), ["January", "March"], size=9)) == [{}]
