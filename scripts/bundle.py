"""Gathers what goes into the bundle for Claude Desktop (.mcpb): the package, its manifest and its icon.

    python scripts/bundle.py DIR          then: mcpb pack DIR pincite.mcpb

The manifest is that of mcpb/, with the version of the package and the tools that it has.
"""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_FILES = ("pyproject.toml", "README.md", "LICENSE", "mcpb/icon.png", "mcpb/.mcpbignore")


def manifest() -> dict[str, Any]:
    """The manifest of the bundle."""
    made: dict[str, Any] = json.loads((ROOT / "mcpb" / "manifest.json").read_text(encoding="utf-8"))
    made["version"] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    tools = tomllib.loads((ROOT / "pincite" / "prompts" / "tools.toml").read_text(encoding="utf-8"))
    made["tools"] = [
        {"name": name, "description": tool["description"].strip().split("\n")[0]}
        for name, tool in tools.items()
        if isinstance(tool, dict) and "description" in tool
    ]
    return made


def stage(directory: Path) -> None:
    """Writes the contents of the bundle into the directory, which must be empty or absent."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        shutil.copy(ROOT / name, directory / Path(name).name)
    shutil.copytree(ROOT / "pincite", directory / "pincite", ignore=shutil.ignore_patterns("__pycache__"))
    text = json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"
    (directory / "manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
