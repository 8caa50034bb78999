"""Tables and whole documents for programs and people."""

from __future__ import annotations

import re

from pincite.library import ParseResult, TableView
from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece
from tests.builders import built, document


def cell(row: int, col: int, text: str, *, head: bool = False, rows: int = 1, cols: int = 1) -> DraftCell:
    return DraftCell(row, col, rows, cols, head, [Piece(text, 1)])


def statement() -> TableView:
    """Two header rows, the upper one spanning; a cell over two rows."""
    cells = [
        cell(0, 0, "", head=True, rows=2),
        cell(0, 1, "Three months", head=True, cols=2),
        cell(1, 1, "2024", head=True),
        cell(1, 2, "2023", head=True),
        cell(2, 0, "Pumps <small>"),
        cell(2, 1, "$1,200"),
        cell(2, 2, "(85)"),
        cell(3, 0, 'Valves, "red"'),
        cell(3, 1, "7", cols=2),
    ]
    blocks = [
        DraftBlock(Kind.PARAGRAPH, [Piece("In thousands.", 1)]),
        DraftBlock(Kind.TABLE, table=DraftTable(4, 3, cells, "Sales & more")),
    ]
    return ParseResult(built(blocks)).tables[0]


def test_header_rows_are_joined() -> None:
    assert statement().to_rows() == [
        {"row": "Pumps <small>", "Three months > 2024": "$1,200", "Three months > 2023": "(85)"},
        {"row": 'Valves, "red"', "Three months > 2024": "7", "Three months > 2023": ""},
    ]


def test_csv_and_jsonl() -> None:
    assert statement().to_csv().splitlines() == [
        "row,Three months > 2024,Three months > 2023",
        'Pumps <small>,"$1,200",(85)',
        '"Valves, ""red""",7,',
    ]
    assert statement().to_jsonl().splitlines()[1] == (
        '{"row": "Valves, \\"red\\"", "Three months > 2024": "7", "Three months > 2023": ""}'
    )


def test_melted() -> None:
    assert statement().to_melted().splitlines() == [
        "Pumps <small> | Three months > 2024 | $1,200",
        "Pumps <small> | Three months > 2023 | (85)",
        'Valves, "red" | Three months > 2024 | 7',
    ]


def test_html_keeps_spans_and_escapes() -> None:
    page = statement().to_html()
    assert "<caption>Sales &amp; more</caption>" in page
    assert '<tr><th rowspan="2"></th><th colspan="2">Three months</th></tr>' in page
    assert "<tr><td>Pumps &lt;small&gt;</td><td>$1,200</td><td>(85)</td></tr>" in page
    assert '<td>Valves, &quot;red&quot;</td><td colspan="2">7</td></tr>' in page


def test_data_frames_of_texts_and_of_values() -> None:
    table = statement()
    assert table.to_dataframe("pandas")["Three months > 2023"].tolist() == ["(85)", ""]
    values = table.values_df("polars").to_dicts()
    assert values[0] == {
        "row": "Pumps <small>", "column": "Three months > 2024", "text": "$1,200", "value": 1200.0, "unit": None,
        "currency": "$", "scale": 1000, "amount": 1_200_000.0,
    }  # fmt: skip
    assert [v["value"] for v in values] == [1200.0, -85.0, 7.0]


HOSTILE = """
    --- <b>i</b>
    # <script>alert(1)</script>
    Text with <img src=x onerror=alert(1)> & more.
    - an item
    `x < y`
    |A|B|
    |1|<i>2</i>|
"""


def test_the_page_for_a_person_is_escaped_and_loads_nothing() -> None:
    page = ParseResult(document(HOSTILE, title='"><script>')).export_to_html()
    assert "<script" not in page
    assert "<img" not in page
    assert "<i>" not in page
    assert not re.search(r"<(?:script|img|link|iframe|object)|@import|url\(", page)
    assert "default-src 'none'" in page


def test_the_page_leads_from_the_outline_to_each_section_and_shows_pages() -> None:
    page = ParseResult(document("--- iv\n# Terms\nWords.\n--- v\n## Scope\nMore.")).export_to_html()
    for target in re.findall(r'href="#(\w+)"', page):
        assert f"id={target}" in page
    assert re.findall(r">Page (\w+)<", page) == ["iv", "v"]
    assert "<h1 id=b0>Terms</h1>" in page
    assert "<h2 id=b2>Scope</h2>" in page


def test_only_links_to_the_web_can_be_followed() -> None:
    pieces = [
        Piece("good", 1, uri="https://a.org/?a=1&b=2"),
        Piece(" bad", 1, uri="javascript:alert(1)"),
        Piece(" inner", 1, target_page=1),
    ]
    page = ParseResult(built([DraftBlock(Kind.PARAGRAPH, pieces)])).export_to_html()
    assert '<a href="https://a.org/?a=1&amp;b=2">good</a>' in page
    assert "javascript" not in page
    assert '<a href="#p1">inner</a>' in page


def test_markdown_with_front_matter_and_without_tables() -> None:
    result = ParseResult(document("--- i\n# Terms\n|A|B|\n|1|2|", title='a "b": c.pdf'))
    text = result.export_to_markdown(include_tables=False, front_matter=True, page_markers=False)
    assert text.startswith('---\ntitle: "a \\"b\\": c.pdf"\n')
    assert text.endswith("pages: 1\n---\n\n# Terms\n\n(table t0)\n")
