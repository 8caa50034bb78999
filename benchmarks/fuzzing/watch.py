"""The parser of a worker under watch: what a parse touches and costs is written down for the one who judges it.

Python tells of files, sockets and processes through audit events. What native libraries fetch or read shows in the
baits: a port that listens, and a file whose words must not come back.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from pincite.model import Document
from pincite.parsers import formats
from pincite.parsers.formats import ParseOptions, ProgressFn

PARSER = "benchmarks.fuzzing.watch:parse"
FACTS = "PINCITE_FUZZ_FACTS"  # the name of the variable that names the file for facts
_READABLE = ("/proc/", "/sys/", "/dev/", "/usr/", "/lib", "/etc/localtime", "/etc/mime.types", "/etc/fonts", "/etc/ssl")
_NETWORK = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.sendto",
    "urllib.Request",
)
_PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.startfile")
_CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(slots=True)
class Facts:
    """What one parse did: ``trespasses`` are files, hosts and programs that are none of its business; CPU seconds, and
    the peak of the resident memory in MB; the trace of an error that is not one of ours."""

    trespasses: list[str] = field(default_factory=list)
    cpu: float = 0.0
    peak_mb: float = 0.0
    trace: str = ""

    def save(self) -> None:
        Path(os.environ[FACTS]).write_text(json.dumps(asdict(self)))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Those of the last parse, which are then gone; empty ones where it did not live to tell."""
        try:
            facts = cls(**json.loads(path.read_text()))
            path.unlink()
        except (OSError, ValueError):
            return cls()
        return facts


_temporary = tempfile.gettempdir()  # found out now: while it listens it must not open files itself
_now: Facts | None = None  # of the parse that is going on


def parse(
    source: Path | bytes,
    *,
    format: str,
    doc_id: str,
    name: str,
    password: str | None,
    options: ParseOptions,
    processes: int,
    progress: ProgressFn | None,
) -> Document:
    """``formats.parse_file`` under watch."""
    global _now
    _forget_peak()
    facts = _now = Facts()
    begin = time.process_time()
    try:
        return formats.parse_file(
            source, format=format, doc_id=doc_id, name=name, password=password, options=options, processes=processes,
            progress=progress,
        )  # fmt: skip
    except Exception:
        facts.trace = traceback.format_exc()
        raise
    finally:
        _now = None
        facts.cpu, facts.peak_mb = time.process_time() - begin, _peak_mb()
        facts.save()


def preload() -> None:
    """As the real parser does; and starts to listen."""
    formats.preload()
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    facts = _now
    if facts is None:
        return
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, (str, bytes)) and not _is_allowed(os.fsdecode(path), bool(flags & _WRITES)):
            facts.trespasses.append(f"open {os.fsdecode(path)}")
    elif event in _NETWORK or (event in _PROCESSES and not _is_ours(arguments)):
        facts.trespasses.append(f"{event} {arguments!r}"[:300])
    elif event in _CHANGES and not _is_allowed(os.fsdecode(arguments[0]), True):
        facts.trespasses.append(f"{event} {arguments[0]}")


def _is_allowed(path: str, to_write: bool) -> bool:
    """Whether a parser may open this file: modules and what the system knows to read, temporary files to write."""
    full = str(Path(path).absolute())
    if full.startswith(_temporary):
        return True
    if to_write:
        return full.startswith("/dev/") or "__pycache__" in full
    return full.startswith((*sys.path, sys.prefix, sys.base_prefix, *_READABLE))


def _is_ours(arguments: tuple[Any, ...]) -> bool:
    """Whether a process is one of those that read the pages of a long file, or the one that reads scans."""
    program = Path(str(arguments[0])).name
    return arguments[0] == sys.executable or program == "tesseract"


def _forget_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _peak_mb() -> float:
    """Since ``_forget_peak``; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")), 0.0)
