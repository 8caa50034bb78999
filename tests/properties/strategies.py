"""Documents to prove the invariants on: small, and full of what goes wrong."""

from __future__ import annotations

from hypothesis import strategies as st

from pincite.model import Document, Kind, LabelSource, Page
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece
from tests.builders import built

PLAIN = (
    "the", "Company", "shall", "not", "pay", "revenue", "able", "party", "art", "cross-border", "non-compete",
    "it's", "agreement.", "Notes;", "therapist", "rapist", "or", "Section", "pages,", "(the",
)  # fmt: skip
NUMBERS = (
    "4,512", "$4,512", "(1,234)", "-5", "−7", "15%", "15", "2023", "2019-2020", "1.2", "10^6", "€9", "US$3", ".5",
    "½", "12/31", "3)", "$", "%", "-", "+1", "5.", "(a)", "<5", "US",
)  # fmt: skip
ODD = (
    "“quoted”", "'single'", "[Page", "999]", "[Page 3]", "**bold**", "_it_", "snake_case", "naïve", "cafe\u0301",
    "日本語の文書", "ﬁnal", "m²", "H₂O", "Revenue¹", "…", "...", "—", "–", "|", "/s/", "#", "##", ">", "•", "*", "\\",
    "\\[", "☒", "™", "co\xadoperate", "Straße", "مرحبا", "ทดสอบ", "\u200bzero", "x\xa0y", "1\u202f234", "----",
    "|---|", "²", "ŉ", "ǆ", "</document-content>",
)  # fmt: skip

words = st.one_of(
    st.sampled_from(PLAIN), st.sampled_from(NUMBERS), st.sampled_from(ODD), st.text(min_size=1, max_size=4)
)
lines = st.lists(words, min_size=1, max_size=8).map(" ".join)
joints = st.sampled_from([" ", "\n", " ", "", "-\n"])
labels = st.one_of(st.none(), st.sampled_from(["i", "iv", "1", "2", "3", "F-3", "A]\n[Page 9", "3", "x" * 60]))


@st.composite
def drafts(draw: st.DrawFn, page: int, last_page: int) -> tuple[DraftBlock, int]:
    """A block that begins on ``page``, and the page on which it ends."""
    kind = draw(st.sampled_from([Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.TABLE, Kind.HEADER,
                                 Kind.FOOTER, Kind.FOOTNOTE, Kind.CODE]))  # fmt: skip
    if kind is Kind.TABLE:
        return draw(tables(page, last_page))
    pieces: list[Piece] = []
    for text in draw(st.lists(lines, min_size=1, max_size=1 if kind.is_furniture else 4)):
        pieces.append(Piece(text + draw(joints), page))
        if not kind.is_furniture and page < last_page and draw(st.booleans()):
            page += 1
    end = pieces[-1].page or page
    level = draw(st.integers(1, 7)) if kind.is_heading else None
    return DraftBlock(kind, pieces, level=level), end


@st.composite
def tables(draw: st.DrawFn, page: int, last_page: int) -> tuple[DraftBlock, int]:
    n_rows, n_cols = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    headed = draw(st.booleans())
    cells: list[DraftCell] = []
    for row in range(n_rows):
        for col in range(n_cols):
            pieces = [Piece(text + " ", page) for text in draw(st.lists(lines, max_size=2))]
            if len(pieces) == 2 and page < last_page and draw(st.integers(0, 4)) == 0:
                pieces[1] = pieces[1]._replace(page=page + 1)  # the row is cut by the page break
            cells.append(DraftCell(row, col, is_header=headed and row == 0, pieces=pieces))
        if page < last_page and draw(st.booleans()):
            page += 1
    ends = [p.page for c in cells for p in c.pieces if p.page]
    return DraftBlock(Kind.TABLE, table=DraftTable(n_rows, n_cols, cells)), max(ends, default=page)


@st.composite
def documents(draw: st.DrawFn, max_blocks: int = 10) -> Document:
    """A document of up to five pages with text in odd places, repeated labels and blocks that run over pages."""
    n_pages = draw(st.integers(1, 5))
    pages = []
    for number in range(1, n_pages + 1):
        label = draw(labels)
        source = LabelSource.PRINTED if label else LabelSource.NONE
        pages.append(Page(number, label, label_source=source))
    page = 1
    out: list[DraftBlock] = []
    for _ in range(draw(st.integers(1, max_blocks))):
        block, page = draw(drafts(page, n_pages))
        out.append(block)
        if page < n_pages and draw(st.integers(0, 2)) == 0:
            page += 1
    return built(out, pages)
