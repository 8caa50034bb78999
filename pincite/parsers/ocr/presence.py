"""Which Tesseract is installed on this machine, with which languages. Light: whoever looks for a document in the cache
asks this."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
from typing import NamedTuple

PROGRAM = "tesseract"
_ASK_S = 10.0
_ASK_AGAIN_S = 10.0  # what is installed may change while a server runs
_VERSION = re.compile(r"tesseract v?(\d[\w.]*)")
_LANGUAGE = re.compile(r"[A-Za-z_]+")
_OSD = "osd"  # the model for orientation and script
_NO_LANGUAGES = frozenset({_OSD, "equ"})


class Installed(NamedTuple):
    """The Tesseract of this machine. ``languages`` are sorted; ``osd``: whether it can tell the orientation and script
    of a page."""

    version: str
    languages: tuple[str, ...]
    osd: bool

    @property
    def key(self) -> str:
        """What of it changes the outcome, as a short string."""
        return f"{self.version}:{'+'.join(self.languages)}{'+osd' if self.osd else ''}"


_known: tuple[float, str, Installed | None] = (0.0, "", None)
_lock = threading.Lock()


def installed() -> Installed | None:
    """What is there; ``None`` where no Tesseract runs. Asks the program once in a while."""
    global _known
    path = shutil.which(PROGRAM)
    if path is None:
        return None
    with _lock:
        when, known, found = _known
        if known != path or time.monotonic() - when >= _ASK_AGAIN_S:
            found = _ask(path)
            _known = (time.monotonic(), path, found)
        return found


def _ask(path: str) -> Installed | None:
    version = _VERSION.search(_output(path, "--version"))
    if version is None:
        return None
    lines = {line.strip() for line in _output(path, "--list-langs").splitlines()}
    names = {line for line in lines if _LANGUAGE.fullmatch(line)}
    return Installed(version[1], tuple(sorted(names - _NO_LANGUAGES)), _OSD in names)


def _output(path: str, option: str) -> str:
    """What the program says, on whatever stream; empty where it does not run."""
    try:
        done = subprocess.run(  # noqa: S603 - the program that the path of commands names, with a fixed option
            [path, option], stdin=subprocess.DEVNULL, capture_output=True, timeout=_ASK_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace")
