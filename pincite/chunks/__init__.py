"""Chunks for retrieval: stretches of a document that keep to its headings, paragraphs, sentences and table rows, none
of which is in two of them. Pure: no I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.chunks.sizes import DEFAULT_SIZES, ChunkSizes
from pincite.lazy import getter

if TYPE_CHECKING:
    from pincite.chunks.chunk import Chunk, ChunkPart
    from pincite.chunks.making import make_chunks

__all__ = ["DEFAULT_SIZES", "Chunk", "ChunkPart", "ChunkSizes", "make_chunks"]
__getattr__ = getter(
    __name__,
    {
        "Chunk": "pincite.chunks.chunk",
        "ChunkPart": "pincite.chunks.chunk",
        "make_chunks": "pincite.chunks.making",
    },
)
