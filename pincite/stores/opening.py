"""The stores that the settings describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.stores.blobs import DiskBlobs
from pincite.stores.originals import BlobClaims, KeptOriginals, OriginalStore

if TYPE_CHECKING:
    from pincite.settings import Settings


def original_store(settings: Settings) -> OriginalStore:
    """Where the files of documents are kept. Touches nothing before its first use."""
    blobs = DiskBlobs(settings.cache_dir / "kept")
    return KeptOriginals(blobs, BlobClaims(blobs), settings.cache_dir / "fetched")
