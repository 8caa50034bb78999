"""Long PDFs read by several processes: the same outcome, whoever reads, and an honest end when one dies."""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import fields
from pathlib import Path

import pytest

from pincite.errors import ParseError
from pincite.parsers.child import Child
from pincite.parsers.pdf.layout import Layout, PageLayout
from pincite.parsers.pdf.reader import ranges
from pincite.parsers.pdf.reader.pageswire import RecordedStyles, decode_pages, encode_pages
from pincite.parsers.pdf.reader.pdfium import PdfFile, read_layout
from pincite.parsers.pdf.reader.ranges import THRESHOLD, read_side_by_side
from pincite.parsers.pdf.reader.styles import Font, StyleTable
from tests.pdfs import Pdf
from tests.scans import joined, scanned

PAGES = THRESHOLD + 7


def long_pdf(*, password: str | None = None) -> bytes:
    """Pages in many looks, some of which appear late, with all that a page may hold."""
    pdf = Pdf(title="Long").label(1, "r").label(5, "D")
    for i in range(PAGES):
        pdf.page(rotate=90 if i % 11 == 5 else 0)
        pdf.text(72, 40, f"Running head {i}", size=8, italic=True)
        pdf.text(72, 80, f"Heading of page {i}", size=10 + i % 5, bold=True, color="#112233" if i > 90 else None)
        pdf.paragraph(72, 120, 400, f"Some words of page {i}. " * 12)
        if i % 3 == 0:
            pdf.grid([72, 200, 300], [300, 320, 340], [["a", "b"], [str(i), str(i * i)]])
            pdf.box(72, 400, 200, 420, fill="#eeeeee").link(72, 400, 200, 420, f"https://example.com/{i}")
        if i % 10 == 0:
            pdf.bookmark(f"Part {i}")
    return pdf.bytes(password=password)


@pytest.fixture(scope="module")
def data() -> bytes:
    return long_pdf()


def same(a: Layout, b: Layout) -> None:
    assert [p.number for p in a.pages] == [p.number for p in b.pages]
    for one, other in zip(a.pages, b.pages, strict=True):
        for field in fields(PageLayout):
            assert getattr(one, field.name) == getattr(other, field.name), (one.number, field.name)
    for field in fields(Layout):
        if field.name != "pages":
            assert getattr(a, field.name) == getattr(b, field.name), field.name


@pytest.mark.parametrize("processes", [2, 3])
def test_the_outcome_is_that_of_one_process(data: bytes, processes: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    expected = read_layout(path)
    same(read_side_by_side(path, processes=processes), expected)
    same(read_side_by_side(data, processes=processes), expected)


def test_children_do_read(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    helped: list[int] = []

    def decode(payload: bytes, styles: StyleTable) -> object:
        found = decode_pages(payload, styles)
        helped.extend(page.number for page in found[0])
        return found

    monkeypatch.setattr(ranges, "decode_pages", decode)
    monkeypatch.setattr(ranges, "_OWN_PAGES", 1)
    slow = PdfFile.read_page

    def read_slowly(self: PdfFile, *arguments: object) -> PageLayout:
        threading.Event().wait(0.03)
        return slow(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(PdfFile, "read_page", read_slowly)
    layout = read_side_by_side(data, processes=2)
    assert [page.number for page in layout.pages] == list(range(1, PAGES + 1))
    assert helped
    assert helped == list(range(helped[0], PAGES + 1))


def test_a_password_and_a_limit_reach_the_children() -> None:
    locked = long_pdf(password="tulip")
    expected = read_layout(locked, password="tulip", max_pages=THRESHOLD + 1)
    same(read_side_by_side(locked, password="tulip", max_pages=THRESHOLD + 1, processes=2), expected)
    with pytest.raises(ParseError) as caught:
        read_side_by_side(locked, processes=2)
    assert caught.value.code == "password_required"


def test_progress_rises_to_the_end(data: bytes) -> None:
    seen: list[tuple[int, int]] = []
    read_side_by_side(data, processes=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (PAGES, PAGES)


def test_pages_that_wait_for_ocr_are_not_done() -> None:
    seen: list[tuple[int, int]] = []
    typed = Pdf().page().text(72, 72, "This page was typed.").bytes()
    blank = Pdf(60, 80).page().box(0, 0, 60, 80, fill="#cccccc")
    data = joined(typed, *[scanned(blank, dpi=30)] * THRESHOLD, typed)
    layout = read_side_by_side(data, processes=2, progress=lambda done, total: seen.append((done, total)))
    assert len(layout.pages) == THRESHOLD + 2
    assert seen == sorted(seen)
    assert seen[-1] == (2, THRESHOLD + 2)


def test_a_short_file_needs_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "_Helper", None)
    short = Pdf().page().text(72, 72, "Hello").bytes()
    assert len(read_side_by_side(short, processes=2).pages) == 1
    assert len(read_side_by_side(long_pdf(), processes=1).pages) == PAGES


@pytest.mark.parametrize("what", ["no process", "no program"])
def test_a_child_that_cannot_be_started_is_done_without(
    data: bytes, what: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if what == "no process":
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
    else:
        monkeypatch.setattr(ranges, "_READER", "tests.faults.absent")
    expected = read_layout(data)
    same(read_side_by_side(data, processes=2), expected)
    assert "one process less" in caplog.text


def test_a_child_that_dies_while_it_reads_fails_the_parse(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    order = ranges._Helper._order

    def kill_then_order(self: ranges._Helper, child: Child, pages: range) -> bool:
        os.kill(child.pid, signal.SIGKILL)
        return order(self, child, pages)

    monkeypatch.setattr(ranges._Helper, "_order", kill_then_order)
    monkeypatch.setattr(ranges._Pages, "from_front", lambda self, count: wait_for_the_helper(self))
    with pytest.raises(ParseError) as caught:
        read_side_by_side(data, processes=2)
    assert caught.value.code == "worker_crashed"
    assert "SIGKILL" in str(caught.value)


def wait_for_the_helper(pages: ranges._Pages) -> range:
    """Takes nothing until a helper has taken pages."""
    while pages._back == pages.total:
        threading.Event().wait(0.01)
    return range(0)


def test_no_child_outlives_the_call(data: bytes) -> None:
    before = threading.active_count()
    read_side_by_side(data, processes=3)
    assert threading.active_count() == before


def test_styles_are_numbered_by_the_order_of_pages() -> None:
    one, other = Font("A", False, False, False, 400), Font("B", True, False, False, 700)
    recorded = RecordedStyles()
    first, second = recorded.intern(other, 9.0, 0), recorded.intern(one, 10.0, 255)
    third = recorded.struck(second)
    recorded.count([first, second, second, third])
    table = StyleTable()
    table.intern(one, 10.0, 255)
    pages, warnings = decode_pages(encode_pages([], recorded, []), table)
    assert (pages, warnings) == ([], [])
    assert [(s.font, s.size, s.bold) for s in table.styles] == [("A", 10.0, False), ("B", 9.0, True), ("A", 10.0, True)]
