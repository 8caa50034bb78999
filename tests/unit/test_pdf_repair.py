"""Files that have lost their beginning or their end."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest

from pincite.errors import ParseError
from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.repair import mendings
from tests.rawpdfs import raw_pdf

PAGE = b"3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n"
TREE = b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
ROOT = b"1 0 obj\n<< /Type/Catalog /Pages 2 0 R >>\nendobj\n"


def sheets(n: int, *, packed: bool = False) -> bytes:
    """Pages with the words "Sheet 1", "Sheet 2" and so on; ``packed``: all but their streams in an object stream."""
    data = raw_pdf(*(f"BT /F1 12 Tf 72 700 Td (Sheet {i}) Tj ET" for i in range(1, n + 1)), plain=True)
    if not packed:
        return data
    out = io.BytesIO()
    pikepdf.open(io.BytesIO(data)).save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def words(layout: Layout) -> list[str]:
    return [" ".join(word.text for word in page.words) for page in layout.pages]


def warned(layout: Layout) -> list[tuple[str, int | None]]:
    return [(warning.code, warning.page) for warning in layout.warnings]


def test_the_root_is_named_in_a_new_trailer() -> None:
    first, *_ = mendings(b"%PDF-1.4\n" + ROOT + TREE + PAGE)
    assert b"/Root 1 0 R" in first.data
    assert b"/Kids [ 3 0 R ]" not in first.data
    assert first.loss == "The file is damaged, its end is missing: all 1 pages were found, and may be incomplete."


def test_of_two_roots_the_later_one_counts() -> None:
    first, *_ = mendings(b"%PDF-1.4\n" + ROOT + TREE + PAGE + b"9 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
    assert b"/Root 9 0 R" in first.data


def test_pages_without_a_root_get_one() -> None:
    (only,) = mendings(b"%PDF-1.4\n" + PAGE + PAGE.replace(b"3 0 obj", b"7 0 obj"))
    assert b"/Kids [ 3 0 R 7 0 R ]" in only.data
    assert b"/Root 8 0 R" in only.data
    assert only.loss == "The file is damaged, its end is missing: 2 pages were found; how many are lost cannot be told."


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"%PDF-1.4\nnothing",
        b"%PDF-1.4\n" + ROOT + b"5 0 obj\n<< /Filter /Standard /V 5 >>\nendobj\n",
        b"%PDF-1.4\n4 0 obj\n<< /Length 99 >>\nstream\n(/Type /Page) Tj",
    ],
    ids=["empty", "no objects", "encrypted", "only in a stream"],
)
def test_what_cannot_be_repaired(data: bytes) -> None:
    assert list(mendings(data)) == []


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("before", [b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 5_000 + b"\n"])
def test_what_stands_before_the_header_does_no_harm(before: bytes, packed: bool) -> None:
    layout = read_layout(before + sheets(3, packed=packed))
    assert (words(layout), warned(layout)) == (["Sheet 1", "Sheet 2", "Sheet 3"], [])


def test_a_header_that_is_missing_or_wrong() -> None:
    data = sheets(2)
    for without in (b"%PDX" + data[4:], data[data.index(b"1 0 obj") :]):
        assert words(read_layout(without)) == ["Sheet 1", "Sheet 2"]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("table", [b"startxref\n0", b"startxref\n99999999999999999999"])
def test_a_wrong_place_of_the_table(table: bytes, packed: bool) -> None:
    data = re.sub(rb"startxref\n\d+", table, sheets(3, packed=packed))
    assert words(read_layout(data)) == ["Sheet 1", "Sheet 2", "Sheet 3"]


def test_half_a_file_gives_the_pages_that_are_there_and_says_which_are_not() -> None:
    data = sheets(10, packed=True)
    layout = read_layout(data[: len(data) // 2])
    n = sum(map(bool, words(layout)))
    assert 3 <= n <= 6
    assert words(layout)[:n] == [f"Sheet {i}" for i in range(1, n + 1)]
    assert warned(layout) == [("partial", None), *(("partial", page) for page in range(n + 1, 11))]


def test_pages_that_are_lost_with_the_end_are_counted() -> None:
    data = sheets(10)
    cut = data[: data.index(b"\n8 0 obj")]
    layout = read_layout(cut)
    assert layout.warnings[0].message.endswith("5 of its 10 pages were found, and those may be incomplete.")
    assert ("page_unreadable", 10) in warned(layout)


def test_a_file_cut_in_its_trailer_has_lost_nothing() -> None:
    data = sheets(3)
    layout = read_layout(data[: data.index(b"trailer") + 30])
    assert words(layout) == ["Sheet 1", "Sheet 2", "Sheet 3"]
    assert warned(layout) == [("partial", None)]


def test_a_root_that_leads_nowhere() -> None:
    assert words(read_layout(re.sub(rb"/Pages \d+ 0 R", b"/Pages 999 0 R", sheets(2)))) == ["Sheet 1", "Sheet 2"]


def test_nothing_comes_of_a_header_alone() -> None:
    with pytest.raises(ParseError) as caught:
        read_layout(b"%PDF-1.7\n")
    assert caught.value.code == "corrupt"
