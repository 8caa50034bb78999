"""A reader for LlamaIndex: ``pip install 'pincite[llamaindex]'``.

documents = PinciteReader(by="chunk").load_data("reports/")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from pincite.batch.running import OnError, Passwords
from pincite.batch.sources import Sources
from pincite.errors import MissingPackageError
from pincite.integrations.records import By, records
from pincite.library.config import Options, ParseConfig

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError:
    raise MissingPackageError(
        "The reader for LlamaIndex needs llama-index-core, which is not installed.",
        hint="pip install 'pincite[llamaindex]'",
    ) from None

_NOT_EMBEDDED = ["doc_id", "format", "page", "anchor", "chunk", "tokens", "pages"]


class PinciteReader(BaseReader):
    """Reads documents as LlamaIndex ``Document`` objects, one for each chunk (``by="chunk"``), page or document.

    ``workers``, ``on_error`` and ``options`` are those of ``pincite.parse_all``; errors are raised by default.
    ``metadata`` is that of ``pincite.integrations.langchain.PinciteLoader``; of it only source, title, page label,
    section and heading are embedded with the text. Raises ``RequestError`` (bad_argument) for options that do not fit.
    """

    def __init__(
        self, *, by: By = "chunk", workers: int | None = None, on_error: OnError = "raise", **options: Unpack[Options]
    ) -> None:
        ParseConfig.of(options)
        self._by, self._workers, self._on_error, self._options = by, workers, on_error, options

    def lazy_load_data(
        self, file: Sources, password: Passwords = None, extra_info: dict[str, Any] | None = None, **_: Any
    ) -> Iterator[Document]:
        """The documents of a path, a directory, a URL, or many of these, one by one as they are parsed.
        ``extra_info`` goes into the metadata of each, as ``SimpleDirectoryReader`` gives it."""
        found = records(
            file,
            by=self._by,
            password=password,
            workers=self._workers,
            on_error=self._on_error,
            options=self._options,
        )
        for record in found:
            yield Document(
                id_=record.id,
                text=record.text,
                metadata=record.facts | (extra_info or {}),
                excluded_embed_metadata_keys=_NOT_EMBEDDED,
            )
