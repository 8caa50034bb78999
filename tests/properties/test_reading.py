"""The invariants of what is read: verbatim, complete, within its budget, at the advertised cost."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pincite.costs import Costs, count_tokens
from pincite.model import Document, Span
from pincite.outline import build_outline
from pincite.render import MIN_TOKENS, Segment, page_spans, render
from pincite.spans import visible_parts
from tests.properties.strategies import documents


def verbatim(segments: Sequence[Segment]) -> list[Segment]:
    return [s for s in segments if s.start is not None]


@st.composite
def documents_and_spans(draw: st.DrawFn) -> tuple[Document, tuple[Span, ...]]:
    doc = draw(documents())
    if not doc.text:
        return doc, ()
    whole = st.just((Span(0, len(doc.text)),))
    ends = st.tuples(st.integers(0, len(doc.text)), st.integers(0, len(doc.text)))
    parts = st.lists(ends.map(lambda e: Span(min(e), max(e))), max_size=3).map(tuple)
    return doc, draw(st.one_of(whole, whole, parts))


@given(documents_and_spans())
def test_segments_are_the_documents_text_and_only_markers_stand_between(
    case: tuple[Document, tuple[Span, ...]],
) -> None:
    doc, spans = case
    slice_ = render(doc, spans)
    for segment in slice_.segments:
        if segment.start is None:
            assert segment.end is None
            assert segment.text.strip("#\n ") in ("", "\\") or segment.text.strip().startswith("[Page")
        else:
            assert segment.text == doc.text[segment.start : segment.end]
    read = "".join(s.text for s in verbatim(slice_.segments))
    assert read == "".join(doc.text[a:b] for _, _, a, b in visible_parts(doc, spans))


@given(documents_and_spans(), st.integers(MIN_TOKENS, 200))
def test_slices_of_any_budget_give_the_whole_text_and_keep_the_budget(
    case: tuple[Document, tuple[Span, ...]], budget: int
) -> None:
    doc, spans = case
    costs = Costs(doc)
    whole = verbatim(render(doc, spans).segments)
    read: list[Segment] = []
    start = None
    while True:
        slice_ = render(doc, spans, costs=costs, max_tokens=budget, start=start)
        assert count_tokens(slice_.text) == slice_.tokens <= budget
        assert verbatim(slice_.segments) or not whole
        read += verbatim(slice_.segments)
        if slice_.next is None:
            break
        start = type(slice_.next).parse(str(slice_.next))
    assert "".join(s.text for s in read) == "".join(s.text for s in whole)


@given(documents(), st.data())
def test_the_advertised_cost_is_the_reported_cost(doc: Document, data: st.DataObject) -> None:
    costs = Costs(doc)
    n = len(doc.blocks)
    a, b = sorted(data.draw(st.tuples(st.integers(0, n), st.integers(0, n))))
    spans = (Span(doc.blocks[a].start, doc.blocks[b - 1].end),) if a < b else ()
    slice_ = render(doc, spans, costs=costs)
    assert costs.blocks(a, b) == slice_.tokens == render(doc, spans).tokens
    assert count_tokens(slice_.text) == slice_.tokens


@given(documents())
def test_costs_of_sections_pages_and_tables_are_what_reading_them_reports(doc: Document) -> None:
    costs = Costs(doc)
    for section in build_outline(doc).sections:
        span = Span(doc.blocks[section.start].start, doc.blocks[section.end - 1].end)
        assert costs.section(section) == render(doc, (span,), costs=costs).tokens
    for page in doc.pages:
        assert costs.page(page.number) == render(doc, page_spans(doc, page.number)).tokens
    for table in doc.tables:
        assert costs.table(table.id) == render(doc, (doc.blocks[table.block].span,)).tokens
    assert costs.total == costs.blocks(0, len(doc.blocks))


@given(documents())
def test_pages_together_hold_the_whole_text_once(doc: Document) -> None:
    """Each character is read with one page; only a table row that a page break cuts is read with both."""
    covered = [0] * len(doc.text)
    for page in doc.pages:
        for _, _, start, end in visible_parts(doc, page_spans(doc, page.number)):
            covered[start:end] = [n + 1 for n in covered[start:end]]
    for block in doc.blocks:
        counts = [covered[i] for i in range(block.start, block.end) if not doc.text[i].isspace()]
        if block.kind.is_furniture or not block.regions:
            assert not any(counts)
        elif block.table is None:
            assert set(counts) == {1}
        else:
            assert set(counts) <= {1, 2}
