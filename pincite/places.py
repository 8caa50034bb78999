"""Where other programs keep their files on each system. Pure functions of a ``Machine``: the rules of all systems are
tested on any.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple

_CLAUDE = ("Claude", "Claude-3p")  # the second where a company's own model serves it
_CLAUDE_OF_THE_STORE = ("Packages", "Claude_pzs8sxrjxfjjc", "LocalCache", "Roaming", "Claude")
_SESSIONS = "local-agent-mode-sessions"


class Machine(NamedTuple):
    """What tells where things are: ``system`` as ``sys.platform`` names it, the user's home, the environment."""

    system: str
    home: PurePath
    environ: Mapping[str, str]

    def config_home(self) -> PurePath:
        """Where programs keep the settings of this user."""
        if self.system == "darwin":
            return self.home / "Library" / "Application Support"
        if self.system == "win32":
            return self._named("APPDATA") or self.home / "AppData" / "Roaming"
        return self._named("XDG_CONFIG_HOME") or self.home / ".config"

    def local_data(self) -> PurePath:
        """Where Windows keeps what belongs to this machine and user."""
        return self._named("LOCALAPPDATA") or self.home / "AppData" / "Local"

    def _named(self, variable: str) -> PurePath | None:
        value = self.environ.get(variable, "")
        path = type(self.home)(value)
        return path if value and path.is_absolute() else None


def claude_desktop(machine: Machine) -> tuple[PurePath, ...]:
    """The directories in which Claude Desktop may keep its settings and sessions, the usual one first."""
    usual = tuple(machine.config_home() / name for name in _CLAUDE)
    if machine.system != "win32":
        return usual
    return (*usual, machine.local_data().joinpath(*_CLAUDE_OF_THE_STORE))


def chat_folders(machine: Machine) -> tuple[PurePath, ...]:
    """The directories below which Claude Desktop keeps the files that people attach to its sessions."""
    return tuple(place / _SESSIONS for place in claude_desktop(machine))
