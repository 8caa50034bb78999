"""The command line as its user sees it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pincite.cli import main, page_numbers
from pincite.errors import RequestError
from pincite.settings import definitions
from tests.pdfs import Pdf


@pytest.fixture
def report(tmp_path: Path) -> Path:
    pdf = Pdf(title="Small Report").page().text(72, 90, "1 Scope", bold=True, size=14)
    pdf.paragraph(72, 120, 440, "This report covers pumps and valves and what they cost. " * 5)
    pdf.text(72, 220, "2 Results", bold=True, size=14).paragraph(72, 250, 440, "Sales of pumps rose in the year. " * 5)
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf.bytes())
    return path


def test_a_file_alone_prints_outline_and_costs(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(report), "--cache-dir", str(tmp_path / "cache")]) == 0
    out = capsys.readouterr().out
    assert "Small Report  1 pages" in out.replace("\n", " ")
    assert out.index("1 Scope") < out.index("2 Results")
    assert "tokens" in out


def test_inspect_shows_state_blocks_and_reasons(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(report)]) == 0
    out = capsys.readouterr().out
    head, page, first, *_ = out.splitlines()
    assert head == "report.pdf  pdf, 1 pages, 4 blocks (2 heading, 2 paragraph)"
    assert page.startswith("page 1  text  ")
    assert first.startswith("  b0    heading 1         1 Scope  <- ")


def test_inspect_says_what_is_wrong_with_which_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf = Pdf()
    for words in ("Pumps rose in the first year.", "Then sales of valves fell.", "Nobody knows what comes next."):
        pdf.page().text(72, 300, words).text(72, 420, "unseen", color="white")
    (tmp_path / "hidden.pdf").write_bytes(pdf.bytes())
    assert main(["inspect", str(tmp_path / "hidden.pdf"), "--health", "--pages", "2"]) == 0
    page, warning = capsys.readouterr().out.splitlines()[1:]
    assert page == "page 2  text, hidden_text  5 words, 1 hidden"
    assert warning.startswith("warning hidden_text, pages 1-3: ")


def test_inspect_can_be_held_to_pages(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(report), "--pages", "2"]) == 1
    assert "[bad_argument]" in capsys.readouterr().err
    assert main(["inspect", str(report), "--pages", "1-9", "--health"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("value", "pages"),
    [(None, {1, 2, 3, 4, 5}), ("3", {3}), ("2-4", {2, 3, 4}), ("4-", {4, 5}), ("1, 4-99", {1, 4, 5})],
)
def test_lists_of_pages(value: str | None, pages: set[int]) -> None:
    assert page_numbers(value, 5) == pages


@pytest.mark.parametrize("value", ["", "0", "x", "4-2", "1,,2", "6", "-3", "1-2-3", "9" * 30])
def test_what_is_no_list_of_pages_is_refused(value: str) -> None:
    with pytest.raises(RequestError):
        page_numbers(value, 5)


def test_inspect_draws_pages(report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(report), "--draw", str(tmp_path / "new" / "pages")]) == 0
    assert [p.name for p in (tmp_path / "new" / "pages").iterdir()] == ["page-1.png"]
    assert "1 picture in " in capsys.readouterr().err


def test_pictures_that_cannot_be_written_are_an_error_with_a_hint(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(report), "--draw", str(report / "pages")]) == 1
    error = capsys.readouterr().err
    assert "cannot be written" in error
    assert "[bad_argument]" in error


def test_other_formats_are_inspected_but_not_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Pumps\n\nThey rose in the year.\n")
    assert main(["inspect", str(path)]) == 0
    assert "heading 1         Pumps" in capsys.readouterr().out
    assert main(["inspect", str(path), "--draw", str(tmp_path / "out")]) == 1
    assert "--draw shows the pages of PDF files" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_encrypted_file_is_drawn_with_its_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret.pdf"
    path.write_bytes(Pdf().page().text(72, 100, "The code word is heron.").bytes(password="pw"))
    assert main(["inspect", str(path), "--draw", str(tmp_path / "out")]) == 1
    assert "[password_required]" in capsys.readouterr().err
    assert main(["inspect", str(path), "--draw", str(tmp_path / "out"), "--password", "pw"]) == 0
    assert (tmp_path / "out" / "page-1.png").exists()


def test_errors_go_to_stderr_with_code_and_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.pdf"), "--cache-dir", str(tmp_path / "cache")]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "[not_found]" in captured.err


def test_a_bad_setting_is_refused_before_any_work(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(report), "--workers", "none"]) == 1
    assert "PINCITE_WORKERS" in capsys.readouterr().err


def test_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["serve", "--help"])
    text = capsys.readouterr().out
    for d in definitions():
        assert d.flag in text
        assert d.env in text


def test_a_shared_server_knows_nothing_of_its_users_chats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.server import stdio
    from pincite.server.http import serve
    from pincite.settings import Settings

    ran: list[Settings] = []
    monkeypatch.setattr(serve, "run", ran.append)
    monkeypatch.setattr(stdio, "run", ran.append)
    main(["serve", "--transport", "http", "--root", str(tmp_path), "--allow-chat-dir", "1"])
    main(["serve", str(tmp_path), "--root", "/srv"])
    assert [settings.allow_chat_dir for settings in ran] == [False, True]
    assert ran[1].roots == (Path("/srv"), tmp_path)


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "pincite FILE" in capsys.readouterr().out


def test_the_module_runs_as_a_program() -> None:
    out = subprocess.run([sys.executable, "-m", "pincite", "--version"], capture_output=True, text=True, check=True)
    assert out.stdout.startswith("pincite ")
