"""Visitors, and a viewer over documents made by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.registry import OpenDocument
from pincite.server.http.control import Control
from pincite.server.http.visitor import SCOPES, visiting
from pincite.server.viewer import routes
from tests.contract.conftest import serve

BASE = "http://viewer.test"


class Guest:
    """A visitor with these scopes, who sees the documents named (``None``: all)."""

    def __init__(self, *scopes: str, sees: Iterable[str] | None = None, name: str = "guest") -> None:
        self.name = name
        self.scopes = frozenset(s for s in SCOPES if s in scopes)
        self._sees = None if sees is None else set(sees)

    def may_see(self, doc_id: str) -> bool:
        return self._sees is None or doc_id in self._sees


READER = Guest("read")
ADMIN = Guest("read", "upload", "admin", name="admin")


class Announced:
    """Says of each request who asks, as a guard does."""

    def __init__(self, app: ASGIApp, guest: Guest) -> None:
        self._app = app
        self._guest = guest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["visitor"] = self._guest
        with visiting(self._guest):
            await self._app(scope, receive, send)


class Viewer:
    """``client`` visits the viewer of the documents; ``desk`` and ``control`` are the server's."""

    def __init__(self, *documents: OpenDocument, guest: Guest = ADMIN, control: Control | None = None) -> None:
        self.server = serve(*documents)
        self.desk = self.server.desk
        self.control = control
        app = Announced(Starlette(routes=routes(self.desk, control)), guest)
        self.client = TestClient(app, BASE, follow_redirects=False)

    def get(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.text

    def post(self, path: str, page: str | None = None, status: int = 303, **fields: str) -> str:
        """Sends a form with the token that stands on ``page``, as that page would."""
        if page is not None:
            found = re.search(r'name="token" value="(\w+)"', self.get(page))
            assert found
            fields["token"] = found[1]
        answer = self.client.post(path, data=fields, headers={"origin": BASE, "sec-fetch-site": "same-origin"})
        assert answer.status_code == status, answer.text
        return answer.text
