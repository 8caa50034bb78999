"""A PostgreSQL server of the tests' own: Debian's programs, a directory that goes at the end, a socket and no port."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=64MB", "listen_addresses=")


def find_programs() -> Path | None:
    """Where ``initdb`` and ``postgres`` are; ``None`` where they are not installed."""
    newest_first = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: -int(p.parent.name))
    found = [path for path in newest_first if (path / "initdb").exists()]
    on_path = shutil.which("initdb")
    return found[0] if found else Path(on_path).parent if on_path else None


class Server:
    """A running server; ``stop`` and ``start`` make it fail and come back."""

    def __init__(self, programs: Path, directory: Path) -> None:
        self._programs = programs
        self._directory = directory
        self._databases = 0

    def start(self) -> None:
        """Starts it and waits until it answers."""
        settings = " ".join(f"-c {setting}" for setting in (*_FAST, f"unix_socket_directories={self._directory}"))
        self._control("start", "-l", str(self._directory / "log"), "-o", settings)

    def stop(self) -> None:
        """Ends it and all its connections at once."""
        self._control("stop", "-m", "immediate")

    def new_database(self) -> str:
        """The URL of an empty database."""
        import psycopg

        self._databases += 1
        name = f"test{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name} template template0 encoding 'UTF8'")
        return self.url(name)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self._directory}"

    def make(self) -> None:
        """Makes its files."""
        data = str(self._directory / "data")
        _run([str(self._programs / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"])

    def _control(self, *arguments: str) -> None:
        _run([str(self._programs / "pg_ctl"), "-D", str(self._directory / "data"), "-w", *arguments])


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """A server for the time of the block."""
    directory = Path(tempfile.mkdtemp(prefix="pincite-pg-"))
    if user := _other_user():
        shutil.chown(directory, user)
    server = Server(programs, directory)
    try:
        server.make()
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _other_user() -> str | None:
    """Who is to run the server, which refuses to be run by root."""
    return "postgres" if os.geteuid() == 0 else None


def _run(command: list[str]) -> None:
    who: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if (user := _other_user()) else {}
    done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **who)
    assert done.returncode == 0, done.stderr
