"""The door of the viewer beside a server over stdio: for whoever follows a link that the server made."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pincite.server.http.visitor import OWNER, visiting
from pincite.server.viewer.answers import HEADERS, bar, whole
from pincite.server.viewer.markup import page, tag

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class Door:
    """Stands before the routes: answers to this machine's own name only, and to who holds the token."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._token = token
        self._cookie = f"pincite-{port}"  # browsers do not tell ports apart

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope)
        refusal = self._answer(request)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        scope.setdefault("state", {})["visitor"] = OWNER
        with visiting(OWNER):
            await self._app(scope, receive, send)

    def _answer(self, request: Request) -> Response | None:
        """An answer of the door itself; ``None`` where the request may pass."""
        if request.headers.get("host", "") not in self._hosts:
            return _refused("This address does not lead here.", 421)
        key, _, rest = request.url.path.removeprefix("/k/").partition("/")
        if request.url.path.startswith("/k/"):
            return self._exchange(request, key, rest)
        if request.url.path.startswith("/static/") or self._is_key(request.cookies.get(self._cookie, "")):
            return None
        return _refused("Open a link that the server has given: it holds the key to this page.", 401)

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())

    def _exchange(self, request: Request, key: str, rest: str) -> Response:
        """The cookie for the token, and the way on. The way is gone by the page itself: from the redirect of a link on
        another site a browser would send no strict cookie."""
        if not self._is_key(key):
            return _refused("This link is of a server that has ended. Ask for a new one.", 403)
        way = "/" + rest.lstrip("/\\") + (f"?{request.url.query}" if request.url.query else "")
        text = page(
            "en",
            tag("head", tag("meta", charset="utf-8"), tag("title", "Pincite"),
                tag("meta", http_equiv="refresh", content=f"0;url={way}")),
            tag("body", tag("main", tag("h1", "Pincite"), tag("a", "Go on to the document", href=way))),
        )  # fmt: skip
        answer = Response(text, 200, {**HEADERS, "Cache-Control": "no-store"}, "text/html; charset=utf-8")
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
        return answer


def _refused(words: str, status: int) -> Response:
    main = tag("main", tag("h1", "This page is locked"), tag("p", words), id="main")
    return whole("Locked", bar(), main, here="plain", status=status)
