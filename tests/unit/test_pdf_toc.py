from __future__ import annotations

from functools import partial

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.toc import Entry, mark_contents, read_entries
from pincite.parsers.pdf.layout import Furniture, Layout
from tests.effort import calls
from tests.layouts import Sheets

DOTS = " . . . . . . . . . . . . "


def entries(doc: Sheets) -> list[Entry]:
    mark_contents(doc.layout)
    return read_entries(doc.layout)


def kinds(layout: Layout, page: int = 0) -> list[tuple[Kind, str]]:
    return [(b.kind, " ".join(n.text for n in b.lines)) for b in layout.pages[page].blocks]


def test_dotted_leaders() -> None:
    doc = Sheets().page().title("Contents", size=16, bold=True)
    doc.text("Scope............ 1").text("Results.......... 3").text("Sources.......... 4")
    assert entries(doc) == [Entry("Scope", "1", 1), Entry("Results", "3", 1), Entry("Sources", "4", 1)]
    block = doc.layout.pages[0].blocks[1]
    assert (block.kind, block.role) == (Kind.TOC_ENTRY, Role.TOC)
    assert kinds(doc.layout)[0] == (Kind.PARAGRAPH, "Contents"), "the title of the list stays a candidate for a heading"


def test_a_title_as_large_as_that_of_the_list_ends_it() -> None:
    doc = Sheets().page().title("Contents", size=8).title("Contents", size=13, bold=True)
    doc.text("1 Scope" + DOTS + "1").text("2 Terms" + DOTS + "2").title("1 Scope", size=13, bold=True).text(
        "It is wide."
    )
    assert entries(doc) == [Entry("1 Scope", "1", 1), Entry("2 Terms", "2", 1)]


def test_lines_of_one_paragraph_become_entries_with_their_indent() -> None:
    doc = Sheets().page().title("Table of Contents")
    doc.block(["1 Scope" + DOTS + "1"]).block(["1.1 Aims" + DOTS + "2", "1.2 Means" + DOTS + "2"], x=90).block(
        ["2 Terms" + DOTS + "iv"]
    )
    assert entries(doc) == [
        Entry("1 Scope", "1", 1),
        Entry("1.1 Aims", "2", 2),
        Entry("1.2 Means", "2", 2),
        Entry("2 Terms", "iv", 1),
    ]


def test_margins_of_left_and_right_pages_are_no_indents() -> None:
    """The list goes on on a page whose margins are mirrored: all of it stands 20 points further left."""
    doc = Sheets()
    for shift, rows in ((0, ("1 Rain", "2 Snow", "2.1 Flakes")), (-20, ("3 Hail", "3.1 Storms", "4 Ice"))):
        doc.page()
        if not shift:
            doc.title("Contents", size=14)
        for at, name in enumerate(rows):
            doc.row((92 + shift + 20 * ("." in name), name), (500 + shift, str(5 + at)))
    assert [(e.title, e.level) for e in entries(doc)] == [
        ("1 Rain", 1),
        ("2 Snow", 1),
        ("2.1 Flakes", 2),
        ("3 Hail", 1),
        ("3.1 Storms", 2),
        ("4 Ice", 1),
    ]


def test_an_entry_in_the_middle_that_begins_where_others_do_is_no_part() -> None:
    doc = Sheets().page().title("Contents", size=14)
    last = "Snow and ice and hail in the hills in May"
    rows = (72, "Rain"), (150, "Big drops"), (150, "Streams in the hills"), (72, last)
    for x, name in rows:
        doc.block([name], x=x).link(page=2)
    doc.page()
    assert [e.level for e in entries(doc)] == [1, 2, 2, 1]


def test_titles_beside_a_column_of_numbers_are_not_set_in() -> None:
    """Numbers of all depths begin at one edge; what has no number begins where the titles do."""
    doc = Sheets().page().title("Contents", size=14)
    rows = ("1", "Rain"), ("1.1", "Drops"), ("2", "Snow"), ("2.1", "Flakes"), ("", "Sources"), ("", "Index")
    for number, name in rows:
        cells = [(72.0, number)] * bool(number) + [(110.0, name), (500.0, "7")]
        doc.row(*cells)
    assert [e.level for e in entries(doc)] == [1] * len(rows)


def test_a_title_over_two_lines_is_one_entry() -> None:
    doc = Sheets().page().title("Contents")
    long = "Report of the independent registered public accounting firm on the statements"
    doc.block([long, "and on internal control" + DOTS + "F-2"]).block(["Notes" + DOTS + "F-9"])
    assert entries(doc) == [Entry(f"{long} and on internal control", "F-2", 1), Entry("Notes", "F-9", 1)]


def test_page_numbers_at_the_right_in_lines_of_their_own() -> None:
    doc = Sheets().page().title("CONTENTS")
    doc.row((72, "Mission"), (500, "5")).row((72, "History"), (500, "7")).row((72, "Outlook"), (500, "12"))
    assert entries(doc) == [Entry("Mission", "5", 1), Entry("History", "7", 1), Entry("Outlook", "12", 1)]
    assert len(doc.layout.pages[0].blocks) == 4


def test_a_table_of_contents_that_was_taken_for_a_table_keeps_its_words() -> None:
    doc = Sheets().page().title("TABLE OF CONTENTS")
    doc.table(
        [[(72, "Item 1."), (140, "Business"), (500, "4")], [(72, "Item 1A."), (140, "Risk Factors"), (500, "11")]]
    ).text()
    assert entries(doc) == [Entry("Item 1. Business", "4", 1), Entry("Item 1A. Risk Factors", "11", 1)]
    assert [k for k, _ in kinds(doc.layout)] == [Kind.PARAGRAPH, Kind.TOC_ENTRY, Kind.TOC_ENTRY, Kind.PARAGRAPH]
    assert all(line.table is None for b in doc.layout.pages[0].blocks for line in b.lines)


def test_rows_without_a_number_between_entries_belong_to_the_list() -> None:
    doc = Sheets().page().title("Table of Contents").row((500, "Page"))
    doc.row((72, "PART I")).row((72, "Item 1. Business"), (500, "4")).row((72, "PART II")).row(
        (72, "Item 5. Market"), (500, "20")
    )
    doc.text()
    mark_contents(doc.layout)
    assert [t for k, t in kinds(doc.layout) if k is Kind.TOC_ENTRY] == [
        "Page", "PART I", "Item 1. Business 4", "PART II", "Item 5. Market 20",
    ]  # fmt: skip


def test_a_list_goes_on_over_the_page() -> None:
    doc = Sheets().page().title("Contents")
    for i in range(1, 6):
        doc.block([f"{i} Part" + DOTS + str(i)])
    doc.page()
    for i in range(6, 11):
        doc.block([f"{i} Part" + DOTS + str(i)])
    doc.title("1 Part", size=16, bold=True).text()
    assert [e.label for e in entries(doc)] == [str(i) for i in range(1, 11)]
    assert kinds(doc.layout, 1)[-2][0] is Kind.PARAGRAPH


def test_an_untitled_list_is_known_by_its_leaders() -> None:
    doc = Sheets().page()
    for i in range(1, 6):
        doc.block([f"Part {i}" + DOTS + str(i * 3)])
    assert len(entries(doc)) == 5


def test_contents_without_page_numbers_stand_again_in_the_body() -> None:
    doc = Sheets().page().title("HTTP", size=20)
    names = ["1. Introduction", "1.1. Purpose", "1.2. History", "2. Conformance"]
    for name in names:
        doc.block([name])
    for name in names:
        doc.page().title(name, size=14, bold=True).text()
    assert entries(doc) == [Entry(name, None, 1) for name in names]
    assert kinds(doc.layout, 1)[0] == (Kind.PARAGRAPH, "1. Introduction")


def test_a_large_heading_ends_the_list_although_its_words_are_known() -> None:
    doc = Sheets().page().title("Contents")
    for name in ("Scope", "Terms", "Price"):
        doc.block([name])
    doc.title("Scope", size=16, bold=True).text().title("Terms", size=16, bold=True).text().title(
        "Price", size=16, bold=True
    ).text()
    assert [e.title for e in entries(doc)] == ["Scope", "Terms", "Price"]
    assert [k for k, t in kinds(doc.layout) if t == "Scope"] == [Kind.TOC_ENTRY, Kind.PARAGRAPH]


def test_amounts_are_no_page_numbers() -> None:
    doc = Sheets().page().title("Contents")
    for name, amount in (("Cash", "900"), ("Stock", "12"), ("Land", "700"), ("Debt", "3"), ("Tax", "1")):
        doc.row((72, name), (500, amount))
    assert entries(doc) == []


def test_prose_after_a_title_is_no_list() -> None:
    doc = Sheets().page().title("Contents").text().text()
    assert entries(doc) == []


def test_tags_and_links_say_that_a_row_is_an_entry() -> None:
    doc = (
        Sheets()
        .page()
        .title("Contents")
        .block(["Aims"], mcid=1)
        .tag(1, "TOC", "TOCI")
        .block(["Means"], mcid=2)
        .tag(2, "TOC", "TOCI")
    )
    doc.block(["Ends"]).link(page=3).text()
    assert [e.title for e in entries(doc)] == ["Aims", "Means", "Ends"]


def test_a_running_head_names_the_contents() -> None:
    doc = Sheets().page().title("Table of Contents", kind=Kind.HEADER)
    doc.layout.pages[0].blocks[0].lines[0].furniture = Furniture.HEADER
    doc.row((72, "1 Safety"), (380, "6")).row((72, "1.1 Instructions"), (380, "6")).row(
        (72, "2 Operation"), (380, "18")
    )
    assert [e.label for e in entries(doc)] == ["6", "6", "18"]


def test_lines_before_and_after_the_list_keep_their_block() -> None:
    doc = Sheets().page().block(["Contents", "Scope" + DOTS + "1", "Terms" + DOTS + "2", "The end of it."])
    mark_contents(doc.layout)
    assert [t.split(" .")[0] for _, t in kinds(doc.layout)] == ["Contents", "Scope", "Terms", "The end of it."]
    assert [k for k, _ in kinds(doc.layout)] == [Kind.PARAGRAPH, Kind.TOC_ENTRY, Kind.TOC_ENTRY, Kind.PARAGRAPH]


def test_no_pages() -> None:
    mark_contents(Layout([], []))


def test_a_table_of_data_under_a_running_head_that_names_the_contents_stays_a_table() -> None:
    doc = Sheets()
    for page in range(8):
        doc.page().text("Table of Contents", kind=Kind.HEADER)
        doc.table([[(72, "Net sales"), (500, "4")], [(72, "Costs"), (500, "7")], [(72, "Other income"), (500, "9")],
                   [(72, "Total"), (500, "11")], [(72, "Shares issued and held by others"), (300, "n/m")]])  # fmt: skip
        doc.text(f"Text of page {page} that is long enough to be read as running text and not as an entry.")
    assert entries(doc) == []
    assert all(any(b.table is not None for b in page.blocks) for page in doc.layout.pages)


def test_blanks_to_fill_in_are_no_leaders() -> None:
    doc = Sheets().page()
    for name in ("Total of lines B", "Add line C to line A", "Balance shown", "Total of column E", "Subtract line F"):
        doc.text(f"{name} ____________________")
    assert entries(doc) == []


def test_rows_of_a_full_page_are_put_together_in_linear_time() -> None:
    effort = []
    for n in (300, 600):
        doc = Sheets(height=9000).page().title("Contents")
        for i in range(n):
            doc.row((72, f"Section {i}"), (500, str(i + 1)))
        effort.append(calls(partial(entries, doc)))
        assert len(entries(doc)) == n
    assert effort[1] < 2.5 * effort[0]


def test_one_line_that_stands_again_below_the_word_makes_no_contents() -> None:
    doc = Sheets().page().block(["Contents"]).block(["Search in the module"]).title("Functions", size=24, bold=True)
    doc.block(["To reach this command"]).title("CELL", size=18, bold=True).text().block(["To reach this command"])
    assert entries(doc) == []
