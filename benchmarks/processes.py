"""What a process and those that it started hold: memory, open files, threads. Read from ``/proc``, so on Linux only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Held:
    """Of one moment: resident memory in MB of the process and of those below it together, open files and threads of
    the process, how many are below it and how many of these are dead and not reaped."""

    own_mb: float
    below_mb: float
    files: int
    threads: int
    below: int
    zombies: int


def held_by(pid: int) -> Held:
    """Raises ``OSError`` where there is no such process."""
    below = list(descendants(pid))
    return Held(
        own_mb=_resident_mb(pid),
        below_mb=sum(_resident_mb(p) for p in below),
        files=sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()),
        threads=sum(1 for _ in Path(f"/proc/{pid}/task").iterdir()),
        below=len(below),
        zombies=sum(_state(p) == "Z" for p in below),
    )


def descendants(pid: int) -> Iterator[int]:
    """All processes that this one has started, and those that they have."""
    parents = {int(path.name): _parent(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    found = {pid}
    while more := {p for p, parent in parents.items() if parent in found} - found:
        found |= more
    yield from sorted(found - {pid})


def command_of(pid: int) -> str:
    """Its command line, empty where it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _resident_mb(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / 1e6
    except OSError:
        return 0.0


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["gone", "0"]


def _parent(pid: int) -> int:
    return int(_stat(pid)[1])


def _state(pid: int) -> str:
    return _stat(pid)[0]
