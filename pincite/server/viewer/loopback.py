"""The viewer beside a server over stdio, on this machine only.

Its links carry a token of the process, ``http://127.0.0.1:PORT/k/TOKEN/d/…``, which is exchanged for a cookie, so that
it stays in no address bar and no history.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import uvicorn

from pincite.server.viewer import routes

if TYPE_CHECKING:
    from pincite.server.desk import Desk

HOST = "127.0.0.1"
_TOKEN_BYTES = 12  # every citation carries it; a process answers too slowly for anyone to try that many
_GOODBYE_S = 1.0


class Loopback:
    """The viewer of a desk on a free port of this machine. It can be connected to from the first moment, and answers
    once ``serve`` runs. Raises ``OSError`` where no port can be had."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.bind((HOST, 0))
        self._socket.listen(64)
        self._port = self._socket.getsockname()[1]
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._server: uvicorn.Server | None = None
        desk.viewer_url = f"http://{HOST}:{self._port}/k/{self._token}"

    async def serve(self) -> None:
        """Answers until it is closed."""
        self._server = await self._desk.work(self._made)
        await self._server.serve(sockets=[self._socket])

    def _made(self) -> uvicorn.Server:
        from starlette.applications import Starlette

        from pincite.server.viewer.door import Door

        door = Door(Starlette(routes=routes(self._desk)), self._port, self._token)
        return _Quiet(
            uvicorn.Config(door, log_config=None, log_level="error", access_log=False, lifespan="off", ws="none")
        )

    async def close(self, task: asyncio.Task[None]) -> None:
        """Ends ``task``, which serves."""
        self._desk.viewer_url = None
        if self._server is not None:
            self._server.should_exit = self._server.force_exit = True
            await asyncio.wait([task], timeout=_GOODBYE_S)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        self._socket.close()


class _Quiet(uvicorn.Server):
    """A server that leaves the signals of the process alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
