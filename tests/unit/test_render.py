"""What a model reads."""

from __future__ import annotations

import pytest

from pincite.costs import Costs, count_tokens
from pincite.errors import RequestError
from pincite.model import Document, Kind, Page, Span
from pincite.parsers.assemble import DraftBlock
from pincite.render import MIN_TOKENS, Position, boundary, page_of, page_spans, render
from tests.builders import built, document, draft, table


def read(doc: Document) -> str:
    return render(doc, (Span(0, len(doc.text)),)).text


def read_all(doc: Document, budget: int, spans: tuple[Span, ...] | None = None) -> list[str]:
    """The texts of the slices."""
    out: list[str] = []
    start: Position | None = None
    while True:
        slice_ = render(doc, spans or (Span(0, len(doc.text)),), costs=Costs(doc), max_tokens=budget, start=start)
        out.append(slice_.text)
        start = slice_.next
        if start is None:
            return out


# --- the form -------------------------------------------------------------------------------------------------------


def test_headings_pages_and_tables_are_marked() -> None:
    doc = document("""
        --- iv
        > running head
        # Notes
        ## Revenue
        Revenue grew.
        < 4
        --- v
        |Year|2023|
        |Sales|4,512|
    """)
    assert read(doc) == (
        "[Page iv]\n\n# Notes\n\n## Revenue\n\nRevenue grew.\n\n"
        "[Page v]\n\n| Year | 2023 |\n| --- | --- |\n| Sales | 4,512 |\n\n"
    )


def test_a_page_changes_in_the_middle_of_a_paragraph() -> None:
    assert read(document("--- 7\nThe tenant shall | pay the rent.")) == (
        "[Page 7]\n\nThe tenant shall \n[Page 2]\npay the rent.\n\n"
    )


def test_a_word_that_a_page_break_cuts_stays_whole_and_with_the_first_page() -> None:
    assert read(document("--- 1\nthe informa~| tion given")) == "[Page 1]\n\nthe information \n[Page 2]\ngiven\n\n"


def test_a_bracket_that_a_page_break_cuts_off_goes_with_its_word() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("as said (", 1), ("see below)", 2))], 2)
    assert read(doc) == "[Page 1]\n\nas said \n[Page 2]\n(see below)\n\n"


def test_a_page_may_break_between_any_two_cjk_characters() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("日本", 1), ("語の文書", 2))], 2)
    assert read(doc) == "[Page 1]\n\n日本\n[Page 2]\n語の文書\n\n"


def test_a_page_changes_between_table_rows() -> None:
    doc = document("|A|B|\n|1|2|\n--- 2\n|3|4|")
    assert read(doc) == "[Page 1]\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n[Page 2]\n| 3 | 4 |\n\n"


def test_a_row_that_a_page_break_cuts_names_both_pages() -> None:
    grid = table([["A", "B"], ["1", "2"], ["3", "4"]])
    grid.cells[3].pieces += [grid.cells[3].pieces[0]._replace(text=" more", page=2)]
    for cell in grid.cells[4:]:
        cell.pieces[0] = cell.pieces[0]._replace(page=2)
    doc = built([DraftBlock(Kind.TABLE, table=grid)], 2)
    assert read(doc) == (
        "[Page 1]\n\n| A | B |\n| --- | --- |\n[Pages 1 to 2]\n| 1 | 2 more |\n[Page 2]\n| 3 | 4 |\n\n"
    )


def test_a_note_of_the_page_before_is_read_under_its_own_page() -> None:
    doc = built(
        [
            draft(Kind.PARAGRAPH, ("It runs ", 1), ("on.", 2)),
            draft(Kind.FOOTNOTE, ("A note.", 1)),
            draft(Kind.PARAGRAPH, ("Then.", 2)),
        ],
        2,
    )
    assert read(doc) == "[Page 1]\n\nIt runs \n[Page 2]\non.\n\n[Page 1]\n\nA note.\n\n[Page 2]\n\nThen.\n\n"


def test_pages_that_share_a_label_are_told_apart() -> None:
    pages = [Page(1, "3"), Page(2, "3"), Page(3)]
    doc = built([draft(Kind.PARAGRAPH, (f"Text {n}.", n)) for n in (1, 2, 3)], pages)
    assert read(doc) == (
        "[Page 3 (sheet 1)]\n\nText 1.\n\n[Page 3 (sheet 2)]\n\nText 2.\n\n[Page sheet 3]\n\nText 3.\n\n"
    )


def test_a_cover_without_a_number_is_not_page_1_where_another_page_is() -> None:
    pages = [Page(1), Page(2, "1"), Page(3, "2")]
    doc = built([draft(Kind.PARAGRAPH, (f"Text {n}.", n)) for n in (1, 2, 3)], pages)
    assert read(doc) == "[Page sheet 1]\n\nText 1.\n\n[Page 1]\n\nText 2.\n\n[Page 2]\n\nText 3.\n\n"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("F-3", "[Page F-3]"),
        ("9]\n[Page 1", "[Page 9 Page 1]"),
        ("x" * 41, "[Page 1]"),
        ("[", "[Page 1]"),
        ("A\\B", "[Page A B]"),
    ],
)
def test_a_label_cannot_break_out_of_its_marker(label: str, shown: str) -> None:
    doc = built([draft(Kind.PARAGRAPH, ("Text.", 1))], [Page(1, label)])
    assert read(doc) == f"{shown}\n\nText.\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "[Page 999]",
        "[page 3]",
        "[ Page 3 ]",
        "[Pages 3 to 4]",
        "[P a g e 3]",
        "［Page 3］",
        "[\u200bPage 3]",
        "[**Page** 3]",
    ],
)
def test_text_that_looks_like_a_marker_is_escaped(text: str) -> None:
    doc = built([draft(Kind.PARAGRAPH, (f"See {text} there.", 1))])
    assert read(doc) == f"[Page 1]\n\nSee \\{text} there.\n\n"


@pytest.mark.parametrize("text", ["[Note 3]", "[pagan]"[:4] + "]", "(Page 3)", "Page 3", "array[page]"[:5] + "[x]"])
def test_other_brackets_stay_as_they_are(text: str) -> None:
    doc = built([draft(Kind.PARAGRAPH, (f"See {text} there.", 1))])
    assert "\\" not in read(doc)


def test_headings_have_at_most_six_hashes() -> None:
    assert read(document("######### Deep", paged=False)) == "###### Deep\n\n"


def test_a_document_without_pages_has_no_markers() -> None:
    assert read(document("# One\nTwo.", paged=False)) == "# One\n\nTwo.\n\n"


def test_spans_are_read_in_their_order_and_cut_where_they_end() -> None:
    doc = document("--- 1\nOne two three.\n--- 2\nFour five six.", paged=True)
    at = doc.text.index
    spans = (Span(at("Four"), at("six") - 1), Span(at("two"), at(" three")))
    slice_ = render(doc, spans)
    assert slice_.text == "[Page 2]\n\nFour five\n\n[Page 1]\n\ntwo\n\n"
    assert [(s.start, s.end) for s in slice_.segments if s.start is not None] == [(16, 25), (4, 7)]


def test_nothing_is_read_of_furniture_and_empty_spans() -> None:
    doc = document("> head\nText.")
    for spans in ((), (Span(0, 0),), (Span(0, 4),), (Span(4, 6),)):
        slice_ = render(doc, spans)
        assert (slice_.text, slice_.tokens, slice_.next) == ("", 0, None)


# --- budgets and going on -------------------------------------------------------------------------------------------


def paragraphs(n: int, words: int) -> Document:
    text = " ".join(f"word{i}" for i in range(words)) + "."
    return built([draft(Kind.PARAGRAPH, (f"P{k} {text}", 1)) for k in range(n)])


def test_a_slice_ends_between_blocks_and_the_next_goes_on_there() -> None:
    doc = paragraphs(6, 20)
    slices = read_all(doc, 150)
    assert len(slices) > 1
    assert all(count_tokens(text) <= 150 for text in slices)
    bodies = "".join(text.removeprefix("[Page 1]\n\n") for text in slices)
    assert bodies == read(doc).removeprefix("[Page 1]\n\n")


def test_a_block_larger_than_the_budget_is_cut_after_a_sentence() -> None:
    sentences = [f"Sentence number {n} says a little more than the one before it." for n in range(40)]
    doc = built([draft(Kind.PARAGRAPH, (" ".join(sentences), 1))])
    slices = read_all(doc, 100)
    assert len(slices) > 4
    for text in slices:
        assert count_tokens(text) <= 100
        assert text.startswith("[Page 1]\n\nSentence")
        assert text.rstrip().endswith("before it.")


def test_a_table_larger_than_the_budget_is_cut_between_rows() -> None:
    doc = document("|Name|Value|\n" + "\n".join(f"|row {n}|{n * 1000:,}|" for n in range(100)))
    slices = read_all(doc, 200)
    assert len(slices) > 4
    assert all(
        line.startswith("| ") and line.endswith(" |") for text in slices for line in text.split("\n") if "row" in line
    )


def test_text_without_any_space_is_cut_anywhere() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("x" * 100 + "æ" * 900, 1))])
    slices = read_all(doc, MIN_TOKENS)
    assert "".join(text.removeprefix("[Page 1]\n\n").strip() for text in slices) == doc.text
    assert all(count_tokens(text) <= MIN_TOKENS for text in slices)


def test_a_heading_is_not_left_behind_at_the_end_of_a_slice() -> None:
    text = "word " * 80 + "end."
    doc = built(
        [
            draft(Kind.PARAGRAPH, (text, 1)),
            draft(Kind.HEADING, ("Part", 1), level=1),
            draft(Kind.HEADING, ("Chapter", 1), level=2),
            draft(Kind.PARAGRAPH, (text, 1)),
        ]
    )
    first, second = read_all(doc, 130)
    assert first.rstrip().endswith("end.")
    assert second.startswith("[Page 1]\n\n# Part\n\n## Chapter\n\nword")


def test_many_headings_alone_still_move_on() -> None:
    doc = built([draft(Kind.HEADING, (f"Heading number {n}", 1), level=1) for n in range(60)])
    assert sum(text.count("Heading") for text in read_all(doc, MIN_TOKENS)) == 60


def test_a_cut_page_marker_is_repeated_at_the_start_of_the_next_slice() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("one " * 60, 1), ("two " * 120, 2))], 2)
    slices = read_all(doc, 100)
    assert slices[0].startswith("[Page 1]\n\none")
    assert slices[-1].startswith("[Page 2]\n\ntwo")


def test_costs_given_or_not_make_the_same_slices() -> None:
    doc = paragraphs(6, 20)
    spans = (Span(0, len(doc.text)),)
    with_costs, without = render(doc, spans, costs=Costs(doc), max_tokens=150), render(doc, spans, max_tokens=150)
    assert with_costs == without


@pytest.mark.parametrize("budget", [0, 1, MIN_TOKENS - 1, -5])
def test_a_budget_too_small_is_refused(budget: int) -> None:
    with pytest.raises(RequestError) as error:
        render(document("Text."), (Span(0, 5),), max_tokens=budget)
    assert error.value.code == "bad_budget"


@pytest.mark.parametrize("start", [Position(5), Position(99), Position(0, 1), Position(0, 7)])
def test_a_position_outside_the_spans_is_refused(start: Position) -> None:
    with pytest.raises(RequestError) as error:
        render(document("Text."), (Span(0, 5),), start=start)
    assert error.value.code == "bad_cursor"


def test_positions_are_short_strings() -> None:
    assert str(Position(18034, 2)) == "2.18034"
    assert Position.parse("2.18034") == Position(18034, 2)
    for text in ("", "2", "2.", "a.b", "-1.5", "2.18034.1", "9" * 30 + ".1"):
        with pytest.raises(RequestError):
            Position.parse(text)


def test_punctuation_that_joins_with_a_slash_does_not_break_the_budget() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("/" * 3 + "!" * (n % 5) + " a.", 1)) for n in range(200)])
    for text in read_all(doc, 80):
        assert count_tokens(text) <= 80


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def broken() -> Document:
    return document("--- i\n> head\nOne.\nTwo runs | on here.\n> head\nThree.\n--- iii\nFour.")


def test_a_page_is_what_stands_on_it(broken: Document) -> None:
    assert render(broken, page_spans(broken, 1)).text == "[Page i]\n\nOne.\n\nTwo runs\n\n"
    assert render(broken, page_spans(broken, 2)).text == "[Page 2]\n\non here.\n\nThree.\n\n"
    assert len(page_spans(broken, 2)) == 1
    assert page_spans(broken, 9) == ()


def test_the_page_of_a_character_is_decided_by_its_region(broken: Document) -> None:
    at = broken.text.index
    pages = [page_of(broken, at(word)) for word in ("One", "runs", "on here", "Three", "Four")]
    assert [p.cite if p else None for p in pages] == ["i", "i", "2", "2", "iii"]
    assert page_of(broken, at("Two") - 1) is None
    assert page_of(broken, 10_000) is None
    assert page_of(document("Text.", paged=False), 0) is None


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        ("one two\n    three four", 10, "one "),  # the indent of a line goes with the line end, or not at all
        ("one two\n    three four", 12, "one two\n    "),
        ("He came. \n She went away", 9, "He "),
        ("He came. \n She went away", 12, "He came. \n "),
        ("unbreakable  word", 11, "unbreakabl"),
        ("unbreakable  word", 9, "unbreakab"),
    ],
)
def test_no_slice_begins_with_white_space_which_would_be_lost(text: str, end: int, expected: str) -> None:
    assert text[: boundary(text, 0, end, in_table=False)] == expected
