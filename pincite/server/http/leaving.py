"""The end of a server that still answers: calls that wait are handed back, the others are finished."""

from __future__ import annotations

from collections.abc import Callable


class Leaving:
    """Whether this process is about to end. ``on_leave`` is called once, in the event loop, when it knows."""

    def __init__(self) -> None:
        self.left = False
        self._callbacks: list[Callable[[], None]] = []

    def on_leave(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def leave(self) -> None:
        if not self.left:
            self.left = True
            for callback in self._callbacks:
                callback()
