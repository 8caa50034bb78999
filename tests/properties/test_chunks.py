"""Chunks: every character of the text in exactly one, none too large, whatever the document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.anchors import parse_anchor, resolve
from pincite.chunks import ChunkSizes, make_chunks
from pincite.chunks.sizes import SMALLEST_CAP
from pincite.costs import count_tokens
from pincite.markup import heading_marks, page_cites
from pincite.model import Document
from pincite.outline import build_outline
from pincite.selection import Selection
from pincite.tables.forms import Representation
from tests.properties.strategies import documents


@st.composite
def size_sets(draw: st.DrawFn) -> ChunkSizes:
    low, middle, high = sorted(draw(st.tuples(*[st.integers(1, 120)] * 3)))
    return ChunkSizes(low, middle, max(high, SMALLEST_CAP), merge=draw(st.booleans()), exact=draw(st.booleans()))


selections = st.builds(Selection, st.booleans(), st.booleans(), st.booleans(), st.booleans())
forms = st.sampled_from(["markdown", "jsonl", "melted"])


@given(documents(), size_sets(), selections, forms)
def test_every_character_is_in_exactly_one_chunk(
    doc: Document, sizes: ChunkSizes, selection: Selection, form: Representation
) -> None:
    chunks = make_chunks(doc, build_outline(doc), sizes=sizes, selection=selection, representation=form)
    spans = [part.span for chunk in chunks for part in chunk.parts]
    assert spans == sorted(spans)
    covered = [char for span in spans for char in range(*span)]
    assert covered == [char for b in doc.blocks if selection.takes(b) for char in range(*b.span)]


@given(documents(), size_sets(), forms)
def test_no_chunk_is_larger_than_the_cap(doc: Document, sizes: ChunkSizes, form: Representation) -> None:
    for chunk in make_chunks(doc, build_outline(doc), sizes=sizes, representation=form):
        assert 0 < chunk.tokens <= sizes.maximum
        assert chunk.text.strip()
        if sizes.exact:
            assert chunk.tokens == count_tokens(chunk.text)


@given(documents(), size_sets())
def test_the_text_of_a_chunk_is_the_documents(doc: Document, sizes: ChunkSizes) -> None:
    for chunk in make_chunks(doc, build_outline(doc), sizes=sizes):
        for part in chunk.parts:
            block = doc.blocks[part.block]
            words = doc.text[part.span.start : part.span.end].rstrip()
            marks = heading_marks(block) if block.kind.is_heading and part.span.start == block.start else ""
            shown = chunk.text[part.start : part.end]
            assert shown.endswith(words)
            lead = shown.removesuffix(words)
            assert lead == marks or (block.table is not None and doc.text[block.start : block.end].startswith(lead))


@given(documents(), size_sets())
def test_no_chunk_crosses_a_heading_unless_it_joins_whole_sections(doc: Document, sizes: ChunkSizes) -> None:
    outline = build_outline(doc)
    for chunk in make_chunks(doc, outline, sizes=sizes):
        sections = list(dict.fromkeys(outline.section_of(part.block).id for part in chunk.parts))
        if len(sections) == 1:
            continue
        assert sizes.merge
        first, last = chunk.parts[0], chunk.parts[-1]
        assert first.block == outline.sections[sections[0]].start or first.span.start == doc.blocks[first.block].start
        assert all(part.path[: len(chunk.path)] == chunk.path for part in chunk.parts if not part.kind.is_heading)
        assert last.block < len(doc.blocks)


@given(documents(), size_sets())
def test_the_anchor_names_all_of_the_chunk(doc: Document, sizes: ChunkSizes) -> None:
    outline = build_outline(doc)
    for chunk in make_chunks(doc, outline, sizes=sizes):
        (span,) = resolve(doc, outline, parse_anchor(chunk.anchor).ref)
        assert span.start <= chunk.parts[0].span.start
        assert chunk.parts[-1].span.end <= span.end


@given(documents(), size_sets())
def test_the_first_page_is_that_of_the_first_word(doc: Document, sizes: ChunkSizes) -> None:
    cites = page_cites(doc)
    for chunk in make_chunks(doc, build_outline(doc), sizes=sizes):
        if chunk.page_numbers:
            assert chunk.page_number is not None
            assert chunk.page_label == cites[chunk.page_number]
            assert chunk.page_labels == tuple(cites[n] for n in chunk.page_numbers)
