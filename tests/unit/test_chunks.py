"""Chunks as who builds an index would cut them."""

from __future__ import annotations

import pytest

from pincite.chunks import Chunk, ChunkSizes, make_chunks
from pincite.errors import RequestError
from pincite.model import Document, Kind, Page, Role
from pincite.outline import build_outline
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.selection import Selection
from pincite.tables.forms import Representation
from tests.builders import built, document, draft, table

SENTENCE = "The supplier delivers the pumps within thirty days of each order. "  # 12 tokens
SMALL = ChunkSizes(30, 60, 100)


def cut(doc: Document, sizes: ChunkSizes = SMALL, form: Representation = "markdown") -> list[Chunk]:
    return make_chunks(doc, build_outline(doc), sizes=sizes, representation=form)


def test_sections_are_chunks_with_their_path() -> None:
    chunks = cut(document(f"""
        --- iv
        # Part I
        {SENTENCE * 3}
        ## Item 1
        {SENTENCE * 4}
        --- v
        ## Item 2
        {SENTENCE * 4}
    """))  # fmt: skip
    assert [(c.path, c.heading, c.page_label) for c in chunks] == [
        (("# Part I",), "Part I", "iv"),
        (("# Part I", "## Item 1"), "Item 1", "iv"),
        (("# Part I", "## Item 2"), "Item 2", "v"),
    ]
    assert chunks[1].text.startswith("## Item 1\n\nThe supplier")
    assert chunks[1].titles == ("Part I", "Item 1")
    assert chunks[1].embedding_text.startswith("Part I > Item 1\n\n## Item 1\n\nThe supplier")


PRODUCTS = """
    # Products
    ## Mac
    Net sales of computers decreased.
    ## Pad
    Net sales of tablets increased.
    ## Phone
    Net sales of telephones were flat.
    # Outlook
    Growth will go on in all of these markets and in some new ones, as it has in the years before this one.
"""


def test_small_sections_under_one_heading_are_one_chunk_with_the_path_of_each_paragraph() -> None:
    first, last = cut(document(PRODUCTS), ChunkSizes(20, 60, 100))
    assert first.path == ("# Products",)
    assert [(p.kind.value, p.path) for p in first.parts if p.kind is Kind.PARAGRAPH] == [
        ("paragraph", ("# Products", "## Mac")),
        ("paragraph", ("# Products", "## Pad")),
        ("paragraph", ("# Products", "## Phone")),
    ]
    assert first.text[first.parts[2].start : first.parts[2].end] == "Net sales of computers decreased."
    assert last.path == ("# Outlook",)


def test_without_merging_each_section_is_a_chunk() -> None:
    chunks = cut(document(PRODUCTS), ChunkSizes(12, 60, 100, merge=False))
    assert [c.heading for c in chunks] == ["Products", "Mac", "Pad", "Phone", "Outlook"]


def test_a_heading_is_never_left_alone_at_the_end_of_a_chunk() -> None:
    chunks = cut(document(f"""
        # Part I
        ## Item 1
        {SENTENCE * 4}
        ## Item 2
        {SENTENCE * 4}
    """))  # fmt: skip
    assert [c.text.count("#") for c in chunks] == [3, 2]
    assert chunks[0].path == ("# Part I", "## Item 1")


def test_a_long_paragraph_is_cut_after_sentences_into_parts_alike() -> None:
    doc = document(f"# Terms\n{SENTENCE * 20}")
    chunks = cut(doc)
    assert len(chunks) == 4
    assert all(c.text.endswith("order.") for c in chunks)
    assert max(c.tokens for c in chunks) - min(c.tokens for c in chunks) <= 30
    assert chunks[1].anchor.startswith(f"pincite://doc/testdoc@{doc.rev}/b1:")


def test_a_text_without_blanks_is_cut_all_the_same() -> None:
    chunks = cut(document("x7Q9z" * 400))
    assert "".join(c.text for c in chunks) == "x7Q9z" * 400
    assert all(c.tokens <= 100 for c in chunks)


def rows(n: int) -> list[list[str]]:
    return [["Part", "Price in euros"], *([f"Pump number {i}", f"{i},200"] for i in range(1, n + 1))]


def test_a_long_table_is_cut_by_rows_below_its_header() -> None:
    doc = built([draft(Kind.CAPTION, ("Table 1: Prices", 1)), DraftBlock(Kind.TABLE, table=table(rows(24)))])
    chunks = cut(doc)
    assert len(chunks) > 2
    head = "| Part | Price in euros |\n| --- | --- |\n"
    assert chunks[0].text.startswith("Table 1: Prices\n\n" + head + "| Pump number 1 | 1,200 |\n")
    assert all(c.text.startswith(head + "| Pump number") for c in chunks[1:])
    assert [c.text.count("Price in euros") for c in chunks] == [1] * len(chunks)
    assert all(c.table_ids == (0,) for c in chunks)
    listed = [line for c in chunks for line in c.text.splitlines() if line.startswith("| Pump")]
    assert listed == [f"| Pump number {i} | {i},200 |" for i in range(1, 25)]


def test_a_row_larger_than_a_chunk_is_cut_at_its_sentences() -> None:
    doc = built([DraftBlock(Kind.TABLE, table=table([["Part", "Terms"], ["Pump", SENTENCE * 20], ["Valve", "none"]]))])
    chunks = cut(doc)
    assert all(c.tokens <= 100 for c in chunks)
    assert sum(c.text.count("within thirty days") for c in chunks) == 20


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("jsonl", '{"Part": "Pump number 1", "Price in euros": "1,200"}'),
        ("melted", "Pump number 1 | Price in euros | 1,200"),
    ],
)
def test_tables_as_records(form: Representation, line: str) -> None:
    (chunk,) = cut(built([DraftBlock(Kind.TABLE, table=table(rows(2)))]), form=form)
    assert chunk.text.splitlines()[0] == line
    assert "---" not in chunk.text


def test_a_chunk_knows_its_pages_boxes_links_and_role() -> None:
    doc = built(
        [
            DraftBlock(Kind.PARAGRAPH, [Piece("See ", 1), Piece("this", 1, uri="https://example.org"), Piece(".", 2)]),
            DraftBlock(Kind.TOC_ENTRY, [Piece("Terms ... 3", 2)], role=Role.TOC),
        ],
        [Page(1, "i"), Page(2, "ii")],
    )  # fmt: skip
    text, contents = cut(doc)
    assert (text.page_numbers, text.page_labels, text.links) == ((1, 2), ("i", "ii"), ("https://example.org",))
    assert (text.role, contents.role, contents.page_label) == (Role.BODY, Role.TOC, "ii")
    assert text.boxes == ()


def test_boxes_are_one_a_page_around_all_that_is_there() -> None:
    (chunk,) = cut(document("One line.\nAnd another, longer one. | On the next page."))
    assert [page for page, _ in chunk.boxes] == [1, 2]
    assert chunk.boxes[0][1].y1 - chunk.boxes[0][1].y0 > 20


def test_what_is_not_selected_is_in_no_chunk() -> None:
    doc = document("""
        > Annual report
        The text.
        ^ A note.
    """)
    outline = build_outline(doc)
    assert [c.text for c in make_chunks(doc, outline)] == ["The text.\n\nA note."]
    shown = make_chunks(doc, outline, selection=Selection(headers_footers=True, footnotes=False))
    assert [c.text for c in shown] == ["Annual report\n\nThe text."]


def test_an_introduction_stays_with_its_list() -> None:
    chunks = cut(document(f"""
        {SENTENCE * 4}
        The following parts are delivered:
        - a pump of the large kind with all that belongs to it, {SENTENCE * 2}
        - a valve
    """))  # fmt: skip
    assert chunks[-1].text.startswith("The following parts")


def test_sizes_must_ascend() -> None:
    for bad in ((100, 50, 200), (10, 20, 31), (-1, 20, 40)):
        with pytest.raises(RequestError) as caught:
            ChunkSizes(*bad)
        assert caught.value.hint
    assert ChunkSizes(exact=False).counter(["12345"]) == [2]


def test_an_empty_document_has_no_chunks() -> None:
    assert cut(built([])) == []


def test_no_part_of_a_cut_row_is_white_space_alone() -> None:
    doc = document("|one two cross-border 4,512|\n|the the the cross-border 4,512 4,512 4,512 the “quoted” 999]|\n||")
    for cap in range(32, 60):
        sizes = ChunkSizes(minimum=1, optimal=1, maximum=cap, merge=False)
        assert all(chunk.text for chunk in make_chunks(doc, build_outline(doc), sizes=sizes))
