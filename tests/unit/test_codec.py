"""The bytes of a document: they give it back as it was, and nothing else passes for them."""

from __future__ import annotations

import gc
import struct
import zlib
from dataclasses import replace

import pytest

from pincite.cache import codec
from pincite.cache.codec import CorruptEntry, decode, encode
from pincite.model import (
    BBox,
    Block,
    Cell,
    Chart,
    Document,
    DocumentWarning,
    HiddenText,
    Hiding,
    Kind,
    LabelSource,
    Link,
    Metadata,
    Page,
    Region,
    Role,
    Table,
)
from tests.builders import document

FULL = Document(
    doc_id="abc234def567",
    rev="aaaabbbb",
    source="Bericht – größer.pdf",
    format="pdf",
    parser="pdf-3",
    text="Umsatz 日本 €\n\n| a\\|b |\n| --- |\n| \ud800 |",
    pages=(
        Page(1, "iv", 612.0, 792.25, 90, "ocr", LabelSource.PRINTED),
        Page(2, None, None, None, 0, "text", LabelSource.NONE),
    ),
    blocks=(
        Block(
            0, Kind.HEADING, 0, 11, (Region(0, 6, 1, BBox(72.01, 1 / 3, 100.5, 1e-9)), Region(7, 9, 2, None)), 1,
            links=(Link(0, 6, "https://a.org/ä", None), Link(7, 9, None, 2), Link(9, 10, "https://a.org/ä", 1)),
        ),
        Block(1, Kind.TABLE, 13, 36, (), None, Role.EXHIBIT, 0, 0),
    ),
    tables=(
        Table(
            0, 1, 3, 1, (Cell(0, 0, 1, 1, True, 15, 19, "a|b"), Cell(2, 0, 2, 3, False, 33, 34, "\ud800")), "T1", (1, 2)
        ),
    ),
    charts=(Chart(0, 1, "bar", None, ("x", "y"), (("s", (("2023", 1.5), ("2024", None))), ("t", ()))),),
    warnings=(DocumentWarning("partial", "stopped", None), DocumentWarning("scanned_page", "page", 2)),
    metadata=Metadata(title="T", language="de"),
    hidden=(
        HiddenText("white\nwords", 2, Hiding.COLOR, (BBox(0, 1, 2, 3), BBox(4, 5, 6, 7.5))),
        HiddenText("x", None, Hiding.MARKED),
    ),
)  # fmt: skip


def test_everything_of_a_document_comes_back() -> None:
    assert decode(encode(FULL)) == FULL


def test_a_document_without_anything_comes_back() -> None:
    empty = Document("a", "b", "", "pdf", "p", "", (), ())
    assert decode(encode(empty)) == empty


def test_what_comes_back_has_the_types_of_the_model() -> None:
    doc = decode(encode(FULL))
    region, cell = doc.blocks[0].regions[0], doc.tables[0].cells[0]
    assert type(region) is Region
    assert type(region.bbox) is BBox
    assert type(cell) is Cell
    assert cell.is_header is True
    assert doc.blocks[0].kind is Kind.HEADING
    assert doc.blocks[1].role is Role.EXHIBIT
    assert doc.pages[0].label_source is LabelSource.PRINTED
    assert isinstance(doc.charts[0].series[0][1], tuple)
    with pytest.raises(AttributeError):
        doc.blocks[0].level = 2  # type: ignore[misc]


def test_the_same_document_gives_the_same_bytes() -> None:
    assert encode(document("# A\nb\n|c|d|\n|e|f|")) == encode(document("# A\nb\n|c|d|\n|e|f|"))


def test_numbers_may_be_large() -> None:
    block = Block(0, Kind.PARAGRAPH, 0, 2**40, (Region(2**33, 2**40, 70_000, None),), 300)
    doc = replace(FULL, blocks=(block,), tables=(), charts=())
    assert decode(encode(doc)) == doc


def test_ids_that_are_not_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="positions"):
        encode(replace(FULL, blocks=(replace(FULL.blocks[0], id=7), FULL.blocks[1])))


def test_a_negative_id_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        encode(replace(FULL, blocks=(replace(FULL.blocks[0], table=-1), FULL.blocks[1])))


def test_the_collector_runs_again_afterwards() -> None:
    decode(encode(FULL))
    assert gc.isenabled()
    gc.disable()
    try:
        decode(encode(FULL))
        assert not gc.isenabled()
    finally:
        gc.enable()


# What is not a document.


@pytest.mark.parametrize("length", [0, 1, 29, 30, 31, 200])
def test_a_truncated_entry_is_corrupt(length: int) -> None:
    data = encode(FULL)
    assert length < len(data)
    with pytest.raises(CorruptEntry):
        decode(data[:length])


def test_any_flipped_bit_is_noticed() -> None:
    data = bytearray(encode(FULL))
    for at in range(len(data)):
        data[at] ^= 0x10
        with pytest.raises(CorruptEntry):
            decode(bytes(data))
        data[at] ^= 0x10


def test_bytes_that_are_too_many_are_noticed() -> None:
    with pytest.raises(CorruptEntry):
        decode(encode(FULL) + b"\0")


def test_another_format_version_is_corrupt() -> None:
    data = bytearray(encode(FULL))
    struct.pack_into("<H", data, 4, codec.FORMAT_VERSION + 1)
    with pytest.raises(CorruptEntry, match="version"):
        decode(bytes(data))


@pytest.mark.parametrize("foreign", [b"%PDF-1.7\n" * 20, b"\x80\x04\x95" + bytes(60), b"SQLite format 3\0" * 8])
def test_foreign_bytes_are_corrupt(foreign: bytes) -> None:
    with pytest.raises(CorruptEntry):
        decode(foreign)


def packed(raw: bytes, length: int | None = None) -> bytes:
    """An entry whose checksum is right whatever it holds."""
    body = zlib.compress(raw)
    return codec._HEADER.pack(codec._MAGIC, codec.FORMAT_VERSION, length or len(raw), codec._digest(body)) + body


@pytest.mark.parametrize("raw", [b"", b"x", b"b\x02\0\0\0{}", b"q\xff\xff\xff\xff", b"b\x01\0\0\0["])
def test_columns_that_make_no_document_are_corrupt(raw: bytes) -> None:
    with pytest.raises(CorruptEntry):
        decode(packed(raw))


def test_an_entry_cannot_unpack_into_more_than_it_says() -> None:
    with pytest.raises(CorruptEntry, match="length"):
        decode(packed(bytes(10_000_000), length=1000))


def test_a_swapped_column_is_corrupt() -> None:
    raw = codec._payload(encode(document("# A\nb c d")))
    with pytest.raises(CorruptEntry):
        decode(packed(raw[:-10] + raw[-5:] + raw[-10:-5]))


# Speed: what a warm opening waits for.


def large_document(n_blocks: int) -> Document:
    """Some three regions a block, and a table in sixty blocks."""
    text: list[str] = []
    blocks: list[Block] = []
    tables: list[Table] = []
    at = 0
    for i in range(n_blocks):
        line = f"Line {i * 7919 % 10007} of a paragraph that says little. "
        body = line * 3
        page = 1 + i // 24
        boxes = [BBox(72.0, 100.25 + k, 500.5 + i % 9, 112.01 + k) for k in range(3)]
        size = len(line)
        regions = tuple(Region(at + k * size, at + (k + 1) * size - 1, page, box) for k, box in enumerate(boxes))
        table = None
        if i % 60 == 0:
            table = len(tables)
            cells = tuple(Cell(k // 6, k % 6, 1, 1, k < 6, at + k, at + k + 2, body[k : k + 2]) for k in range(60))
            tables.append(Table(table, i, 10, 6, cells, None, (page,)))
        kind = Kind.PARAGRAPH if table is None else Kind.TABLE
        blocks.append(Block(i, kind, at, at + len(body), regions, table=table))
        text.append(body)
        at += len(body) + 2
    pages = tuple(Page(n + 1, str(n + 1), 612.0, 792.0) for n in range(n_blocks // 24 + 1))
    return Document("d", "r", "s", "pdf", "p", "\n\n".join(text), pages, tuple(blocks), tuple(tables))


def test_a_document_of_500_pages_comes_back_whole() -> None:
    doc = large_document(12_000)
    assert decode(encode(doc)) == doc
