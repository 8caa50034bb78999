"""Pictures of the pages of open documents: what is needed for them is made with the first one."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.anchors import Anchor, resolve
from pincite.errors import UnknownReferenceError
from pincite.model import BBox, Span
from pincite.pictures import Clip, PagePicture
from pincite.registry.opened import OpenDocument
from pincite.registry.whereabouts import Whereabouts
from pincite.sources.browser.choice import printer
from pincite.sources.web import WebPolicy

if TYPE_CHECKING:
    from pincite.pictures.studio import Studio


class Showing:
    """A studio that takes the files of documents from ``whereabouts``. ``directory`` is for renderings; ``web`` says
    which browser shows web pages. Safe for threads."""

    def __init__(self, directory: Path, memory_mb: int, web: WebPolicy, whereabouts: Whereabouts) -> None:
        self._directory = directory
        self._memory_mb = memory_mb
        self._web = web
        self._whereabouts = whereabouts
        self._lock = threading.Lock()
        self._made: Studio | None = None

    def picture(
        self,
        opened: OpenDocument,
        page: int,
        width: int | None,
        clip: Clip | None,
        highlight: Anchor | Span | Sequence[Span] | None,
        max_bytes: int,
    ) -> PagePicture:
        """See ``Registry.picture``."""
        spans = _highlighted(opened, highlight)
        file = self._whereabouts.find(opened.document)
        return self.studio.picture(
            opened.document, file, page, width=width, clip=clip, spans=spans, max_bytes=max_bytes
        )

    def boxes(self, opened: OpenDocument, spans: Sequence[Span]) -> Mapping[int, tuple[BBox, ...]]:
        """See ``Registry.marked_boxes``."""
        return self.studio.boxes(opened.document, self._whereabouts.find(opened.document), spans)

    def forget(self, doc_id: str) -> None:
        """Drops all pictures and renderings of a document, also those of other processes."""
        self.studio.forget(doc_id)

    def close(self) -> None:
        with self._lock:
            if self._made is not None:
                self._made.close()

    @property
    def studio(self) -> Studio:
        from pincite.pictures.studio import Studio

        with self._lock:
            if self._made is None:
                self._made = Studio(self._directory, self._memory_mb, printer(self._web))
            return self._made


def _highlighted(opened: OpenDocument, highlight: Anchor | Span | Sequence[Span] | None) -> tuple[Span, ...]:
    """The characters that are to be marked. Raises ``UnknownReferenceError``."""
    if highlight is None:
        return ()
    if isinstance(highlight, Span):
        return (highlight,)
    if not isinstance(highlight, Anchor):
        return tuple(highlight)
    doc = opened.document
    if (highlight.doc_id, highlight.rev) != (doc.doc_id, doc.rev):
        raise UnknownReferenceError(
            f"The anchor {highlight} is not of this revision of the document.",
            code="stale_revision",
            hint="verify_citations with the quote tells where it stands now.",
        )
    return resolve(doc, opened.outline, highlight.ref)
