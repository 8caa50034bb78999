"""Search: one tantivy index over all documents, or one in memory for a single result."""

from pincite.errors import IndexUnavailableError
from pincite.index.documents import DocumentIndex
from pincite.index.results import MissingWord, SearchHit, SearchResult

__all__ = ["DocumentIndex", "IndexUnavailableError", "MissingWord", "SearchHit", "SearchResult"]
