"""How clients are told of this server: a block of configuration for each, ready to copy."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pincite.clients import CLIENTS, Client, own_entry

_TOKEN = "YOUR-TOKEN"  # noqa: S105 - what stands for a token that only its owner knows
_WHERE = {
    "claude-desktop": "Settings › Developer › Edit Config",
    "claude-code": "a terminal",
    "cursor": "~/.cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
}


class ClientBlock(NamedTuple):
    """``where`` is the file or the place that ``text`` goes to."""

    client: str
    where: str
    text: str


def client_blocks(url: str | None, roots: Sequence[str], *, tokens: bool) -> list[ClientBlock]:
    """The blocks for a server at ``url`` (with ``tokens``: one that asks for a token), or, without one, for a server
    that the client starts, with the very entry that ``pincite install`` writes, and shows what lies in ``roots``."""
    return _remote(url, tokens=tokens) if url else _local({"--root": roots} if roots else {})


def _local(flags: Mapping[str, Sequence[str]]) -> list[ClientBlock]:
    return [ClientBlock(each.title, _WHERE[name], _told(each, flags)) for name, each in CLIENTS.items()]


def _told(client: Client, flags: Mapping[str, Sequence[str]]) -> str:
    entry = own_entry(flags, typed=client.typed)
    if client.name == "claude-code":
        return _shell(["claude", "mcp", "add", "pincite", "--", entry["command"], *entry["args"]])
    return _json({client.table: {"pincite": entry}})


def _remote(url: str, *, tokens: bool) -> list[ClientBlock]:
    said = f"Authorization: Bearer {_TOKEN}"
    headers = {"headers": {"Authorization": f"Bearer {_TOKEN}"}} if tokens else {}
    add = ["claude", "mcp", "add", "--transport", "http", "pincite", url, *(["--header", said] if tokens else [])]
    bridge = ["-y", "mcp-remote", url, *(["--header", said] if tokens else [])]
    desktop = {"mcpServers": {"pincite": {"command": "npx", "args": bridge}}}
    code = {"servers": {"pincite": {"type": "http", "url": url, **headers}}}
    return [
        ClientBlock("Claude Desktop", f"{_WHERE['claude-desktop']} (through a bridge)", _json(desktop)),
        ClientBlock("Claude Code", _WHERE["claude-code"], _shell(add)),
        ClientBlock("Cursor", _WHERE["cursor"], _json({"mcpServers": {"pincite": {"url": url, **headers}}})),
        ClientBlock("VS Code", _WHERE["vscode"], _json(code)),
    ]  # fmt: skip


def _json(block: object) -> str:
    return json.dumps(block, indent=2, ensure_ascii=False)


def _shell(words: Sequence[str]) -> str:
    return shlex.join(words)
