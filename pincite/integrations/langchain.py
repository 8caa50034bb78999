"""A document loader for LangChain: ``pip install 'pincite[langchain]'``.

loader = PinciteLoader("reports/", by="chunk", max_chunk_tokens=400)
store.add_documents(loader.lazy_load())
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from pincite.batch.running import OnError, Passwords
from pincite.batch.sources import Sources
from pincite.errors import MissingPackageError
from pincite.integrations.records import By, records
from pincite.library.config import Options, ParseConfig

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError:
    raise MissingPackageError(
        "The loader for LangChain needs langchain-core, which is not installed.",
        hint="pip install 'pincite[langchain]'",
    ) from None


class PinciteLoader(BaseLoader):
    """Loads documents as LangChain ``Document`` objects, one for each chunk (``by="chunk"``), page or document.

    ``sources``, ``password``, ``workers``, ``on_error`` and ``options`` are those of ``pincite.parse_all``; errors are
    raised by default. ``metadata`` has ``source``, ``doc_id``, ``title``, ``format``, ``page`` (physical, from 1),
    ``page_label`` (as printed: what to cite), ``section`` (its headings, joined by `` > ``) and ``anchor`` (the
    ``pincite:`` URI that a citation is checked with); what is not known is left out. Raises ``RequestError``
    (bad_argument) for options that do not fit.
    """

    def __init__(
        self,
        sources: Sources,
        *,
        by: By = "chunk",
        password: Passwords = None,
        workers: int | None = None,
        on_error: OnError = "raise",
        **options: Unpack[Options],
    ) -> None:
        ParseConfig.of(options)
        self._sources, self._by, self._password = sources, by, password
        self._workers, self._on_error, self._options = workers, on_error, options

    def lazy_load(self) -> Iterator[Document]:
        """The documents one by one as they are parsed; ``alazy_load`` does the same for ``async for``."""
        found = records(
            self._sources,
            by=self._by,
            password=self._password,
            workers=self._workers,
            on_error=self._on_error,
            options=self._options,
        )
        for record in found:
            yield Document(id=record.id, page_content=record.text, metadata=record.facts)
