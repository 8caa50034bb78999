"""Documents that users send: taken bit by bit to the disk, kept for whoever sent them, and parsed.

Large files come in parts by tus 1.0 (core, creation, termination): the one resumable protocol that is finished and has
clients in every language; the draft of the IETF still changes. What is on its way lies in the cache directory, so that
any process of the server can take the next part.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from pincite.errors import RequestError, SourceError, UnknownReferenceError
from pincite.server.http.locks import locked

if TYPE_CHECKING:
    from pincite.settings import Settings

_KEPT_S = 86_400.0  # that a part of a file waits for the rest
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_NAME_CHARACTERS = 200
_CHUNK = 1 << 20

Work = Callable[[Callable[[], object]], Awaitable[object]]
"""Runs blocking work in a thread."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way: its size in bytes, who sends it, what it is called and with whom it is shared."""

    id: str
    owner: str
    size: int
    name: str
    share: str | None = None


class Incoming:
    """Files on their way to the server, in the cache directory."""

    def __init__(self, settings: Settings) -> None:
        self._directory = settings.cache_dir / "incoming"
        self._largest = settings.max_file_mb * 1_000_000

    @property
    def largest(self) -> int:
        """Bytes that a file may have."""
        return self._largest

    def new(self, owner: str, size: int, name: str, share: str | None = None) -> Upload:
        """A file that nothing has come of yet. Raises ``SourceError`` (too_large, empty)."""
        if size > self._largest:
            raise too_large(self._largest)
        if size <= 0:
            raise SourceError("The file is empty (0 bytes).", code="empty", hint="Send the document itself.")
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._sweep()
        upload = Upload(secrets.token_urlsafe(16), owner, size, plain_name(name), share)
        self._part(upload.id).touch(mode=0o600)
        self._facts(upload.id).write_text(json.dumps(asdict(upload)))
        return upload

    def find(self, id: str, owner: str) -> Upload:
        """The upload that this user began. Raises ``UnknownReferenceError`` (unknown_upload)."""
        if _ID.fullmatch(id):
            with suppress(OSError, ValueError, TypeError):
                upload = Upload(**json.loads(self._facts(id).read_text()))
                if upload.owner == owner:
                    return upload
        raise UnknownReferenceError("There is no such upload.", code="unknown_upload", hint="Begin it again.")

    def offset(self, upload: Upload) -> int:
        """How many bytes have come."""
        return self._part(upload.id).stat().st_size

    async def append(self, upload: Upload, offset: int, chunks: AsyncIterator[bytes], work: Work) -> int:
        """Takes bytes that begin at ``offset``; returns how many there are then. What came before a connection broke
        is kept. Raises ``RequestError`` (wrong_offset, busy), ``SourceError`` (too_large)."""
        path = self._part(upload.id)
        with locked(path) as held:
            if not held:
                raise RequestError("Another request sends to this upload.", code="busy", hint="Wait for its end.")
            at = path.stat().st_size
            if at != offset:
                raise RequestError(
                    f"{at} bytes have come, not {offset}.", code="wrong_offset", hint="Ask for it first."
                )
            with path.open("ab") as file:
                return await fill(file, chunks, upload.size, work, at)

    def file(self, upload: Upload) -> Path:
        return self._part(upload.id)

    def drop(self, upload: Upload) -> None:
        """Forgets what came."""
        for path in (self._facts(upload.id), self._part(upload.id), lock_of(self._part(upload.id))):
            path.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Removes what waited too long for its rest."""
        for path in self._directory.iterdir():
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > _KEPT_S:
                    path.unlink()

    def _part(self, id: str) -> Path:
        return self._directory / f"{id}.part"

    def _facts(self, id: str) -> Path:
        return self._directory / f"{id}.json"


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


async def fill(file: BinaryIO, chunks: AsyncIterator[bytes], most: int, work: Work, at: int = 0) -> int:
    """Writes what comes to the file; returns how many bytes it has then. Raises ``SourceError`` (too_large) for more
    than ``most``."""
    waiting = bytearray()
    async for chunk in chunks:
        at += len(chunk)
        if at > most:
            raise too_large(most)
        waiting += chunk
        if len(waiting) >= _CHUNK:
            full, waiting = bytes(waiting), bytearray()
            await work(lambda full=full: file.write(full))  # type: ignore[misc]
    await work(lambda: file.write(waiting))
    return at


def too_large(most: int) -> SourceError:
    return SourceError(
        f"The file is larger than the {most / 1e6:.0f} MB that are allowed.",
        code="too_large",
        hint="Split the file; the limit of a server is PINCITE_MAX_FILE_MB.",
    )


def plain_name(text: str) -> str:
    """What a file is called: the last part of the path that a client gave, printable; never empty."""
    last = PurePosixPath(text.replace("\\", "/").replace("\0", "")).name
    shown = "".join(c for c in last if c.isprintable()).strip()
    stem, dot, suffix = shown.rpartition(".")
    short = f"{stem[: _NAME_CHARACTERS - len(suffix) - 1]}{dot}{suffix}" if dot else shown
    return short[:_NAME_CHARACTERS] or "document"


def metadata_of(header: str) -> dict[str, str]:
    """The pairs of an ``Upload-Metadata`` header. Raises ``RequestError`` (bad_argument)."""
    pairs = [part.strip().partition(" ") for part in header.split(",") if part.strip()]
    try:
        return {name: base64.b64decode(value, validate=True).decode() for name, _, value in pairs}
    except (binascii.Error, UnicodeDecodeError):
        raise RequestError("Upload-Metadata is not as tus 1.0 writes it.", hint="name BASE64, name BASE64") from None
