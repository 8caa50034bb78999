"""Files that people attach to a session of Claude Desktop. It keeps them beside the session's own records, in
``ACCOUNT/WORKSPACE/local_SESSION/uploads`` below its folder of sessions; nothing else there is ours to read.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

_UPLOADS = "uploads"
_SESSION = "local_"
_PATTERNS = (f"*/*/{_SESSION}*/{_UPLOADS}", f"*/*/agent/{_SESSION}*/{_UPLOADS}")
_NEWEST = 50  # sessions that are looked at; older ones are named by their full path
_SANDBOX = re.compile(r"(/mnt/user-data|/mnt/data|/home/claude|/sessions/[^/]+(/mnt)?)/")


def is_sandbox_path(text: str) -> bool:
    """Whether a path is one of the machine in which a chat runs its own tools, out of our sight."""
    return bool(_SANDBOX.match(text))


def is_attachment(path: PurePath, folders: Sequence[PurePath]) -> bool:
    """Whether the path (absolute, links followed) lies in the uploads of a session below one of the folders."""
    return any(_below_uploads(path.relative_to(folder).parts[:-1]) for folder in folders if path.is_relative_to(folder))


def _below_uploads(directories: tuple[str, ...]) -> bool:
    pairs = itertools.pairwise(directories)
    return any(session.startswith(_SESSION) and name == _UPLOADS for session, name in pairs)


def upload_directories(folders: Sequence[Path]) -> list[Path]:
    """The uploads of all sessions, the newest first."""
    found = [path for folder in folders for path in _found(folder)]
    return [path for _, path in sorted(found, reverse=True)[:_NEWEST]]


def _found(folder: Path) -> Iterator[tuple[int, Path]]:
    for pattern in _PATTERNS:
        try:
            for path in folder.glob(pattern):
                yield path.stat().st_mtime_ns, path
        except OSError:
            return
