"""A child process of ours as its parent sees it: started with pipes of its own, spoken to in frames, killed whole."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

from pincite.parsers.frames import Frame, FrameKind, read_frame, write_frame

_POLL_S = 0.002
# The child finds modules exactly where this process does: not by its environment, nor (-P) in a working directory that
# may be full of foreign files.
_BOOT = (
    "import sys, json; from importlib import import_module; sys.path[:] = json.loads(sys.argv[1]); "
    "import_module(sys.argv[2]).main(sys.argv[3:])"
)


class Child:
    """Runs the function ``main(arguments)`` of a module in a process of its own. Its standard input and output are
    pipes of ours (never those of this process, which may be a protocol's); its standard error is ours, for the log.

    One thread sends and receives; ``kill`` may be called from any. Raises ``OSError`` where no process can be started.
    """

    def __init__(self, module: str, *arguments: str, own_group: bool = True) -> None:
        self._own_group = own_group and os.name == "posix"
        self._lock = threading.Lock()
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and modules
            [sys.executable, "-P", "-c", _BOOT, json.dumps(_module_path()), module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if _has_stderr() else subprocess.DEVNULL,
            start_new_session=self._own_group,  # its children die with it, and Ctrl-C in a terminal is not for it
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._from: BinaryIO = self._process.stdout  # type: ignore[assignment]

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, kind: FrameKind, payload: bytes = b"") -> bool:
        """Sends a frame; ``False`` where the child is gone."""
        try:
            write_frame(self._to, kind, payload)
        except (OSError, ValueError):
            return False
        return True

    def receive(self) -> Frame | None:
        """Waits for the next frame; ``None`` when the child has closed its end. Raises ``BrokenFrame``."""
        return read_frame(self._from)

    def kill(self) -> None:
        """Kills the child and its process group at once. Does nothing when it is gone."""
        with self._lock:
            # while the process is not reaped its number cannot belong to another one
            if self._process.returncode is None:
                self._kill_unreaped()

    def reap(self) -> int:
        """Kills what is left of the child, closes the pipes, and returns its exit code (negative: its signal)."""
        self.kill()
        while True:
            with self._lock:
                code = self._process.poll()
            if code is not None:
                break
            time.sleep(_POLL_S)
        for stream in (self._to, self._from):
            with contextlib.suppress(OSError):  # an unsent rest cannot be flushed to the dead
                stream.close()
        return code

    def _kill_unreaped(self) -> None:
        if self._own_group:
            with contextlib.suppress(
                ProcessLookupError, PermissionError
            ):  # macOS: a zombie's group may not be signalled
                os.killpg(self._process.pid, signal.SIGKILL)
                return
        self._process.kill()


def _has_stderr() -> bool:
    try:
        os.fstat(2)
    except OSError:
        return False
    return True


def exit_words(code: int) -> str:
    """An exit code in words: ``signal SIGSEGV``, ``exit code 3``."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _module_path() -> list[str]:
    """Where this process looks for modules, the working directory by its name."""
    return [path or str(Path.cwd()) for path in sys.path]
