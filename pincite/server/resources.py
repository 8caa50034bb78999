"""Documents, sections, blocks, pages, tables and cells as resources: what an anchor names can be read by it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Resource

from pincite.errors import PinciteError, UnknownReferenceError
from pincite.server import listing
from pincite.server.desk import Desk
from pincite.server.fence import line
from pincite.server.outlines import outline_text
from pincite.server.reading import read_text
from pincite.server.results import record_json

if TYPE_CHECKING:
    from pincite.registry import Entry, OpenDocument

DOCUMENTS_URI = "pincite://documents"
DOCUMENT_TEMPLATE = "pincite://doc/{id_rev}"
ANCHOR_TEMPLATE = "pincite://doc/{id_rev}/{+ref}"
_LISTED = 50


class Resources:
    """The resources of one server, bounded as its tools are; a client's error is a ``ResourceNotFoundError``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def documents(self) -> str:
        """The documents here as JSON."""
        return await self._desk.work(self._list)

    async def document(self, id_rev: str) -> str:
        """The outline of a document."""
        return await self._desk.work(lambda: self._read(id_rev, None))

    async def anchor(self, id_rev: str, ref: str) -> str:
        """The text of the place that an anchor names."""
        return await self._desk.work(lambda: self._read(id_rev, ref))

    async def listed(self) -> list[Resource]:
        """A resource for each of the documents used last; none where the cache cannot be read: tools will say why."""
        with suppress(PinciteError):
            return [_resource(entry) for entry in await self._desk.work(self._entries)]
        return []

    def _entries(self) -> list[Entry]:
        return listing.distinct(self._desk.registry.entries())[:_LISTED]

    def _list(self) -> str:
        budget = self._desk.budget()
        return record_json(
            listing.list_documents(self._desk.registry.entries(), None, listing.MAX_LISTED, None, budget)
        )

    def _read(self, id_rev: str, ref: str | None) -> str:
        try:
            opened = self._open(id_rev)
            budget = self._desk.budget()
            return read_text(opened, [ref], None, budget) if ref else outline_text(opened, None, None, None, budget)
        except PinciteError as error:
            raise ResourceNotFoundError(error.for_model()) from error

    def _open(self, id_rev: str) -> OpenDocument:
        """The document of ``id`` or ``id@rev``. Raises ``UnknownReferenceError``, also for another revision."""
        doc_id, _, rev = id_rev.partition("@")
        opened = self._desk.get(doc_id)
        now = f"{doc_id}@{opened.document.rev}"
        if rev and id_rev != now:
            raise UnknownReferenceError(
                f"{line(id_rev, 60)} names an older parse of this document.",
                code="stale_revision",
                hint=f"Now it is {now}; verify_citations with the quote tells where it stands.",
            )
        return opened


def _resource(entry: Entry) -> Resource:
    return Resource(
        uri=f"pincite://doc/{entry.key.doc_id}",
        name=line(entry.source, 80),
        title=line(entry.title, 100),
        description=f"Outline of the {entry.format.upper()} document, {entry.pages} pages.",
        mime_type="text/plain",
    )
