"""What headers say of a document."""

from __future__ import annotations

import datetime
import email.utils
import gzip
import zlib

import pytest

from pincite.errors import SourceError
from pincite.sources.web.answers import Kind, kind_of, name_of, retry_after, sniffed_name
from pincite.sources.web.bodies import unpacked


def test_type_and_charset() -> None:
    assert kind_of({"content-type": 'Text/HTML; Charset="Shift_JIS"'}) == ("text/html", "Shift_JIS")
    assert kind_of({"content-type": "application/pdf"}) == ("application/pdf", None)
    assert kind_of({"content-type": "text/html; charset=a b\x00"}).charset == "a"
    assert kind_of({}) == ("", None)


@pytest.mark.parametrize(
    ("url", "header", "name"),
    [
        ("https://example.com/a/Annual%20Report.pdf?x=1", "", "Annual Report.pdf"),
        ("https://example.com/wiki/Main_Page/", "", "Main_Page"),
        ("https://example.com/", "", "example.com"),
        ("https://example.com/get?id=7", 'attachment; filename="10-K 2024.pdf"', "10-K 2024.pdf"),
        ("https://example.com/get", "attachment; filename=plain.docx", "plain.docx"),
        (
            "https://example.com/get",
            "attachment; filename=\"x.pdf\"; filename*=UTF-8''%E2%82%AC%20rates.pdf",
            "€ rates.pdf",
        ),
        ("https://example.com/get", 'attachment; filename="../../etc/passwd"', "passwd"),
        ("https://example.com/get", 'attachment; filename="..\\\\..\\\\x.pdf"', "x.pdf"),
        ("https://example.com/get", "attachment; filename*=NOPE''x%41.pdf", "get"),
        ("https://example.com/get", 'attachment; filename=".."', "get"),
        ("https://example.com/%2e%2e%2f%00a%E2%80%AEb.pdf", "", "ab.pdf"),
        ("https://example.com/" + "n" * 500 + ".pdf", "", "n" * 116 + ".pdf"),
    ],
)
def test_names(url: str, header: str, name: str) -> None:
    assert name_of(url, {"content-disposition": header}) == name


@pytest.mark.parametrize(
    ("name", "type", "sniffed"),
    [
        ("report", "application/pdf", "report.pdf"),
        ("report.pdf", "application/octet-stream", "report.pdf"),
        ("page.aspx", "text/html", "page.aspx.html"),
        ("note.txt", "text/html", "note.txt.html"),
        ("README.md", "text/plain", "README.md"),
        ("README", "text/plain", "README.txt"),
        ("readme.markdown", "text/markdown", "readme.markdown"),
    ],
)
def test_the_name_that_tells_the_format(name: str, type: str, sniffed: str) -> None:
    assert sniffed_name(name, Kind(type, None)) == sniffed


def test_how_long_a_server_asks_to_wait() -> None:
    assert retry_after({"retry-after": "7"}) == 7
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None
    then = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=100)
    wait = retry_after({"retry-after": email.utils.format_datetime(then, usegmt=True)})
    assert wait is not None
    assert 90 < wait <= 100
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0


class TestBodies:
    @pytest.mark.parametrize("encoding", ["", "identity"])
    def test_plain(self, encoding: str) -> None:
        assert b"".join(unpacked([b"ab", b"c"], encoding, "x")) == b"abc"

    @pytest.mark.parametrize("step", [1, 7, 1000])
    def test_packed(self, step: int) -> None:
        text = b"words " * 500
        raw = zlib.compressobj(wbits=-15)
        for packed, encoding in [
            (gzip.compress(text), "gzip"),
            (gzip.compress(text[:100]) + gzip.compress(text[100:]), "x-gzip"),
            (zlib.compress(text), "deflate"),
            (raw.compress(text) + raw.flush(), "deflate"),
        ]:
            pieces = [packed[i : i + step] for i in range(0, len(packed), step)]
            assert b"".join(unpacked(pieces, encoding, "x")) == text

    def test_a_bomb_comes_in_pieces(self) -> None:
        bomb = gzip.compress(bytes(20_000_000))
        assert max(map(len, unpacked([bomb], "gzip", "x"))) <= 1 << 18

    @pytest.mark.parametrize(
        ("body", "encoding"),
        [(b"x", "br"), (b"x", "gzip, gzip"), (b"garbage", "gzip"), (gzip.compress(b"abc", mtime=0)[:-9], "gzip")],
    )
    def test_bad_packing(self, body: bytes, encoding: str) -> None:
        with pytest.raises(SourceError) as caught:
            list(unpacked([body], encoding, "x"))
        assert caught.value.code == "bad_response"
