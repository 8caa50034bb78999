"""Damage inside a file that opens: the pages that it costs something are named."""

from __future__ import annotations

import re
import zlib

import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from pincite.parsers.pdf.reader.bombs import defuse
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


@pytest.mark.parametrize("head", [b"\n99 0 obj", b"\n7 0 xxx"], ids=["under another number", "without its head"])
def test_a_content_that_is_nowhere_is_told_of_its_page(head: bytes) -> None:
    data = raw_pdf(TEXT, TEXT, TEXT, plain=True)
    assert data.count(b"\n7 0 obj") == 1
    layout = read_layout(data.replace(b"\n7 0 obj", head))
    assert [bool(page.words) for page in layout.pages] == [True, False, True]
    assert [(warning.code, warning.page) for warning in layout.warnings] == [("partial", 2)]


def lettered(program: bytes) -> bytes:
    """Two pages; the letters of the second are in a font with this program."""

    def change(pdf: Pdf) -> None:
        pdf.pages[1].obj.Resources.Font.F1 = lettered_font(pdf, program)

    return raw_pdf(TEXT, "BT /F1 12 Tf 72 700 Td <002800450052> Tj ET", change=change, plain=True)


def test_a_font_without_its_descendant_is_told_of_its_page() -> None:
    data = lettered(zlib.compress(b"none"))
    child = re.findall(rb"/DescendantFonts \[ (\d+) 0 R", data)[0]
    assert warned(data.replace(b"\n%s 0 obj" % child, b"\n99 0 obj")) == [("partial", 2)]


def test_letters_of_a_damaged_font_are_read_by_their_meaning() -> None:
    packed = zlib.compress(LONG)
    data = lettered(packed[:100] + bytes(40) + packed[140:])
    layout = read_layout(data)
    assert [word.text for word in layout.pages[1].words] == ["Her"]
    assert [(warning.code, warning.page) for warning in layout.warnings] == [("partial", 2)]
    assert "font" in layout.warnings[0].message
    assert packed[10:90] not in defuse(data).data


@pytest.mark.parametrize("length", [0, 3, 40, 99_999, 10**30])
def test_a_wrong_length_costs_nothing(length: int) -> None:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj.Contents.write(b"(ab) pop % a remark\n" * 3 + TEXT.encode())

    data = raw_pdf(TEXT, change=change, plain=True)
    wrong = re.sub(rb"/Length \d+", b"/Length %d" % length, data)
    assert [word.text for word in read_layout(wrong).pages[0].words] == ["Page", "text"]


def test_a_length_that_leads_behind_a_remark_is_not_believed() -> None:
    content = b"%" + b"x" * 30 + b"\n" + TEXT.encode() + b" %"
    data = raw_pdf(TEXT, change=lambda pdf: pdf.pages[0].obj.Contents.write(content), plain=True)
    wrong = re.sub(rb"/Length \d+", b"/Length %d" % (len(content) - 1), data)
    assert [word.text for word in read_layout(wrong).pages[0].words] == ["Page", "text"]


def lettered_font(pdf: Pdf, program: bytes) -> Dictionary:
    """A font of two-byte codes whose meanings are given, and whose program is what is given."""
    descriptor = Dictionary(
        Type=Name.FontDescriptor, FontName=Name("/AAAAAA+Plain"), Flags=4, FontBBox=Array([0, -200, 1000, 900]),
        ItalicAngle=0, Ascent=900, Descent=-200, CapHeight=700, StemV=80,
        FontFile2=pdf.make_indirect(Stream(pdf, b"")),
    )  # fmt: skip
    descriptor.FontFile2.write(program, filter=Name.FlateDecode)
    descriptor.FontFile2.Length1 = 4_000
    child = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name("/AAAAAA+Plain"), DW=600, CIDToGIDMap=Name.Identity,
        CIDSystemInfo=Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor),
    )  # fmt: skip
    meaning = b"1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <0060> <0020> endbfrange"
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/AAAAAA+Plain"), Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(child)]), ToUnicode=pdf.make_indirect(Stream(pdf, meaning)),
        )
    )  # fmt: skip
