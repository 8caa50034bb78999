"""The stores that the settings describe."""

from __future__ import annotations

import platform
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.cache.store import DocumentStore
from pincite.stores.blobs import Blobs, DiskBlobs
from pincite.stores.leases import Leases
from pincite.stores.originals import BlobClaims, KeptOriginals, OriginalStore
from pincite.stores.protocols import ArtifactStore, SearchIndex

if TYPE_CHECKING:
    from pincite.settings import Settings
    from pincite.stores.postgres.database import Database
    from pincite.stores.postgres.grants import PostgresGrants


class Stores(NamedTuple):
    """What one process keeps. ``leases`` is ``None`` where no other replica shares its parses."""

    artifacts: ArtifactStore
    originals: OriginalStore
    leases: Leases | None
    new_index: Callable[[], SearchIndex]


def open_stores(settings: Settings) -> Stores:
    """Touches nothing before its first use."""
    objects = _objects(settings)
    if not settings.database_url:
        artifacts = DocumentStore(settings.cache_dir, settings.cache_max_mb)
        return Stores(artifacts, _kept(settings, objects), None, lambda: _embedded_index(settings.cache_dir))
    return _in_database(settings, objects)


def original_store(settings: Settings) -> OriginalStore:
    """Where the files of documents are kept. Touches nothing before its first use."""
    return open_stores(settings).originals


def shared_grants(settings: Settings) -> PostgresGrants | None:
    """Who may see what, where replicas share it; ``None`` where the server keeps it by itself."""
    if not settings.database_url:
        return None
    from pincite.stores.postgres.grants import PostgresGrants

    return PostgresGrants(_database(settings.database_url))


def _in_database(settings: Settings, objects: Blobs | None) -> Stores:
    from pincite.stores.postgres.artifacts import PostgresArtifacts
    from pincite.stores.postgres.index import PostgresIndex
    from pincite.stores.postgres.leases import PostgresLeases

    database = _database(settings.database_url)
    return Stores(
        PostgresArtifacts(database, settings.cache_max_mb, objects),
        _kept(settings, objects, database),
        PostgresLeases(database, f"{platform.node()} {uuid.uuid4().hex}"),
        lambda: PostgresIndex(database),
    )


@cache
def _database(url: str) -> Database:
    """One set of connections for all that this process keeps there."""
    from pincite.stores.postgres.database import Database

    return Database(url)


def _kept(settings: Settings, objects: Blobs | None, database: Database | None = None) -> OriginalStore:
    fetched = settings.cache_dir / "fetched"
    if database is None:
        blobs = objects or DiskBlobs(settings.cache_dir / "kept")
        return KeptOriginals(blobs, BlobClaims(blobs), fetched)
    from pincite.stores.postgres.claims import PostgresBlobs, PostgresClaims

    return KeptOriginals(objects or PostgresBlobs(database), PostgresClaims(database), fetched)


def _objects(settings: Settings) -> Blobs | None:
    if not settings.object_store:
        return None
    from pincite.stores.objects import ObjectBlobs

    return ObjectBlobs(settings.object_store)


def _embedded_index(directory: Path) -> SearchIndex:
    from pincite.index import DocumentIndex

    return DocumentIndex(directory / "index")
