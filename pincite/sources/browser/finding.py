"""Finds a browser of this machine: Chrome, Chromium or Edge."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from pincite.errors import SourceError

_ON_PATH = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    "microsoft-edge-stable", "msedge",
)  # fmt: skip
_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_WINDOWS_HOMES = ("C:/Program Files", "C:/Program Files (x86)")
_LINUX = ("/opt/google/chrome/chrome", "/snap/bin/chromium", "/opt/microsoft/msedge/msedge")


def find_browser(setting: str) -> Path | None:
    """The program of a browser; ``None`` where none is installed: Playwright may have one of its own. ``setting`` is
    ``auto`` or the path of one. Raises ``SourceError`` browser_unavailable where that path is none."""
    if setting != "auto":
        path = Path(setting).expanduser()
        if not path.is_file():
            raise SourceError(
                "PINCITE_BROWSER names no browser.",
                code="browser_unavailable",
                hint="Set it to the program of Chrome, Chromium or Edge, or to auto.",
            )
        return path
    return next((path for path in _candidates() if path.is_file()), None)


def _candidates() -> Iterator[Path]:
    for name in _ON_PATH:
        if found := shutil.which(name):
            yield Path(found)
    if sys.platform == "darwin":
        for home in (Path("/Applications"), Path.home() / "Applications"):
            yield from (home / name for name in _MAC)
    elif sys.platform == "win32":
        for home in (*map(Path, _WINDOWS_HOMES), Path.home() / "AppData/Local"):
            yield from (home / name for name in _WINDOWS)
    else:
        yield from map(Path, _LINUX)
