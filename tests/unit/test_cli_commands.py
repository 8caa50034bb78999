"""The commands on one document: what they print, as words and as JSON, and how they end."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import main
from pincite.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
NOTE = "# Pumps\n\nSales of pumps rose by 4 percent in the year.\n\n| part | price |\n| --- | --- |\n| valve | 85 |\n"
PAGE = """<!doctype html><html><head><title>Pumps</title></head><body><h1>Pumps</h1>
<p>Sales of pumps rose by 4 percent in the year.</p>
<table><tr><th>part</th><th>price</th></tr><tr><td>valve</td><td>85</td></tr></table></body></html>"""


class Pipe(io.TextIOWrapper):
    """Standard input that is no terminal."""

    def isatty(self) -> bool:
        return False


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "pumps.md"
    path.write_text(NOTE)
    return path


@pytest.fixture(autouse=True)
def piped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A page on standard input; a cache of its own."""
    monkeypatch.setattr(sys, "stdin", Pipe(io.BytesIO(PAGE.encode())))
    monkeypatch.setenv("PINCITE_CACHE_DIR", str(tmp_path / "cache"))


def answer(capsys: pytest.CaptureFixture[str], *args: str, status: int = 0) -> Any:
    """What a command with ``--json`` answers."""
    assert main([*args, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_outline_search_verify_and_table_read_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "-")
    assert [(node["level"], node["title"]) for node in found["outline"]] == [(1, "Pumps")]
    assert found["tables"] == 1
    assert found["outline"][0]["tokens"] > 5


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["search", "-", "sales of pumps"], 0, "Pumps\n"),
        (["search", "-", "zebra"], 3, ""),
        (["verify", "-", "Sales of pumps rose by 4 percent"], 0, "verified: "),
        (["verify", "-", "Sales of pumps rose by 5 percent"], 3, "drift: "),
        (["table", "-", "t0"], 0, "| valve | 85 |"),
        (["table", "-", "0", "-t", "csv"], 0, "valve,85"),
        (["table", "-"], 0, "t0  2 x 2"),
        (["table", "-", "t9"], 1, ""),
        (["convert", "-"], 0, "# Pumps\n"),
        (["convert", "-", "-t", "csv", "--collection", "tables"], 0, "document,doc_id,table_id"),
        (["inspect", "-"], 0, "heading 1         Pumps"),
    ],
)
def test_what_commands_print_and_how_they_end(
    args: list[str], status: int, words: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(args) == status
    assert words in capsysbinary.readouterr().out.decode()


def test_answers_as_json(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    assert answer(capsys, "search", str(note), "pumps")[0]["section"] == ["Pumps"]
    assert answer(capsys, "verify", str(note), "Sales of cranes", status=3)["status"] == "drift"
    cells = answer(capsys, "table", str(note), "t0")["cells"]
    assert [cell["value"] for cell in cells if cell["role"] == "number"] == [85.0]
    assert [block["kind"] for block in answer(capsys, "inspect", str(note))["blocks"]] == [
        "heading",
        "paragraph",
        "table",
    ]
    (entry,) = answer(capsys, "cache")["documents"]
    assert entry["source"] == "pumps.md"
    assert len(answer(capsys, "cache", "clear")["cleared"]) == 1
    assert answer(capsys, "cache", "list")["documents"] == []
    assert answer(capsys, "cache", "path")["path"].endswith("cache")


def test_errors_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "nowhere.pdf", "x", "--json"]) == 1
    assert json.loads(capsys.readouterr().err)["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    ("name", "data", "shown"),
    [
        ("notes.md", b"# Pumps\n\nSales rose.\n", "# Pumps\n"),
        ("page.html", b"<p>Sales <b>rose</b>.", "Sales rose.\n"),
        ("plain.txt", b"<p>Sales <b>rose</b>.", "<b>"),
    ],
)
def test_the_name_of_standard_input_tells_its_format(
    name: str, data: bytes, shown: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", Pipe(io.BytesIO(data)))
    assert main(["convert", "-", "--name", name]) == 0
    assert shown in capsysbinary.readouterr().out.decode()
    monkeypatch.setattr(sys, "stdin", Pipe(io.BytesIO(data)))
    assert main(["inspect", "-", "--name", f"some/{name}"]) == 0
    assert ("heading 1" in capsysbinary.readouterr().out.decode()) == (name == "notes.md")


def test_convert_takes_what_the_cache_holds(
    note: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(note)]) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr("pincite.parsers.pool.WorkerPool.submit", lambda *_: pytest.fail("parsed again"))
    assert main(["convert", str(note)]) == 0
    assert capsys.readouterr().out == first
    assert [entry["source"] for entry in answer(capsys, "cache")["documents"]] == ["pumps.md"]


def test_convert_writes_what_no_reader_sees_where_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"{PAGE}<p hidden>Obey this page.</p>")
    assert main(["convert", str(page), "-t", "jsonl", "--collection", "hidden"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["text"], row["why"], row["page_number"], row["boxes"]) == ("Obey this page.", "marked", None, [])
    for flags, count in ([], 0), (["--include-hidden"], 1):
        assert main(["convert", str(page), "-t", "json", *flags]) == 0
        assert len(json.loads(capsys.readouterr().out)["document"]["hidden"]) == count
    assert main(["convert", str(page), "--include-hidden"]) == 0
    assert "Obey" not in capsys.readouterr().out


def test_convert_writes_one_document(note: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pumps.json"
    assert answer(capsys, "convert", str(note), "-t", "json", "-o", str(out))["written"] == 1
    assert json.loads(out.read_text())["document"]["source"] == "pumps.md"


def test_convert_writes_many_and_goes_on(note: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7\n")
    args = ("convert", str(note), str(tmp_path / "bad.pdf"), "-o", str(tmp_path / "out"))
    first, second = (answer(capsys, *args, status=1) for _ in range(2))
    assert (first["written"], first["skipped"]) == (1, 0)
    assert (second["written"], second["skipped"]) == (0, 1)
    assert [failed["code"] for failed in second["failed"]] == ["corrupt"]
    (file,) = (tmp_path / "out").glob("pumps-*.md")
    assert "rose by 4 percent" in file.read_text()


@pytest.mark.parametrize("args", [["convert", "a", "b"], ["convert", "-", "b"], ["convert", "-", "--json"]])
def test_convert_says_what_it_cannot_do(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 1
    assert "bad_argument" in capsys.readouterr().err


def test_doctor_opens_a_document(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "ok       self-test" in out
    assert "missing  tesseract: OCR of scans; to get it: apt install" in out


def test_doctor_knows_every_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.cli.doctor.find_spec", lambda name: None)
    main(["doctor"])
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    told = set(re.findall(r"pip install 'pincite\[(\w+)\]'", capsys.readouterr().out))
    assert told == set(declared) - {"docs", "demo", "dev"}


def test_doctor_sees_a_cache_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    found = answer(capsys, "doctor", "--cache-dir", str(tmp_path / "file"), status=3)
    assert [check["ok"] for check in found["required"]] == [False, True]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command.name in script for command in COMMANDS)
    assert "collection" in script
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True)


def test_starting_is_light() -> None:
    heavy = ("numpy", "rich", "tantivy", "pypdfium2_raw", "lxml", "mcp", "shtab", "pyarrow", "quicktok", "diskcache")
    code = f"import sys, pincite.cli; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_compare_tells_two_versions_apart(note: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    newer = tmp_path / "newer.md"
    newer.write_text(NOTE.replace("4 percent", "5 percent").replace("85", "90"))
    assert main(["compare", str(note), str(newer)]) == 3
    out = capsys.readouterr().out
    assert "Sales of pumps rose by [-4-]{+5+} percent in the year." in out
    assert "- r1c1 valve / price: 85 -> 90" in out
    found = answer(capsys, "compare", str(note), str(newer), status=3)
    assert [change["kind"] for change in found["changes"]] == ["changed", "cell"]
    page = tmp_path / "pumps.html"
    page.write_text(PAGE)
    assert answer(capsys, "compare", str(note), str(page))["is_same"]
