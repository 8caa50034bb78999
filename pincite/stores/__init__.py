"""Where a server keeps what it knows: behind small protocols, on this machine's disk unless a team shares a database or
an object storage."""

from pincite.stores.opening import original_store, shared_grants
from pincite.stores.originals import Claim, Original, OriginalStore

__all__ = ["Claim", "Original", "OriginalStore", "original_store", "shared_grants"]
