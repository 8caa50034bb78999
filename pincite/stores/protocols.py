"""What the registry needs of the stores: two protocols, and leases on the work that replicas share.

The embedded stores (diskcache, tantivy) and those in a database keep the same contracts, which ``tests/stores`` holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from pincite.cache.entries import DocumentKey, Entry, UrlAlias
from pincite.model import Document, Kind
from pincite.outline import Outline

if TYPE_CHECKING:
    from pincite.index import SearchResult
    from pincite.index.hits import Documents


class ArtifactStore(Protocol):
    """Parsed documents and the aliases that lead to them. ``cache.store.DocumentStore`` tells what each method does.
    All raise ``StoreError``; safe for threads and processes."""

    def get(self, key: DocumentKey) -> Document | None: ...

    def put(
        self, key: DocumentKey, doc: Document, *, tokens: int | None = None, encoded: bytes | None = None
    ) -> bool: ...

    def find(self, doc_id: str) -> list[Entry]: ...

    def entries(self) -> list[Entry]: ...

    def delete(self, doc_id: str) -> int: ...

    def deleted(self, doc_id: str) -> str | None: ...

    def alias(self, path: str, size: int, mtime_ns: int) -> str | None: ...

    def put_alias(self, path: str, size: int, mtime_ns: int, doc_id: str) -> None: ...

    def url_alias(self, url: str) -> UrlAlias | None: ...

    def put_url_alias(self, url: str, alias: UrlAlias) -> None: ...

    def close(self) -> None: ...


class SearchIndex(Protocol):
    """The words of all documents. ``index.documents.DocumentIndex`` tells what each method does. All raise
    ``IndexUnavailableError``; safe for threads and processes."""

    def add(self, doc: Document, outline: Outline) -> None: ...

    def add_all(self, documents: Iterable[tuple[Document, Outline]]) -> None: ...

    def remove(self, doc_id: str) -> frozenset[str]: ...

    def has(self, doc_id: str, rev: str) -> bool: ...

    def revisions(self) -> dict[str, str]: ...

    def search(
        self,
        query: str,
        *,
        documents: Documents,
        doc_ids: Sequence[str] | None = None,
        blocks: range | None = None,
        kinds: Iterable[Kind] | None = None,
        limit: int = 8,
    ) -> SearchResult: ...
