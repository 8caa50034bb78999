"""What is open and what is kept: sources, parses, cache and index behind one door."""

from typing import TYPE_CHECKING

from pincite.cache.entries import Entry
from pincite.registry.opened import OpenDocument, Pending
from pincite.registry.openings import Opening
from pincite.registry.registry import Registry

if TYPE_CHECKING:  # the index loads when it is first searched
    from pincite.index import SearchHit as SearchHit
    from pincite.index import SearchResult as SearchResult

__all__ = ["Entry", "OpenDocument", "Opening", "Pending", "Registry"]
