"""A table with wrong places of objects costs nothing: the objects are looked for."""

from __future__ import annotations

import re

import pytest

from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.places import with_true_places
from tests.rawpdfs import raw_pdf

DATA = raw_pdf("BT /F1 12 Tf 72 700 Td (One) Tj ET", "BT /F1 12 Tf 72 700 Td (Two) Tj ET", plain=True)
ENTRIES = [match.start() for match in re.finditer(rb"\d{10} 00000 n", DATA)]


def words(data: bytes) -> list[str]:
    return [" ".join(word.text for word in page.words) for page in read_layout(data).pages]


@pytest.mark.parametrize("entry", range(len(ENTRIES)))
@pytest.mark.parametrize("by", [-7, 3])
def test_a_wrong_place_of_any_object(entry: int, by: int) -> None:
    at = ENTRIES[entry]
    data = DATA[:at] + b"%010d" % (int(DATA[at : at + 10]) + by) + DATA[at + 10 :]
    assert words(data) == ["One", "Two"]


def test_a_place_in_a_table_before_the_last() -> None:
    wrong = re.sub(rb"(\d{10}) (00000 n \ntrailer)", rb"0000000009 \2", DATA)
    start = re.findall(rb"startxref\s+(\d+)", DATA)[0]
    trailer = b"xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 9 /Prev %s >>\n" % start
    data = wrong + trailer + b"startxref\n%d\n%%%%EOF\n" % len(wrong)
    assert words(data) == ["One", "Two"]


def test_a_sound_file_stays_as_it_is() -> None:
    assert with_true_places(DATA) is DATA
    packed = raw_pdf("BT /F1 12 Tf 72 700 Td (One) Tj ET")
    assert with_true_places(packed) is packed


@pytest.mark.parametrize(
    "table", [b"xref\n0 99999999\n", b"xref\n5 1\nnone", b"nothing", b"xref\n0 1\n9999999999 00000 n \n"]
)
def test_tables_that_are_none(table: bytes) -> None:
    data = b"%PDF-1.4\n" + table + b"trailer << /Prev 9 >>\nstartxref\n9\n%%EOF"
    assert with_true_places(data) is data
