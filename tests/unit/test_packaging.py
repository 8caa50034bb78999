"""The descriptions of this server that clients and registries read: they agree with each other and with the package."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from PIL import Image, ImageChops

from pincite import __version__
from pincite.clients import cursor_link, vscode_link
from pincite.settings import definitions
from scripts.bundle import manifest, stage
from scripts.draw_icon import draw

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
VARIABLES = {d.env for d in definitions()}
BY_UVX = {"command": "uvx", "args": ["pincite", "serve"]}


def read(name: str) -> Any:
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def test_all_name_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    server = read("server.json")
    named = [read("mcpb/manifest.json"), read(".claude-plugin/plugin.json"), server, server["packages"][0], project]
    assert {one["version"] for one in named} == {__version__}


def test_the_registry_takes_the_description_and_finds_the_owner() -> None:
    server = read("server.json")
    assert server["$schema"].endswith("/2025-12-11/server.schema.json")
    assert len(server["description"]) <= 100
    assert f"mcp-name: {server['name']}" in README
    package = server["packages"][0]
    assert package["runtimeHint"] == BY_UVX["command"]
    assert [a["value"] for a in package["packageArguments"] if a["type"] == "positional"] == ["serve"]
    flags = {d.flag for d in definitions()}
    assert {a["name"] for a in package["packageArguments"] if a["type"] == "named"} <= flags
    assert {v["name"] for v in package["environmentVariables"]} <= VARIABLES


def test_the_bundle_asks_for_what_it_passes_on() -> None:
    made = manifest()
    config = made["server"]["mcp_config"]
    used = re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(config))
    assert sorted(used) == sorted(made["user_config"])
    assert set(config["env"]) <= VARIABLES
    assert config["args"][-1] == "${user_config.folders}"  # several folders come as so many arguments, and only here
    assert made["user_config"]["folders"]["required"] is True
    switches = [made["user_config"][name] for name in used if name != "folders"]
    assert {one["type"] for one in switches} == {"boolean"}
    defaults = {d.env: d.default.lower() for d in definitions()}
    for variable, value in config["env"].items():
        asked = made["user_config"][value.removeprefix("${user_config.").removesuffix("}")]
        assert str(asked["default"]).lower() == defaults[variable], variable
    assert "## Privacy" in made["long_description"]


def test_the_bundle_holds_the_package_and_its_icon(tmp_path: Path) -> None:
    stage(tmp_path)
    assert (tmp_path / read("mcpb/manifest.json")["server"]["entry_point"]).is_file()
    assert {"open_document", "read", "search", "verify_citations"} <= {t["name"] for t in manifest()["tools"]}
    assert not list(tmp_path.rglob("__pycache__"))
    assert {p.name for p in tmp_path.iterdir()} == {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "icon.png",
        ".mcpbignore",
        "manifest.json",
        "pincite",
    }


def test_the_icon_is_the_one_that_the_script_draws() -> None:
    with Image.open(ROOT / "mcpb" / "icon.png") as kept:
        assert kept.size == (512, 512)
        difference = ImageChops.difference(kept.convert("RGBA"), draw())
        assert max(max(band.tobytes()) for band in difference.split()) <= 8


def test_the_plugin_starts_this_package_and_teaches_its_tools() -> None:
    plugin = read(".claude-plugin/plugin.json")
    server = plugin["mcpServers"]["pincite"]
    assert server["args"][-4:] == ["--project", "${CLAUDE_PLUGIN_ROOT}", "pincite", "serve"]
    skill = (ROOT / "skills" / "read-documents" / "SKILL.md").read_text(encoding="utf-8")
    tools = {tool["name"] for tool in manifest()["tools"]}
    assert set(re.findall(r"`(\w+)\(", skill)) <= tools
    for tool in ("open_document", "search", "read", "get_table", "verify_citations"):
        assert f"`{tool}" in skill
    for status in ("verified", "moved", "ambiguous", "drift", "unknown", "stale"):
        assert f"`{status}`" in skill
    [listed] = read(".claude-plugin/marketplace.json")["plugins"]
    assert listed["name"] == plugin["name"]


def links() -> list[str]:
    return re.findall(r"\]\(((?:cursor:|https://insiders\.vscode\.dev/)[^)]+)\)", README)


def test_the_links_of_the_readme_install_the_right_thing() -> None:
    cursor, vscode = links()
    query = parse_qs(urlsplit(cursor).query)
    assert urlsplit(cursor).netloc + urlsplit(cursor).path == "anysphere.cursor-deeplink/mcp/install"
    assert query["name"] == ["pincite"]
    assert json.loads(base64.b64decode(query["config"][0])) == BY_UVX

    inner = parse_qs(urlsplit(vscode).query)["url"][0]
    assert inner.startswith("vscode:mcp/install?")
    assert json.loads(unquote(inner.partition("?")[2])) == {"name": "pincite", **BY_UVX}
    assert [cursor, vscode] == [cursor_link("pincite", BY_UVX), vscode_link("pincite", BY_UVX)]


def test_links_carry_any_text() -> None:
    entry = {"command": "C:\\Python\\python.exe", "args": ["serve", "/home/ä b/?&#+%"]}
    query = parse_qs(urlsplit(cursor_link("p & q", entry)).query)
    assert (query["name"], json.loads(base64.b64decode(query["config"][0]))) == (["p & q"], entry)
    inner = parse_qs(urlsplit(vscode_link("p & q", entry)).query)["url"][0]
    assert json.loads(unquote(inner.partition("?")[2])) == {"name": "p & q", **entry}


def known_files(where: str) -> list[str]:
    """Files that git knows or does not ignore."""
    command = ["git", "ls-files", "-co", "--exclude-standard", where]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of what a clone would have."""
    clone, out = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("wheel")
    for name in known_files("."):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes((ROOT / name).read_bytes())
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(out)]
    done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


def test_the_wheel_holds_all_that_the_package_reads(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("pincite/")}
    assert packed == set(known_files("pincite"))
    assert {"pincite/py.typed", "pincite/prompts/tools.toml", "pincite/prompts/instructions.md"} <= packed


def test_the_package_runs_from_its_wheel(wheel: Path, tmp_path: Path) -> None:
    """Unpacked where nothing else is, as ``uvx`` does; what it needs comes from this environment."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    (tmp_path / "note.md").write_text("# Pumps\n\nSales of pumps rose by 4 percent.\n")
    code = (
        "import pincite, sys; from pincite.cli import main; assert pincite.__file__.startswith(sys.argv[1]), pincite;"
        "sys.exit(main(['verify', sys.argv[2], 'Sales of pumps rose by 4 percent.', '--cache-dir', sys.argv[3]]))"
    )
    args = [str(tmp_path / "site"), str(tmp_path / "note.md"), str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.startswith("verified")) == (0, True), done.stdout + done.stderr


def test_the_readme_says_where_the_cache_is_on_each_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs.macos import MacOS
    from platformdirs.unix import Unix

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    privacy = README.split("\n## Privacy\n")[1].split("\n## ")[0]
    for system in (Unix, MacOS):
        place = system("pincite", False).user_cache_path.relative_to(Path.home())
        assert f"`~/{place.as_posix()}`" in privacy
    for word in ("Telemetry: none", "forget_document", "pincite cache clear", "PINCITE_ALLOW_URLS=0"):
        assert word in privacy
