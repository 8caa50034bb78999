"""Streams that unpack to an absurd size are left out; all others are left alone."""

from __future__ import annotations

import base64
import tracemalloc
import zlib

import pytest
from pikepdf import Name, Pdf

from pincite.errors import ParseError
from pincite.limits import DENSE_BYTES
from pincite.parsers.pdf.reader.bombs import defuse
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.streams import streams
from tests.pdfs import Pdf as Drawn
from tests.rawpdfs import raw_pdf

TOO_MUCH = b" " * (DENSE_BYTES + 1)


def flate(data: bytes) -> bytes:
    return zlib.compress(data, 9)


def stream(filters: str, packed: bytes, more: str = "") -> bytes:
    head = f"5 0 obj\n<< {more} /Filter {filters} /Length {len(packed)} >>\nstream\n"
    return head.encode() + packed + b"\nendstream\nendobj\n"


def n_bombs(data: bytes) -> int:
    return defuse(data).n_bombs


class TestWhatExplodes:
    def test_a_stream_of_blanks(self) -> None:
        assert n_bombs(stream("/FlateDecode", flate(TOO_MUCH))) == 1

    def test_packed_twice(self) -> None:
        assert n_bombs(stream("[/FlateDecode /FlateDecode]", flate(flate(TOO_MUCH)))) == 1

    def test_packed_and_written_as_letters(self) -> None:
        assert n_bombs(stream("[/ASCIIHexDecode /FlateDecode]", flate(TOO_MUCH).hex().encode() + b">")) == 1
        assert n_bombs(stream("[/A85 /Fl]", base64.a85encode(flate(TOO_MUCH)) + b"~>")) == 1

    def test_runs_of_runs(self) -> None:
        blanks = b"\x81 " * (DENSE_BYTES // 128 + 1) + b"\x80"
        assert n_bombs(stream("[/FlateDecode /RunLengthDecode]", flate(blanks))) == 1

    @pytest.mark.parametrize("filters", ["9 0 R", "[9 0 R]", "/Fl#61teDecode", "[/FlateDecode /Fl#61teDecode]"])
    def test_filters_that_are_not_named_plainly(self, filters: str) -> None:
        assert n_bombs(stream(filters, flate(TOO_MUCH))) == 1

    def test_an_end_that_is_only_in_the_data(self) -> None:
        packed = flate(b"")[:2] + b"\x00\x09\x00\xf6\xffendstream" + flate(2 * TOO_MUCH)[2:]
        assert n_bombs(stream("/FlateDecode", packed)) == 1

    def test_nothing_is_unpacked_in_full(self) -> None:
        hundredfold = flate(flate(b" " * 400_000_000))
        tracemalloc.start()
        try:
            assert n_bombs(stream("[/FlateDecode /FlateDecode]", hundredfold)) == 1
            assert tracemalloc.get_traced_memory()[1] < 100_000_000
        finally:
            tracemalloc.stop()


class TestWhatDoesNot:
    def test_an_ordinary_file_comes_back_itself(self) -> None:
        data = Drawn().page().text(72, 72, "Words").bytes()
        assert defuse(data).data is data

    def test_an_image_is_only_unpacked_as_far_as_it_is_large(self) -> None:
        assert n_bombs(stream("/FlateDecode", flate(TOO_MUCH), "/Subtype /Image")) == 0

    def test_a_large_drawing_that_is_not_mere_repetition(self) -> None:
        steps = b"".join(b"%d %d l " % (i * 7919 % 612, i * 104_729 % 792) for i in range(400_000)) * 8
        packed = flate(steps)
        assert len(steps) > DENSE_BYTES
        assert n_bombs(stream("/FlateDecode", packed)) == 0

    @pytest.mark.parametrize("filters", ["/FlateDecode", "[/FlateDecode /FlateDecode]", "[/A85 /Fl]", "[/AHx /Fl]"])
    def test_data_that_are_not_what_they_say(self, filters: str) -> None:
        assert n_bombs(stream(filters, b"no such thing " * 4_000)) == 0

    def test_the_word_in_a_text(self) -> None:
        assert n_bombs(b"(upstream\n and downstream\n)") == 0


def test_the_rest_of_the_file_is_read() -> None:
    def arm(pdf: Pdf) -> None:
        pdf.pages[1].obj.Contents.write(flate(TOO_MUCH), filter=Name.FlateDecode)

    text = "BT /F1 12 Tf 72 700 Td (Page text) Tj ET"
    layout = read_layout(raw_pdf(text, text, text, change=arm))
    assert [[w.text for w in page.words] for page in layout.pages] == [["Page", "text"], [], ["Page", "text"]]
    assert [(w.code, w.page) for w in layout.warnings] == [("partial", None)]


def test_streams_that_share_one_end() -> None:
    data = b"7 0 obj << /Subtype /Image >> stream\n" + b"stream\n" * 4_000
    assert {(found.end, found.number) for found in streams(data[:100])} == {(100, 7)}
    assert n_bombs(data) == 0
    with pytest.raises(ParseError, match="within each other"):
        n_bombs(b"7 0 obj << /Filter /LZWDecode >> stream\n" + b"stream\n" * 400)
