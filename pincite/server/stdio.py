"""Serves a client over stdin and stdout. The protocol owns stdout: everything else goes to stderr."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.settings import Settings


def run(settings: Settings) -> None:
    """Serves until the client leaves."""
    gc.disable()  # what is made at start stays: collecting would only look at it again and again
    from pincite.server.app import create_server
    from pincite.server.memory import give_back_what_is_free

    give_back_what_is_free()
    server = create_server(settings, viewer=settings.viewer)
    gc.freeze()
    gc.enable()
    server.run("stdio")
