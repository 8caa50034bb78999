"""Reading pages one after the other, and small helpers of the reader."""

from __future__ import annotations

import gc
import struct
import zlib

import pytest

from pincite.model import DocumentWarning, Metadata
from pincite.parsers.pdf.layout import Bookmark, PageLayout
from pincite.parsers.pdf.reader.buffers import read_narrow, read_wide
from pincite.parsers.pdf.reader.dates import iso_date
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.png import write_png
from pincite.parsers.pdf.reader.reading import read_pages
from pincite.parsers.pdf.reader.styles import StyleTable
from tests.pdfs import Pdf as Drawn


class FakePdf:
    is_tagged = False

    def __init__(self, n_pages: int, dead: range = range(0)) -> None:
        self.n_pages = n_pages
        self.dead = dead
        self.read: list[int] = []

    def metadata(self) -> Metadata:
        return Metadata(title="Fake")

    def bookmarks(self) -> list[Bookmark]:
        return []

    def declared_label(self, index: int) -> str | None:
        return f"A-{index}"

    def read_page(self, index: int, styles: StyleTable, warnings: list[DocumentWarning]) -> PageLayout:
        assert not gc.isenabled()
        self.read.append(index)
        if index in self.dead:
            warnings.append(DocumentWarning("page_unreadable", "No.", index + 1))
            return PageLayout(index + 1, 0, 0, 0)
        return PageLayout(index + 1, 612, 792, 0)


def test_all_pages_in_order() -> None:
    layout = read_pages(FakePdf(3))
    assert [(page.number, page.declared_label) for page in layout.pages] == [(1, "A-0"), (2, "A-1"), (3, "A-2")]
    assert layout.metadata.title == "Fake"
    assert gc.isenabled()


def test_a_range_beyond_the_end() -> None:
    pdf = FakePdf(3)
    assert read_pages(pdf, 2, 99).warnings == []
    assert pdf.read == [2]


def test_a_file_that_claims_pages_by_the_million() -> None:
    pdf = FakePdf(1_000_000, dead=range(2, 1_000_000))
    layout = read_pages(pdf)
    assert len(layout.pages) == 102
    assert layout.warnings[-1].code == "partial"


def test_dead_pages_between_good_ones_are_all_tried() -> None:
    pdf = FakePdf(300, dead=range(100, 199))
    assert len(read_pages(pdf).pages) == 300


def test_the_collector_runs_again_after_an_error() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_pages(FakePdf(3), progress=stop)
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("date", "iso"),
    [
        ("D:20240131120000+01'00'", "2024-01-31T12:00:00+01:00"),
        ("D:20240131120000-05'30", "2024-01-31T12:00:00-05:30"),
        ("D:20240131120000Z", "2024-01-31T12:00:00Z"),
        ("D:20240131120000Z00'00'", "2024-01-31T12:00:00Z"),
        ("20240131", "2024-01-31"),
        ("D:2024", "2024"),
        ("D:202401311200", "2024-01-31T12:00:00"),
        ("2024-01-31", "2024-01-31"),
        ("last Tuesday", "last Tuesday"),
        ("", ""),
        (None, None),
    ],
)
def test_dates(date: str | None, iso: str | None) -> None:
    assert iso_date(date) == iso


@pytest.mark.parametrize("text", ["", "Title", "Ünïcode 😀", "long " * 400])
def test_strings_out_of_buffers(text: str) -> None:
    def fill(data: bytes) -> object:
        def call(buffer: object, size: int) -> int:
            if size >= len(data):
                buffer[: len(data)] = data  # type: ignore[index]
            return len(data)

        return call

    assert read_wide(fill(text.encode("utf-16-le") + b"\0\0")) == text  # type: ignore[arg-type]
    assert read_narrow(fill(text.encode() + b"\0")) == text  # type: ignore[arg-type]


def test_no_string_at_all() -> None:
    assert read_wide(lambda buffer, size: 0) == ""


def test_png() -> None:
    rows = bytes(range(24))
    png = write_png(2, 4, rows)
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (width, height, depth, colour) == (2, 4, 8, 2)
    length = struct.unpack(">I", png[33:37])[0]
    pixels = zlib.decompress(png[41 : 41 + length])
    assert [pixels[7 * i : 7 * i + 7] for i in range(4)] == [b"\0" + rows[6 * i : 6 * i + 6] for i in range(4)]
    with pytest.raises(ValueError, match="size"):
        write_png(3, 3, rows)


def test_bookmarks_beyond_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("reading", "pdfium"):
        monkeypatch.setattr(f"pincite.parsers.pdf.reader.{module}.BOOKMARKS", 2)
    two, three = (Drawn().page().text(72, 90, "Text").bookmark("One").bookmark("Two") for _ in range(2))
    assert read_layout(two.bytes()).warnings == []
    layout = read_layout(three.bookmark("Three").bytes())
    assert [mark.title for mark in layout.bookmarks] == ["One", "Two"]
    assert [(w.code, w.message) for w in layout.warnings] == [
        ("partial", "Of the file's bookmarks only the first 2 were read.")
    ]
