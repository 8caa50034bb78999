"""What a child process of ours does to be a good one: clean streams, limits, and an end when its parent ends."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
from pathlib import Path
from typing import BinaryIO

from pincite.parsers.frames import FrameError, read_frame

_SCRATCH = "pincite-{}-"  # and random letters


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
    tempfile.tempdir = tempfile.mkdtemp(prefix=_SCRATCH.format(os.getpid()))


def clear_scratch(pid: int) -> None:
    """Removes the temporary files of a process."""
    place = Path(tempfile.gettempdir())
    place = place.parent if place.name.startswith(_SCRATCH.format(os.getpid())) else place
    for found in place.glob(_SCRATCH.format(pid) + "*"):
        shutil.rmtree(found, ignore_errors=True)


def leave(code: int) -> None:
    """Ends the process without waiting for threads, native libraries or buffers."""
    os._exit(code)


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
