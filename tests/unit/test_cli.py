"""The command line as its user sees it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pincite.cli import main
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
    assert out.startswith("page 1  label -  text  ")
    heading = next(line for line in out.splitlines() if "1 Scope" in line)
    assert heading.strip().startswith("heading 1")
    assert "<-" in heading


def test_inspect_can_be_held_to_pages(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(report), "--pages", "2"]) == 1
    assert "[bad_argument]" in capsys.readouterr().err
    assert main(["inspect", str(report), "--pages", "1-9", "--health"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


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


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "pincite FILE" in capsys.readouterr().out


def test_the_module_runs_as_a_program() -> None:
    out = subprocess.run([sys.executable, "-m", "pincite", "--version"], capture_output=True, text=True, check=True)
    assert out.stdout.startswith("pincite ")
