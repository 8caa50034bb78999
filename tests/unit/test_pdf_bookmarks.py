from __future__ import annotations

from pincite.parsers.pdf.headings.bookmarks import match_bookmarks
from pincite.parsers.pdf.headings.candidates import Candidate, gather
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.typography import Typography
from pincite.parsers.pdf.layout import Bookmark
from tests.layouts import Sheets, outline


def matched(doc: Sheets) -> list[tuple[int, str]]:
    """Level and text of the blocks that bookmarks were matched with."""
    candidates: list[Candidate] = gather(doc.layout, Typography(doc.layout))
    match_bookmarks(doc.layout.bookmarks, candidates)
    return [(c.bookmark, c.text) for c in candidates if c.bookmark is not None]


def book() -> Sheets:
    doc = Sheets()
    for i, name in enumerate(("Scope", "Terms", "Price"), 1):
        doc.page().title(f"{i} {name}").text().bookmark(name, level=1 if i == 1 else 2)
    return doc


def test_titles_are_found_on_their_pages_without_their_numbers() -> None:
    assert matched(book()) == [(1, "1 Scope"), (2, "2 Terms"), (2, "3 Price")]


def test_bookmarks_make_headings_of_what_looks_plain() -> None:
    doc = book()
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, "1 Scope"), (2, "2 Terms"), (2, "3 Price")]


def test_of_two_equal_titles_on_a_page_the_nearer_to_the_target() -> None:
    doc = Sheets().page().title("Overview").text().text().text().gap(300).title("Overview").text()
    y = doc.layout.pages[0].blocks[4].box.y0
    doc.bookmark("Overview", y=y - 5)
    doc.page().title("Details").text().bookmark("Details")
    candidates = gather(doc.layout, Typography(doc.layout))
    match_bookmarks(doc.layout.bookmarks, candidates)
    assert [c.block.box.y0 for c in candidates if c.bookmark and c.text == "Overview"] == [y]


def test_a_target_at_the_foot_of_the_page_before() -> None:
    doc = Sheets().page().text().bookmark("Terms of use").bookmark("Price list")
    doc.page().title("Terms of use").text().title("Price list").text()
    assert matched(doc) == [(1, "Terms of use"), (1, "Price list")]


def test_a_slip_of_the_pen_is_forgiven() -> None:
    doc = Sheets().page().title("Commitments and Contingencies").text().bookmark("Commitments and Contingencie")
    doc.page().title("Debt").text().bookmark("Debt")
    assert len(matched(doc)) == 2


def test_junk_is_ignored_as_a_whole() -> None:
    doc = book()
    doc.layout.bookmarks[:] = [Bookmark(1, f"Slide {i}", 1 + i % 3, None) for i in range(6)]
    assert matched(doc) == []


def test_everything_on_one_page_is_ignored() -> None:
    doc = book()
    for name in ("One", "Two", "Three"):
        doc.title(name)
    doc.layout.bookmarks[:] = [Bookmark(1, t, 3, None) for t in ("One", "Two", "Three", "Price", "3 Price")]
    assert matched(doc) == []


def test_dead_and_empty_bookmarks() -> None:
    doc = book()
    doc.layout.bookmarks[:] = [Bookmark(1, "", 1, None), Bookmark(1, "Scope", None, None), Bookmark(1, " ", 2, None)]
    assert matched(doc) == []
    mark_headings(doc.layout)
    assert "Untitled" not in [t for _, t in outline(doc.layout)]


def items(levels: tuple[int, ...], size: float = 14.0) -> list[tuple[int, str]]:
    """The outline of a report whose bookmarks give its items these levels; the third is set in ``size``."""
    doc = Sheets().page().title("Report", size=20).text().bookmark("Report", level=1)
    numbers = ("6", "7", "7A", "8", "9", "10")
    for i, (number, level) in enumerate(zip(numbers, levels, strict=True)):
        name = f"Item {number}. Part {'abcdef'[i]}"
        doc.page().title(name, size=size if i == 2 else 14).text().bookmark(name, level=level)
    mark_headings(doc.layout)
    return [found for found in outline(doc.layout) if "Item" in found[1]]


def test_one_of_a_row_of_items_that_an_author_put_below_another() -> None:
    assert [level for level, _ in items((2, 2, 3, 2, 2, 2))] == [2] * 6


def test_items_in_another_look_or_without_a_common_level_stay_where_bookmarks_have_them() -> None:
    assert [level for level, _ in items((2, 2, 3, 2, 2, 2), size=11)] == [2, 2, 3, 2, 2, 2]
    assert [level for level, _ in items((2, 2, 3, 2, 3, 3))] == [2, 2, 3, 2, 3, 3]
