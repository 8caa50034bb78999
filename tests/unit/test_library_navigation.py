"""Ways through a result."""

from __future__ import annotations

import pytest

from pincite import RequestError, UnknownReferenceError
from pincite.library import ParseResult
from pincite.model import Chart, Kind
from pincite.parsers.assemble import DraftBlock, DraftChart, Piece
from tests.builders import built, document

OUTLOOK = "It will grow, in all of the markets that we know and in some that nobody knows."
PICTURE = """
    --- i
    Opening words.
    # Part I
    Of the first part.
    ## Notes
    Notes of the first part.
    ### Revenue
    Revenue grew.
    |Year|2023|
    |Pumps|4,512|
    --- 1
    ## Outlook
    It will grow, in all of the markets that we know and in some that nobody knows.
    # Part II
    ## Notes
    Notes of the second part.
    --- 1
    The end.
"""


@pytest.fixture(scope="module")
def result() -> ParseResult:
    return ParseResult(document(PICTURE)).with_options(merge_small_chunks=False)


def test_the_outline(result: ParseResult) -> None:
    assert result.hierarchy.to_outline(depth=2).splitlines() == [
        "- Part I", "  - Notes", "  - Outlook", "- Part II", "  - Notes",
    ]  # fmt: skip
    assert [n.text for n in result.hierarchy.roots] == ["Part I", "Part II"]
    assert [n.text for n in result.hierarchy.level(3)] == ["Revenue"]


def test_levels_below_a_heading(result: ParseResult) -> None:
    first, second = result.hierarchy.level(1)
    assert [n.text for n in result.hierarchy.level(2, parent=first)] == ["Notes", "Outlook"]
    assert [n.text for n in result.hierarchy.level(3, parent=first)] == ["Revenue"]
    assert result.hierarchy.level(3, parent=second) == []
    (revenue,) = result.find_heading("REVENUE")
    assert [n.text for n in result.hierarchy.path(revenue)] == ["Part I", "Notes", "Revenue"]


def test_finding_headings(result: ParseResult) -> None:
    assert [n.text for n in result.find_heading("part")] == ["Part I", "Part II"]
    assert [n.id for n in result.find_heading("part ii")] == [result.hierarchy.roots[1].id]
    assert [n.page_label for n in result.find_heading("Part II > Notes")] == ["1"]
    assert result.find_heading("absent") == []
    assert result.find_heading("") == []


def test_what_stands_under_a_heading(result: ParseResult) -> None:
    part = result.hierarchy.roots[0]
    assert [b.text for b in result.blocks_under(part, recursive=False)] == ["Part I", "Of the first part."]
    assert result.blocks_under(part)[-1].text == OUTLOOK
    assert [c.heading for c in result.chunks_under(part)] == ["Part I", "Notes", "Revenue", "Outlook"]
    assert [c.heading for c in result.chunks_under(part, recursive=False)] == ["Part I"]
    assert [t.id for t in result.tables_under("Revenue")] == [0]
    assert result.tables_under("Outlook") == []
    assert result.text_under("Outlook") == OUTLOOK
    assert result.blocks_under("Revenue")[1].path == ("Part I", "Notes", "Revenue")


def test_a_heading_by_name_must_be_one(result: ParseResult) -> None:
    for name, code in (("Notes", "ambiguous_section"), ("Revenues of all", "unknown_section")):
        with pytest.raises(UnknownReferenceError) as caught:
            result.chunks_under(name)
        assert caught.value.code == code
        assert caught.value.hint


def test_pages_by_number_and_label(result: ParseResult) -> None:
    assert [t.page_label for t in result.tables_by_page("i")] == ["i"]
    assert result.tables_by_page(2) == []
    assert [b.text for b in result.blocks_by_page(3)] == ["The end."]
    assert result.blocks_by_page("1")[-1].text == "The end."  # two pages have this label
    assert result.blocks_by_page("1")[0].text == "Outlook"
    assert [c.heading for c in result.chunks_by_page(2)] == ["Outlook", "Part II", "Notes"]
    for page in (9, "iv"):
        with pytest.raises(UnknownReferenceError) as caught:
            result.chunks_by_page(page)
        assert caught.value.code == "unknown_page"


@pytest.mark.parametrize(
    ("ref", "begins"),
    [
        ("Outlook", "[Page 1 (sheet 2)]\n\n## Outlook"),
        ("Part II > Notes", "[Page 1 (sheet 2)]\n\n## Notes\n\nNotes of the second"),
        ("s0", "[Page i]\n\nOpening words."),
        ("t0", "[Page i]\n\n| Year | 2023 |"),
        ("b1-b2", "[Page i]\n\n# Part I\n\nOf the first part."),
        ("p3", "[Page 1 (sheet 3)]\n\nThe end."),
        ("page i", "[Page i]\n\nOpening words."),
        ("reven", "[Page i]\n\n### Revenue"),
    ],
)
def test_reading_by_reference(result: ParseResult, ref: str, begins: str) -> None:
    assert result.read(ref).text.startswith(begins)


def test_reading_within_a_budget_goes_on_where_it_stopped(result: ParseResult) -> None:
    first = result.read(result.hierarchy.roots[0], max_tokens=64)
    assert first.tokens <= 64
    assert first.next is not None
    rest = result.read("Part I", start=str(first.next))
    assert rest.text.endswith(OUTLOOK + "\n\n")
    with pytest.raises(RequestError):
        result.read("Part I", max_tokens=3)


def test_reading_by_anchor(result: ParseResult) -> None:
    doc = result.document
    assert result.read(result.blocks[2].anchor).text.endswith("Of the first part.\n\n")
    for uri, code in (
        (f"pincite://doc/other@{doc.rev}/b1", "unknown_document"),
        (f"pincite://doc/{doc.doc_id}@aaaaaaaa/b1", "stale_revision"),
        (f"pincite://doc/{doc.doc_id}@{doc.rev}/b99", "unknown_block"),
    ):
        with pytest.raises(UnknownReferenceError) as caught:
            result.read(uri)
        assert caught.value.code == code


def test_charts_are_points() -> None:
    draft = DraftChart("bar", "Sales", ("Year", "EUR"), (("Pumps", (("2022", 4.0), ("2023", None))),))
    blocks = [
        DraftBlock(Kind.HEADING, [Piece("Sales", 1)], level=1),
        DraftBlock(Kind.CHART, [Piece("Sales: Pumps 2022 4", 1)], chart=draft),
    ]
    result = ParseResult(built(blocks))
    (chart,) = result.charts_under("Sales")
    assert result.charts_by_page(1) == [chart]
    assert isinstance(chart.chart, Chart)
    assert [tuple(point) for point in chart.points] == [("Pumps", "2022", 4.0), ("Pumps", "2023", None)]
    assert (chart.kind, chart.title, chart.axes, chart.page_number) == ("bar", "Sales", ("Year", "EUR"), 1)
    assert result.chunks[0].chart_ids == (0,)
    assert chart.to_dataframe("polars").rows() == [("Pumps", "2022", 4.0), ("Pumps", "2023", None)]


def test_metadata_tells_what_is_known(sample: ParseResult) -> None:
    told = sample.metadata
    assert (told.format, told.pages, told.ocr_used) == ("pdf", len(sample.pages), False)
    assert told.tokens == sample.costs.total
    assert told.title == sample.document.title
