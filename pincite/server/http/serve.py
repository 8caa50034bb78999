"""Serves one address: in this process, or in several that share the socket, the cache and the index.

A process that dies is started again; the others go on. At the end each finishes what it does and hands back what waits.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from pincite.errors import RequestError
from pincite.server.http.app import Running, make_app
from pincite.server.http.configured import address_of, check
from pincite.server.http.guard import MCP_PATH
from pincite.server.http.leaving import Leaving
from pincite.server.http.logs import log_as_json
from pincite.server.http.origins import ANY_ADDRESS
from pincite.server.memory import give_back_what_is_free

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from pincite.settings import Settings

_log = logging.getLogger(__name__)
_BACKLOG = 2048
_FINISH_S = 20  # that calls have to end in; orchestrators kill after 30
_LOOK_S = 0.2
_HASTE_S = 5.0  # a process that lived for less has not started
_FAILURES = 3  # of processes in a row that did not start


def run(settings: Settings) -> None:
    """Serves until a signal ends it. Raises ``RequestError`` for settings that would be unsafe, or an address that is
    taken."""
    check(settings)
    log_as_json()
    with _bound(settings) as listener, tempfile.TemporaryDirectory(prefix="pincite-") as directory:
        running = Running(Path(directory), listener.getsockname()[1])
        _log.info("serving", extra={"facts": {"url": address_of(settings, running.port) + MCP_PATH}})
        _warn_of_names(settings)
        if settings.http_workers == 1:
            serve(settings, running, listener)
        else:
            Crew(settings, running, listener).work()


def _warn_of_names(settings: Settings) -> None:
    """Who has not said by which name others call this machine wonders why they are refused."""
    if settings.host in ANY_ADDRESS and not (settings.public_url or settings.allowed_hosts):
        _log.warning("only requests to localhost are answered: name this server with --public-url or --allowed-host")


def serve(settings: Settings, running: Running, listener: socket.socket) -> None:
    """Serves in this process until a signal ends it."""
    give_back_what_is_free()
    leaving = Leaving()
    app = make_app(settings, running, leaving=leaving)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_FINISH_S,
        timeout_keep_alive=75,
        ws="none",
        lifespan="on",
    )
    _Server(config, leaving).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Hands back what waits before it waits for the rest."""

    def __init__(self, config: uvicorn.Config, leaving: Leaving) -> None:
        super().__init__(config)
        self._leaving = leaving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._leaving.leave()
        await super().shutdown(sockets)


class Crew:
    """The processes of one address."""

    def __init__(self, settings: Settings, running: Running, listener: socket.socket) -> None:
        self._make = (settings, running, listener)
        self._wanted = settings.http_workers
        self._processes: list[tuple[SpawnProcess, float]] = []
        self._failures = 0
        self._ending = threading.Event()

    def work(self) -> None:
        """Keeps the processes going until a signal ends them all. Raises ``RequestError`` where none starts."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._ending.set())
        try:
            self._processes = [self._start() for _ in range(self._wanted)]
            while not self._ending.wait(_LOOK_S):
                self._processes = [self._kept(*each) for each in self._processes]
        finally:
            self._end()

    def _kept(self, process: SpawnProcess, since: float) -> tuple[SpawnProcess, float]:
        """The process, or another one in its place."""
        if process.is_alive():
            return process, since
        lived = time.monotonic() - since
        _log.warning("a process ended", extra={"facts": {"pid": process.pid, "status": process.exitcode}})
        self._failures = self._failures + 1 if lived < _HASTE_S else 0
        if self._failures >= _FAILURES:
            raise RequestError("The server's processes end as soon as they start.", hint="Their log tells why.")
        return self._start()

    def _start(self) -> tuple[SpawnProcess, float]:
        process = multiprocessing.get_context("spawn").Process(target=_member, args=self._make, name="pincite-http")
        process.start()
        return process, time.monotonic()

    def _end(self) -> None:
        for process, _ in self._processes:
            process.terminate()
        until = time.monotonic() + _FINISH_S + 5
        for process, _ in self._processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _member(settings: Settings, running: Running, listener: socket.socket) -> None:
    """One of the processes; it ends when the first one does, however that ends."""
    log_as_json()
    parent: Any = multiprocessing.parent_process()

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    serve(settings, running, listener)


def _bound(settings: Settings) -> socket.socket:
    """A listening socket. Raises ``RequestError`` (address_in_use) where it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let another program listen as well
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host.strip("[]"), settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise RequestError(
            f"{settings.host}, port {settings.port}, cannot be listened on: {error.strerror or error}.",
            code="address_in_use",
            hint="Name another one with --host and --port.",
        ) from None
    listener.setblocking(False)
    return listener
