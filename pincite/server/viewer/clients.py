"""How clients are told of this server: a block of configuration for each, ready to copy."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import NamedTuple

_TOKEN = "YOUR-TOKEN"  # noqa: S105 - what stands for a token that only its owner knows
_COMMAND = ("uvx", "pincite", "serve")


class ClientBlock(NamedTuple):
    """``where`` is the file or the place that ``text`` goes to."""

    client: str
    where: str
    text: str


def client_blocks(url: str | None, env: dict[str, str], *, tokens: bool) -> list[ClientBlock]:
    """The blocks for a server at ``url`` (with ``tokens``: one that asks for a token), or, without one, for a server
    that the client starts with the variables of ``env``."""
    return _remote(url, tokens=tokens) if url else _local(env)


def _local(env: dict[str, str]) -> list[ClientBlock]:
    server = {"command": _COMMAND[0], "args": list(_COMMAND[1:]), **({"env": env} if env else {})}
    flags = [part for name, value in env.items() for part in ("-e", f"{name}={value}")]
    return [
        ClientBlock("Claude Desktop", "Settings › Developer › Edit Config", _json({"mcpServers": {"pincite": server}})),
        ClientBlock("Claude Code", "a terminal", _shell(["claude", "mcp", "add", *flags, "pincite", "--", *_COMMAND])),
        ClientBlock("Cursor", "~/.cursor/mcp.json", _json({"mcpServers": {"pincite": server}})),
        ClientBlock("VS Code", ".vscode/mcp.json", _json({"servers": {"pincite": {"type": "stdio", **server}}})),
    ]


def _remote(url: str, *, tokens: bool) -> list[ClientBlock]:
    said = f"Authorization: Bearer {_TOKEN}"
    headers = {"headers": {"Authorization": f"Bearer {_TOKEN}"}} if tokens else {}
    add = ["claude", "mcp", "add", "--transport", "http", "pincite", url, *(["--header", said] if tokens else [])]
    bridge = ["-y", "mcp-remote", url, *(["--header", said] if tokens else [])]
    desktop = {"mcpServers": {"pincite": {"command": "npx", "args": bridge}}}
    code = {"servers": {"pincite": {"type": "http", "url": url, **headers}}}
    return [
        ClientBlock("Claude Desktop", "Settings › Developer › Edit Config (through a bridge)", _json(desktop)),
        ClientBlock("Claude Code", "a terminal", _shell(add)),
        ClientBlock("Cursor", "~/.cursor/mcp.json", _json({"mcpServers": {"pincite": {"url": url, **headers}}})),
        ClientBlock("VS Code", ".vscode/mcp.json", _json(code)),
    ]  # fmt: skip


def _json(block: object) -> str:
    return json.dumps(block, indent=2, ensure_ascii=False)


def _shell(words: Sequence[str]) -> str:
    return shlex.join(words)
