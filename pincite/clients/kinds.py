"""The clients: what each is called, where its configuration stands, and where in it servers are named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import NamedTuple

from pincite.places import Machine, claude_desktop


class Client(NamedTuple):
    """A program that starts MCP servers. ``user_files``: where its settings of a user may stand, the usual place first;
    ``project_file``: relative to a project, ``None`` where it has no such settings; ``table``: the member of its file
    that holds the servers; ``typed``: whether an entry says that it is a program to start; ``afterwards``: what makes
    the client look."""

    name: str
    title: str
    user_files: Callable[[Machine], tuple[PurePath, ...]]
    project_file: str | None
    table: str
    typed: bool
    afterwards: str

    def file(self, machine: Machine) -> Path:
        """The user's file: the one that is there, else the first whose directory is, else the usual one."""
        places = [Path(place) for place in self.user_files(machine)]
        there = [place for place in places if place.exists()] or [place for place in places if place.parent.exists()]
        return (there or places)[0]


def _claude_desktop(machine: Machine) -> tuple[PurePath, ...]:
    return tuple(place / "claude_desktop_config.json" for place in claude_desktop(machine))


def _claude_code(machine: Machine) -> tuple[PurePath, ...]:
    own = machine.environ.get("CLAUDE_CONFIG_DIR")
    return (type(machine.home)(own) / ".claude.json",) if own else (machine.home / ".claude.json",)


def _cursor(machine: Machine) -> tuple[PurePath, ...]:
    return (machine.home / ".cursor" / "mcp.json",)


def _vscode(machine: Machine) -> tuple[PurePath, ...]:
    return tuple(machine.config_home() / name / "User" / "mcp.json" for name in ("Code", "Code - Insiders", "VSCodium"))


CLIENTS: dict[str, Client] = {
    client.name: client
    for client in (
        Client(
            "claude-desktop",
            "Claude Desktop",
            _claude_desktop,
            None,
            "mcpServers",
            False,
            "Quit Claude Desktop and start it again.",
        ),
        Client("claude-code", "Claude Code", _claude_code, ".mcp.json", "mcpServers", True, "It is there at /mcp."),
        Client("cursor", "Cursor", _cursor, ".cursor/mcp.json", "mcpServers", False, "It is there in Settings > MCP."),
        Client("vscode", "VS Code", _vscode, ".vscode/mcp.json", "servers", True, "Start it with MCP: List Servers."),
    )
}
