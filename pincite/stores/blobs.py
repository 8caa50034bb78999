"""Bytes under names: on disk, or wherever else the same five methods work."""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pincite.errors import StoreError


class Blobs(Protocol):
    """Bytes under names like ``a/b/c`` of plain characters. A write replaces what was there, as a whole or not at all.
    All methods raise ``StoreError``; safe for threads and processes."""

    def put(self, name: str, content: bytes | Path) -> None:
        """Keeps the bytes, or those of a file, which is read bit by bit."""

    def get(self, name: str) -> bytes | None:
        """The bytes; ``None`` where there are none."""

    def save(self, name: str, path: Path) -> bool:
        """Writes the bytes to a file; ``False`` where there are none."""

    def delete(self, name: str) -> None:
        """Removes the bytes, if they are there."""

    def names(self, prefix: str) -> list[str]:
        """The names that begin with ``prefix``, which ends with a slash."""


class DiskBlobs:
    """Blobs as files under ``directory``, which only this user can read."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def path(self, name: str) -> Path:
        """Where the blob lies."""
        return self._directory / name

    def put(self, name: str, content: bytes | Path) -> None:
        path = self.path(name)
        with _mapped(), whole(path) as part:
            if isinstance(content, bytes):
                part.write_bytes(content)
            else:
                shutil.copyfile(content, part)

    def get(self, name: str) -> bytes | None:
        with _mapped():
            try:
                return self.path(name).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                return None

    def save(self, name: str, path: Path) -> bool:
        with _mapped():
            try:
                with whole(path) as part:
                    _linked(self.path(name), part)
            except FileNotFoundError:
                return False
        return True

    def delete(self, name: str) -> None:
        path = self.path(name)
        with _mapped():
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # not empty: then it stays
            while (path := path.parent) != self._directory:
                path.rmdir()

    def names(self, prefix: str) -> list[str]:
        with _mapped():
            found = (self._directory / prefix).rglob("*")
            files = [path for path in found if path.is_file() and not path.name.startswith(".")]
            return sorted(path.relative_to(self._directory).as_posix() for path in files)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A file to write that takes the place of ``path`` at the end of the block; after a failure nothing is left."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f".{uuid.uuid4().hex}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _linked(source: Path, path: Path) -> None:
    """Makes ``path`` the same file, or a copy where that cannot be: blobs are replaced, never changed."""
    path.unlink()
    try:
        path.hardlink_to(source)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, path)


@contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError("A file cannot be kept or read in the cache directory.") from error
