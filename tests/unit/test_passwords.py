"""Passwords of PDF files: every encryption, every way in which programs write a password."""

from __future__ import annotations

import io
import re
import unicodedata
import zlib
from pathlib import Path

import pikepdf
import pytest

from pincite.errors import ParseError
from pincite.limits import DENSE_BYTES
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.options import ParseTask
from pincite.parsers.pdf.reader.pdfium import read_layout
from tests.rawpdfs import raw_pdf

TEXT = "BT /F1 12 Tf 72 700 Td (Heron) Tj ET"
KINDS = [(2, False), (3, False), (4, False), (4, True), (6, True)]


def locked(revision: int, aes: bool, user: str = "tulip", owner: str = "master", *, metadata: bool = True) -> bytes:
    out = io.BytesIO()
    kind = pikepdf.Encryption(user=user, owner=owner, R=revision, aes=aes, metadata=aes and metadata)  # type: ignore[arg-type]
    pikepdf.open(io.BytesIO(raw_pdf(TEXT))).save(out, encryption=kind)
    return out.getvalue()


def read(data: bytes, password: str | None = None) -> str:
    """The text, or the code of the error."""
    try:
        return " ".join(word.text for word in read_layout(data, password).pages[0].words)
    except ParseError as error:
        return error.code if error.hint else "an error without a hint"


@pytest.mark.parametrize(("revision", "aes"), KINDS)
def test_user_owner_wrong_and_none(revision: int, aes: bool) -> None:
    data = locked(revision, aes)
    assert [read(data, word) for word in ("tulip", "master", "rose", "", None)] == [
        "Heron", "Heron", "wrong_password", "password_required", "password_required",
    ]  # fmt: skip


@pytest.mark.parametrize(("revision", "aes"), KINDS)
def test_an_empty_user_password_opens_whatever_is_given(revision: int, aes: bool) -> None:
    data = locked(revision, aes, user="")
    assert [read(data, word) for word in (None, "needless", "master")] == ["Heron"] * 3


@pytest.mark.parametrize("revision", [4, 6])
def test_metadata_left_in_the_clear(revision: int) -> None:
    assert read(locked(revision, True, metadata=False), "tulip") == "Heron"


@pytest.mark.parametrize(("revision", "word"), [(3, "pässwörd"), (4, "pässwörd"), (6, "pässwörd"), (6, "密码パス")])
def test_a_password_typed_with_loose_accents(revision: int, word: str) -> None:
    data = locked(revision, revision > 3, user=word)
    assert read(data, word) == "Heron"
    assert read(data, unicodedata.normalize("NFD", word)) == "Heron"


def test_passwords_that_no_file_has() -> None:
    for word in ("\ud800", "a\x00b", "x" * 5_000):
        assert read(locked(6, True), word) == "wrong_password"


@pytest.mark.parametrize("password", [None, "tulip"])
@pytest.mark.parametrize(
    "handler", ["/Adobe.PubSec /V 4", "/FOPN_fLock /V 1", "/Standard /V 9 /R 9 /O (x) /U (x) /P -4"]
)
def test_what_no_password_opens(handler: str, password: str | None) -> None:
    data = raw_pdf(TEXT, plain=True).replace(b"trailer <<", b"trailer << /Encrypt << /Filter %s >>" % handler.encode())
    assert read(data, password) == "unsupported_encryption"


def test_no_log_shows_a_password() -> None:
    request = ParseRequest(Path("a.pdf"), "pdf", "a", "a.pdf", "tulip")
    assert "tulip" not in repr(request) + repr(request.message(1)) + repr(ParseTask(b"", "a", "a.pdf", "tulip"))


@pytest.mark.parametrize(("revision", "aes"), KINDS)
def test_damage_behind_a_password_is_told_of_its_page(revision: int, aes: bool) -> None:
    pdf = pikepdf.open(io.BytesIO(raw_pdf(TEXT, TEXT)))
    pdf.pages[1].obj.Contents.write(b"\x78\x9c no such data" * 9, filter=pikepdf.Name.FlateDecode)
    out = io.BytesIO()
    kind = pikepdf.Encryption(user="", owner="master", R=revision, aes=aes, metadata=aes)  # type: ignore[arg-type]
    pdf.save(out, encryption=kind)
    layout = read_layout(out.getvalue())
    assert [len(page.words) for page in layout.pages] == [1, 0]
    assert [(warning.code, warning.page) for warning in layout.warnings] == [("partial", 2)]


def test_a_bomb_behind_a_password_is_left_out() -> None:
    pdf = pikepdf.open(io.BytesIO(raw_pdf(TEXT, TEXT)))
    bomb = zlib.compress(b" " * (DENSE_BYTES + 1), 1)
    pdf.pages[1].obj.Contents.write(bomb, filter=pikepdf.Name.FlateDecode)
    out = io.BytesIO()
    pdf.save(out, encryption=pikepdf.Encryption(user="tulip", owner="master"), compress_streams=False)
    layout = read_layout(out.getvalue(), "tulip")
    assert [len(page.words) for page in layout.pages] == [1, 0]
    assert "absurd size" in layout.warnings[0].message


def encrypted_sheets(*, linearized: bool) -> bytes:
    pages = [f"BT /F1 12 Tf 72 700 Td (Sheet {n}) Tj ET" for n in range(1, 9)]
    out = io.BytesIO()
    kind = pikepdf.Encryption(user="tulip", owner="master")
    objects = pikepdf.ObjectStreamMode.disable
    pdf = pikepdf.open(io.BytesIO(raw_pdf(*pages)))
    pdf.save(out, encryption=kind, linearize=linearized, object_stream_mode=objects)
    return out.getvalue()


def test_an_encrypted_file_that_lost_its_end() -> None:
    whole = encrypted_sheets(linearized=True)
    data = whole[: int(0.6 * len(whole))]
    assert [read(data, word) for word in (None, "rose")] == ["password_required", "wrong_password"]
    layout = read_layout(data, "tulip")
    texts = [" ".join(word.text for word in page.words) for page in layout.pages]
    assert texts[:3] == ["Sheet 1", "Sheet 2", "Sheet 3"]
    assert f"{len(texts)} of its 8 pages" in layout.warnings[0].message


def test_an_encrypted_file_that_lost_its_root() -> None:
    data = encrypted_sheets(linearized=False)
    lost = data.replace(b"/Type /Catalog", b"/Type /Cat")
    root = re.findall(rb"/Root (\d+)", data)[-1]
    lost = lost.replace(b"\n%s 0 obj" % root, b"\n77 0 obj")
    assert read(lost) == "password_required"
    assert len(read_layout(lost, "tulip").pages) == 8
