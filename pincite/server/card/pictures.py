"""Pictures of pages for the card. No model sees them: the tool is for the card only."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mcp.types import CallToolResult, ImageContent

from pincite.anchors import parse_ref, resolve
from pincite.errors import RequestError
from pincite.server.fence import line
from pincite.server.pages import PageNames
from pincite.server.results import plain
from pincite.server.wire import Wire

if TYPE_CHECKING:
    from pincite.model import BBox, Span
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk
    from pincite.server.sight import Sight

_WIDTH = 1240  # pixels: sharp on screens with two pixels a point where the card shows half of a page's width
_REFS = 50

Box = tuple[int, float, float, float, float]


class PagePictureRecord(Wire):
    """What belongs to a picture of a page: ``width`` and ``height`` of what it shows in points, how the page is called
    (``None`` without pages), what the picture is of, and for refs that were asked for the lines on this page, as
    ``QuoteRecord.lines``; ``painted``: they are marked in the picture itself."""

    page: int
    label: str | None = None
    width: float
    height: float
    origin: str
    note: str | None = None
    lines: list[list[Box]] | None = None
    painted: bool | None = None


def card_page(desk: Desk, doc_id: str, page: int, refs: Sequence[str] | None) -> CallToolResult:
    """The physical page as a picture (1 where a document has no pages), without marks where their places are known.
    Raises ``UnknownReferenceError``, ``RequestError`` and what drawing raises."""
    if refs and len(refs) > _REFS:
        raise RequestError(f"{len(refs)} refs in one call.", hint=f"At most {_REFS}.")
    opened = desk.get(doc_id)
    spans = [resolve(opened.document, opened.outline, parse_ref(ref)) for ref in refs or ()]
    boxes = [_boxes(desk.registry, opened, page, place) for place in spans]
    known = any(boxes)
    flat = [span for place in spans for span in place]
    picture = desk.registry.picture(opened, page, width=_WIDTH, highlight=flat if flat and not known else None)
    if flat and not known:  # drawn by another program: only the picture itself tells where words stand, of all as one
        boxes = [[type(box)(*(v / picture.scale for v in box)) for box in picture.marks], *([[]] * (len(spans) - 1))]
    record = PagePictureRecord(
        page=page,
        label=PageNames(opened).name(page) if opened.document.pages else None,
        width=round(picture.width / picture.scale, 2),
        height=round(picture.height / picture.scale, 2),
        origin=picture.origin,
        note=line(picture.note, 200) or None,
        lines=[[(page, *box) for box in place] for place in boxes] if refs else None,
        painted=True if flat and not known and picture.marks else None,
    )
    image = ImageContent(type="image", data=base64.b64encode(picture.data).decode(), mime_type=picture.mime)
    return CallToolResult(content=[image], structured_content=plain(record))


def _boxes(registry: Sight, opened: OpenDocument, page: int, spans: Sequence[Span]) -> list[BBox]:
    return [box for span in spans for box in registry.marked_boxes(opened, span).get(page, ())]
