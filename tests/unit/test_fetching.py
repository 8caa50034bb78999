"""Documents behind URLs, from a site on this machine."""

from __future__ import annotations

import dataclasses
import gzip
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite.errors import ParseError, SourceError
from pincite.model import Kind
from pincite.sources.web import Download, Known, WebPolicy, addresses, fetch, fetching
from tests.decks import Deck, title
from tests.docxs import docx, p
from tests.pdfs import Pdf
from tests.sites import Site, Visit, drip, drip_headers, flood, serve_site

POLICY = WebPolicy(allow_private_urls=True, fetch_timeout=20, max_file_mb=5)
PAGE = "<html><head><title>Terms</title></head><body><h1>Terms</h1><p>Pay within 30 days.</p></body></html>"


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


def got(url: str, directory: Path, policy: WebPolicy = POLICY, known: Known | None = None) -> Download:
    download = fetch(url, policy, directory, known=known)
    assert download is not None
    return download


def refused(url: str, directory: Path, policy: WebPolicy = POLICY) -> SourceError:
    with pytest.raises(SourceError) as caught:
        fetch(url, policy, directory)
    assert caught.value.hint
    assert not list(directory.glob("*")), "a refused download leaves no file"
    return caught.value


class TestWhatComesBack:
    def test_a_page(self, site: Site, tmp_path: Path) -> None:
        url = site.page("/terms/", PAGE, "text/html; charset=iso-8859-15", etag='"v1"', last_modified="yesterday")
        download = got(url + "?session=5", tmp_path / "new")
        assert (download.source.format, download.source.name) == ("html", "terms")
        assert download.origin == (url, "iso-8859-15")
        assert download.version == ('"v1"', "yesterday", url)
        assert download.source.path.read_text() == PAGE
        assert download.source.path.stat().st_mode & 0o77 == 0
        assert download.source.path.parent.stat().st_mode & 0o77 == 0
        download.remove()
        assert not download.source.path.exists()

    def test_each_format_by_its_bytes(self, site: Site, tmp_path: Path) -> None:
        files = {"pdf": Pdf().bytes(), "docx": docx(p("Words")), "pptx": Deck().slide(title("Words")).bytes()}
        for format, data in files.items():
            download = got(site.page(f"/get/{format}", data, "application/octet-stream"), tmp_path)
            assert download.source.format == format
            assert download.origin == (None, None)

    @pytest.mark.parametrize(
        ("path", "type", "format"),
        [("/a", "text/html", "html"), ("/a.md", "text/plain", "markdown"), ("/a", "text/markdown", "markdown"),
         ("/a.txt", "text/plain", "text"), ("/a", "", "text"), ("/a.php", "text/html; charset=utf-8", "html")],
    )  # fmt: skip
    def test_words_without_a_mark_are_what_the_server_says(
        self, site: Site, tmp_path: Path, path: str, type: str, format: str
    ) -> None:
        assert got(site.page(path, "Only words", type), tmp_path).source.format == format

    def test_packed_answers(self, site: Site, tmp_path: Path) -> None:
        url = site.page("/a", gzip.compress(PAGE.encode()), content_encoding="gzip")
        assert got(url, tmp_path).source.path.read_text() == PAGE

    def test_what_servers_are_told(self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
        monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
        agent = "Example Ltd docs@example.com"
        got(site.page("/a", PAGE), tmp_path, dataclasses.replace(POLICY, user_agent=agent))
        headers = {name.lower(): value for name, value in site.seen[0][1].items()}
        assert headers["user-agent"] == agent
        assert headers["host"] == f"127.0.0.1:{site.port}"
        assert "cookie" not in headers
        assert "authorization" not in headers

    def test_unchanged(self, site: Site, tmp_path: Path) -> None:
        def page(visit: Visit) -> None:
            same = visit.headers.get("If-None-Match") == '"v1"'
            visit.answer(304 if same else 200, b"" if same else PAGE.encode(), etag='"v1"', content_type="text/html")

        site.pages["/a"] = page
        first = got(site.url("/a"), tmp_path)
        assert fetch(site.url("/a"), POLICY, tmp_path, known=first.version) is None
        elsewhere = first.version._replace(url="http://other.example/a")
        assert fetch(site.url("/a"), POLICY, tmp_path, known=elsewhere) is not None


class TestRedirects:
    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_are_followed(self, site: Site, tmp_path: Path, status: int) -> None:
        site.page("/there/b.html", PAGE)
        download = got(site.redirect("/here", "there/b.html#part", status), tmp_path)
        assert download.origin.base == site.url("/there/b.html")

    @pytest.mark.parametrize(
        "meta",
        [
            '<meta http-equiv="refresh" content="0; url=there/b.html">',
            "<META CONTENT=\"1;URL='there/b.html#part'\" HTTP-EQUIV=Refresh>",
            "<!-- <meta http-equiv=refresh content='0;c'> --><meta http-equiv=refresh content=0,there/b.html>",
        ],
    )
    def test_by_a_page_that_sends_its_readers_on(self, site: Site, tmp_path: Path, meta: str) -> None:
        site.page("/there/b.html", PAGE)
        download = got(site.page("/here", f"<html><head>{meta}</head><body>Wait.</body></html>"), tmp_path)
        assert download.origin.base == site.url("/there/b.html")
        assert len(list(tmp_path.iterdir())) == 1

    @pytest.mark.parametrize(
        "meta",
        [
            '<meta http-equiv="refresh" content="30; url=/b">',
            '<meta http-equiv="refresh" content="0">',
            '<noscript><meta http-equiv="refresh" content="0; url=/b"></noscript>',
            '<meta http-equiv="refresh" content="0; url=/here#top">',
            '<meta name="description" content="0; url=/b">',
        ],
    )
    def test_pages_that_are_read_where_they_are(self, site: Site, tmp_path: Path, meta: str) -> None:
        got(site.page("/here", meta + PAGE), tmp_path)
        assert site.paths == ["/here"]

    def test_pages_that_send_their_readers_around(self, site: Site, tmp_path: Path) -> None:
        site.page("/b", "<meta http-equiv=refresh content='0;url=/a'>")
        assert (
            refused(site.page("/a", "<meta http-equiv=refresh content='0;url=/b'>"), tmp_path).code == "redirect_loop"
        )
        assert (
            refused(site.page("/c", "<meta http-equiv=refresh content='0;url=file:///x'>"), tmp_path).code
            == "url_not_allowed"
        )

    def test_without_end(self, site: Site, tmp_path: Path) -> None:
        site.redirect("/b", "/a")
        assert refused(site.redirect("/a", "/b"), tmp_path).code == "redirect_loop"
        assert len(site.seen) == fetching.MAX_REDIRECTS + 1

    @pytest.mark.parametrize(
        ("target", "code"),
        [
            ("http://127.0.0.2:80/secret", "private_address"),
            ("http://169.254.169.254/latest/meta-data/", "private_address"),
            ("http://[::1]/", "private_address"),
            ("http://[::ffff:10.0.0.1]/", "private_address"),
            ("http://167772161/", "private_address"),
            ("//10.1.2.3/x", "private_address"),
            ("file:///etc/passwd", "url_not_allowed"),
            ("ftp://example.com/x", "url_not_allowed"),
            ("http://user:secret@127.0.0.1/", "url_not_allowed"),
            ("http://exam ple/", "bad_url"),
            ("http://h:99999/", "bad_url"),
        ],
    )
    def test_to_where_they_must_not_lead(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, code: str
    ) -> None:
        really = addresses.is_public
        monkeypatch.setattr(addresses, "is_public", lambda a: str(a) == "127.0.0.1" or really(a))
        policy = dataclasses.replace(POLICY, allow_private_urls=False)
        got(site.page("/fine", PAGE), tmp_path, policy).remove()
        error = refused(site.redirect("/a", target), tmp_path, policy)
        assert error.code == code
        assert "secret@" not in str(error)


class TestRebinding:
    def test_a_name_is_looked_up_once_and_its_address_is_connected_to(self, site: Site, tmp_path: Path) -> None:
        site.page("/a", PAGE)
        asked: list[str] = []

        def resolve(host: str, port: int) -> list[str]:
            asked.append(host)
            return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

        assert fetch(site.url("/a", "docs.example"), POLICY, tmp_path, resolve=resolve) is not None
        assert asked == ["docs.example"]
        headers = {name.lower(): value for name, value in site.seen[0][1].items()}
        assert headers["host"] == f"docs.example:{site.port}"

    def test_a_name_that_changes_its_address_is_checked_each_time(self, site: Site, tmp_path: Path) -> None:
        policy = dataclasses.replace(POLICY, allow_private_urls=False)
        with pytest.raises(SourceError) as caught:
            fetch(site.url("/a", "evil.example"), policy, tmp_path, resolve=lambda *_: ["93.184.215.14", "127.0.0.1"])
        assert caught.value.code == "private_address"
        assert not site.seen


class TestRefusals:
    def test_urls_switched_off(self, tmp_path: Path) -> None:
        error = refused("https://example.com/", tmp_path, WebPolicy(allow_urls=False))
        assert error.code == "url_not_allowed"
        assert "PINCITE_ALLOW_URLS" in error.hint

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "127.1"])
    def test_this_machine(self, site: Site, tmp_path: Path, host: str) -> None:
        assert refused(site.url("/a", host), tmp_path, WebPolicy()).code == "private_address"
        assert not site.seen

    @pytest.mark.parametrize("status", [401, 403, 404, 410, 418, 500])
    def test_status(self, site: Site, tmp_path: Path, status: int) -> None:
        site.pages["/a"] = lambda visit: visit.answer(status, b"<html>no</html>")
        error = refused(site.url("/a?token=hidden"), tmp_path)
        assert error.code == "http_status"
        assert str(status) in error.message
        assert "hidden" not in error.for_model()

    def test_too_large_by_its_own_word(self, site: Site, tmp_path: Path) -> None:
        site.page("/a", b"%PDF-1.7", content_length=str(10**12))
        assert refused(site.url("/a"), tmp_path).code == "too_large"

    def test_too_large_without_a_word(self, site: Site, tmp_path: Path) -> None:
        site.pages["/a"] = flood
        assert refused(site.url("/a"), tmp_path).code == "too_large"

    def test_a_bomb(self, site: Site, tmp_path: Path) -> None:
        url = site.page("/a", gzip.compress(bytes(30_000_000)), content_encoding="gzip")
        assert refused(url, tmp_path).code == "too_large"

    def test_shorter_than_it_says(self, site: Site, tmp_path: Path) -> None:
        site.page("/a", PAGE, content_length="100000", connection="close")
        assert refused(site.url("/a"), tmp_path).code == "connection_failed"

    @pytest.mark.parametrize("answer", [drip, drip_headers])
    def test_never_ending(self, site: Site, tmp_path: Path, answer: object) -> None:
        site.pages["/a"] = answer  # type: ignore[assignment]
        start = time.monotonic()
        assert refused(site.url("/a"), tmp_path, dataclasses.replace(POLICY, fetch_timeout=0.4)).code == "timeout"
        assert time.monotonic() - start < 3

    def test_given_up_by_its_caller(self, site: Site, tmp_path: Path) -> None:
        site.pages["/a"] = drip
        stop = threading.Event()
        threading.Timer(0.2, stop.set).start()
        with pytest.raises(ParseError) as caught:
            fetch(site.url("/a"), POLICY, tmp_path, stop=stop)
        assert caught.value.code == "cancelled"

    def test_lies_about_its_type(self, site: Site, tmp_path: Path) -> None:
        packed = b"\x1f\x8b\x08" + bytes(100)
        assert refused(site.page("/a.pdf", packed, "application/pdf"), tmp_path).code == "wrong_type"
        assert refused(site.page("/a", packed, "text/html"), tmp_path).code == "unsupported_format"
        assert refused(site.page("/a", b""), tmp_path).code == "empty"

    def test_nobody_listens(self, tmp_path: Path) -> None:
        with serve_site() as gone:
            url = gone.url("/a")
        assert refused(url, tmp_path).code == "connection_failed"

    def test_no_http(self, site: Site, tmp_path: Path) -> None:
        def mail(visit: Visit) -> None:
            visit.wfile.write(b"220 mail.example ESMTP\r\n")
            visit.close_connection = True

        site.pages["/a"] = mail
        assert refused(site.url("/a"), tmp_path).code == "connection_failed"
        assert refused(site.url("/a").replace("http", "https"), tmp_path).code == "connection_failed"


class TestBusySites:
    def test_are_asked_again(self, site: Site, tmp_path: Path) -> None:
        def busy(visit: Visit) -> None:
            if len(site.seen) < 3:
                visit.answer(429 if len(site.seen) == 1 else 503, retry_after="0")
            else:
                visit.answer(200, PAGE.encode(), content_type="text/html")

        site.pages["/a"] = busy
        assert got(site.url("/a"), tmp_path).source.format == "html"

    def test_are_left_alone_where_they_want_to_be(self, site: Site, tmp_path: Path) -> None:
        site.pages["/a"] = lambda visit: visit.answer(429, retry_after="3600")
        error = refused(site.url("/a"), tmp_path)
        assert (error.code, len(site.seen)) == ("http_status", 1)
        assert "3600" in error.hint

    def test_are_given_up(self, site: Site, tmp_path: Path) -> None:
        site.pages["/a"] = lambda visit: visit.answer(503, retry_after="0")
        assert refused(site.url("/a"), tmp_path).code == "http_status"
        assert len(site.seen) == 4


class TestLibrary:
    def test_a_url_is_parsed_and_its_links_lead_to_the_site(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PINCITE_ALLOW_PRIVATE_URLS", "1")
        body = "<h1>Fees</h1><p>See <a href='more.html'>the rest</a>.</p><p>Caf\xe9</p>".encode("latin-1")
        result = pincite.parse_document(site.page("/docs/fees", body, "text/html; charset=ISO-8859-1"))
        assert result.document.source == "fees"
        assert [n.text for n in result.hierarchy] == ["Fees"]
        assert result.verify("Café").status == "verified"
        links = [link.uri for block in result.document.blocks for link in block.links]
        assert links == [site.url("/docs/more.html")]
        assert result.document.blocks[0].kind is Kind.HEADING

    @pytest.mark.parametrize(
        ("words", "charset", "said"),
        [
            ("Preis 5 €", "utf-8", "iso-8859-1"),
            ("料金は百円です", "shift_jis", "Shift_JIS"),
            ("Cennik: 5 zł", "cp1250", "windows-1250"),
        ],
    )
    def test_a_text_in_the_encoding_that_its_server_names(
        self, site: Site, monkeypatch: pytest.MonkeyPatch, words: str, charset: str, said: str
    ) -> None:
        monkeypatch.setenv("PINCITE_ALLOW_PRIVATE_URLS", "1")
        url = site.page("/a.txt", words.encode(charset), f"text/plain; charset={said}")
        assert pincite.parse_document(url).document.text == words

    def test_private_urls_are_refused_by_default(self, site: Site) -> None:
        with pytest.raises(SourceError) as caught:
            pincite.parse_document(site.page("/a", PAGE))
        assert caught.value.code == "private_address"
