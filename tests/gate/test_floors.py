"""Quality floors on the sample report. A floor is lowered only on purpose, with the reason in the commit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument
from rapidfuzz.distance import LCSseq

from pincite.library import ParseResult
from pincite.parsers.pdf.engine import analyse
from pincite.parsers.pdf.headings.toc import read_entries

RECALL = 0.999
PRECISION = 0.999
ORDER = 0.99

WORD = re.compile(r"\w+(?:[.,']\w+)*")


@pytest.fixture(scope="module")
def printed(sample_path: Path) -> list[str]:
    """The words of the file in the order in which they were drawn, as pdfium gives them."""
    with PdfDocument(sample_path) as pdf:
        text = "\n".join(page.get_textpage().get_text_range() for page in pdf)
    return WORD.findall(text.casefold())


@pytest.fixture(scope="module")
def read(sample: ParseResult) -> list[str]:
    """The words of all blocks, running heads included."""
    return WORD.findall(sample.document.text.casefold())


def shared(a: list[str], b: list[str]) -> int:
    return sum((Counter(a) & Counter(b)).values())


def test_no_word_is_lost_and_none_is_invented(printed: list[str], read: list[str]) -> None:
    assert shared(printed, read) / len(printed) >= RECALL
    assert shared(printed, read) / len(read) >= PRECISION


def test_the_order_is_that_of_the_author(printed: list[str], read: list[str]) -> None:
    assert LCSseq.similarity(printed, read) / len(printed) >= ORDER


def test_every_contents_entry_is_a_heading_on_the_page_that_it_names(sample: ParseResult, sample_path: Path) -> None:
    places = {(n.text, n.page_label) for n in sample.hierarchy.flatten()}
    entries = read_entries(analyse(sample_path))
    assert len(entries) >= 15
    assert [(e.title, e.label) for e in entries if (e.title, e.label) not in places] == []


def test_what_is_read_under_every_heading_verifies_there(sample: ParseResult) -> None:
    for node in sample.hierarchy.flatten():
        first = sample.text_under(node).split("\n\n")[0]
        if len(first) > 200 and not first.startswith("|"):
            verified = sample.verify(first)
            assert verified.status == "verified", node.text
            assert node.text in verified.anchors[0].section
