"""Damage inside a file that opens: the pages that it costs something are named."""

from __future__ import annotations

import zlib

import pytest
from pikepdf import Name, Pdf, Stream

from pincite.parsers.pdf.reader.pdfium import read_layout
from tests.rawpdfs import add_form, raw_pdf

TEXT = "BT /F1 12 Tf 72 700 Td (Page text) Tj ET"
LONG = "".join(f"BT /F1 9 Tf 72 {690 - 10 * i} Td (row {i} of words) Tj ET " for i in range(60)).encode()


def warned(data: bytes) -> list[tuple[str, int | None]]:
    return [(warning.code, warning.page) for warning in read_layout(data).warnings]


def with_content(packed: bytes) -> bytes:
    def change(pdf: Pdf) -> None:
        pdf.pages[1].obj.Contents.write(packed, filter=Name.FlateDecode)

    return raw_pdf(TEXT, TEXT, TEXT, change=change)


@pytest.mark.parametrize("packed", [b"\x78\x9c no such data" * 9, zlib.compress(LONG)[:200]], ids=["garbled", "cut"])
def test_a_damaged_content_is_told_of_its_page(packed: bytes) -> None:
    assert warned(with_content(packed)) == [("partial", 2)]


def test_a_changed_byte_may_change_a_figure_and_is_told() -> None:
    packed = bytearray(zlib.compress(LONG, 0))
    packed[packed.index(b"row 7") + 4] = ord("9")
    assert warned(with_content(bytes(packed))) == [("partial", 2)]


def test_a_missing_checksum_alone_is_no_damage() -> None:
    assert warned(with_content(zlib.compress(LONG)[:-4])) == []


def test_a_damaged_form_belongs_to_the_page_that_shows_it() -> None:
    def change(pdf: Pdf) -> None:
        add_form(pdf, TEXT, page=1)
        pdf.pages[1].obj.Resources.XObject.Fm.write(b"\x78\x9c no such data" * 9, filter=Name.FlateDecode)

    assert warned(raw_pdf(TEXT, "/Fm Do", TEXT, change=change)) == [("partial", 2)]


def test_damage_that_belongs_to_no_page_is_told_of_the_file() -> None:
    def change(pdf: Pdf) -> None:
        lost = Stream(pdf, b"")
        lost.write(b"\x78\x9c no such data" * 9, filter=Name.FlateDecode)
        pdf.Root.Nothing = pdf.make_indirect(lost)

    assert warned(raw_pdf(TEXT, change=change)) == [("partial", None)]


def test_one_bad_page_of_many_costs_itself_only() -> None:
    data = raw_pdf(TEXT, TEXT, TEXT, plain=True)
    lost = data.replace(b"\n4 0 obj", b"\n94 0 obj")
    layout = read_layout(lost)
    assert [bool(page.words) for page in layout.pages] == [True, False, True]
    assert [(warning.code, warning.page) for warning in layout.warnings] == [("page_unreadable", 2)]
