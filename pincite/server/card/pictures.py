"""Pictures of pages for the card. No model sees them: the tool is for the card only."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from mcp.types import CallToolResult, ImageContent

from pincite.anchors import parse_ref, resolve
from pincite.errors import RequestError
from pincite.server.pages import PageNames
from pincite.server.results import plain
from pincite.server.wire import Wire

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk

_WIDTH = 1240  # pixels: sharp on screens with two pixels a point where the card shows half of a page's width
_REFS = 50

Box = tuple[int, float, float, float, float]


class PagePictureRecord(Wire):
    """What belongs to a picture of a page: ``width`` and ``height`` of the page in points, how it is called, what the
    picture is of, and for refs that were asked for the lines on this page, as ``QuoteRecord.lines``."""

    page: int
    label: str
    width: float
    height: float
    origin: str
    lines: list[list[Box]] | None = None


def card_page(desk: Desk, doc_id: str, page: int, refs: list[str] | None) -> CallToolResult:
    """The physical page as a picture without marks. Raises ``UnknownReferenceError``, ``RequestError`` and what drawing
    raises."""
    if refs and len(refs) > _REFS:
        raise RequestError(f"{len(refs)} refs in one call.", hint=f"At most {_REFS}.")
    opened = desk.get(doc_id)
    picture = desk.registry.picture(opened, page, width=_WIDTH)
    record = PagePictureRecord(
        page=page,
        label=PageNames(opened).name(page),
        width=round(picture.width / picture.scale, 2),
        height=round(picture.height / picture.scale, 2),
        origin=picture.origin,
        lines=[_lines(desk, opened, page, ref) for ref in refs] if refs else None,
    )
    image = ImageContent(type="image", data=base64.b64encode(picture.data).decode(), mime_type=picture.mime)
    return CallToolResult(content=[image], structured_content=plain(record))


def _lines(desk: Desk, opened: OpenDocument, page: int, ref: str) -> list[Box]:
    out: list[Box] = []
    for span in resolve(opened.document, opened.outline, parse_ref(ref)):
        boxes = desk.registry.marked_boxes(opened, span).get(page, ())
        out += [(page, box.x0, box.y0, box.x1, box.y1) for box in boxes]
    return out
