"""The secret that all processes of one address share: it seals what clients hand from one to another."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import StoreError

if TYPE_CHECKING:
    from pincite.settings import Settings

_BYTES = 32


def shared_secret(settings: Settings) -> bytes:
    """That of the settings, else one that is made once and kept in the cache directory, where only this user reads it.
    Raises ``StoreError``."""
    if settings.secret:
        return settings.secret.encode()
    path = settings.cache_dir / "secret"
    try:
        if not path.exists():
            _make(path)
        found = path.read_bytes()
    except OSError as error:
        raise StoreError("The server's key cannot be kept in the cache directory.") from error
    if len(found) < _BYTES:
        raise StoreError(f"{path.name} in the cache directory is no key.", hint="Remove it: a new one is made.")
    return found


def _make(path: Path) -> None:
    """Several processes may do so at once: the first one's key stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
        os.link(name, path)  # fails where there is one, unlike a rename
    except FileExistsError:
        pass
    finally:
        Path(name).unlink(missing_ok=True)
