"""What a child process of ours does to be a good one: clean streams, limits, and an end when its parent ends."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shutil
import signal
import sys
import tempfile
import threading
from pathlib import Path
from typing import BinaryIO

from pincite.parsers.frames import FrameError, read_frame

_SCRATCH = "pincite-{}-"  # and random letters
_OWNER = re.compile(r"pincite-(\d{1,9})-\w+")


def take_stdout() -> BinaryIO:
    """The stream for frames. What anything in this process prints, native code included, goes to standard error."""
    frames = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return frames


def read_jobs(source: BinaryIO) -> queue.SimpleQueue[bytes]:
    """Payloads of the job frames to come, read by a thread of their own: so the end of the parent is seen also in the
    middle of a parse, and ends this process."""
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        with contextlib.suppress(FrameError, OSError):
            while (frame := read_frame(source)) is not None:
                jobs.put(frame.payload)
        _end_with_parent()

    threading.Thread(target=listen, name="parent", daemon=True).start()
    return jobs


def _end_with_parent() -> None:
    """Ends this process, with the programs that it has started where it leads their group, and their files."""
    clear_scratch(os.getpid())
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    leave(0)


def own_scratch() -> None:
    """A directory of its own for the temporary files of this process. Whoever reaps it clears it: what is killed
    cannot."""
    tempfile.tempdir = tempfile.mkdtemp(prefix=scratch_prefix())
    _hold(Path(tempfile.tempdir))


def _hold(directory: Path) -> int | None:
    """Locks a directory until this process ends, however it ends, or the handle is closed; ``None`` where another holds
    it, or none can."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def scratch_prefix() -> str:
    """How the names of temporary directories begin that are cleared when this process has died."""
    return _SCRATCH.format(os.getpid())


def clear_dead_scratch() -> None:
    """Removes what processes left in the temporary directory that were killed with all that could have cleared it."""
    for found in Path(tempfile.gettempdir()).glob(_SCRATCH.format("*") + "*"):
        owner = _OWNER.fullmatch(found.name)
        if owner is None or found.is_symlink() or (handle := _hold(found)) is None:
            continue
        try:
            if not _is_alive(int(owner[1])):
                shutil.rmtree(found, ignore_errors=True)
        finally:
            os.close(handle)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def clear_scratch(pid: int) -> None:
    """Removes the temporary files of a process."""
    place = Path(tempfile.gettempdir())
    place = place.parent if place.name.startswith(_SCRATCH.format(os.getpid())) else place
    for found in place.glob(_SCRATCH.format(pid) + "*"):
        shutil.rmtree(found, ignore_errors=True)


def leave(code: int) -> None:
    """Ends the process without waiting for threads, native libraries or buffers."""
    os._exit(code)


def limit_resources(memory_mb: int | None) -> None:
    """Caps the address space and forbids core dumps, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory_mb is not None and sys.platform == "linux":  # macOS accepts the limit and does not keep it
        size = memory_mb * 1_000_000
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        size = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def step_behind(niceness: int) -> None:
    """Lets other processes go first where cores are scarce, by so many steps of ``nice``; what this process starts does
    the same. Nothing happens where the system has no such thing."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
        with contextlib.suppress(OSError):  # Linux may weigh sessions first, and a worker leads one of its own
            Path("/proc/self/autogroup").write_text(str(niceness))


def limit_threads() -> None:
    """Keeps numeric libraries from starting a thread for each core in each of our processes. Before they are loaded."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.putenv(name, "1")


def resident_mb() -> float:
    """Memory in use in MB; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return _peak_mb()
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _peak_mb() -> float:
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # bytes on macOS
