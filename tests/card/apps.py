"""A client that says that it shows cards."""

from __future__ import annotations

from typing import Any

from mcp.client.extension import ClientExtension
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID


class AppsClient(ClientExtension):
    """What such a client declares."""

    identifier = EXTENSION_ID

    def settings(self) -> dict[str, Any]:
        return {"mimeTypes": [APP_MIME_TYPE]}
