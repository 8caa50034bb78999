"""The application behind one address: the protocol, the documents people look at and send, and what watches over it.

``make_app`` is the one place that says which routes there are; all of them stand behind the guard.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import anyio
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from pincite.server import viewer
from pincite.server.app import create_server
from pincite.server.http.advice import how_to_send
from pincite.server.http.configured import address_of, identities_of, metadata_url, resource_of
from pincite.server.http.control import Control
from pincite.server.http.documents import Documents
from pincite.server.http.grants import SqliteGrants
from pincite.server.http.guard import MCP_PATH, METADATA_PATH, Guard
from pincite.server.http.health import Health
from pincite.server.http.identity import Identity
from pincite.server.http.keys import shared_secret
from pincite.server.http.leaving import Leaving
from pincite.server.http.login import LOGIN_PATH, Login
from pincite.server.http.metrics import Key, Metrics
from pincite.server.http.noting import Calls, Requests
from pincite.server.http.origins import Hosts
from pincite.server.http.rates import Rates
from pincite.server.http.user import User, roots_of
from pincite.server.http.watch import Watch
from pincite.server.sight import Sharing
from pincite.stores import original_store, shared_grants

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp, Receive, Scope, Send

    from pincite.registry import Registry
    from pincite.server.desk import Desk
    from pincite.settings import Settings

_GUARDED = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard has checked it before
_PAUSED = "This server is paused by its owner. Try again later."


@dataclass(frozen=True, slots=True)
class Running:
    """What the processes of one address have in common: ``directory`` is where they tell each other what they do, gone
    with the last (``None``: there is one process); ``port`` the port that is listened on."""

    directory: Path | None = None
    port: int | None = None


def make_app(
    settings: Settings,
    running: Running = Running(),
    *,
    leaving: Leaving | None = None,
    registry: Registry | None = None,
) -> Starlette:
    """The whole application, ready to be served. Raises what ``configured.check`` does not find."""
    leaving = leaving or Leaving()
    metrics = Metrics(running.directory, lambda: _counted(desk))
    calls = Calls(metrics)
    identities = identities_of(settings)
    sharing = _sharing(settings, running, with_tokens=identities.known)
    server = create_server(settings, registry, sharing=sharing, secret=shared_secret(settings), observer=calls)
    desk = server.desk
    desk.viewer_url = address_of(settings, running.port)
    desk.exports_to_disk = False
    if running.directory is not None:
        desk.limits.share(running.directory / "budgets.json")
    leaving.on_leave(desk.hand_back)
    control = Control(running.directory / "paused" if running.directory else None)
    server.streamable_http_app(stateless_http=True, transport_security=_GUARDED)  # makes its session manager
    health, login = Health(desk, leaving), Login(identities)
    routes: list[BaseRoute] = [
        Route(MCP_PATH, _Protocol(StreamableHTTPASGIApp(server.session_manager), control)),
        Route("/healthz", health.lives),
        Route("/readyz", health.is_ready),
        Route(LOGIN_PATH, login.show, methods=["GET"]),
        Route(LOGIN_PATH, login.sign_in, methods=["POST"]),
        *_metadata_routes(settings),
        Route("/metrics", _metrics_route(metrics)),
        *Documents(desk, Rates(settings.upload_mb_per_hour * 1e6, 3600.0), metrics).routes(),
        *viewer.routes(desk, control),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        calls.tools = frozenset(tool.name for tool in await server.list_tools())
        metrics.tell()
        async with server.session_manager.run(), anyio.create_task_group() as tasks:
            if settings.watch:
                tasks.start_soon(Watch(desk).run)
            yield
            tasks.cancel_scope.cancel()

    def as_visitor(identity: Identity) -> User:
        return User(identity, partial(roots_of, identity, settings), sharing.grants)

    guard = Middleware(
        Guard,
        hosts=Hosts.of(settings),
        identities=identities,
        as_visitor=as_visitor,
        rates=Rates(settings.rate_limit, 60.0),
        metadata=metadata_url(settings),
    )
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(Requests, metrics=metrics), guard])
    app.state.desk, app.state.leaving = desk, leaving
    return app


def _sharing(settings: Settings, running: Running, *, with_tokens: bool) -> Sharing:
    """What several users need: whose documents are whose, and the files that they send."""
    advice = partial(how_to_send, address_of(settings, running.port), with_token=with_tokens)
    grants = shared_grants(settings) or SqliteGrants(settings.cache_dir / "grants.db")
    return Sharing(grants, original_store(settings), advice if settings.uploads else None)


def _metrics_route(metrics: Metrics) -> Callable[[Request], Awaitable[Response]]:
    """Numbers for whoever has a token, and no names."""

    async def told(_: Request) -> Response:
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4")

    return told


def _counted(desk: Desk) -> dict[Key, float]:
    """What the registry of this process has counted."""
    counts, running = desk.tally()
    return {
        ("pincite_cache_total", (("found", "cache"),)): counts.get("cache", 0),
        ("pincite_cache_total", (("found", "nowhere"),)): counts.get("parse", 0),
        ("pincite_parses_total", (("outcome", "ok"),)): counts.get("parsed", 0),
        ("pincite_parses_total", (("outcome", "failed"),)): counts.get("failed", 0),
        ("pincite_parses_running", ()): running,
    }


def _metadata_routes(settings: Settings) -> list[Route]:
    """What clients of an issuer must know, where there is one (RFC 9728)."""
    if metadata_url(settings) is None:
        return []
    told = {
        "resource": resource_of(settings),
        "authorization_servers": [settings.jwt_issuer],
        "scopes_supported": ["read", "upload", "admin"],
        "bearer_methods_supported": ["header"],
    }

    async def metadata(_: Request) -> Response:
        return JSONResponse(told)

    return [Route(path, metadata) for path in (METADATA_PATH, METADATA_PATH + MCP_PATH)]


class _Protocol:
    """The endpoint of the protocol, which answers 503 while the server is paused."""

    def __init__(self, endpoint: ASGIApp, control: Control) -> None:
        self._endpoint = endpoint
        self._control = control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = (
            JSONResponse({"error": _PAUSED}, 503, {"Retry-After": "30"}) if self._control.paused else self._endpoint
        )
        await answer(scope, receive, send)
