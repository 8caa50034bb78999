"""decode(encode(x)) == x for whatever the model can hold."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from pincite.cache.codec import CorruptEntry, decode, encode
from pincite.model import (
    BBox,
    Block,
    Cell,
    Chart,
    Document,
    DocumentWarning,
    Kind,
    LabelSource,
    Link,
    Metadata,
    Page,
    Region,
    Role,
    Table,
)
from tests.properties.strategies import documents

T = TypeVar("T")

texts = st.text(st.characters(), max_size=8)  # lone surrogates too
counts = st.integers(0, 2**40)
small = st.integers(0, 300)
floats = st.floats(allow_nan=False)
optional_text = st.none() | texts


def some(strategy: st.SearchStrategy[T], most: int = 4) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


boxes = st.builds(BBox, floats, floats, floats, floats)
regions = st.builds(Region, counts, counts, small, st.none() | boxes)
links = st.builds(Link, counts, counts, optional_text, st.none() | small)
cells = st.builds(Cell, small, small, small, small, st.booleans(), small, small, texts)
points = st.tuples(texts, st.none() | floats)
series = st.tuples(texts, some(points))
pages = st.builds(
    Page, small, optional_text, st.none() | floats, st.none() | floats, st.sampled_from([0, 90, 180, 270]), texts,
    st.sampled_from(LabelSource),
)  # fmt: skip
warnings = st.builds(DocumentWarning, texts, texts, st.none() | small)
metadata = st.builds(Metadata, *[optional_text] * len(Metadata.__slots__))


@st.composite
def any_documents(draw: st.DrawFn) -> Document:
    """Documents that need not make sense: only the types hold, and ids are positions."""
    optional = st.none() | small
    blocks = [
        Block(
            i, draw(st.sampled_from(Kind)), draw(counts), draw(counts), draw(some(regions)), draw(optional),
            draw(st.sampled_from(Role)), draw(optional), draw(optional), draw(some(links, 2)),
        )
        for i in range(draw(st.integers(0, 5)))
    ]  # fmt: skip
    tables = [
        Table(i, draw(small), draw(small), draw(small), draw(some(cells)), draw(optional_text), draw(some(small)))
        for i in range(draw(st.integers(0, 2)))
    ]
    charts = [
        Chart(i, draw(small), draw(texts), draw(optional_text), draw(some(texts)), draw(some(series)))
        for i in range(draw(st.integers(0, 2)))
    ]
    doc_id, rev, source, format, parser, text = (draw(texts) for _ in range(6))
    return Document(
        doc_id, rev, source, format, parser, text, draw(some(pages)),
        tuple(blocks), tuple(tables), tuple(charts), draw(some(warnings)), draw(metadata),
    )  # fmt: skip


@given(any_documents())
def test_whatever_the_model_holds_comes_back(doc: Document) -> None:
    assert decode(encode(doc)) == doc


@given(documents())
def test_documents_as_parsers_make_them_come_back(doc: Document) -> None:
    assert decode(encode(doc)) == doc


@given(documents(max_blocks=3), st.data())
def test_a_damaged_entry_never_passes(doc: Document, data: st.DataObject) -> None:
    entry = bytearray(encode(doc))
    at = data.draw(st.integers(0, len(entry) - 1))
    entry[at] ^= data.draw(st.integers(1, 255))
    try:
        decode(bytes(entry))
    except CorruptEntry:
        return
    raise AssertionError("a changed entry was read")


@given(st.binary(max_size=200))
def test_any_bytes_are_a_document_or_corrupt(data: bytes) -> None:
    try:
        decode(data)
    except CorruptEntry:
        return
    raise AssertionError("random bytes were read")
