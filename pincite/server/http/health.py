"""Whether the server lives (``/healthz``) and can work (``/readyz``): for those who watch over it. Nothing more is
told, since anybody may ask."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pincite.errors import PinciteError

if TYPE_CHECKING:
    from pincite.server.desk import Desk
    from pincite.server.http.leaving import Leaving


class Health:
    def __init__(self, desk: Desk, leaving: Leaving) -> None:
        self._desk = desk
        self._leaving = leaving

    async def lives(self, request: Request) -> Response:  # noqa: ARG002 - the question is always the same
        """The process answers."""
        return PlainTextResponse("ok\n")

    async def is_ready(self, request: Request) -> Response:  # noqa: ARG002
        """It takes calls: the cache can be written, and it is not about to end."""
        if self._leaving.left:
            return PlainTextResponse("leaving\n", 503)
        try:
            await self._desk.work(self._try)
        except (PinciteError, OSError):
            return PlainTextResponse("the cache cannot be used\n", 503)
        return PlainTextResponse("ready\n")

    def _try(self) -> None:
        directory = self._desk.settings.cache_dir
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory) as file:
            file.write(b"ready")
