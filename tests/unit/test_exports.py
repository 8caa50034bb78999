"""Whole documents as text."""

from __future__ import annotations

from pincite.exports import page_texts, table_text, to_markdown, to_text
from pincite.model import Document, Kind, Page
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece, assemble


def document() -> Document:
    """Two pages: a heading, a paragraph that goes on over the page, a running head, a table with a spanning cell."""
    cells = [
        DraftCell(0, 0, is_header=True, pieces=[Piece("Part", 2)]),
        DraftCell(0, 1, colspan=2, is_header=True, pieces=[Piece("Price", 2)]),
        DraftCell(1, 0, pieces=[Piece("Pump", 2)]),
        DraftCell(1, 1, pieces=[Piece("net", 2)]),
        DraftCell(1, 2, pieces=[Piece("7|8", 2)]),
    ]
    blocks = [
        DraftBlock(Kind.HEADING, [Piece("1 Scope", 1)], level=2),
        DraftBlock(Kind.PARAGRAPH, [Piece("It begins here ", 1), Piece("and ends there.", 2)]),
        DraftBlock(Kind.HEADER, [Piece("Annual report", 2)]),
        DraftBlock(Kind.TABLE, table=DraftTable(2, 3, cells)),
    ]
    pages = [Page(1, "i"), Page(2, "ii")]
    return assemble(doc_id="d", source="s", format="pdf", parser="p", pages=pages, blocks=blocks)


def test_markdown_marks_pages_where_they_begin_also_within_a_paragraph() -> None:
    text = to_markdown(document())
    assert text.startswith("[Page i]\n\n## 1 Scope\n\nIt begins here")
    assert "[Page ii]\nand ends there." in text
    assert "Annual report" not in text


def test_markdown_without_marks_is_the_text_itself() -> None:
    text = to_markdown(document(), page_markers=False)
    assert text.startswith("## 1 Scope\n\nIt begins here and ends there.\n\n| Part | Price |")
    assert text.endswith("|\n")


def test_text_has_a_tab_between_cells_and_no_escapes() -> None:
    assert to_text(document()) == "1 Scope\n\nIt begins here and ends there.\n\nPart\tPrice\nPump\tnet\t7|8\n"


def test_text_of_a_table_keeps_empty_rows() -> None:
    doc = assemble(
        doc_id="d", source="s", format="pdf", parser="p", pages=[Page(1)],
        blocks=[DraftBlock(Kind.TABLE, table=DraftTable(3, 1, [DraftCell(0, 0, pieces=[Piece("a", 1)]),
                                                              DraftCell(2, 0, pieces=[Piece("b", 1)])]))],
    )  # fmt: skip
    assert table_text(doc.tables[0]) == "a\n\nb"


def test_text_of_a_page_holds_all_that_is_printed_on_it() -> None:
    texts = page_texts(document())
    assert texts[1] == "1 Scope\n\nIt begins here"
    assert texts[2].startswith("and ends there.\n\nAnnual report\n\n| Part")


def test_markdown_writes_links_out() -> None:
    pieces = [
        Piece("See the ", 1),
        Piece("full guide", 1, uri="https://a.org/x (1).html"),
        Piece(" and ", 1),
        Piece("page 2", 1, target_page=2),
        Piece(".", 1),
    ]
    cell = DraftCell(0, 0, pieces=[Piece("10.1", 1, uri="https://a.org/10")])
    blocks = [DraftBlock(Kind.PARAGRAPH, pieces), DraftBlock(Kind.TABLE, table=DraftTable(1, 1, [cell]))]
    doc = assemble(
        doc_id="d", source="s", format="html", parser="p", pages=[Page(1), Page(2)], blocks=blocks
    )  # fmt: skip
    for markers in (True, False):
        text = to_markdown(doc, page_markers=markers)
        assert "See the [full guide](https://a.org/x%20%281%29.html) and page 2." in text
        assert "| [10.1](https://a.org/10) |" in text
    assert "https" not in to_text(doc)
