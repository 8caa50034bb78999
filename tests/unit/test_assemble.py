"""Drafts become a document."""

from __future__ import annotations

import pytest

from pincite.model import BBox, Kind, Page, Region
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftChart, DraftTable, Piece, assemble, revision
from tests.builders import built, draft


def cell(row: int, col: int, *texts: str, head: bool = False, rowspan: int = 1, colspan: int = 1) -> DraftCell:
    return DraftCell(row, col, rowspan, colspan, head, [Piece(text, 1) for text in texts])


def grid(n_rows: int, n_cols: int, *cells: DraftCell, caption: str | None = None) -> DraftBlock:
    return DraftBlock(Kind.TABLE, table=DraftTable(n_rows, n_cols, list(cells), caption))


def test_pieces_are_put_together_as_they_are_and_trimmed_outside() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("  The ten", 1), ("ant shall ", 1), ("\npay. \n", 2))], 2)
    assert doc.text == "The tenant shall \npay."
    assert [(r.start, r.end, r.page) for r in doc.blocks[0].regions] == [(0, 7, 1), (7, 16, 1), (18, 22, 2)]


def test_blocks_without_text_are_left_out() -> None:
    doc = built(
        [
            draft(Kind.PARAGRAPH, ("  ", 1)),
            draft(Kind.PARAGRAPH, ("a", 1)),
            DraftBlock(Kind.FIGURE),
            draft(Kind.PARAGRAPH, ("b", 1), ("", 1)),
        ]
    )
    assert doc.text == "a\n\nb"
    assert [b.id for b in doc.blocks] == [0, 1]


def test_white_space_pieces_in_between_are_kept_without_a_region() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("a", 1), ("  ", 1), ("b", 1))])
    assert doc.text == "a  b"
    assert len(doc.blocks[0].regions) == 2


def test_regions_and_links_cover_the_words_only() -> None:
    piece = Piece(" see here ", 1, BBox(1, 2, 3, 4), uri="https://example.org")
    block = built([DraftBlock(Kind.PARAGRAPH, [Piece("Please", 1), piece, Piece("now", 1, target_page=3)])], 3).blocks[
        0
    ]
    assert block.regions[1] == Region(7, 15, 1, BBox(1, 2, 3, 4))
    assert [(k.start, k.end, k.uri, k.page) for k in block.links] == [
        (7, 15, "https://example.org", None),
        (16, 19, None, 3),
    ]


def test_what_cannot_be_encoded_is_replaced() -> None:
    doc = built([draft(Kind.PARAGRAPH, ("a\x00b\ud800c", 1))])
    assert doc.text == "a\ufffdb\ufffdc"
    doc.text.encode()


def test_a_table_is_a_pipe_table_with_cells_that_point_into_it() -> None:
    doc = built(
        [
            draft(Kind.PARAGRAPH, ("Before.", 1)),
            grid(
                2,
                2,
                cell(0, 0, "Year", head=True),
                cell(0, 1, "2023", head=True),
                cell(1, 0, "Sales"),
                cell(1, 1, "4,512"),
            ),
        ]
    )
    assert doc.text == "Before.\n\n| Year | 2023 |\n| --- | --- |\n| Sales | 4,512 |"
    (table,) = doc.tables
    assert (table.block, table.n_rows, table.n_cols, table.pages) == (1, 2, 2, (1,))
    assert [doc.text[c.start : c.end] for c in table.cells] == ["Year", "2023", "Sales", "4,512"]
    assert [c.text for c in table.cells] == ["Year", "2023", "Sales", "4,512"]


def test_a_table_without_header_row_gets_an_empty_one() -> None:
    doc = built([grid(1, 2, cell(0, 0, "a"), cell(0, 1, "b"))])
    assert doc.text == "|  |  |\n| --- | --- |\n| a | b |"


def test_header_cells_in_the_stub_alone_make_no_header_row() -> None:
    doc = built([grid(2, 2, cell(0, 0, "a", head=True), cell(0, 1, "b"), cell(1, 0, "c", head=True), cell(1, 1, "d"))])
    assert doc.text.startswith("|  |  |\n| --- | --- |\n| a | b |")


def test_a_header_of_two_rows_is_ruled_below_the_second() -> None:
    doc = built(
        [
            grid(
                3,
                2,
                cell(0, 0, "", head=True, rowspan=2),
                cell(0, 1, "2023", head=True),
                cell(1, 1, "Q1", head=True),
                cell(2, 0, "Sales"),
                cell(2, 1, "5"),
            )
        ]
    )
    assert doc.text == "|  | 2023 |\n|  | Q1 |\n| --- | --- |\n| Sales | 5 |"


def test_a_table_that_is_all_header_is_ruled_at_its_end() -> None:
    doc = built([grid(1, 1, cell(0, 0, "a", head=True)), draft(Kind.PARAGRAPH, ("After.", 1))])
    assert doc.text == "| a |\n| --- |\n\nAfter."


def test_pipes_and_line_breaks_inside_a_cell_do_not_break_the_table() -> None:
    doc = built(
        [
            grid(
                2,
                2,
                cell(0, 0, "h", head=True),
                cell(0, 1, "i", head=True),
                cell(1, 0, "a|b\nc"),
                cell(1, 1, "d\\|e", "\u2028", "f\x0bg"),
            )
        ]
    )
    assert doc.text.split("\n")[2] == r"| a\|b c | d\\|e f g |"
    assert len(doc.text.splitlines()) == 3
    assert [c.text for c in doc.tables[0].cells[2:]] == ["a|b c", "d\\|e f g"]


def test_a_spanning_cell_is_written_once() -> None:
    doc = built([grid(2, 3, cell(0, 0, "Wide", head=True, colspan=3), cell(1, 0, "a"), cell(1, 2, "c"))])
    assert doc.text == "| Wide |  |  |\n| --- | --- | --- |\n| a |  | c |"
    assert len(doc.tables[0].cells) == 3


def test_empty_cells_have_empty_spans() -> None:
    doc = built([grid(1, 2, cell(0, 0), cell(0, 1, "x"))])
    empty, full = doc.tables[0].cells
    assert empty.start == empty.end
    assert doc.text[full.start : full.end] == "x"


def test_cells_outside_the_table_or_twice_in_one_place_lose_no_text() -> None:
    doc = built([grid(1, 1, cell(0, 0, "a", head=True), cell(0, 0, "b", head=True), cell(1, 2, "c"))])
    assert doc.text == "| a b |  |  |\n| --- | --- | --- |\n|  |  | c |"
    assert [c.text for c in doc.tables[0].cells] == ["a b", "c"]
    assert (doc.tables[0].n_rows, doc.tables[0].n_cols) == (2, 3)


def test_a_table_without_cells_or_size_is_left_out() -> None:
    doc = built([grid(0, 0), draft(Kind.PARAGRAPH, ("x", 1)), grid(2, 0)])
    assert (doc.text, doc.tables) == ("x", ())
    assert built([grid(1, 2)]).text == "|  |  |\n| --- | --- |\n|  |  |"


def test_charts_are_numbered_and_point_to_their_block() -> None:
    chart = DraftChart("bar", "Sales", ("Year",), (("A", (("2023", 1.5), ("2024", None))),))
    doc = built([draft(Kind.PARAGRAPH, ("x", 1)), DraftBlock(Kind.CHART, [Piece("Sales: 2023 1.5", 1)], chart=chart)])
    assert doc.charts[0].block == 1
    assert doc.blocks[1].chart == 0
    assert doc.charts[0].series == (("A", (("2023", 1.5), ("2024", None))),)


def test_a_chart_or_table_left_out_leaves_no_record() -> None:
    doc = built([DraftBlock(Kind.CHART, [Piece(" ", 1)], chart=DraftChart("bar")), draft(Kind.PARAGRAPH, ("x", 1))])
    assert doc.charts == ()
    assert doc.text == "x"


def test_the_revision_follows_text_kinds_spans_and_levels() -> None:
    base = built([draft(Kind.HEADING, ("a", 1), level=1), draft(Kind.PARAGRAPH, ("b", 1))])
    assert (
        base.rev
        == revision(base.text, base.blocks)
        == built([draft(Kind.HEADING, ("a", 1), level=1), draft(Kind.PARAGRAPH, ("b", 1))]).rev
    )
    others = [
        built([draft(Kind.HEADING, ("a", 1), level=2), draft(Kind.PARAGRAPH, ("b", 1))]),
        built([draft(Kind.HEADING, ("a", 1), level=1), draft(Kind.LIST_ITEM, ("b", 1))]),
        built([draft(Kind.HEADING, ("a", 1), level=1), draft(Kind.PARAGRAPH, ("c", 1))]),
        built([draft(Kind.HEADING, ("a\n\nb", 1), level=1)]),
    ]
    assert len({base.rev, *(o.rev for o in others)}) == 5


def test_geometry_and_pages_do_not_change_the_revision() -> None:
    one = built([DraftBlock(Kind.PARAGRAPH, [Piece("a", 1, BBox(0, 0, 1, 1))])])
    assert one.rev == built([draft(Kind.PARAGRAPH, ("a", 2))], 2).rev


def test_the_documents_fields_are_passed_on() -> None:
    doc = assemble(doc_id="d", source="s.pdf", format="pdf", parser="p-1", pages=[Page(1, "i")], blocks=[])
    assert (doc.doc_id, doc.source, doc.format, doc.parser, doc.text, doc.blocks) == (
        "d",
        "s.pdf",
        "pdf",
        "p-1",
        "",
        (),
    )
    assert doc.pages[0].cite == "i"
    assert doc.title == "s.pdf"


@pytest.mark.parametrize("odd", ["\u2028", "\x0b", "\x0c", "\x85", "\r", "\r\n"])
def test_any_line_break_inside_a_cell_becomes_a_space(odd: str) -> None:
    doc = built([grid(1, 1, cell(0, 0, f"a{odd}b", head=True))])
    assert len(doc.text.splitlines()) == 2


def test_a_format_without_pages_has_no_regions() -> None:
    doc = built([DraftBlock(Kind.PARAGRAPH, [Piece("See ", None), Piece("here", None, uri="https://example.org")])], 0)
    assert doc.text == "See here"
    assert doc.blocks[0].regions == ()
    assert doc.blocks[0].links[0].uri == "https://example.org"
