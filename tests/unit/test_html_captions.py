"""Captions of tables that no element marks."""

from __future__ import annotations

import pytest

from pincite.model import Kind
from tests.pages import headings, html, texts

TABLE = "<table border=1><tr><td></td><td>2024</td></tr><tr><td>Sales</td><td>391</td></tr></table>"


def captions(body: str) -> list[str | None]:
    return [table.caption for table in html(body).tables]


@pytest.mark.parametrize(
    ("over", "caption"),
    [
        ("<p>Table 3. Sales by region</p>", "Table 3. Sales by region"),
        ("<p>Table 3. Sales</p><p>(in millions)</p>", "Table 3. Sales (in millions)"),
        (
            "<p><b>Sales by region</b></p><p>(Dollars in thousands)</p><p>(Unaudited)</p>",
            "Sales by region (Dollars in thousands) (Unaudited)",
        ),
        ("<p>What we sold is as follows.</p><p>(in millions)</p>", "(in millions)"),
        (
            "<h2>Balance Sheets</h2><div>(in millions, except per share data)</div>",
            "Balance Sheets (in millions, except per share data)",
        ),
        ("<p>What we sold is as follows:</p>", None),
        ("<p>Exhibit 99.1</p>", None),
        (
            "<p>Table 3 shows what we sold in all the regions in which we have shops. " + "More words. " * 20 + "</p>",
            None,
        ),
    ],
)
def test_what_stands_over_a_table(over: str, caption: str | None) -> None:
    assert captions(over + TABLE) == [caption]


def test_below_a_table() -> None:
    assert captions(TABLE + "<p>Table 1: Sales</p><p>Words.</p>") == ["Table 1: Sales"]


def test_between_two_tables_it_names_the_second() -> None:
    assert captions(TABLE + "<p>Table 2: Costs</p>" + TABLE) == [None, "Table 2: Costs"]


def test_a_caption_is_marked_as_one_whatever_its_tag() -> None:
    doc = html("<h1>Report</h1><h2>Table 1. Sales</h2>" + TABLE + "<p>Words.</p><p>Table 2. Costs</p>" + TABLE)
    assert [text for _, text in headings(doc)] == ["Report"]
    assert texts(doc, Kind.CAPTION) == ["Table 1. Sales", "Table 2. Costs"]


def test_the_element_for_captions_decides() -> None:
    inner = TABLE.replace("<tr>", "<caption>Ours</caption><tr>", 1)
    assert captions("<p>Table 9. Theirs</p>" + inner) == ["Ours"]
