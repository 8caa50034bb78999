"""Starts the server of an unpacked bundle as its manifest says, with two folders, and opens a document in each.

    python scripts/try_bundle.py DIR [--here]

``--here``: with this interpreter instead of uv, which would install what the package needs.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

NOTE = "# Pumps\n\nSales of pumps rose by 4 percent in {name}.\n"


def config(bundle: Path, values: dict[str, Any]) -> dict[str, Any]:
    """``mcp_config`` with what the user chose, as Claude Desktop fills it in: a list only where it is a whole
    argument, true and false in words."""
    wanted = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))["server"]["mcp_config"]
    args: list[str] = []
    for arg in wanted["args"]:
        name = arg.removeprefix("${user_config.").removesuffix("}")
        value = values.get(name) if arg.startswith("${user_config.") else None
        args += value if isinstance(value, list) else [_filled(arg, bundle, values)]
    return {
        "command": wanted["command"],
        "args": args,
        "env": {name: _filled(text, bundle, values) for name, text in wanted["env"].items()},
    }


def _filled(text: str, bundle: Path, values: dict[str, Any]) -> str:
    text = text.replace("${__dirname}", str(bundle))
    for name, value in values.items():
        text = text.replace(f"${{user_config.{name}}}", str(value).lower())
    return text


def started(made: dict[str, Any], *, here: bool, cwd: Path) -> StdioServerParameters:
    """How to start it. ``here``: what stands after uv's own arguments, with this interpreter."""
    command, args = made["command"], list(made["args"])
    env = {**os.environ, **made["env"]}  # uv may need a proxy and certificates to install from
    if here:
        env["PYTHONPATH"] = args[args.index("--directory") + 1]
        command, args = sys.executable, args[args.index("python") + 1 :]
    return StdioServerParameters(command=command, args=args, env=env, cwd=cwd)


async def attempt(bundle: Path, folder: Path, *, here: bool = False) -> None:
    """Raises ``AssertionError`` where the server does not do as the manifest says."""
    roots = [folder / "first", folder / "zweiter Ordner ä"]
    for root in roots:
        root.mkdir()
        (root / f"{root.name[:3]}.md").write_text(NOTE.format(name=root.name), encoding="utf-8")
    values = {"folders": [str(root) for root in roots], "chat_files": False, "urls": False, "viewer": False}
    made = config(bundle, values)
    made["env"] |= {"PINCITE_CACHE_DIR": str(folder / "cache"), "PINCITE_WORKERS": "1"}
    async with Client(started(made, here=here, cwd=folder)) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        promised = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))["tools"]
        assert {tool["name"] for tool in promised} >= {"open_document", "read"} <= listed
        for root in roots:
            result = await client.call_tool("open_document", {"source": f"{root.name[:3]}.md"})
            assert not result.is_error, result.content
            assert root.name in str(result.content[0])
        for source, code in (("/etc/hostname", "[outside_roots]"), ("https://example.com/", "[url_not_allowed]")):
            result = await client.call_tool("open_document", {"source": source})
            assert result.is_error, source
            assert code in str(result.content[0]), result.content


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(attempt(Path(sys.argv[1]).resolve(), Path(name).resolve(), here="--here" in sys.argv))
    print("the bundle was started and its documents opened")
