"""Old Office files and LibreOffice, which a small program plays here; one test asks the real one where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pincite
from pincite.errors import ParseError, SourceError
from pincite.parsers import legacy
from pincite.parsers.libreoffice import find_libreoffice
from pincite.settings import Settings
from pincite.sources import SourcePolicy, locate
from tests.compound import compound_file
from tests.decks import Deck, body, title
from tests.officelocks import OBFUSCATED, RC4, UNKNOWN, locked_workbook

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in for LibreOffice is a script")


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.ppt"
    path.write_bytes(compound_file("Current User", "PowerPoint Document"))
    return path


def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A LibreOffice that runs this code with ``out`` and ``source``, its paths."""
    program = tmp_path / "soffice"
    start = "import sys, time\nfrom pathlib import Path\nout = Path(sys.argv[sys.argv.index('--outdir') + 1])\n"
    program.write_text(f"#!{sys.executable}\n{start}source = Path(sys.argv[-1])\nout.mkdir()\n{code}\n")
    program.chmod(0o755)
    monkeypatch.setattr(legacy, "find_libreoffice", lambda: str(program))


def test_a_converted_file_says_what_it_was(talk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made.pptx").write_bytes(Deck().slide(title("Plan"), body("Salt")).bytes())
    code = f"(out / (source.stem + '.pptx')).write_bytes(Path({str(tmp_path / 'made.pptx')!r}).read_bytes())"
    stand_in(tmp_path, monkeypatch, code)
    r = pincite.parse_document(talk, libreoffice=True)
    assert (r.document.format, r.document.source) == ("ppt", "talk.ppt")
    assert [w.code for w in r.document.warnings] == ["converted"]
    assert r.document.text == "Plan\n\n• Salt"
    assert [n.page_label for n in r.hierarchy] == ["1"]


def test_without_the_setting_it_is_refused(talk: Path) -> None:
    with pytest.raises(SourceError, match="old binary kind"):
        pincite.parse_document(talk)
    assert not Settings().libreoffice


def test_without_libreoffice(talk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legacy, "find_libreoffice", lambda: None)
    with pytest.raises(SourceError) as caught:
        pincite.parse_document(talk, libreoffice=True)
    assert caught.value.code == "unsupported_format"
    assert "Install LibreOffice" in caught.value.hint


def test_a_file_that_it_cannot_read(talk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "")
    with pytest.raises(ParseError) as caught:
        pincite.parse_document(talk, libreoffice=True)
    assert caught.value.code == "corrupt"
    assert ".pptx" in caught.value.hint


def test_a_file_that_it_does_not_finish(talk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "time.sleep(60)")
    monkeypatch.setattr(legacy, "TIMEOUT_S", 0.5)
    with pytest.raises(ParseError) as caught:
        pincite.parse_document(talk, libreoffice=True)
    assert caught.value.code == "timeout"


@pytest.mark.parametrize(
    ("lock", "password", "code"),
    [
        (RC4, None, "password_required"),
        (RC4, "", "password_required"),
        (RC4, "tulip", "wrong_password"),
        (RC4, "password1", "corrupt"),  # the stand-in makes nothing of what was inside
        (OBFUSCATED, None, "password_required"),
        (OBFUSCATED, "rose", "wrong_password"),
        (OBFUSCATED, "tulip", "corrupt"),
        (UNKNOWN, "tulip", "unsupported_encryption"),
        (RC4[:2], "tulip", "corrupt"),
    ],
)
def test_a_locked_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lock: bytes, password: str | None, code: str
) -> None:
    stand_in(tmp_path, monkeypatch, "")
    path = tmp_path / "a.xls"
    path.write_bytes(locked_workbook(lock))
    with pytest.raises(ParseError) as caught:
        pincite.parse_document(path, libreoffice=True, password=password)
    assert caught.value.code == code
    assert caught.value.hint


def test_only_old_office_files_are_let_through(tmp_path: Path) -> None:
    (tmp_path / "x.rtf").write_bytes(b"{\\rtf1 x}")
    with pytest.raises(SourceError, match="RTF"):
        locate(str(tmp_path / "x.rtf"), SourcePolicy(legacy=True))


@pytest.mark.slow
@pytest.mark.skipif(find_libreoffice() is None, reason="needs LibreOffice")
def test_the_real_one(tmp_path: Path) -> None:
    (tmp_path / "letter.html").write_text("<h1>Plan</h1><p>Salt the ramps.</p>")
    command = [str(find_libreoffice()), f"-env:UserInstallation={(tmp_path / 'p').as_uri()}", "--headless"]
    command += ["--convert-to", "doc:MS Word 97", "--outdir", str(tmp_path), str(tmp_path / "letter.html")]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    document = pincite.parse_document(tmp_path / "letter.doc", libreoffice=True).document
    assert document.format == "doc"
    assert "Salt the ramps." in document.text
