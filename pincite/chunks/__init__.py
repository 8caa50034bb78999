"""Chunks for retrieval: stretches of a document that keep to its headings, paragraphs, sentences and table rows, none
of which is in two of them. Pure: no I/O."""

from pincite.chunks.chunk import Chunk, ChunkPart
from pincite.chunks.making import make_chunks
from pincite.chunks.sizes import DEFAULT_SIZES, ChunkSizes

__all__ = ["DEFAULT_SIZES", "Chunk", "ChunkPart", "ChunkSizes", "make_chunks"]
