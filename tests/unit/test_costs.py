"""What reading costs, known in advance."""

from __future__ import annotations

from functools import partial

import pytest

from pincite.costs import Costs, count_tokens
from pincite.model import Document, Kind, Span
from pincite.outline import build_outline
from pincite.render import page_spans, render
from tests.builders import built, document, draft
from tests.effort import calls


@pytest.fixture
def report() -> Document:
    return document("""
        --- iv
        > ACME 10-K
        # Notes
        Revenue grew and then | fell in the second half of the year.
        < 17
        ## Revenue
        |Year|2023|
        |Revenue|4,512|
        --- F-1
        Closing words.
    """)


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("Hello world", 2), ("[Page iv]\n\n", 4), ("日本語", 2)])
def test_tokens_are_counted_in_o200k(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_the_total_is_what_reading_everything_costs(report: Document) -> None:
    slice_ = render(report, (Span(0, len(report.text)),))
    assert Costs(report).total == slice_.tokens == count_tokens(slice_.text)


def test_a_section_costs_what_its_read_reports(report: Document) -> None:
    costs = Costs(report)
    for section in build_outline(report).sections:
        span = Span(report.blocks[section.start].start, report.blocks[section.end - 1].end)
        assert costs.section(section) == count_tokens(render(report, (span,)).text)


def test_what_is_read_alone_costs_its_page_marker_too(report: Document) -> None:
    costs = Costs(report)
    heading, paragraph = costs.block(1), costs.block(2)
    marker = count_tokens("[Page iv]\n\n")
    assert heading == count_tokens("[Page iv]\n\n# Notes\n\n")
    assert costs.blocks(1, 3) == heading + paragraph - marker


def test_furniture_costs_nothing(report: Document) -> None:
    costs = Costs(report)
    assert costs.block(0) == costs.block(3) == 0
    assert costs.blocks(0, 2) == costs.blocks(1, 2)
    assert costs.blocks(2, 2) == 0


def test_pages_and_tables(report: Document) -> None:
    costs = Costs(report)
    for number in (1, 2, 3):
        assert costs.page(number) == count_tokens(render(report, page_spans(report, number)).text)
    assert costs.page(99) == 0
    assert costs.table(0) == costs.block(report.tables[0].block)


def test_a_block_after_one_without_a_page_needs_its_marker_when_it_comes_first() -> None:
    from dataclasses import replace

    doc = built([draft(Kind.PARAGRAPH, (text, 1)) for text in ("One.", "Two.", "Three.")])
    doc = replace(doc, blocks=(doc.blocks[0], replace(doc.blocks[1], regions=()), doc.blocks[2]))
    costs = Costs(doc)
    for a, b in ((0, 3), (1, 3), (2, 3), (1, 2)):
        span = Span(doc.blocks[a].start, doc.blocks[b - 1].end)
        assert costs.blocks(a, b) == count_tokens(render(doc, (span,)).text)


def test_a_block_that_starts_with_a_slash_is_counted_after_punctuation() -> None:
    doc = document("By:\n/s/ Jane Doe")
    assert Costs(doc).total == count_tokens(render(doc, (Span(0, len(doc.text)),)).text)


def test_a_long_document_is_counted_in_one_go() -> None:
    words = "The quick brown fox jumps over the lazy dog near the river bank. "
    docs = [built([draft(Kind.PARAGRAPH, (words, i // 10 + 1)) for i in range(n)], n // 10) for n in (500, 1000)]
    count_tokens("load the vocabulary")
    effort = [calls(partial(Costs, doc)) for doc in docs]
    assert effort[1] < 2.2 * effort[0] < 500 * 100
    assert Costs(docs[1]).total > 1000 * 12
