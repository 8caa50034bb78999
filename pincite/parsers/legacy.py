"""Old Office files (.doc, .ppt, .xls), turned into new ones by LibreOffice in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from pincite.errors import ParseError, SourceError
from pincite.model import Document, DocumentWarning
from pincite.parsers.ooxml.compound import is_encrypted, unlocked
from pincite.parsers.options import ParseTask
from pincite.parsers.process import clear_dead_scratch, scratch_prefix

TARGETS = {"doc": "docx", "ppt": "pptx", "xls": "xlsx"}
TIMEOUT_S = 180.0
_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
)


def converted(task: ParseTask, format: str) -> ParseTask:
    """The task with the bytes of the new format instead. An encrypted file is decrypted first, into a directory of the
    user that is deleted at the end. Raises ``SourceError`` unsupported_format where there is no LibreOffice,
    ``ParseError`` corrupt or timeout where nothing comes out of it, and as ``ooxml.compound.unlocked``."""
    data = task.read()
    if is_encrypted(data):
        data = unlocked(data, task.name, task.password)
    program = find_libreoffice()
    if program is None:
        raise SourceError(
            f"{task.name} needs LibreOffice, which is not installed here.",
            code="unsupported_format",
            hint=f"Install LibreOffice, or save the file as .{TARGETS[format]} and open that.",
        )
    clear_dead_scratch()
    with tempfile.TemporaryDirectory(prefix=scratch_prefix()) as folder:
        source = Path(folder) / f"document.{format}"
        source.write_bytes(data)
        _run([program, *_arguments(folder, format), str(source)], task.name)
        made = Path(folder) / "out" / f"document.{TARGETS[format]}"
        if not made.is_file():
            raise ParseError(
                f"LibreOffice cannot read {task.name}.",
                code="corrupt",
                hint=f"Open it in Office, save it as .{TARGETS[format]} without a password, and open that.",
            )
        return replace(task, source=made.read_bytes(), password=None)


def as_read_from(document: Document, format: str) -> Document:
    """The document under the format of its file, with a word about where it comes from."""
    message = f"The file is a .{format}; LibreOffice turned it into a .{TARGETS[format]}, which was read."
    return replace(document, format=format, warnings=(DocumentWarning("converted", message), *document.warnings))


def find_libreoffice() -> str | None:
    """The program's path, ``None`` where it is not installed."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((place for place in _PLACES if Path(place).is_file()), None)


def _arguments(folder: str, format: str) -> list[str]:
    profile = (Path(folder) / "profile").as_uri()  # a fresh one: no macros are trusted, and none of the user's is used
    return [
        f"-env:UserInstallation={profile}", "--headless", "--norestore", "--nolockcheck", "--convert-to",
        TARGETS[format], "--outdir", str(Path(folder) / "out"),
    ]  # fmt: skip


def _run(command: list[str], name: str) -> None:
    """A worker's children die with its group; elsewhere the program gets a group of its own, to be ended as a whole."""
    own_group = hasattr(os, "getsid") and os.getsid(0) != os.getpid()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=own_group)  # noqa: S603
    try:
        process.wait(TIMEOUT_S)
    except subprocess.TimeoutExpired:
        if own_group:
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        raise ParseError(
            f"LibreOffice did not finish {name} in {TIMEOUT_S:g} seconds.",
            code="timeout",
            hint="Save the file in the present format and open that.",
        ) from None
