"""The id of a document: it comes from the bytes of the source alone, so it is the same on every machine."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

ID_LENGTH = 12


def bytes_id(data: bytes) -> str:
    """The document id of a source that is in memory."""
    return _id(hashlib.sha256(data).digest())


def file_id(path: Path) -> str:
    """The document id of a file, read in pieces. Raises ``OSError``."""
    with path.open("rb") as file:
        return _id(hashlib.file_digest(file, "sha256").digest())


def _id(digest: bytes) -> str:
    return base64.b32encode(digest)[:ID_LENGTH].decode().lower()
