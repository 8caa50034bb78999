"""The switch of a running server: while it is off, ``/mcp`` answers that it is, and everything else goes on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


class Control:
    """Whether the server answers tools. ``flag``: a file that says it is paused, where several processes serve one
    address and must agree; ``None``: this process alone."""

    def __init__(self, flag: Path | None = None) -> None:
        self._flag = flag
        self._paused = False

    @property
    def paused(self) -> bool:
        return self._paused if self._flag is None else self._flag.exists()

    def pause(self) -> None:
        """From now on calls are refused with a message; those that run are finished."""
        self._paused = True
        if self._flag is not None:
            self._flag.touch()

    def resume(self) -> None:
        self._paused = False
        if self._flag is not None:
            with suppress(FileNotFoundError):
                self._flag.unlink()
