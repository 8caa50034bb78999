"""``pincite install``: the right entry in the right file, nothing else changed, and the way back."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from pincite.cli import main
from pincite.clients import CLIENTS, server_entry
from pincite.clients.entry import is_passing
from pincite.places import Machine

HERE = str(Path(sys.executable))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with all four clients."""
    for name in (".config/Claude", ".config/Code/User", ".cursor"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "papers").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILES = {
    "claude-desktop": (".config/Claude/claude_desktop_config.json", "mcpServers"),
    "claude-code": (".claude.json", "mcpServers"),
    "cursor": (".cursor/mcp.json", "mcpServers"),
    "vscode": (".config/Code/User/mcp.json", "servers"),
}
CLIENT = pytest.mark.parametrize("client", list(FILES))


def install(client: str, *args: str, status: int = 0) -> None:
    assert main(["install", "--client", client, *args]) == status


@CLIENT
def test_the_entry_names_this_interpreter_and_absolute_folders(home: Path, client: str) -> None:
    install(client, "--root", "papers", "--workers", "2", "--yes")
    name, table = FILES[client]
    entry = json.loads((home / name).read_text())[table]["pincite"]
    assert entry["command"] == HERE
    assert entry["args"] == ["-P", "-m", "pincite", "serve", "--root", str(home / "papers"), "--workers", "2"]
    assert entry.get("type") == ("stdio" if client in ("vscode", "claude-code") else None)
    assert Path(entry["command"]).is_absolute()


@CLIENT
def test_undone_the_file_is_gone_again(home: Path, client: str) -> None:
    before = sorted(p for p in home.rglob("*") if p.is_file())
    install(client, "--yes")
    install(client, "--undo", "--yes")
    assert sorted(p for p in home.rglob("*") if p.is_file()) == before


@CLIENT
def test_what_else_is_in_the_file_stays_and_comes_back_to_the_byte(home: Path, client: str) -> None:
    name, table = FILES[client]
    servers = f'"{table}": {{"other": {{"command": "x"}}}}'
    old = f'\ufeff{{\r\n    // mine\r\n    {servers}, "theme": "dark",\r\n}}\r\n'.encode()
    (home / name).write_bytes(old)
    (home / name).chmod(0o640)
    install(client, "--yes")
    new = (home / name).read_bytes()
    assert new.startswith("\ufeff{\r\n    // mine".encode())
    assert b'"theme": "dark",\r\n}' in new
    assert (home / name).stat().st_mode & 0o777 == 0o640
    install(client, "--undo", "--yes")
    assert (home / name).read_bytes() == old
    assert not list(home.rglob("*before-pincite"))


def test_what_changed_in_between_outlives_the_undoing(home: Path) -> None:
    file = home / ".cursor/mcp.json"
    file.write_text('{"mcpServers": {"pincite": {"command": "old"}}}')
    install("cursor", "--yes")
    now = json.loads(file.read_text())
    now["mcpServers"]["later"] = {"command": "y"}
    file.write_text(json.dumps(now))
    install("cursor", "--undo", "--yes")
    assert json.loads(file.read_text())["mcpServers"] == {"pincite": {"command": "old"}, "later": {"command": "y"}}


def test_installed_twice_the_way_back_leads_before_the_first(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / ".cursor/mcp.json"
    file.write_text('{"mcpServers": {}}')
    install("cursor", "--yes")
    install("cursor", "--yes")
    assert "so already" in capsys.readouterr().out
    install("cursor", "--workers", "3", "--yes")
    install("cursor", "--undo", "--yes")
    assert file.read_text() == '{"mcpServers": {}}'


def test_a_dry_run_shows_and_writes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("vscode", "--dry-run")
    out = capsys.readouterr().out
    assert '+    "pincite": {' in out
    assert HERE in out
    assert not (home / FILES["vscode"][0]).exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("said", "status"), [("y\n", 0), ("YES\n", 0), ("\n", 1), ("n\n", 1), ("", 1)])
def test_the_diff_is_shown_and_the_user_asked(
    home: Path, said: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(said))
    install("claude-desktop", status=status)
    assert "Write this? [y/N]" in capsys.readouterr().err
    assert (home / FILES["claude-desktop"][0]).exists() is (status == 0)


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["install", *args]) == 1
    return capsys.readouterr().err


def test_where_nobody_can_be_asked_nothing_is_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--yes" in refused(capsys, "--client", "cursor")
    assert not (home / ".cursor/mcp.json").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [(b'{"mcpServers": {', "line 1, column 17"), (b"\xff\xfe{\x00", "not UTF-8"), (b"[]", "an object was expected")],
)
def test_a_damaged_file_stays_as_it_is(
    home: Path, content: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / ".cursor/mcp.json"
    file.write_bytes(content)
    error = refused(capsys, "--client", "cursor", "--yes")
    assert said in error
    assert "nothing was changed" in error
    assert file.read_bytes() == content


def test_what_cannot_be_done_says_why(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no directory" in refused(capsys, "--client", "cursor", "--root", "none", "--yes")
    assert "no server pincite" in refused(capsys, "--client", "cursor", "--undo", "--yes")
    assert "no settings of a project" in refused(capsys, "--client", "claude-desktop", "--project", ".", "--yes")
    (home / ".cursor").rmdir()
    assert "start it once" in refused(capsys, "--client", "cursor", "--yes")
    assert "PINCITE_WORKERS" in refused(capsys, "--client", "vscode", "--workers", "none", "--yes")


@pytest.mark.parametrize(("client", "name"), [("claude-code", ".mcp.json"), ("vscode", ".vscode/mcp.json")])
def test_a_projects_file(home: Path, client: str, name: str) -> None:
    install(client, "--project", "papers", "--name", "docs", "--yes")
    assert "docs" in json.loads((home / "papers" / name).read_text())[FILES[client][1]]


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_of_a_link_what_it_leads_to_is_changed(home: Path) -> None:
    (home / "dotfiles.json").write_text("{}")
    (home / ".cursor/mcp.json").symlink_to(home / "dotfiles.json")
    install("cursor", "--yes")
    assert (home / ".cursor/mcp.json").is_symlink()
    assert "pincite" in (home / "dotfiles.json").read_text()


def test_a_file_that_changes_meanwhile_is_not_overwritten(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / ".claude.json"
    file.write_text("{}")

    class Busy(Terminal):
        def readline(self, *args: Any) -> str:  # type: ignore[override]
            file.write_text('{"new": 1}')
            return "y\n"

    monkeypatch.setattr(sys, "stdin", Busy())
    assert "changed by another program" in refused(capsys, "--client", "claude-code")
    assert file.read_text() == '{"new": 1}'


WINDOWS = Machine("win32", PureWindowsPath("C:/Users/ann"), {"APPDATA": "C:\\Users\\ann\\AppData\\Roaming"})
MAC = Machine("darwin", PurePosixPath("/Users/ann"), {})


@pytest.mark.parametrize(
    ("client", "machine", "file"),
    [
        ("claude-desktop", WINDOWS, "C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json"),
        ("claude-desktop", MAC, "/Users/ann/Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-code", WINDOWS, "C:\\Users\\ann\\.claude.json"),
        ("claude-code", Machine("linux", PurePosixPath("/home/a"), {"CLAUDE_CONFIG_DIR": "/c"}), "/c/.claude.json"),
        ("cursor", MAC, "/Users/ann/.cursor/mcp.json"),
        ("vscode", WINDOWS, "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json"),
        ("vscode", MAC, "/Users/ann/Library/Application Support/Code/User/mcp.json"),
    ],
)
def test_where_files_stand_on_other_systems(client: str, machine: Machine, file: str) -> None:
    assert str(CLIENTS[client].user_files(machine)[0]) == file


def test_an_interpreter_that_will_not_last_gives_way_to_uvx() -> None:
    passing = PurePosixPath("/home/a/.cache/uv/archive-v0/xyz/bin/python")
    assert is_passing(passing)
    entry = server_entry(passing, {"--root": ["/a", "/b"]}, uvx=PurePosixPath("/usr/bin/uvx"))
    assert entry == {"command": "/usr/bin/uvx", "args": ["pincite", "serve", "--root", "/a", "--root", "/b"]}
    lasting: PurePath = PureWindowsPath("C:/Python/python.exe")
    assert server_entry(lasting, {}, uvx=PureWindowsPath("C:/uvx.exe"))["command"] == "C:\\Python\\python.exe"


def test_a_module_of_the_working_directory_takes_no_part(home: Path) -> None:
    """A client may start its servers in whatever folder was opened."""
    install("vscode", "--yes")
    entry = json.loads((home / FILES["vscode"][0]).read_text())["servers"]["pincite"]
    for name in ("pincite.py", "mcp.py", "argparse.py"):
        (home / "papers" / name).write_text("raise SystemExit('taken over')")
    command = [entry["command"], *entry["args"][:3], "--version"]
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        command, cwd=home / "papers", env={"PYTHONPATH": root}, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("pincite "), done.stderr


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^pincite (install .+?)(?: +#.*)?$", README, re.MULTILINE)


def test_the_commands_of_the_readme_do_what_it_says(home: Path) -> None:
    (home / "Documents").mkdir()
    written = []
    for command in COMMANDS:
        assert main([*shlex.split(command), "--yes"]) == 0, command
        written.append(sorted(str(p.relative_to(home)) for p in home.rglob("*.json") if p.is_file()))
    assert set(written[-2]) - set(written[-1]) == {FILES["vscode"][0]}
    assert set(written[-2]) == {".mcp.json", *(name for name, _ in FILES.values())}
