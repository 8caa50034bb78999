"""What of a document a reading reached, and the map of it."""

from __future__ import annotations

import pytest

from pincite.cache.store import DocumentKey
from pincite.model import Span
from pincite.registry import OpenDocument
from pincite.server.sources.differences import difference
from pincite.server.sources.outlined import draw
from pincite.server.sources.reach import PageRun, Reach, State
from pincite.server.sources.record import fewer_runs
from pincite.server.sources.wording import wording
from tests.builders import document

C, R, P, U = State.CITED, State.READ, State.PATH, State.UNREAD


@pytest.fixture(scope="module")
def opened() -> OpenDocument:
    doc = document("""
        --- i
        Opening words.
        --- 1
        # One
        First words of one.
        ## One A
        Words of one a.
        Second words of one a.
        --- 2
        ## One B
        Words of one b | and their end.
        # Two
        > a running head
        Words of two.
        ## Two A
        Words of two a.
    """)
    return OpenDocument(doc, DocumentKey(doc.doc_id, "test/1", ""))


def span(opened: OpenDocument, words: str) -> Span:
    at = opened.document.text.index(words)
    return Span(at, at + len(words))


def reach(opened: OpenDocument, read: tuple[str, ...] = (), cited: tuple[str, ...] = ()) -> Reach:
    return Reach(opened, [span(opened, w) for w in read], [span(opened, w) for w in cited])


def test_a_section_has_the_state_of_its_own_words_else_of_those_below(opened: OpenDocument) -> None:
    titles = [s.title for s in opened.outline.sections]
    assert titles == ["Opening text", "One", "One A", "One B", "Two", "Two A"]
    assert reach(opened).states == (U,) * 6
    assert reach(opened, ("Second words of",), ()).states == (U, P, R, U, U, U)
    assert reach(opened, ("First words", "Words of one a"), ("Words of two a",)).states == (U, R, R, U, P, C)


def test_blocks_count_whole_and_once(opened: OpenDocument) -> None:
    block = opened.costs.blocks(4, 5)
    assert reach(opened, ("Words of one a",)).tokens == block
    assert reach(opened, ("Words of", "Words of one a", "Words of one a.")).tokens == block
    two = opened.outline.sections[4]
    whole = Reach(opened, [Span(opened.document.blocks[two.start].start, len(opened.document.text))], ())
    assert whole.tokens == opened.costs.section(two) == whole.read_tokens(two)
    assert whole.sections_read == 2
    everything = Reach(opened, [Span(0, len(opened.document.text))], ())
    assert (everything.tokens, everything.share) == (opened.costs.total, 1.0)


def test_pages_come_in_runs_and_cited_ones_alone(opened: OpenDocument) -> None:
    assert reach(opened, ("Words of one a",), ()).pages == (PageRun(1, 1, U), PageRun(2, 2, R), PageRun(3, 4, U))
    over = reach(opened, ("Opening", "First words"), ("Words of one b and their",)).pages
    assert over == (PageRun(1, 2, R), PageRun(3, 3, C), PageRun(4, 4, C))


def test_the_bar_runs_from_beginning_to_end(opened: OpenDocument) -> None:
    segments = reach(opened, ("First words", "Words of one a"), ("Second words of one a",)).segments
    assert [s.state for s in segments] == [U, R, U, R, C, U]
    assert sum(s.tokens for s in segments) >= opened.costs.total


def test_the_map_folds_what_was_not_reached(opened: OpenDocument) -> None:
    reached = reach(opened, ("Second words of one a",))
    whole = draw(reached, 10, fold=False)
    assert [row.section.title for row in whole.rows] == [s.title for s in opened.outline.sections]
    folded = draw(reached, 10)
    assert [(r.section.id, r.more, r.level) for r in folded.rows] == [
        (0, 1, 1),
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 2),
        (4, 2, 1),
    ]
    last = folded.rows[-1]
    assert (last.state, last.tokens) == (U, opened.costs.section(opened.outline.sections[4]))
    assert last.last is not None
    flat = draw(reached, 3)
    assert [r.section.id for r in flat.rows] == [0, 1, 4]
    assert draw(reached, 1).cut == 2


def test_runs_of_pages_join_where_least_is_lost() -> None:
    runs = [PageRun(1, 9, U), PageRun(10, 10, R), PageRun(11, 11, C), PageRun(12, 40, U)]
    assert fewer_runs(runs, 4) == runs
    assert fewer_runs(runs, 3) == [PageRun(1, 10, R), PageRun(11, 11, C), PageRun(12, 40, U)]
    assert fewer_runs(runs, 1) == [PageRun(1, 40, C)]


def test_the_nearest_passage_is_cut_to_the_difference() -> None:
    words = "Many words stand before the place " * 10
    shown = difference(words + "where [-five-]{+six+} differ from all the others", 60)
    assert shown.startswith("…")
    assert "[-five-]{+six+}" in shown
    assert len(shown) <= 62
    assert difference("[-five-]{+six+} differ", 60) == "[-five-]{+six+} differ"
    assert difference("no mark at all", 8) == "no mark…"


def test_a_quoted_table_is_shown_without_its_borders() -> None:
    table = "|  |  | 2024 |\n| --- | :---: | --- |\n| Shoes | 51,362 | |\n"
    assert wording(table, 100) == "2024 | Shoes | 51,362"
    assert wording("a | b", 100) == "a | b"
    assert wording("| --- | --- |", 100) == "| --- | --- |"
    assert wording("Many words\nthat go on", 11) == "Many words…"
