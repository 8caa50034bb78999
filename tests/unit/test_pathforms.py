"""How a place is written, under the rules of both kinds of systems."""

from __future__ import annotations

import pytest

from pincite.sources.pathforms import is_drive_path, is_network_path, is_url, pasted, spellings, url_scheme


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("  /a/b.pdf\n", "/a/b.pdf"),
        ('"/a/b c.pdf"', "/a/b c.pdf"),
        ("' /a/b.pdf '", "/a/b.pdf"),
        ("`report.pdf`", "report.pdf"),
        ("“/a/b.pdf”", "/a/b.pdf"),
        ("<file:///a/b.pdf>", "file:///a/b.pdf"),
        ("'O'Brien'", "O'Brien"),
        ("it's.pdf", "it's.pdf"),
        ('"', '"'),
        ("", ""),
    ],
)
def test_what_comes_along_with_a_pasted_path_is_dropped(given: str, meant: str) -> None:
    assert pasted(given) == meant


@pytest.mark.parametrize(
    ("source", "scheme"),
    [
        ("https://example.com/a.pdf", "https"),
        ("HTTP://example.com", "http"),
        ("ftp://host/a.pdf", "ftp"),
        ("pincite://doc/abc@def/b1", "pincite"),
        ("data:application/pdf;base64,AAAA", "data"),
        ("file:///a.pdf", None),
        ("FILE:/a.pdf", None),
        ("C:\\a.pdf", None),
        ("C:/a.pdf", None),
        ("Note: final.pdf", None),
        ("/a/https:/b.pdf", None),
        ("a.pdf", None),
    ],
)
def test_a_url_is_told_from_a_path(source: str, scheme: str | None) -> None:
    assert url_scheme(source) == scheme


def test_what_could_be_fetched() -> None:
    assert is_url(" <https://example.com/a.pdf> ")
    assert is_url("HTTP://example.com")
    assert not is_url("ftp://example.com/a.pdf")
    assert not is_url("file:///a.pdf")
    assert not is_url("/a/https://b")


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("file:///srv/a%20b.pdf", "/srv/a b.pdf"),
        ("file:/srv/a.pdf", "/srv/a.pdf"),
        ("file://localhost/srv/a.pdf", "/srv/a.pdf"),
        ("file:///srv/%C3%9Cbersicht.pdf", "/srv/Übersicht.pdf"),
        ("file:///srv/a.pdf#page=3", "/srv/a.pdf"),
        ("file:///srv/a.pdf?x=1", "/srv/a.pdf"),
        ("file:///srv/a%23b.pdf", "/srv/a#b.pdf"),
        ("File:///srv/a.pdf", "/srv/a.pdf"),
        ("/srv/a.pdf", "/srv/a.pdf"),
        ("a.pdf", "a.pdf"),
    ],
)
def test_the_likeliest_path_on_posix(source: str, path: str) -> None:
    assert spellings(source, windows=False)[0] == path


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("/srv/a#b.pdf", "/srv/a#b.pdf"),
        ("file:///srv/a#b.pdf", "/srv/a#b.pdf"),
        ("file:///srv/100%25.pdf", "/srv/100%.pdf"),
        ("file:///srv/100%.pdf", "/srv/100%.pdf"),
        ("file:///srv/a%20b.pdf", "/srv/a%20b.pdf"),
        ("/srv/a%20b.pdf", "/srv/a b.pdf"),
        ("/srv/My\\ File\\ \\(1\\).pdf", "/srv/My File (1).pdf"),
        ("C:\\Users\\ann\\a.pdf", "/mnt/c/Users/ann/a.pdf"),
        ("file:///D:/x/a.pdf", "/mnt/d/x/a.pdf"),
    ],
)
def test_another_reading_on_posix(source: str, path: str) -> None:
    assert path in spellings(source, windows=False)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("C:\\Users\\ann\\a.pdf", "C:\\Users\\ann\\a.pdf"),
        ("C:/Users/ann/a.pdf", "C:\\Users\\ann\\a.pdf"),
        ("file:///C:/Users/a%20b.pdf", "C:\\Users\\a b.pdf"),
        ("file:///C%3A/Users/a.pdf", "C:\\Users\\a.pdf"),
        ("file:///c|/Users/a.pdf", "c:\\Users\\a.pdf"),
        ("file://C:/Users/a.pdf", "C:\\Users\\a.pdf"),
        ("file:C:\\Users\\a.pdf", "C:\\Users\\a.pdf"),
        ("file://server/share/a.pdf", "\\\\server\\share\\a.pdf"),
        ("file://localhost/C:/a.pdf", "C:\\a.pdf"),
        ("\\\\?\\C:\\long\\a.pdf", "C:\\long\\a.pdf"),
        ("/c/Users/a.pdf", "C:\\Users\\a.pdf"),
        ("/mnt/c/Users/a.pdf", "C:\\Users\\a.pdf"),
        ("/cygdrive/d/a.pdf", "D:\\a.pdf"),
        ("docs/a.pdf", "docs\\a.pdf"),
    ],
)
def test_the_likeliest_path_on_windows(source: str, path: str) -> None:
    assert spellings(source, windows=True)[0] == path


def test_spellings_do_not_repeat() -> None:
    for source in ("/srv/a.pdf", "file:///srv/a.pdf", "C:\\a.pdf"):
        for windows in (True, False):
            found = spellings(source, windows=windows)
            assert len(found) == len(set(found)) >= 1


def test_network_and_device_paths() -> None:
    assert is_network_path("\\\\host\\share\\a.pdf")
    assert is_network_path("//host/share")
    assert is_network_path("\\\\.\\pipe\\x")
    assert not is_network_path("C:\\a.pdf")
    assert not is_network_path("/a")


def test_drive_paths() -> None:
    assert is_drive_path("c:/a")
    assert is_drive_path("C:\\a")
    assert not is_drive_path("Note: a.pdf")
    assert not is_drive_path("/c/a")
