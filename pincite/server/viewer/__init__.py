"""The viewer: documents as people see them, opened on the line that is cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Route

    from pincite.server.desk import Desk
    from pincite.server.http.control import Control


def routes(desk: Desk, control: Control | None = None) -> list[Route]:
    """All pages of the viewer, for the root of a server. Each request that reaches them has ``state.visitor``. Without
    ``control`` there is no endpoint to pause."""
    from pincite.server.viewer.site import make_routes  # takes a moment to load

    return make_routes(desk, control)
