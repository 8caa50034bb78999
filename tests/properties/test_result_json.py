"""A saved result comes back the same, whatever the model can hold."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pincite.exports.resultjson import from_json, to_json
from pincite.model import Confidence, Document, Fact
from tests.properties.test_codec import any_documents, optional_text, small, some, texts

confidences = some(st.builds(Confidence, small, small, small))
facts = st.none() | st.builds(Fact, texts, optional_text, optional_text, optional_text, texts)


@st.composite
def full_documents(draw: st.DrawFn) -> Document:
    """With facts in cells and confidences of words, too."""
    doc = draw(any_documents())
    tables = [
        replace(t, cells=tuple(c._replace(fact=draw(facts)) for c in t.cells)) for t in doc.tables
    ]  # fmt: skip
    return replace(doc, tables=tuple(tables), confidences=draw(confidences))


@given(full_documents())
def test_reading_gives_what_was_written(doc: Document) -> None:
    back, config = from_json(to_json(doc, {"max_pages": None}))
    assert back == doc
    assert config == {"max_pages": None}
    assert all(type(a) is type(b) for a, b in zip(back.blocks, doc.blocks, strict=True))
    assert type(back.confidences) is tuple
