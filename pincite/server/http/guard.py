"""The one way in: no request reaches anything of the server before the guard has let it.

It asks in this order: is the host ours, is the page ours that sends it, who is it, may they do that, and how often have
they asked. What is not named in ``RULES`` needs a token that may read.
"""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlencode

import anyio.to_thread
from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from pincite.errors import PinciteError
from pincite.server.http.identity import COOKIE, OWNER, Identities, Identity
from pincite.server.http.login import LOGIN_PATH, signed_in
from pincite.server.http.origins import Hosts, fetch_allowed, origin_allowed, proves_own_page
from pincite.server.http.rates import Rates
from pincite.server.http.visitor import Scope, Visitor, visiting

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Send
    from starlette.types import Scope as HttpScope

MCP_PATH = "/mcp"
METADATA_PATH = "/.well-known/oauth-protected-resource"


class Rule(NamedTuple):
    """What a path needs. ``scope``: ``None`` for what anybody may ask; ``whole``: the path alone, else all below it
    too."""

    path: str
    scope: Scope | None
    whole: bool = False


RULES = (
    Rule("/healthz", None, whole=True),
    Rule("/readyz", None, whole=True),
    Rule(LOGIN_PATH, None, whole=True),
    Rule(METADATA_PATH, None),
    Rule("/documents", "upload"),
    Rule("/uploads", "upload"),
    Rule("/", "read"),
)
_SAFE = ("GET", "HEAD", "OPTIONS")
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}


def rule_of(path: str) -> Rule:
    """The first rule that fits."""
    return next(r for r in RULES if path == r.path or (not r.whole and path.startswith(r.path.rstrip("/") + "/")))


class Guard:
    """Wraps the whole application. ``identities`` are whom it knows (nobody: the server is its owner's alone);
    ``as_visitor`` makes the visitor of an identity; ``metadata``: the URL of what an issuer's clients must know."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Hosts,
        identities: Identities,
        as_visitor: Callable[[Identity], Visitor],
        rates: Rates,
        metadata: str | None = None,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._identities = identities
        self._as_visitor = as_visitor
        self._rates = rates
        self._metadata = metadata

    async def __call__(self, scope: HttpScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no WebSocket is served
            await send({"type": "websocket.close", "code": 1008})
            return
        send = _with_headers(send)
        refused = self._foreign(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        rule = rule_of(scope["path"])
        try:
            who = await self._who(scope)
            exchanged = await self._exchange(scope)
        except PinciteError as error:
            await JSONResponse(told(error), 503)(scope, receive, send)
            return
        answer = exchanged or (self._refusal(scope, rule, who) if rule.scope is not None else None)
        if answer is not None:
            await answer(scope, receive, send)
            return
        if who is None and self._identities.known:
            await self._app(scope, receive, send)
            return
        visitor = self._as_visitor(who or OWNER)
        scope.setdefault("state", {})["visitor"] = visitor
        with visiting(visitor):
            await self._app(scope, receive, send)

    def _foreign(self, scope: HttpScope) -> Response | None:
        """The refusal of a request that names a foreign host or comes from a foreign page."""
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or not self._hosts.allows(headers["host"]):
            return _refused(421, "This server does not answer to that host name (see PINCITE_ALLOWED_HOSTS).")
        if not origin_allowed(headers, self._hosts) or not fetch_allowed(scope["method"], headers):
            return _refused(403, "Pages of other sites may not send requests here.")
        return None

    async def _who(self, scope: HttpScope) -> Identity | None:
        """Whose request it is: by its token, else by its cookie, which opens everything but the tools."""
        if not self._identities.known:
            return None
        headers = Headers(scope=scope)
        scheme, _, secret = headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                return None
            return await anyio.to_thread.run_sync(self._identities.of_token, secret.strip())
        if scope["path"] == MCP_PATH or (scope["method"] not in _SAFE and not proves_own_page(headers)):
            return None
        value = _cookie(headers)
        return await anyio.to_thread.run_sync(self._identities.of_cookie, value) if value else None

    async def _exchange(self, scope: HttpScope) -> Response | None:
        """A link with a token in it: its owner is signed in, and led to the same place without it."""
        query = QueryParams(scope["query_string"])
        if scope["method"] != "GET" or "token" not in query or not self._identities.known:
            return None
        who = await anyio.to_thread.run_sync(self._identities.of_token, query["token"])
        return signed_in(self._identities, who, _place(scope), scope) if who is not None else self._stranger(scope)

    def _refusal(self, scope: HttpScope, rule: Rule, who: Identity | None) -> Response | None:
        if not self._identities.known:
            return None
        if who is None:
            return self._stranger(scope)
        needed = "read" if scope["method"] in _SAFE and rule.scope == "upload" else rule.scope
        if needed not in who.scopes and "admin" not in who.scopes:
            error = f'error="insufficient_scope", scope="{needed}"'
            return self._unauthorized(403, f"The token may not {needed}.", error)
        wait_s = self._rates.take(who.key)
        if wait_s:
            return _refused(429, "Too many requests with this token.", {"Retry-After": str(wait_s)})
        return None

    def _stranger(self, scope: HttpScope) -> Response:
        """A person is led to where they sign in."""
        headers = Headers(scope=scope)
        if scope["method"] == "GET" and "text/html" in headers.get("accept", "") and scope["path"] != MCP_PATH:
            return RedirectResponse(f"{LOGIN_PATH}?{urlencode({'next': _place(scope)})}", 303)
        error = 'error="invalid_token"' if "authorization" in headers else ""
        return self._unauthorized(401, "A valid token is needed: Authorization: Bearer TOKEN.", error)

    def _unauthorized(self, status: int, text: str, error: str) -> Response:
        known = f'resource_metadata="{self._metadata}"' if self._metadata else 'realm="pincite"'
        return _refused(status, text, {"WWW-Authenticate": "Bearer " + ", ".join(filter(None, [known, error]))})


def told(error: PinciteError) -> dict[str, object]:
    """An error as JSON."""
    return {"error": {"code": error.code, "message": error.message, "hint": error.hint}}


def _place(scope: HttpScope) -> str:
    """The path and query of a request, without a token."""
    rest = urlencode([(k, v) for k, v in QueryParams(scope["query_string"]).multi_items() if k != "token"])
    return quote(scope["path"]) + (f"?{rest}" if rest else "")


def _refused(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(text + "\n", status, headers)


def _cookie(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found is not None else None


def _with_headers(send: Send) -> Send:
    """Adds what no browser may do with any answer; a route may say otherwise."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
