"""Blobs in an object storage that speaks S3: the only module that knows obstore.

obstore, since it is one package without others behind it (s3fs brings an HTTP client, an event loop and botocore of
pinned versions), is called without an event loop, and streams large files in parts by itself. Address and credentials
come as every S3 tool takes them (``AWS_ACCESS_KEY_ID``, ``AWS_SECRET_ACCESS_KEY``, ``AWS_REGION``,
``AWS_ENDPOINT_URL``), or from the role of the machine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.errors import MissingPackageError, StoreError
from pincite.stores.blobs import whole

if TYPE_CHECKING:
    from obstore.store import S3Store

_HINT = "Check the bucket of PINCITE_OBJECT_STORE and the credentials (AWS_ACCESS_KEY_ID and so on), then try again."
_RETRIED = 3


class ObjectBlobs:
    """``Blobs`` under ``url``, ``s3://bucket/prefix``. Nothing is asked for before the first use."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._made: S3Store | None = None

    def put(self, name: str, content: bytes | Path) -> None:
        with _mapped():
            _obstore().put(self._store(), name, content)

    def get(self, name: str) -> bytes | None:
        with _mapped():
            try:
                return bytes(_obstore().get(self._store(), name).bytes())
            except FileNotFoundError:
                return None

    def save(self, name: str, path: Path) -> bool:
        with _mapped():
            try:
                found = _obstore().get(self._store(), name)
            except FileNotFoundError:
                return False
            with whole(path) as part, part.open("wb") as file:
                for piece in found.stream():
                    file.write(piece)
        return True

    def delete(self, name: str) -> None:
        with _mapped():
            try:
                _obstore().delete(self._store(), name)
            except FileNotFoundError:
                return

    def names(self, prefix: str) -> list[str]:
        with _mapped():
            pages = _obstore().list(self._store(), prefix=prefix)
            return sorted(str(one["path"]) for page in pages for one in page)

    def _store(self) -> S3Store:
        with self._lock:
            if self._made is None:
                from obstore.store import S3Store

                self._made = S3Store.from_url(
                    self._url,
                    client_options={"allow_http": True, "connect_timeout": timedelta(seconds=5)},  # if so addressed
                    retry_config={"max_retries": _RETRIED, "retry_timeout": timedelta(seconds=20)},
                )
            return self._made


@contextmanager
def _mapped() -> Iterator[None]:
    """Its errors are exceptions of its own and built-in ones, by what the storage answers."""
    try:
        yield
    except (MissingPackageError, StoreError):
        raise
    except Exception as error:
        own = type(error).__module__.startswith("obstore")
        if not own and not isinstance(error, (OSError, ValueError)):
            raise
        raise StoreError("The object storage cannot be used.", code="objects_unavailable", hint=_HINT) from error


def _obstore() -> Any:
    try:
        import obstore
    except ImportError:
        raise MissingPackageError(
            "PINCITE_OBJECT_STORE needs obstore.", hint="Install it: pip install 'pincite[s3]'."
        ) from None
    return obstore
