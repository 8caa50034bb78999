"""The routes of the viewer. What stands before them says who the visitor is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from pincite.server.viewer.answers import guarded, static_file
from pincite.server.viewer.document import DocumentPage
from pincite.server.viewer.documents import DocumentsPage
from pincite.server.viewer.images import Images
from pincite.server.viewer.settings import SettingsPage

if TYPE_CHECKING:
    from pincite.server.desk import Desk
    from pincite.server.http.control import Control


def make_routes(desk: Desk, control: Control | None = None) -> list[Route]:
    """All pages of the viewer at the root. Each request has ``state.visitor``; nothing else is believed. Without
    ``control`` there is no endpoint to pause."""
    documents, images = DocumentsPage(desk), Images(desk)
    document, settings = DocumentPage(desk, shared=control is not None), SettingsPage(desk, control)
    return [
        Route("/", guarded(documents.show)),
        Route("/d/{doc_id}", guarded(document.show)),
        Route("/d/{doc_id}/place", guarded(document.place)),
        Route("/d/{doc_id}/laidout", guarded(images.laid_out)),
        Route("/d/{doc_id}/search", guarded(document.search)),
        Route("/d/{doc_id}/select", guarded(document.select)),
        Route("/d/{doc_id}/verify", guarded(document.verify), methods=["POST"]),
        Route("/d/{doc_id}/text/{n:int}", guarded(document.text)),
        Route("/d/{doc_id}/p/{n:int}", guarded(document.page)),
        Route("/d/{doc_id}/p/{n:int}.png", guarded(images.page)),
        Route("/settings", guarded(settings.show)),
        Route("/settings/budgets", guarded(settings.budgets), methods=["POST"]),
        Route("/settings/endpoint", guarded(settings.endpoint), methods=["POST"]),
        Route("/static/{name}", guarded(static_file)),
    ]
