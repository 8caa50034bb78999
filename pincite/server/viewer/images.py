"""The pictures of pages, and what stands in for one that cannot be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pincite.errors import PinciteError
from pincite.server.viewer import sheets
from pincite.server.viewer.answers import picture, record, stand_in
from pincite.server.viewer.document import page_of
from pincite.server.viewer.places import find_place
from pincite.server.viewer.visitors import document_of

if TYPE_CHECKING:
    from pincite.model import Span
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk


_CEILING = 2_000_000
_WIDTHS = range(100, 2001)


class Images:
    """``/d/{doc_id}/p/{n}.png``; ``w`` is its width in pixels, ``a`` what is marked on it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def laid_out(self, request: Request) -> Response:
        """For a page that is open: whether pictures of the document can be had, or will not come any more. A program
        that still lays it out is waited for, as long as a call may last."""
        opened = await document_of(request, self._desk)
        try:
            await self._desk.work(lambda: self._desk.registry.picture(opened, 1, width=sheets.WIDTHS[0]))
        except PinciteError as error:
            return record({"ready": error.code != "pending"})
        return record({"ready": True})

    async def page(self, request: Request) -> Response:
        """The picture; where the page cannot be drawn (its file is gone, it is too large) one of its words."""
        opened = await document_of(request, self._desk)
        page = page_of(opened, request)
        width = _width(request.query_params.get("w", ""))
        spans = await self._desk.work(lambda: _marked(opened, request.query_params.get("a", "")))
        mark = spans[0] if spans else None
        try:
            made = await self._desk.work(
                lambda: self._desk.registry.picture(
                    opened, page.number, width=width, highlight=mark, max_bytes=_CEILING
                )
            )
        except PinciteError:
            return stand_in(await self._desk.work(lambda: sheets.drawn(opened, page, spans)))
        return picture(made.data, made.mime, kept=made.origin != "blocks")


def _marked(opened: OpenDocument, asked: str) -> tuple[Span, ...]:
    return find_place(opened, asked).spans if asked else ()


def _width(asked: str) -> int:
    known = asked.isdecimal() and len(asked) < 5 and int(asked) in _WIDTHS
    return int(asked) if known else sheets.WIDTHS[0]
