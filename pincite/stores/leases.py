"""Which replica parses which document."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from pincite.cache.entries import DocumentKey

LEASE_S = 6.0  # after which a lease that was not renewed is anyone's
RENEWED_S = 1.5


class Progress(NamedTuple):
    """Pages done and pages in all; both 0 while nothing is known."""

    done: int
    total: int


class Leases(Protocol):
    """A lease on a key: whoever has it parses for all. All methods raise ``StoreError``; safe for threads."""

    def claim(self, key: DocumentKey) -> bool:
        """Takes the lease; ``False`` where another replica has it."""

    def renew(self, progress: Mapping[DocumentKey, Progress]) -> None:
        """Keeps these leases, and tells others how far the parses are."""

    def release(self, key: DocumentKey) -> None:
        """Gives the lease back: the document is stored, or will not be."""

    def held(self, keys: Collection[DocumentKey]) -> Mapping[DocumentKey, Progress]:
        """Those of the keys that a living replica has, with how far it is."""
