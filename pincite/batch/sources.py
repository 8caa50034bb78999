"""The documents of a batch, found one by one: nothing is listed ahead of its turn except one directory at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path

from pincite.errors import SourceError
from pincite.sources.filetypes import LEGACY, by_extension, supported
from pincite.sources.pathforms import pasted, url_scheme

Sources = str | PathLike[str] | Iterable[str | PathLike[str]]


def expand(
    sources: Sources, *, recursive: bool = True, legacy: bool = False, without: Path | None = None
) -> Iterator[str]:
    """Paths and URLs as they were named; for a directory the documents in it, by their names' extensions, in order of
    their names, those of directories below it (``recursive``) after its own. What is hidden, lock files and links to
    directories are left out; so are old Office files unless ``legacy``, and the directory ``without``. Raises
    ``SourceError`` (unreadable) for a directory that cannot be listed."""
    named = [sources] if isinstance(sources, (str, PathLike)) else sources
    for one in named:
        source = fspath(one)
        path = _directory(source)
        if path is None:
            yield source
        else:
            yield from _documents(path, recursive, legacy, without)


def _directory(source: str) -> Path | None:
    if url_scheme(pasted(source)):
        return None
    path = Path(source).expanduser() if source.startswith("~") else Path(source)
    return path if "\x00" not in source and path.is_dir() else None


def _documents(directory: Path, recursive: bool, legacy: bool, without: Path | None) -> Iterator[str]:
    if without is not None and directory.absolute() == without.absolute():
        return
    try:
        with os.scandir(directory) as found:
            entries = sorted((e for e in found if not e.name.startswith((".", "~$"))), key=lambda e: e.name)
    except OSError as error:
        raise SourceError(f"{directory} cannot be listed: {error.strerror}.", code="unreadable") from None
    for entry in entries:
        format = by_extension(entry.name)
        if (supported(format) or (legacy and format in LEGACY)) and entry.is_file():
            yield str(directory / entry.name)
    for entry in entries if recursive else ():
        if entry.is_dir(follow_symlinks=False):
            yield from _documents(directory / entry.name, recursive, legacy, without)


def absolute(source: str) -> str:
    """The source as another process with another working directory understands it."""
    path = Path(source)
    return source if url_scheme(pasted(source)) or not path.exists() else str(path.absolute())
