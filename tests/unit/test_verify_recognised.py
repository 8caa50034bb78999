"""A quote that was read off a picture says so, and how sure that is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pincite.cache.codec import decode, encode
from pincite.cache.store import DocumentKey
from pincite.exports.resultjson import from_json, to_json
from pincite.library import ParseResult
from pincite.model import Confidence, Document
from pincite.registry import OpenDocument
from pincite.server.citing import verify_citations
from pincite.server.wire import Citation
from pincite.verify import Recognised
from tests.builders import document

PERCENTS = {"Sectlon": 43, "one": 98}


def recognised(*, ours: bool = True) -> Document:
    """Two pages: the first was read by OCR, ours or that of whoever made the file, the second was typed."""
    doc = document("---\nThe lease of Sectlon one ends.\n---\nThe rent was typed.")
    scan = replace(doc.pages[0], source="ocr", confidence=91.0 if ours else None)
    last = doc.blocks[0].end
    words = [(m.start(), m.end(), PERCENTS.get(m[0], 95)) for m in re.finditer(r"\S+", doc.text[:last])]
    confidences = tuple(Confidence(*word) for word in words) if ours else ()
    return replace(doc, pages=(scan, doc.pages[1]), confidences=confidences)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("The lease of", Recognised(95)),
        ("of Sectlon one", Recognised(65, ("Sectlon",))),
        ("rent was typed", None),
        ("ends. The rent", Recognised(95)),
    ],
)
def test_what_ocr_thought_of_the_words_of_a_quote(quote: str, expected: Recognised | None) -> None:
    (found,) = ParseResult(recognised()).verify(quote).anchors
    assert found.recognised == expected


def test_the_message_says_it() -> None:
    message = ParseResult(recognised()).verify("of Sectlon one").message
    assert message.endswith("Read by OCR, 65 % sure; it doubted Sectlon.")
    assert "OCR" not in ParseResult(recognised()).verify("rent was typed").message


def test_the_invisible_layer_of_a_scan_is_told_as_such() -> None:
    found = ParseResult(recognised(ours=False)).verify("of Sectlon one")
    assert found.anchors[0].recognised == Recognised(None)
    assert "invisible layer" in found.message


def test_the_server_says_it_at_the_place() -> None:
    doc = recognised()
    opened = OpenDocument(doc, DocumentKey(doc.doc_id, doc.parser, ""))
    quotes = [Citation(quote=q, doc_id="testdoc") for q in ("of Sectlon one", "The lease of", "rent was typed")]
    report = verify_citations(quotes, lambda _: opened, 4000)
    told = [result.places[0].ocr for result in report.results if result.places]
    assert told[0] is not None
    assert told[0].startswith("65% sure, doubtful: <document-content>")
    assert "Sectlon" in told[0]
    assert told[1:] == ["95% sure", None]
    assert [result.message for result in report.results] == [None, None, None]


def test_confidences_are_kept() -> None:
    doc = recognised()
    assert decode(encode(doc)) == doc
    assert from_json(to_json(doc, {}))[0] == doc
