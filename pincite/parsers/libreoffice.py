"""LibreOffice in a process of its own: under a fresh profile, without macros, network or links to other files."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

from pincite.errors import ParseError

TIMEOUT_S = 180.0
_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
)
_NOBODY = ("127.0.0.1", 9)  # a proxy that nobody answers at
_SETTINGS: dict[str, dict[str, object]] = {
    "org.openoffice.Office.Common/Security/Scripting": {
        "MacroSecurityLevel": 3,
        "DisableMacrosExecution": "true",
        "DisableActiveContent": "true",
        "BlockUntrustedRefererLinks": "true",
    },
    "org.openoffice.Inet/Settings": {
        "ooInetProxyType": 2,
        "ooInetHTTPProxyName": _NOBODY[0],
        "ooInetHTTPProxyPort": _NOBODY[1],
        "ooInetHTTPSProxyName": _NOBODY[0],
        "ooInetHTTPSProxyPort": _NOBODY[1],
    },
    "org.openoffice.Office.Writer/Content/Update": {"Link": 0},
    "org.openoffice.Office.Calc/Content/Update": {"Link": 2},
}


def find_libreoffice() -> str | None:
    """The program's path, ``None`` where it is not installed."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((place for place in _PLACES if Path(place).is_file()), None)


def convert(program: str, source: Path, target: str, name: str, timeout_s: float = TIMEOUT_S) -> Path | None:
    """Converts a file to ``target`` (an extension, with a filter after a colon where it needs one) in a directory
    ``out`` beside it; ``None`` where nothing comes of it. ``name`` is what people call the file. Raises ``ParseError``
    timeout."""
    folder = source.parent
    profile = folder / "profile"
    _write_settings(profile / "user")
    command = [
        program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--nolockcheck",
        "--convert-to", target, "--outdir", str(folder / "out"), str(source),
    ]  # fmt: skip
    _run(command, name, timeout_s)
    made = folder / "out" / f"{source.stem}.{target.partition(':')[0]}"
    return made if made.is_file() else None


def _write_settings(directory: Path) -> None:
    items = "".join(
        f'<item oor:path="/{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, values in _SETTINGS.items()
        for name, value in values.items()
    )
    directory.mkdir(parents=True)
    (directory / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        f'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{items}'
        "</oor:items>"
    )


def _run(command: list[str], name: str, timeout_s: float) -> None:
    """A worker's children die with its group; elsewhere the program gets a group of its own, to be ended as a whole."""
    own_group = hasattr(os, "getsid") and os.getsid(0) != os.getpid()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=own_group)  # noqa: S603
    try:
        process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        if own_group:
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        raise ParseError(
            f"LibreOffice did not finish {name} in {timeout_s:g} seconds.",
            code="timeout",
            hint="Save the file in the present format and open that.",
        ) from None
